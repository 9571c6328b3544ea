"""A network is asked who manages a group beside the work, and what it does not say is not known."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from uno_chat.contract import Said
from uno_chat.coordinator import AskRank
from uno_chat.runtime import ranking
from uno_chat.runtime.ranking import manages
from uno_chat.runtime.receiving import Account
from uno_chat.runtime.working import Asks, Did, Worker
from uno_chat.testing.desk import NET, Desk
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.faults import Refused, TooMany
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.office import ANN, BOB, FAMILY

ASKED = AskRank(BOB, FAMILY)


def accounts(network: FakeNetwork, *, is_open: bool = True) -> dict[str, Account]:
    return {NET: Account(network.adapter(), is_open=is_open)}


@pytest.fixture
def network() -> FakeNetwork:
    network = FakeNetwork(lambda: Desk().now)
    network.join("bob", "family")
    network.admins.add(("bob", "family"))
    return network


async def test_a_network_says_who_manages_a_group(network: FakeNetwork) -> None:
    assert await manages(accounts(network), ASKED) is True
    assert await manages(accounts(network), AskRank(ANN, FAMILY)) is False


async def test_an_account_that_is_not_served_or_not_open_says_nothing(network: FakeNetwork) -> None:
    assert await manages({}, ASKED) is None
    assert await manages(accounts(network, is_open=False), ASKED) is None


@pytest.mark.parametrize("fault", [Refused(), TooMany(timedelta(seconds=1))])
async def test_a_network_that_puts_us_off_says_nothing(
    network: FakeNetwork, fault: Refused | TooMany
) -> None:
    network.fail_writes(fault)
    assert await manages(accounts(network), ASKED) is None


async def test_a_network_that_takes_too_long_says_nothing(
    network: FakeNetwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking, "WITHIN", 0.01)
    served = accounts(network)
    served[NET].adapter.manages = never  # type: ignore[attr-defined] # the fake has it
    assert await manages(served, ASKED) is None


async def never(*_: object) -> bool:
    await asyncio.Event().wait()
    return True


async def test_an_adapter_that_raises_anything_says_nothing_and_is_logged(
    network: FakeNetwork, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> bool:
        raise RuntimeError("bob is in the family")

    served = accounts(network)
    served[NET].adapter.manages = broken  # type: ignore[attr-defined] # the fake has it
    assert await manages(served, ASKED) is None
    assert "RuntimeError" in caplog.text
    assert "bob" not in caplog.text


@dataclass(slots=True)
class Shop:
    """A worker at Ann's table in the family, and what its network is asked."""

    desk: Desk
    store: MemoryStore
    asked: list[AskRank] = field(default_factory=list)
    answer: Callable[[], Awaitable[bool | None]] = field(init=False)

    async def manages(self, asked: AskRank) -> bool | None:
        self.asked.append(asked)
        return await self.answer()

    def put(self, who: str, text: str, group: str | None = "family") -> None:
        row = self.desk.arrival(self.desk.envelope(who, Said(text), group))
        self.desk.do(lambda tx: tx.receive(row))
        self.store.rows = self.desk.rows


async def test_others_go_on_while_a_network_is_asked_and_its_lane_waits() -> None:
    desk = Desk()
    desk.lobby("ann", "bob")
    desk.rows.handled.clear()
    shop = Shop(desk, MemoryStore())
    await shop.store.open()
    said, heard = asyncio.Event(), asyncio.Event()

    async def slowly() -> bool:
        heard.set()
        await said.wait()
        return True

    shop.answer = slowly
    shop.put("bob", "/end")
    shop.put("ann", "/table")
    shop.put("ann", "help", None)
    worker = Worker(
        desk.house, shop.store, lambda: desk.now, lambda _: None, asks=Asks(shop.manages)
    )

    async def work() -> list[str]:
        while await worker.step() is not Did.NOTHING:
            pass
        return [ended.result for ended in shop.store.rows.handled.values()]

    assert await work() == ["help"]
    await heard.wait()
    said.set()
    await asyncio.wait(worker.thoughts.values())
    await asyncio.sleep(0)
    assert (await work())[1] == "done"
    assert [asked.user for asked in shop.asked] == [BOB]
    assert not shop.store.rows.tables[1].open
