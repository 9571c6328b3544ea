"""Whatever people do with their accounts: everybody is one player, and no hand goes astray."""

from __future__ import annotations

import re
from datetime import UTC, timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    invariant,
    multiple,
    precondition,
    rule,
)

from uno_chat import game
from uno_chat.contract import Envelope, Said, User
from uno_chat.testing.desk import NET, Sent, user
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.pairing import two_networks
from uno_chat.testing.people import own_hand
from uno_chat.views import Reader
from uno_chat.views.cards import short_name

PEOPLE = ("ann", "bob", "bare:ann", "bare:cat", "third:ann", "third:dan")
GROUPS = {"fake": "family", "bare": "bare:club", "third": "third:den"}
_CODE = re.compile(r"^\w+ ([A-Z]{6})$", re.MULTILINE)
_NUMBER = re.compile(r"^\w+ (\d{4})$", re.MULTILINE)
_SHORTS = {short_name(card, Reader("en", UTC, "")): card for card in game.CARDS.values()}
_SHORT = re.compile(r"^Your hand \(\d+\): (.*)$", re.MULTILINE)

people = st.sampled_from(PEOPLE)
places = st.sampled_from(("here", "fake", "bare", "third", "nowhere"))
tables = st.integers(1, 3)


class Accounts(RuleBasedStateMachine):
    """People on three networks link, part, sit down, play and are lost to one network or other."""

    codes = Bundle("codes")
    numbers = Bundle("numbers")

    def __init__(self) -> None:
        super().__init__()
        self.desk = two_networks()
        self.desk.others["third"] = LIKE_TELEGRAM
        self.looked = 0
        self.lost: set[str] = set()
        for who in PEOPLE:
            self.desk.say(who, "start")
        self.table(1, "ann", "bob", "bare:cat")
        self.table(2, "bare:ann", "third:dan")

    def table(self, number: int, *seated: str) -> None:
        """A table of these people with its cards dealt."""
        group = GROUPS[user(seated[0]).network]
        self.say(seated[0], "!uno new pace=untimed hold=0s", group)
        for who in seated[1:]:
            self.say(who, f"#{number} join")
        self.say(seated[0], f"#{number} deal")

    def say(self, who: str, words: str, group: str | None = None) -> str:
        """Somebody says it; what that one was told then."""
        since = len(self.desk.sent)
        self.desk.say(who, words, group)
        return "\n".join(sent.text for sent in self.desk.to(f"@{who}", since))

    @rule(target=codes, who=people)
    def asks_for_a_code(self, who: str) -> object:
        found = _CODE.search(self.say(who, "link"))
        return multiple() if found is None else found[1]

    @rule(target=numbers, who=people, code=codes)
    def writes_a_code(self, who: str, code: str) -> object:
        found = _NUMBER.search(self.say(who, f"link {code}"))
        return multiple() if found is None else found[1]

    @rule(who=people, number=numbers)
    def writes_a_number(self, who: str, number: str) -> None:
        self.say(who, f"link {number}")

    @rule(owner=people, guest=people)
    def links(self, owner: str, guest: str) -> None:
        """All of it at once, or chance would seldom lead there."""
        if code := _CODE.search(self.say(owner, "link")):
            number = _NUMBER.search(self.say(guest, f"link {code[1]}"))
            self.say(owner, f"link {number[1] if number else '0000'}")

    @rule(who=people, place=places)
    def parts_with(self, who: str, place: str) -> None:
        self.say(who, f"unlink {place}")

    @rule(who=people, place=places)
    def wants_hands(self, who: str, place: str) -> None:
        self.say(who, f"hands {place}")

    @precondition(lambda self: len(self.desk.rows.tables) < 3)
    @rule(who=people)
    def opens_a_table(self, who: str) -> None:
        self.table(3, who)

    @rule(who=people, table=tables, words=st.sampled_from(("join", "deal", "leave now", "ready")))
    def does_at_a_table(self, who: str, table: int, words: str) -> None:
        self.say(who, f"#{table} {words}")

    @rule(who=people, table=tables, words=st.sampled_from(("draw", "keep", "1", "2", "hand")))
    def plays(self, who: str, table: int, words: str) -> None:
        self.say(who, f"#{table} {words}")

    @rule(who=people, table=tables, words=st.sampled_from(("hand", "page 1", "draw")))
    def presses(self, who: str, table: int, words: str) -> None:
        if table in self.desk.rows.tables:
            group = GROUPS[user(who).network] if words == "hand" else None
            self.desk.press(who, words, group, table=table)

    @rule(who=people, words=st.sampled_from(("#1 hand", "#2 draw", "#1 join", "unlink")))
    def is_heard_before_anything_is_shown(self, who: str, words: str) -> None:
        self.heard(self.desk.envelope(who, Said(words, to_us=False), None))

    @rule(who=people, table=st.integers(1, 2))
    def presses_and_is_answered_later(self, who: str, table: int) -> None:
        group = GROUPS[user(who).network]
        self.heard(self.desk.pressing(who, self.desk.token("hand", table), group))

    @rule(owner=people, guest=people, table=st.integers(1, 2))
    def presses_and_is_parted_with_before_the_answer(
        self, owner: str, guest: str, table: int
    ) -> None:
        self.links(owner, guest)
        self.presses_and_is_answered_later(guest, table)
        self.heard(self.desk.envelope(guest, Said("unlink", to_us=False), None))

    def heard(self, envelope: Envelope) -> None:
        self.desk.do(lambda tx: tx.receive(self.desk.arrival(envelope)))
        self.desk.work()

    @rule(who=people)
    def is_lost(self, who: str) -> None:
        self.desk.beyond[f"@{who}"] = "unblock"
        self.lost.add(f"@{who}")

    @rule(who=people)
    def is_back(self, who: str) -> None:
        self.desk.beyond.pop(f"@{who}", None)
        self.desk.contact(who)

    @rule(minutes=st.integers(1, 12))
    def waits(self, minutes: int) -> None:
        self.desk.later(timedelta(minutes=minutes))

    @invariant()
    def every_user_has_one_player(self) -> None:
        rows = self.desk.rows
        listed = [user for player in rows.players.values() for user in player.users]
        assert sorted(map(str, listed)) == sorted(map(str, rows.users))
        for number, player in rows.players.items():
            assert {rows.users[one] for one in player.users} == {number}
            assert player.private in player.users
            networks = [one.network for one in player.users]
            assert len(networks) == len({*networks})

    @invariant()
    def every_seat_has_a_player_of_its_own(self) -> None:
        for number, stored in self.desk.rows.tables.items():
            table = self.desk.table(number)
            seated = [seat.player for seat in table.present if seat.player is not None]
            assert len(seated) == len({*seated})
            assert not stored.open or {*seated, table.host} <= {*self.desk.rows.players}
            assert stored.players == tuple(seated)

    @invariant()
    def a_hand_is_shown_to_whoever_holds_it(self) -> None:
        new = self.desk.sent[self.looked :]
        self.looked = len(self.desk.sent)
        for sent in new:
            if (hand := _hand_on(sent)) is not None:
                assert sent.chat.startswith("@")
                assert hand in self._hands(user(sent.chat[1:])), sent

    def _hands(self, who: User) -> list[str]:
        """The hands that somebody holds now, in order."""
        player, found = self.desk.rows.users[who], []
        for number in self.desk.rows.tables:
            table = self.desk.table(number)
            seat, play = table.seat_of(player), table.play
            place = None if seat is None or play is None else play.index(seat.id)
            if play is not None and place is not None:
                found.append(game.text_of(game.in_order(play.round.hands[place])))
        return found

    @invariant()
    def no_card_stays_where_hands_do_not_arrive(self) -> None:
        rows = self.desk.rows
        if rows.outbox:
            return
        for slot in rows.slots.values():
            at = slot.to
            if slot.name != "hand" or not isinstance(at, User) or at.network == "bare":
                continue
            if f"@{_name(at)}" in self.lost or rows.players[rows.users[at]].private == at:
                continue
            assert slot.message is not None
            assert _hand_on(self._newest(slot.message.id)) is None, slot

    def _newest(self, message: str) -> Sent:
        """What a message reads now."""
        sent = self.desk.sent
        edits = [one for one in sent if one.edits == message]
        return edits[-1] if edits else sent[int(message[1:]) - 1]


def _hand_on(sent: Sent) -> str | None:
    """The cards that a page or a short answer calls the reader's, in order."""
    short = _SHORT.search(sent.text)
    if short is None:
        return None
    codes = own_hand(sent.text)
    return codes if codes is not None else _in_full(short[1])


def _in_full(short: str) -> str:
    """``R7×2 B3`` as ``R7 R7 B3``."""
    parts = (part.partition("×") for part in short.split())
    cards = [_SHORTS[name] for name, _, count in parts for _ in range(int(count or 1))]
    return game.text_of(game.in_order(cards))


def _name(who: User) -> str:
    return who.id if who.network == NET else f"{who.network}:{who.id}"


TestAccounts = Accounts.TestCase
TestAccounts.settings = settings(max_examples=50, stateful_step_count=40, deadline=None)
