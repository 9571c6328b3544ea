"""People who play what was played before without a database, on a network without limits.

Each table is a lane: whoever has to act presses as soon as the hand that asks for it has arrived,
or a little later where all together shall not be quicker than a given pace. Nothing else happens
there, so what is measured over it is ours.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Final

from uno_chat import game
from uno_chat.contract import (
    Batch,
    Capabilities,
    Choices,
    Contacted,
    Conversation,
    Delivery,
    Envelope,
    Event,
    Message,
    Pressed,
    Private,
    Puller,
    Receipt,
    Said,
    Toast,
    User,
)
from uno_chat.coordinator import BadSetting, House, agreed, from_stored
from uno_chat.runtime import Service, make_store
from uno_chat.table import Act, Phase, Refused, Settings, Table, decide
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.views import Token, encode, words_of

UNLIMITED: Final[Capabilities] = replace(LIKE_TELEGRAM, private=Private.ALWAYS)
PEOPLE: Final = 4
THEN: Final = datetime(2100, 1, 1, tzinfo=UTC)
"""When tables are played ahead: nothing of it depends on the time."""


def seeds(table: int, round_no: int) -> bytes:
    """The shuffles of all tables."""
    return game.seed_from_int(table, round_no=round_no)


def house(networks: tuple[str, ...]) -> House:
    """Tables at which nobody has to hurry and nothing happens by itself."""
    settings = agreed(Settings(), ("hold=0s", "tie=0s", "pace=daily"))
    assert not isinstance(settings, BadSetting)
    return House(dict.fromkeys(networks, UNLIMITED), seeds, settings)


@dataclass(frozen=True, slots=True)
class Step:
    """Somebody presses something, as soon as a button whose token ``begins`` so has arrived."""

    who: str
    token: str

    @property
    def begins(self) -> str:
        """What all tokens of the same decision begin with."""
        return self.token.rpartition(".")[0]


def play_ahead(table: Table, most: int) -> Iterator[Step]:
    """The actions of a round that has just been dealt, so many at the most."""
    luck = Random(table.id)
    names = {seat.player: seat.name for seat in table.seats if seat.player is not None}
    for _ in range(most):
        play = table.play
        if play is None or play.owner is None or table.phase is not Phase.PLAYING:
            return
        by = table.seat(play.owner).player or 0
        moves = game.choices(play.round, play.order.index(play.owner))
        move = luck.choice([*(m for m in moves if isinstance(m, game.Play)), *moves[-1:]])
        yield Step(names[by], encode(Token(table.id, play.clock.number, words_of(move))))
        out = decide(table, Act(by, move, play.clock.number), THEN, seeds(table.id, 1))
        assert not isinstance(out, Refused)
        table = out.table


@dataclass(slots=True)
class Pace:
    """So many presses in a second, all tables together; None as many as there can be."""

    per_second: float | None = None
    next_at: float = 0.0

    def pause(self) -> float:
        """The seconds until the next press may be made, which is then promised."""
        if self.per_second is None:
            return 0.0
        now = time.perf_counter()
        self.next_at = max(self.next_at, now) + 1 / self.per_second
        return self.next_at - now


@dataclass(slots=True)
class ScriptedNetwork:
    """An adapter with its network. ``took`` are the seconds from the receipt of each press to the
    delivery of the hand that the next one waits for; ``calls`` are ``messages`` and answers to
    presses; ``over`` is set when all lanes have ended.
    """

    network: str
    lanes: dict[int, deque[Step]] = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)
    capabilities: Capabilities = UNLIMITED
    took: list[float] = field(default_factory=list)
    calls: int = 0
    messages: int = 0
    over: asyncio.Event = field(default_factory=asyncio.Event)
    _waiting: list[Envelope] = field(default_factory=list)
    _came: asyncio.Event = field(default_factory=asyncio.Event)
    _begun: int = field(default_factory=time.time_ns)
    _numbers: count[int] = field(default_factory=lambda: count(1))
    _received: dict[int, float] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def waits(self) -> bool:
        """Whether somebody has sent something that nobody has pulled."""
        return bool(self._waiting)

    # what people do

    def sends(self, who: str, what: Event, group: str | None = None) -> None:
        """Something comes from somebody."""
        place = Conversation(self.network, group or f"@{who}")
        event, user = f"{self._begun}.{next(self._numbers)}", User(self.network, who)
        at, private = datetime.now(UTC), group is None
        self._waiting.append(Envelope(event, at, user, who, place, private, what, group or ""))
        self._came.set()

    def settle(self, tables: range) -> None:
        """Four people sit down at each of these tables and are dealt."""
        for table in tables:
            names, group = [f"p{table}x{n}" for n in range(PEOPLE)], f"g{table}"
            self.sends(names[0], Said("/new"), group)
            for name in names[1:]:
                self.sends(name, Said("/join"), group)
            self.sends(names[0], Said("/deal"), group)

    def meet(self, tables: range) -> None:
        """The same people open the private chat before."""
        for table in tables:
            for n in range(PEOPLE):
                self.sends(f"p{table}x{n}", Contacted())

    def begin(self) -> None:
        """Whoever has been asked already acts, at every table."""
        for table in self.lanes:
            self._next(table)

    def _next(self, table: int) -> None:
        lane = self.lanes[table]
        if not lane:
            if not any(self.lanes.values()) and not self._received:
                self.over.set()
            return
        task = asyncio.create_task(self._press(table, lane.popleft()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _press(self, table: int, step: Step) -> None:
        await asyncio.sleep(self.pace.pause())
        self.sends(step.who, Pressed(step.token, None, f"a{table}.{len(self.took)}"))
        self._received[table] = 0.0

    # what an adapter does

    @property
    def source(self) -> Puller:
        return self

    async def pull(self, cursor: str | None) -> Batch:
        await self._came.wait()
        self._came.clear()
        came, self._waiting = tuple(self._waiting), []
        now = time.perf_counter()
        for one in came:
            if isinstance(one.event, Pressed):
                self._received[int(one.event.token.split(".")[1])] = now
        return Batch(came, str(int(cursor or "0") + len(came)))

    async def open(self) -> None:
        return

    async def close(self) -> None:
        return

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        self.calls += 1
        if isinstance(delivery, Toast):
            return Receipt(None)
        self.messages += 1
        if isinstance(delivery.to, User):
            self._reads(delivery.to.id, delivery)
        number = f"m{next(self._numbers)}"
        if delivery.replaces is not None:
            return Receipt(delivery.replaces)
        place = delivery.to if isinstance(delivery.to, Conversation) else None
        return Receipt(Message(place or Conversation(self.network, f"@{delivery.to}"), number))

    def _reads(self, who: str, page: Delivery) -> None:
        """Whoever is asked for the next decision of a lane presses it."""
        asked = {
            option.token.rpartition(".")[0]
            for block in page.document.blocks
            if isinstance(block, Choices)
            for option in block.options
        }
        for table in {int(one.split(".")[1]) for one in asked}:
            lane, since = self.lanes.get(table), self._received.get(table)
            if lane is None or not since:
                continue
            step = lane[0] if lane else None
            if step is None or (step.who == who and step.begins in asked):
                self.took.append(time.perf_counter() - since)
                del self._received[table]
                self._next(table)


async def prepare(url: str, networks: tuple[str, ...], tables: int) -> list[tuple[str, Table]]:
    """Tables in groups of these networks; each with its network."""
    adapters = [ScriptedNetwork(name) for name in networks]
    mine = {one.network: range(n, tables, len(networks)) for n, one in enumerate(adapters)}
    async with Service(house(networks), make_store(url), adapters, watches=False) as service:
        for begin in (ScriptedNetwork.meet, ScriptedNetwork.settle):
            for one in adapters:
                begin(one, mine[one.network])
            await until_taken(service, adapters)
    store = make_store(url)
    await store.open()
    stored = await store.transact(lambda tx: [tx.table(n + 1) for n in range(tables)])
    await store.close()
    return [(row.rooms[0].network, from_stored(row)) for row in stored if row is not None]


async def until_taken(service: Service, adapters: Sequence[ScriptedNetwork]) -> None:
    """Until everything that people did is handled and shown."""
    while any(one.waits for one in adapters):  # noqa: ASYNC110 - no event says so
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.1)
    await service.quiet()
