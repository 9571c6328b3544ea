"""What a button carries, in at most 64 bytes of ASCII: which table, which decision, which words.

The words are those that a person could type, so a press and a line are read by one grammar. A
token needs no memory and is never trusted: who pressed is the actor, and the rules decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from uno_chat import game

VERSION = "1"
DOOR = " door="
"""Between the words of a button and what opens its table to whoever has no seat there."""
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


def words_of(move: game.Move, order: Sequence[str] = ()) -> str:
    """A move in canonical words: ``w+4 b uno``, ``g7 swap s3``, ``r5 b5``, ``colour r``.

    ``order`` are the ids of the seats by the game's numbers, for moves that name a seat.
    """
    match move:
        case game.Play():
            return _play(move, order).lower()
        case game.NameColour(colour):
            return f"colour {colour.lower()}"
        case game.Swap(seat):
            return f"swap {order[seat]}"
        case game.Catch(seat):
            return f"catch {order[seat]}"
        case game.CallUno():
            return "uno"
        case _:
            return type(move).__name__.lower()


def _play(play: game.Play, order: Sequence[str]) -> str:
    words = [game.text_of((play.card, *play.more))]
    if play.colour is not None:
        words.append(play.colour)
    if play.uno:
        words.append("uno")
    if play.swap is not None:
        words += ["swap", order[play.swap]]
    return " ".join(words)


def _is_number(text: str) -> bool:
    return text.isdigit() and len(text) <= _MOST_DIGITS and str(int(text)) == text
