"""What time it is for a worker: by the clock where all look, whatever its own machine says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import pytest

from uno_chat.runtime import Service, clock
from uno_chat.runtime.clock import SharedTime
from uno_chat.testing.desk import NOON, Desk
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.shared_memory import SharedMemory

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


@dataclass(slots=True)
class Ticks:
    """Seconds of a clock that nobody sets."""

    seconds: float = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture
def time(ticks: Ticks) -> SharedTime:
    """As after a look at the clock of all, at noon."""
    time = SharedTime(ticks)
    time.set(NOON)
    return time


def test_it_is_as_late_as_the_clock_of_all_says_and_goes_on_from_there(
    time: SharedTime, ticks: Ticks
) -> None:
    assert time() == NOON
    ticks.seconds += 2.5
    assert time() == NOON + 2.5 * SECOND


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_the_clock_of_the_machine_may_jump_between_two_looks(
    time: SharedTime, ticks: Ticks, jump: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "utc_now", lambda: NOON + jump)
    ticks.seconds += 1
    assert time() == NOON + SECOND


def test_an_answer_that_was_on_its_way_for_long_turns_nothing_back(
    time: SharedTime, ticks: Ticks
) -> None:
    ticks.seconds += 2
    assert time() == NOON + 2 * SECOND
    time.set(NOON + 1.5 * SECOND)
    assert time() == NOON + 2 * SECOND
    ticks.seconds += 1
    assert time() == NOON + 2.5 * SECOND


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_a_clock_of_all_that_was_set_is_followed(time: SharedTime, jump: timedelta) -> None:
    assert time() == NOON
    time.set(NOON + jump)
    assert time() == NOON + jump


@pytest.mark.parametrize("late", [-24 * HOUR, 24 * HOUR])
async def test_a_worker_on_a_machine_that_is_a_day_off_goes_by_the_clock_of_all(
    late: timedelta,
) -> None:
    shared = SharedMemory(lambda: clock.utc_now() + late)
    network = FakeNetwork(clock.utc_now)
    async with Service(Desk().house, shared.worker(), [network.adapter()]) as service:
        for now in (service.now, service.worker.now, service.sender.now, service.watch.now):
            assert abs(now() - shared.clock()) < HOUR
