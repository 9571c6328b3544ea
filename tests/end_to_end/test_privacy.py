"""What a page says is kept of people is all that is, in every table of every database; and nothing
of it is left of who is forgotten.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import pytest
from sqlalchemy import Connection, NullPool, create_engine, select
from sqlalchemy.ext.asyncio import create_async_engine

from uno_chat import game
from uno_chat.contract import Arrival, Capabilities, Transaction, User
from uno_chat.coordinator import BadSetting, House, agreed, forget
from uno_chat.table import Settings
from uno_chat.testing.evening import Clock, Networks, OpenHouse, evening_on
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.people import Person
from uno_chat_sql import plugin
from uno_chat_sql.models import metadata

PAGE: Final = Path(__file__).parents[2] / "deploy" / "PRIVACY.md"
COLUMN: Final = re.compile(r"`(\w+\.\w+)`")
ZELDA, ALSO_ZELDA, BOB, FAMILY = "tele:zelda", "irc:zeldarina", "tele:bob", "tele:family"
DONE: Final = "I have forgotten you."


def sections() -> tuple[set[str], set[str]]:
    """The columns that are personal, and those that are not."""
    text = PAGE.read_text(encoding="utf-8")
    personal, _, rest = text.partition("\n## What is not\n")
    return set(COLUMN.findall(personal)), set(COLUMN.findall(rest))


def test_every_column_of_the_database_stands_on_the_page_once() -> None:
    personal, other = sections()
    columns = {f"{table}.{c.name}" for table, rows in metadata.tables.items() for c in rows.columns}
    assert personal | other == columns
    assert personal & other == set()


@dataclass(slots=True)
class Town:
    """Two networks and a database, which outlive the process."""

    url: str
    clock: Clock = field(default_factory=Clock)
    networks: Networks = field(init=False)

    def __post_init__(self) -> None:
        tele = FakeNetwork(self.clock, name="tele", capabilities=LIKE_TELEGRAM)
        irc = FakeNetwork(self.clock, name="irc", capabilities=Capabilities(prefix="!uno "))
        self.networks = Networks((tele, irc))
        for who in (ZELDA, ALSO_ZELDA, BOB):
            network, own = self.networks.of(who)
            network.contact(own)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[OpenHouse[Networks]]:
        settings = agreed(Settings(), ("goal=0", "pace=untimed"))
        assert not isinstance(settings, BadSetting)
        able = {network.name: network.capabilities for network in self.networks.all}
        house = House(able, lambda t, n: game.seed_from_int(t, round_no=n), settings)
        async with evening_on(self.networks, plugin(self.url), house, self.clock) as one:
            yield one

    def told(self, who: str) -> list[str]:
        network, own = self.networks.of(who)
        return [one.page.text for one in network.shown if one.chat == f"@{own}"]

    def person(self, who: str, luck: Random) -> Person:
        network, own = self.networks.of(who)
        return Person(network, own, "family #1", luck)

    async def holding(self, *marks: str) -> set[str]:
        """The columns in which any of these stands."""
        if self.url.startswith("sqlite"):
            with create_engine(self.url).connect() as connection:
                return _holding(connection, marks)
        async with create_async_engine(self.url, poolclass=NullPool).connect() as shared:
            return await shared.run_sync(_holding, marks)


def _holding(connection: Connection, marks: tuple[str, ...]) -> set[str]:
    return {
        f"{name}.{column}"
        for name, rows in metadata.tables.items()
        for row in connection.execute(select(rows)).mappings()
        for column, value in row.items()
        if any(mark in str(value).casefold() for mark in marks)
    }


def link_word(town: Town, who: str) -> str:
    texts = "\n".join(town.told(who))
    return str(re.findall(r"^\W*link (\w+)\W*$", texts, re.MULTILINE)[-1])


def something_went_wrong(tx: Transaction) -> None:
    """A row that was set aside, and something that could not be read."""
    payload = json.dumps({"sender": ZELDA, "event": "zelda wrote this"}, separators=(",", ":"))
    tx.receive(Arrival("tele", "odd", "nowhere", Clock().at, payload))
    row = tx.next_inbox(Clock().at, ())
    assert row is not None
    tx.fail_inbox(row.id, None, "boom")
    tx.set_aside("tele", "odder", Clock().at, "<zelda>")


async def an_evening(town: Town, one: OpenHouse[Networks]) -> None:
    """Zelda does all that leaves a trace, and plays a round to its end and a second one."""
    luck = Random(7)
    await one.say(ZELDA, "/new", group=FAMILY)
    await one.say(BOB, "/join", group=FAMILY)
    await one.say(ZELDA, "zone Lisbon", "quiet 23:00-07:00", "link")
    await one.say(ALSO_ZELDA, f"link {link_word(town, ZELDA)}")
    await one.say(ZELDA, f"link {link_word(town, ALSO_ZELDA)}")
    await one.say(BOB, "/deal", group=FAMILY)
    await one.say(ZELDA, "/deal", group=FAMILY)
    people = [town.person(ZELDA, luck), town.person(BOB, luck)]
    for _ in range(2000):
        table = await one.table(1)
        if table.result is not None:
            break
        asked = [person for person in people if person.asked]
        if asked:
            asked[0].act()
            await one.settle()
        else:
            await one.pass_time()
    assert (await one.table(1)).result is not None
    await one.say(BOB, "/ready", group=FAMILY)
    await one.say(ZELDA, "/ready", group=FAMILY)
    assert (await one.table(1)).play is not None
    await one.say(ZELDA, "/pause host 2h Zelda has to go", "/new", group=FAMILY)
    await one.say(ZELDA, "what zelda wrote")
    await one.store.transact(something_went_wrong)


@pytest.fixture(params=["sqlite", "postgresql"])
def town(request: pytest.FixtureRequest, tmp_path: Path) -> Town:
    if request.param == "sqlite":
        return Town(f"sqlite:///{tmp_path / 'house.db'}")
    return Town(request.getfixturevalue("postgres_url"))


async def test_what_is_personal_stands_where_the_page_says_and_is_gone_when_forgotten(
    town: Town,
) -> None:
    async with town.open() as one:
        await an_evening(town, one)
    personal, _ = sections()
    found = await town.holding("zelda")
    assert found <= personal
    assert found >= {"account.who", "player.name", "game_table.state", "record.line"}
    assert found >= {"inbox.payload", "unreadable.raw", "slot.address", "outbox.address"}
    async with town.open() as one:
        await one.say(ALSO_ZELDA, "forget me now")
    assert await town.holding("zelda") == set()
    assert town.told(ZELDA)[-1].startswith(DONE)
    assert town.told(ALSO_ZELDA)[-1].startswith(DONE)
    async with town.open() as one:
        assert (await one.table(1)).play is not None
        await one.say(BOB, "tables")
    assert "family #1" in town.told(BOB)[-1]


async def test_a_host_who_forgets_somebody_leaves_the_address_until_the_last_is_said(
    tmp_path: Path,
) -> None:
    town = Town(f"sqlite:///{tmp_path / 'house.db'}")
    async with town.open() as one:
        await one.say(ZELDA, "/new", group=FAMILY)
        await one.say(BOB, "/join", group=FAMILY)
        house, now = one.service.house, town.clock()

    def forgotten(tx: Transaction) -> None:
        player = tx.player(User("tele", "zelda"))
        assert player is not None
        forget(house, tx, player, "host", now)

    store = plugin(town.url)
    await store.open()
    await store.transact(forgotten)
    await store.close()
    assert await town.holding(ZELDA) == {"outbox.address", "lane.address"}
    async with town.open() as one:
        await one.settle()
    assert await town.holding(ZELDA) == set()
    assert town.told(ZELDA)[-1].startswith(DONE)
