"""An account is served by one worker at a time, and by another one soon when that one is gone."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest

from uno_chat.contract import StoreError, Transaction
from uno_chat.coordinator import fails
from uno_chat.runtime.receiving import Account
from uno_chat.runtime.roles import NONE
from uno_chat.runtime.sharing import BEAT
from uno_chat.runtime.shifts import LASTS, Shifts
from uno_chat.testing.desk import NET, NOON
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.shared_memory import SharedMemory, WorkersStore

SECOND = timedelta(seconds=1)


@dataclass(slots=True)
class Worker:
    """A worker whose clocks can be set: the one that nobody sets, and the one of its machine."""

    store: WorkersStore
    shifts: Shifts
    account: Account
    changes: int = 0
    slept: float = 0.0
    set_by: float = 0.0


@dataclass(slots=True)
class Installation:
    """Workers of one store, at noon."""

    at: datetime = NOON
    shared: SharedMemory = field(init=False)
    began: int = 0

    def __post_init__(self) -> None:
        self.shared = SharedMemory(lambda: self.at)

    async def worker(self) -> Worker:
        """One more, which has caught up with its network."""
        store = self.shared.worker()
        await store.open()
        account = Account(FakeNetwork(lambda: self.at).adapter())
        account.give(NONE)

        def changed() -> None:
            made.changes += 1

        def ticks() -> tuple[float, float]:
            went = (self.at - NOON).total_seconds()
            return went - made.slept, went + made.set_by

        shifts = Shifts(store, {NET: account}, lambda: self.at, changed, ticks)
        made = Worker(store, shifts, account)
        account.caught_up.set()
        return made

    async def later(self, seconds: float, *workers: Worker) -> None:
        """Let time pass; these workers beat meanwhile."""
        for _ in range(round(seconds / BEAT)):
            self.at += BEAT * SECOND
            for worker in workers:
                await worker.shifts.beat()


@pytest.fixture
def here() -> Installation:
    return Installation()


def serving(*workers: Worker) -> list[bool]:
    return [w.shifts.has(NET) and w.account.served.is_set() for w in workers]


async def test_the_first_worker_serves_and_the_others_wait(here: Installation) -> None:
    one, two = await here.worker(), await here.worker()
    for worker in (one, two):
        await worker.shifts.beat()
    assert serving(one, two) == [True, False]
    assert (one.changes, two.changes) == (1, 0)
    await here.later(60, two, one)
    assert serving(one, two) == [True, False]


async def test_another_worker_takes_over_within_fifteen_seconds(here: Installation) -> None:
    one, two = await here.worker(), await here.worker()
    await one.shifts.beat()
    await here.later(20, one, two)
    await here.later(7.5, two)
    assert serving(two) == [False]
    await here.later(5, two)
    assert serving(one, two) == [False, True]
    assert LASTS.total_seconds() + 2 * BEAT <= 15


async def test_whoever_could_renew_nothing_says_so_once(
    here: Installation, caplog: pytest.LogCaptureFixture
) -> None:
    """Not that it does what it has not lost yet, which it loses in the same moment."""
    one = await here.worker()
    await one.shifts.beat()
    caplog.set_level("INFO")
    here.at += timedelta(minutes=1)
    one.shifts.give_up()
    assert caplog.messages == [f"{NET} is not ours any more: another worker may serve it"]


async def test_whoever_was_frozen_knows_that_it_serves_nothing_any_more(
    here: Installation,
) -> None:
    """Before it has asked anybody."""
    one = await here.worker()
    await one.shifts.beat()
    here.at += timedelta(minutes=1)
    assert serving(one) == [False]
    one.shifts.give_up()
    assert one.account.left.is_set()
    assert not one.account.served.is_set()


async def test_whoever_has_an_account_again_that_others_had_meanwhile_begins_anew(
    here: Installation,
) -> None:
    one, two = await here.worker(), await here.worker()
    await one.shifts.beat()
    one.account.left.clear()
    here.at += LASTS
    await two.shifts.beat()
    await two.shifts.end()
    await one.shifts.beat()
    assert serving(one) == [True]
    assert one.account.left.is_set()
    assert one.changes == 2


async def test_a_machine_that_slept_knows_it_too(here: Installation) -> None:
    one = await here.worker()
    await one.shifts.beat()
    here.at += timedelta(minutes=1)
    one.slept = 60
    assert serving(one) == [False]


@pytest.mark.parametrize("seconds", [-3600, 3600])
async def test_a_clock_that_is_set_costs_one_beat(here: Installation, seconds: float) -> None:
    one, two = await here.worker(), await here.worker()
    await one.shifts.beat()
    one.set_by = seconds
    assert serving(one) == [False]
    await here.later(BEAT, one, two)
    assert serving(one, two) == [True, False]


async def test_without_a_database_a_shift_ends_before_others_may_take_it(
    here: Installation,
) -> None:
    one, two = await here.worker(), await here.worker()
    await one.shifts.beat()
    one.store.away = True
    while not serving(two)[0]:
        here.at += SECOND
        with pytest.raises(StoreError):
            await one.shifts.beat()
        one.shifts.give_up()
        await two.shifts.beat()
        assert serving(one, two) != [True, True]
    assert here.at - NOON == LASTS
    one.store.away = False
    await one.shifts.beat()
    assert serving(one, two) == [False, True]


async def test_whoever_stops_lets_others_go_on_at_once(here: Installation) -> None:
    one, two = await here.worker(), await here.worker()
    await one.shifts.beat()
    await one.shifts.end()
    await two.shifts.beat()
    assert serving(one, two) == [False, True]


async def test_an_account_that_is_refused_here_may_be_served_elsewhere(here: Installation) -> None:
    one, two = await here.worker(), await here.worker()
    await one.shifts.beat()
    one.account.refused = "the token is wrong"
    for worker in (one, two):
        await worker.shifts.beat()
    assert serving(one, two) == [False, True]


async def test_a_shift_comes_back_to_whoever_had_lost_it(here: Installation) -> None:
    one, two = await here.worker(), await here.worker()
    await one.shifts.beat()
    await here.later(15, two)
    await here.later(15, one)
    assert serving(one) == [True]
    assert one.changes == 2


# --- what all have to know ----------------------------------------------------------------------


async def test_all_know_when_people_were_heard_last(here: Installation) -> None:
    one, two = await here.worker(), await here.worker()
    one.account.health.heard = NOON
    await one.shifts.beat()
    await two.shifts.beat()
    assert two.account.health.heard == NOON
    two.account.health.heard = NOON + SECOND
    await two.shifts.beat()
    await one.shifts.beat()
    assert one.account.health.heard == NOON + SECOND


async def test_all_know_since_when_a_network_fails(here: Installation) -> None:
    one, two = await here.worker(), await here.worker()
    await one.shifts.beat()
    await one.store.transact(lambda tx: fails(tx, NET, NOON))
    await two.shifts.beat()
    assert two.account.health.failing == NOON
    assert not two.account.health.may_end(NOON + timedelta(minutes=1))
    await one.store.transact(lambda tx: fails(tx, NET, None))
    await two.shifts.beat()
    assert two.account.health.failing is None


async def test_whoever_takes_over_a_network_that_fails_knows_since_when(
    here: Installation,
) -> None:
    one, two = await here.worker(), await here.worker()
    await one.shifts.beat()
    await one.store.transact(lambda tx: fails(tx, NET, NOON))
    await here.later(90, two)
    assert serving(two) == [True]
    assert two.account.health.failing == NOON
    two.account.health.works(here.at)
    assert two.account.health.over == [(NOON, here.at)]


async def test_all_know_up_to_when_everything_was_read(here: Installation) -> None:
    one, two = await here.worker(), await here.worker()
    one.account.caught_up.clear()
    await here.later(5, one, two)
    assert (one.account.listened, two.account.listened) == (None, None)
    one.account.caught_up.set()
    await here.later(5, one, two)
    assert (one.account.listened, two.account.listened) == (here.at, here.at)
    read = here.at
    await here.later(5, two)
    assert two.account.listened == read


async def test_a_network_that_nobody_served_for_a_while_was_out_of_reach(
    here: Installation,
) -> None:
    one, two = await here.worker(), await here.worker()
    await here.later(5, one)
    read = here.at
    here.at += timedelta(minutes=2)
    two.account.caught_up.clear()
    await here.later(BEAT, two)
    two.account.caught_up.set()
    await here.later(BEAT, two)
    assert two.account.health.over == [(read, here.at)]


async def test_a_network_that_changes_hands_soon_was_never_out_of_reach(
    here: Installation,
) -> None:
    one, two = await here.worker(), await here.worker()
    await here.later(5, one)
    await here.later(30, two)
    assert serving(two) == [True]
    assert two.account.health.over == []


async def test_what_is_noted_of_an_account_is_not_an_adapters_cursor(here: Installation) -> None:
    one = await here.worker()
    await here.later(5, one)

    def cursor(tx: Transaction) -> str | None:
        return tx.cursor(NET)

    assert await one.store.transact(cursor) is None
