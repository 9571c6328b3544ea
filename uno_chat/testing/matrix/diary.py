"""What one person reads: pages that stand in rooms, and every moment at which something came."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from html import unescape
from typing import Any, Final

from uno_chat.testing.knowing import Read

Json = dict[str, Any]
_TAG: Final = re.compile(r"<[^>]*>")
_BREAK: Final = re.compile(r"<(br|/p|/li|/div|/h\d|/tr)\b[^>]*>\n?")


@dataclass(frozen=True, slots=True)
class Page:
    """A message as it reads now. ``html`` is empty where there is only plain ``text``; ``silent``
    is an m.notice; ``thread`` is the event that its thread hangs below.
    """

    room: str
    id: str
    sender: str
    text: str
    html: str = ""
    silent: bool = False
    mentions: frozenset[str] = frozenset()
    thread: str = ""
    reply_to: str = ""

    @property
    def rich_text(self) -> str:
        """What is read where formatted text is shown."""
        return plain(self.html) if self.html else self.text


@dataclass(frozen=True, slots=True)
class Showing:
    """A moment at which something came: "new", "edit", "deleted", "reaction", "invite", or the
    type of a state event. ``notify``: a client makes a sound; ``content`` is all that came.
    """

    kind: str
    at: datetime
    page: Page
    notify: bool = False
    content: Json = field(default_factory=dict)


@dataclass(slots=True)
class Diary:
    """Everything that one person was ever shown, in order, each event once."""

    owner: str
    shown: list[Showing] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    _pages: dict[str, Page] = field(default_factory=dict)

    def take(self, room: str, event: Json) -> None:
        """An event came; nothing happens if it came before."""
        if event["event_id"] in self.known:
            return
        self.known.add(event["event_id"])
        match event["type"]:
            case "m.room.message":
                self._message(room, event)
            case "m.room.redaction":
                self._deleted(room, event)
            case "m.reaction":
                self._show("reaction", room, event, str(_relation(event["content"]).get("key", "")))
            case kind:
                content = event["content"]
                said = (content.get(name, "") for name in ("name", "topic", "alias", "body"))
                self._show(kind, room, event, " ".join(filter(None, map(str, said))))

    def invited(self, room: str, states: list[Json]) -> None:
        """Somebody wants this person in a room, of which this is told."""
        told = [str(state["content"]) for state in states]
        page = Page(room, "", states[-1]["sender"] if states else "", "\n".join(told))
        self.shown.append(Showing("invite", datetime.now(UTC), page, notify=True))

    def pages(self, room: str = "", sender: str = "") -> tuple[Page, ...]:
        """What stands now in a room (or in all), oldest first; of one sender, if named."""
        return tuple(
            page
            for page in self._pages.values()
            if room in ("", page.room) and sender in ("", page.sender)
        )

    def page(self, event: str) -> Page | None:
        """A message as it stands now."""
        return self._pages.get(event)

    def _message(self, room: str, event: Json) -> None:
        content, relation = event["content"], _relation(event["content"])
        if relation.get("rel_type") == "m.replace":
            self._edited(event, relation.get("event_id", ""))
        elif "body" in content:
            page = _page(room, event["event_id"], event["sender"], content, relation)
            self._pages[page.id] = page
            sound = not page.silent and page.sender != self.owner
            self.shown.append(Showing("new", _at(event), page, sound, content))

    def _edited(self, event: Json, target: str) -> None:
        """Clients show an edit of one's own message only."""
        content, old = event["content"], self._pages.get(target)
        if old is None or old.sender != event["sender"]:
            return
        now = _page(old.room, old.id, old.sender, content["m.new_content"], {})
        page = replace(now, thread=old.thread, reply_to=old.reply_to)
        self._pages[target] = page
        added = self.owner in page.mentions - old.mentions
        self.shown.append(Showing("edit", _at(event), page, added and not page.silent, content))

    def _deleted(self, room: str, event: Json) -> None:
        target = event.get("redacts") or event["content"].get("redacts", "")
        self._pages.pop(target, None)
        self.shown.append(Showing("deleted", _at(event), Page(room, target, event["sender"], "")))

    def _show(self, kind: str, room: str, event: Json, text: str) -> None:
        page = Page(room, event["event_id"], event["sender"], text)
        self.shown.append(Showing(kind, _at(event), page, content=event["content"]))


def _relation(content: Json) -> Json:
    """To what an event relates; nothing if nobody can tell."""
    relation = content.get("m.relates_to")
    return relation if isinstance(relation, dict) else {}


def _page(room: str, event: str, sender: str, content: Json, relation: Json) -> Page:
    return Page(
        room,
        event,
        sender,
        content["body"],
        content.get("formatted_body", ""),
        content.get("msgtype") == "m.notice",
        frozenset(content.get("m.mentions", {}).get("user_ids", ())),
        relation.get("event_id", "") if relation.get("rel_type") == "m.thread" else "",
        relation.get("m.in_reply_to", {}).get("event_id", ""),
    )


def _at(event: Json) -> datetime:
    return datetime.fromtimestamp(event["origin_server_ts"] / 1000, UTC)


def plain(html: str) -> str:
    """HTML as it is read."""
    return unescape(_TAG.sub("", _BREAK.sub("\n", html)))


def read_by(name: str, diary: Diary) -> Iterator[Read]:
    """All that ever came to somebody, for the audit of what people may know: the text, and beside
    it every other text that the event carried, be it shown by a client or not.
    """
    for one in diary.shown:
        beside = (text for text in _texts(one.content) if text != one.page.text)
        yield Read(name, one.at, one.page.text, tuple(dict.fromkeys(map(plain, beside))))


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for key, each in value.items():
                yield str(key)
                yield from _texts(each)
        case list():
            for each in value:
                yield from _texts(each)
        case _:
            pass
