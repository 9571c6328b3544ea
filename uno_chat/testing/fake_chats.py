"""What people see on a fake network: pages that stand in chats, and every moment of showing."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from uno_chat.contract import Capabilities, Conversation, Message

Json = Mapping[str, Any]

_TAG: Final = re.compile(r"</?(?:b|code)>")


@dataclass(frozen=True, slots=True)
class Page:
    """A message as it reads now: plain text, and rows of buttons as (label, token)."""

    message: Message
    text: str
    rows: tuple[tuple[tuple[str, str], ...], ...] = ()

    @property
    def buttons(self) -> tuple[tuple[str, str], ...]:
        """All buttons, in reading order."""
        return tuple(button for row in self.rows for button in row)

    @property
    def all_text(self) -> str:
        """Everything that can be read: the text and the labels of the buttons."""
        return "\n".join((self.text, *(label for label, _ in self.buttons)))


@dataclass(frozen=True, slots=True)
class Showing:
    """A moment at which people saw something: a "new" page, an "edit" of one, a "toast", or a
    "peek" that stands in a group and is seen by one.

    ``chat`` is a group's id or "@" and a person; ``key`` is the delivery's.
    """

    kind: str
    key: str
    chat: str
    page: Page
    viewers: frozenset[str]
    notify: bool = False


class FakeChats:
    """The chats of a network. What it takes and refuses is what its capabilities say."""

    def __init__(self, network: str, capabilities: Capabilities) -> None:
        self.shown: list[Showing] = []
        self.members: dict[str, set[str]] = {}
        self._network = network
        self._capabilities = capabilities
        self._pages: dict[str, dict[str, Page]] = {}
        self._answers: dict[str, Json] = {}

    def pages(self, chat: str) -> tuple[Page, ...]:
        """What stands in a chat now, oldest first, with all edits."""
        return tuple(self._pages.get(chat, {}).values())

    def times_shown(self) -> Counter[str]:
        """How often each key became a new message: more than once is a doubled message."""
        return Counter(showing.key for showing in self.shown if showing.kind == "new")

    def delete(self, message: Message) -> None:
        """Somebody deletes a message: it is seen no more and cannot be edited."""
        del self._pages[chat_of(message.conversation)][message.id]

    def toast(self, who: str, params: Json) -> Json:
        """Answer a press in front of the presser's eyes."""
        limit = self._capabilities.toast
        if limit is None or len(params["text"]) > limit.chars:
            return _bad("no toasts here, or too long a one")
        message = Message(Conversation(self._network, f"@{who}"), params["ack"])
        page = Page(message, params["text"])
        self.shown.append(Showing("toast", params["key"], f"@{who}", page, frozenset({who})))
        return {"message": None}

    def send(self, params: Json) -> Json:
        """Show a new message; the same key again shows nothing where sends are idempotent."""
        why = self._too_much(params)
        if why:
            return _bad(why)
        known = self._answers.get(params["key"])
        if known is not None and self._capabilities.idempotent_sends:
            return known
        message = self._next(params["chat"])
        self._show("new", message, params)
        answer = {"message": str(message)}
        self._answers[params["key"]] = answer
        return answer

    def edit(self, params: Json) -> Json:
        """Show a message in another form."""
        message = Message.parse(params["message"])
        old = self._pages.get(params["chat"], {}).get(message.id)
        why = self._too_much(params)
        if why or not self._capabilities.edits:
            return _bad(why or "nothing can be edited here")
        if old is None:
            return {"error": "gone"}
        if old == _page(message, params):
            return {"error": "not-modified"}
        self._show("edit", message, params)
        return {"message": str(message)}

    def peek(self, who: str, params: Json) -> Json:
        """Show a page in a group to one person."""
        why = self._too_much(params)
        if why:
            return _bad(why)
        chat, page = params["chat"], _page(self._next(params["chat"]), params)
        self.shown.append(Showing("peek", params["key"], chat, page, frozenset({who})))
        return {"message": None}

    def _next(self, chat: str) -> Message:
        return Message(place(self._network, chat), f"m{len(self.shown) + 1}")

    def _show(self, kind: str, message: Message, params: Json) -> None:
        chat, page = params["chat"], _page(message, params)
        self._pages.setdefault(chat, {})[message.id] = page
        viewers = frozenset(self.members.get(chat, ()))
        self.shown.append(Showing(kind, params["key"], chat, page, viewers, params["notify"]))

    def _too_much(self, params: Json) -> str:
        rows: Sequence[Sequence[tuple[str, str]]] = params["rows"]
        if len(_plain(params["text"])) > self._capabilities.text_limit:
            return "the text is too long"
        limits = self._capabilities.buttons
        if not rows:
            return ""
        if limits is None:
            return "there are no buttons here"
        if sum(map(len, rows)) > limits.total or max(map(len, rows)) > limits.per_row:
            return "too many buttons"
        tokens = (token for row in rows for _, token in row)
        if any(len(token.encode()) > limits.payload_bytes for token in tokens):
            return "a button carries too much"
        return ""


def chat_of(conversation: Conversation) -> str:
    """How a network calls a conversation: a thread stands behind its group."""
    return "/".join(filter(None, (conversation.id, conversation.thread)))


def place(network: str, chat: str) -> Conversation:
    """The conversation that it calls so."""
    group, _, thread = chat.partition("/")
    return Conversation(network, group, thread)


def _bad(why: str) -> Json:
    return {"error": "bad", "why": why}


def _page(message: Message, params: Json) -> Page:
    rows = tuple(tuple((label, token) for label, token in row) for row in params["rows"])
    return Page(message, _plain(params["text"]), rows)


def _plain(markup: str) -> str:
    return html.unescape(_TAG.sub("", markup))
