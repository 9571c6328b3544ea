"""Which words were meant for us, and what remains of them without our name and without what they
answer to.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from uno_chat.contract import Said
from uno_chat_matrix.places import localpart_of
from uno_chat_matrix.session import Me
from uno_chat_matrix.values import Json, at, needed, part, text, texts

_QUOTED: Final = "> "
_TEN: Final = "\N{KEYCAP TEN}"
_KEYCAP: Final = dict.fromkeys(map(ord, "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"))
_DIGITS: Final = 3
_CALLS_OUT: Final = (":", ",")
_ENDS: Final = ("", " ")
_SHORTEST: Final = 2
"""Less is no name, or an "@" without one."""


def answered(content: Json) -> str:
    """The event that a message answers to; clients name one in each message of a thread, too."""
    if at(content, "m.relates_to", "is_falling_back") is True:
        return ""
    return text(content, "m.relates_to", "m.in_reply_to", "event_id")


def relation(content: Json) -> tuple[str, str]:
    """How a message is related to another event, and to which; raises ValueError."""
    told = part(content, "m.relates_to")
    return text(told, "rel_type"), text(told, "event_id")


def thread_of(content: Json) -> str:
    """The event that the thread of a message hangs on; raises ValueError."""
    how, event = relation(content)
    return event if how == "m.thread" else ""


def number_put(content: Json) -> int | None:
    """The number that a reaction shows: a keycap, with or without the sign that makes it a picture,
    or the bare digits.
    """
    key = text(content, "m.relates_to", "key")
    if key == _TEN:
        return 10
    digits = key.translate(_KEYCAP)
    plain = digits.isascii() and digits.isdecimal() and len(digits) <= _DIGITS
    return int(digits) if plain else None


def said(content: Json, me: Me, *, answers_us: bool) -> Said:
    """The words of a message; raises ValueError."""
    body = needed(content, "body")
    if at(content, "m.relates_to", "m.in_reply_to") is not None:
        body = _without_quotation(body)
    mentioned = _mentions(content, me.id)
    named, words = _without_name(body.strip(), me, mentioned=mentioned)
    return Said(words, to_us=named or mentioned or answers_us)


def _mentions(content: Json, me: str) -> bool:
    """Whoever says whom a message mentions means nobody else; older clients only link the name."""
    if "m.mentions" in content:
        return me in texts(content, "m.mentions", "user_ids")
    rich = text(content, "formatted_body")
    ways = (f"matrix.to/#/{name}{end}" for name in {me, quote(me)} for end in "\"'?")
    return any(way in rich for way in ways)


def _without_quotation(body: str) -> str:
    """Older clients repeat what they answer to, line by line, and leave a line empty."""
    if not body.startswith(_QUOTED):
        return body
    lines = body.split("\n")
    first = next((n for n, line in enumerate(lines) if not line.startswith(_QUOTED)), len(lines))
    return "\n".join(lines[first:])


def _without_name(body: str, me: Me, *, mentioned: bool) -> tuple[bool, str]:
    """Clients write a mention at the beginning as our id or our name. The bare name may be a word
    of the game, so it counts where it is called out or marked as a mention.
    """
    signed = (me.id, f"@{me.name}", f"@{localpart_of(me.id)}")
    for name in sorted((*signed, me.name), key=len, reverse=True):
        head, rest = body[: len(name)], body[len(name) :]
        if len(name) < _SHORTEST or head.casefold() != name.casefold():
            continue
        if rest[:1] in _CALLS_OUT:
            return True, rest[1:].strip()
        if rest[:1] in _ENDS and (mentioned or name in signed):
            return True, rest.strip()
    return False, body
