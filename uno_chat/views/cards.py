"""Cards in words: short and complete names in the reader's language, a tint only beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from uno_chat import game
from uno_chat.contract import Face, Tint
from uno_chat.views.reader import Reader

_REMEMBERED = 4096
"""A pack in the languages of those who read at the same time."""
TINTS = {
    game.Colour.RED: Tint.RED,
    game.Colour.YELLOW: Tint.YELLOW,
    game.Colour.GREEN: Tint.GREEN,
    game.Colour.BLUE: Tint.BLUE,
}


@lru_cache(_REMEMBERED)
def face_of(card: game.Card, reader: Reader, *, note: str = "") -> Face:
    """A card as it is shown."""
    tint = None if card.colour is None else TINTS[card.colour]
    return Face(short_name(card, reader), full_name(card, reader), tint, note)


def faces_of(
    cards: Iterable[game.Card],
    reader: Reader,
    note: Callable[[game.Card], str] = lambda _: "",
    token: Callable[[game.Card], str] = lambda _: "",
) -> tuple[Face, ...]:
    """A hand by colour, then number; what is there several times stands once, with how often."""
    counted = Counter(game.in_order(cards))
    return tuple(
        replace(
            face_of(card, reader, note=", ".join(filter(None, (times(count), note(card))))),
            count=count,
            token=token(card),
        )
        for card, count in counted.items()
    )


def colour_name(colour: game.Colour | str, reader: Reader) -> str:
    """``red``."""
    return _COLOURS[game.Colour(colour)](reader)


def letter(colour: game.Colour, reader: Reader) -> str:
    """``R``."""
    return _LETTERS[colour](reader)


def short_name(card: game.Card, reader: Reader) -> str:
    """``R7``, ``W+4``: at most four characters."""
    if card.colour is None:
        return _SHORT_WILDS[card.symbol](reader)
    return letter(card.colour, reader) + short_symbol(card.symbol, reader)


def short_symbol(symbol: game.Symbol, reader: Reader) -> str:
    """``7``, ``Rev``: what stands on a coloured card."""
    short = _SHORT_SYMBOLS.get(symbol)
    return symbol.value if short is None else short(reader)


@lru_cache(_REMEMBERED)
def full_name(card: game.Card, reader: Reader) -> str:
    """``red 7``, ``Wild Draw Four``."""
    symbol = _SYMBOLS.get(card.symbol)
    text = card.symbol.value if symbol is None else symbol(reader)
    if card.colour is None:
        return text
    return reader.tc(
        "card", "{colour} {symbol}", colour=colour_name(card.colour, reader), symbol=text
    )


def named(card: game.Card, colour: str | None, reader: Reader) -> str:
    """A card that was laid, with the colour that was named: ``Wild (green)``."""
    name = full_name(card, reader)
    if colour is None:
        return name
    return reader.tc("card", "{card} ({colour})", card=name, colour=colour_name(colour, reader))


def full_names(cards: Iterable[game.Card], reader: Reader) -> str:
    """Cards that were laid together, in their order: ``red 5 and blue 5``."""
    return reader.all_of(full_name(card, reader) for card in cards)


def times(count: int) -> str:
    """``×2`` of what is there several times."""
    return f"×{count}" if count > 1 else ""


_COLOURS: dict[game.Colour, Callable[[Reader], str]] = {
    game.Colour.RED: lambda r: r.tc("card", "red"),
    game.Colour.YELLOW: lambda r: r.tc("card", "yellow"),
    game.Colour.GREEN: lambda r: r.tc("card", "green"),
    game.Colour.BLUE: lambda r: r.tc("card", "blue"),
}
_LETTERS: dict[game.Colour, Callable[[Reader], str]] = {
    game.Colour.RED: lambda r: r.tc("short card", "R"),
    game.Colour.YELLOW: lambda r: r.tc("short card", "Y"),
    game.Colour.GREEN: lambda r: r.tc("short card", "G"),
    game.Colour.BLUE: lambda r: r.tc("short card", "B"),
}
_SYMBOLS: dict[game.Symbol, Callable[[Reader], str]] = {
    game.Symbol.SKIP: lambda r: r.tc("card", "Skip"),
    game.Symbol.REVERSE: lambda r: r.tc("card", "Reverse"),
    game.Symbol.DRAW_TWO: lambda r: r.tc("card", "Draw Two"),
    game.Symbol.WILD: lambda r: r.tc("card", "Wild"),
    game.Symbol.WILD_DRAW_FOUR: lambda r: r.tc("card", "Wild Draw Four"),
    game.Symbol.WILD_SHUFFLE_HANDS: lambda r: r.tc("card", "Wild Shuffle Hands"),
    game.Symbol.WILD_CUSTOMIZABLE: lambda r: r.tc("card", "Wild Customizable"),
    game.Symbol.WILD_SWAP_HANDS: lambda r: r.tc("card", "Wild Swap Hands"),
    game.Symbol.WILD_DOWNPOUR_ONE: lambda r: r.tc("card", "Wild Downpour One"),
    game.Symbol.WILD_DOWNPOUR_TWO: lambda r: r.tc("card", "Wild Downpour Two"),
}
_SHORT_SYMBOLS: dict[game.Symbol, Callable[[Reader], str]] = {
    game.Symbol.SKIP: lambda r: r.tc("short card", "S"),
    game.Symbol.REVERSE: lambda r: r.tc("short card", "Rev"),
    game.Symbol.DRAW_TWO: lambda r: r.tc("short card", "+2"),
}
_SHORT_WILDS: dict[game.Symbol, Callable[[Reader], str]] = {
    game.Symbol.WILD: lambda r: r.tc("short card", "W"),
    game.Symbol.WILD_DRAW_FOUR: lambda r: r.tc("short card", "W+4"),
    game.Symbol.WILD_SHUFFLE_HANDS: lambda r: r.tc("short card", "WS"),
    game.Symbol.WILD_CUSTOMIZABLE: lambda r: r.tc("short card", "WC"),
    game.Symbol.WILD_SWAP_HANDS: lambda r: r.tc("short card", "WH"),
    game.Symbol.WILD_DOWNPOUR_ONE: lambda r: r.tc("short card", "WD1"),
    game.Symbol.WILD_DOWNPOUR_TWO: lambda r: r.tc("short card", "WD2"),
}
