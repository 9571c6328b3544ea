"""Pages with settings: every button says what could be typed, so a page needs no memory, and one
that is old does no harm. After a tap the page changes in its place.
"""

from __future__ import annotations

from datetime import datetime

from uno_chat.contract import Outgoing, OutKind, Transaction
from uno_chat.coordinator.asking import Asker, answer
from uno_chat.coordinator.intents import Matter
from uno_chat.coordinator.messages import Message, Sheet, Silence, to_payload
from uno_chat.views import is_region


def is_part(matter: Matter, text: str) -> bool:
    """Whether words name a part of a page and set nothing: a region to choose a zone from."""
    return matter is Matter.ZONE and is_region(text)


def open_sheet(
    tx: Transaction,
    who: Asker,
    part: str,
    now: datetime,
    table: int | None = None,
    *,
    in_room: bool = False,
) -> str:
    """Show a part of the settings in private, or in the room where it was asked for; in place of
    the page that was tapped.
    """
    to = who.address if in_room else who.user
    sheet = Sheet(part, _on(tx, who) if to == who.address else "")
    if who.press is not None:
        answer(tx, who, who.press, Silence(), now, None)
    if who.spared:
        return "spared"
    name, payload = f"sheet {who.key}", to_payload(Message(sheet))
    tx.queue(Outgoing(OutKind.NOTICE, to, table, name, payload=payload), now)
    return "sheet"


def is_on_sheet(tx: Transaction, who: Asker) -> bool:
    """Whether something was tapped on such a page, which shall show how it is now."""
    return who.press is not None and _on(tx, who) != ""


def _on(tx: Transaction, who: Asker) -> str:
    """The page that was tapped, unless it is one that lives on."""
    lives = who.on is None or any(slot.message == who.on for slot in tx.slots_at(who.address))
    return "" if lives else str(who.on)
