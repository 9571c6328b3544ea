"""Workers of one installation as processes that may be killed or frozen, on a network of the test.

They are forked from a process that has loaded everything already, so that one starts at once. Each
of them has a log of its own, with whatever it or Python says about it, over all its starts.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import CoroutineType
from typing import Final

from uno_chat import game
from uno_chat.contract import StoreError
from uno_chat.coordinator import BadSetting, House, Seeds, agreed
from uno_chat.runtime import Service, make_store
from uno_chat.table import Settings
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.socket_network import socket_adapter

_CONTEXT: Final = get_context("forkserver")
HOUR: Final = timedelta(hours=1)
AGAIN: Final = 1.0
"""Seconds after its start at which one that has ended is started again at the earliest: those that
end at once would leave nothing of the machine to others.
"""
ENDS: Final = (0, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGUSR1, -signal.SIGUSR2)
"""How one ends: killed, or told something, perhaps before it listens to that."""
_WAITS: Final = {
    "uno_chat.runtime.shifts": ("LASTS", "HANDED", "SURE"),
    "uno_chat.runtime.sharing": ("BEAT", "EAGER"),
    "uno_chat.runtime.working": ("KEPT",),
    "uno_chat.runtime.sending": ("DOUBT",),
}
_SETTLES: Final = timedelta(seconds=1)
"""Workers that are killed do not live for as long as one has to be there to be given an account."""
_ASK_THE_TIME: Final = (
    "uno_chat.runtime.alarm_clock",
    "uno_chat.runtime.clock",
    "apscheduler.schedulers.base",
)


@dataclass(frozen=True, slots=True)
class Job:
    """What every worker of an installation is told."""

    url: str
    networks: Mapping[str, str]
    """Their addresses, by their names."""
    logs: Path
    seed: int
    settings: tuple[str, ...] = ("goal=1", "pace=untimed", "hold=0s", "tie=0s", "pause=0.1s")
    haste: float = 1.0
    """How much shorter shifts are than they would be: so much sooner another worker takes over."""


@dataclass(slots=True)
class Crew:
    """Some workers, each by its number. ``starts`` counts how often one was started, ``ends`` with
    which codes they ended.
    """

    job: Job
    workers: dict[int, ForkServerProcess] = field(default_factory=dict)
    frozen: set[int] = field(default_factory=set)
    began: dict[int, float] = field(default_factory=dict)
    ends: Counter[int] = field(default_factory=Counter)
    starts: int = 0

    def start(self, number: int) -> None:
        """Start one, or start it again."""
        _CONTEXT.set_forkserver_preload([__name__, "uno_chat_sql.postgres_store"])
        process = _CONTEXT.Process(target=work, args=(self.job, self.log(number)), daemon=True)
        process.start()
        self.workers[number] = process
        self.began[number] = time.monotonic()
        self.starts += 1

    def log(self, number: int) -> Path:
        """What one has to tell."""
        return self.job.logs / f"worker-{number}.log"

    def look_after(self) -> None:
        """Start those again that have ended, as a supervisor does."""
        for number, process in self.workers.items():
            if not process.is_alive() and time.monotonic() > self.began[number] + AGAIN:
                self.ends[process.exitcode or 0] += 1
                self.start(number)

    @property
    def awake(self) -> list[int]:
        """Those that live and are not frozen."""
        living = [number for number, process in self.workers.items() if process.is_alive()]
        return [number for number in living if number not in self.frozen]

    def kill(self, number: int) -> None:
        """As the system kills."""
        process = self.workers[number]
        process.kill()
        process.join()
        self.frozen.discard(number)

    def freeze(self, number: int) -> None:
        """It does nothing, and its connections stay."""
        self._send(number, signal.SIGSTOP)
        self.frozen.add(number)

    def thaw(self, number: int) -> None:
        """It goes on where it was."""
        self._send(number, signal.SIGCONT)
        self.frozen.discard(number)

    def ask_to_stop(self, number: int) -> None:
        """As a supervisor does to install another version."""
        self._send(number, signal.SIGTERM)

    def set_clock(self, number: int, *, forward: bool) -> None:
        """Its clock is an hour later than it was, or earlier."""
        self._send(number, signal.SIGUSR1 if forward else signal.SIGUSR2)

    def ask_where(self, number: int) -> None:
        """It tells its log in which functions it is, and what its tasks wait for."""
        for how in (signal.SIGQUIT, signal.SIGHUP):
            self._send(number, how)

    def _send(self, number: int, what: signal.Signals) -> None:
        pid = self.workers[number].pid
        if pid is not None and self.workers[number].is_alive():
            os.kill(pid, what)

    def stop(self) -> list[int | None]:
        """Ask all to stop; their exit codes."""
        for number in list(self.frozen):
            self.thaw(number)
        for process in self.workers.values():
            process.terminate()
        for process in self.workers.values():
            process.join(PATIENCE)
        return [process.exitcode for process in self.workers.values()]

    def end(self) -> None:
        """Nobody is left, whatever happened."""
        for number in list(self.workers):
            self.kill(number)


def work(job: Job, log: Path) -> None:
    """One worker, until it is told to stop."""
    _write_to(log)
    _hurry(job.haste)
    _let_be_set()
    logging.info("it begins")  # noqa: LOG015 - the log of the process, as the command has it
    try:
        asyncio.run(_serve(job))
    except Exception as error:
        trace = None if isinstance(error, StoreError) else error  # else it is ours
        logging.error("%s", error, exc_info=trace)  # noqa: LOG015, TRY400 - as above


def _write_to(log: Path) -> None:
    """Everything that is said, also what Python says of a process that breaks."""
    file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    for stream in (1, 2):
        os.dup2(file, stream)
    faulthandler.enable(sys.stderr)
    faulthandler.register(signal.SIGQUIT, sys.stderr)
    form = "%(asctime)s %(process)d %(levelname)s %(message)s"
    logging.basicConfig(level=logging.INFO, format=form, stream=sys.stderr)
    for loud in ("alembic", "apscheduler"):
        logging.getLogger(loud).setLevel(logging.WARNING)


def _hurry(haste: float) -> None:
    for name, waits in _WAITS.items():
        module = import_module(name)
        for wait in waits:
            setattr(module, wait, getattr(module, wait) / haste)
    if haste > 1:
        for name in ("uno_chat.runtime.spreading", "uno_chat.runtime.shifts"):
            vars(import_module(name))["SETTLED"] = _SETTLES


@dataclass(slots=True)
class _MachineClock:
    """The clock of this machine, as somebody sets it."""

    off: timedelta = timedelta(0)

    def jump(self, by: timedelta) -> None:
        self.off += by


_SET: Final = _MachineClock()


class _Datetime(datetime):
    """Stands in for ``datetime`` where the time is asked for."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # a plain one
        return datetime.now(tz) + _SET.off


def _let_be_set() -> None:
    """All that asks the machine what time it is asks the clock that is set."""
    asked = time.time
    time.time = lambda: asked() + _SET.off.total_seconds()
    for name in _ASK_THE_TIME:
        vars(import_module(name))["datetime"] = _Datetime


async def _serve(job: Job) -> None:
    settings = agreed(Settings(), job.settings)
    assert not isinstance(settings, BadSetting)
    adapters = [socket_adapter(address, name=name) for name, address in job.networks.items()]
    house = House(dict.fromkeys(job.networks, LIKE_TELEGRAM), _seeds(job.seed), settings)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    loop.add_signal_handler(signal.SIGUSR1, _SET.jump, HOUR)
    loop.add_signal_handler(signal.SIGUSR2, _SET.jump, -HOUR)
    loop.add_signal_handler(signal.SIGHUP, _tell_where)
    async with Service(house, make_store(job.url), adapters) as service:
        logging.info("it serves")  # noqa: LOG015 - as above
        fault = asyncio.create_task(service.failed())
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait((fault, stopped), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if fault.done():
            fault.result()
        fault.cancel()


def _tell_where() -> None:
    for task in asyncio.all_tasks():
        logging.info("a task is at %s", " > ".join(_places(task.get_coro())))  # noqa: LOG015 - as above


def _places(waits: object) -> Iterator[str]:
    """The functions in which a task waits, and the lines, outermost first."""
    while isinstance(waits, CoroutineType):
        if waits.cr_frame is not None:
            yield f"{waits.cr_code.co_qualname}:{waits.cr_frame.f_lineno}"
        waits = waits.cr_await


def _seeds(seed: int) -> Seeds:
    return lambda table, number: game.seed_from_int(1000 * seed + table, round_no=number)
