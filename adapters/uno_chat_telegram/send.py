"""One call for one delivery, and its error sorted by what it says about the effect."""

from __future__ import annotations

import telegram
from telegram import InlineKeyboardMarkup, LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import TelegramError

from uno_chat.contract import Delivery, Message, Receipt, TargetGone, Toast, User
from uno_chat_telegram.errors import changed_nothing, delivery_error
from uno_chat_telegram.keyboard import keyboard_of
from uno_chat_telegram.places import chat_id, conversation, message_id, place_of, topic_id
from uno_chat_telegram.render import text_of
from uno_chat_telegram.said import Me


async def show(bot: telegram.Bot, me: Me, delivery: Delivery) -> Receipt:
    """Send a page, or edit one that stands; raises DeliveryError."""
    text = text_of(delivery.document)
    keyboard = keyboard_of(delivery.document, me.name)
    try:
        if delivery.replaces is None:
            return Receipt(await _send(bot, delivery, text, keyboard))
        await _edit(bot, delivery, delivery.replaces, text, keyboard)
    except TelegramError as error:
        if not changed_nothing(error):
            raise delivery_error(error, private=_is_private(delivery)) from error
    return Receipt(delivery.replaces)


async def answer(bot: telegram.Bot, toast: Toast) -> Receipt:
    """Answer a press; raises DeliveryError."""
    try:
        await bot.answer_callback_query(toast.ack, toast.text or None, show_alert=toast.alert)
    except TelegramError as error:
        raise delivery_error(error, private=True) from error
    return Receipt(None)


async def _send(
    bot: telegram.Bot, delivery: Delivery, text: str, keyboard: InlineKeyboardMarkup | None
) -> Message:
    sent = await bot.send_message(
        chat_id(delivery.to),
        text,
        parse_mode=ParseMode.HTML,
        reply_markup=keyboard,
        message_thread_id=topic_id(delivery.to),
        disable_notification=not delivery.notify,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
    )
    return Message(conversation(delivery.to), str(sent.message_id), place_of(sent))


async def _edit(
    bot: telegram.Bot,
    delivery: Delivery,
    old: Message,
    text: str,
    keyboard: InlineKeyboardMarkup | None,
) -> None:
    """Without a keyboard the old one is taken away."""
    chat = chat_id(delivery.to)
    if chat != chat_id(old.conversation):
        raise TargetGone("it stands in another chat")  # which has moved, or must not see this
    await bot.edit_message_text(
        text,
        chat,
        message_id(old),
        parse_mode=ParseMode.HTML,
        reply_markup=keyboard,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
    )


def _is_private(delivery: Delivery) -> bool:
    return isinstance(delivery.to, User) or chat_id(delivery.to) > 0
