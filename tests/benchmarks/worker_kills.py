"""Let everything go wrong with workers and their PostgreSQL while people play, and look after it.

    python tests/benchmarks/worker_kills.py --kills 2000 --workers 3

Matches of people and a computer are played over a network of the test, served by several workers
that share a PostgreSQL of the test. Meanwhile workers are killed (SIGKILL), frozen (SIGSTOP) and
stopped, their clocks set, the server killed (as by ``pg_ctl stop -m immediate``), frozen, without
disk; sessions end, connections break, hang, lose answers; rows are locked; calls to the network
fail. Then every input was handled once, every record replays, nobody read a card that was not for
them, what is said once was said once, everybody sees the end, and nothing is left behind. Prints
figures, then faults; exits with 1 if there are any. Without root there is no disk to fill.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from uno_chat.testing.aftermath import faults_of, what_waits
from uno_chat.testing.gathering import GROUPS, Gathering, gathered
from uno_chat.testing.mishaps import MISHAPS, Mishap
from uno_chat.testing.postgres import Cluster, Disk, found, running, small_disk

DISK: Final = 400
"""Megabytes."""
BY_NAME: Final = {mishap.__name__: mishap for mishap in MISHAPS}


async def disturb(at: Gathering, wanted: argparse.Namespace, stop: asyncio.Event) -> None:
    """One thing after the other goes wrong, each to its end."""
    for mishap in series(at, wanted):
        with suppress(TimeoutError):
            async with asyncio.timeout(at.luck.uniform(0, 2 * wanted.gap)):
                await stop.wait()
        while at.stands_still and not stop.is_set():  # noqa: ASYNC110 - whoever shows something
            await asyncio.sleep(0.1)
        if stop.is_set() and not wanted.each:
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


async def go_on(at: Gathering, wanted: argparse.Namespace) -> list[str]:
    """From the first worker to the last; what went wrong on the way."""
    for number in range(wanted.workers):
        at.crew.start(number)
    await at.sit_down()
    stop = asyncio.Event()
    wild = asyncio.create_task(disturb(at, wanted, stop))
    try:
        await at.play()
    finally:
        stop.set()
        await wild
    for number in list(at.crew.frozen):
        at.crew.thaw(number)
    await at.rest()
    return await at.go()


async def play(
    cluster: Cluster, disk: Disk | None, folder: Path, seed: int, wanted: argparse.Namespace
) -> tuple[Gathering, list[str]]:
    groups = dict(list(GROUPS.items())[: wanted.tables])
    faults: list[str] = []
    async with gathered(cluster, folder, seed, groups, disk) as at:
        try:
            faults += await go_on(at, wanted)
        except TimeoutError as late:
            faults += [str(late), *what_waits(at)]
    log = at.crew.job.log.read_text("utf-8")
    told = [log[log.index("Traceback") :][:3000]] if "Traceback" in log else []
    return at, [*faults, *told, *faults_of(at, await at.stored())]


@contextmanager
def served() -> Iterator[tuple[Cluster, Disk | None]]:
    """A server, on a disk that can be filled if possible."""
    programs = found()
    assert programs is not None
    with small_disk(DISK) as disk, running(programs, place=disk.folder if disk else None) as server:
        yield server, disk


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1, help="at least; more matches until then")
    parser.add_argument("--tables", type=int, default=len(GROUPS))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--gap", type=float, default=1.0, help="mean seconds between troubles")
    parser.add_argument("--only", nargs="*", choices=BY_NAME, default=(), metavar="TROUBLE")
    parser.add_argument("--each", action="store_true", help="each trouble once, in one match")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    print("seed  inputs  seconds  troubles", flush=True)
    faults, total, seed = list[str](), Counter[str](), wanted.seed
    with served() as (cluster, disk):
        while not faults and (seed == wanted.seed or kills(total) < wanted.kills):
            began = time.monotonic()
            with TemporaryDirectory() as folder:
                at, faults = asyncio.run(play(cluster, disk, Path(folder), seed, wanted))
            took, inputs = time.monotonic() - began, len(at.network.sent())
            print(f"{seed:4} {inputs:7} {took:8.1f}  {dict(at.did)}", flush=True)
            cluster.drop(at.database)
            total += at.did
            seed += 1
    print(f"{kills(total)} kills, {total.total()} troubles, {len(faults)} faults: {dict(total)}")
    for fault in faults[:20]:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


def kills(did: Counter[str]) -> int:
    """Of workers and of the server."""
    return did["kill"] + did["kill_server"]


if __name__ == "__main__":
    sys.exit(main())
