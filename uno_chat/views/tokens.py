"""What a button carries, in at most 64 bytes of ASCII: which table, which decision, which words.

The words are those that a person could type, so a press and a line are read by one grammar. A
token needs no memory and is never trusted: who pressed is the actor, and the rules decide.
"""

from __future__ import annotations

from dataclasses import dataclass

from uno_chat import game

VERSION = "1"
MOST_BYTES = 64
_MOST_DIGITS = 15


@dataclass(frozen=True, slots=True)
class Token:
    """``table`` 0 is none in particular. ``decision`` is the number of the table's clock for
    what answers one decision, None for what may be said at any time.
    """

    table: int
    decision: int | None
    words: str


def encode(token: Token) -> str:
    """Write a token, as in ``1.7.14.w+4 b uno``; raises ValueError when it cannot be one."""
    decision = "" if token.decision is None else token.decision
    text = f"{VERSION}.{token.table}.{decision}.{token.words}"
    if decode(text) != token:
        raise ValueError("This does not fit into a token.")
    return text


def decode(text: str) -> Token | None:
    """Read what ``encode`` wrote; None for anything else."""
    parts = text.split(".", 3)
    if len(text) > MOST_BYTES or not text.isascii() or not text.isprintable() or len(parts) != 4:
        return None
    version, table, decision, words = parts
    if version != VERSION or not words or not _is_number(table):
        return None
    if decision and not _is_number(decision):
        return None
    return Token(int(table), int(decision) if decision else None, words)


def words_of(move: game.Move) -> str:
    """A decision in canonical words: ``w+4 b uno``, ``draw``, ``colour r``."""
    match move:
        case game.Play(card, colour, uno):
            parts = [card.code, *([colour] if colour else []), *(["uno"] if uno else [])]
            return " ".join(parts).lower()
        case game.NameColour(colour):
            return f"colour {colour.lower()}"
        case game.CallUno():
            return "uno"
        case _:
            return type(move).__name__.lower()


def _is_number(text: str) -> bool:
    return text.isdigit() and len(text) <= _MOST_DIGITS and str(int(text)) == text
