"""Who manages a group, by Telegram's own list of its members."""

from __future__ import annotations

from typing import Final

import telegram
from telegram.error import TelegramError

from uno_chat.contract import Conversation, User
from uno_chat_telegram.errors import delivery_error
from uno_chat_telegram.places import chat_id

_MANAGES: Final = (telegram.ChatMember.OWNER, telegram.ChatMember.ADMINISTRATOR)


async def manages(bot: telegram.Bot, user: User, conversation: Conversation) -> bool:
    """Whether somebody owns a group or is one of its admins; raises a DeliveryError."""
    try:
        member = await bot.get_chat_member(chat_id(conversation), chat_id(user))
    except TelegramError as error:
        raise delivery_error(error, private=False) from error
    return member.status in _MANAGES
