"""How much sooner a slow round ends when people prepare their turns.

    python tests/benchmarks/preplay.py [--rounds 400] [--people 4] [--pace daily] [--seed 1]

Rounds of the product's own table under a clock that jumps from event to event: alarms ring when
they are due, people answer when they have seen that it is their turn. They see it a while after it
came or they got up, and not before they get up again if that is in their night (22:30 to 8:00 where
they live): 70 of 100 times after about 12 minutes, 25 times after about 3 hours (log-normal, sigma
1), and 5 times they are away for 12 to 48 hours. They choose as a computer of level normal does.

Whoever prepares does so after an own turn, and once more after having seen, as late as a turn is
seen, that what was prepared was played or given up: all cards, the colour most held first, else to
draw and to play that card if it fits. Challenges are never prepared. Intervals are one standard
error, that of a median by drawing the rounds again.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from math import sqrt
from random import Random
from statistics import mean, median, stdev
from typing import Final

from uno_chat import game
from uno_chat.strategies import choose, luck_from
from uno_chat.table import (
    IN_GROUPS,
    PRESETS,
    Act,
    AtTable,
    Code,
    ComputerActs,
    Deal,
    DrawAndPlay,
    Habits,
    Item,
    Join,
    Kind,
    Open,
    Outcome,
    Prepare,
    Refused,
    Ring,
    Settings,
    Table,
    alarms,
    decide,
    open_table,
)
from uno_chat.table.calendar import Rest, later
from uno_chat.table.habits import NIGHT

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
AT_ONCE: Final = timedelta(seconds=10)
"""Who has the page open takes so long for the next tap."""
ZONES: Final = (
    *("Europe/Lisbon", "Europe/Berlin", "Europe/Kyiv", "Africa/Lagos", "Asia/Dubai"),
    *("Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "America/New_York", "America/Chicago"),
    *("America/Los_Angeles", "America/Sao_Paulo"),
)


@dataclass(frozen=True, slots=True)
class Ended:
    """A round that was played to its end."""

    took: timedelta
    turns: int
    timeouts: int
    prepared: int


@dataclass(slots=True)
class Group:
    """A table, the time, who prepares, and when each person will have seen something next."""

    luck: Random
    table: Table
    now: datetime
    ahead: frozenset[str]
    seen: dict[str, datetime] = field(default_factory=dict)
    looks: dict[str, datetime] = field(default_factory=dict)
    turn: int = 0
    prepared: int = 0
    timeouts: int = 0

    def play(self) -> Ended:
        """A round from the deal to its last card."""
        begun = self.now
        self.do(Deal(1))
        turns = 0
        while (play := self.table.play) is not None:
            turns = play.round.turn_no
            self.now, act = min(self._events(), key=lambda event: event[0])
            act()
        return Ended(self.now - begun, turns, self.timeouts, self.prepared)

    def do(self, command: AtTable) -> None:
        """Decide now; whoever prepares takes note of what became of it."""
        before = self.table
        out = decide(before, command, self.now, self.luck.randbytes(32))
        if isinstance(out, Refused):
            return
        self.table = out.table
        new = before.happened - self.table.happened
        codes = [fact.code for fact in self.table.happenings[new:]] if new else []
        self.timeouts += codes.count(Code.TIMED_OUT)
        self._looks_again(before, out)

    def _looks_again(self, before: Table, out: Outcome) -> None:
        """A list that is gone will be seen to be gone."""
        if before.play is None or out.table.play is None:
            return
        gone = {one.seat for one in before.play.prepared} - {
            one.seat for one in out.table.play.prepared
        }
        for seat in gone:
            self.looks[seat] = self._sees(seat)

    def _events(self) -> Iterator[tuple[datetime, Callable[[], None]]]:
        play = self.table.play
        assert play is not None
        for wake in alarms(self.table):
            yield max(wake.due, self.now), partial(self._ring, wake.kind, wake.number)
        for seat, at in self.looks.items():
            yield at, partial(self._prepare, seat)
        owner = play.owner
        assert owner is not None
        mine = play.prepared_by(owner)
        if play.clock.handed and (mine is None or mine.due is None):
            yield self._answer_at(owner, play.clock.number), partial(self._act, owner)

    def _ring(self, kind: Kind, number: int) -> None:
        play = self.table.play
        self.prepared += kind is Kind.PREPARED
        if kind is Kind.COMPUTER and play is not None and play.owner is not None:
            self.do(ComputerActs(play.owner, number, self._choice(play.owner)))
        else:
            self.do(Ring(kind, number))

    def _answer_at(self, seat: str, number: int) -> datetime:
        """When the seat to move will act: drawn once for each decision."""
        if self.turn != number:
            again = isinstance(self._round().pending, game.PlayOrKeep)
            self.seen = {seat: self.now + AT_ONCE if again else self._sees(seat)}
            self.turn = number
        return max(self.seen[seat], self.now)

    def _sees(self, seat: str) -> datetime:
        """When somebody sees what is new now."""
        zone, dice = self.table.seat(seat).habits.zone, self.luck.random()
        assert zone is not None
        awake = Rest(zone, NIGHT)
        if dice < 0.05:
            back = self.now + self.luck.uniform(12, 48) * HOUR
            return later(awake, back, MINUTE)
        usual = 12 * MINUTE if dice < 0.75 else 3 * HOUR
        up = later(awake, self.now, AT_ONCE)
        return later(awake, up + usual * self.luck.lognormvariate(0, 1), AT_ONCE)

    def _act(self, seat: str) -> None:
        self.do(Act(self._player(seat), self._choice(seat)))
        if seat in self.ahead:
            self.looks[seat] = self.now + AT_ONCE

    def _choice(self, seat: str) -> game.Move:
        play = self.table.play
        assert play is not None
        sight = game.sight(play.round, play.order.index(seat))
        return choose("normal", sight, luck_from(self.luck.randbytes(32), "preplay"))

    def _prepare(self, seat: str) -> None:
        """Everything that could be done, if the turn has not come in the meantime."""
        del self.looks[seat]
        play = self.table.play
        if play is None or play.owner == seat:
            return
        hand = play.round.hands[play.order.index(seat)]
        self.do(Prepare(self._player(seat), wishes(hand)))

    def _player(self, seat: str) -> int:
        player = self.table.seat(seat).player
        assert player is not None
        return player

    def _round(self) -> game.Round:
        assert self.table.play is not None
        return self.table.play.round


def wishes(hand: Sequence[game.Card]) -> tuple[Item, ...]:
    """All cards, wild ones last; else a card from the stock."""
    held = [card.colour for card in hand]
    best = max(game.Colour, key=held.count)
    cards = sorted(set(hand), key=lambda card: (card.wild, -held.count(card.colour), card.order))
    uno = len(hand) == 2
    plays = (game.Play(card, best if card.wild else None, uno) for card in cards)
    return (*(Item(play) for play in plays), Item(DrawAndPlay(uno=len(hand) == 1)))[-12:]


def settled_down(people: int, settings: Settings, luck: Random) -> tuple[Table, datetime]:
    """People of anywhere, on their seats at some hour of a day."""
    now = datetime(2026, 2, 2, tzinfo=UTC) + luck.random() * DAY
    table = open_table(Open(1, 1, "P1", "a group", settings), now).table
    for number in range(2, people + 1):
        out = decide(table, Join(number, f"P{number}"), now, b"")
        assert isinstance(out, Outcome)
        table = out.table
    seats = (replace(seat, habits=Habits(luck.choice(ZONES))) for seat in table.seats)
    return replace(table, seats=tuple(seats)), now


def one_round(people: int, pace: str, ahead: int, seed: int) -> Ended:
    """A round in which so many of the people prepare."""
    luck, preset = Random(seed), PRESETS[pace]
    options = replace(IN_GROUPS.options, goal=0)
    settings = replace(
        IN_GROUPS, options=options, pace=preset.pace, hold=preset.hold, pause=preset.pause
    )
    table, now = settled_down(people, settings, luck)
    seats = luck.sample([seat.id for seat in table.seats], ahead)
    return Group(luck, table, now, frozenset(seats)).play()


def error_of_median(values: Sequence[float], luck: Random) -> float:
    """The spread of the median when the rounds are drawn again."""
    return stdev(median(luck.choices(values, k=len(values))) for _ in range(200))


def report(ahead: int, rounds: Sequence[Ended], luck: Random) -> None:
    days = [one.took / DAY for one in rounds]
    turns = sum(one.turns for one in rounds)
    print(
        f"{ahead:>8} {median(days):8.2f} +-{error_of_median(days, luck):.2f}"
        f" {mean(days):8.2f} +-{stdev(days) / sqrt(len(days)):.2f}"
        f" {sorted(days)[len(days) * 9 // 10]:8.2f}"
        f" {turns / len(rounds):8.1f} {sum(one.prepared for one in rounds) / turns:8.0%}"
        f" {1000 * sum(one.timeouts for one in rounds) / turns:8.2f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="how much preparing turns saves")
    parser.add_argument("--rounds", type=int, default=400, help="of each kind (400)")
    parser.add_argument("--people", type=int, default=4, help="at a table (4)")
    parser.add_argument("--pace", choices=sorted(PRESETS), default="daily", help="(daily)")
    parser.add_argument("--seed", type=int, default=1, help="of the first round (1)")
    given = parser.parse_args()
    print(" prepare   median (days)     mean (days)      p90    turns prepared timeouts/1000")
    seeds = range(given.seed, given.seed + given.rounds)
    with ProcessPoolExecutor() as pool:
        for ahead in (0, given.people // 2, given.people):
            play = partial(one_round, given.people, given.pace, ahead)
            report(ahead, list(pool.map(play, seeds, chunksize=5)), Random(given.seed))


if __name__ == "__main__":
    main()
