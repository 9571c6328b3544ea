"""A table in the terminal: one store, the terminal as its network, until the people leave.

Everything goes the way of any message: the table is opened, filled and dealt by words in the
group, so a table that was interrupted anywhere is simply there the next time.
"""

from __future__ import annotations

import asyncio
import contextlib
import getpass
import secrets
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import Final, Protocol, cast

from uno_chat import game
from uno_chat.cli.main import BadUse
from uno_chat.contract import (
    Adapter,
    Contacted,
    Conversation,
    Event,
    Said,
    Store,
    Transaction,
)
from uno_chat.coordinator import House, Seeds, UnreadableTable, from_stored
from uno_chat.runtime import Service, make_adapter
from uno_chat.table import Level, Phase, Settings, Table
from uno_chat.views import terminal_words

NETWORK: Final = "terminal"
GROUP: Final = Conversation(NETWORK, "group")


class Terminal(Adapter, Protocol):
    """What the terminal can do beside what every adapter can."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits there, by names that can be printed."""
        ...

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
class Standing:
    """The table that waits in the terminal's group, and by what names its people sit here."""

    table: Table
    host: str
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for. ``people`` empty: whoever sat there last, or the login;
    ``special``: there are wishes that only a new table can fulfil.
    """

    people: tuple[str, ...]
    players: int
    level: Level
    settings: Settings
    seed: int | None
    plain: bool
    new: bool
    language: str
    special: bool


async def play(wishes: Wishes, store: Store) -> None:
    """Go on with the table that stands in the terminal's group, or open one."""
    await store.open()
    waiting = await _found(store, wishes)
    standing = waiting[-1] if waiting else None
    terminal = _terminal(
        wishes, wishes.people or (standing.people if standing else ()) or (_login(),)
    )
    people = terminal.names
    if standing is not None and not wishes.new:
        _check(wishes, people, standing)
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
        face = asyncio.create_task(_serve(terminal, wishes, people, waiting, quiet))
        with contextlib.suppress(NotImplementedError):  # no such signals on Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, face.cancel)
        done, _ = await asyncio.wait((face, fault), return_when=asyncio.FIRST_COMPLETED)
        for task in (face, fault):
            task.cancel()
        for task in done:
            if not task.cancelled():
                task.result()


async def _found(store: Store, wishes: Wishes) -> list[Standing]:
    """The newest table that waits in the terminal's group; raises BadUse if it cannot be read.
    Where another is wanted, all that can be read, oldest first.
    """
    numbers = await store.transact(lambda tx: tx.tables_in(GROUP))
    found = []
    for number in numbers if wishes.new else numbers[-1:]:
        try:
            found.append(await store.transact(partial(_standing, number)))
        except UnreadableTable as error:
            if not wishes.new:
                raise BadUse(f"{error} Add --new to open another table.") from None
    return [one for one in found if one is not None]


def _check(wishes: Wishes, people: tuple[str, ...], standing: Standing) -> None:
    """Going on with a table, one cannot be somebody else; raises BadUse. Other wishes wait."""
    strangers = [name for name in people if name not in standing.people]
    if strangers and standing.table.phase is not Phase.LOBBY:
        raise BadUse(
            f"{strangers[0]} has no seat at the table that waits ({', '.join(standing.people)}): "
            "leave --names out to go on, or add --new to open another table."
        )
    if wishes.special:
        print(
            "uno-chat: going on with the table that waits; add --new to open another as you wish",
            file=sys.stderr,
        )


async def _serve(
    terminal: Terminal,
    wishes: Wishes,
    people: tuple[str, ...],
    waiting: Sequence[Standing],
    quiet: Callable[[], Awaitable[None]],
) -> None:
    for name, event in _first_words(wishes, people, waiting):
        terminal.arrive(name, event, group=isinstance(event, Said) and event.text[0] == "/")
    await quiet()
    await terminal.run_face(quiet)


def _first_words(
    wishes: Wishes, people: tuple[str, ...], waiting: Sequence[Standing]
) -> list[tuple[str, Event]]:
    """What is said to get the table going, from wherever it stands; another one is alone there, for
    what is said without a number has to be about it.
    """
    host = people[0]
    if waiting and wishes.new:
        ends = [(one.host, Said(f"/#{one.table.id} end now")) for one in waiting]
        return [*ends, *_first_words(wishes, people, ())]
    standing = waiting[-1] if waiting else None
    if standing is not None and standing.table.phase is not Phase.LOBBY:
        hands: list[tuple[str, Event]] = [(name, Said("hand")) for name in people]
        return [(host, Contacted()), (host, Said("/table")), *hands]
    seated = set(standing.people) if standing else set()
    words: list[tuple[str, Event]] = [] if standing else [(host, Said("/new"))]
    words += [(name, Said("/join")) for name in people if name not in seated | {host}]
    computers = len(standing.table.present) - len(seated) if standing else 0
    free = wishes.players - len(seated | set(people)) - computers
    words += [(host, Said(f"/add {wishes.level}"))] * max(0, free)
    return [*words, (host, Said("/deal"))]


def _standing(number: int, tx: Transaction) -> Standing | None:
    """A table as it stands; raises UnreadableTable."""
    stored = tx.table(number)
    if stored is None:
        return None
    table = from_stored(stored)
    seated = [tx.player_by_id(s.player) for s in table.present if s.player is not None]
    people = tuple(player.private.id for player in seated if player is not None)
    host = tx.player_by_id(table.host)
    return Standing(table, host.private.id if host else people[0], people)


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
