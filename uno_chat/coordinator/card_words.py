"""From words to cards, in whatever order the words of a card stand: ``green skip`` is ``skip
green``, and so are ``sg`` and ``gs``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from uno_chat import game
from uno_chat.coordinator.phrases import Vocabulary

COLOURS: Final[Mapping[str, game.Colour]] = {
    **{colour.value.lower(): colour for colour in game.Colour},
    **{colour.name.lower(): colour for colour in game.Colour},
}
"""Letters and whole words."""

_WILD: Final = "wild"
"""The word, which is a part of other names, too; a card of its own is "w"."""
_UNO: Final = "uno"
_FOUR: Final = "+4"
_SYMBOLS: Final[Mapping[str, game.Symbol]] = {
    **{symbol.value.lower(): symbol for symbol in game.Symbol if not symbol.value.startswith("W")},
    "rev": game.Symbol.REVERSE,
}
"""The letter of a reverse is also that of a colour: what stands beside it tells which."""
_LONGEST: Final = 30
"""No name of a card with its colour is longer."""
_MOST: Final = 17
"""So many words have the most cards that are laid at once, two each, and a colour."""

Unit = tuple[game.Card | game.Colour, ...]


def cards_of(words: Sequence[str]) -> tuple[list[game.Card], game.Colour | None] | None:
    """One card or several, and the colour that is named at their end, or anywhere among wild ones;
    None if that is not all. The words are canonical.
    """
    if not 0 < len(words) <= _MOST:
        return None
    for units in _readings(tuple(words)):
        cards = [unit for unit in units if isinstance(unit, game.Card)]
        colours = [unit for unit in units if not isinstance(unit, game.Card)]
        placed = units[-1] in colours or all(card.wild for card in cards)
        if cards and (not colours or (len(colours) == 1 and placed)):
            return cards, colours[0] if colours else None
    return None


def looks_like_cards(words: Sequence[str]) -> bool:
    """Whether somebody meant a card and wrote one that does not exist."""
    first, *others = words or [""]
    if all(map(_is_part, words)):
        return bool(words)
    if others:
        return _is_part(first) or any(word in COLOURS and len(word) > 1 for word in words)
    return first[:1] in {*COLOURS, "w"} and len(first) <= 4


def parts(word: str, vocabulary: Vocabulary) -> list[str]:
    """A word that is no known one as its two canonical parts, one of them a colour: ``sg``,
    ``gs``, ``jokervert``.
    """
    if word.upper() in game.CARDS or len(word) > _LONGEST:
        return [word]
    if word.endswith(_UNO) and word != _UNO:  # "r7uno"
        return [*parts(word.removesuffix(_UNO), vocabulary), _UNO]
    for cut in range(1, len(word)):
        two = [vocabulary.get(part, part) for part in (word[:cut], word[cut:])]
        if _unit(two) or any(_is_wild(a) and b in COLOURS for a, b in (two, two[::-1])):
            return two
    return [word]


def _readings(words: tuple[str, ...]) -> Iterator[Unit]:
    """Every way to see cards and colours in these words, the longest first."""
    if not words:
        yield ()
    for size in (3, 2, 1):
        unit = _unit(words[:size]) if len(words) >= size else ()
        if unit:
            yield from ((*unit, *rest) for rest in _readings(words[size:]))


def _unit(words: Sequence[str]) -> Unit:
    """What these words are together, and no fewer of them; nothing if they are not one thing."""
    match words:
        case [word]:
            return _single(word)
        case [one, other]:
            return _pair(one, other) or _pair(other, one)
        case [one, colour, other] if colour in COLOURS:
            wild = _whole_wild(one, other) or _whole_wild(other, one)
            return (wild, COLOURS[colour]) if wild is not None else ()
    return ()


def _single(word: str) -> Unit:
    if word in COLOURS:
        return (COLOURS[word],)
    card = game.CARDS.get({_WILD: "W", _FOUR: "W+4"}.get(word, word.upper()))
    return () if card is None else (card,)


def _pair(one: str, other: str) -> Unit:
    """A colour and a symbol; the word "wild" with the rest of a name; a colour said twice."""
    wild = _whole_wild(one, other)
    if wild is not None:
        return (wild,)
    colour, card = COLOURS.get(one), game.CARDS.get(other.upper())
    if colour is None:
        return ()
    if card is not None and card.colour is colour:
        return (card,)
    symbol = _SYMBOLS.get(other)
    return () if symbol is None else (game.card(colour + symbol),)


def _whole_wild(one: str, other: str) -> game.Card | None:
    """The card whose name is "wild" and something else."""
    if one != _WILD or other in {_WILD, "w"} or not _is_wild(other):
        return None
    (card,) = _single(other)
    assert isinstance(card, game.Card)
    return card


def _is_wild(word: str) -> bool:
    return any(isinstance(unit, game.Card) and unit.wild for unit in _single(word))


def _is_part(word: str) -> bool:
    """Whether a word belongs to cards."""
    return word in _SYMBOLS or bool(_single(word))
