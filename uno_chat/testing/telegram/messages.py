"""A message: what it says, what it carries, and how the Bot API writes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from uno_chat.testing.telegram.accounts import Account, Json
from uno_chat.testing.telegram.clock import stamp

DELETABLE: Final = timedelta(hours=48)

Rows = list[list[Json]]
"""An inline keyboard: rows of InlineKeyboardButton."""


@dataclass(slots=True)
class Content:
    """What a message says. ``media`` holds the file's fields ("photo" or "document"), ``service``
    those of a message that tells what happened.
    """

    text: str
    entities: list[Json] = field(default_factory=list)
    rows: Rows = field(default_factory=list)
    media: Json = field(default_factory=dict)
    service: Json = field(default_factory=dict)

    def as_json(self) -> Json:
        """The fields of a Message that show it."""
        text, entities = ("caption", "caption_entities") if self.media else ("text", "entities")
        shown: Json = {**self.media, **self.service}
        if self.text:
            shown[text] = self.text
        if self.entities:
            shown[entities] = self.entities
        if self.rows:
            shown["reply_markup"] = {"inline_keyboard": self.rows}
        return shown


@dataclass(slots=True, kw_only=True)
class Message:
    """A message in a chat. ``thread`` is its topic (0: none); ``seen_by`` holds the people who were
    in the chat when it was sent.
    """

    id: int
    at: datetime
    sender: Account
    content: Content
    sender_chat: Json | None = None
    reply_to: Message | None = None
    thread: int = 0
    edited: datetime | None = None
    pinned: bool = False
    silent: bool = False
    seen_by: frozenset[int] = frozenset()

    def as_json(self, chat: Json, *, replied: bool = True) -> Json:
        """The Message of the Bot API."""
        message: Json = {
            "message_id": self.id,
            "date": stamp(self.at),
            "chat": chat,
            **self.content.as_json(),
        }
        if chat["type"] == "channel":
            message["sender_chat"] = chat
        else:
            message["from"] = self.sender.as_json()
        if self.sender_chat:
            message["sender_chat"] = self.sender_chat
        if self.thread:
            message |= {"message_thread_id": self.thread, "is_topic_message": True}
        if self.edited:
            message["edit_date"] = stamp(self.edited)
        if self.reply_to and replied:
            message["reply_to_message"] = self.reply_to.as_json(chat, replied=False)
        return message
