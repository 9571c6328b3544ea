"""From events of the game to facts that everybody may know, by an allow-list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from typing import assert_never

from uno_chat import game
from uno_chat.table.facts import Fact


def told(
    events: Iterable[game.Event], order: tuple[str, ...], at: datetime, cause: game.Cause
) -> tuple[Fact, ...]:
    """The public side of what happened, in order. No card appears that was not laid openly."""
    return tuple(fact for event in events for fact in _fact(event, order, at, cause))


_OfTwo = game.Challenged | game.Caught | game.FalseCatch | game.Swapped
_Counted = game.Reversed | game.Reshuffled | game.Rotated | game.SmackEnded


def _fact(
    event: game.Event, order: tuple[str, ...], at: datetime, cause: game.Cause
) -> Iterator[Fact]:
    fact = partial(Fact, event.kind, at, cause=cause)
    match event:
        case game.Opened(card) | game.OpeningReturned(card) | game.OpeningIgnored(card):
            yield fact(card=card.code)
        case game.ColourNamed(seat, colour):
            yield fact(seat=order[seat], colour=colour)
        case game.Played():
            yield _of_a_play(fact, event, order)
        case game.WrongCard(seat, card):
            yield fact(seat=order[seat], card=card.code)
        case game.Drew(seat, why, count):
            yield fact(seat=order[seat], number=count, why=why)
        case (
            game.Kept(seat)
            | game.Passed(seat)
            | game.Skipped(seat)
            | game.Accepted(seat)
            | game.UnoCalled(seat)
            | game.JumpedIn(seat)
            | game.HandsShuffled(seat)
            | game.Smacked(seat)
            | game.Fined(seat)
        ):
            yield fact(seat=order[seat])
        case game.Departed(seat, count):
            yield fact(seat=order[seat], number=count)
        case game.RoundWon(winner, points):
            yield fact(seat=order[winner], number=points[winner])
        case game.Challenged() | game.Caught() | game.FalseCatch() | game.Swapped():
            yield _of_two(fact, event, order)
        case game.Reversed() | game.Reshuffled() | game.Rotated() | game.SmackEnded():
            yield fact(number=_count(event))
        case game.Dealt() | game.HandShown() | game.WindowClosed():
            return
        case _:
            assert_never(event)


def _of_a_play(fact: Callable[..., Fact], event: game.Played, order: tuple[str, ...]) -> Fact:
    """The cards that were laid, and how many are left."""
    play = partial(fact, seat=order[event.seat], card=event.card.code, colour=event.colour)
    return play(text=game.text_of(event.more), flag=event.uno, number=event.left)


def _of_two(fact: Callable[..., Fact], event: _OfTwo, order: tuple[str, ...]) -> Fact:
    """Whom it is about, and the other one."""
    match event:
        case game.Challenged(seat, author, guilty):
            return fact(seat=order[seat], other=order[author], flag=guilty)
        case game.Caught(seat, by):
            return fact(seat=order[seat], other=None if by is None else order[by])
        case game.FalseCatch(seat, by):
            return fact(seat=order[by], other=order[seat])
        case game.Swapped(seat, other):
            return fact(seat=order[seat], other=order[other])
    assert_never(event)


def _count(event: _Counted) -> int:
    match event:
        case game.Reversed(direction):
            return direction
        case game.Reshuffled(count):
            return count
        case game.Rotated(steps):
            return steps
        case game.SmackEnded(slow):
            return len(slow)
    assert_never(event)
