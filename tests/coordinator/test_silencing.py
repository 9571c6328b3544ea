"""What waits on an account that nobody serves any more is said no more, and nothing else."""

from __future__ import annotations

from datetime import timedelta

from uno_chat.contract import Address, Conversation, Outgoing, OutKind, Transaction, User
from uno_chat.coordinator import silence, silencing
from uno_chat.testing.desk import NOON
from uno_chat.testing.memory_store import MemoryStore

SECOND = timedelta(seconds=1)


def to_say(tx: Transaction, to: Address, name: str) -> None:
    tx.queue(Outgoing(OutKind.NOTICE, to, None, name), NOON)


async def until_nothing_is_left(store: MemoryStore, account: str) -> list[int]:
    counts = [-1]
    while counts[-1]:
        counts.append(await store.transact(lambda tx: silence(tx, account, NOON)))
    return counts[1:]


async def test_all_that_waits_there_ends_some_conversations_at_a_time() -> None:
    store = MemoryStore()
    await store.open()

    def body(tx: Transaction) -> None:
        for number in range(silencing.AT_ONCE + 1):
            to_say(tx, Conversation("gone", str(number)), "1")
        to_say(tx, Conversation("gone", "0"), "2")
        to_say(tx, Conversation("here", "0"), "1")

    await store.transact(body)
    assert await until_nothing_is_left(store, "gone") == [silencing.AT_ONCE, 2, 0]
    assert [row.out.to.network for row in store.rows.outbox.values()] == ["here"]


async def test_what_is_on_its_way_is_left_to_whoever_has_it() -> None:
    store = MemoryStore()
    await store.open()
    await store.transact(lambda tx: to_say(tx, Conversation("gone", "family"), "1"))
    await store.transact(lambda tx: tx.next_outbox(["gone"], NOON, (), NOON + 9 * SECOND))
    assert await until_nothing_is_left(store, "gone") == [0]
    assert len(store.rows.outbox) == 1


async def test_a_stranger_to_whom_nothing_is_said_any_more_is_forgotten() -> None:
    store = MemoryStore()
    await store.open()
    stranger = User("gone", "7")
    await store.transact(lambda tx: to_say(tx, stranger, "1"))
    await until_nothing_is_left(store, "gone")
    assert "gone" not in repr(store.rows)
