"""What goes wrong with workers, with their database and on the way to it. Each is over in seconds.

Waits are longer than the shifts of a crew in a hurry (four seconds), so that others take over.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final

from uno_chat.testing.faults import Fault, Lost, Refused
from uno_chat.testing.gathering import NOW, Gathering

Mishap = Callable[[Gathering], Awaitable[None]]
LONG: Final = 5.0
"""Seconds, longer than a shift, and than a statement or a lock is waited for."""
_OURS: Final = "FROM pg_stat_activity WHERE usename = 'uno'"
_TABLES: Final = ("lane", "outbox", "inbox", "game_table", "alarm", "shift", "cursor")


async def kill(at: Gathering) -> None:
    """SIGKILL, wherever a worker is; one that has just ended is waited for."""
    while not at.crew.awake:
        await asyncio.sleep(0.1)
        at.crew.look_after()
    at.crew.kill(at.luck.choice(at.crew.awake))


async def freeze(at: Gathering) -> None:
    """SIGSTOP; it wakes when others do its work. Never all of them."""
    numbers = at.crew.awake
    if len(numbers) > 1:
        number = at.luck.choice(numbers)
        at.crew.freeze(number)
        asyncio.get_running_loop().call_later(LONG, at.crew.thaw, number)


async def ask_to_stop(at: Gathering) -> None:
    """SIGTERM, as for an upgrade."""
    if numbers := at.crew.awake:
        at.crew.ask_to_stop(at.luck.choice(numbers))


async def set_clock(at: Gathering) -> None:
    """A machine's clock jumps by an hour."""
    if numbers := at.crew.awake:
        at.crew.set_clock(at.luck.choice(numbers), forward=at.luck.random() < 0.5)


async def take_shift(at: Gathering) -> None:
    """Somebody else serves all accounts for a moment: a second poller."""
    await _sql(at, f"UPDATE shift SET worker = 'somebody', until = ({NOW})::bigint + 1000")  # noqa: S608 - our own words


async def kill_server(at: Gathering) -> None:
    """As ``pg_ctl stop -m immediate``; it is back after a moment."""
    await asyncio.to_thread(at.cluster.stop)
    await asyncio.sleep(at.luck.uniform(0, 1))
    await asyncio.to_thread(at.cluster.start)


async def end_sessions(at: Gathering) -> None:
    """As an operator does, or a failover."""
    await _sql(at, f"SELECT pg_terminate_backend(pid) {_OURS}")


async def cut_wire(at: Gathering) -> None:
    """All connections break, and the server learns of it later."""
    at.wire.cut()


async def lose_answers(at: Gathering) -> None:
    """What is asked arrives, COMMIT too; the answer does not, and the connection breaks."""
    at.wire.block(questions=False)
    await asyncio.sleep(at.luck.uniform(0, 0.5))
    at.wire.cut()
    at.wire.clear()


async def block_wire(at: Gathering) -> None:
    """Nothing gets through, perhaps for longer than an answer is waited for, and then all of it."""
    at.wire.block()
    await asyncio.sleep(at.luck.uniform(0, 3 * LONG))
    at.wire.clear()


async def freeze_session(at: Gathering) -> None:
    """One process of the server hangs, perhaps with locks."""
    with suppress(RuntimeError):
        pids = await asyncio.to_thread(at.rows, f"SELECT pid {_OURS}")
        await _frozen([int(at.luck.choice(pids)[0])] if pids else [], LONG)


async def freeze_server(at: Gathering) -> None:
    """All of them hang."""
    with suppress(RuntimeError):
        pids = await asyncio.to_thread(at.rows, "SELECT pid FROM pg_stat_activity")
        await _frozen([at.cluster.pid, *(int(pid) for (pid,) in pids)], at.luck.uniform(0, LONG))


async def _frozen(pids: list[int], seconds: float) -> None:
    for what in (signal.SIGSTOP, signal.SIGCONT):
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, what)
        await asyncio.sleep(seconds if what is signal.SIGSTOP else 0)


async def hold_rows(at: Gathering) -> None:
    """Somebody locks a whole table for longer than we wait for a lock."""
    lock = f"LOCK TABLE {at.luck.choice(_TABLES)} IN ACCESS EXCLUSIVE MODE"
    await _sql(at, "BEGIN", lock, f"SELECT pg_sleep({at.luck.uniform(0, LONG)})", "COMMIT")


async def fill_disk(at: Gathering) -> None:
    """The server has no room for anything more, and ends, if it cannot go on; it is started again
    when there is some.
    """
    if at.disk is None:
        return
    at.disk.fill()
    await _sql(at, "CREATE TABLE large AS SELECT generate_series(1, 1000000)")
    await asyncio.sleep(at.luck.uniform(0, LONG))
    at.disk.free()
    await asyncio.sleep(0.5)
    with suppress(RuntimeError):
        await asyncio.to_thread(at.rows, "SELECT 1")
        return
    await asyncio.to_thread(at.cluster.stop)
    await asyncio.to_thread(at.cluster.start)


async def fail_calls(at: Gathering) -> None:
    """The next calls to a network fail, or their answers are lost."""
    network = at.luck.choice(list(at.networks.values()))
    if network.fails:
        return  # a script that grows while nobody calls would be an outage
    writes: list[Fault] = [Refused(), Lost(shown=True), Lost(shown=False)]
    network.fail_writes(at.luck.choice(writes))
    network.fail_pulls(at.luck.choice(writes[::2]))


async def _sql(at: Gathering, *statements: str) -> None:
    """As an operator, if the server can be asked at all."""
    with suppress(RuntimeError):
        await asyncio.to_thread(at.cluster.ask, *statements, database=at.database)


MISHAPS: Final[Mapping[Mishap, int]] = {
    kill: 32,
    freeze: 2,
    ask_to_stop: 1,
    set_clock: 1,
    take_shift: 1,
    kill_server: 2,
    end_sessions: 2,
    cut_wire: 2,
    lose_answers: 4,
    block_wire: 1,
    freeze_session: 1,
    freeze_server: 1,
    hold_rows: 1,
    fill_disk: 1,
    fail_calls: 6,
}
"""Everything, and how often it happens to all else."""
