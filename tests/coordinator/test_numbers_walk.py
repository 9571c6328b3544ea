"""Whatever happens at two tables of the same people, a number lays the card that stood at its line
on the page that it means, or it lays nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.contract import Capabilities, Conversation, Message, Reacted, Said
from uno_chat.testing.desk import NET, Desk, Sent
from uno_chat.testing.fake_network import LIKE_MATRIX
from uno_chat.testing.people import card_names

PEOPLE = ("ann", "bob", "cat")
TABLES = {"family": 1, "club": 2}
RULES = "seven_o=on jump_in=on pace=10m hold=5s"
NAMES = card_names("en")
WORDS = (
    "draw",
    "draw",
    "keep",
    "accept",
    "challenge",
    "hand",
    "#1 hand",
    "#2 hand",
    "uno",
    "smack",
)

Laid = dict[tuple[int, str], list[str]]
"""The cards that people have laid, by table and name."""

step = st.one_of(
    st.tuples(
        st.just("type"), st.sampled_from(PEOPLE), st.integers(1, 12), st.sampled_from("rygb")
    ),
    st.tuples(st.just("put"), st.sampled_from(PEOPLE), st.integers(1, 9), st.integers(0, 6)),
    st.tuples(st.just("say"), st.sampled_from(PEOPLE), st.sampled_from(WORDS), st.just(0)),
    st.tuples(st.just("unseen"), st.sampled_from(PEOPLE), st.sampled_from(WORDS), st.just(0)),
    st.tuples(st.just("play"), st.sampled_from(PEOPLE), st.integers(0, 9), st.sampled_from("rygb")),
    st.tuples(st.just("wait"), st.just(""), st.sampled_from((1, 6, 700)), st.just(0)),
)


@dataclass(slots=True)
class Walk:
    """Two tables, and which decision was owed when a hand was shown, by its message."""

    desk: Desk
    owed: dict[str, int] = field(default_factory=dict)

    def note(self, since: int) -> None:
        """Remember what is owed as the newest pages were shown."""
        for place, sent in enumerate(self.desk.sent[since:], since + 1):
            if sent.name == "hand":
                self.owed[f"m{place}"] = decision(self.desk, table_of(sent.text))


def opened(able: Capabilities) -> Walk:
    desk = Desk(able)
    for group, number in TABLES.items():
        desk.lobby(*PEOPLE, group=group, settings=RULES)
        desk.say("ann", f"{able.prefix}deal", group)
        assert desk.table(number).play is not None
    walk = Walk(desk)
    walk.note(0)
    return walk


def decision(desk: Desk, table: int) -> int:
    play = desk.table(table).play
    return 0 if play is None else play.clock.number


def played(desk: Desk) -> Laid:
    """The cards that people have laid so far, by table and name."""
    found: Laid = {}
    for number in TABLES.values():
        table = desk.table(number)
        for fact in table.happenings:
            if fact.code == game.Played.kind and fact.card and fact.seat:
                name = table.seat(fact.seat).name.casefold()
                found.setdefault((number, name), []).append(f"{fact.at} {fact.card}")
    return found


def laid_since(desk: Desk, before: Laid, who: str) -> list[tuple[int, str]]:
    """What somebody has laid since then, with the table."""
    return [
        (number, entry.split()[-1])
        for (number, name), entries in played(desk).items()
        for entry in entries[len(before.get((number, name), [])) :]
        if name == who
    ]


def pages(desk: Desk, who: str) -> list[tuple[str, Sent]]:
    """The hands that somebody was shown as new messages, by the message, oldest first."""
    there = enumerate(desk.sent, 1)
    return [
        (f"m{n}", s)
        for n, s in there
        if s.chat == f"@{who}" and s.name == "hand" and s.edits is None
    ]


def cards_at(page: str, number: int) -> set[str]:
    """The card that stands at a line of a page, none if there is no such line or no card."""
    found = re.search(
        rf"(?:^|[:,·] ){number}\) (?:Play |Jump in: )?([^,(·\n]+)", page, re.MULTILINE
    )
    name = "" if found is None else found[1].strip()
    return {NAMES[name].code} if name in NAMES else set()


def table_of(page: str) -> int:
    found = re.search(r"#(\d+)", page)
    assert found is not None
    return int(found[1])


def do(walk: Walk, what: str, who: str, one: int | str, other: int | str) -> None:
    """One step; a number is held to the page that it means."""
    desk, since = walk.desk, len(walk.desk.sent)
    before, shown = played(desk), pages(desk, who)
    now = {number: decision(desk, number) for number in TABLES.values()}
    match what:
        case "type":
            desk.say(who, str(one) if other == "r" else f"{one} {other}")
            held_to(walk, before, now, who, shown[-1], int(one))
        case "put":
            on, page = shown[-1 - min(int(other), len(shown) - 1)]
            event = Reacted(int(one), Message(Conversation(NET, f"@{who}"), on))
            desk.take(desk.envelope(who, event, None))
            newest = {table_of(s.text): message for message, s in shown}
            assert newest[table_of(page.text)] == on or not laid_since(desk, before, who)
            held_to(walk, before, now, who, (on, page), int(one))
        case "say":
            desk.say(who, str(one))
        case "unseen":  # what comes of it is not shown before the next step is handled
            said = desk.arrival(desk.envelope(who, Said(str(one)), None))
            desk.do(lambda tx: tx.receive(said))
            desk.work()
        case "play":
            desk.say(who, f"{other}{one}")
        case _:
            desk.later(timedelta(seconds=int(one)))
    walk.note(since)


def held_to(
    walk: Walk,
    before: Laid,
    now: dict[int, int],
    who: str,
    page: tuple[str, Sent],
    number: int,
) -> None:
    """What was laid stood there, and was asked for as the page was shown."""
    message, sent = page
    for table, card in laid_since(walk.desk, before, who):
        assert table == table_of(sent.text)
        assert card in cards_at(sent.text, number)
        assert walk.owed[message] == now[table] or f"{number}) Jump in" in sent.text


@pytest.mark.parametrize(
    "able",
    [LIKE_MATRIX, Capabilities(edits=True), Capabilities()],
    ids=["few calls", "edits", "bare"],
)
@given(st.lists(step, min_size=10, max_size=60))
def test_a_number_never_lays_another_card_than_the_one_at_its_line(
    able: Capabilities, steps: list[tuple[str, str, int | str, int | str]]
) -> None:
    walk = opened(able)
    for what, who, one, other in steps:
        do(walk, what, who, one, other)
