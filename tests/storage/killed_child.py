"""A process that plays and sends, says each move when it is committed, and waits to be killed.

``killed_child.py URL WHERE MOVE``: in the middle of WHERE ("move" or "settle") at that move it
says "middle" and waits; any other WHERE lets it go on.
"""

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from functools import partial

from uno_chat.contract import (
    Alarm,
    Arrival,
    Conversation,
    OutboxRow,
    Outgoing,
    OutKind,
    Settled,
    StoredTable,
    Transaction,
)
from uno_chat_sql import plugin

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ON = ("kit",)
LATER = NOW + timedelta(days=1)
FAMILY = Conversation("kit", "family")


def wait_if(here: str, number: int) -> None:
    if sys.argv[2:] == [here, str(number)]:
        print("middle", flush=True)
        sys.stdin.read()


def move(t: Transaction) -> int:
    before = t.table(1)
    number = 1 if before is None else before.version + 1
    t.receive(Arrival("account", str(number), str(FAMILY), NOW, "{}"))
    waiting = t.next_inbox(NOW, ())
    assert waiting is not None
    t.finish_inbox(waiting.id, "done")
    t.save_table(StoredTable(1, number, 1, "{}", (FAMILY,), (1, 2), open=True))
    t.append_record(1, 1, [str(number)])
    wait_if("move", number)
    t.set_alarms(1, [Alarm("turn", number, LATER)])
    t.queue(Outgoing(OutKind.NOTICE, FAMILY, 1, f"turn:{number}"), NOW)
    t.queue(Outgoing(OutKind.SLOT, FAMILY, 1, "table", number), NOW)
    return number


def take(t: Transaction) -> OutboxRow | None:
    return t.next_outbox(ON, NOW, (), LATER)


def settle(t: Transaction, row: OutboxRow, number: int) -> None:
    t.settle(row, Settled.SENT, None)
    wait_if("settle", number)


async def main() -> None:
    store = plugin(sys.argv[1])
    await store.open()
    while True:
        number = await store.transact(move)
        print(number, flush=True)
        while (row := await store.transact(take)) is not None:
            await store.transact(partial(settle, row=row, number=number))


asyncio.run(main())
