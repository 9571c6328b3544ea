"""Tables at rest: a table to its stored JSON and back, with a schema number.

A table of a newer schema than this program knows is refused, never guessed at, and so is one that
was damaged: it waits as it is for the program or the backup that can read it.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any, Final

import cattrs
from cattrs.strategies import configure_tagged_union

from uno_chat import game
from uno_chat.contract import Conversation, StoredTable, Transaction
from uno_chat.coordinator.converting import converter, plain
from uno_chat.table import Doing, Phase, Table

SCHEMA: Final = 2
REMEMBERED: Final = 128
_KNOWN: Final[dict[tuple[int, str], Table]] = {}
"""Tables that need not be read again: whatever was decided is looked at for every page of it."""


class UnreadableTable(Exception):
    """The table is there and cannot be read; the text says why, and nothing that stands in it."""


class SpoiltTable(UnreadableTable):
    """What is stored is no table."""

    def __init__(self, table: int) -> None:
        super().__init__(
            f"Table {table} cannot be read, for what is stored of it is damaged: restore a backup"
            " of the database, or go on without it."
        )


class UnknownSchema(UnreadableTable):
    """The table was saved by a newer version of the program."""

    def __init__(self, table: int, schema: int) -> None:
        super().__init__(
            f"Table {table} is stored in form {schema}, this version reads up to {SCHEMA}: "
            f"install the version of Uno Chat that wrote it, or a newer one."
        )


def _converter() -> cattrs.Converter:
    made = converter()
    plain(made, bytes, bytes.hex, bytes.fromhex)
    plain(made, game.Options, game.Options.as_mapping, game.Options.of)
    plain(made, game.Round, game.round_to_data, game.round_from_data)
    plain(made, game.Match, game.match_to_data, game.match_from_data)
    plain(made, game.Card, lambda card: card.code, game.card)
    configure_tagged_union(game.Move, made, tag_name="is")
    configure_tagged_union(Doing, made, tag_name="is")
    return made


_CONVERTER: Final = _converter()


def to_text(table: Table) -> str:
    """The stored form of a table."""
    return json.dumps(_CONVERTER.unstructure(table), ensure_ascii=False, separators=(",", ":"))


def from_stored(stored: StoredTable) -> Table:
    """The table in a row; raises UnreadableTable."""
    if stored.schema > SCHEMA:
        raise UnknownSchema(stored.id, stored.schema)
    known = _KNOWN.get((stored.schema, stored.state))
    if known is not None:
        return known
    try:
        data = json.loads(stored.state)
        table = _CONVERTER.structure(_paced(data) if stored.schema == 1 else data, Table)
    except Exception:  # noqa: BLE001 - there is no end of what can be wrong, and it would quote hands
        raise SpoiltTable(stored.id) from None
    _remember(stored, table)
    return table


def _remember(stored: StoredTable, table: Table) -> None:
    """Instead of what was remembered first."""
    if len(_KNOWN) >= REMEMBERED:
        _KNOWN.pop(next(iter(_KNOWN)), None)
    _KNOWN[stored.schema, stored.state] = table


def _paced(data: dict[str, Any]) -> dict[str, Any]:
    """A table of form 1, which knew one time for a turn and a day if none was named: that stays
    what its people agreed on.
    """
    settings = dict(data.get("settings", {}))
    limit = settings.pop("turn_limit", 86_400.0)
    data = {**data, "settings": {**settings, "pace": {"base": limit}}}
    clock = (data.get("play") or {}).get("clock", {})
    if limit is not None and clock.get("deadline"):
        begun = datetime.fromisoformat(clock["deadline"]) - timedelta(seconds=limit)
        clock = {**clock, "begun": begun.isoformat()}
        data["play"] = {**data["play"], "clock": clock}
    return data


def save(
    tx: Transaction,
    table: Table,
    before: StoredTable | None,
    rooms: tuple[Conversation, ...],
    now: datetime,
) -> StoredTable:
    """Save a table over what it was ``before``; raises Conflict."""
    over = table.phase is Phase.ENDED
    known = None if before is None else before.closed
    stored = StoredTable(
        id=table.id,
        version=1 if before is None else before.version + 1,
        schema=SCHEMA,
        state=to_text(table),
        rooms=rooms,
        players=tuple(seat.player for seat in table.present if seat.player is not None),
        open=not over,
        phase=table.phase,
        closed=(known or now) if over else None,
    )
    tx.save_table(stored)
    _remember(stored, table)
    return stored
