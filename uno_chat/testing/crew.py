"""Workers of one installation as processes that may be killed or frozen, on a network of the test.

They are forked from a process that has loaded everything already, so that one starts at once.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

from uno_chat import game
from uno_chat.contract import StoreError
from uno_chat.coordinator import BadSetting, House, Seeds, agreed
from uno_chat.runtime import Service, make_store
from uno_chat.table import Settings
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.socket_network import socket_adapter

_CONTEXT: Final = get_context("forkserver")
HOUR: Final = timedelta(hours=1)
_WAITS: Final = {
    "uno_chat.runtime.shifts": ("LASTS", "SURE"),
    "uno_chat.runtime.sharing": ("BEAT", "EAGER"),
    "uno_chat.runtime.working": ("KEPT",),
    "uno_chat.runtime.sending": ("DOUBT",),
}
_ASK_THE_TIME: Final = (
    "uno_chat.runtime.alarm_clock",
    "uno_chat.runtime.clock",
    "apscheduler.schedulers.base",
)


@dataclass(frozen=True, slots=True)
class Job:
    """What every worker of an installation is told."""

    url: str
    network: str
    log: Path
    seed: int
    settings: tuple[str, ...] = ("goal=1", "pace=untimed", "hold=0s", "tie=0s", "pause=0.1s")
    haste: float = 1.0
    """How much shorter shifts are than they would be: so much sooner another worker takes over."""


@dataclass(slots=True)
class Crew:
    """Some workers, each by its number. ``starts`` counts how often one was started."""

    job: Job
    workers: dict[int, ForkServerProcess] = field(default_factory=dict)
    frozen: set[int] = field(default_factory=set)
    starts: int = 0

    def start(self, number: int) -> None:
        """Start one, or start it again."""
        _CONTEXT.set_forkserver_preload([__name__, "uno_chat_sql.postgres_store"])
        process = _CONTEXT.Process(target=work, args=(self.job,), daemon=True)
        process.start()
        self.workers[number] = process
        self.starts += 1

    def look_after(self) -> int:
        """Start those again that have ended, as a supervisor does; returns how many."""
        ended = [number for number, process in self.workers.items() if not process.is_alive()]
        for number in ended:
            self.start(number)
        return len(ended)

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
            process.join(10)
        return [process.exitcode for process in self.workers.values()]

    def end(self) -> None:
        """Nobody is left, whatever happened."""
        for number in list(self.workers):
            self.kill(number)


def work(job: Job) -> None:
    """One worker, until it is told to stop."""
    _hurry(job.haste)
    _let_be_set()
    form = "%(asctime)s %(process)d %(levelname)s %(message)s"
    logging.basicConfig(level=logging.WARNING, format=form, filename=job.log)
    try:
        asyncio.run(_serve(job))
    except Exception as error:
        trace = None if isinstance(error, StoreError) else error  # else it is ours
        logging.error("%s", error, exc_info=trace)  # noqa: LOG015, TRY400 - the log of the process, as the command has it


def _hurry(haste: float) -> None:
    for name, waits in _WAITS.items():
        module = import_module(name)
        for wait in waits:
            setattr(module, wait, getattr(module, wait) / haste)


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
    adapter = socket_adapter(job.network)
    house = House({adapter.network: LIKE_TELEGRAM}, _seeds(job.seed), settings)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    loop.add_signal_handler(signal.SIGUSR1, _SET.jump, HOUR)
    loop.add_signal_handler(signal.SIGUSR2, _SET.jump, -HOUR)
    async with Service(house, make_store(job.url), [adapter]) as service:
        fault = asyncio.create_task(service.failed())
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait((fault, stopped), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if fault.done():
            fault.result()
        fault.cancel()


def _seeds(seed: int) -> Seeds:
    return lambda table, number: game.seed_from_int(1000 * seed + table, round_no=number)
