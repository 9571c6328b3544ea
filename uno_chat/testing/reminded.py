"""Reminders as they reached people, held against their turns: none twice, too late or at night.

Like ``audit``: sentences about what does not hold, none is a good answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from uno_chat.contract import Outgoing, OutKind, User
from uno_chat.coordinator.messages import Told, from_payload
from uno_chat.coordinator.reminding import MOST_A_DAY
from uno_chat.table import Code, Fact
from uno_chat.table.habits import NIGHT
from uno_chat.table.reminding import LEAST_LEFT, MOST
from uno_chat.testing.timekeeping import Gap, Turn

_AT_ONCE: Final = timedelta(minutes=2)
"""How soon something is said that could not be said before."""


@dataclass(frozen=True, slots=True)
class Call:
    """A reminder of one decision; ``until`` is the deadline that it told, ``at`` None if it was
    taken to be sent and nobody knows whether it was.
    """

    at: datetime | None
    table: int
    who: str
    decision: int
    code: str
    until: datetime | None = None


def call_in(row: Outgoing, at: datetime | None, until: datetime | None = None) -> Call | None:
    """The reminder that an outbox row is, None for anything else."""
    if row.kind is not OutKind.NOTICE or not isinstance(row.to, User) or row.table is None:
        return None
    told = from_payload(row.payload).saying
    if not isinstance(told, Told) or told.decision is None:
        return None
    assert isinstance(told.fact, Fact)
    return Call(at, row.table, row.to.id, told.decision, told.fact.code, until)


def call_faults(
    turn: Turn, calls: Collection[Call], gaps: Sequence[Gap], zone: str
) -> Iterator[str]:
    """What is wrong with the reminders of one turn of somebody who lives there."""
    name = f"table {turn.table}: {turn.told[0].chat} until {turn.until:%d %H:%M:%S}"
    decisions = {showing.decision for showing in turn.told}
    ours = [one for one in calls if one.who == turn.told[0].chat and one.decision in decisions]
    came = [one for one in ours if one.at is not None]
    times = Counter((one.code, one.until) for one in came)
    for (code, until), count in times.items():
        if count > (2 if code == Code.STILL_YOURS else 1):
            yield f"{name} heard {count} times of {code} until {until}"
    if sum(one.code != Code.LAST_CALL for one in came) > MOST:
        yield f"{name} was reminded too often: {times}"
    for one in came:
        yield from (f"{name} heard {one.code} {why}" for why in _untimely(turn, one, gaps, zone))
    missed = any(gap.long and gap.within(turn.told[0].at, turn.until) for gap in gaps)
    if turn.timed_out and not missed and not any(one.code == Code.LAST_CALL for one in ours):
        yield f"{name} ran out without a last call"


def _untimely(turn: Turn, one: Call, gaps: Sequence[Gap], zone: str) -> Iterator[str]:
    assert one.at is not None
    if turn.deed is not None and one.at > turn.deed.at:
        yield f"at {one.at}, after it was over"
    if one.code == Code.LAST_CALL and one.until is not None and one.at >= one.until:
        yield f"at {one.at}, after the deadline"
    begin, end = NIGHT
    hour = one.at.astimezone(ZoneInfo(zone)).time()
    sleeps = not end <= hour < begin
    forced = turn.until - one.at <= LEAST_LEFT
    late = any(gap.within(one.at - _AT_ONCE, one.at) for gap in gaps)
    if sleeps and one.code != Code.LAST_CALL and not (forced or late):
        yield f"at {hour} in {zone}"


def day_faults(calls: Iterable[Call], zones: Mapping[str, str]) -> Iterator[str]:
    """Nobody is reminded more often than so many times a day, last calls not counted."""
    days = Counter(
        (one.who, one.at.astimezone(ZoneInfo(zones[one.who])).date())
        for one in calls
        if one.at is not None and one.code != Code.LAST_CALL
    )
    for (who, day), count in days.items():
        if count > MOST_A_DAY:
            yield f"{who} was reminded {count} times on {day}"
