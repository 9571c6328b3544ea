"""The sender at work on one network, step by step, under a clock that is set by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import methodcaller
from typing import Final

from uno_chat.contract import (
    Address,
    Capabilities,
    Conversation,
    Outgoing,
    OutKind,
    Slot,
    User,
)
from uno_chat.coordinator import House
from uno_chat.coordinator.messages import Message, Page, to_payload
from uno_chat.runtime.receiving import Account
from uno_chat.runtime.sending import Sender
from uno_chat.testing.desk import NET, NOON, Desk
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.faults import Fault
from uno_chat.testing.memory_store import MemoryStore

FAMILY: Final = Conversation(NET, "family")
CLAN: Final = Conversation(NET, "clan")
ANN: Final = User(NET, "ann")
BOB: Final = User(NET, "bob")
HELP: Final = to_payload(Message(Page("help")))


@dataclass(slots=True)
class Office:
    """A sender, its network, and the rows of a desk at which Ann and Bob play in the family."""

    network: FakeNetwork
    store: MemoryStore
    sender: Sender
    account: Account
    now: datetime
    faults: list[BaseException | None]

    async def put(self, *outs: Outgoing) -> None:
        """Rows to send."""
        for out in outs:
            await self.store.transact(methodcaller("queue", out, self.now))

    async def send(self, wait: timedelta = timedelta(0)) -> None:
        """Let time pass and send what is due, until nothing is under way."""
        self.now += wait
        while await self.sender.step() or self.sender.tasks:
            if not await self.sender.step() and self.sender.tasks:
                await asyncio.wait(self.sender.tasks.values())
                await asyncio.sleep(0)

    def ended(self, out: Outgoing) -> str:
        """How a notice or a toast ended; "" if not yet."""
        return self.store.rows.said[out.to, out.name].result

    def held(self, to: Address) -> timedelta:
        """How long a lane is held back from now on."""
        return self.store.rows.holds[to].until - self.now

    def slot(self, name: str, to: Address) -> Slot | None:
        """A page of table 1 as it is shown."""
        return self.store.rows.slots.get((1, name, to))

    def new(self, chat: str) -> list[str]:
        """The first lines of what became new messages in a chat."""
        shown = [s for s in self.network.shown if s.chat == chat and s.kind == "new"]
        return [showing.page.text.split("\n")[0] for showing in shown]

    def fail(self, *faults: Fault) -> None:
        """The next deliveries meet these, one each."""
        self.network.fail_writes(*faults)


@asynccontextmanager
async def office(desk: Desk, able: Capabilities = LIKE_TELEGRAM) -> AsyncIterator[Office]:
    """Ann and Bob play in the family, and nothing was sent yet."""
    desk.family("ann", "bob")
    desk.rows.slots.clear()
    desk.rows.said.clear()
    network = FakeNetwork(lambda: NOON, capabilities=able)
    for who in ("ann", "bob"):
        network.contact(who)
        network.join(who, "family")
        network.join(who, "clan")
    store = MemoryStore(desk.rows)
    await store.open()
    faults: list[BaseException | None] = []
    account = Account(network.adapter(), is_open=True)
    house = House({NET: able}, desk.house.seeds)
    sender = Sender(
        house,
        store,
        {NET: account},
        lambda: made.now,
        lambda task, **_: faults.append(task.exception()),
    )
    made = Office(network, store, sender, account, NOON, faults)
    yield made
    assert not any(faults)


def notice(name: str, to: Address = ANN) -> Outgoing:
    """Something that is said once."""
    return Outgoing(OutKind.NOTICE, to, None, name, payload=HELP)


def table(revision: int = 1, *, fresh: bool = False) -> Outgoing:
    """The page of table 1 in the family."""
    return Outgoing(OutKind.SLOT, FAMILY, 1, "table", revision, fresh=fresh)


def hand(revision: int = 1, to: User = ANN) -> Outgoing:
    """The hand of a person."""
    return Outgoing(OutKind.SLOT, to, 1, "hand", revision)
