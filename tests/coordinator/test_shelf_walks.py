"""A table comes back from the shelf as it was, whatever its people did and agreed on."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from uno_chat.contract import StoredTable
from uno_chat.coordinator import from_stored
from uno_chat.coordinator.shelf import SCHEMA, to_text
from uno_chat.table import PRESETS, Absent, Settings, Table, Vacations
from uno_chat.testing.sitting import sit
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
