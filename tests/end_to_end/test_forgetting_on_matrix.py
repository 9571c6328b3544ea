"""Somebody asks for the own data and is forgotten on a real homeserver, in the midst of a round."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from sqlalchemy import create_engine, select

from uno_chat.contract import User
from uno_chat.testing.evening import OpenHouse
from uno_chat.testing.matrix.scene import Scene
from uno_chat.testing.patience import PATIENCE
from uno_chat_sql.models import metadata

OnMatrix = Callable[..., AbstractAsyncContextManager[OpenHouse[Scene]]]

PLAYERS = ("Ann", "Ben", "Zelda")


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
    on_matrix: OnMatrix, folder: Path
) -> None:
    url = f"sqlite:///{folder / 'house.db'}"
    async with on_matrix(url, 1, "pace=off") as one:
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
