"""After an outage it listens before it looks at deadlines, and meanwhile it rests."""

import asyncio
from datetime import UTC, datetime, timedelta
from random import Random
from typing import cast

from uno_chat.contract import Alarm
from uno_chat.coordinator import House
from uno_chat.runtime import Service
from uno_chat.runtime.alarm_clock import SWEEP, AlarmClock
from uno_chat.runtime.watching import LISTENS
from uno_chat.testing.jumping import Wakes, now_since, run
from uno_chat.testing.memory_rows import Rows
from uno_chat.testing.mortal import Fuse, MortalStore
from uno_chat.testing.steady_store import SteadyStore
from uno_chat.testing.town import NAME, Town

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
PATIENCE = LISTENS.total_seconds()


def served(rows: Rows, seconds: float) -> int:
    """Serve a network that is away for so long; the steps that were taken."""

    async def living() -> int:
        def now() -> datetime:
            return now_since(NOON)

        town, fuse = Town(now, Random(1)), Fuse()
        town.cut(down=True)
        house = House({NAME: town.capabilities}, lambda _table, _round: b"")
        service = Service(house, MortalStore(SteadyStore(rows), fuse), [town], now)
        service.clock = cast("AlarmClock", Wakes(service.clock.bells))
        async with service:
            await asyncio.sleep(seconds)
        return fuse.steps

    return run(living())


def after_an_outage() -> Rows:
    """Nobody watched for an hour, and a deadline is overdue."""
    rows = Rows(cursors={"watched": (NOON - HOUR).isoformat()})
    rows.alarms[1] = (Alarm("deadline", 1, NOON - HOUR / 2),)
    return rows


def test_a_deadline_that_waits_for_a_network_does_not_keep_it_busy() -> None:
    rows = after_an_outage()
    assert served(rows, PATIENCE - 1) < 20 * PATIENCE / SWEEP
    assert rows.alarms


def test_a_network_that_stays_away_delays_the_deadlines_of_the_others_no_longer_than_said() -> None:
    rows = after_an_outage()
    served(rows, PATIENCE + SWEEP + 1)
    assert not rows.alarms
