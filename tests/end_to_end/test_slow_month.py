"""Slow games live through outages, kills and a change of clocks; the audit of it finds faults."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from uno_chat.table import Code, Table
from uno_chat.testing.reminded import Call, call_faults, day_faults
from uno_chat.testing.sitting import sit
from uno_chat.testing.timekeeping import (
    Deed,
    Gap,
    Turn,
    standing_faults,
    suspicions,
    turn_faults,
    turns,
)
from uno_chat.testing.town import Showing

MONTH = Path(__file__).parents[1] / "benchmarks" / "slow_month.py"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def test_slow_games_go_on_whatever_breaks() -> None:
    options = ("--tables", "4", "--people", "12", "--days", "6", "--start", "2026-10-22")
    more = ("--pace", "24h", "--ghosts", "0.5", "--jobs", "1")
    month = subprocess.run(
        [sys.executable, str(MONTH), *options, *more], capture_output=True, text=True, check=False
    )
    assert month.returncode == 0, month.stdout + month.stderr
    counts = dict(line.rsplit(maxsplit=1) for line in month.stdout.splitlines()[2:])
    for name in ("outages", "network outages", "turns by player", "turns that ran out"):
        assert int(counts[name]) >= 3, counts
    assert int(counts["kills"]) > 90


# --- the audit ----------------------------------------------------------------------------------


def told(*untils: datetime, since: datetime = NOON) -> tuple[Showing, ...]:
    return tuple(Showing(since, 1, "North", until, 7) for until in untils)


def faults(
    turn: Turn, *gaps: Gap, pressed: datetime | None = None, now: datetime = NOON + DAY
) -> list[str]:
    """What is wrong with a turn at a table with a day a turn and no grace."""
    presses = {} if pressed is None else {("North", 7): pressed}
    return list(turn_faults(table(), [turn], presses, gaps, now))


def table() -> Table:
    return sit(3).table


def ran_out(at: datetime) -> Deed:
    return Deed(at, "s1", "timeout", begins=True, round_no=1)


def test_a_turn_that_ends_when_it_was_said_to_is_right() -> None:
    assert faults(Turn(1, told(NOON + DAY), ran_out(NOON + DAY))) == []


def test_a_turn_that_ends_early_is_found() -> None:
    (fault,) = faults(Turn(1, told(NOON + DAY), ran_out(NOON + DAY - timedelta(seconds=1))))
    assert "too early" in fault


def test_a_turn_that_goes_on_is_found() -> None:
    (fault,) = faults(Turn(1, told(NOON + DAY), ran_out(NOON + DAY + 2 * HOUR)))
    assert "too long (timeout)" in fault
    (fault,) = faults(Turn(1, told(NOON + DAY), None), now=NOON + 2 * DAY)
    assert "too long (still)" in fault


def test_a_deadline_that_moves_to_an_earlier_time_is_found() -> None:
    until = NOON + DAY
    (fault,) = faults(Turn(1, told(until + HOUR, until), ran_out(until)))
    assert "had a later deadline" in fault


def test_a_turn_that_was_answered_in_time_and_ended_all_the_same_is_found() -> None:
    turn = Turn(1, told(NOON + DAY), ran_out(NOON + DAY))
    (fault,) = faults(turn, pressed=NOON + DAY)
    assert "its button was pressed" in fault
    assert faults(turn, pressed=NOON + DAY + HOUR) == []


def test_a_turn_that_was_lost_to_an_outage_is_found() -> None:
    turn = Turn(1, told(NOON + DAY), ran_out(NOON + DAY))
    (fault,) = faults(turn, Gap(NOON + HOUR, NOON + 3 * HOUR, long=True))
    assert "had only 22:00:00" in fault


def test_what_an_outage_took_may_be_made_up_for() -> None:
    gap = Gap(NOON + HOUR, NOON + 3 * HOUR, long=True)
    assert faults(Turn(1, told(NOON + DAY), ran_out(NOON + DAY + 2 * HOUR)), gap) == []
    (fault,) = faults(Turn(1, told(NOON + DAY), ran_out(NOON + 3 * DAY)), gap)
    assert "too long" in fault


def test_a_third_turn_may_wait_where_two_ran_out_and_nobody_was_heard() -> None:
    (gap,) = suspicions([NOON + DAY, NOON + DAY, NOON + 2 * DAY])
    assert faults(Turn(1, told(NOON + DAY), ran_out(NOON + DAY + HOUR / 6)), gap) == []


def test_whoever_was_to_move_when_a_round_was_claimed_owes_nothing_any_more() -> None:
    lines = (
        '{"seats": ["s1", "s2"]}',
        '{"at": "2026-03-01T11:00:00Z", "event": "dealt", "actor": null}',
        '{"at": "2026-03-02T11:00:00Z", "event": "seed", "actor": null}',
    )
    (turn,) = turns(sit(2).table, {1: lines}, told(NOON + DAY))
    assert turn.deed is not None
    assert faults(turn, now=NOON + 9 * DAY) == []


def test_a_table_without_its_alarms_is_found() -> None:
    playing = sit(3)
    assert list(standing_faults(playing.table, (), NOON)) != []


def reminded(*calls: Call, at: datetime = NOON + DAY) -> list[str]:
    """What is wrong with the reminders of a turn that ran out then, in London."""
    turn = Turn(1, told(NOON + DAY), ran_out(at))
    return list(call_faults(turn, calls, (), "Europe/London"))


def call(after: timedelta, code: Code = Code.LAST_CALL) -> Call:
    return Call(NOON + after, 1, "North", 7, code, NOON + DAY)


LAST = call(22 * HOUR)


def test_reminders_as_they_should_be_are_right() -> None:
    half, late = call(6 * HOUR, Code.STILL_YOURS), call(21 * HOUR, Code.STILL_YOURS)
    assert reminded(half, late, LAST) == []


def test_a_missed_or_doubled_last_call_is_found() -> None:
    (fault,) = reminded()
    assert "without a last call" in fault
    assert reminded(Call(None, 1, "North", 7, Code.LAST_CALL)) == []
    (fault,) = reminded(LAST, call(23 * HOUR))
    assert "2 times of last-call" in fault


def test_a_reminder_at_the_wrong_time_is_found() -> None:
    (fault,) = reminded(LAST, call(12 * HOUR, Code.STILL_YOURS))
    assert "at 00:00:00 in Europe/London" in fault
    (fault,) = reminded(call(DAY))
    assert "after the deadline" in fault
    (fault,) = reminded(LAST, at=NOON + 21 * HOUR)
    assert "after it was over" in fault


def test_too_many_reminders_of_a_turn_or_a_day_are_found() -> None:
    codes = (Code.STILL_YOURS, Code.STILL_YOURS, Code.RESERVE_RUNS, Code.NUDGED)
    (fault,) = reminded(LAST, *(call(5 * HOUR, code) for code in codes))
    assert "too often" in fault
    day = [call(HOUR, Code.STILL_YOURS)] * 9
    assert list(day_faults(day[1:], {"North": "Europe/London"})) == []
    (fault,) = day_faults(day, {"North": "Europe/London"})
    assert "9 times" in fault
