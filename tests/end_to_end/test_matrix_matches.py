"""A whole match on a real homeserver, by numbers and words in private rooms that the bot opens."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random

from uno_chat.table import Phase
from uno_chat.testing.audit import page_faults, record_faults
from uno_chat.testing.evening import OpenHouse
from uno_chat.testing.knowing import knowledge, leaks
from uno_chat.testing.ledger import all_tables
from uno_chat.testing.matrix.scene import Scene, read_by_all
from uno_chat.testing.people import Person

OnMatrix = Callable[..., AbstractAsyncContextManager[OpenHouse[Scene]]]

PLAYERS = ("Ann", "Ben", "Cat")
SEED = 7
"""A short match, in which a Wild card and a Wild Draw Four are laid."""


async def seated(one: OpenHouse[Scene]) -> list[Person]:
    """A table in a new room with everybody on a seat, dealt."""
    for name in PLAYERS:
        await one.network.person(name)
    await one.network.group("Family", *PLAYERS)
    await one.network.goes_in("Family")
    await one.say("Ann", "!uno new", group="Family")
    for name in PLAYERS[1:]:
        await one.say(name, "!uno join", group="Family")
    await one.say("Ann", "!uno deal", group="Family")
    luck = Random(1)
    return [
        Person(one.network, name, "Family #1", luck, forgets=0, hoards=0, catches=0)
        for name in PLAYERS
    ]


async def test_a_match_is_played_to_its_end(on_matrix: OnMatrix, folder: Path) -> None:
    url = f"sqlite:///{folder / 'house.db'}"
    async with on_matrix(url, SEED, "goal=1", "pace=1h", "hold=0s", "tie=0s") as one:
        people = await seated(one)
        scene = one.network

        def is_over() -> bool:
            return any("the match is over" in page.text for page in scene.pages("Family"))

        await one.play(people, Random(1), is_over, most=100)
        (stored,) = await one.store.transact(lambda tx: all_tables(tx, 1))
        house, now = one.service.house, one.clock()
        shown = await one.store.transact(
            lambda tx: list(page_faults(house, tx, scene, stored.row, now))
        )
    assert stored.table.phase is Phase.MATCH_OVER
    assert list(record_faults(stored.table, stored.records)) == []
    assert shown == []
    known = [knowledge(stored.table, stored.records)]
    assert list(leaks(known, read_by_all(scene.people.values()))) == []
