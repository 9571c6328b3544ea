"""An evening at one table ends when its people have gone to bed, and goes on in the morning."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from uno_chat.table import (
    Code,
    End,
    Habits,
    Kind,
    PauseReason,
    Phase,
    ToPlayer,
    Why,
)
from uno_chat.testing.positions import unheld
from uno_chat.testing.sitting import Sitting, dealt, lay

LATE = datetime(2026, 3, 1, 22, 10, tzinfo=UTC)
ASLEEP, AWAKE = Habits("UTC", (time(22, 30), time(8))), Habits("UTC", None)


def evening(people: int, asleep: int, pace: str = "table") -> Sitting:
    """A table late in the evening, at which so many go to bed before the turn is over."""
    at = dealt(people, settings=unheld(pace))
    at.now = LATE
    seats = tuple(
        replace(seat, habits=ASLEEP if place < asleep else AWAKE)
        for place, seat in enumerate(at.table.seats)
    )
    at.table = replace(at.table, seats=seats)
    lay(at, "s1", "R5", {"s1": "B1 B2"}, stock="G9 G8")
    return at


@pytest.mark.parametrize(("people", "asleep"), [(2, 2), (3, 3), (5, 3)])
def test_a_turn_that_runs_out_when_all_have_gone_to_bed_is_not_over(
    people: int, asleep: int
) -> None:
    at = evening(people, asleep)
    at.ring(Kind.DEADLINE)
    assert (at.play.owner, at.table.seat("s1").strikes) == ("s1", 0)
    assert [pause.reason for pause in at.table.pauses] == [PauseReason.NIGHT]
    assert at.wake(Kind.DEADLINE) is None


def test_whoever_acts_first_ends_the_night() -> None:
    at = evening(3, 3)
    at.ring(Kind.DEADLINE)
    at.now = LATE + timedelta(hours=10)
    at.acts("s1", "draw")
    assert at.table.pauses == ()
    assert at.wake(Kind.DEADLINE) is not None


@pytest.mark.parametrize(
    ("people", "asleep", "pace"),
    [(3, 2, "table"), (5, 2, "table"), (3, 0, "table"), (3, 3, "blitz"), (3, 3, "hours")],
)
def test_a_turn_that_runs_out_for_another_reason_is_over(
    people: int, asleep: int, pace: str
) -> None:
    at = evening(people, asleep, pace)
    before = at.table.happened
    at.ring(Kind.DEADLINE)
    assert at.codes(before)[0] == Code.TIMED_OUT


@pytest.mark.reported("T35")
def test_an_evening_that_nobody_goes_on_with_rests_in_the_end() -> None:
    at = evening(3, 3)
    at.ring(Kind.DEADLINE)
    for week in (1, 2, 3):
        at.ring(Kind.IDLE)
        last = at.told[-1]
        assert isinstance(last, ToPlayer)
        assert (last.player, getattr(last.fact, "code", "")) == (1, Code.WAITS)
        assert at.table.idled == week
    at.ring(Kind.IDLE)
    assert at.table.dormant is not None
    at.acts("s1", "draw")
    assert at.table.pauses == ()
    assert at.wake(Kind.IDLE) is None
    assert at.wake(Kind.DEADLINE) is not None


@pytest.mark.reported("T31")
def test_an_evening_that_nobody_goes_on_with_is_closed_by_whoever_sees_it() -> None:
    at = evening(3, 3)
    at.ring(Kind.DEADLINE)
    assert at.refused(End(9)).reason == Why.NOT_HOST
    at.now += timedelta(days=1)
    at.done(End(9))
    assert at.phase() is Phase.ENDED
