"""A bridge between two conversations of a table: what we say in one comes back in the other.

What a bridge brings never acts; here a conversation is told once that it has such a bridge.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from uno_chat.contract import Conversation, Envelope, Said, Transaction
from uno_chat.coordinator.asking import once
from uno_chat.coordinator.finding import Found, readable
from uno_chat.coordinator.messages import Puzzled
from uno_chat.coordinator.places import called
from uno_chat.views import Trouble

_ABOUT: Final = "echo"
_NUMBERED: Final = re.compile(r"#\d{1,9}(?: ·|$)")
_QUOTED: Final = ">"


def hears_itself(tx: Transaction, envelope: Envelope, now: datetime) -> bool:
    """Whether a page of ours came back, of a table that is shown elsewhere, too. Nothing is kept of
    it, as of anything that people say among themselves.
    """
    match envelope.event:
        case Said(text) if not envelope.private and _reads_like_a_page(text):
            first = text.partition("\n")[0]
            if any(called(table) in first for _, table in _shared(tx, envelope.conversation)):
                warn(tx, envelope.conversation, now)
                return True
    return False


def _reads_like_a_page(text: str) -> bool:
    """Several lines, of which the first ends like a heading; an answer quotes what it is about."""
    first, line, _ = text.partition("\n")
    return bool(line) and not text.startswith(_QUOTED) and _NUMBERED.search(first) is not None


def _shared(tx: Transaction, room: Conversation) -> list[Found]:
    return [found for found in readable(tx, tx.tables_in(room)) if len(found[0].rooms) > 1]


def repeats(tx: Transaction, room: Conversation) -> bool:
    """Whether what a bridge brings here may have been said in another conversation of a table."""
    return any(
        other.network != room.network for stored, _ in _shared(tx, room) for other in stored.rooms
    )


def warn(tx: Transaction, room: Conversation, now: datetime) -> None:
    """Tell a conversation of its bridge, once."""
    once(tx, room, _ABOUT, Puzzled(Trouble.ECHO), now)
