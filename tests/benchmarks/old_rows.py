"""What forgetting a day of a large installation costs on PostgreSQL, and counting what waits there.

    python tests/benchmarks/old_rows.py [--day 200000] [--tables 100000] [--waiting 1000]

A database as it is after ten days in each of which so many things arrived and were handled, and as
many tables were closed as a hundredth of that; so many tables are open. The oldest day is forgotten
as ``run`` does it, a few rows in each transaction, while somebody else receives, handles and saves;
how long that takes is told beside how long it takes alone. Then what the disk gets back, and the
same rows with a partition for each day, dropped. The census is what is counted for Prometheus.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from statistics import quantiles
from typing import Final

from uno_chat.contract import (
    Arrival,
    Clearing,
    Conversation,
    Counted,
    Store,
    StoredTable,
    Transaction,
)
from uno_chat.runtime import make_store
from uno_chat.testing.postgres import Cluster, found, running

DAYS: Final = 10
KEPT: Final = timedelta(days=9)
SAID: Final = 4
"""Of so many that arrived, one led to something that was said once."""
TABLES: Final = 100
"""And of so many, one to a table that was closed."""
PAGES: Final = 5
PLAYED: Final = 50
"""Tables at which somebody else acts."""
PAUSE: Final = 0.02
"""Seconds between two actions of somebody else."""
NOW: Final = datetime.now(UTC).replace(microsecond=0)
STATE: Final = 2400
"""Letters of a table at rest."""


_STATE: Final = "(SELECT string_agg(md5(n || '.' || m), '') FROM generate_series(1, {parts}) m)"
_FILL: Final = """
INSERT INTO player (name, private, profile)
    SELECT 'P', 'fake:p' || n, '' FROM generate_series(1, 1000) n;
INSERT INTO inbox (account, event_id, lane, at, payload, attempts, result)
    SELECT 'fake', 'e' || n, '', {end} - (({rows} - n) * {step})::bigint, '', 0, 'done'
    FROM generate_series(1, {rows}) n;
INSERT INTO game_table (id, version, schema_no, open, state, phase, closed)
    SELECT n, 90, 2, n > {closed}, {state}, (array['playing', 'lobby', 'between'])[1 + n % 3],
        CASE WHEN n <= {closed} THEN {end} - (({closed} - n) * {step} * {each})::bigint END
    FROM generate_series(1, {closed} + {tables}) n;
INSERT INTO table_room SELECT id, 0, 'fake:g' || id, open FROM game_table;
INSERT INTO seat
    SELECT id, m, 1 + (id + m) % 1000, open FROM game_table, generate_series(0, 3) m;
INSERT INTO sat
    SELECT id, m / 4, 's' || m % 4, 0, 1 + (id + m) % 1000
    FROM game_table, generate_series(0, 7) m;
INSERT INTO slot
    SELECT id, 'hand', 'u:fake:p' || m, 'fake:p' || m || '|1', 9, '[]', id
    FROM game_table, generate_series(1, {pages}) m;
INSERT INTO alarm SELECT id, 'deadline', 1, {end} + 3600000 + id FROM game_table WHERE open;
INSERT INTO outbox
    (kind, address, table_id, name, revision, payload, fresh, queued, attempts, ended)
    SELECT 'notice', 'u:fake:p' || n % 1000, 1 + (n * 7) % ({closed} + {tables}), 'n' || n, 0, '',
        false, {end} - (({rows} - n * {said}) * {step})::bigint, 1, 'sent'
    FROM generate_series(1, {rows} / {said}) n;
INSERT INTO inbox (account, event_id, lane, at, payload, attempts)
    SELECT 'fake', 'w' || n, 't' || n, {end} + n, '{{}}', 0 FROM generate_series(1, {waiting}) n;
INSERT INTO outbox (kind, address, name, revision, payload, fresh, queued, attempts)
    SELECT 'notice', 'u:fake:w' || n, 'w', 0, '', false, {end} + n, 0
    FROM generate_series(1, {waiting}) n;
INSERT INTO lane SELECT address, id, NULL, false, 'fake' FROM outbox WHERE ended IS NULL;
INSERT INTO counter VALUES ('table', {closed} + {tables})
"""


_NEXT_DAY: Final = """
INSERT INTO inbox (account, event_id, lane, at, payload, attempts, result)
    SELECT 'fake', 'l' || n, '', {end} + n, '', 0, 'done' FROM generate_series(1, {day}) n
"""


def fill(server: Cluster, database: str, day: int, tables: int, waiting: int) -> None:
    """Ten days, and what waits at the end of them."""
    statements = _FILL.format(
        end=int(NOW.timestamp() * 1000),
        step=86_400_000 / day,
        rows=DAYS * day,
        closed=DAYS * day // TABLES,
        each=TABLES,
        tables=tables,
        waiting=waiting,
        said=SAID,
        pages=PAGES,
        state=_STATE.format(parts=STATE // 32),
    )
    server.ask(*statements.split(";"), database=database)
    server.ask("VACUUM ANALYZE", database=database)


def bytes_of(server: Cluster, database: str) -> dict[str, float]:
    """Megabytes of what is pruned."""
    names = ("inbox", "outbox", "game_table", "slot", "seat", "sat")
    sizes = (
        server.ask(f"SELECT pg_total_relation_size('{name}')", database=database) for name in names
    )
    return {name: int(size) / 2**20 for name, size in zip(names, sizes, strict=True)}


@dataclass(slots=True)
class Others:
    """Somebody who acts all the time: what arrives is received, handled, and a table is saved."""

    store: Store
    table: int
    took: list[float] = field(default_factory=list)
    numbers: count[int] = field(default_factory=count)

    async def act(self, during: Callable[[], Awaitable[object]]) -> None:
        """Until this is done."""
        work = asyncio.ensure_future(during())
        while not work.done():
            began = time.perf_counter()
            await self.store.transact(partial(self._body, number=next(self.numbers)))
            self.took.append(time.perf_counter() - began)
            await asyncio.sleep(PAUSE)
        await work

    def _body(self, tx: Transaction, number: int) -> None:
        stored = tx.table(self.table + number % PLAYED)
        assert stored is not None
        tx.receive(Arrival("fake", f"o{number}", "mine", NOW, "{}"))
        tx.save_table(
            StoredTable(
                stored.id,
                stored.version + 1,
                2,
                stored.state,
                (Conversation("fake", f"g{stored.id}"),),
                stored.players,
                open=True,
                phase=stored.phase,
            )
        )


@dataclass(slots=True)
class Forgetting:
    """A day is forgotten; how many rows and tables, and how long each transaction took."""

    store: Store
    gone: int = 0
    steps: list[float] = field(default_factory=list)

    async def all(self) -> None:
        more: int | None = 0
        while more is not None:
            began = time.perf_counter()
            more = await self.store.transact(self._body)
            self.steps.append(time.perf_counter() - began)
            self.gone += more or 0

    def _body(self, tx: Transaction) -> int | None:
        assert isinstance(tx, Clearing)
        return tx.clear(NOW - KEPT, NOW - KEPT, NOW)


def ms(times: list[float], share: int) -> float:
    """The percentile of times, in milliseconds."""
    return 1000 * (quantiles(times, n=100)[share - 1] if len(times) > 1 else times[0])


async def measured(server: Cluster, database: str, table: int, day: int) -> None:
    store, other = make_store(server.url(database)), make_store(server.url(database))
    await store.open()
    await other.open()
    await _counted(store)
    alone, beside = Others(other, table), Others(other, table)
    await alone.act(lambda: asyncio.sleep(5))
    before = bytes_of(server, database)
    forgetting, began = Forgetting(store), time.perf_counter()
    await beside.act(forgetting.all)
    took = time.perf_counter() - began
    after = bytes_of(server, database)
    steps = forgetting.steps
    print(
        f"forgotten: {forgetting.gone} rows and tables in {took:.1f} s,"
        f" {forgetting.gone / took:.0f} a second, in {len(steps)} transactions of"
        f" {ms(steps, 50):.0f} ms, {max(steps) * 1000:.0f} ms at the most"
    )
    for name, one in (("alone", alone), ("beside it", beside)):
        print(f"somebody else {name}: {ms(one.took, 50):.1f} ms, p99 {ms(one.took, 99):.1f} ms")
    began = time.perf_counter()
    server.ask("VACUUM", database=database)
    vacuum = time.perf_counter() - began
    free = bytes_of(server, database)
    server.ask(_NEXT_DAY.format(end=int(NOW.timestamp() * 1000), day=day), database=database)
    full = bytes_of(server, database)
    print(f"MB before, after, after VACUUM ({vacuum:.1f} s), and when as many arrived as had gone:")
    for name, size in before.items():
        print(f"  {name:11} {size:8.1f} {after[name]:8.1f} {free[name]:8.1f} {full[name]:8.1f}")
    await _counted(store)
    await store.close()
    await other.close()


async def _counted(store: Store) -> None:
    """The census, a few times: the first finds nothing in memory."""
    assert isinstance(store, Counted)
    times, census = list[float](), await store.census(NOW)
    for _ in range(5):
        began = time.perf_counter()
        census = await store.census(NOW)
        times.append(time.perf_counter() - began)
    print(
        f"census of {sum(census.tables.values())} open tables, {census.inbox.count} that arrived:"
        f" {min(times) * 1000:.0f} ms, {max(times) * 1000:.0f} ms at the most"
    )


_PARTED: Final = """
CREATE TABLE parted (LIKE inbox INCLUDING DEFAULTS) PARTITION BY RANGE (at);
CREATE UNIQUE INDEX ON parted (account, event_id, at);
CREATE TABLE oldest PARTITION OF parted FOR VALUES FROM (0) TO ({second});
CREATE TABLE younger PARTITION OF parted DEFAULT;
INSERT INTO parted SELECT * FROM inbox_before
"""


def partitioned(server: Cluster, database: str) -> None:
    """The same arrivals with the oldest day apart, and dropped."""
    second = int((NOW - KEPT).timestamp() * 1000)
    server.ask(*_PARTED.format(second=second).split(";"), database=database)
    rows = server.ask("SELECT count(*) FROM oldest", database=database)
    began = time.perf_counter()
    server.ask("DROP TABLE oldest", database=database)
    took = time.perf_counter() - began
    print(f"a partition of {rows} arrivals dropped, with a program's start: {took * 1000:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--day", type=int, default=200_000, help="arrivals a day")
    parser.add_argument("--tables", type=int, default=100_000, help="open tables")
    parser.add_argument("--waiting", type=int, default=1000, help="arrivals and lanes that wait")
    wanted = parser.parse_args()
    programs = found()
    assert programs is not None, "PostgreSQL is not installed"
    with running(programs) as server:
        database = server.database()
        url = server.url(database)
        asyncio.run(_opened(url))
        fill(server, database, wanted.day, wanted.tables, wanted.waiting)
        server.ask("CREATE TABLE inbox_before AS SELECT * FROM inbox", database=database)
        asyncio.run(measured(server, database, DAYS * wanted.day // TABLES + 1, wanted.day))
        partitioned(server, database)


async def _opened(url: str) -> None:
    """Our tables."""
    store = make_store(url)
    await store.open()
    await store.close()


if __name__ == "__main__":
    main()
