"""What was played and won, by conversation and player: sums that only grow, and move."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from sqlalchemy import bindparam, delete, select

from uno_chat.contract import Conversation, Standing
from uno_chat_sql.columns import AnyRow
from uno_chat_sql.dialect import upsert
from uno_chat_sql.models import table as rows
from uno_chat_sql.statements import Statements

_STANDING: Final = rows("standing")
_KEY: Final = (_STANDING.c.conversation, _STANDING.c.player_id)
_SUMS: Final = tuple(column for column in _STANDING.c if not column.primary_key)
_put = upsert(_STANDING)
_ADD: Final = _put.on_conflict_do_update(
    index_elements=_KEY,
    set_={column.name: column + _put.excluded[column.name] for column in _SUMS},
)
_ALL: Final = select(*_KEY, *_SUMS)
_HERE: Final = _STANDING.c.conversation == bindparam("here")
_THEIRS: Final = _STANDING.c.player_id == bindparam("player")
_IN: Final = _ALL.where(_HERE)
_OF: Final = _ALL.where(_THEIRS)
_LEAVE: Final = delete(_STANDING).where(_HERE).returning(*_KEY, *_SUMS)
_DROP: Final = delete(_STANDING).where(_THEIRS).returning(*_KEY, *_SUMS)


class Standings:
    """The standings of a transaction."""

    def __init__(self, statements: Statements) -> None:
        self._run = statements.run

    def add_standings(self, standings: Collection[Standing]) -> None:
        """In one order, as they are locked: several matches may end at the same time."""
        for one in sorted(standings, key=lambda s: (str(s.conversation), s.player)):
            sums = {column.name: getattr(one, column.name) for column in _SUMS}
            key = {"conversation": str(one.conversation), "player_id": one.player}
            self._run(_ADD, {**key, **sums})

    def standings_in(self, conversation: Conversation) -> tuple[Standing, ...]:
        found = map(_standing, self._run(_IN, {"here": str(conversation)}))
        return tuple(sorted(found, key=lambda one: one.player))

    def standings_of(self, player: int) -> tuple[Standing, ...]:
        found = map(_standing, self._run(_OF, {"player": player}))
        return tuple(sorted(found, key=lambda one: str(one.conversation)))

    def move_standings(self, player: int, to: int | None) -> None:
        if to == player:
            return
        left = [_standing(row) for row in self._run(_DROP, {"player": player}).all()]
        if to is not None:
            self.add_standings([replace(one, player=to) for one in left])

    def move_place(self, old: Conversation, new: Conversation) -> None:
        """What was played before is added to what has been there since."""
        left = [_standing(row) for row in self._run(_LEAVE, {"here": str(old)}).all()]
        self.add_standings([replace(one, conversation=new) for one in left])


def _standing(row: AnyRow) -> Standing:
    conversation, *numbers = row
    return Standing(Conversation.parse(conversation), *numbers)
