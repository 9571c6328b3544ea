"""What a bot can look up: itself, chats, members; and leaving."""

from __future__ import annotations

from uno_chat.testing.telegram.accounts import Json
from uno_chat.testing.telegram.calls import Access, Call
from uno_chat.testing.telegram.chats import PERMISSIONS, Chat
from uno_chat.testing.telegram.errors import bad
from uno_chat.testing.telegram.messages import Content

_GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription")


def get_me(call: Call) -> Json:
    """The bot itself."""
    return call.bot.as_json()


def get_chat(call: Call) -> Json:
    """A chat with what is set in it."""
    chat = call.chat()
    full = chat.as_json() | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys((*_GIFTS, "gifts_from_channels"), False),
    }
    if not chat.private:
        full["permissions"] = {name: name in chat.permissions for name in PERMISSIONS}
    pinned = [message for message in chat.messages.values() if message.pinned]
    if pinned:
        full["pinned_message"] = pinned[-1].as_json(chat.as_json())
    return full


def get_member(call: Call) -> Json:
    """Somebody's place in a chat."""
    user = call.params["user_id"]
    chat = call.chat(Access.READ if user == call.bot.id else Access.MEMBERS)
    account = call.world.accounts.get(user)
    if account is None:
        raise bad("user not found")
    hidden = chat.hidden_members and not chat.member(call.bot.account).admin
    if hidden and account.id != call.bot.id:
        raise bad("CHAT_ADMIN_REQUIRED")
    return chat.member(account).as_json()


def get_administrators(call: Call) -> list[Json]:
    """All administrators but other bots."""
    chat = _group(call, Access.MEMBERS)
    members = chat.members.values()
    return [
        member.as_json()
        for member in members
        if member.admin and (not member.account.is_bot or member.account.id == call.bot.id)
    ]


def count_members(call: Call) -> int:
    """How many are in a chat, bots among them."""
    chat = call.chat(Access.MEMBERS)
    return 2 if chat.private else sum(member.inside for member in chat.members.values())


def leave(call: Call) -> bool:
    """Go, and tell those who stay."""
    chat = _group(call, Access.READ)
    me = call.bot.account
    call.world.seat(chat, me, me, status="left", rights=frozenset())
    call.world.post(chat, me, Content("", service={"left_chat_member": me.as_json()}))
    return True


def _group(call: Call, access: Access) -> Chat:
    chat = call.chat(access)
    if chat.private:
        raise bad("there are no administrators in the private chat")
    return chat
