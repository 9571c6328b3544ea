"""Which plays get a button: every card that fits, but not every way to lay several or to trade.

What has no button can still be typed. The choice depends on nothing but the reader's own hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from uno_chat import game
from uno_chat.contract import Choice
from uno_chat.views.project import HandView, RoundView

MOST_PARTNERS = 3
"""With so many others at most, each has a button at every card that trades hands."""

MOST_BUTTONS = 40
"""How many plays are offered at a time: five rows of eight."""

MOST_TOGETHER = 4
"""Neighbours that are not torn apart: the colours of a wild card."""

_COLOURS = tuple(game.Colour)


def offered(view: HandView, round_: RoundView) -> tuple[game.Play, ...]:
    """Single cards by colour and number, trades of hands, several at once, wild cards."""
    plays = tuple(move for move in view.choices if isinstance(move, game.Play))
    single = [play for play in plays if not play.more]
    ready = [*_single(single, view, round_), *_whole(plays, view.hand)]
    return tuple(sorted(ready, key=_place))


def leaves(plays: Sequence[Choice]) -> tuple[tuple[Choice, ...], ...]:
    """So many plays that a hand of any size stays within what a keyboard holds; all ways to lay
    one wild card are on one leaf. At least one leaf.
    """
    found: list[tuple[Choice, ...]] = [()]
    for part in _kept_together(plays):
        if len(found[-1]) + len(part) > MOST_BUTTONS:
            found.append(())
        found[-1] += part
    return tuple(found)


def _kept_together(plays: Sequence[Choice]) -> Iterator[tuple[Choice, ...]]:
    for _, group in groupby(plays, key=lambda play: play.group):
        row = tuple(group)
        if len(row) <= MOST_TOGETHER:
            yield row
        else:
            yield from ((play,) for play in row)


def bluffs(view: HandView, card: game.Card) -> bool:
    """Whether this card, laid now, could be challenged with success."""
    challenged = card.effect is not None and card.effect.challenged
    playable = any(isinstance(move, game.Play) and move.card == card for move in view.choices)
    return view.mine and view.bluff and challenged and playable


def partners(view: HandView, round_: RoundView) -> tuple[int, ...]:
    """The game's numbers of the others in the round, as play goes from the reader."""
    seats = (round_.owner, *round_.after)
    return tuple(round_.order.index(seat) for seat in seats if seat != view.seat.id)


def _single(plays: list[game.Play], view: HandView, round_: RoundView) -> Iterator[game.Play]:
    others = partners(view, round_)
    for play in plays:
        if swaps_by_rule(play, view) and 1 < len(others) <= MOST_PARTNERS:
            yield from (replace(play, swap=other) for other in others)
        elif play.swap is None or _worth_a_button(play, view, round_, len(others)):
            yield play


def swaps_by_rule(play: game.Play, view: HandView) -> bool:
    """A seven where sevens trade hands; a last card trades nothing."""
    seven = play.card.symbol is game.Symbol.SEVEN
    return seven and view.table.settings.options.seven_o and len(view.hand) > 1


def _worth_a_button(play: game.Play, view: HandView, round_: RoundView, others: int) -> bool:
    """At a big table each partner of a wild card has one button, in the colour that counts."""
    if len(view.hand) == 1:
        return False
    return others <= MOST_PARTNERS or play.colour is (round_.colour or _COLOURS[0])


def _whole(plays: tuple[game.Play, ...], hand: tuple[game.Card, ...]) -> Iterable[game.Play]:
    """All cards of one number or sign at once, for each that may come to lie on top."""
    alike = Counter(card.symbol for card in hand)
    found: dict[tuple[game.Symbol, game.Card], game.Play] = {}
    for play in plays:
        symbol = play.card.symbol
        if play.more and len(play.more) + 1 == alike[symbol]:
            found.setdefault((symbol, play.top), play)
    return found.values()


def _place(play: game.Play) -> tuple[int, int, int]:
    last = play.top.order if play.colour is None else _COLOURS.index(play.colour)
    return _kind(play), play.card.order, last


def _kind(play: game.Play) -> int:
    """Coloured cards, trades, several at once; wild cards last, since they answer anything."""
    if play.card.wild:
        return 3 if play.swap is None else 4
    if play.more:
        return 2
    return 0 if play.swap is None else 1
