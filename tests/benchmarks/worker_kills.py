"""Let everything go wrong with workers and their PostgreSQL while people play, and look after it.

    python tests/benchmarks/worker_kills.py --kills 2000 --workers 3

Matches of people and a computer are played over networks of the test, served by several workers
that share a PostgreSQL of the test, and hand networks over to whoever serves fewer. Meanwhile
workers are killed (SIGKILL), frozen (SIGSTOP) and stopped, their clocks set, the server killed (as
by ``pg_ctl stop -m immediate``), frozen, without disk; sessions end, connections break, hang, lose
answers; rows are locked; calls to a network fail. Then every input was handled once, every record
replays, nobody read a card that was not for them, what is said once was said once, everybody sees
the end, no worker has told of anything that broke, and nothing is left behind.

Prints a line for each match, its faults and in which folder the logs of its workers are kept then;
at last how many kills and faults there were and of which state of the code. Troubles pause until
play goes on, so a busy machine makes it slower and changes nothing else. SIGTERM and SIGINT let the
match that is played come to its end without more troubles, a second one breaks it off. Exits with 1
if there are faults. Without root there is no disk to fill.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from uno_chat.testing.aftermath import faults_of, unfinished
from uno_chat.testing.crew import ENDS
from uno_chat.testing.gathering import GROUPS, Gathering, gathered
from uno_chat.testing.mishaps import MISHAPS, Mishap
from uno_chat.testing.postgres import Cluster, Disk, found, running, small_disk
from uno_chat.testing.standstill import told_of
from uno_chat.testing.traces import traces

DISK: Final = 400
"""Megabytes."""
BY_NAME: Final = {mishap.__name__: mishap for mishap in MISHAPS}
HANDED: Final = "was handed over to a worker that serves fewer"
FORGIVEN: Final = 5
"""Matches with faults after which no other one is begun."""
ROOT: Final = Path(__file__).parents[2]


@dataclass(slots=True)
class Run:
    """What has happened in all matches so far. ``grave`` is what was lost, doubled or leaked."""

    wanted: argparse.Namespace
    code: str
    did: Counter[str] = field(default_factory=Counter)
    grave: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    handed: int = 0
    matches: int = 0
    faulty: int = 0
    began: float = field(default_factory=time.monotonic)
    ends: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def goes_on(self) -> bool:
        """Whether another match has to be played."""
        if self.ends.is_set() or self.faulty >= FORGIVEN:
            return False
        return not self.matches or kills(self.did) < self.wanted.kills

    def has_enough(self, did: Counter[str]) -> bool:
        """Whether a match in which that has happened has to come to its end."""
        wanted: int = self.wanted.kills
        return self.ends.is_set() or 0 < wanted <= kills(self.did) + kills(did)

    def __str__(self) -> str:
        took = time.monotonic() - self.began
        return (
            f"{kills(self.did)} kills, {self.did.total()} troubles,"
            f" {len(self.grave) + len(self.faults)} faults ({len(self.grave)} lost, doubled or"
            f" leaked) in {self.matches} matches and {took:.0f} seconds of code {self.code}:"
            f" {dict(self.did)}; {self.handed} networks were handed over"
        )


def kills(did: Counter[str]) -> int:
    """Of workers and of the server."""
    return did["kill"] + did["kill_server"]


async def disturb(at: Gathering, run: Run, stop: asyncio.Event) -> None:
    """One thing after the other goes wrong, each to its end."""
    wanted = run.wanted
    for mishap in series(at, wanted):
        with suppress(TimeoutError):
            async with asyncio.timeout(at.luck.uniform(0, 2 * wanted.gap)):
                await stop.wait()
        while at.stands_still and not (stop.is_set() or run.has_enough(at.did)):  # noqa: ASYNC110 - whoever shows something
            await asyncio.sleep(0.1)
        if not wanted.each and (stop.is_set() or run.has_enough(at.did)):
            return
        at.did[mishap.__name__] += 1
        await mishap(at)


def series(at: Gathering, wanted: argparse.Namespace) -> Iterator[Mishap]:
    """All that were asked for once, in any order, or one of them again and again."""
    named: Sequence[Mishap] = [BY_NAME[name] for name in wanted.only] or list(MISHAPS)
    if wanted.each:
        yield from at.luck.sample(named, len(named))
        return
    for _ in count():
        yield at.luck.choices(named, [MISHAPS[mishap] for mishap in named])[0]


async def go_on(at: Gathering, run: Run) -> list[str]:
    """From the first worker to the last; what went wrong on the way."""
    for number in range(run.wanted.workers):
        at.crew.start(number)
    await at.sit_down()
    stop = asyncio.Event()
    wild = asyncio.create_task(disturb(at, run, stop))
    try:
        await at.play()
    finally:
        stop.set()
        await wild
    for number in list(at.crew.frozen):
        at.crew.thaw(number)
    await at.rest()
    return await at.go()


async def play(cluster: Cluster, disk: Disk | None, logs: Path, seed: int, run: Run) -> Gathering:
    """One match in each group; what went wrong with it is added to the run."""
    groups = dict(list(GROUPS.items())[: run.wanted.tables])
    async with gathered(cluster, logs, seed, groups, disk, networks=run.wanted.networks) as at:
        try:
            run.faults += await go_on(at, run)
        except TimeoutError as late:
            run.faults += [str(late), "\n".join(await told_of(at))]
    stored = await at.stored()
    run.faults += [*unfinished(stored), *traces(logs)]
    run.handed += await asyncio.to_thread(handed, logs)
    run.faults += [f"a worker ended with {code}" for code in at.crew.ends if code not in ENDS]
    run.grave += faults_of(at, stored)
    return at


def handed(logs: Path) -> int:
    """How often a worker let another one serve a network."""
    return sum(log.read_text("utf-8").count(HANDED) for log in logs.iterdir())


async def one_more(cluster: Cluster, disk: Disk | None, run: Run) -> None:
    """A match, and what there is to say about it."""
    seed, began = run.wanted.seed + run.matches, time.monotonic()
    grave, faults = len(run.grave), len(run.faults)
    logs = Path(mkdtemp(prefix="uno-chat-kills-"))
    at = await play(cluster, disk, logs, seed, run)
    run.did += at.did
    run.matches += 1
    took, inputs = time.monotonic() - began, sum(len(n.sent()) for n in at.networks.values())
    print(f"{seed:5} {inputs:6} {took:7.1f} {kills(run.did):5}  {dict(at.did)}", flush=True)
    new = [*run.grave[grave:], *run.faults[faults:]]
    for fault in new:
        print(f"FAULT: {fault}", flush=True)
    if new:
        run.faulty += 1
        print(f"What its workers said is in {logs}", flush=True)
    else:
        shutil.rmtree(logs)
    await asyncio.to_thread(cluster.drop, at.database)


async def go_through(run: Run) -> None:
    """All matches."""
    with served() as (cluster, disk):
        while run.goes_on:
            await one_more(cluster, disk, run)


@contextmanager
def served() -> Iterator[tuple[Cluster, Disk | None]]:
    """A server, on a disk that can be filled if possible."""
    programs = found()
    assert programs is not None
    with small_disk(DISK) as disk, running(programs, place=disk.folder if disk else None) as server:
        yield server, disk


async def until_told(run: Run) -> None:
    """All matches, or what can be played until somebody has had enough."""
    task = asyncio.create_task(go_through(run))

    def end() -> None:
        if run.ends.is_set():
            task.cancel()
        run.ends.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, end)
    with suppress(asyncio.CancelledError):
        await task
    if task.cancelled():
        print("a match was broken off: nobody has looked at it")


def code() -> str:
    """Of which state of the code this is."""
    files = sorted(each for room in ("uno_chat", "storage") for each in (ROOT / room).rglob("*.py"))
    return sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:12]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=0, help="over many matches; else in one")
    parser.add_argument("--tables", type=int, default=len(GROUPS))
    parser.add_argument("--networks", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--gap", type=float, default=1.0, help="mean seconds between troubles")
    parser.add_argument("--only", nargs="*", choices=BY_NAME, default=(), metavar="TROUBLE")
    parser.add_argument("--each", action="store_true", help="each trouble once, in one match")
    parser.add_argument("--seed", type=int, default=1)
    run = Run(parser.parse_args(), code())
    print(" seed inputs seconds kills  troubles", flush=True)
    asyncio.run(until_told(run))
    print(run)
    return 1 if run.grave or run.faults else 0


if __name__ == "__main__":
    sys.exit(main())
