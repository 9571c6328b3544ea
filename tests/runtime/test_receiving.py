"""What arrives is in the inbox before it counts as received; no account stops another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from uno_chat.contract import (
    AccountRefused,
    Batch,
    Capabilities,
    Delivery,
    Envelope,
    Puller,
    Receipt,
    RetryLater,
    Said,
    StoreError,
    Toast,
    Unreadable,
)
from uno_chat.coordinator.accounts_of_ours import accounts_of_ours
from uno_chat.runtime import receiving
from uno_chat.runtime.receiving import Account, Intake, keep, serve
from uno_chat.runtime.roles import ALL, NONE
from uno_chat.testing.desk import NOON, Desk
from uno_chat.testing.memory_store import MemoryStore, MemoryTransaction
from uno_chat.testing.several import playing, three_networks

SOON = RetryLater(timedelta(0), "no connection")
Step = Batch | BaseException


class Scripted:
    """An adapter and its source, by script: what opening raises, then what pulling brings."""

    network = "fake"
    capabilities = Capabilities()

    def __init__(self, opens: Sequence[BaseException] = (), pulls: Sequence[Step] = ()) -> None:
        self.opens, self.pulls = list(opens), list(pulls)
        self.cursors: list[str | None] = []
        self.opened = 0
        self.dry = asyncio.Event()

    @property
    def source(self) -> Puller:
        return self

    async def open(self) -> None:
        self.opened += 1
        if self.opens:
            raise self.opens.pop(0)

    async def pull(self, cursor: str | None) -> Batch:
        self.cursors.append(cursor)
        if not self.pulls:
            self.dry.set()
            await asyncio.Event().wait()
        step = self.pulls.pop(0)
        if isinstance(step, Batch):
            return step
        raise step

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        raise AssertionError(delivery)

    async def close(self) -> None:
        return


def said(desk: Desk, *texts: str, group: str | None = None) -> tuple[Envelope, ...]:
    return tuple(desk.envelope("ann", Said(text), group) for text in texts)


async def served(
    adapter: Scripted,
    store: MemoryStore,
    now: Callable[[], datetime] = lambda: NOON,
    worker: str = "",
) -> tuple[Account, int]:
    """Serve an account until its script has ended; and how often something had arrived."""
    account, arrived = Account(adapter), 0

    def count() -> None:
        nonlocal arrived
        arrived += 1

    await store.open()
    task = asyncio.create_task(serve(account, Intake(store, now, count, worker)))
    dry = asyncio.create_task(adapter.dry.wait())
    await asyncio.wait({task, dry}, return_when=asyncio.FIRST_COMPLETED)
    for one in (task, dry):
        one.cancel()
    await asyncio.gather(task, dry, return_exceptions=True)
    return account, arrived


@pytest.mark.parametrize("workers", ["", "a"])
async def test_what_an_account_is_found_as_is_kept_once_it_is_open(workers: str) -> None:
    class Known(Scripted):
        @property
        def found_as(self) -> str:
            return f"@uno{self.opened}"

    store = MemoryStore()
    await served(Known([SOON]), store, worker=workers)
    found = await store.transact(lambda tx: accounts_of_ours(tx, ["fake", "other"]))
    assert found == {"fake": "@uno2"}
    await served(Scripted(), store)
    assert await store.transact(lambda tx: accounts_of_ours(tx, ["fake"])) == found


# --- keeping ------------------------------------------------------------------------------------


def test_a_batch_is_kept_once_with_its_cursor(desk: Desk) -> None:
    batch = Batch(said(desk, "hand", "r7"), "9")
    assert desk.do(lambda tx: keep(tx, "fake", batch, NOON)) == 2
    assert desk.do(lambda tx: keep(tx, "fake", batch, NOON)) == 0
    assert desk.rows.cursors == {"fake": "9"}
    waiting = [row.row.arrival for row in desk.rows.inbox.values()]
    assert [(row.account, row.event_id, row.lane) for row in waiting] == [
        ("fake", "e1", "fake:@ann"),
        ("fake", "e2", "fake:@ann"),
    ]


def test_what_people_say_among_themselves_is_not_kept(desk: Desk) -> None:
    batch = Batch(said(desk, "shall we play?", "/hand", group="family"), "9")
    assert desk.do(lambda tx: keep(tx, "fake", batch, NOON)) == 1
    assert "shall we play" not in repr(desk.rows)
    assert desk.rows.cursors == {"fake": "9"}


def test_our_own_page_that_a_bridge_brings_is_not_kept_but_answered() -> None:
    desk = three_networks()
    playing(desk)
    page = next(sent.text for sent in desk.to("family") if "On top" in sent.text)
    batch = Batch((desk.envelope("irc:relay", Said(page), "irc:clan"),), "1")
    assert desk.do(lambda tx: keep(tx, "irc", batch, NOON)) == 1
    assert desk.work() == []
    desk.show_all()
    assert "A bridge repeats here" in desk.to("irc:clan")[-1].text


def test_what_cannot_be_read_is_set_aside_and_named_in_no_log(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    batch = Batch((), "9", (Unreadable("id-of-ann", "<secret>"),))
    for _ in range(2):
        assert desk.do(lambda tx: keep(tx, "fake", batch, NOON)) == 0
    assert list(desk.rows.unreadable.values()) == [(NOON, "<secret>")]
    assert {record.getMessage() for record in caplog.records} == {
        "fake sent something unreadable, which was set aside"
    }


def test_the_cursor_moves_only_with_what_it_stands_behind(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("full")

    monkeypatch.setattr(MemoryTransaction, "save_cursor", full)
    with pytest.raises(StoreError):
        desk.do(lambda tx: keep(tx, "fake", Batch(said(desk, "hand"), "9"), NOON))
    assert desk.rows.inbox == {}


# --- serving ------------------------------------------------------------------------------------


async def test_pulling_goes_on_behind_what_was_kept(desk: Desk) -> None:
    store = MemoryStore()
    first, second = said(desk, "hand"), said(desk, "r7")
    script = [Batch(first, "1"), Batch((), None), Batch((*first, *second), "2")]
    adapter = Scripted(pulls=script)
    account, arrived = await served(adapter, store)
    assert account.is_open
    assert adapter.cursors == [None, "1", "1", "2"]
    assert arrived == 2
    assert len(store.rows.inbox) == 2


async def test_pulling_begins_where_it_had_ended() -> None:
    store = MemoryStore()
    store.rows.cursors["fake"] = "41"
    adapter = Scripted()
    await served(adapter, store)
    assert adapter.cursors == ["41"]


async def test_an_account_that_was_lost_between_two_beats_is_pulled_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiving, "AGAIN", 0)
    ours = iter([False, False])  # somebody else has it, and gives it back before we hear of it
    monkeypatch.setattr(MemoryTransaction, "has_shift", lambda *_: next(ours, True))
    store = MemoryStore()
    store.rows.cursors["fake"] = "1"
    lost, again = Batch(said(desk, "hand"), "2"), Batch(said(desk, "r7"), "3")
    adapter = Scripted(pulls=[lost, again])
    await served(adapter, store, worker="a")
    assert adapter.cursors == ["1", "1", "3"]
    assert [row.row.arrival.event_id for row in store.rows.inbox.values()] == ["e2"]


async def test_a_network_that_is_away_is_asked_again(desk: Desk) -> None:
    store = MemoryStore()
    adapter = Scripted([SOON, SOON], [SOON, Batch(said(desk, "hand"), "1"), SOON])
    account, arrived = await served(adapter, store)
    assert (account.is_open, account.answered.is_set(), arrived) == (True, True, 1)
    assert adapter.opened == 3


async def test_a_network_that_cannot_be_opened_fails_until_it_can() -> None:
    times = iter(NOON + number * timedelta(hours=1) for number in range(9))
    account, _ = await served(Scripted([SOON, SOON]), MemoryStore(), lambda: next(times))
    assert account.health.failing is None
    assert account.health.over == [(NOON, NOON + timedelta(hours=2))]


async def test_that_a_network_cannot_be_opened_is_told_once_for_each_reason(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    no_name = RetryLater(timedelta(0), "no such name")
    flood = RetryLater(timedelta(0))
    account, _ = await served(Scripted([SOON, SOON, no_name, no_name, flood]), MemoryStore())
    assert (account.is_open, account.put_off) == (True, None)
    assert caplog.messages == [
        "fake cannot be opened yet, trying again: no connection",
        "fake cannot be opened yet, trying again: no such name",
        "fake cannot be opened yet, trying again: it asks us to come later",
        "fake is open now",
    ]


async def test_why_a_network_cannot_be_opened_is_known_meanwhile() -> None:
    account = Account(Scripted([RetryLater(timedelta(hours=1), "no such name")]))
    into = Intake(MemoryStore(), lambda: NOON, lambda: None)
    serving = asyncio.create_task(serve(account, into))
    await account.answered.wait()
    assert (account.is_open, account.put_off) == (False, "no such name")
    serving.cancel()
    await asyncio.wait((serving,))


@pytest.mark.parametrize(
    ("after", "pauses"), [(1, [1, 2, 4, 8, 16, 16]), (5, [5, 10, 20, 40, 60, 60]), (90, [90] * 6)]
)
async def test_a_network_that_cannot_be_opened_is_tried_more_and_more_seldom(
    monkeypatch: pytest.MonkeyPatch, after: int, pauses: list[int]
) -> None:
    slept: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await real(0)

    monkeypatch.setattr("uno_chat.runtime.receiving.asyncio.sleep", sleep)
    await served(Scripted([RetryLater(timedelta(seconds=after))] * 6), MemoryStore())
    assert [pause for pause in slept if pause] == pauses


async def test_an_account_that_is_refused_is_stopped_with_one_sentence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for adapter in (
        Scripted([AccountRefused("the token is wrong: get another.")]),
        Scripted(pulls=[Batch((), "1"), AccountRefused("the token is wrong: get another.")]),
    ):
        caplog.clear()
        account, _ = await served(adapter, MemoryStore())
        assert (account.is_open, account.refused) == (False, "the token is wrong: get another.")
        assert account.answered.is_set()
        assert caplog.messages == ["fake stopped: the token is wrong: get another."]


async def turns() -> None:
    """Whatever can happen without anybody else has happened."""
    for _ in range(50):
        await asyncio.sleep(0)


async def test_whoever_is_refused_for_the_worker_that_took_over_stands_by(
    caplog: pytest.LogCaptureFixture,
) -> None:
    adapter = Scripted(pulls=[AccountRefused("Another program receives: stop it.")])
    account, store = Account(adapter), MemoryStore()
    await store.open()
    serving = asyncio.create_task(
        serve(account, Intake(store, lambda: NOON, lambda: None, "frozen"))
    )
    await turns()
    assert (account.is_open, len(adapter.cursors)) == (False, 1)
    account.give(NONE)
    await turns()
    account.give(ALL)  # the other one has ended
    await turns()
    assert (account.is_open, account.refused, adapter.opened) == (True, None, 2)
    assert caplog.messages == []
    serving.cancel()
    await asyncio.wait((serving,))


async def test_whoever_is_refused_although_nobody_took_over_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(receiving, "TOLD_WITHIN", 0)
    account, store = Account(Scripted([AccountRefused("the token is wrong.")])), MemoryStore()
    await store.open()
    await serve(account, Intake(store, lambda: NOON, lambda: None, "alone"))
    assert (account.is_open, account.refused) == (False, "the token is wrong.")


async def test_an_adapter_that_cannot_even_be_opened_is_stopped_without_its_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    account, _ = await served(Scripted([KeyError("hand of ann: R7")]), MemoryStore())
    assert account.refused is not None
    assert account.refused.startswith("it could not be opened (KeyError at ")
    assert "R7" not in caplog.text


async def test_an_adapter_that_breaks_in_pulling_is_pulled_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(receiving, "_LONGEST_PAUSE", 0)
    bad = KeyError("hand of ann: R7")
    adapter = Scripted(pulls=[bad, bad, Batch(said(desk, "hand"), "1")])
    account, arrived = await served(adapter, MemoryStore())
    assert (account.is_open, arrived) == (True, 1)
    assert len([text for text in caplog.messages if text.startswith("pulling from fake")]) == 2
    assert "R7" not in caplog.text


async def test_an_adapter_that_hangs_in_opening_is_opened_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Slow(Scripted):
        async def open(self) -> None:
            self.opened += 1
            if self.opened == 1:
                await asyncio.Event().wait()

    real = asyncio.sleep
    monkeypatch.setattr(receiving, "OPEN_WITHIN", 0)
    monkeypatch.setattr("uno_chat.runtime.receiving.asyncio.sleep", lambda _: real(0))
    adapter = Slow()
    account, _ = await served(adapter, MemoryStore())
    assert (account.is_open, adapter.opened) == (True, 2)


async def test_two_deliveries_of_one_event_are_one_row_whatever_else_they_say(desk: Desk) -> None:
    store = MemoryStore()
    (envelope,) = said(desk, "hand")
    other = replace(envelope, name="Someone Else")
    await served(Scripted(pulls=[Batch((envelope,), "1"), Batch((other,), "2")]), store)
    assert len(store.rows.inbox) == 1
