"""What a page would tell that its reader waits for. Where calls are few, nothing else is shown.

Of a turn that is played, the group sees the table and whoever has to move next is asked: two
calls. Whoever has moved sees the own hand when the next question comes, or asks for it; whoever has
come to hold the cards of somebody else is shown them at once: the old page says nothing true any
more. It is decided when a page would be sent, from the table as it is then; what is not worth a
call then is dropped, and what comes of the table later makes the page stale again.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final

from uno_chat import game
from uno_chat.contract import Address, Capabilities, Outgoing, OutKind, Slot, Transaction, User
from uno_chat.coordinator.announcing import HAND, TABLE, asked
from uno_chat.table import Code, Fact, Play, Table

SOON: Final = timedelta(seconds=10)
"""What passes by itself within so long is not worth a call."""


_OF_THE_TABLE: Final = frozenset(Code) - {Code.HANDED_OVER}


class News(Enum):
    """What a hand page has to tell that its owner has not been shown."""

    NOTHING = auto()
    CARDS = auto()
    QUESTION = auto()


def spares(tx: Transaction, out: Outgoing, table: Table, able: Capabilities, now: datetime) -> bool:
    """Whether a page that became stale is not worth a call on this network; one that is asked for
    is always shown.
    """
    if not able.thrifty or out.kind is not OutKind.SLOT or out.fresh:
        return False
    if out.name == TABLE:
        slot = tx.slot(table.id, TABLE, out.to)
        return slot is not None and passing(table, now) and not _decided(table, slot)
    if out.name != HAND or _takes_leave(tx, out.to):
        return False
    return news_for(tx, out.to, table) is News.NOTHING


def _decided(table: Table, slot: Slot) -> bool:
    """Whether people have done something since that is no part of the turn."""
    return any(fact.code in _OF_THE_TABLE for fact in table.since(slot.revision))


def _takes_leave(tx: Transaction, to: Address) -> bool:
    """Whether hands arrive at another account of whoever reads here: no card shall stay."""
    player = tx.player(to) if isinstance(to, User) else None
    return player is not None and player.private != to


def news_for(tx: Transaction, to: Address, table: Table) -> News:
    """What is new on the hand page of this table to whoever reads there."""
    player = tx.player(to) if isinstance(to, User) else None
    seat = None if player is None else table.seat_of(player.id)
    return News.NOTHING if seat is None else news(table, seat.id, tx.slot(table.id, HAND, to))


def news(table: Table, seat: str, slot: Slot | None) -> News:
    """A question that waits for an answer; cards of a new round, other cards than one held before,
    the hand that was doubted.
    """
    play = table.play
    if play is None or not play.plays(seat) or table.seat(seat).pilot is not None:
        return News.NOTHING
    told = -1 if slot is None else slot.revision
    since = table.since(max(told, 0))
    if asked(table, seat) is not None and told < play.clock.shown:
        return News.QUESTION
    if _offered(play, seat) and any(fact.code == game.Played.kind for fact in since):
        return News.QUESTION
    if slot is None or any(_other_cards(fact, seat) or _doubted(fact, seat) for fact in since):
        return News.CARDS
    return News.NOTHING


def _offered(play: Play, seat: str) -> bool:
    """Whether a house rule lets this seat do something because of the card that was laid."""
    number = play.order.index(seat)
    sight = game.sight(play.round, number)
    return sight.jump is not None or (sight.smack is not None and number not in sight.smack.pressed)


def _other_cards(fact: Fact, seat: str) -> bool:
    return fact.code == Code.ROUND_STARTED or traded(fact, seat)


def traded(fact: Fact, seat: str) -> bool:
    """Whether this seat holds the cards of somebody else since."""
    if fact.code == game.Swapped.kind:
        return seat in {fact.seat, fact.other}
    return fact.code in {game.Rotated.kind, game.HandsShuffled.kind}


def _doubted(fact: Fact, seat: str) -> bool:
    """Whether this seat was shown a hand."""
    return (fact.code, fact.seat) == (game.Challenged.kind, seat)


def passing(table: Table, now: datetime) -> bool:
    """Whether what the group would see is half a turn, or gone in a moment: whoever is to move has
    drawn and may still lay that card, or it is a computer, or a prepared move.
    """
    play = table.play
    asks = play is not None and (play.round.smack is not None or table.vote is not None)
    if play is None or asks or table.pauses or not play.clock.handed:
        return False
    if isinstance(play.round.pending, game.PlayOrKeep | game.ChooseSwap):
        return True
    mine = None if play.owner is None else play.prepared_by(play.owner)
    due = play.clock.act_at or (None if mine is None else mine.due)
    return due is not None and due - now <= SOON
