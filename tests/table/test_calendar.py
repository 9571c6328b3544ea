"""Nights and weekends in zones that make trouble, and time that runs around them."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.table.calendar import Rest, Stretch, counted, instant, later, resting, stretches

NIGHT = (time(22, 30), time(8))
HOUR = timedelta(hours=1)
ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "UTC",
)


def utc(text: str) -> datetime:
    """A moment."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


rests = st.builds(
    Rest,
    st.sampled_from(ZONES),
    st.sampled_from([None, NIGHT, (time(1), time(7)), (time(0), time(6))]),
    st.sampled_from([(), (5, 6), (4, 5)]),
)
moments = st.timedeltas(timedelta(0), timedelta(days=5500)).map(
    lambda since: datetime(2011, 12, 1, tzinfo=UTC) + since
)
times = st.timedeltas(timedelta(0), timedelta(days=12))


@pytest.mark.reported("T69")
@pytest.mark.parametrize(
    ("zone", "day", "at", "begins", "ends"),
    [
        ("Europe/Berlin", date(2026, 3, 29), time(2, 30), "2026-03-29 01:00", "2026-03-29 01:00"),
        ("Europe/Berlin", date(2026, 10, 25), time(2, 30), "2026-10-25 00:30", "2026-10-25 01:30"),
        ("America/New_York", date(2026, 3, 8), time(2, 1), "2026-03-08 07:00", "2026-03-08 07:00"),
        (
            "Australia/Lord_Howe",
            date(2026, 4, 5),
            time(1, 45),
            "2026-04-04 14:45",
            "2026-04-04 15:15",
        ),
        ("America/Santiago", date(2026, 9, 6), time(0), "2026-09-06 04:00", "2026-09-06 04:00"),
        ("Pacific/Apia", date(2011, 12, 30), time(12), "2011-12-30 10:00", "2011-12-30 10:00"),
    ],
)
def test_a_time_that_is_skipped_or_comes_twice_never_shortens_a_night(
    zone: str, day: date, at: time, begins: str, ends: str
) -> None:
    place = ZoneInfo(zone)
    assert instant(day, at, place, ends=False) == utc(begins)
    assert instant(day, at, place, ends=True) == utc(ends)


def test_a_night_belongs_to_the_place_and_not_to_the_clock_of_the_server() -> None:
    rest = Rest("Asia/Kathmandu", NIGHT)
    assert resting(rest, utc("2026-01-05 17:00")) == (
        utc("2026-01-05 16:45"),
        utc("2026-01-06 02:15"),
    )
    assert resting(rest, utc("2026-01-05 16:44")) is None


def test_nights_and_days_off_that_touch_are_one_stretch() -> None:
    rest = Rest("UTC", NIGHT, (5, 6))
    assert list(islice(stretches(rest, utc("2026-01-08 12:00")), 2)) == [
        (utc("2026-01-08 22:30"), utc("2026-01-09 08:00")),
        (utc("2026-01-09 22:30"), utc("2026-01-12 08:00")),
    ]


@pytest.mark.reported("T69")
def test_a_day_of_time_is_24_hours_on_the_days_of_a_clock_change_too() -> None:
    begin = utc("2026-03-28 12:00")
    assert later(Rest("Europe/Berlin", None, ()), begin, 24 * HOUR) == begin + 24 * HOUR
    assert later(None, begin, 24 * HOUR) == begin + 24 * HOUR


def test_what_does_not_count_is_left_out() -> None:
    rest = Rest("UTC", NIGHT)
    assert later(rest, utc("2026-01-08 20:30"), 3 * HOUR) == utc("2026-01-09 09:00")
    assert later(rest, utc("2026-01-08 23:30"), HOUR) == utc("2026-01-09 09:00")
    assert counted(rest, utc("2026-01-08 20:30"), utc("2026-01-09 09:00")) == 3 * HOUR


def test_a_night_of_no_length_is_none() -> None:
    rest = Rest("UTC", (time(8), time(8)))
    assert resting(rest, utc("2026-01-08 08:00")) is None
    assert later(rest, utc("2026-01-08 07:00"), 3 * HOUR) == utc("2026-01-08 10:00")


def some(rest: Rest, since: datetime) -> Iterator[Stretch]:
    """The next ten stretches, none for a place without any."""
    return islice(stretches(rest, since), 10)


@given(rests, moments)
def test_stretches_come_in_order_and_never_touch(rest: Rest, since: datetime) -> None:
    found = list(some(rest, since))
    assert all(begin < end and end > since for begin, end in found)
    assert all(first[1] < then[0] for first, then in pairwise(found))


@given(rests, moments, times)
def test_as_much_time_runs_as_was_given_and_it_never_ends_at_rest(
    rest: Rest, since: datetime, time: timedelta
) -> None:
    end = later(rest, since, time)
    assert counted(rest, since, end) == time
    assert end >= since + time
    found = resting(rest, end)
    assert time == timedelta(0) or found is None or found[0] == end


@given(rests, moments)
def test_a_moment_is_at_rest_when_it_lies_in_a_stretch(rest: Rest, at: datetime) -> None:
    found = next(some(rest, at), None)
    assert resting(rest, at) == (found if found is not None and found[0] <= at else None)


@given(rests, moments, times, times)
def test_time_adds_up(rest: Rest, since: datetime, one: timedelta, two: timedelta) -> None:
    middle, end = since + one, since + one + two
    assert counted(rest, since, end) == counted(rest, since, middle) + counted(rest, middle, end)
