"""A table in the terminal: one store, the terminal as its network, until the people leave.

Everything goes the way of any message: the table is opened, filled and dealt by words in the
group, so a table that was interrupted anywhere is simply there the next time.
"""

from __future__ import annotations

import asyncio
import getpass
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Final, Protocol, cast

from uno_chat import game
from uno_chat.contract import (
    Adapter,
    Contacted,
    Conversation,
    Event,
    Said,
    Store,
    Transaction,
)
from uno_chat.coordinator import House, Seeds, from_stored
from uno_chat.runtime import Service, make_adapter
from uno_chat.table import Level, Phase, Settings, Table
from uno_chat.views import terminal_words

NETWORK: Final = "terminal"
GROUP: Final = Conversation(NETWORK, "group")


class Terminal(Adapter, Protocol):
    """What the terminal can do beside what every adapter can."""

    def arrive(self, name: str, event: Event, *, group: bool = False) -> None:
        """Let a person do something without typing it."""
        ...

    async def taken(self) -> None:
        """Wait until all that was typed is in the inbox."""
        ...

    async def run_face(self, quiet: Callable[[], Awaitable[None]]) -> None:
        """Serve the people until they leave or the input ends."""
        ...


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for. ``people`` empty: whoever sat there last, or the login."""

    people: tuple[str, ...]
    players: int
    level: Level
    settings: Settings
    seed: int | None
    plain: bool
    new: bool
    language: str


async def play(wishes: Wishes, store: Store) -> None:
    """Go on with the table that stands in the terminal's group, or open one."""
    await store.open()
    standing = await store.transact(_standing)
    people = wishes.people or _seated(standing) or (_login(),)
    terminal = _terminal(wishes, people)
    house = House(
        networks={terminal.network: terminal.capabilities},
        seeds=_seeds(wishes.seed),
        settings=wishes.settings,
        zone=_zone(),
        language=wishes.language,
    )
    async with Service(house, store, [terminal]) as service:

        async def quiet() -> None:
            await terminal.taken()
            await service.quiet()

        fault = asyncio.create_task(service.failed())
        face = asyncio.create_task(_serve(terminal, wishes, people, standing, quiet))
        done, _ = await asyncio.wait((face, fault), return_when=asyncio.FIRST_COMPLETED)
        for task in (face, fault):
            task.cancel()
        for task in done:
            task.result()


async def _serve(
    terminal: Terminal,
    wishes: Wishes,
    people: tuple[str, ...],
    standing: Table | None,
    quiet: Callable[[], Awaitable[None]],
) -> None:
    for name, event in _first_words(wishes, people, standing):
        terminal.arrive(name, event, group=isinstance(event, Said) and event.text[0] == "/")
    await quiet()
    await terminal.run_face(quiet)


def _first_words(
    wishes: Wishes, people: tuple[str, ...], standing: Table | None
) -> list[tuple[str, Event]]:
    """What is said to get the table going, from wherever it stands."""
    host = people[0]
    if standing is not None and wishes.new:
        return [(host, Said(f"/#{standing.id} end")), *_first_words(wishes, people, None)]
    if standing is not None and standing.phase is not Phase.LOBBY:
        hands: list[tuple[str, Event]] = [(name, Said("hand")) for name in people]
        return [(host, Contacted()), (host, Said("/table")), *hands]
    seated = {seat.name for seat in standing.present} if standing else set()
    words: list[tuple[str, Event]] = [] if standing else [(host, Said("/new"))]
    words += [(name, Said("/join")) for name in people if name not in seated | {host}]
    free = wishes.players - max(len(seated), len(people))
    words += [(host, Said(f"/add {wishes.level}"))] * max(0, free)
    return [*words, (host, Said("/deal"))]


def _standing(tx: Transaction) -> Table | None:
    """The newest open table of the terminal's group."""
    numbers = tx.tables_in(GROUP)
    stored = tx.table(numbers[-1]) if numbers else None
    return None if stored is None else from_stored(stored)


def _seated(table: Table | None) -> tuple[str, ...]:
    return () if table is None else tuple(s.name for s in table.present if s.player is not None)


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no name for this user on this machine
        return "player"


def _zone() -> tzinfo:
    """Where this machine stands."""
    return datetime.now(UTC).astimezone().tzinfo or UTC


def _seeds(seed: int | None) -> Seeds:
    if seed is None:
        return lambda _table, _round: secrets.token_bytes(game.SEED_SIZE)
    return lambda _table, round_no: game.seed_from_int(seed, round_no=round_no)


def _terminal(wishes: Wishes, people: tuple[str, ...]) -> Terminal:
    settings = {
        "names": ",".join(people),
        "plain": "true" if wishes.plain else "false",
        **terminal_words(wishes.language),
    }
    return cast("Terminal", make_adapter(NETWORK, settings))
