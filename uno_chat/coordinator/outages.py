"""Outages as the store remembers them: when nobody watched, and what tables are made up for.

The house notes now and then that it watches. If it finds at the next look that nobody did for a
while, it was down, asleep, or its clock was set forward: for whoever waits at a table these are
the same, so they are one thing here. Networks that could not be reached are noted beside.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Transaction
from uno_chat.coordinator.calling import answers_on
from uno_chat.table import NOTICED, Outage, Table, made_up

WATCHED: Final = "watched"
"""The cursor that says until when the house has watched."""
OUTAGES: Final = "outages"
"""The cursor that holds the last outages."""
FAILS: Final = "fails"
"""What stands before a network in the name of the cursor that says since when it fails."""
EVERY: Final = timedelta(seconds=15)
"""How often it is written down that the house watches."""
_KEPT: Final = 100


def watched(tx: Transaction) -> datetime | None:
    """Until when the house has watched, as far as was written down."""
    text = tx.cursor(WATCHED)
    return None if text is None else datetime.fromisoformat(text)


def watch(tx: Transaction, last: datetime | None, now: datetime) -> None:
    """The house watches now, and last did so then: note an outage if that is too long ago."""
    if last is not None and now - last > NOTICED:
        missed(tx, "", last, now)
    tx.save_cursor(WATCHED, now.isoformat())


def missed(tx: Transaction, network: str, since: datetime, until: datetime) -> None:
    """Note that nothing was served, on one network or on all (empty)."""
    before = list(_outages(tx))
    number = before[-1].number + 1 if before else 1
    rows = [(o.number, o.network, o.since.isoformat(), o.until.isoformat()) for o in before]
    rows.append((number, network, since.isoformat(), until.isoformat()))
    tx.save_cursor(OUTAGES, json.dumps(rows[-_KEPT:]))


def fails_since(tx: Transaction, network: str) -> datetime | None:
    """Since when a network fails, as far as was written down: a process may end meanwhile."""
    text = tx.cursor(f"{FAILS} {network}")
    return datetime.fromisoformat(text) if text else None


def fails(tx: Transaction, network: str, since: datetime | None) -> None:
    """Note since when a network fails, None for one that works."""
    if fails_since(tx, network) != since:
        tx.save_cursor(f"{FAILS} {network}", "" if since is None else since.isoformat())


def caught_up(tx: Transaction, table: Table, now: datetime) -> Table:
    """The table made up for what whoever is to move missed, if a turn runs there: what happens on
    networks where others play costs that one nothing.
    """
    begun = None if table.play is None else table.play.clock.begun
    found = [one for one in _outages(tx) if begun is not None and one.until > begun]
    if not found:
        return table
    networks = {"", answers_on(tx, table)}
    return made_up(table, (one for one in found if one.network in networks), now)


def last_outage(tx: Transaction) -> int:
    """The number of the last one in which nobody watched, 0 if there was none: only then somebody
    may have gone back to a backup.
    """
    return max((one.number for one in _outages(tx) if not one.network), default=0)


def _outages(tx: Transaction) -> Iterator[Outage]:
    text = tx.cursor(OUTAGES)
    for number, network, since, until in json.loads(text) if text else ():
        begin, end = datetime.fromisoformat(since), datetime.fromisoformat(until)
        yield Outage(number, network, begin, end)
