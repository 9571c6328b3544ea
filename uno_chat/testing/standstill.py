"""What workers and their database are about when nothing goes on: without a card, a name or a word
that anybody said.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from uno_chat.testing.gathering import NOW, Gathering
from uno_chat.testing.traces import last_words

LINES: Final = 60
"""Of each log."""
_ABOUT: Final = {
    "inbox": "id, account, lane, 'age', NOW - at, 'tries', attempts, 'held for', held - NOW"
    " FROM inbox WHERE result IS NULL ORDER BY id",
    "outbox": "id, kind, address, table_id, revision, 'fresh', fresh, 'age', NOW - queued, 'tries',"
    " attempts FROM outbox WHERE ended IS NULL ORDER BY id",
    "lane": "address, 'head', head, 'leased', leased, 'ready in', ready - NOW FROM lane",
    "shift": "account, worker, 'until', until - NOW FROM shift",
    "alarm": "table_id, kind, number, 'due in', due - NOW FROM alarm",
    "cursor": "account, left(cursor, 40) FROM cursor",
    "session": "pid, state, wait_event_type, wait_event, 'since', clock_timestamp() - state_change,"
    " 'in a transaction for', clock_timestamp() - xact_start, 'behind', pg_blocking_pids(pid),"
    " left(replace(query, chr(10), ' '), 100) FROM pg_stat_activity WHERE usename = 'uno'",
}


async def told_of(at: Gathering) -> list[str]:
    """Of the machine, of each worker, and of all that waits; times are in milliseconds."""
    for number in at.crew.workers:
        at.crew.ask_where(number)
    await asyncio.sleep(2)
    said = [f"the machine: load {os.getloadavg()}, {os.cpu_count()} cores"]
    for number in at.crew.workers:
        said += _of_worker(at, number)
    for what, columns in _ABOUT.items():
        question = f"SELECT '{what}', {columns.replace('NOW', f'({NOW})::bigint')}"
        said += await asyncio.to_thread(_rows, at, question)
    return said


def _of_worker(at: Gathering, number: int) -> Iterator[str]:
    process, frozen = at.crew.workers[number], number in at.crew.frozen
    age = time.monotonic() - at.crew.began[number]
    yield (
        f"worker {number}: process {process.pid}, alive {process.is_alive()}, frozen {frozen},"
        f" began {age:.1f} seconds ago, {_time_of(process.pid)}"
    )
    yield from (f"  {line}" for line in last_words(at.crew.log(number), LINES))


def _time_of(pid: int | None) -> str:
    """What the system has given a process, where it tells."""
    with suppress(OSError, ValueError):
        ran, waited, _ = map(int, Path(f"/proc/{pid}/schedstat").read_text("ascii").split())
        return f"ran for {ran / 1e9:.2f} seconds and waited {waited / 1e9:.2f} for a core"
    return "nothing is known of its time"


def _rows(at: Gathering, question: str) -> list[str]:
    try:
        return [" ".join(row) for row in at.rows(question) if row != [""]]
    except RuntimeError as error:
        return [f"the database does not answer: {error}"[:300]]
