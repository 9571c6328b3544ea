"""Names of people and tables as they may stand in a text: theirs, but unable to disturb it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

LONGEST = 44
"""Room for a name, for a number behind it, and for the network of whoever is called so."""
_REMEMBERED = 4096
"""Every page of a table names the same people."""
LONGEST_TEXT = 120
"""What somebody wrote, where it is more than a name."""
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_ISOLATE, _END = "\u2068", "\u2069"
_CALLS, _CALLS_NOBODY = "@", "\uff20"
"""What begins the name of an account on most networks, and a sign that looks like it."""
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_BLANK = frozenset({"\u115f", "\u1160", "\u3164", "\uffa0", "\u2800"})
_SPACES = frozenset({"Zs", "Zl", "Zp"})
_JOINED = frozenset({"Mn", "Me", "Mc"})
_JOINER = "\u200d"
_REGIONS = range(0x1F1E6, 0x1F200)
_SKIN_TONES = range(0x1F3FB, 0x1F400)


@lru_cache(_REMEMBERED)
def safe_name(name: str, most: int = LONGEST) -> str:
    """A name without what is not seen, turns the text round or calls an account where it is read;
    never empty, never long.
    """
    name = name.replace(_CALLS, _CALLS_NOBODY)
    spaced = "".join(" " if _is_space(sign) else sign for sign in name)
    seen = "".join(sign for sign in spaced if not _is_unseen(sign))
    return cut(" ".join(seen.split()), most) or "?"


@lru_cache(_REMEMBERED)
def shown(name: str, most: int = LONGEST) -> str:
    """A safe name inside a sentence. One that runs from right to left is isolated, so that it
    does not reorder its neighbours; others get no marks, which some terminals print.
    """
    name = safe_name(name, most)
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in name):
        return f"{_ISOLATE}{name}{_END}"
    return name


def size(text: str) -> int:
    """The length of a text as networks count it: in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, most: int) -> str:
    """At most so many UTF-16 units, with an ellipsis if it was longer, never half a character."""
    if size(text) <= most:
        return text
    end = min(len(text), most)
    while end and (size(text[:end]) > most - 1 or _is_inside(text, end)):
        end -= 1
    return text[:end].rstrip() + "…" if most > 0 else ""


def _is_space(sign: str) -> bool:
    return sign.isspace() or unicodedata.category(sign) in _SPACES


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in _UNSEEN or sign in _BLANK


def _is_inside(text: str, at: int) -> bool:
    """Whether a cut before this place would tear apart what is read as one character."""
    sign, before = text[at], text[at - 1]
    if unicodedata.category(sign) in _JOINED or sign == _JOINER or ord(sign) in _SKIN_TONES:
        return True
    return before == _JOINER or (ord(sign) in _REGIONS and _odd_regions(text[:at]))


def _odd_regions(text: str) -> bool:
    """Whether a flag, which is two signs, has only begun."""
    count = 0
    for sign in reversed(text):
        if ord(sign) not in _REGIONS:
            break
        count += 1
    return count % 2 == 1
