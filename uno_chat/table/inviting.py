"""The code that shows a table in another conversation, too: made by its host, good for once; and
the one in the link by which people sit down, for as long as the table stands.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from uno_chat.table.commands import Invite
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.outcome import Outcome
from uno_chat.table.state import Invitation, Table

LASTS: Final = timedelta(hours=1)
"""So long a code is good."""
TRIES: Final = 100
"""After so many wrong tries a code is good for nothing. Nobody makes so many alone, to spoil it for
others, and it takes 10^10 times as many to find it out.
"""
_SIGNS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""None of them is taken for another one."""
_LENGTH: Final = 8


def invite(table: Table, command: Invite, now: datetime, seed: bytes) -> Outcome | Refused:
    """A new code, which makes an older one worthless; the answer says it behind the number of the
    table.
    """
    if not command.chief and table.host != command.by:
        return Refused(Why.NOT_HOST)
    code = _code(b"code", seed)
    table = replace(table, invitation=Invitation(code, now + LASTS))
    return Outcome(table, reply=Fact(Code.INVITED, now, text=f"{table.id}-{code}"))


def door(seed: bytes) -> str:
    """What nobody guesses who was not shown the link: tables themselves are numbered one by one."""
    return _code(b"door", seed)


def _code(what: bytes, seed: bytes) -> str:
    number = int.from_bytes(sha256(b"uno-chat " + what + b" " + seed).digest())
    return "".join(_SIGNS[number // len(_SIGNS) ** place % len(_SIGNS)] for place in range(_LENGTH))


def tried(table: Table, code: str, now: datetime) -> tuple[Table, bool]:
    """The table after somebody said a code, and whether it was the right one."""
    known = table.invitation
    if known is None or now >= known.until or known.tries >= TRIES:
        return table, False
    if code != known.code:
        return replace(table, invitation=replace(known, tries=known.tries + 1)), False
    return replace(table, invitation=None), True
