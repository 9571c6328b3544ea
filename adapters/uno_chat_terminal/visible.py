"""Text that cannot do anything to a terminal: whatever would steer it is shown instead."""

from __future__ import annotations

import unicodedata
from typing import Final

_PICTURES: Final = 0x2400
_REVERSERS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
"""They reorder what stands around them. Right-to-left letters are fine and stay."""


def visible(text: str) -> str:
    """The same text on one line: ESC reads "␛", half a character "�", and so on."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_visible, text))


def _visible(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(_PICTURES + code)
    if code == 0x7F:
        return "\u2421"
    if char in _REVERSERS:
        return ""
    return "\ufffd" if unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} else char
