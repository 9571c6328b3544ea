"""``uno-chat run`` as a process that may be killed; its database and its log outlive it.

It knows no network: what a network needs it is given as variables.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uno_chat.testing.patience import PATIENCE

TO_STOP: Final = 10
"""Seconds that a process has to stop in."""
NAP: Final = 0.1
TWELVE: Final = """
import secrets, sys
secrets.token_bytes = lambda size: bytes([120]) * size
from uno_chat.cli import main
sys.exit(main(["run"]))
"""
"""``uno-chat run`` with a deal by which twelve decisions in a row end the match of two: cards drawn
and played, a Wild Draw Four that is accepted, two Reverses.
"""


@dataclass(slots=True)
class Host:
    """One process after the other in one folder. ``program`` runs uno-chat, perhaps with cards that
    are known; ``given`` are the variables of every start, by their names in the host's own file.
    """

    folder: Path
    program: str
    given: Mapping[str, str]
    process: asyncio.subprocess.Process | None = None

    @property
    def database(self) -> Path:
        """The file of the database."""
        return self.folder / "games.db"

    @property
    def url(self) -> str:
        """The address of the database."""
        return f"sqlite:///{self.database}"

    @property
    def log(self) -> str:
        """All that it has written so far."""
        return (self.folder / "log").read_text(encoding="utf-8")

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self.process is not None and self.process.returncode is None

    async def start(self, **more: str) -> None:
        """Start it, with more variables for this time."""
        self.folder.mkdir(exist_ok=True)
        with (self.folder / "log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", self.program), env=self._environment(more), stderr=log
            )

    def _environment(self, more: Mapping[str, str]) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if "UNO_CHAT" not in name}
        given = {"database_url": self.url, **self.given, **more}
        return kept | {f"UNO_CHAT_{name.upper()}": value for name, value in given.items()}

    async def kill(self) -> None:
        """As the system kills. It must not have ended by itself."""
        assert self.is_running, self.log
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> int:
        """Ask it to stop; its exit code, unless it takes too long: counted in naps, because a
        machine that stands still takes nothing of that time.
        """
        assert self.is_running, self.log
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        for _ in range(round(TO_STOP / NAP)):
            with suppress(TimeoutError):
                return await self._ended(NAP)
        raise TimeoutError(f"it does not stop\n{self.log}")

    async def ended(self) -> int:
        """Wait until it has ended by itself; its exit code."""
        return await self._ended(PATIENCE)

    async def _ended(self, within: float) -> int:
        assert self.process is not None
        return await asyncio.wait_for(self.process.wait(), within)


@asynccontextmanager
async def ending(*hosts: Host) -> AsyncIterator[None]:
    """None of them is left running behind this."""
    try:
        yield
    finally:
        for host in hosts:
            if host.is_running:
                await host.kill()
