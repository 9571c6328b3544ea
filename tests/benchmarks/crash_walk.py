"""Kill the house with SIGKILL again and again while people play, then look for what went wrong.

    python tests/benchmarks/crash_walk.py --kills 200 --seed 1

The network and its people live in this process and outlive the one that is killed. Some of what
they send comes twice or out of order, some answers get lost. Prints figures, then faults; exits
with 1 if there are any.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import multiprocessing
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from uno_chat.contract import Capabilities, Store, StoredTable, Transaction
from uno_chat.coordinator import BadSetting, House, agreed
from uno_chat.runtime import Service, utc_now
from uno_chat.table import Settings, Table, alarms
from uno_chat.testing import books
from uno_chat.testing.audit import page_faults, record_faults
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.faults import Lost, Refused, TooMany
from uno_chat.testing.ledger import Ledger, Stored, all_tables, ledger
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.people import Person, offers
from uno_chat.testing.socket_network import SocketNetworkServer, socket_adapter
from uno_chat_sql import plugin

NETWORKS: Final = {
    "plain": LIKE_TELEGRAM,
    "idempotent": replace(LIKE_TELEGRAM, idempotent_sends=True),
}
QUICK: Final = ("goal=1", "pace=untimed", "hold=0.05s", "tie=0.05s", "pause=0s-0.05s")
SLEEPER: Final = "fay"
"""Never moves: her table has to go on without her."""
TROUBLES: Final = (
    Lost(shown=True),
    Lost(shown=False),
    Refused(),
    TooMany(timedelta(seconds=0.1)),
)
TICK: Final = 0.001
PRELOADED: Final = (
    "alembic.command",
    "uno_chat.runtime",
    "uno_chat.testing.people",
    "uno_chat_sql",
)


def house_of(able: Capabilities) -> House:
    settings = agreed(Settings(), QUICK)
    assert not isinstance(settings, BadSetting)
    return House({"fake": able}, lambda _table, _round: secrets.token_bytes(32), settings)


def serve(url: str, address: str, able: Capabilities, log: Path) -> None:
    """The house, until it is killed."""
    logging.basicConfig(filename=log, level=logging.WARNING, format="%(name)s: %(message)s")
    asyncio.run(_serve(url, address, able))


async def _serve(url: str, address: str, able: Capabilities) -> None:
    adapter = socket_adapter(address, capabilities=able)
    async with Service(house_of(able), plugin(url), [adapter]) as service:
        await service.failed()


@dataclass(slots=True)
class Walk:
    """A network with its people, and a house that is killed."""

    folder: Path
    network: FakeNetwork
    address: str
    luck: Random
    people: list[Person] = field(default_factory=list)
    house: BaseProcess | None = None
    kills: int = 0
    at_a_showing: int = 0
    redelivered: int = 0
    started: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"sqlite:///{self.folder / 'house.db'}"

    def ledger(self) -> Ledger:
        return ledger(self.folder / "house.db", "fake")

    async def start(self) -> None:
        """Start the house and see it ask the network for something."""
        began, before = time.monotonic(), self.network.calls["events"]
        arguments = (self.url, self.address, self.network.capabilities, self.folder / "log")
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(list(PRELOADED))
        self.house = context.Process(target=serve, args=arguments)
        self.house.start()
        await self.until("the house", lambda: self.network.calls["events"] > before)
        self.started.append(time.monotonic() - began)

    def kill(self) -> None:
        """No goodbye. A house that had ended by itself is a fault."""
        assert self.house is not None
        self.house.kill()
        self.house.join()
        if self.house.exitcode != -signal.SIGKILL:
            self.faults.append(f"the house ended by itself with {self.house.exitcode}")

    async def until(
        self, what: str, true: Callable[[], bool], meanwhile: Callable[[], None] = lambda: None
    ) -> None:
        """Wait for something that must come."""
        end = time.monotonic() + PATIENCE
        while not true():
            if time.monotonic() > end:
                raise TimeoutError(f"waited {PATIENCE:.0f} s in vain for {what}")
            meanwhile()
            await asyncio.sleep(TICK)

    async def one_life(self) -> None:
        """Let people play and kill the house: at any time, or in the moment in which it shows."""
        await self.start()
        end = time.monotonic() + self.luck.uniform(0, 1.2)
        showings = len(self.network.shown) + self.luck.randint(1, 30)
        if self.luck.random() < 0.5:
            await self.until("its time", lambda: time.monotonic() > end, self.somebody_acts)
        else:
            await self.until(
                "a showing", lambda: len(self.network.shown) >= showings, self.somebody_acts
            )
            self.at_a_showing += 1
        self.kill()
        self.kills += 1
        for _ in range(self.luck.randint(0, 5)):
            self.somebody_acts()

    def somebody_acts(self) -> None:
        """Some of what people do comes twice, what waits gets out of order, answers get lost."""
        person = self.luck.choice(self.people)
        done = person.act() if person.name != SLEEPER or is_between_rounds(person) else ()
        if done and self.luck.random() < 0.2:
            self.redeliver(done[-1])
        if self.luck.random() < 0.005:
            self.redeliver(json.loads(self.luck.choice(self.network.log.texts()))["id"])
        if self.luck.random() < 0.1:
            self.network.shuffle(self.luck)
        if done and self.luck.random() < 0.04:
            self.network.fail_writes(self.luck.choice(TROUBLES))

    def redeliver(self, event: str) -> None:
        self.network.redeliver(event)
        self.redelivered += 1

    async def sit_down(self, group: str, names: list[str], *first: str, then: str = "") -> None:
        """A table with everybody on a seat, dealt; ``then`` fills the seats that are left."""
        for name in names:
            self.network.contact(name)
        for name, text in (
            *((names[0], line) for line in first),
            *((name, "/join") for name in names[1:]),
            *((names[0], line) for line in (*then.split(","), "/deal") if line),
        ):
            await self.answered(name, text, group)
        title = self.network.pages(group)[0].text.split("\n")[0].split(" · ")[0]
        for name in names:
            person = Person(self.network, name, title, self.luck, forgets=0.4, insists=0.02)
            person.words = name == "bob"
            self.people.append(person)
            await self.until(f"a page for {name}", partial(has_page, person))

    async def answered(self, who: str, text: str, group: str) -> None:
        """Somebody says something in a group and sees it answered there."""
        before = len(self.network.shown)
        self.network.say(who, text, group=group)
        await self.until(
            f"an answer to {text}",
            lambda: any(showing.chat == group for showing in self.network.shown[before:]),
        )


def has_page(person: Person) -> bool:
    return person.page is not None


def is_between_rounds(person: Person) -> bool:
    page = person.page
    labels = {offer.label for offer in offers(page)} if page else set()
    return bool(labels & {"Rematch", "Next round", "I am ready"})


async def faults_of(walk: Walk, store: Store, found: list[Stored]) -> list[str]:
    """Everything that does not hold now that all is quiet."""
    network, books_ = walk.network, walk.ledger()
    faults = [*walk.faults, *books.arrival_faults(books_.arrived, network)]
    doubled = 0 if network.capabilities.idempotent_sends else walk.kills * 16
    faults += books.showing_faults(books_.said, network, most_doubled=doubled)
    moves = books.accepted(books_.arrived, network)
    if moves.total() < walk.kills:
        faults.append(f"only {moves.total()} moves were made")
    for one in found:
        faults += record_faults(one.table, one.records)
        faults += books.move_faults(
            one.table, moves, books.recorded(one.table, one.records, one.users)
        )
        faults += books.hand_faults(one.table, one.records, network)
        faults += alarm_faults(one.table, books_)
        faults += await store.transact(partial(pages_of, walk, one.row))
    if log := (walk.folder / "log").read_text():
        faults.append(f"the house complained:\n{log}")
    return faults


def pages_of(walk: Walk, row: StoredTable, tx: Transaction) -> list[str]:
    house = house_of(walk.network.capabilities)
    return list(page_faults(house, tx, walk.network, row, utc_now()))


def alarm_faults(table: Table, found: Ledger) -> Iterator[str]:
    """A table's alarms are those that its state asks for."""
    stored = {(kind, number, due) for one, kind, number, due in found.alarms if one == table.id}
    wanted = {
        (str(wake.kind), wake.number, round(wake.due.timestamp() * 1000)) for wake in alarms(table)
    }
    if stored != wanted:
        yield f"table {table.id} has the alarms {stored} and needs {wanted}"


async def walk(folder: Path, able: Capabilities, kills: int, seed: int) -> tuple[Walk, list[str]]:
    """Seat people at three tables, kill the house so often, and see what is left."""
    network = FakeNetwork(utc_now, capabilities=able)
    server = SocketNetworkServer(network)
    one = Walk(folder, network, await server.start(), Random(seed))
    try:
        await one.start()
        await one.sit_down("family", ["ann", "bob", "cat", "dan"], "/new")
        await one.sit_down("club", ["bob", "ann"], "/new", then="/add easy,/add normal")
        await one.sit_down("slow", ["eve", SLEEPER], "/new pace=1s hold=0s")
        one.kill()
        while one.kills < kills:
            await one.one_life()
            progress(one, kills)
        await one.start()
        before = one.ledger().timeouts
        await one.until("a deadline of the slow table", lambda: one.ledger().timeouts > before)
        await come_to_rest(one)
    finally:
        if one.house is not None:
            one.house.kill()
        await server.stop()
    return one, await look_back(one)


async def come_to_rest(one: Walk) -> None:
    """Kill the house at last, in a moment in which it had nothing left to do."""
    while True:
        await one.until("quiet", lambda: one.ledger().quiet)
        one.kill()
        if one.ledger().quiet:
            return
        await one.start()


async def look_back(one: Walk) -> list[str]:
    store = plugin(one.url)
    await store.open()
    try:
        found = await store.transact(partial(all_tables, count=3))
        return await faults_of(one, store, found)
    finally:
        await store.close()


def progress(one: Walk, kills: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{one.kills} of {kills} kills", end="", file=sys.stderr, flush=True)


def figures(one: Walk) -> Iterator[tuple[str, object]]:
    """What happened, as a small table."""
    found, network = one.ledger(), one.network
    said = [row.ended for row in found.said]
    doubled = [key for key, count in network.times_shown().items() if count > 1]
    yield "kills", one.kills
    yield "  just when something was shown", one.at_a_showing
    yield "events sent", len({row.event for row in found.arrived})
    yield "  delivered again", one.redelivered
    yield "moves accepted", books.accepted(found.arrived, network).total()
    yield "time limits run out", found.timeouts
    yield "rounds finished", sum("the round is over" in s.page.text for s in network.shown)
    yield "messages shown", len(network.shown)
    yield "  pages shown again, because nobody knew", len(doubled)
    yield "notices and toasts", len(said)
    yield "  perhaps shown", said.count("perhaps")
    yield "start, median (s)", f"{median(one.started):.2f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--network", choices=list(NETWORKS), default="plain")
    parser.add_argument("--folder", type=Path, help="where the database is made and removed")
    wanted = parser.parse_args()
    began = time.monotonic()
    with TemporaryDirectory(dir=wanted.folder) as folder:
        able = NETWORKS[wanted.network]
        one, faults = asyncio.run(walk(Path(folder), able, wanted.kills, wanted.seed))
        for name, figure in (*figures(one), ("seconds", f"{time.monotonic() - began:.0f}")):
            print(f"{name:42}{figure:>8}")
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
