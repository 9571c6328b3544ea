"""A table comes back from the shelf as it was, whatever its people did and agreed on."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from itertools import islice

import pytest

from uno_chat.contract import StoredTable
from uno_chat.coordinator import from_stored
from uno_chat.coordinator.shelf import SCHEMA, to_text
from uno_chat.table import PRESETS, Absent, Kind, Pace, Settings, Table, Vacations
from uno_chat.testing.sitting import NOON, Sitting, dealt, sit
from uno_chat.testing.walking import Walk


def kept(table: Table) -> Table:
    """The table after it was stored and read again."""
    return from_stored(StoredTable(table.id, 1, SCHEMA, to_text(table), (), (), open=True))


@pytest.mark.parametrize("absent", Absent)
@pytest.mark.parametrize("vacation", Vacations)
def test_what_is_stored_is_read_as_it_was(absent: Absent, vacation: Vacations) -> None:
    settings = Settings(pace=PRESETS["daily"].pace, absent=absent, vacation=vacation)
    luck = random.Random(f"{absent} {vacation}")
    for step in islice(Walk(luck, sit(4, 2, settings).table).steps(), 0, None, 7):
        assert kept(step.after) == step.after


def older(limit: float | None) -> Table:
    """A table that was stored when there was one time for a turn and no reserve."""
    data = json.loads(to_text(dealt(2, settings=Settings(hold=timedelta(0))).table))
    data["settings"] = {"turn_limit": limit, "hold": 0.0}
    clock = data["play"]["clock"]
    data["play"]["clock"] = {
        "number": clock["number"],
        "since": clock["since"],
        "handed": True,
    }
    if limit is not None:
        data["play"]["clock"]["deadline"] = (NOON + timedelta(seconds=limit)).isoformat()
    return from_stored(StoredTable(1, 1, 1, json.dumps(data), (), (), open=True))


def test_a_table_of_the_first_form_keeps_the_time_that_its_people_agreed_on() -> None:
    at = Sitting(older(7200.0))
    assert at.table.settings.pace == Pace(timedelta(hours=2))
    wake = at.wake(Kind.DEADLINE)
    assert wake is not None
    assert wake.due == NOON + timedelta(hours=2)
    at.ring(Kind.DEADLINE)
    assert at.clock.deadline == at.now + timedelta(hours=2)
    assert kept(at.table) == at.table


def test_a_table_of_the_first_form_without_a_clock_has_none_now() -> None:
    at = Sitting(older(None))
    assert at.table.settings.pace.base is None
    assert at.wake(Kind.DEADLINE) is None
