"""Kill, freeze and cut off workers, and kill PostgreSQL, while people play; look what came of it.

    python tests/benchmarks/worker_kills.py --kills 2000 --workers 3

Matches of people and a computer are played over a network of the test, served by several workers
that share a PostgreSQL of the test. Meanwhile workers are killed (SIGKILL) or frozen (SIGSTOP) for
longer than their shifts, the server is killed (as by ``pg_ctl stop -m immediate``) or ends all
sessions, and calls to the network fail. Then every input was handled once, every record replays,
nobody read a card that was not for them, what is said once was said once, and everybody sees the
end. Prints figures, then faults; exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from uno_chat.runtime import make_store
from uno_chat.testing.audit import record_faults
from uno_chat.testing.crew import Crew, Job
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.faults import Fault, Lost, Refused
from uno_chat.testing.knowing import Read, knowledge, leaks
from uno_chat.testing.ledger import Stored, all_tables
from uno_chat.testing.people import Person
from uno_chat.testing.postgres import Cluster, found, running
from uno_chat.testing.socket_network import SocketNetworkServer

Groups = Mapping[str, tuple[str, ...]]
GROUPS: Final[Groups] = {"family": ("ann", "bob", "cat"), "club": ("cat", "dan", "eve")}
PATIENCE: Final = 120.0
"""Seconds after which something that should come is said not to come."""
HASTE: Final = 5.0
"""Shifts are so much shorter, or most of the time would be waited for the next one."""
FROZEN: Final = 3.0
"""Seconds, longer than such a shift."""
OVER: Final = "won the match"


@dataclass(slots=True)
class Evening:
    """One match in each group, and what happens meanwhile."""

    cluster: Cluster
    database: str
    crew: Crew
    network: FakeNetwork
    luck: Random
    groups: Groups
    people: list[Person] = field(default_factory=list)
    did: Counter[str] = field(default_factory=Counter)
    seen: list[datetime] = field(default_factory=list)

    def look(self) -> None:
        """See what is new, and start those again that have ended."""
        now = datetime.now(UTC)
        self.seen += [now] * (len(self.network.shown) - len(self.seen))
        self.crew.look_after()

    async def until(self, what: str, there: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not there():
            if time.monotonic() > end:
                raise TimeoutError(f"{what}: did not happen")
            await asyncio.sleep(0.01)
            self.look()

    async def sit_down(self) -> None:
        """All sit at their tables, with a computer at each, and are dealt."""
        for name in dict.fromkeys(name for names in self.groups.values() for name in names):
            self.network.contact(name)
            await self.until(f"{name} is known", partial(self.network.pages, f"@{name}"))
        for number, (group, names) in enumerate(self.groups.items(), 1):
            self.network.say(names[0], "/new", group=group)
            await self.until("a table", partial(self._reads, group, names[0]))
            for name in names[1:]:
                self.network.say(name, "/join", group=group)
                await self.until("a guest", partial(self._reads, group, name))
            self.network.say(names[0], "/add easy", group=group)
            self.network.say(names[0], "/deal", group=group)
            self.people += [
                Person(self.network, name, f"{group} #{number}", Random(f"{self.luck} {name}"))
                for name in names
            ]

    def _reads(self, group: str, name: str) -> bool:
        return any(name in page.text for page in self.network.pages(group))

    async def play(self) -> None:
        """Until all matches are over."""
        last = time.monotonic()
        while not all(map(self.is_over, self.groups)):
            self.look()
            going = [person for person in self.people if not self.is_over(group_of(person))]
            acted = [person for person in going if person.asked]
            for person in acted:
                person.act()
            if acted:
                last = time.monotonic()
            if time.monotonic() - last > PATIENCE:
                raise TimeoutError("nobody is asked any more")
            await asyncio.sleep(0.01)

    def is_over(self, group: str) -> bool:
        return any(OVER in page.text for page in self.network.pages(group))


def group_of(person: Person) -> str:
    return person.table.partition(" ")[0]


async def disturb(evening: Evening, gap: float) -> None:
    """One thing after the other goes wrong."""
    doings = [kill] * 8 + [freeze] + [kill_server] + [end_sessions] * 2 + [fail_calls] * 4
    while True:
        await asyncio.sleep(evening.luck.uniform(0, 2 * gap))
        doing = evening.luck.choice(doings)
        evening.did[doing.__name__] += 1
        await doing(evening)


def awake(evening: Evening) -> list[int]:
    return [number for number in evening.crew.workers if number not in evening.crew.frozen]


async def kill(evening: Evening) -> None:
    evening.crew.look_after()
    if numbers := awake(evening):
        evening.crew.kill(evening.luck.choice(numbers))


async def freeze(evening: Evening) -> None:
    """Never all of them."""
    numbers = awake(evening)
    if len(numbers) > 1:
        number = evening.luck.choice(numbers)
        evening.crew.freeze(number)
        asyncio.get_running_loop().call_later(FROZEN, evening.crew.thaw, number)


async def kill_server(evening: Evening) -> None:
    await asyncio.to_thread(evening.cluster.stop)
    await asyncio.sleep(evening.luck.uniform(0, 1))
    await asyncio.to_thread(evening.cluster.start)


async def end_sessions(evening: Evening) -> None:
    ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'uno'"
    with suppress(RuntimeError):
        await asyncio.to_thread(evening.cluster.ask, ours)


async def fail_calls(evening: Evening) -> None:
    writes: list[Fault] = [Refused(), Lost(shown=True), Lost(shown=False)]
    evening.network.fail_writes(evening.luck.choice(writes))
    evening.network.fail_pulls(evening.luck.choice(writes[::2]))


# --- what must hold -----------------------------------------------------------------------------


def faults_of(evening: Evening, stored: list[Stored]) -> Iterator[str]:
    yield from lost_or_doubled(evening)
    yield from said_otherwise(evening)
    for each in stored:
        over = each.table.match is not None and each.table.match.over
        if not over and each.table.rounds == 1:  # whoever was quick has begun another one
            yield f"the match at table {each.row.id} is not over"
        yield from record_faults(each.table, each.records)
    yield from leaks([knowledge(e.table, e.records) for e in stored], read(evening))


def rows(evening: Evening, question: str) -> list[list[str]]:
    answer = evening.cluster.ask(question, database=evening.database)
    return [line.split("|") for line in answer.splitlines()]


def what_waits(evening: Evening) -> Iterator[str]:
    """For whoever has to find out why nothing goes on."""
    for question in (
        "SELECT 'inbox', * FROM inbox WHERE result IS NULL",
        "SELECT 'outbox', * FROM outbox WHERE ended IS NULL",
        "SELECT 'alarm', * FROM alarm",
        "SELECT 'lane', * FROM lane",
        "SELECT 'shift', * FROM shift",
        "SELECT 'cursor', * FROM cursor",
        "SELECT 'now', extract(epoch FROM clock_timestamp()) * 1000",
        "SELECT 'session', pid, state, wait_event, query FROM pg_stat_activity",
    ):
        yield from (" ".join(row)[:300] for row in rows(evening, question))


def lost_or_doubled(evening: Evening) -> Iterator[str]:
    """Every input is there once, and was handled."""
    came = rows(evening, "SELECT event_id, result FROM inbox WHERE account = 'fake'")
    ended = dict(came)
    for envelope in evening.network.sent():
        if ended.get(envelope.id, "") in {"", "set aside"}:
            yield f"{envelope.id} ended as {ended.get(envelope.id)!r}"


def said_otherwise(evening: Evening) -> Iterator[str]:
    """What is said once was said once, unless it is noted as perhaps said."""
    once = "SELECT id || '.' || queued, kind, ended FROM outbox WHERE kind <> 'slot'"
    shown = Counter(one.key for one in evening.network.shown if one.kind in {"new", "toast"})
    for key, kind, ended in rows(evening, once):
        if ended == "sent" and shown[key] != 1:
            yield f"a {kind} that is noted as sent was said {shown[key]} times"
        if shown[key] > 1 or ended in {"", "dead"}:
            yield f"a {kind} that ended as {ended!r} was said {shown[key]} times"


def read(evening: Evening) -> Iterator[Read]:
    """All that people read, and when at the latest."""
    for seen, at in zip(evening.network.shown, evening.seen, strict=True):
        buttons = seen.page.buttons
        labels, tokens = zip(*buttons, strict=True) if buttons else ((), ())
        for person in sorted(seen.viewers):
            yield Read(person, at, seen.page.text, labels, tokens)


async def rest(evening: Evening) -> None:
    """Until all is handled and said."""
    left = "SELECT (SELECT count(*) FROM inbox WHERE result IS NULL) + (SELECT count(*) FROM lane)"

    def quiet() -> bool:
        return evening.cluster.ask(left, database=evening.database) == "0"

    await evening.until("all is said", quiet)


async def go_on(evening: Evening, workers: int, gap: float) -> Iterator[str]:
    """From the first worker to the last; what went wrong on the way."""
    for number in range(workers):
        evening.crew.start(number)
    await evening.sit_down()
    wild = asyncio.create_task(disturb(evening, gap) if gap else asyncio.sleep(0))
    try:
        await evening.play()
    finally:
        wild.cancel()
        with suppress(asyncio.CancelledError):
            await wild
    for number in list(evening.crew.frozen):
        evening.crew.thaw(number)
    await rest(evening)
    codes = await asyncio.to_thread(evening.crew.stop)
    return (f"a worker ended with {code}" for code in codes if code)


async def play(
    cluster: Cluster, folder: Path, seed: int, wanted: argparse.Namespace
) -> tuple[Evening, list[str]]:
    groups = dict(list(GROUPS.items())[: wanted.tables])
    network = FakeNetwork(lambda: datetime.now(UTC))
    server = SocketNetworkServer(network)
    database, address = cluster.database(), await server.start()
    job = Job(cluster.url(database), address, folder / "log", seed, haste=HASTE)
    evening = Evening(cluster, database, Crew(job), network, Random(seed), groups)
    faults: list[str] = []
    try:
        faults += await go_on(evening, wanted.workers, wanted.gap)
    except TimeoutError as late:
        faults += [str(late), *what_waits(evening)]
    finally:
        evening.look()
        evening.crew.end()
        await server.stop()
    store = make_store(job.url)
    await store.open()
    stored = await store.transact(partial(all_tables, count=len(groups)))
    await store.close()
    log = job.log.read_text("utf-8")
    told = [log[log.index("Traceback") :][:3000]] if "Traceback" in log else []
    return evening, [*faults, *told, *faults_of(evening, stored)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1, help="at least; more matches until then")
    parser.add_argument("--tables", type=int, default=len(GROUPS))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--gap", type=float, default=1.0, help="mean seconds between troubles; 0: none"
    )
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    programs = found()
    assert programs is not None
    print("seed  inputs  seconds  troubles", flush=True)
    faults, kills, seed = list[str](), 0, wanted.seed
    with running(programs) as cluster:
        while kills < wanted.kills and not faults:
            began = time.monotonic()
            with TemporaryDirectory() as folder:
                evening, faults = asyncio.run(play(cluster, Path(folder), seed, wanted))
            took, inputs = time.monotonic() - began, len(evening.network.sent())
            print(f"{seed:4} {inputs:7} {took:8.1f}  {dict(evening.did)}", flush=True)
            kills += evening.did["kill"] + evening.did["kill_server"] + (wanted.gap == 0)
            seed += 1
    for fault in faults[:20]:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
