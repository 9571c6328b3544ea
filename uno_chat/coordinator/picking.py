"""The number of a line shown means what the line's button would have meant, and nothing else.

A number that is typed means the page that was shown last; one that was put on a message, that very
page. Which card a line stands for was written down when the page was shown, with the decision that
it answers: what has changed since then is refused by the table, never read otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
) -> Request | Puzzled | None:
    """What a number asks, on the page that the asker means; None for a number put on something that
    never had any, before everybody.
    """
    page = next(_pages(tx, who, request), None)
    if request.on is not None and (page is None or not page.menu):
        return Puzzled(Trouble.OLD_PAGE) if who.room is None else None
    lines = () if page is None else page.menu
    chosen = pressed(lines[wanted.number - 1]) if 1 <= wanted.number <= len(lines) else None
    if wanted.named is not None and not _takes_a_colour(chosen):
        return replace(request, intent=wanted.named)
    match chosen:
        case None:
            return Puzzled(Trouble.NO_SUCH_NUMBER, str(wanted.number))
        case OldButton():
            return Puzzled(Trouble.OLD_BUTTON)
        case _ if wanted.named is not None and any(_is(wanted.named, line) for line in lines):
            return _which(wanted.named, wanted.number)
    return _with(replace(chosen, line=wanted.number), wanted, lines)


def _takes_a_colour(line: Request | OldButton | None) -> bool:
    """Whether a line lays a wild card whose colour is still to be named."""
    match line:
        case Request(intents.Do(game.Play(card, None))):
            return card.wild
    return False


def _is(named: intents.Do, line: str) -> bool:
    """Whether a line lays the very card that was named."""
    match pressed(line), named.move:
        case Request(intents.Do(game.Play(one))), game.Play(other):
            return one is other
    return False


def _names_another(wanted: intents.Pick, card: game.Card, lines: Sequence[str]) -> bool:
    """Whether the number and the colour are those of another card on the page."""
    named = game.CARDS.get(f"{wanted.colour}{wanted.number}")
    if named is None or named is card:
        return False
    return any(_is(intents.Do(game.Play(named)), line) for line in lines)


def _which(named: intents.Do, number: int) -> Puzzled:
    """A card of this name is on the page, and so is a wild card with this number."""
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


def _with(request: Request, wanted: intents.Pick, lines: Sequence[str]) -> Request:
    """The line with what was said to it, as if all of it had been typed. A coloured card takes its
    own colour, unless that names another card shown: "4 red" is not the red 7 where a red 4 is.
    """
    intent = request.intent
    if not isinstance(intent, intents.Do) or not isinstance(intent.move, game.Play):
        return request
    move = game.with_uno(intent.move) if wanted.uno else intent.move
    other = wanted.colour is not move.card.colour or _names_another(wanted, move.card, lines)
    if wanted.colour is not None and other:
        move = replace(move, colour=wanted.colour)
    if not wanted.swap:
        return replace(request, intent=intents.Do(move, intent.swap))
    return replace(request, intent=intents.Do(move, wanted.swap), button=False)
