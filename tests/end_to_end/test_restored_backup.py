"""A host goes back to yesterday's backup, while the network remembers what was played today."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from uno_chat.contract import Envelope, Pressed
from uno_chat.testing.aftermath import lost_or_doubled, read, said_otherwise
from uno_chat.testing.audit import record_faults
from uno_chat.testing.gathering import Gathering, gathered
from uno_chat.testing.knowing import knowledge, leaks
from uno_chat.testing.postgres import Cluster
from uno_chat.testing.traces import traces
from uno_chat.views import decode

FAKE = "fake"
FAMILY = {"family": ("ann", "bob", "cat")}
FEW = 5
"""Moves before the backup, in the time that is lost, and after it."""


def forgets(at: Gathering) -> str:
    """What was told once is not told again."""
    told = len(at.networks[FAKE].log.texts())
    return f"UPDATE cursor SET cursor = '{told}' WHERE account = '{FAKE}'"


def tells_again(_: Gathering) -> str:
    """What was told since the cursor that is in the backup is told again."""
    return "SELECT 1"


@pytest.mark.parametrize("network", [forgets, tells_again])
async def test_play_goes_on_from_a_backup_whatever_the_network_remembers(
    cluster: Cluster, tmp_path: Path, network: Callable[[Gathering], str]
) -> None:
    async with gathered(cluster, tmp_path, 5, FAMILY, haste=1) as at:
        for number in range(2):
            at.crew.start(number)
        await at.sit_down()
        await at.play(moves=FEW)
        backup = await backed_up(at)
        await at.play(moves=FEW)
        await at.until("somebody is asked", lambda: any(person.asked for person in at.people))
        lost, said = len(at.networks[FAKE].shown), len(at.networks[FAKE].sent())
        await restore(at, backup.database, network(at))
        since = datetime.now(UTC)
        await at.play(moves=3 * FEW)
        await at.rest()
        assert await at.go() == []
    told = any("go back to a backup" in one.page.text for one in at.networks[FAKE].shown[lost:])
    assert (
        told or network is tells_again or not is_of(at.networks[FAKE].sent()[said], backup.decision)
    )
    (stored,) = await at.stored()
    assert list(record_faults(stored.table, stored.records)) == []
    # Presses of the lost time have been answered: a second answer is refused.
    assert [fault for fault in said_otherwise(at) if not fault.startswith("a toast")] == []
    if network is tells_again:
        assert list(lost_or_doubled(at)) == []
    seen = [one for one in read(at) if one.at > since]
    assert list(leaks([knowledge(stored.table, stored.records)], seen)) == []
    assert list(traces(tmp_path)) == []


def is_of(envelope: Envelope, before: int) -> bool:
    """Whether somebody pressed a button of a later decision than that one."""
    event = envelope.event
    token = decode(event.token) if isinstance(event, Pressed) else None
    return token is not None and token.decision is not None and token.decision > before


@dataclass(frozen=True, slots=True)
class Backup:
    """A database, and the decision that was owed in it."""

    database: str
    decision: int


async def backed_up(at: Gathering) -> Backup:
    """A copy of everything, of yesterday."""
    await at.rest()
    assert await at.go() == []
    (stored,) = await at.stored()
    assert stored.table.play is not None
    copy = at.cluster.database(at.database)
    yesterday = datetime.now(UTC) - timedelta(days=1)
    watched = f"UPDATE cursor SET cursor = '{yesterday.isoformat()}' WHERE account = 'watched'"
    at.cluster.ask(watched, database=copy)
    for number in range(2):
        at.crew.start(number)
    return Backup(copy, stored.table.play.clock.number)


async def restore(at: Gathering, backup: str, remembered: str) -> None:
    """Everybody stops, the backup takes the place of what there was, and all start again."""
    await at.rest()
    await asyncio.to_thread(at.crew.stop)
    at.cluster.drop(at.database)
    at.cluster.ask(remembered, database=backup)
    at.cluster.ask(f"ALTER DATABASE {backup} RENAME TO {at.database}")
    for number in range(2):
        at.crew.start(number)
