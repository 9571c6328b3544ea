"""A call of the Bot API while it is answered, and whom it may reach."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from uno_chat.testing.telegram.accounts import Account, Json
from uno_chat.testing.telegram.bots import Bot
from uno_chat.testing.telegram.chats import Chat, Kind, Member
from uno_chat.testing.telegram.ephemeral import Ephemerals
from uno_chat.testing.telegram.errors import bad, forbidden, migrated
from uno_chat.testing.telegram.messages import Message
from uno_chat.testing.telegram.world import World


class Access(Enum):
    """What a call is about to do in a chat: the less, the more is allowed."""

    READ = auto()
    MEMBERS = auto()
    EDIT = auto()
    WRITE = auto()


_CHANGES: Final = (Access.EDIT, Access.WRITE)


@dataclass(frozen=True, slots=True)
class Call:
    """One call, its parameters checked and typed."""

    world: World
    ephemerals: Ephemerals
    bot: Bot
    method: str
    params: Json

    def chat(self, access: Access = Access.READ) -> Chat:
        """The chat that is meant, where the bot may do this; raises ApiError."""
        target = self.params.get("chat_id")
        if target is None:
            raise bad("chat_id is empty")
        if isinstance(target, int) and target > 0:
            return self.world.private(self.bot, self._person(target, access))
        chat = self._group(target)
        member = chat.member(self.bot.account)
        if chat.kind is Kind.GROUP:
            _check_group(chat, member, access)
        else:
            _check_supergroup(chat, member, access)
        return chat

    def _person(self, user: int, access: Access) -> Account:
        person = self.world.accounts.get(user)
        if person is None or (user not in self.bot.met and not person.is_bot):
            raise bad("chat not found")
        if person.deleted and access in _CHANGES:
            raise forbidden("user is deactivated")
        if person.is_bot:
            raise forbidden("bot can't send messages to bots")
        return person

    def _group(self, target: int | str) -> Chat:
        name = str(target).casefold()
        for chat in self.world.chats.values():
            met = chat.kind is not Kind.GROUP or self.bot.id in chat.members
            if met and (target == chat.id or name == f"@{chat.username.casefold()}" != "@"):
                return chat
        raise bad("chat not found")

    def writable(
        self, right: str = "can_send_messages", thread: int = 0, access: Access = Access.WRITE
    ) -> Chat:
        """The chat that is meant, where the bot may write; raises ApiError."""
        chat = self.chat(access)
        if chat.private:
            _check_open(chat)
            return chat
        member = chat.member(self.bot.account)
        allowed = member.rights if member.status == "restricted" else chat.permissions
        if not member.admin and right not in allowed:
            what = "photos" if right == "can_send_photos" else "text messages"
            raise bad(f"not enough rights to send {what} to the chat")
        check_topic(chat, thread, admin=member.may("can_manage_topics"))
        return chat

    def message(self, chat: Chat, missing: str) -> Message:
        """The message that is meant; raises ApiError that calls it ``missing``."""
        number = self.params.get("message_id")
        if number is None:
            raise bad("message identifier is not specified")
        message = chat.messages.get(number)
        if message is None:
            raise bad(f"message {missing} not found")
        return message

    def must(self, chat: Chat, right: str, what: str) -> None:
        """Raises ApiError unless the bot is an administrator with this right."""
        if not chat.member(self.bot.account).may(right):
            raise bad(f"not enough rights to {what}")


def _check_group(chat: Chat, member: Member, access: Access) -> None:
    """Whoever has left a group, or come to a supergroup with it, may still read it."""
    if chat.moved_to is not None:
        if access in (Access.WRITE, Access.MEMBERS):
            raise migrated(chat.moved_to.id)
    elif not member.inside and access is not Access.READ:
        was = "was kicked from" if member.status == "kicked" else "is not a member of"
        raise forbidden(f"bot {was} the group chat")


def _check_supergroup(chat: Chat, member: Member, access: Access) -> None:
    if member.status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.kind} chat")
    if not member.inside and (access in _CHANGES or not chat.username):
        raise forbidden(f"bot is not a member of the {chat.kind} chat")


def _check_open(chat: Chat) -> None:
    if chat.blocked:
        raise forbidden("bot was blocked by the user")
    if not chat.started:
        raise forbidden("bot can't initiate conversation with a user")


def check_topic(chat: Chat, thread: int, *, admin: bool) -> None:
    if not thread:
        if chat.forum and chat.general_closed and not admin:
            raise bad("TOPIC_CLOSED")
        return
    topic = chat.topics.get(thread)
    if topic is None:
        raise bad("message thread not found")
    if topic.closed and not admin:
        raise bad("TOPIC_CLOSED")
