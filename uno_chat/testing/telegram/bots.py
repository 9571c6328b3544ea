"""A bot account: its token, what it may hear, and what it has told Telegram about itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from uno_chat.testing.telegram.accounts import Account, Json
from uno_chat.testing.telegram.chats import Chat, Member
from uno_chat.testing.telegram.messages import Message
from uno_chat.testing.telegram.updates import Updates

_COMMAND: Final = re.compile(r"/(\w{1,32})(?:@(\w+))?(?:\s|$)", re.ASCII)
OWN_DOINGS: Final = frozenset(
    {
        *("pinned_message", "new_chat_title", "left_chat_member"),
        *("forum_topic_created", "forum_topic_closed", "forum_topic_reopened"),
    }
)
"""Service messages that come to a bot although it caused them."""


def _people(payload: Json) -> Iterator[int]:
    """The ids of the users whom an update names."""
    users = [payload.get("from"), payload.get("left_chat_member")]
    users += payload.get("new_chat_members", [])
    users.append(payload.get("new_chat_member", {}).get("user"))
    yield from (user["id"] for user in users if user)


def scope_key(scope: Json) -> str:
    """A BotCommandScope as a key."""
    return json.dumps(scope, sort_keys=True)


def scopes_of(chat: Chat, member: Member) -> Iterator[str]:
    """The scopes whose commands a member of a chat may be offered, the narrowest first."""
    where = {"chat_id": chat.id}
    if not chat.private:
        yield scope_key({"type": "chat_member", **where, "user_id": member.account.id})
        if member.admin:
            yield scope_key({"type": "chat_administrators", **where})
    yield scope_key({"type": "chat", **where})
    if member.admin:
        yield scope_key({"type": "all_chat_administrators"})
    yield scope_key({"type": "all_private_chats" if chat.private else "all_group_chats"})
    yield scope_key({"type": "default"})


@dataclass(slots=True)
class Press:
    """A button that was pressed and waits for its answer."""

    person: int
    chat: Chat
    at: datetime
    message: int
    ephemeral: bool = False
    answered: bool = False


@dataclass(slots=True)
class Hook:
    """Where updates are posted to, and how the last post went."""

    url: str
    secret: str = ""
    connections: int = 40
    error: str = ""
    error_at: datetime | None = None
    failures: int = 0


@dataclass(slots=True)
class Bot:
    """One bot. With ``privacy`` it hears in groups only what is meant for it; ``polling``: a call
    of getUpdates waits; ``met`` holds the people that it has ever come across.
    """

    account: Account
    token: str
    updates: Updates
    privacy: bool = True
    polling: bool = False
    hook: Hook | None = None
    presses: dict[str, Press] = field(default_factory=dict)
    commands: dict[tuple[str, str], list[Json]] = field(default_factory=dict)
    texts: dict[tuple[str, str], str] = field(default_factory=dict)
    menu: dict[int, Json] = field(default_factory=dict)
    default_rights: dict[bool, Json] = field(default_factory=dict)
    reactions: dict[tuple[int, int], list[Json]] = field(default_factory=dict)
    heard: set[tuple[int, int]] = field(default_factory=set)
    met: set[int] = field(default_factory=set)

    @property
    def id(self) -> int:
        return self.account.id

    @property
    def name(self) -> str:
        """The username, without the @."""
        return self.account.username

    def as_json(self) -> Json:
        """The User that getMe answers with."""
        return self.account.as_json() | {
            "can_join_groups": True,
            "can_read_all_group_messages": not self.privacy,
            "supports_inline_queries": False,
        }

    def tell(self, kind: str, payload: Json, lane: str) -> None:
        """Something comes to the bot; whoever is named in it is no stranger any more, even if the
        bot does not ask for such updates.
        """
        self.met |= set(_people(payload))
        self.updates.add(kind, payload, lane)

    def keeps_quiet(self, command: str) -> bool:
        """Whether a command was registered as one that nobody else in the group sees."""
        return any(
            known["command"] == command and known.get("is_ephemeral", False)
            for commands in self.commands.values()
            for known in commands
        )

    def hears(self, chat: Chat, message: Message) -> bool:
        """Whether a message comes to this bot as an update."""
        if message.sender.id == self.id:
            return bool(message.content.service.keys() & OWN_DOINGS)
        if message.sender.is_bot and not message.sender_chat:
            return False
        member = chat.member(self.account)
        free = chat.private or message.content.service or not self.privacy or member.admin
        return bool(free) or self._addressed(chat, message)

    def _addressed(self, chat: Chat, message: Message) -> bool:
        above = message.reply_to
        if above is not None and (above.sender.id == self.id or (chat.id, above.id) in self.heard):
            return True
        command = _COMMAND.match(message.content.text)
        if command is None:
            return False
        to = command[2]
        return chat.last_from == self.id if to is None else to.casefold() == self.name.casefold()
