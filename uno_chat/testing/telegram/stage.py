"""A local Telegram with one bot and the house behind it, under a clock that is set by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from uno_chat import game
from uno_chat.contract import Adapter, Store
from uno_chat.coordinator import BadSetting, House, agreed
from uno_chat.table import Settings
from uno_chat.testing.audit import page_faults
from uno_chat.testing.evening import Clock, OpenHouse, open_house
from uno_chat.testing.ledger import Stored, all_tables
from uno_chat.testing.telegram.chats import Kind
from uno_chat.testing.telegram.groups import Group
from uno_chat.testing.telegram.local import LocalTelegram
from uno_chat.testing.telegram.people import Person
from uno_chat.testing.telegram.scene import Scene


@dataclass(frozen=True, slots=True)
class Stage:
    """What outlives the house. ``adapter`` and ``store`` make what a process begins with."""

    scene: Scene
    clock: Clock
    adapter: Callable[[], Adapter] = field(repr=False)
    store: Callable[[], Store] = field(repr=False)

    @property
    def local(self) -> LocalTelegram:
        return self.scene.telegram

    @asynccontextmanager
    async def open(self, *words: str) -> AsyncIterator[OpenHouse[Scene]]:
        """The house is open; matches of one round are played at once, or as the words say."""
        settings = agreed(Settings(), ("goal=1", "pace=1h", "hold=0s", "tie=0s", *words))
        assert not isinstance(settings, BadSetting)
        adapter = self.adapter()
        house = House({adapter.network: adapter.capabilities}, _seeds, settings)
        async with open_house(self.scene, adapter, self.store(), house, self.clock) as one:
            yield one

    async def welcome(self, one: OpenHouse[Scene], *names: str) -> tuple[Person, ...]:
        """People who have pressed Start."""
        people = tuple(map(self.scene.person, names))
        for person in people:
            person.start()
        await one.settle()
        return people

    async def deal(
        self,
        one: OpenHouse[Scene],
        group: str,
        names: Sequence[str],
        kind: Kind = Kind.SUPERGROUP,
    ) -> Group:
        """A table in a new group with everybody on a seat, dealt by the first."""
        made = self.scene.group(group, *names, kind=kind)
        await one.say(names[0], "/new", group=group)
        for name in names[1:]:
            await one.say(name, "/join", group=group)
            await one.later(timedelta(seconds=5))
        await one.say(names[0], "/deal", group=group)
        return made

    async def tables(self, one: OpenHouse[Scene], count: int = 1) -> list[Stored]:
        """The first tables as they are stored."""
        return await one.store.transact(lambda tx: all_tables(tx, count))

    async def stale(self, one: OpenHouse[Scene], each: Stored) -> list[str]:
        """Every page of a table that does not show its newest state."""
        house, now = one.service.house, self.clock()
        return await one.store.transact(
            lambda tx: list(page_faults(house, tx, self.scene, each.row, now))
        )


def _seeds(table: int, round_no: int) -> bytes:
    return game.seed_from_int(table, round_no=round_no)
