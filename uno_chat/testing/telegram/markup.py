"""How Telegram reads a text: its HTML with its errors, entities given apart, and what it finds."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from uno_chat.testing.telegram.accounts import Json
from uno_chat.testing.telegram.errors import ApiError, bad
from uno_chat.testing.telegram.shapes import characters

LONGEST: Final = 4096
LONGEST_RAW: Final = 32768
LONGEST_CAPTION: Final = 1024
MOST_ENTITIES: Final = 100

_TYPES: Final = {
    **dict.fromkeys(("b", "strong"), "bold"),
    **dict.fromkeys(("i", "em"), "italic"),
    **dict.fromkeys(("u", "ins"), "underline"),
    **dict.fromkeys(("s", "strike", "del"), "strikethrough"),
    **dict.fromkeys(("span", "tg-spoiler"), "spoiler"),
    "a": "text_link",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
}
_REFERENCE: Final = re.compile(r"&(?:(?:lt|gt|amp|quot)(?![a-zA-Z])|#\d{1,7}|#x[0-9a-fA-F]{1,6});?")
_NAME: Final = re.compile(r"[^\s>]*")
_SPACE: Final = re.compile(r"\s*")
_ATTRIBUTE: Final = re.compile(r"[^\s=>]*")
_TOKEN: Final = re.compile(r"[a-zA-Z0-9.-]*")
_FOUND: Final = {
    "bot_command": re.compile(r"(?<![\w/])/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?\b", re.ASCII),
    "mention": re.compile(r"(?<!\w)@\w{3,32}", re.ASCII),
    "url": re.compile(r"https?://\S+"),
}

WhoIs = Callable[[int], Json | None]
"""The user with this id, if a mention of it works."""


@dataclass(frozen=True, slots=True)
class _Open:
    tag: str
    at: int
    fields: dict[str, str]


@dataclass(slots=True)
class _Reading:
    """A text while its markup is read; ``place`` counts what comes out, in units of UTF-16."""

    source: str
    at: int = 0
    place: int = 0
    plain: list[str] = field(default_factory=list)
    opened: list[_Open] = field(default_factory=list)
    entities: list[Json] = field(default_factory=list)

    def byte(self, at: int) -> int:
        return len(self.source[:at].encode())

    @property
    def next(self) -> str:
        return self.source[self.at : self.at + 1]

    @property
    def ended(self) -> bool:
        return self.at >= len(self.source)

    def skip(self, pattern: re.Pattern[str], more: int = 0) -> str:
        """Go behind what is matched ``more`` characters from here; returns it."""
        found = pattern.match(self.source, self.at + more)
        assert found is not None
        self.at = found.end()
        return found[0]

    def put(self, text: str, to: int) -> None:
        self.plain.append(text)
        self.place += characters(text)
        self.at = to


def parsed(source: str, mode: str, entities: list[Json], who: WhoIs) -> tuple[str, list[Json]]:
    """The text as people read it, without the white space around it, and its entities.

    Raises ApiError as Telegram words it; 501 for markup that is not read here.
    """
    if len(source.encode()) > LONGEST_RAW:
        raise bad("message is too long")
    match mode.casefold():
        case "":
            text, found = source, entities
        case "html":
            text, found = _html(source)
        case _:
            raise ApiError(501, f"this server for tests does not read {mode}")
    _check_places(text, found)
    return _trimmed(text, _known(found, who))


def plain_entities(text: str) -> list[Json]:
    """What Telegram finds by itself in a text: commands, mentions and links."""
    return [
        {"type": kind, "offset": characters(text[: hit.start()]), "length": characters(hit[0])}
        for kind, pattern in _FOUND.items()
        for hit in pattern.finditer(text)
    ]


def _html(source: str) -> tuple[str, list[Json]]:
    reading = _Reading(source)
    while reading.at < len(source):
        if source.startswith("</", reading.at):
            _end(reading)
        elif source[reading.at] == "<":
            _start(reading)
        elif reference := _REFERENCE.match(source, reading.at):
            reading.put(html.unescape(reference[0]), reference.end())
        else:
            reading.put(source[reading.at], reading.at + 1)
    if reading.opened:
        tag = reading.opened[-1].tag
        raise _cannot(f'Can\'t find end tag corresponding to start tag "{tag}"')
    return "".join(reading.plain), reading.entities


def _cannot(why: str) -> ApiError:
    return bad(f"can't parse entities: {why}")


def _start(reading: _Reading) -> None:
    place = f"at byte offset {reading.byte(reading.at)}"
    tag = reading.skip(_NAME, 1).lower()
    if reading.ended:
        raise _cannot(f"Unclosed start tag {place}")
    if tag not in _TYPES:
        raise _cannot(f'Unsupported start tag "{tag}" {place}')
    fields: dict[str, str] = {}
    reading.skip(_SPACE)
    while reading.next != ">":
        name, value = _attribute(reading, tag, place)
        fields[name] = value
        reading.skip(_SPACE)
    if tag == "span" and fields.get("class") != "tg-spoiler":
        raise _cannot(f'Tag "span" must have class "tg-spoiler" {place}')
    reading.at += 1
    reading.opened.append(_Open(tag, reading.place, fields))


def _attribute(reading: _Reading, tag: str, place: str) -> tuple[str, str]:
    name = reading.skip(_ATTRIBUTE).lower()
    if tag == "blockquote" and name == "expandable":
        return name, ""
    if not name:
        raise _cannot(f'Empty attribute name in the tag "{tag}" {place}')
    reading.skip(_SPACE)
    if reading.next != "=":
        raise _cannot(
            f'Expected equal sign in declaration of an attribute of the tag "{tag}" {place}'
        )
    reading.at += 1
    reading.skip(_SPACE)
    if reading.ended:
        raise _cannot(f'Unclosed start tag "{tag}" {place}')
    value = _quoted(reading) if reading.next in ("'", '"') else _token(reading)
    if reading.ended:
        raise _cannot(f"Unclosed start tag {place}")
    return name, value


def _quoted(reading: _Reading) -> str:
    begin = reading.at + 1
    end = reading.source.find(reading.next, begin)
    reading.at = len(reading.source) if end < 0 else end + 1
    return html.unescape(reading.source[begin:end])


def _token(reading: _Reading) -> str:
    place = reading.byte(reading.at)
    token = reading.skip(_TOKEN).lower()
    if reading.next and reading.next != ">" and not reading.next.isspace():
        raise _cannot(f"Unexpected end of name token at byte offset {place}")
    return token


def _end(reading: _Reading) -> None:
    place = f"at byte offset {reading.byte(reading.at)}"
    if not reading.opened:
        raise _cannot(f"Unexpected end tag {place}")
    tag = reading.skip(_NAME, 2).lower()
    reading.skip(_SPACE)
    if reading.next != ">":
        raise _cannot(f"Unclosed end tag {place}")
    began = reading.opened.pop()
    if tag and tag != began.tag:
        wanted = f'expected "</{began.tag}>", found "</{tag}>"'
        raise _cannot(f"Unmatched end tag {place}, {wanted}")
    reading.at += 1
    if reading.place > began.at:
        reading.entities.append(_entity(began, reading.place))


def _entity(began: _Open, to: int) -> Json:
    kind = _TYPES[began.tag]
    entity: Json = {"type": kind, "offset": began.at, "length": to - began.at}
    match kind:
        case "text_link":
            entity["url"] = began.fields.get("href", "")
        case "custom_emoji":
            entity["custom_emoji_id"] = began.fields.get("emoji-id", "")
        case "date_time":
            unix = began.fields.get("unix", "")
            entity["unix_time"] = int(unix) if unix.isdecimal() else 0
            entity["date_time_format"] = began.fields.get("format", "")
    return entity


def _check_places(text: str, entities: list[Json]) -> None:
    size = characters(text)
    for entity in entities:
        if entity["offset"] < 0 or entity["length"] <= 0:
            raise _cannot("Receive an entity with incorrect length or offset")
        if entity["offset"] + entity["length"] > size:
            raise _cannot("Entity ends behind the text")


def _known(entities: list[Json], who: WhoIs) -> list[Json]:
    """Links to people become mentions, or nothing if they are strangers; so do empty links."""
    known: list[Json] = []
    for entity in entities:
        url = entity.get("url", "")
        if entity["type"] != "text_link":
            known.append(entity)
        elif url.startswith("tg://user?id="):
            number = url.rpartition("=")[2]
            user = who(int(number)) if number.isdigit() else None
            place = {key: entity[key] for key in ("offset", "length")}
            known += [{"type": "text_mention", **place, "user": user}] if user else []
        elif url:
            known.append(entity)
    return sorted(known, key=lambda e: (e["offset"], -e["length"]))[:MOST_ENTITIES]


def _trimmed(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    front = characters(text) - characters(text.lstrip())
    plain = text.strip()
    size = characters(plain)
    kept: list[Json] = []
    for entity in entities:
        begin = max(0, entity["offset"] - front)
        end = min(size, entity["offset"] + entity["length"] - front)
        if end > begin:
            kept.append(entity | {"offset": begin, "length": end - begin})
    return plain, kept
