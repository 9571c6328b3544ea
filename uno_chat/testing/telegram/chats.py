"""Chats with their members, rights, topics and messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from uno_chat.testing.telegram.accounts import Account, Json
from uno_chat.testing.telegram.messages import Message


class Kind(StrEnum):
    """The types of chats."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"
    CHANNEL = "channel"


ADMIN_RIGHTS: Final = (
    *("can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members"),
    *("can_promote_members", "can_change_info", "can_invite_users", "can_post_stories"),
    *("can_edit_stories", "can_delete_stories", "can_pin_messages", "can_manage_topics"),
    "can_send_welcome_messages",
)
PERMISSIONS: Final = (
    *("can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos"),
    *("can_send_videos", "can_send_video_notes", "can_send_voice_notes", "can_send_polls"),
    *("can_send_other_messages", "can_add_web_page_previews", "can_react_to_messages"),
    *("can_edit_tag", "can_change_info", "can_invite_users", "can_pin_messages"),
    "can_manage_topics",
)
BY_DEFAULT: Final = frozenset(PERMISSIONS) - {"can_pin_messages", "can_change_info"}
"""What members of a new group may do; pinning is mostly kept for administrators."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody's place in a chat. ``rights``: of an administrator, or what a restricted member
    may still do.
    """

    account: Account
    status: str = "member"
    rights: frozenset[str] = frozenset()
    anonymous: bool = False

    @property
    def inside(self) -> bool:
        return self.status not in ("left", "kicked")

    @property
    def admin(self) -> bool:
        return self.status in ("creator", "administrator")

    def may(self, right: str) -> bool:
        """Whether an administrator's right is held."""
        return self.status == "creator" or (self.admin and right in self.rights)

    def as_json(self) -> Json:
        """The ChatMember of the Bot API."""
        member: Json = {"status": self.status, "user": self.account.as_json()}
        match self.status:
            case "creator":
                return member | {"is_anonymous": self.anonymous}
            case "administrator":
                rights = {right: right in self.rights for right in ADMIN_RIGHTS}
                return member | rights | {"is_anonymous": self.anonymous, "can_be_edited": False}
            case "restricted":
                rights = {right: right in self.rights for right in PERMISSIONS}
                return member | rights | {"is_member": True, "until_date": 0}
            case "kicked":
                return member | {"until_date": 0}
        return member


@dataclass(slots=True)
class Topic:
    """A topic of a forum; ``id`` is the message that made it."""

    id: int
    name: str
    closed: bool = False


@dataclass(slots=True, kw_only=True)
class Chat:
    """One chat. A private one is between ``person`` and the bot ``bot``.

    ``moved_to`` is the supergroup that this group has become; ``permissions`` what members may
    do; ``history`` whether a newcomer sees what was said before; ``hidden_members`` whether only
    administrators can look members up.
    """

    id: int
    kind: Kind
    title: str = ""
    username: str = ""
    forum: bool = False
    history: bool = True
    person: Account | None = None
    bot: int = 0
    started: bool = False
    blocked: bool = False
    moved_to: Chat | None = None
    permissions: frozenset[str] = BY_DEFAULT
    members: dict[int, Member] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    general_closed: bool = False
    hidden_members: bool = False
    last_from: int = 0
    next_id: int = 1

    @property
    def private(self) -> bool:
        return self.kind is Kind.PRIVATE

    def as_json(self) -> Json:
        """The Chat of the Bot API."""
        chat: Json = {"id": self.id, "type": str(self.kind)}
        if self.person is not None:
            user = self.person.as_json()
            names = ("first_name", "last_name", "username")
            return chat | {key: user[key] for key in names if key in user}
        chat["title"] = self.title
        if self.username:
            chat["username"] = self.username
        if self.forum:
            chat["is_forum"] = True
        return chat

    def member(self, account: Account) -> Member:
        """Somebody's place here; "left" for one who was never in."""
        return self.members.get(account.id, Member(account, "left"))

    def seat(self, account: Account, **changes: object) -> tuple[Member, Member]:
        """Change somebody's place; returns it before and after."""
        old = self.member(account)
        new = replace(old, **changes)  # type: ignore[arg-type]  # the callers name the fields
        self.members[account.id] = new
        return old, new

    def people(self) -> frozenset[int]:
        """The ids of all who see what is shown here."""
        if self.person is not None:
            return frozenset({self.person.id})
        members = self.members.values()
        return frozenset(m.account.id for m in members if m.inside and not m.account.is_bot)

    def bots(self) -> tuple[int, ...]:
        """The ids of the bots that are in here."""
        if self.private:
            return (self.bot,)
        members = self.members.values()
        return tuple(m.account.id for m in members if m.inside and m.account.is_bot)

    def visible(self, person: int) -> Iterator[Message]:
        """What this person finds here now, newest first."""
        if person in self.people():
            for message in reversed(self.messages.values()):
                if self.history or person in message.seen_by:
                    yield message
