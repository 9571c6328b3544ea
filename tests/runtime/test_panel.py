"""Whoever watches a host reads in numbers how it is, and nothing that anybody wrote or holds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

import pytest

from uno_chat.contract import (
    Capabilities,
    Census,
    Conversation,
    Outgoing,
    OutKind,
    Quota,
    Store,
    StoreError,
    Transaction,
)
from uno_chat.coordinator import House
from uno_chat.game import Reason
from uno_chat.runtime import Service
from uno_chat.runtime.gauges import EVERY
from uno_chat.table import Kind, Phase, Why
from uno_chat.testing.desk import Desk
from uno_chat.testing.evening import Clock, Evening, OpenHouse
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.faults import Lost, TooMany
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.scraping import BUCKETS, leaks, read, scrape
from uno_chat.views import Trouble
from uno_chat_sql import plugin

T = TypeVar("T")

KNOWN = {
    "account": {"fake"},
    "kind": {"message", "slot", "notice", "toast", *Kind},
    "outcome": {"done", "no", "puzzled", "ignored", "stale", "other"},
    "how": {"sent", "perhaps", "dropped", "dead"},
    "reason": {"other", *Reason, *Why, *Trouble},
    "phase": {"unknown", *Phase},
}


@dataclass
class Counting:
    """A store that counts how often it was counted, and may be away."""

    store: Store
    asked: int = 0
    away: bool = False

    async def open(self) -> None:
        await self.store.open()

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        return await self.store.transact(body)

    async def census(self, now: datetime) -> Census:
        del now
        self.asked += 1
        if self.away:
            raise StoreError("It is away: wait.")
        return Census()

    async def close(self) -> None:
        await self.store.close()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return plugin(f"sqlite:///{tmp_path}/uno.db")


@asynccontextmanager
async def house(store: Store, able: Capabilities = LIKE_TELEGRAM) -> AsyncIterator[Evening]:
    """Ann and Ben play in the family."""
    clock = Clock()
    network = FakeNetwork(clock, capabilities=able)
    rules = House({network.name: able}, Desk().house.seeds)
    async with Service(rules, store, [network.adapter()], clock, watches=False) as service:
        one = OpenHouse(network, store, service, clock)
        for who in ("ann", "ben"):
            network.contact(who)
        await one.settle()
        await one.say("ann", "/new", group="family")
        await one.say("ben", "/join", group="family")
        await one.say("ann", "/deal", group="family")
        yield one


async def test_what_people_do_is_counted_and_what_is_refused_by_its_reason(store: Store) -> None:
    async with house(store) as one:
        before = await read(one.service.panel)
        await one.say("ann", "/join", group="family")
        await one.say("ann", "xyzzy", "draw", "/help")
        after = await read(one.service.panel)

    def more(name: str, **labels: str) -> float:
        return after(name, **labels) - before(name, **labels)

    assert more("uno_chat_received_total", account="fake") == 4
    assert more("uno_chat_handled_total", kind="message") == 4
    assert more("uno_chat_handled_total", outcome="no") == 1
    assert more("uno_chat_handled_total", outcome="puzzled") == 1
    assert more("uno_chat_handled_total", outcome="done") == 1
    assert more("uno_chat_refused_total", reason=Why.ALREADY_SEATED) == 1
    assert more("uno_chat_refused_total", reason=Trouble.NOT_UNDERSTOOD) == 1
    assert more("uno_chat_inbox_wait_seconds_count") == 4
    assert before("uno_chat_turns_total", account="fake") > 0
    assert more("uno_chat_settled_total", how="sent") == more("uno_chat_call_seconds_count")
    assert more("uno_chat_outbox_wait_seconds_count") == more("uno_chat_settled_total", how="sent")
    assert more("uno_chat_transaction_seconds_count") > 8


async def test_what_is_said_in_vain_put_off_or_in_doubt_is_counted(store: Store) -> None:
    async with house(store) as one:
        one.network.fail_writes(TooMany(timedelta(seconds=3)))
        await one.say("ann", "/help")
        one.network.fail_writes(Lost(shown=False))
        await one.say("ben", "/help")
        told = await read(one.service.panel)
    assert told("uno_chat_put_off_total", account="fake") == 1
    assert told("uno_chat_doubts_total", account="fake") == 1
    assert told("uno_chat_settled_total", how="perhaps") == 1


async def test_waiting_for_a_quota_is_measured(store: Store) -> None:
    able = replace(LIKE_TELEGRAM, per_conversation=Quota(2, 60))
    async with house(store, able) as one:
        await one.say("ann", "/help", "/help", "/help", "/help")
        told = await read(one.service.panel)
        assert told("uno_chat_quota_wait_seconds_count", account="fake") > 0
        waits = told("uno_chat_outbox_waiting", account="fake")
        assert waits > 0
        await one.clock.wait(timedelta(seconds=40))
        told = await read(one.service.panel)
        assert told("uno_chat_outbox_age_seconds", account="fake") == 40


async def test_an_account_that_is_served_no_more_is_told_apart(store: Store) -> None:
    """What waits there becomes older for ever, and would hide what becomes old elsewhere."""
    async with house(store) as one:
        now = one.clock()

        def leave(tx: Transaction) -> None:
            for name in ("1", "2"):
                tx.queue(Outgoing(OutKind.NOTICE, Conversation("gone", name), None, name), now)
            for name in ("gone", "gone in", "fake", "fake in"):
                tx.take_shift(name, "somebody", now, now)

        await store.transact(leave)
        await one.clock.wait(timedelta(days=1))
        told = await read(one.service.panel)
    assert told("uno_chat_outbox_unserved", account="gone") == 2
    assert told("uno_chat_outbox_age_seconds") == told("uno_chat_outbox_waiting") == 0
    assert told("uno_chat_shift_seconds", shift="fake in") == -timedelta(days=1).total_seconds()
    assert told.labels["shift"] == {"fake", "fake in"}


async def test_a_deadline_is_late_by_as_much_as_it_is(store: Store) -> None:
    async with house(store) as one:
        due = await store.transact(lambda tx: tx.next_alarm())
        assert due is not None
        await one.clock.wait(due - one.clock() + timedelta(seconds=42))
        told = await read(one.service.panel)
        assert told("uno_chat_deadlines_waiting") == 1
        assert told("uno_chat_deadlines_age_seconds") == 42
        await one.settle()
        told = await read(one.service.panel)
    assert told("uno_chat_deadline_late_seconds_sum") == 42
    assert told("uno_chat_deadline_late_seconds_count") == 1
    assert told("uno_chat_handled_total", kind="remind", outcome="done") == 1


async def test_tables_are_counted_by_where_they_stand(store: Store) -> None:
    async with house(store) as one:
        await one.say("cat", "/new", group="clan")
        await one.clock.wait(EVERY)
        told = await read(one.service.panel)
        assert told("uno_chat_tables", phase="playing") == 1
        assert told("uno_chat_tables", phase="lobby") == 1
        assert told("uno_chat_tables") == 2
        await one.say("ann", "/end now", group="family")
        await one.clock.wait(EVERY)
        assert (await read(one.service.panel))("uno_chat_tables") == 1


async def test_accounts_are_told_by_their_names_and_how_they_are(store: Store) -> None:
    async with house(store) as one:
        account = one.service.accounts["fake"]
        told = await read(one.service.panel)
        assert told("uno_chat_account_open", account="fake") == 1
        assert told("uno_chat_account_served", account="fake") == 1
        assert told("uno_chat_account_refused", account="fake") == 0
        account.refused, account.is_open = "mend it", False
        account.health.fails(one.clock())
        account.held = one.clock() + timedelta(seconds=90)
        await one.clock.wait(timedelta(seconds=60))
        told = await read(one.service.panel)
    assert told("uno_chat_account_refused", account="fake") == 1
    assert told("uno_chat_account_open", account="fake") == 0
    assert told("uno_chat_account_failing_seconds", account="fake") == 60
    assert told("uno_chat_account_held_seconds", account="fake") == 30


async def test_no_label_has_a_value_that_is_not_of_a_small_known_set(store: Store) -> None:
    async with house(store) as one:
        await one.say("ann", "w+4 blue uno", "draw", "kick ben", "language xx", "catch zed")
        told = await read(one.service.panel)
    labels = {label: values for label, values in told.labels.items() if label != BUCKETS}
    assert labels.keys() == KNOWN.keys()
    for label, values in labels.items():
        assert values <= KNOWN[label], label


def test_a_name_or_a_card_among_the_numbers_would_be_found() -> None:
    text = '# HELP a Who\na_total{account="fake"} 3.0\na_total{account="bob"} 1.0\nb{c="R7"} 1.0\n'
    assert list(leaks(text, r"\bbob\b", "R7")) == text.splitlines()[2:]


async def test_the_store_is_not_counted_again_for_everybody_who_asks() -> None:
    store = Counting(MemoryStore())
    async with house(store) as one:
        for _ in range(3):
            await read(one.service.panel)
        assert store.asked == 1
        await one.clock.wait(EVERY)
        await read(one.service.panel)
        assert store.asked == 2


async def test_a_database_that_is_away_is_told_and_takes_nothing_else_along() -> None:
    store = Counting(MemoryStore())
    async with house(store) as one:
        assert (await read(one.service.panel))("uno_chat_database_answers") == 1
        store.away = True
        await one.clock.wait(EVERY)
        told = await read(one.service.panel)
        assert told("uno_chat_database_answers") == 0
        assert told("uno_chat_account_open") == 1
        assert "uno_chat_inbox_waiting" not in {name for name, _ in told.found}
        store.away = False
        assert (await read(one.service.panel))("uno_chat_database_answers") == 1


async def test_a_store_that_counts_nothing_still_tells_that_it_answers() -> None:
    async with house(MemoryStore()) as one:
        assert (await read(one.service.panel))("uno_chat_database_answers") == 1


async def test_it_also_says_whether_the_host_lives_and_is_ready(store: Store) -> None:
    async with house(store) as one:
        panel = one.service.panel
        assert await scrape(panel, "/livez") == (200, "lives\n")
        assert await scrape(panel, "/readyz") == (200, "ready\n")
        one.service.accounts["fake"].is_open = False
        assert (await scrape(panel, "/readyz"))[0] == 503


@pytest.mark.parametrize("path", ["/in/fake", "/", "/metrics/", "/admin"])
async def test_nothing_else_is_served_there(store: Store, path: str) -> None:
    async with house(store) as one:
        assert await scrape(one.service.panel, path) == (404, "")
        assert await scrape(one.service.panel, "/metrics", "POST") == (404, "")


async def test_two_houses_in_one_process_count_for_themselves(tmp_path: Path) -> None:
    stores = [plugin(f"sqlite:///{tmp_path}/{name}.db") for name in ("one", "two")]
    async with house(stores[0]) as one, house(stores[1]) as two:
        await one.say("ann", "/help")
        first, second = await read(one.service.panel), await read(two.service.panel)
    name = "uno_chat_received_total"
    assert first(name) == second(name) + 1
