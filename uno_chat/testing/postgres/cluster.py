"""A server and its databases, in one folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.ports import free_port
from uno_chat.testing.postgres import lifeline

USER: Final = "uno"
"""Owns every database, and may do nothing else."""
LOCKED: Final = "locked"
"""The same, with a PASSWORD."""
PASSWORD: Final = "of:a/test@"  # noqa: S105 - known to the tests alone
_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a folder of our own in it
_HBA: Final = f"""
local all all trust
host  all {LOCKED} 127.0.0.1/32 scram-sha-256
host  all all 127.0.0.1/32 trust
"""
_SETTINGS: Final = (
    "listen_addresses=127.0.0.1",
    "max_connections=60",
    "shared_buffers=32MB",
    "dynamic_shared_memory_type=mmap",  # in the folder, where it does not outlive a kill
    "log_min_messages=fatal",
    "log_min_error_statement=panic",
)


@dataclass(slots=True)
class Cluster:
    """Everything is in ``folder``. With ``safe`` what is committed is on the disk, else only beyond
    the reach of a process that dies.
    """

    programs: Path
    folder: Path
    safe: bool = False
    settings: tuple[str, ...] = ()
    port: int = 0
    _server: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    _numbers: count[int] = field(default_factory=count, repr=False)

    @property
    def data(self) -> Path:
        """The folder of the databases."""
        return self.folder / "data"

    @property
    def pid(self) -> int:
        """The process of the server that begins all others."""
        return int((self.data / "postmaster.pid").read_text("ascii").splitlines()[0])

    def make(self) -> None:
        """Make the databases that every server has, and our users."""
        self.folder.mkdir(exist_ok=True)
        if user := _unprivileged():
            shutil.chown(self.folder, user)
        words = ("--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8")
        self._run("initdb", *words, "--locale=C", f"--pgdata={self.data}")
        (self.data / "pg_hba.conf").write_text(_HBA, "ascii")
        self.start()
        self.ask(
            f"CREATE ROLE {USER} LOGIN",
            f"CREATE ROLE {LOCKED} LOGIN PASSWORD '{PASSWORD}'",
        )

    def start(self) -> None:
        """Start it, or start it again at the same address; returns when it answers."""
        safe = () if self.safe else ("fsync=off", "full_page_writes=off")
        while True:
            self.port = self.port or free_port()
            places = (f"port={self.port}", f"unix_socket_directories={self.folder}")
            settings = [f"-c{each}" for each in (*_SETTINGS, *safe, *places, *self.settings)]
            command = [str(self.programs / "postgres"), "-D", str(self.data), *settings]
            with (self.folder / "log").open("wb") as log:
                self._server = subprocess.Popen(  # noqa: S603 - our own words
                    [sys.executable, lifeline.__file__, _unprivileged(), *command],
                    stdin=subprocess.PIPE,
                    stdout=log,
                    stderr=log,
                    cwd=self.folder,
                )
            try:
                self._until_ready(self._server)
            except _TakenError:
                self.port = 0
            else:
                return

    def _until_ready(self, server: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + PATIENCE
        asked = self._words("pg_isready")
        while subprocess.run(asked, capture_output=True, check=False).returncode:  # noqa: S603 - our own words
            if server.poll() is not None or time.monotonic() > end:
                self._gone(server)
                told = (self.folder / "log").read_text("utf-8", "replace")
                raise (_TakenError if "in use" in told else RuntimeError)(told)
            time.sleep(0.02)

    def stop(self, mode: signal.Signals = signal.SIGQUIT) -> None:
        """End it: immediately as by a power failure (SIGQUIT, what ``-m immediate`` sends), or
        SIGINT, which lets it write down what it has.
        """
        if self._server is not None:
            if self.runs:  # else it has ended by itself
                os.kill(self.pid, mode)
            self._gone(self._server)

    def _gone(self, server: subprocess.Popen[bytes]) -> None:
        server.wait()
        assert server.stdin is not None
        server.stdin.close()
        self._server = None

    def ask(self, *statements: str, database: str = "postgres") -> str:
        """Run statements as the one who may do everything; what they answer."""
        words = [word for each in statements for word in ("-c", each)]
        command = (*self._words("psql"), "-XqAt", "-v", "ON_ERROR_STOP=1", *words, database)
        return self._run(*command)

    def database(self, template: str = "template0") -> str:
        """A new database, a copy of another one that nobody uses; its name."""
        name = f"uno{next(self._numbers)}"
        self.ask(f"CREATE DATABASE {name} OWNER {USER} TEMPLATE {template}")
        return name

    def drop(self, database: str) -> None:
        """A database is no more, whoever uses it."""
        self.ask(f"DROP DATABASE {database} WITH (FORCE)")

    def url(self, database: str, *, user: str = USER, port: int = 0) -> str:
        """The address of a database, as it is configured; perhaps by way of another port."""
        return f"postgresql+asyncpg://{user}@127.0.0.1:{port or self.port}/{database}"

    @property
    def runs(self) -> bool:
        """Whether it does, for all that can be seen from here."""
        return self._server is not None and self._server.poll() is None

    def _words(self, program: str) -> tuple[str, ...]:
        at = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres")
        return (str(self.programs / program), *at)

    def _run(self, program: str, *words: str) -> str:
        user = _unprivileged() or None
        ran = subprocess.run(  # noqa: S603 - our own words
            [self.programs / program, *words],
            user=user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode:
            raise RuntimeError(f"{program} failed: {ran.stderr}")
        return ran.stdout.strip()


class _TakenError(RuntimeError):
    """Somebody else was quicker to listen there."""


@contextmanager
def running(
    programs: Path, *settings: str, safe: bool = False, place: Path | None = None
) -> Iterator[Cluster]:
    """A server of one's own, in a ``place`` or else in memory where it need not be safe and the
    system has that; nothing is left of it.
    """
    if place is None and _MEMORY.is_dir() and not safe:
        place = _MEMORY
    with TemporaryDirectory(prefix="uno-chat-postgres-", dir=place) as folder:
        cluster = Cluster(programs, Path(folder), safe=safe, settings=settings)
        try:
            cluster.make()
            yield cluster
        finally:
            cluster.stop()


def _unprivileged() -> str:
    """Whom the server has to run as: it refuses to be root. Empty for ourselves."""
    return "postgres" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""
