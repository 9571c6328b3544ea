"""Deadlines as they were shown, held against what the records say: none too early, missed or twice.

Like ``audit``: sentences about what does not hold, none is a good answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from uno_chat import game
from uno_chat.contract import Alarm
from uno_chat.coordinator.serving import LOOK_AGAIN
from uno_chat.runtime.health import FEW, SILENCE
from uno_chat.table import NOTICED, Table, alarms
from uno_chat.testing.audit import Record
from uno_chat.testing.town import Showing

EXACT: Final = timedelta(seconds=1)
_AFTERWARDS: Final = timedelta(hours=24)
"""What is left of a turn at least after a long gap, and the night behind it."""
_ANSWERS: Final = ("played", "kept", "accepted", "challenged", "colour-named", "swapped")


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which nobody could be served, or in which one network failed; it is made up for if
    it was ``long``.
    """

    since: datetime
    until: datetime
    long: bool

    def within(self, since: datetime, until: datetime) -> bool:
        """Whether any of it lies between these times."""
        return self.since < until and since < self.until

    @property
    def length(self) -> timedelta:
        """How long it lasted."""
        return self.until - self.since


@dataclass(frozen=True, slots=True)
class Deed:
    """What a seat did, or what was done in its name; ``begins``: it was the first of its turn."""

    at: datetime
    seat: str
    cause: str
    begins: bool
    round_no: int


@dataclass(frozen=True, slots=True)
class Round:
    """One round: None for ``over`` while it lasts."""

    number: int
    seats: int
    begun: datetime
    over: datetime | None
    turns: int
    timeouts: int

    @property
    def length(self) -> timedelta | None:
        """From the deal to the last card."""
        return None if self.over is None else self.over - self.begun


def deeds(records: Mapping[int, Record]) -> list[Deed]:
    """Everything that answered a decision, in order. Whoever drew and then plays or keeps the card
    is in the same turn.
    """
    found: list[Deed] = []
    for number, lines in records.items():
        seats, drew = json.loads(lines[0])["seats"], None
        for event in map(json.loads, lines[1:]):
            actor, kind = event["actor"], event["event"]
            draws = kind == "drew" and event["why"] == game.Why.TURN
            if actor is None or not (draws or kind in _ANSWERS):
                continue
            at, seat = datetime.fromisoformat(event["at"]), seats[actor]
            begins = draws or (kind not in {"kept", "swapped"} and seat != drew)
            found.append(Deed(at, seat, event["cause"], begins, number))
            drew = seat if draws else None
    return found


def rounds(records: Mapping[int, Record]) -> list[Round]:
    """What became of each round."""
    done, found = deeds(records), []
    for number, lines in records.items():
        first, last = json.loads(lines[1]), json.loads(lines[-1])
        won = last["event"] == "seed"
        ours = [deed for deed in done if deed.round_no == number]
        found.append(
            Round(
                number,
                len(json.loads(lines[0])["seats"]),
                datetime.fromisoformat(first["at"]),
                datetime.fromisoformat(last["at"]) if won else None,
                sum(deed.begins for deed in ours),
                len({deed.at for deed in ours if deed.cause == "timeout"}),
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody was told of one turn, and what came of it: None while it lasts."""

    table: int
    told: tuple[Showing, ...]
    deed: Deed | None

    @property
    def until(self) -> datetime:
        """The deadline that was shown last."""
        return self.told[-1].until

    @property
    def timed_out(self) -> bool:
        """Whether the clock ended it."""
        return self.deed is not None and self.deed.cause == "timeout"


def turns(table: Table, records: Mapping[int, Record], shown: Iterable[Showing]) -> Iterator[Turn]:
    """The turns of which people were told in private, seat by seat. Whoever drew a card and may
    play it has not ended the turn; the end of a round ends all.
    """
    ours = [one for one in shown if one.table == table.id and one.mine]
    done, overs = deeds(records), [one for one in rounds(records) if one.over is not None]
    for seat in table.seats:
        acts = [deed for deed in done if deed.seat == seat.id]
        ends = [deed for count, deed in enumerate(acts, 1) if _ends(acts[count:])]
        ends += [
            Deed(one.over or one.begun, seat.id, "system", begins=True, round_no=one.number)
            for one in overs
        ]
        ends.sort(key=lambda end: end.at)
        told = [one for one in ours if one.chat == seat.name]
        for act in (*ends, None):
            pages = tuple(_before(act, told))
            told = told[len(pages) :]
            if pages:
                yield Turn(table.id, pages, act)


def _ends(then: Sequence[Deed]) -> bool:
    """Whether a turn is over with a deed, by what the same seat did then."""
    return not then or then[0].begins


def _before(act: Deed | None, told: Sequence[Showing]) -> Iterator[Showing]:
    """What was shown before somebody acted: a page was perhaps on its way in that moment."""
    seen = set()
    for one in told:
        if act is None or one.at < act.at or (one.at == act.at and one.decision in seen):
            seen.add(one.decision)
            yield one


def turn_faults(
    table: Table,
    told: Iterable[Turn],
    pressed: Mapping[tuple[str, int], datetime],
    gaps: Sequence[Gap],
    now: datetime,
) -> Iterator[str]:
    """Every turn ends by its deadline and a grace, no sooner and, without a reason, no later; and
    not at all for whoever pressed something in time.
    """
    for turn in told:
        name = f"table {table.id}: the turn of {turn.told[0].chat} until {turn.until:%d %H:%M:%S}"
        untils = [showing.until for showing in turn.told]
        if untils != sorted(untils):
            yield f"{name} had a later deadline before: {untils}"
        yield from (f"{name} {why}" for why in _ended(table, turn, gaps, now))
        if turn.timed_out:
            yield from (f"{name} {why}" for why in _unfair(table, turn, pressed, gaps))


def _ended(table: Table, turn: Turn, gaps: Sequence[Gap], now: datetime) -> Iterator[str]:
    due = turn.until + table.settings.pace.grace
    ended = turn.deed.at if turn.deed else now
    if turn.timed_out and ended < due:
        yield f"was ended {due - ended} too early"
    late = ended - due - allowed(gaps, turn.told[0].at, ended, due)
    if late > EXACT:
        yield f"went on for {late} too long ({turn.deed.cause if turn.deed else 'still'})"


def _unfair(
    table: Table,
    turn: Turn,
    pressed: Mapping[tuple[str, int], datetime],
    gaps: Sequence[Gap],
) -> Iterator[str]:
    assert turn.deed is not None
    last = turn.told[-1]
    at = pressed.get((last.chat, last.decision or 0))
    if at is not None and at <= last.until:
        yield f"ran out although its button was pressed at {at:%d %H:%M:%S}"
    had = turn.deed.at - turn.told[0].at
    for gap in gaps:
        if gap.long and gap.within(turn.told[0].at, turn.deed.at):
            had -= min(gap.until, turn.deed.at) - max(gap.since, turn.told[0].at)
    base = table.settings.pace.base
    if base is not None and had < base - NOTICED:
        yield f"had only {had}"


def allowed(gaps: Sequence[Gap], since: datetime, until: datetime, due: datetime) -> timedelta:
    """How much later a turn may end for what was missed between these times."""
    found = timedelta(0)
    for gap in gaps:
        if gap.long and gap.within(since, until):
            found += gap.length + _AFTERWARDS
        elif gap.within(due - EXACT, until):
            found += gap.length + LOOK_AGAIN
    return found


def suspicions(ended: Iterable[datetime]) -> Iterator[Gap]:
    """When turns end in a time in which nobody is heard, others wait a while: perhaps we are deaf.
    ``ended`` are the times at which any turn of a network ran out.
    """
    times = sorted(ended)
    for first, last in zip(times, times[FEW - 1 :], strict=False):
        if last - first < SILENCE:
            yield Gap(last, first + SILENCE, long=False)


def standing_faults(table: Table, kept: Iterable[Alarm], now: datetime) -> Iterator[str]:
    """No table is stuck: what it waits for is armed, and not overdue."""
    wanted = {Alarm(wake.kind, wake.number, wake.due) for wake in alarms(table)}
    if set(kept) != wanted:
        yield f"table {table.id} has the alarms {set(kept)} and needs {wanted}"
    if table.play is not None and not wanted:
        yield f"table {table.id} waits for nothing"
    late = min((alarm.due for alarm in wanted), default=now)
    if late < now - NOTICED:
        yield f"table {table.id} is overdue since {late}"
