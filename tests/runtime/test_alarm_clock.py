"""The alarm clock rings at the time it was set for; what it forgets or misses, the sweep finds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial

import pytest
from apscheduler.schedulers import base

from uno_chat.runtime.alarm_clock import AlarmClock
from uno_chat.testing.patience import PATIENCE

FAKE_NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Bells:
    """Counts who was woken how often."""

    def __init__(self) -> None:
        self.rung: list[str] = []
        self.heard = asyncio.Event()

    def ring(self, name: str) -> None:
        self.rung.append(name)
        self.heard.set()


@pytest.fixture
def bells() -> Bells:
    return Bells()


@pytest.fixture
async def clock(bells: Bells) -> AsyncIterator[AlarmClock]:
    clock = AlarmClock({"work": lambda: bells.ring("work"), "send": lambda: bells.ring("send")})
    clock.start()
    yield clock
    clock.stop()


async def fire(clock: AlarmClock, job_id: str) -> None:
    """What the scheduler does when the time of a job is there."""
    job = clock.scheduler.get_job(job_id)
    assert job is not None
    await job.func(*job.args)


def wait_of(clock: AlarmClock, bell: str) -> timedelta:
    job = clock.scheduler.get_job(bell)
    assert job is not None
    wait: timedelta = job.next_run_time - datetime.now(UTC)
    return wait


@pytest.mark.reported("69", "T68")
async def test_no_alarm_is_missed_however_late_it_rings(clock: AlarmClock) -> None:
    clock.arm("work", FAKE_NOON + HOUR, FAKE_NOON)
    for job in clock.scheduler.get_jobs():
        assert job.misfire_grace_time is None, "a late alarm would be thrown away"
        assert job.coalesce
        assert job.max_instances == 1


async def test_it_waits_as_long_as_the_clock_of_the_house_says(clock: AlarmClock) -> None:
    clock.arm("work", FAKE_NOON + HOUR, FAKE_NOON)
    assert HOUR - timedelta(minutes=1) < wait_of(clock, "work") <= HOUR


async def test_a_bell_has_one_alarm_and_the_last_word_counts(clock: AlarmClock) -> None:
    for due in (HOUR, HOUR * 3, HOUR * 2):
        clock.arm("work", FAKE_NOON + due, FAKE_NOON)
    clock.arm("send", FAKE_NOON + HOUR * 9, FAKE_NOON)
    assert HOUR < wait_of(clock, "work") <= HOUR * 2
    assert len(clock.scheduler.get_jobs()) == 2
    clock.arm("work", None, FAKE_NOON)
    clock.arm("work", None, FAKE_NOON)
    assert {job.id for job in clock.scheduler.get_jobs()} == {"send"}


async def test_when_it_rings_it_can_be_armed_for_the_same_time_again(
    clock: AlarmClock, bells: Bells
) -> None:
    for _ in range(2):
        clock.arm("send", FAKE_NOON + HOUR, FAKE_NOON)
        await fire(clock, "send")
    assert bells.rung == ["send", "send"]
    assert clock.armed == {}


async def test_an_alarm_that_is_ringing_can_be_taken_back(clock: AlarmClock, bells: Bells) -> None:
    clock.arm("send", FAKE_NOON + HOUR, FAKE_NOON)
    clock.scheduler.remove_job("send")
    clock.arm("send", None, FAKE_NOON)
    assert (clock.armed, bells.rung) == ({}, [])


async def test_what_is_due_already_rings_at_once(clock: AlarmClock, bells: Bells) -> None:
    clock.arm("work", FAKE_NOON - HOUR, FAKE_NOON)
    await asyncio.wait_for(bells.heard.wait(), timeout=PATIENCE)
    assert bells.rung == ["work"]


@pytest.mark.reported("T24")
@pytest.mark.reported("T24")
async def test_the_sweep_rings_every_bell_now_and_then_whatever_was_armed(bells: Bells) -> None:
    clock = swift(bells)
    clock.arm("work", FAKE_NOON + HOUR, FAKE_NOON)
    clock.start()
    async with asyncio.timeout(PATIENCE):
        while len(bells.rung) < 6:
            await bells.heard.wait()
            bells.heard.clear()
    clock.stop()
    assert bells.rung[:6] == ["work", "send"] * 3


async def test_a_clock_that_is_set_back_holds_up_no_sweep(
    bells: Bells, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scheduler believes the clock, and would sleep until the old time is there again."""
    clock = swift(bells)
    clock.start()
    monkeypatch.setattr(base, "datetime", SetBack)
    async with asyncio.timeout(PATIENCE):
        while len(bells.rung) < 20:
            await bells.heard.wait()
            bells.heard.clear()
    clock.stop()


class SetBack(datetime):
    """A day behind."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # a plain one
        return datetime.now(tz) - timedelta(days=1)


def swift(bells: Bells) -> AlarmClock:
    """One that sweeps at once."""
    return AlarmClock({name: partial(bells.ring, name) for name in ("work", "send")}, sweep=0)


async def test_it_can_be_stopped_twice_and_before_it_began(bells: Bells) -> None:
    clock = AlarmClock({"work": lambda: bells.ring("work")})
    clock.stop()
    clock.start()
    clock.stop()
    clock.stop()
