"""What happens while nobody looks at the clock is an outage, whatever the reason."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import pytest

from uno_chat.contract import Transaction
from uno_chat.coordinator.outages import OUTAGES
from uno_chat.runtime.receiving import Account
from uno_chat.runtime.watching import LISTENS, Watch
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.memory_store import MemoryStore

T = TypeVar("T")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


@dataclass(slots=True)
class Clockwork:
    """A clock that is set by hand, a store, how often it was written to, and the secret of
    a network that posts.
    """

    at: datetime = NOON
    store: MemoryStore = field(default_factory=MemoryStore)
    writes: int = 0
    secret: str | None = None

    def now(self) -> datetime:
        """What the clock shows."""
        return self.at

    def watch(self) -> Watch:
        """A process that begins to watch."""
        network = FakeNetwork(self.now)
        adapter = network.webhook_adapter(self.secret) if self.secret else network.adapter()
        return Watch(self, self.now, {adapter.network: Account(adapter)})

    async def open(self) -> None:
        await self.store.open()

    async def close(self) -> None:
        await self.store.close()

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        self.writes += 1
        return await self.store.transact(body)

    async def outages(self) -> str:
        """What is remembered of outages."""
        return await self.store.transact(lambda tx: tx.cursor(OUTAGES)) or ""


@pytest.fixture
async def clock() -> Clockwork:
    """At noon, with an open store."""
    made = Clockwork()
    await made.open()
    return made


async def test_a_first_start_has_missed_nothing(clock: Clockwork) -> None:
    watch = clock.watch()
    await watch.look()
    assert await clock.outages() == ""
    assert watch.rings(clock.at) == clock.at


async def test_looking_often_is_written_down_now_and_then(clock: Clockwork) -> None:
    watch = clock.watch()
    for _ in range(60):
        await watch.look()
        clock.at += SECOND
    assert clock.writes == 1 + 4
    assert await clock.outages() == ""


@pytest.mark.parametrize("restarts", [True, False])
async def test_a_process_that_was_away_knows_from_when_to_when(
    clock: Clockwork, *, restarts: bool
) -> None:
    """Killed and started again, or suspended, or with its clock set forward."""
    watch = clock.watch()
    await watch.look()
    clock.at += timedelta(hours=2)
    watch = clock.watch() if restarts else watch
    await watch.look()
    await watch.look()
    assert await clock.outages() == (
        '[[1, "", "2026-03-01T12:00:00+00:00", "2026-03-01T14:00:00+00:00"]]'
    )


async def test_a_clock_that_is_set_back_misses_nothing(clock: Clockwork) -> None:
    watch = clock.watch()
    await watch.look()
    clock.at -= timedelta(hours=2)
    await watch.look()
    clock.at += 10 * SECOND
    await watch.look()
    assert await clock.outages() == ""


async def test_after_an_outage_it_listens_before_it_looks_at_deadlines(clock: Clockwork) -> None:
    await clock.watch().look()
    clock.at += timedelta(minutes=30)
    watch = clock.watch()
    await watch.look()
    assert watch.rings(clock.at) is None
    (account,) = watch.accounts.values()
    account.caught_up.set()
    assert watch.rings(clock.at) == clock.at


async def suspended(clock: Clockwork) -> tuple[Watch, Account]:
    """A process that had heard everything, and then was not there for a minute."""
    watch = clock.watch()
    (account,) = watch.accounts.values()
    account.caught_up.set()
    await watch.look()
    clock.at += timedelta(minutes=1)
    await watch.look()
    return watch, account


async def test_a_process_that_was_suspended_listens_again(clock: Clockwork) -> None:
    watch, account = await suspended(clock)
    assert watch.rings(clock.at) is None
    account.caught_up.set()
    assert watch.rings(clock.at) == clock.at


async def test_a_network_that_posts_has_nothing_to_be_asked_for(clock: Clockwork) -> None:
    clock.secret = "only the network knows"
    watch, _ = await suspended(clock)
    assert watch.rings(clock.at) == clock.at


async def test_a_network_that_stays_away_keeps_the_others_waiting_for_a_while_only(
    clock: Clockwork,
) -> None:
    await clock.watch().look()
    clock.at += timedelta(minutes=30)
    watch = clock.watch()
    await watch.look()
    clock.at += LISTENS - SECOND
    assert watch.rings(clock.at) is None
    clock.at += SECOND
    assert watch.rings(clock.at) == clock.at


async def test_the_failure_of_a_network_is_written_down_once(clock: Clockwork) -> None:
    watch = clock.watch()
    await watch.look()
    (account,) = watch.accounts.values()
    account.health.fails(clock.at)
    for _ in range(10):
        clock.at += 10 * SECOND
        await watch.look()
    account.health.works(clock.at)
    await watch.look()
    await watch.look()
    assert (await clock.outages()).count(f'"{account.network}"') == 1


async def test_a_network_that_failed_before_a_restart_has_failed_since_then(
    clock: Clockwork,
) -> None:
    watch = clock.watch()
    (account,) = watch.accounts.values()
    account.health.fails(clock.at)
    await watch.look()
    for _ in range(2):
        clock.at += timedelta(hours=1)
        watch = clock.watch()
        (account,) = watch.accounts.values()
        account.health.fails(clock.at)
        await watch.look()
        assert not account.health.may_end(clock.at)
    account.health.works(clock.at)
    await watch.look()
    assert f'"{NOON.isoformat()}", "{clock.at.isoformat()}"' in await clock.outages()
    watch = clock.watch()
    await watch.look()
    (account,) = watch.accounts.values()
    assert account.health.failing is None


@pytest.mark.parametrize("is_open", [False, True])
async def test_a_network_that_recovers_while_nobody_looks_has_failed_until_it_is_heard(
    clock: Clockwork, *, is_open: bool
) -> None:
    watch = clock.watch()
    (account,) = watch.accounts.values()
    account.health.fails(clock.at)
    await watch.look()
    clock.at += timedelta(hours=1)
    watch = clock.watch()
    (account,) = watch.accounts.values()
    account.is_open = is_open
    await watch.look()
    assert (f'"{account.network}"' in await clock.outages()) is is_open
    clock.at += SECOND
    account.health.works(clock.at)
    await watch.look()
    assert (await clock.outages()).count(f'"{account.network}"') == 1


async def test_the_operator_is_told_of_an_outage_and_of_nothing_else(
    clock: Clockwork, caplog: pytest.LogCaptureFixture
) -> None:
    watch = clock.watch()
    for _ in range(10):
        await watch.look()
        clock.at += 10 * SECOND
    assert caplog.messages == []
    clock.at += timedelta(hours=2)
    await watch.look()
    (account,) = watch.accounts.values()
    account.health.over.append((clock.at - 90 * SECOND, clock.at))
    await watch.look()
    assert [message.partition(" 2026")[0] for message in caplog.messages] == [
        "nobody watched from",
        f"nothing was heard from {account.network} between",
    ]
