"""A table with its clock in the hand, for tests of the table and of all that is made of one.

Person n sits on seat ``sn``; computers sit behind the people. ``lay`` puts the cards where a
test wants them, ``ring`` and ``wait`` move the clock, and what was recorded and told is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from uno_chat import game
from uno_chat.table import (
    Act,
    AddComputer,
    AtTable,
    CatchSeat,
    Clock,
    ComputerActs,
    Deal,
    Doing,
    DrawAndPlay,
    Fact,
    Item,
    Join,
    Kind,
    Level,
    Open,
    Outcome,
    Phase,
    Play,
    Prepare,
    Ready,
    Refused,
    Ring,
    Settings,
    Table,
    ToAll,
    ToPlayer,
    Wait,
    Wake,
    alarms,
    decide,
    open_table,
)
from uno_chat.table.clock import hand_over

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = ("North", "East", "South", "West", "Anna", "Bo", "Cleo", "Dan", "Eve", "Finn")
_HAND = 5
_PLAIN: Mapping[str, game.Move] = {
    "draw": game.Draw(),
    "keep": game.Keep(),
    "accept": game.Accept(),
    "challenge": game.Challenge(),
    "uno": game.CallUno(),
    "leave": game.Leave(),
    "smack": game.Smack(),
}


@dataclass(slots=True)
class Sitting:
    """A table, the time, and what came of it so far. ``seed`` numbers the next shuffle."""

    table: Table
    now: datetime = NOON
    seed: int = 7
    record: dict[int, list[str]] = field(default_factory=dict, repr=False)
    told: list[ToAll | ToPlayer] = field(default_factory=list)

    @property
    def play(self) -> Play:
        """The round in play, which there is."""
        assert self.table.play is not None
        return self.table.play

    @property
    def clock(self) -> Clock:
        """The clock of the decision that is owed."""
        return self.play.clock

    def phase(self) -> Phase:
        """Where the table stands now."""
        return self.table.phase

    def order(self) -> tuple[str, ...]:
        """The seats of the round in play."""
        return self.play.order

    def sizes(self) -> list[int]:
        """How many cards each seat of the round holds."""
        return [len(hand) for hand in self.play.round.hands]

    def do(self, command: AtTable) -> Outcome | Refused:
        """Decide now; keep what comes of it."""
        out = decide(self.table, command, self.now, game.seed_from_int(self.seed))
        if isinstance(out, Outcome):
            self.seed += out.table.rounds - self.table.rounds
            self.table = out.table
            self.told += out.tell
            for part in out.record:
                self.record.setdefault(part.round_no, []).extend(part.lines)
        return out

    def done(self, command: AtTable) -> Outcome:
        """Decide what must not be refused."""
        out = self.do(command)
        assert isinstance(out, Outcome), out
        return out

    def refused(self, command: AtTable) -> Refused:
        """Decide what must be refused."""
        out = self.do(command)
        assert isinstance(out, Refused), out
        return out

    def act(
        self, seat: str, words: str, decision: int | None = None, sent: datetime | None = None
    ) -> Outcome | Refused:
        """A move in words: ``R7 uno``, ``W+4 B``, ``draw``, ``colour R``."""
        return self.do(Act(person(seat), move_of(words), decision, sent))

    def acts(self, seat: str, words: str) -> Outcome:
        """A move that must not be refused."""
        return self.done(Act(person(seat), move_of(words)))

    def moves(self, seat: str, words: str) -> None:
        """The same, and the wait for somebody who might jump in is over."""
        self.acts(seat, words)
        early = self.play.early if self.table.play else None
        if early is not None and early.due is not None:
            self.ring(Kind.HOLD)

    def prepares(self, seat: str, words: str) -> Outcome:
        """A seat sets its list for the next turn, which must not be refused."""
        return self.done(Prepare(person(seat), list_of(words)))

    def catch(
        self, seat: str, target: str | None = None, sent: datetime | None = None
    ) -> Outcome | Refused:
        """A seat says that another one missed its call."""
        return self.do(CatchSeat(person(seat), target, sent))

    def top(self) -> str:
        """The code of the card that lies on top."""
        return self.play.round.discard[-1].code

    def first(self) -> game.Move:
        """The first of the moves by which the owner of the decision may answer it."""
        number = game.owner(self.play.round)
        assert number is not None
        return game.choices(self.play.round, number)[0]

    def answer(self) -> Outcome:
        """The owner of the decision makes its first move, when it may: a card if one fits."""
        while not self.clock.handed:
            self.wait(self.table.settings.hold)
        seat = self.play.order[game.owner(self.play.round) or 0]
        player = self.table.seat(seat).player
        if player is None:
            return self.done(ComputerActs(seat, self.clock.number, self.first()))
        return self.done(Act(player, self.first()))

    def finish(self) -> None:
        """Play the round to its end; nobody says UNO."""
        while self.table.play is not None:
            self.answer()

    def ready(self) -> None:
        """Everybody is ready, so that the next round is dealt."""
        rounds = self.table.rounds
        for seat in self.table.present:
            if seat.player is not None and self.table.rounds == rounds:
                self.done(Ready(seat.player))

    def wake(self, kind: Kind) -> Wake | None:
        """The alarm of this kind, if one is set."""
        return next((wake for wake in alarms(self.table) if wake.kind is kind), None)

    def ring(self, kind: Kind, *, lenient: bool = False) -> Outcome:
        """Let it be as late as the alarm of this kind is due, and ring it and no other."""
        wake = self.wake(kind)
        assert wake is not None, kind
        self.now = max(self.now, wake.due)
        return self.done(Ring(wake.kind, wake.number, lenient))

    def wait(self, time: timedelta) -> None:
        """Let time pass and ring on the way what falls due, but for computers' own turns."""
        end = self.now + time
        while due := self._due(end):
            self.now = max(self.now, due.due)
            self.done(Ring(due.kind, due.number))
        self.now = end

    def _due(self, end: datetime) -> Wake | None:
        wakes = [w for w in alarms(self.table) if w.due <= end and w.kind is not Kind.COMPUTER]
        return min(wakes, key=lambda wake: wake.due, default=None)

    def codes(self, since: int = 0) -> list[str]:
        """The codes of all that happened, but for the first ``since`` happenings."""
        return [fact.code for fact in self.facts(since)]

    def facts(self, since: int = 0) -> tuple[Fact, ...]:
        """All that happened, but for the first ``since`` happenings."""
        new = self.table.happened - since
        return self.table.happenings[-new:] if new else ()


def reason(out: Outcome | Refused) -> str:
    """Why something was refused, which it must have been."""
    assert isinstance(out, Refused), out
    return out.reason


def reply(out: Outcome | Refused) -> str:
    """The code of what is answered to whoever asked."""
    assert isinstance(out, Outcome), out
    assert out.reply is not None
    return out.reply.code


def three(settings: Settings | None = None, **hands: str) -> Sitting:
    """Three people, North to move on red 5 with two cards that fit."""
    at = dealt(3, settings=settings)
    lay(at, "s1", "R5", {"s1": "R7 R8", "s2": "R1 R2 B3", "s3": "R4 R6 B9"} | hands)
    return at


def forgotten(settings: Settings | None = None, **hands: str) -> Sitting:
    """The same after North laid one of them and said nothing; East is next."""
    at = three(settings, **hands)
    at.acts("s1", "R7")
    return at


def person(seat: str) -> int:
    """The player who sits on a seat."""
    return int(seat.removeprefix("s"))


def move_of(words: str) -> game.Move:
    """A move as tests write it; raises KeyError or UnknownCard."""
    if words in _PLAIN:
        return _PLAIN[words]
    face, *rest = words.split()
    if face == "colour":
        return game.NameColour(game.Colour(rest[0]))
    if face == "swap":
        return game.Swap(int(rest[0]))
    colour = next((game.Colour(word) for word in rest if word != "uno"), None)
    return game.Play(game.card(face), colour, uno="uno" in rest)


def list_of(words: str) -> tuple[Item, ...]:
    """What is prepared, as tests write it: ``R1 uno | G7 if G | draw play uno | wait``."""
    return tuple(map(_item, words.split(" | ")))


def _item(words: str) -> Item:
    words, _, colour = words.partition(" if ")
    only = game.Colour(colour) if colour else None
    if words.startswith("draw play"):
        return Item(DrawAndPlay(uno=words.endswith("uno")), only)
    doing = Wait() if words == "wait" else move_of(words)
    assert isinstance(doing, Doing)
    return Item(doing, only)


def sit(
    people: int = 3,
    computers: int = 0,
    settings: Settings | None = None,
    level: Level = Level.NORMAL,
) -> Sitting:
    """A table in its lobby with so many people, whose first one is the host, and computers."""
    out = open_table(Open(1, 1, NAMES[0], "Family", settings or Settings()), NOON)
    at = Sitting(out.table)
    for number in range(2, people + 1):
        at.done(Join(number, NAMES[number - 1]))
    for number in range(people, people + computers):
        at.done(AddComputer(1, NAMES[number], level))
    return at


def dealt(
    people: int = 3,
    computers: int = 0,
    settings: Settings | None = None,
    level: Level = Level.NORMAL,
) -> Sitting:
    """The same, with the first round in play."""
    at = sit(people, computers, settings, level)
    at.done(Deal(1))
    return at


def lay(
    at: Sitting,
    owner: str,
    top: str,
    hands: Mapping[str, str],
    *,
    stock: str = "",
    colour: str | None = None,
) -> None:
    """Put the cards of a round so that it is the turn of ``owner``, clockwise, and handed over.

    Seats that are not named hold five cards; all cards of the pack are somewhere.
    """
    play = at.play
    named = {seat: game.cards(text) for seat, text in hands.items()}
    first, discard = game.cards(stock), game.cards(top)
    rest = _rest(play, (*named.values(), first, discard))
    for place, seat in enumerate(seat for seat in play.order if seat not in named):
        named[seat] = rest[place * _HAND : (place + 1) * _HAND]
    others = _rest(play, (*named.values(), first, discard))
    round_ = play.round._replace(
        hands=tuple(named[seat] for seat in play.order),
        stock=first + others,
        discard=discard,
        colour=game.Colour(colour) if colour else discard[-1].colour,
        direction=1,
        pending=game.Turn(play.order.index(owner)),
    )
    play = replace(play, round=round_, clock=Clock(play.clock.number + 1, at.now))
    at.table = replace(at.table, play=hand_over(at.table, play, at.now))


def _rest(play: Play, named: tuple[tuple[game.Card, ...], ...]) -> tuple[game.Card, ...]:
    """The cards of the pack that are not named, in the order of the pack."""
    pack = play.round.deal.options.pack
    left = Counter(pack) - Counter(card for hand in named for card in hand)
    return tuple(left.elements())
