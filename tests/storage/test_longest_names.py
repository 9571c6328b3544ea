"""The longest names that are made fit into every index, on each engine."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from string import ascii_letters

import pytest

from uno_chat.contract import (
    Arrival,
    Conversation,
    Outgoing,
    OutKind,
    Receipt,
    Settled,
    Store,
    StoredTable,
    Transaction,
    User,
)
from uno_chat.contract import Message as Place
from uno_chat.contract.refs import LONGEST
from uno_chat_sql import plugin

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def long(seed: int) -> str:
    """A name that no database can make shorter."""
    return "".join(random.Random(seed).choices(ascii_letters, k=LONGEST))


ROOM = Conversation("matrix", long(1), long(2))
WHO = User("matrix", long(3))


def everything(tx: Transaction) -> None:
    """A row in every table that has such a name in an index."""
    assert tx.receive(Arrival("matrix", long(4), str(ROOM), NOW, "{}"))
    tx.set_aside("matrix", long(5), NOW, "{}")
    player = tx.remember_player(WHO, "Ann", None)
    tx.remember_room(ROOM, "Family")
    tx.remember("", {f"link {WHO}": "{}"})
    number = tx.new_table_id()
    tx.save_table(StoredTable(number, 1, 1, "{}", (ROOM,), (player.id,), open=True))
    tx.queue(Outgoing(OutKind.NOTICE, ROOM, number, f"bridged {WHO}", payload="{}"), NOW)
    tx.queue(Outgoing(OutKind.SLOT, WHO, number, "hand", payload="{}"), NOW)


def shown(tx: Transaction) -> int:
    """Everything that is to be said there is said."""
    count = 0
    while (row := tx.next_outbox(["matrix"], NOW, (), NOW + timedelta(minutes=1))) is not None:
        where = ROOM if row.out.to == ROOM else Conversation("matrix", WHO.id)
        tx.settle(row, Settled.SENT, Receipt(Place(where, long(6))))
        count += 1
    return count


async def kept(store: Store) -> None:
    await store.open()
    await store.transact(everything)
    assert await store.transact(shown) == 2
    row = await store.transact(lambda tx: tx.next_inbox(NOW, ()))
    assert row is not None
    assert row.arrival.lane == str(ROOM)
    found = await store.transact(lambda tx: (tx.player(WHO), tx.tables_in(ROOM)))
    assert found[0] is not None
    assert len(found[1]) == 1
    await store.close()


async def test_they_are_kept_in_a_file(tmp_path: Path) -> None:
    await kept(plugin(f"sqlite:///{tmp_path / 'uno.db'}"))


async def test_they_are_kept_in_postgresql(postgres_url: str) -> None:
    await kept(plugin(postgres_url))


@pytest.mark.parametrize("more", [1, LONGEST])
def test_longer_ones_are_not_made(more: int) -> None:
    with pytest.raises(ValueError, match="signs"):
        User("matrix", long(1) + "x" * more)
