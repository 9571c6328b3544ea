"""The same line without what slips in when people type: signs around and between words, squares
for colours, full-width letters, what nobody sees.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from uno_chat import game
from uno_chat.views import as_seen

_SQUARES: Final = dict(zip("🟥🟨🟩🟦", (colour.name for colour in game.Colour), strict=True))
_DRAWS: Final = re.compile(r"\+\s+(?=[24]\b)")
_BETWEEN: Final = re.compile(r"(?<!\b[24])\+(?![24]\b)|\+(?=\w)(?![24]\b)")
_LONGEST: Final = 400
"""What is longer was not typed in a hurry, and is not read again and again."""
_ASKS: Final = frozenset("?؟")


def asks(text: str) -> bool:
    """Whether it is a question: that looks at something at most."""
    return not _ASKS.isdisjoint(unicodedata.normalize("NFKC", text))


def retyped(text: str) -> Iterator[str]:
    """What may have been meant, the nearest first; only what differs from what was written."""
    if len(text) > _LONGEST:
        return
    seen = {" ".join(text.split())}
    plain = as_seen(text)
    coloured = "".join(f" {_SQUARES[sign]} " if sign in _SQUARES else sign for sign in plain)
    first, *rest = coloured.split() or [""]
    for one in (
        " ".join((_bare(first), *rest)),
        _without_edges(coloured),
        _words_only(coloured),
        _words_only(plain),
    ):
        if one and one not in seen:
            seen.add(one)
            yield one


def _is_written(sign: str) -> bool:
    return sign.isalnum() or sign == "+"


def _without_edges(text: str) -> str:
    """Signs stay inside of words: ``goal=200``, ``O'Neil``."""
    return " ".join(filter(None, map(_bare, text.split())))


def _bare(word: str) -> str:
    places = [place for place, sign in enumerate(word) if _is_written(sign)]
    return word[places[0] : places[-1] + 1] if places else ""


def _words_only(text: str) -> str:
    """A plus stays where cards are to be drawn; elsewhere it stands between cards."""
    words = "".join(sign if _is_written(sign) else " " for sign in text)
    return " ".join(_BETWEEN.sub(" ", _DRAWS.sub("+", words)).split())
