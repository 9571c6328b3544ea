"""Somebody whose client encrypts: another implementation, in the environment of Synapse."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from uno_chat.testing.matrix.api import Account
from uno_chat.testing.matrix.local import LocalMatrix
from uno_chat.testing.patience import PATIENCE

CLIENT: Final = Path(__file__).with_name("nio_person.py")


@dataclass(frozen=True, slots=True)
class Read:
    """What the client showed; ``text`` is None for what it could not decrypt, ``secret`` says that
    it came encrypted.
    """

    event: str
    sender: str
    room: str
    text: str | None
    secret: bool


@dataclass(slots=True)
class Secretive:
    """It joins wherever it is invited."""

    account: Account
    process: asyncio.subprocess.Process = field(repr=False)
    read: list[Read] = field(default_factory=list)
    _said: asyncio.Queue[str] = field(default_factory=asyncio.Queue, repr=False)
    _ready: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    _news: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    @property
    def id(self) -> str:
        """The full user id."""
        return self.account.user

    async def say(self, text: str, room: str, *, anew: bool = False) -> str:
        """Say something, encrypted where the room is, perhaps in a new session; the event's id."""
        assert self.process.stdin is not None
        command = {"say": text, "room": room, "anew": anew}
        self.process.stdin.write(json.dumps(command).encode() + b"\n")
        return await asyncio.wait_for(self._said.get(), PATIENCE)

    async def until(self, text: str | None) -> Read:
        """The first of the things shown that says this; None is what it could not decrypt."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for one in self.read:
                    if one.text is text or (one.text and text and text in one.text):
                        return one
                self._news.clear()
                await self._news.wait()

    async def ready(self) -> None:
        """Wait until its keys are known."""
        await asyncio.wait_for(self._ready.wait(), PATIENCE)

    async def listen(self) -> None:
        """Take what the process tells, until it ends."""
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            self._take(json.loads(line))
            self._news.set()

    def _take(self, told: dict[str, Any]) -> None:
        if "ready" in told:
            self._ready.set()
        elif "said" in told:
            self._said.put_nowait(told["said"])
        else:
            self.read.append(Read(**told))


@asynccontextmanager
async def secretive(
    matrix: LocalMatrix, account: Account, folder: Path
) -> AsyncIterator[Secretive]:
    """A client of this account that keeps its keys in a folder; afterwards it is gone."""
    words = (matrix.server.url, account.user, account.device, account.token, folder)
    process = await asyncio.create_subprocess_exec(
        *(matrix.server.python, CLIENT, *words),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    person = Secretive(account, process)
    listening = asyncio.create_task(person.listen())
    try:
        await person.ready()
        yield person
    finally:
        process.kill()
        await process.wait()
        await listening
