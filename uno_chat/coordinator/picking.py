"""The number of a line shown means what the line's button would have meant."""

from __future__ import annotations

from dataclasses import replace

from uno_chat import game
from uno_chat.contract import Slot, Transaction
from uno_chat.coordinator import intents
from uno_chat.coordinator.asking import Asker
from uno_chat.coordinator.messages import Puzzled
from uno_chat.coordinator.reading import OldButton, Request, pressed
from uno_chat.views import Trouble


def picked(
    tx: Transaction, who: Asker, request: Request, wanted: intents.Pick
) -> Request | Puzzled:
    """What a number asks, on the page that the asker looks at."""
    page = _page(tx, who, request.table)
    if page is None or not 1 <= wanted.number <= len(page.menu):
        return Puzzled(Trouble.NO_SUCH_NUMBER, str(wanted.number))
    chosen = pressed(page.menu[wanted.number - 1])
    if isinstance(chosen, OldButton):
        return Puzzled(Trouble.OLD_BUTTON)
    return _with_uno(chosen) if wanted.uno else chosen


def _page(tx: Transaction, who: Asker, table: int | None) -> Slot | None:
    """The newest numbered page where the asker looks, or the newest one of a table named."""
    pages = (slot for slot in tx.slots_at(who.address) if slot.menu)
    return next((slot for slot in pages if table in (None, slot.table)), None)


def _with_uno(request: Request) -> Request:
    intent = request.intent
    if isinstance(intent, intents.Do) and isinstance(intent.move, game.Play):
        return replace(request, intent=replace(intent, move=game.with_uno(intent.move)))
    return request
