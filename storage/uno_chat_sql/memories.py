"""What adapters keep: texts by account and name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import bindparam, delete, func, select

from uno_chat_sql.columns import AnyText
from uno_chat_sql.dialect import upsert
from uno_chat_sql.models import table
from uno_chat_sql.statements import Statements

_MEMORY: Final = table("memory")
_BEGINS: Final = bindparam("begins", type_=AnyText)
_THESE: Final = _MEMORY.c.account == bindparam("whose")

_KEPT: Final = select(_MEMORY.c.name, _MEMORY.c.text).where(
    _THESE, func.substr(_MEMORY.c.name, 1, func.length(_BEGINS)) == _BEGINS
)
_put = upsert(_MEMORY)
_KEEP: Final = _put.on_conflict_do_update(
    index_elements=[_MEMORY.c.account, _MEMORY.c.name], set_={"text": _put.excluded.text}
)
_FORGET: Final = delete(_MEMORY).where(_THESE, _MEMORY.c.name == bindparam("which", type_=AnyText))


class Memories:
    """The memories of a transaction."""

    def __init__(self, statements: Statements) -> None:
        self._run = statements.run

    def memory(self, account: str, begins: str = "") -> dict[str, str]:
        rows = self._run(_KEPT, {"whose": account, "begins": begins})
        return {row.name: row.text for row in rows}

    def remember(self, account: str, changes: Mapping[str, str | None]) -> None:
        for name, text in changes.items():
            if text is None:
                self._run(_FORGET, {"whose": account, "which": name})
            else:
                self._run(_KEEP, {"account": account, "name": name, "text": text})
