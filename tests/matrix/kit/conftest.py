"""The far end of the kit: Ann and her group on a homeserver, behind a gateway that can break."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final, TypeVar, assert_never

import pytest

from uno_chat.contract import Address, Conversation, Puller, Request, User
from uno_chat.runtime.remembering import KeptMemory
from uno_chat.testing.faults import Blocked, Deleted, Fault, Fine, Lost, Refused, Renamed, TooMany
from uno_chat.testing.http import Answer, HttpServer
from uno_chat.testing.http import Request as Heard
from uno_chat.testing.matrix import (
    Account,
    Api,
    AppService,
    Dropped,
    Gateway,
    Homeserver,
    LocalMatrix,
    Person,
    flood,
    local_matrix,
)
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.patience import PATIENCE
from uno_chat_matrix import NETWORK, MatrixAdapter, read_settings

T = TypeVar("T")

BROKEN: Final[Sequence[dict[str, Any]]] = (
    {"content": {"msgtype": "m.text"}},
    {"content": {"msgtype": "m.text", "body": 7}},
    {"content": {"msgtype": "m.text", "body": None, "m.relates_to": "everything"}},
    {"content": {"msgtype": "m.text", "body": "half \ud83d"}},
    {"content": {"msgtype": 7, "body": "r7", "m.mentions": []}},
    {"content": "r7"},
    {"origin_server_ts": "yesterday"},
    {"origin_server_ts": 10**20},
    {"event_id": 7},
    {"type": None},
)
"""Fields of an event as nobody can read them. Our own server lets nobody say that; others do."""

_SAID: Final = "something broken"
_SECRET: Final = "known-to-Synapse-alone"
_HEADER: Final = "authorization"


@dataclass(frozen=True, slots=True)
class Ears:
    """Hears what a homeserver posts to an application service, as long as the homeserver lives: it
    would wait for longer and longer before it tried again.
    """

    heard: list[Request] = field(default_factory=list)

    async def answer(self, request: Heard) -> Answer:
        """Take whatever comes."""
        self.heard.append(Request(request.headers, request.body, request.method, request.path))
        return Answer(200, b"{}")

    async def until(self, event: str) -> None:
        """Wait until an event was posted."""
        async with asyncio.timeout(PATIENCE):
            while not any(event.encode() in request.body for request in self.heard):  # noqa: ASYNC110 - another thread
                await asyncio.sleep(0.01)


class MatrixWire:
    """The far end for the kit. Ann shares a private room with the bot, which she opened. With
    ``ears`` the bot is the application service whose they are.
    """

    def __init__(self, server: Homeserver, ears: Ears | None = None) -> None:
        self.impossible: Mapping[str, str] = {}
        self._server = server
        self._ears = ears
        self._before = 0
        self._gateway = Gateway(server.url)
        self._stack = AsyncExitStack()
        self._adapter: MatrixAdapter | None = None
        self._matrix: LocalMatrix | None = None
        self._person: Person | None = None
        self._rooms: tuple[str, str] = ("", "")
        self._root = ""
        self._cursor: str | None = None

    @property
    def adapter(self) -> MatrixAdapter:
        assert self._adapter is not None
        return self._adapter

    @property
    def person(self) -> Person:
        assert self._person is not None
        return self._person

    @property
    def ann(self) -> User:
        return User(NETWORK, self.person.id)

    @property
    def group(self) -> Conversation:
        return Conversation(NETWORK, self._rooms[0])

    @property
    def thread(self) -> Conversation:
        return Conversation(NETWORK, self._rooms[0], self._root)

    @property
    def elsewhere(self) -> Conversation:
        return Conversation(NETWORK, self._rooms[1])

    @property
    def cursor(self) -> str | None:
        return self._cursor

    async def start(self) -> None:
        self._matrix = matrix = await self._stack.enter_async_context(local_matrix(self._server))
        account = await self._account(matrix)
        self._person = await matrix.person("Ann")
        self._rooms = await self._settled(matrix, account)
        self._root = await self.person.say("who plays?", self._rooms[0])
        settings = {"homeserver": await self._gateway.start(), "user": account.user}
        settings["access_token"] = account.token
        called = {"mode": "appservice", "webhook_secret": _SECRET} if self._ears else {}
        self._adapter = MatrixAdapter(read_settings(settings | called))
        store = MemoryStore()
        await store.open()
        self._adapter.remember_in(KeptMemory(store, NETWORK))
        await self._adapter.open()
        await self._from_here(self._root)
        await self._adapter.close()

    async def _account(self, matrix: LocalMatrix) -> Account:
        service = self._server.services[0] if self._ears else None
        if service is None:
            return await matrix.account("Uno")
        return Account(f"@{service.sender}:localhost", service.as_token, "", "")

    async def _from_here(self, event: str) -> None:
        """What was done so far, an event at last, does not come."""
        if self._ears is not None:
            await self._ears.until(event)
            self._before = len(self._ears.heard)
            return
        assert isinstance(self.adapter.source, Puller)
        self._cursor = (await self.adapter.source.pull(None)).cursor

    async def _settled(self, matrix: LocalMatrix, account: Account) -> tuple[str, str]:
        """The group and the room that will replace it; the bot has come into all that are open."""
        bot, ann = Api(matrix.api.http, account.token), self.person
        group = await ann.opens("Family", account.user)
        private = await ann.direct(account.user)
        for room in (group, private):
            await bot.call("POST", f"/_matrix/client/v3/rooms/{room}/join", {})
        mine = f"/_matrix/client/v3/user/{account.user}/account_data/m.direct"
        await bot.call("PUT", mine, {ann.id: [private]})
        past = {"predecessor": {"room_id": group}}
        return group, await ann.opens("Family", creation_content=past)

    async def stop(self) -> None:
        if self._adapter is not None:
            await self._adapter.close()
        await self._gateway.cut()
        await self._stack.aclose()

    async def say(self, text: str, *, private: bool) -> None:
        await self._taken(await self.person.say(text, "" if private else self._rooms[0]))

    async def say_in_thread(self, text: str) -> None:
        await self._taken(await self.person.say(text, self._rooms[0], thread=self._root))

    async def _taken(self, event: str) -> None:
        """Wait until an application service has got it."""
        if self._ears is not None:
            await self._ears.until(event)

    async def press(self, label: str) -> None:
        raise NotImplementedError(f"nobody can press {label!r}: Matrix has no buttons")

    async def react(self, number: int) -> bool:
        await self.person.look()
        newest = self.person.pages()[-1]
        await self._taken(await self.person.react(f"{number}\ufe0f\u20e3", newest.id))
        return True

    async def bridge(self, text: str) -> bool:
        """Its user id tells a ghost: a bridge gives it away."""
        assert self._matrix is not None
        ghost = await self._matrix.person("telegram_7")
        await self.person.invite(ghost.id, self._rooms[0])
        await ghost.inside(self._rooms[0])
        await self._from_here(await self.person.say("a ghost is here", self._rooms[0]))
        await self._taken(await ghost.say(text, self._rooms[0]))
        return True

    async def garble(self) -> None:
        self._gateway.spoil = _spoilt
        for number in range(len(BROKEN)):
            await self._taken(await self.person.say(f"{_SAID} {number}", self._rooms[0]))

    async def echo(self) -> None:
        """Everything that we say ourselves comes back."""
        await self._taken(self.person.pages(self._rooms[0])[-1].id)

    def requests(self) -> Sequence[Request]:
        assert self._ears is not None, "a homeserver posts nothing to an account"
        heard = self._ears.heard[self._before :]
        return [replace(request, body=_spoilt(request.body)) for request in heard]

    def forged(self) -> Sequence[Request]:
        place = "/_matrix/app/v1/transactions/7"
        near = f"Bearer {_SECRET[:-1]}"
        secrets: Sequence[dict[str, str]] = ({}, {_HEADER: ""}, {_HEADER: _SECRET}, {_HEADER: near})
        return [Request(headers, b'{"events": []}', "PUT", place) for headers in secrets]

    async def seen(self, where: Address) -> Sequence[str]:
        """The formatted text, as most clients show it; the plain one must say the same."""
        await self.person.look()
        room, thread = ("", "") if isinstance(where, User) else (where.id, where.thread)
        pages = [page for page in self.person.pages(room) if page.thread == thread]
        for page in pages:
            assert page.rich_text.split() == page.text.split()
        return [page.rich_text for page in pages]

    async def toasts(self) -> Sequence[str]:
        raise NotImplementedError("Matrix has no buttons, and no answers to them")

    async def fail(self, fault: Fault) -> None:
        match fault:
            case TooMany(after):
                self._gateway.plan(flood(after), path="/send/")
            case Refused():
                await self._gateway.cut()
            case Lost(shown):
                self._gateway.plan(Dropped(shown), path="/send/")
            case Blocked():
                self.person.joins = False
                await self.person.leave()
            case Renamed(to):
                await self._renamed(to.id)
            case Deleted():
                await self.person.redact(self.person.pages(self._rooms[0])[-1].id, self._rooms[0])
            case Fine():
                self._gateway.plan(None, path="/send/")
            case _:
                assert_never(fault)

    async def _renamed(self, to: str) -> None:
        """What a homeserver does when a room is upgraded, to a room that is known before."""
        group = self._rooms[0]
        moved = {"body": "This room has been replaced", "replacement_room": to}
        await self.person.set_state("m.room.tombstone", moved, group)
        await self.person.set_state("m.room.power_levels", {"events_default": 50}, group)


def _spoilt(body: bytes) -> bytes:
    """What a homeserver tells, but every event with such a text is broken in its own way."""
    told = json.loads(body)
    rooms = told.get("rooms", {}).get("join", {}).values()
    events = (event for room in rooms for event in room["timeline"]["events"])
    for event in (*events, *told.get("events", ())):
        said, _, number = str(event["content"].get("body")).rpartition(" ")
        if said == _SAID:
            event.update(BROKEN[int(number)])
    return json.dumps(told).encode()


@pytest.fixture
def synced(homeserver: Homeserver) -> MatrixWire:
    return MatrixWire(homeserver)


@contextmanager
def elsewhere() -> Iterator[Callable[[Coroutine[Any, Any, T]], T]]:
    """Runs what it is given in a loop of its own, which outlives that of a test."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    yield lambda doing: asyncio.run_coroutine_threadsafe(doing, loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture(scope="session")
def called(synapse_python: Path) -> Iterator[tuple[Homeserver, Ears]]:
    """A homeserver and the application service that it calls."""
    ears = Ears()
    door = HttpServer(ears.answer)
    with elsewhere() as done, TemporaryDirectory() as folder:
        service = AppService(done(door.start()), "uno", "uno_", hs_token=_SECRET)
        server = Homeserver(Path(folder), synapse_python, (service,))
        done(server.start())
        yield server, ears
        server.kill()
        done(door.stop())


@pytest.fixture
def posted(called: tuple[Homeserver, Ears]) -> MatrixWire:
    return MatrixWire(*called)
