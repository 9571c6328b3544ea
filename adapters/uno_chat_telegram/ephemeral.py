"""A message in a group that one person sees (Bot API 10.3), sent only where that is proven.

A server that is older does not refuse the field that makes a message ephemeral: it ignores it and
shows the message to everybody. So the first message after a start carries nothing secret, and its
answer tells whether the server knows what was asked. The library knows none of this yet.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import telegram
from telegram import LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import TelegramError

from uno_chat.contract import Document, Heading, Peek, Rejected
from uno_chat_telegram.errors import delivery_error
from uno_chat_telegram.keyboard import keyboard_of
from uno_chat_telegram.places import chat_id, topic_id
from uno_chat_telegram.render import text_of
from uno_chat_telegram.said import Me

log = logging.getLogger(__name__)

_NUMBER: Final = "ephemeral_message_id"


@dataclass(slots=True)
class Whisper:
    """``discreet``: whether this server shows such a message to one person only; None before it
    was tried.
    """

    bot: telegram.Bot
    discreet: bool | None = None

    async def show(self, me: Me, peek: Peek, press: str) -> None:
        """Show a page to the one who made this press. Raises DeliveryError."""
        try:
            if self.discreet is None:
                await self._prove(peek, press)
            if not self.discreet:
                raise Rejected("this Bot API server has no ephemeral messages")
            await self._send(peek, press, peek.document, me)
        except TelegramError as error:
            raise delivery_error(error, private=True) from error

    async def _prove(self, peek: Peek, press: str) -> None:
        """With what everybody may read: which table it is."""
        heads = tuple(block for block in peek.document.blocks if isinstance(block, Heading))
        sent = await self._send(peek, press, Document(heads[:1] or (Heading("UNO"),)), None)
        number = sent.api_kwargs.get(_NUMBER)
        self.discreet = isinstance(number, int)
        with suppress(TelegramError):
            if isinstance(number, int):
                await self._take_back(peek, number)
            else:
                log.error("telegram_ephemeral is on, but this Bot API server shows all to all.")
                await sent.delete()

    async def _send(
        self, peek: Peek, press: str, document: Document, me: Me | None
    ) -> telegram.Message:
        to = {"receiver_user_id": chat_id(peek.user), "callback_query_id": press}
        return await self.bot.send_message(
            chat_id(peek.to),
            text_of(document),
            parse_mode=ParseMode.HTML,
            reply_markup=None if me is None else keyboard_of(document, me.name),
            message_thread_id=topic_id(peek.to),
            link_preview_options=LinkPreviewOptions(is_disabled=True),
            api_kwargs={"ephemeral_message_parameters": to},
        )

    async def _take_back(self, peek: Peek, number: int) -> None:
        which = {"chat_id": chat_id(peek.to), "receiver_user_id": chat_id(peek.user)}
        await self.bot.do_api_request("deleteEphemeralMessage", {**which, _NUMBER: number})
