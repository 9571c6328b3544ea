"""A Synapse of one's own: a process that is started, killed and started again with its data."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

import httpx

from uno_chat.testing.matrix import config, lifeline
from uno_chat.testing.matrix.api import ADMIN, Account, Api, at
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.ports import free_port

PASSWORD: Final = "of-a-test"  # noqa: S105 - known to the tests alone


@dataclass(slots=True)
class Homeserver:
    """Everything is in ``folder``. With ``limits`` those of Synapse hold for every account, else
    none but what ``limit`` sets. Processes, not loops, own it: any loop may call it.
    """

    folder: Path
    python: Path
    services: tuple[config.AppService, ...] = ()
    limits: bool = False
    port: int = 0
    _process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    _admin: str = field(default="", repr=False)
    _numbers: count[int] = field(default_factory=count, repr=False)

    @property
    def url(self) -> str:
        """Where it listens, or will again."""
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start it, or start it again with the same data at the same address; returns when it
        answers. Raises RuntimeError that shows what it wrote.
        """
        if self.port:
            await self._begin()
            return
        while True:
            self.port = free_port()
            try:
                await self._begin()
                return
            except RuntimeError as error:
                if "CannotListenError" not in str(error):  # somebody else was quicker
                    raise

    async def _begin(self) -> None:
        path = config.write(self.folder, self.port, self.services, limits=self.limits)
        output = self.folder / "output"
        with output.open("wb") as out:
            self._process = subprocess.Popen(  # noqa: ASYNC220, S603 - forks at once; our own words
                [self.python, lifeline.__file__, "-c", path],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=out,
                cwd=self.folder,
            )
        try:
            await self._until_healthy(self._process)
        except BaseException:
            self.kill()
            raise

    async def _until_healthy(self, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + PATIENCE
        async with httpx.AsyncClient(base_url=self.url) as http:
            while not await _healthy(http):
                if process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"Synapse did not start:\n{self.told()}")
                await asyncio.sleep(0.05)

    def told(self) -> str:
        """The end of what it wrote and logged."""
        files = (self.folder / "output", self.folder / "log")
        texts = (path.read_text("utf-8", "replace") for path in files if path.exists())
        return "\n".join(text[-4000:] for text in texts)

    def kill(self) -> None:
        """End it as by a power failure: SIGKILL."""
        if self._process is not None:
            self._process.kill()
            self._gone(self._process)

    async def stop(self) -> None:
        """Ask it to end (SIGTERM), and wait."""
        if self._process is not None:
            self._process.terminate()
            await asyncio.to_thread(self._process.wait, PATIENCE)
            self._gone(self._process)

    def _gone(self, process: subprocess.Popen[bytes]) -> None:
        process.wait()
        assert process.stdin is not None
        process.stdin.close()
        self._process = None

    @asynccontextmanager
    async def api(self, token: str = "") -> AsyncIterator[Api]:
        """Calls to it from this loop."""
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE) as http:
            yield Api(http, token)

    async def register(self, api: Api, name: str, *, admin: bool = False) -> Account:
        """A new account that shows a name; its user id begins like it, and no other has it."""
        nonce = (await api.call("GET", f"{ADMIN}/register"))["nonce"]
        plain = "".join(c for c in name.casefold() if c.isascii() and (c.isalnum() or c == "_"))
        user = f"{plain or 'user'}{next(self._numbers)}"
        signed = "\0".join((nonce, user, PASSWORD, "admin" if admin else "notadmin"))
        asked = {
            "nonce": nonce,
            "username": user,
            "displayname": name,
            "password": PASSWORD,
            "admin": admin,
            "mac": hmac.new(config.SECRET.encode(), signed.encode(), hashlib.sha1).hexdigest(),
        }
        told = await api.call("POST", f"{ADMIN}/register", asked)
        return Account(told["user_id"], told["access_token"], told["device_id"], PASSWORD)

    async def limit(self, api: Api, user: str, *, per_second: int = 0, burst: int = 0) -> None:
        """What an account may send at most (reactions and edits count, too); 0 is no limit."""
        if not self._admin:
            self._admin = (await self.register(api, "Admin", admin=True)).token
        path = at(ADMIN, "users", user, "override_ratelimit")
        wanted = {"messages_per_second": per_second, "burst_count": burst}
        await Api(api.http, self._admin).call("POST", path, wanted)


async def _healthy(http: httpx.AsyncClient) -> bool:
    try:
        return (await http.get("/health")).status_code == httpx.codes.OK
    except httpx.TransportError:
        return False
