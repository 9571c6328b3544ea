"""Somebody asks for the own data and is forgotten on a real homeserver, in the midst of a round."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import create_engine, select

from uno_chat import game
from uno_chat.contract import User
from uno_chat.coordinator import BadSetting, House, agreed
from uno_chat.table import Settings
from uno_chat.testing.evening import OpenHouse, open_house
from uno_chat.testing.matrix import LocalMatrix
from uno_chat.testing.matrix.scene import Going, Scene
from uno_chat.testing.patience import PATIENCE
from uno_chat_matrix import MatrixAdapter, read_settings
from uno_chat_matrix.cursor import from_text
from uno_chat_matrix.render import content_of
from uno_chat_sql import plugin
from uno_chat_sql.models import metadata

PLAYERS = ("Ann", "Ben", "Zelda")


def since(cursor: str) -> str | None:
    read = from_text(cursor)
    return None if read.invitations else read.since


@asynccontextmanager
async def opened(matrix: LocalMatrix, url: str) -> AsyncIterator[OpenHouse[Scene]]:
    bot = await matrix.account("Uno")
    scene = Scene(matrix, bot, since, lambda page: str(content_of(page, notify=False)["body"]))
    settings = {"homeserver": matrix.server.url, "user": bot.user, "access_token": bot.token}
    adapter = MatrixAdapter(read_settings(settings | {"limits": "lifted"}))
    agreement = agreed(Settings(), ("pace=off",))
    assert not isinstance(agreement, BadSetting)
    house = House(
        {adapter.network: adapter.capabilities},
        lambda table, number: game.seed_from_int(table, round_no=number),
        agreement,
    )
    async with open_house(scene, adapter, plugin(url), house, Going()) as one:
        yield one


def holding(url: str, mark: str) -> set[str]:
    """The columns of the database in which this stands."""
    with create_engine(url).connect() as connection:
        return {
            f"{name}.{column}"
            for name, rows in metadata.tables.items()
            for row in connection.execute(select(rows)).mappings()
            for column, value in row.items()
            if mark in str(value)
        }


async def test_who_is_forgotten_is_in_no_table_and_in_no_private_room(
    matrix: LocalMatrix, folder: Path
) -> None:
    url = f"sqlite:///{folder / 'house.db'}"
    async with opened(matrix, url) as one:
        for name in PLAYERS:
            await one.network.person(name)
        await one.network.group("Family", *PLAYERS)
        await one.network.goes_in("Family")
        await one.say("Ann", "!uno new", group="Family")
        for name in PLAYERS[1:]:
            await one.say(name, "!uno join", group="Family")
        await one.say("Ann", "!uno deal", group="Family")
        zelda, bot = one.network.people["Zelda"], one.network.bot.user
        room = zelda.private
        await one.say("Zelda", "export my data")
        page = await zelda.until("Your data, part 1 of 1", room=room)
        lines = [json.loads(line) for line in page.text.splitlines() if line.startswith("{")]
        assert {"is": "account", "who": str(User("matrix", zelda.id)), "hands": True} in lines
        mark = zelda.id.partition(":")[0]
        assert holding(url, mark) >= {"account.who", "outbox.address", "slot.address"}
        await one.say("Zelda", "forget me")
        await zelda.until("If I forget you", room=room)
        await one.say("Zelda", "forget me now")
        await zelda.until("I have forgotten you.", room=room)
        await one.settle()
        async with asyncio.timeout(PATIENCE):
            while bot in await zelda.members(room):
                await one.settle()
        table = await one.table(1)
        assert [seat.name for seat in table.seats] == ["Ann", "Ben", "Abacus"]
        assert table.play is not None
    assert holding(url, "Zelda") | holding(url, mark) == set()
