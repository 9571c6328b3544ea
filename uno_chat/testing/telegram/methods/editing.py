"""editMessageText and its kin, and deleting: what becomes of messages that stand."""

from __future__ import annotations

from dataclasses import replace

from uno_chat.testing.telegram.accounts import Json
from uno_chat.testing.telegram.calls import Access, Call, check_topic
from uno_chat.testing.telegram.chats import Chat
from uno_chat.testing.telegram.errors import bad
from uno_chat.testing.telegram.keyboard import checked_rows
from uno_chat.testing.telegram.markup import LONGEST_CAPTION
from uno_chat.testing.telegram.messages import DELETABLE, Content, Message
from uno_chat.testing.telegram.methods.sending import caption_content, text_content
from uno_chat.testing.telegram.shapes import characters

_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same"
    " as a current content and reply markup of the message"
)
_NEVER_DELETED = {"migrate_to_chat_id", "migrate_from_chat_id"}


def edit_text(call: Call) -> Json:
    """Another text. A keyboard that is not given again is taken away."""
    chat, message = _own(call)
    if message.content.media:
        raise bad("there is no text in the message to edit")
    return _change(call, chat, message, text_content(call, chat))


def edit_caption(call: Call) -> Json:
    """Another caption under a file."""
    chat, message = _own(call)
    if not message.content.media:
        raise bad("there is no caption in the message to edit")
    return _change(call, chat, message, caption_content(call, chat, message.content.media))


def edit_markup(call: Call) -> Json:
    """Another keyboard, or none."""
    chat, message = _own(call)
    rows = checked_rows(call.params.get("reply_markup"), private=chat.private)
    return _change(call, chat, message, replace(message.content, rows=rows))


def _own(call: Call) -> tuple[Chat, Message]:
    chat = call.writable(access=Access.EDIT)
    message = call.message(chat, "to edit")
    if chat.moved_to is not None:
        raise bad("MESSAGE_ID_INVALID")
    check_topic(chat, message.thread, admin=chat.member(call.bot.account).admin)
    if message.sender.id != call.bot.id or message.content.service:
        raise bad("message can't be edited")
    return chat, message


def _change(call: Call, chat: Chat, message: Message, content: Content) -> Json:
    call.world.quotas.charge(call.bot.id, chat.id)
    if content == message.content:
        raise bad(_NOT_MODIFIED)
    message.content = content
    call.world.edited(chat, message)
    return message.as_json(chat.as_json())


def delete(call: Call) -> bool:
    """Take one message away, if it is young and the bot's own or under its rule."""
    chat = call.chat(Access.WRITE)
    message = call.message(chat, "to delete")
    _check_deletable(call, chat, message)
    call.world.deleted(chat, message)
    return True


def delete_many(call: Call) -> bool:
    """Take several away; those that are not there are skipped."""
    chat = call.chat(Access.WRITE)
    numbers = call.params["message_ids"]
    if not 1 <= len(numbers) <= 100:
        raise bad("message identifiers are not specified, or too many of them")
    messages = [chat.messages[number] for number in numbers if number in chat.messages]
    for message in messages:
        _check_deletable(call, chat, message)
    for message in messages:
        call.world.deleted(chat, message)
    return True


def _check_deletable(call: Call, chat: Chat, message: Message) -> None:
    own = message.sender.id == call.bot.id
    rules = chat.member(call.bot.account).may("can_delete_messages")
    old = call.world.clock.now() - message.at >= DELETABLE
    if old or message.content.service.keys() & _NEVER_DELETED or not (own or chat.private or rules):
        raise bad("message can't be deleted")


def edit_ephemeral_text(call: Call) -> bool:
    """Another text for one person. Captions' limit was seen to hold for it."""
    chat = call.chat()
    content = text_content(call, chat)
    if characters(content.text) > LONGEST_CAPTION:
        raise bad("MEDIA_CAPTION_TOO_LONG")
    return _change_ephemeral(call, chat, content)


def edit_ephemeral_markup(call: Call) -> bool:
    """Another keyboard for one person."""
    chat = call.chat()
    one = call.ephemerals.find(call.bot, chat, call.params)
    rows = checked_rows(call.params.get("reply_markup"), private=False)
    return _change_ephemeral(call, chat, replace(one.content, rows=rows))


def _change_ephemeral(call: Call, chat: Chat, content: Content) -> bool:
    one = call.ephemerals.find(call.bot, chat, call.params)
    call.world.quotas.charge(call.bot.id, chat.id)
    if content == one.content:
        raise bad(_NOT_MODIFIED)
    call.ephemerals.edit(one, content)
    return True


def delete_ephemeral(call: Call) -> bool:
    """Take away what one person sees."""
    call.ephemerals.delete(call.ephemerals.find(call.bot, call.chat(), call.params))
    return True
