"""Bodies of several workers side by side on PostgreSQL: what one holds, and who is first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from operator import methodcaller
from typing import TypeVar

import pytest
from sqlalchemy import make_url
from sqlalchemy.util import await_only

from uno_chat.contract import (
    Alarm,
    Arrival,
    Conflict,
    Conversation,
    Counted,
    Outgoing,
    OutKind,
    Settled,
    Store,
    StoredTable,
    Transaction,
    User,
)
from uno_chat.testing.postgres import Cluster
from uno_chat_sql import plugin, postgres_store

T = TypeVar("T")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
ON = ("kit",)
SOON = NOW + timedelta(seconds=60)
FAMILY = Conversation("kit", "family")
CLUB = Conversation("kit", "club")
ANN = User("kit", "ann")


@dataclass(slots=True)
class Gate:
    """Where a body waits in its middle; it passes freely once the gate is open."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    def wait(self) -> None:
        self.reached.set()
        await_only(self.opened.wait())


@dataclass(slots=True)
class Workers:
    """Two workers of one database."""

    one: Store
    two: Store
    cluster: Cluster
    database: str
    waited: bool = False
    """Whether the other had to wait for what the first one held."""

    async def while_held(
        self, held: Callable[[Transaction, Gate], T], other: Callable[[Transaction], object]
    ) -> tuple[T, object]:
        """What comes of both when the other runs while the first waits at its gate."""
        gate = Gate()
        first = asyncio.create_task(self.one.transact(lambda t: held(t, gate)))
        await gate.reached.wait()
        second = asyncio.create_task(self.two.transact(other))
        self.waited = False
        while not second.done() and not self.waited:
            self.waited = await asyncio.to_thread(self._anybody_waits)
            await asyncio.wait({second}, timeout=0.01)
        gate.opened.set()
        return await first, await second

    def _anybody_waits(self) -> bool:
        """Whether a session waits for what another one has locked."""
        waits = "wait_event_type = 'Lock' AND datname = current_database()"
        question = f"SELECT count(*) FROM pg_stat_activity WHERE {waits}"
        return self.cluster.ask(question, database=self.database).strip() != "0"


@pytest.fixture
async def workers(cluster: Cluster, postgres_url: str) -> AsyncIterator[Workers]:
    one, two = plugin(postgres_url), plugin(postgres_url)
    await one.open()
    await two.open()
    yield Workers(one, two, cluster, make_url(postgres_url).database or "")
    await one.close()
    await two.close()


def arrivals(t: Transaction) -> None:
    for lane, number in ("a", 1), ("a", 2), ("b", 1):
        t.receive(Arrival("account", f"{lane}{number}", lane, NOW, "{}"))


def take(t: Transaction) -> str | None:
    row = t.next_inbox(NOW, ())
    return None if row is None else row.arrival.event_id


def notice(name: str, to: Conversation = FAMILY) -> Outgoing:
    return Outgoing(OutKind.NOTICE, to, None, name, payload="{}")


def send(t: Transaction) -> str | None:
    row = t.next_outbox(ON, NOW, (), SOON)
    return None if row is None else row.out.name


def save(number: int, version: int) -> StoredTable:
    return StoredTable(number, version, 1, "{}", (FAMILY,), (), open=True)


async def test_a_lane_of_the_inbox_is_handled_by_one_worker_at_a_time(workers: Workers) -> None:
    def handle(t: Transaction, gate: Gate) -> str | None:
        row = t.next_inbox(NOW, ())
        gate.wait()
        assert row is not None
        t.finish_inbox(row.id, "done")
        return row.arrival.event_id

    await workers.one.transact(arrivals)
    assert await workers.while_held(handle, take) == ("a1", "b1")
    assert not workers.waited
    assert await workers.two.transact(take) == "a2"


async def test_a_row_is_sent_by_one_worker(workers: Workers) -> None:
    def lease(t: Transaction, gate: Gate) -> str | None:
        name = send(t)
        gate.wait()
        return name

    for out in (notice("1"), notice("2"), notice("3", CLUB)):
        await workers.one.transact(methodcaller("queue", out, NOW))
    assert await workers.while_held(lease, send) == ("1", "3")
    assert not workers.waited
    assert await workers.two.transact(send) is None


async def test_an_alarm_rings_once_whoever_looks(workers: Workers) -> None:
    def ring(t: Transaction, gate: Gate) -> int:
        rung = t.ring(NOW)
        gate.wait()
        return rung

    alarms = [Alarm("turn", number, NOW) for number in (1, 2)]
    await workers.one.transact(lambda t: t.set_alarms(7, alarms))
    assert await workers.while_held(ring, lambda t: t.ring(NOW)) == (2, 0)
    assert not workers.waited


async def test_whoever_loads_a_table_waits_for_who_changes_it(workers: Workers) -> None:
    def change(t: Transaction, gate: Gate) -> None:
        gate.wait()
        t.save_table(save(7, 2))

    def change_too(t: Transaction) -> int:
        before = t.table(7)
        assert before is not None
        t.save_table(save(7, before.version + 1))
        return before.version + 1

    def held(t: Transaction, gate: Gate) -> None:
        assert t.table(7) is not None
        change(t, gate)

    await workers.one.transact(lambda t: t.save_table(save(7, 1)))
    assert await workers.while_held(held, change_too) == (None, 3)
    assert workers.waited


async def test_whoever_does_not_load_a_table_first_is_in_conflict(workers: Workers) -> None:
    def held(t: Transaction, gate: Gate) -> None:
        t.save_table(save(7, 2))
        gate.wait()

    await workers.one.transact(lambda t: t.save_table(save(7, 1)))
    with pytest.raises(Conflict):
        await workers.while_held(held, lambda t: t.save_table(save(7, 2)))


async def test_two_that_wait_for_each_other_come_to_an_end(workers: Workers) -> None:
    """The server ends one of them, which is tried again."""
    gates = Gate(), Gate()

    def both(first: int, gate: Gate, t: Transaction) -> None:
        t.table(first)
        gate.wait()
        t.table(3 - first)
        t.save_cursor("seen", str(int(t.cursor("seen") or 0) + 1))

    for number in (1, 2):
        await workers.one.transact(methodcaller("save_table", save(number, 1)))
    stores = workers.one, workers.two
    tasks = [
        asyncio.create_task(store.transact(partial(both, number, gate)))
        for number, store, gate in zip((1, 2), stores, gates, strict=True)
    ]
    for gate in gates:
        await gate.reached.wait()
    for gate in gates:
        gate.opened.set()
    await asyncio.gather(*tasks)
    assert await workers.one.transact(lambda t: t.cursor("seen")) == "2"
    counted = [await store.census(NOW) for store in stores if isinstance(store, Counted)]
    assert sum(census.overtaken for census in counted) == 1


async def test_a_person_met_by_two_at_once_is_one_player(workers: Workers) -> None:
    def meet(t: Transaction) -> int:
        return t.remember_player(ANN, "Ann", "fr").id

    def held(t: Transaction, gate: Gate) -> int:
        met = meet(t)
        gate.wait()
        return met

    one, two = await workers.while_held(held, meet)
    assert one == two


async def test_a_person_is_not_moved_away_while_somebody_acts_for_it(workers: Workers) -> None:
    def act(t: Transaction, gate: Gate) -> tuple[int, ...]:
        ann = t.remember_player(ANN, "Ann", None)
        gate.wait()
        t.save_table(StoredTable(1, 1, 1, "{}", (), (ann.id,), open=True))
        return t.tables_of(ann.id)

    def part(t: Transaction) -> tuple[int, ...]:
        before = t.player(ANN)
        t.move_user(ANN, None)
        return t.tables_of(before.id if before else 0)

    await workers.one.transact(lambda t: t.remember_player(ANN, "Ann", None))
    assert await workers.while_held(act, part) == ((1,), (1,))


async def test_what_two_add_to_a_profile_is_all_there(workers: Workers) -> None:
    def add(t: Transaction, more: str) -> None:
        player = t.remember_player(ANN, "Ann", None)
        t.set_profile(player.id, player.profile + more)
        room = t.remember_room(FAMILY, "Family")
        t.set_room_profile(FAMILY, room.profile + more)

    def held(t: Transaction, gate: Gate) -> None:
        t.remember_player(ANN, "Ann", None)
        t.remember_room(FAMILY, "Family")
        gate.wait()
        add(t, "a")

    await workers.one.transact(lambda t: add(t, "."))
    await workers.while_held(held, lambda t: add(t, "b"))
    ann, family = await workers.one.transact(lambda t: (t.player(ANN), t.room(FAMILY)))
    assert ann is not None
    assert family is not None
    assert (sorted(ann.profile), sorted(family.profile)) == ([".", "a", "b"], [".", "a", "b"])


async def test_what_is_queued_while_a_lane_runs_empty_is_not_left_behind(workers: Workers) -> None:
    def settle(t: Transaction, gate: Gate) -> None:
        row = t.next_outbox(ON, NOW, (), SOON)
        assert row is not None
        t.settle(row, Settled.SENT, None)
        gate.wait()

    await workers.one.transact(lambda t: t.queue(notice("1"), NOW))
    await workers.while_held(settle, lambda t: t.queue(notice("2"), NOW))
    assert await workers.one.transact(send) == "2"


async def test_a_lane_that_runs_empty_while_something_is_queued_goes_on(workers: Workers) -> None:
    def queue(t: Transaction, gate: Gate) -> None:
        t.queue(notice("2"), NOW)
        t.next_send(ON)
        gate.wait()

    await workers.one.transact(lambda t: t.queue(notice("1"), NOW))
    row = await workers.one.transact(lambda t: t.next_outbox(ON, NOW, (), SOON))
    assert row is not None
    await workers.while_held(queue, lambda t: t.settle(row, Settled.SENT, None))
    assert await workers.one.transact(send) == "2"


async def test_two_that_queue_for_the_same_people_do_not_wait_for_each_other(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the order in which they name them. The server would end one of them."""
    monkeypatch.setattr(postgres_store, "TRIES", 1)
    addresses = [Conversation("kit", str(n)) for n in range(5)]

    def queue(name: str, order: list[Conversation], t: Transaction) -> None:
        for to in order:
            t.queue(notice(name, to), NOW)

    for n in range(10):
        await asyncio.gather(
            workers.one.transact(partial(queue, f"one {n}", addresses)),
            workers.two.transact(partial(queue, f"two {n}", addresses[::-1])),
        )
