"""The number of a line shown means what the line's button would have meant, and nothing else.

A number that is typed means the page that was shown last; one that was put on a message, that very
page. Which card a line stands for was written down when the page was shown, with the decision that
it answers: what has changed since then is refused by the table, never read otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat import game
from uno_chat.contract import Slot, Transaction
from uno_chat.coordinator import intents
from uno_chat.coordinator.asking import Asker
from uno_chat.coordinator.finding import find
from uno_chat.coordinator.messages import Puzzled
from uno_chat.coordinator.questions import Later
from uno_chat.coordinator.reading import OldButton, Request, pressed
from uno_chat.views import Trouble

_AGAIN: Final = timedelta(seconds=1)
_PATIENCE: Final = timedelta(seconds=10)
"""How long somebody may wait for an answer to a number that is on no page that we know."""


def picked(
    tx: Transaction, who: Asker, request: Request, wanted: intents.Pick, now: datetime
) -> Request | Puzzled | Later | None:
    """What a number asks, on the page that the asker means; None for a number put on something that
    never had any, before everybody. Of a page that may be seen already while nobody has heard that
    it arrived, numbers are not refused before that is known.
    """
    page = next(_pages(tx, who, request), None)
    if _is_news(page, wanted) and _waits(tx, who, now):
        return Later(now + _AGAIN)
    if request.on is not None and (page is None or not page.menu):
        return Puzzled(Trouble.OLD_PAGE) if who.room is None else None
    if page is None and request.table is not None:
        missing = find(tx, who, request.table)
        if isinstance(missing, Puzzled):
            return missing
    lines = () if page is None else page.menu
    chosen = pressed(lines[wanted.number - 1]) if 1 <= wanted.number <= len(lines) else None
    match _as_a_card(wanted, chosen, lines), chosen:
        case Puzzled() as asked, _:
            return asked
        case intents.Do() as named, _:
            return replace(request, intent=named)
        case _, None:
            return Puzzled(Trouble.NO_SUCH_NUMBER, str(wanted.number))
        case _, OldButton():
            return Puzzled(Trouble.OLD_BUTTON)
        case _, Request() as line:
            return _with(replace(line, line=wanted.number), wanted)


def _is_news(page: Slot | None, wanted: intents.Pick) -> bool:
    """Whether there is no such number on the page, as far as we know."""
    if page is None:
        return True
    return wanted.card is None and not 1 <= wanted.number <= len(page.menu)


def _waits(tx: Transaction, who: Asker, now: datetime) -> bool:
    return who.arrived is not None and now < who.arrived + _PATIENCE and tx.under_way(who.address)


def _as_a_card(
    wanted: intents.Pick, chosen: Request | OldButton | None, lines: Sequence[str]
) -> intents.Do | Puzzled | None:
    """The card that a number and a colour name where the line takes no colour; None where the line
    is meant, and a question back where that takes this colour and the card is on the page, too.
    """
    named = wanted.card
    if named is None or not isinstance(named.move, game.Play):
        return named
    there = any(_lays(line) is named.move.card for line in map(pressed, lines))
    card = _lays(chosen)
    if card is None or (wanted.named is not None and not card.wild):
        return named
    if card is named.move.card or not there:
        return None
    if card.colour not in {None, wanted.colour}:
        return named
    return _which(named, wanted.number) if wanted.written_out else None


def _lays(line: Request | OldButton | None) -> game.Card | None:
    """The card that a line lays as it stands, or with a colour; None if it takes no colour."""
    match line:
        case Request(intents.Do(game.Play(card, None))):
            return card
    return None


def _which(named: intents.Do, number: int) -> Puzzled:
    """A card of this name is on the page, and another that takes this colour has this number."""
    assert isinstance(named.move, game.Play)
    parts = (("number", str(number)), ("card", named.move.card.code))
    return Puzzled(Trouble.CARD_OR_NUMBER, parts=parts)


def _pages(tx: Transaction, who: Asker, request: Request) -> Iterator[Slot]:
    """The pages that can be meant where the asker looks: the one of a message, else the newest
    first, whether it has numbers or not; of a table named only those.
    """
    for slot in tx.slots_at(who.address):
        if request.table in {None, slot.table} and request.on in {None, slot.message}:
            yield slot


def _with(request: Request, wanted: intents.Pick) -> Request:
    """The line with what was said to it, as if all of it had been typed. A coloured card takes its
    own colour.
    """
    intent = request.intent
    if not isinstance(intent, intents.Do) or not isinstance(intent.move, game.Play):
        return request
    move = game.with_uno(intent.move) if wanted.uno else intent.move
    if wanted.colour is not None and wanted.colour is not move.card.colour:
        move = replace(move, colour=wanted.colour)
    if not wanted.swap:
        return replace(request, intent=intents.Do(move, intent.swap))
    return replace(request, intent=intents.Do(move, wanted.swap), button=False)
