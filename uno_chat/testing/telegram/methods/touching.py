"""What changes no text: answers to presses, reactions, pins, topics."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from uno_chat.testing.telegram.accounts import Json
from uno_chat.testing.telegram.bots import Press
from uno_chat.testing.telegram.calls import Access, Call
from uno_chat.testing.telegram.chats import Chat, Kind, Topic
from uno_chat.testing.telegram.errors import bad
from uno_chat.testing.telegram.messages import Content, Message
from uno_chat.testing.telegram.transcript import Page, Showing

ANSWERED_WITHIN: Final = timedelta(seconds=15)
"""Telegram names no time; this is what is safe to count on."""


def answer_press(call: Call) -> bool:
    """A toast or an alert in front of the presser's eyes, once and soon."""
    press = call.bot.presses.get(call.params["callback_query_id"])
    now = call.world.clock.now()
    if press is None or press.answered or now - press.at > ANSWERED_WITHIN:
        raise bad("query is too old and response timeout expired or query ID is invalid")
    url = call.params.get("url", "")
    if url and not url.casefold().startswith(f"https://t.me/{call.bot.name}?start".casefold()):
        raise bad("URL_INVALID")
    press.answered = True
    text = call.params.get("text", "")
    if text or url:
        _show_answer(call, press, "link" if url else text, url)
    return True


def _show_answer(call: Call, press: Press, text: str, url: str) -> None:
    kind = "alert" if call.params.get("show_alert") else "toast"
    page = Page(press.chat.id, press.message, call.bot.id, url or text)
    viewers = frozenset({press.person})
    moment = Showing("link" if url else kind, call.world.clock.now(), page, viewers)
    call.world.transcript.show(moment)
    call.world.changed()


def react(call: Call) -> bool:
    """One emoji of the bot under a message, or none."""
    chat = call.chat()
    message = call.message(chat, "to react")
    wanted = call.params.get("reaction", [])
    if len(wanted) > 1:
        raise bad("REACTIONS_TOO_MANY")
    if any(reaction["type"] == "paid" for reaction in wanted):
        raise bad("REACTION_INVALID")
    call.bot.reactions[chat.id, message.id] = wanted
    return True


def pin(call: Call) -> bool:
    """Keep a message at the top."""
    chat = call.chat(Access.WRITE)
    _check_pins(call, chat)
    message = call.message(chat, "to pin")
    message.pinned = True
    silent = call.params.get("disable_notification", False) or chat.private
    call.world.show("pin", chat, message, notify=not silent)
    told = message.as_json(chat.as_json(), replied=False)
    call.world.post(
        chat, call.bot.account, Content("", service={"pinned_message": told}), silent=silent
    )
    return True


def unpin(call: Call) -> bool:
    """Let go of one message, the newest that is pinned unless one is named."""
    chat = call.chat(Access.WRITE)
    _check_pins(call, chat)
    pinned = [message for message in chat.messages.values() if message.pinned]
    if "message_id" in call.params:
        pinned = [call.message(chat, "to unpin")]
    if not pinned:
        raise bad("message to unpin not found")
    return _let_go(call, chat, pinned[-1:])


def unpin_all(call: Call) -> bool:
    """Let go of all."""
    chat = call.chat(Access.WRITE)
    _check_pins(call, chat)
    return _let_go(call, chat, [m for m in chat.messages.values() if m.pinned])


def _let_go(call: Call, chat: Chat, pinned: list[Message]) -> bool:
    for message in pinned:
        message.pinned = False
        call.world.show("pin", chat, message)
    return True


def _check_pins(call: Call, chat: Chat) -> None:
    member = chat.member(call.bot.account)
    open_to_all = chat.kind is Kind.GROUP and "can_pin_messages" in chat.permissions
    if not (chat.private or open_to_all or member.may("can_pin_messages")):
        raise bad("not enough rights to manage pinned messages in the chat")


def create_topic(call: Call) -> Json:
    """Begin a topic."""
    chat = _forum(call)
    number = chat.next_id
    made = {"name": call.params["name"], "icon_color": 0x6FB9F0}
    chat.topics[number] = Topic(number, call.params["name"])
    call.world.post(
        chat, call.bot.account, Content("", service={"forum_topic_created": made}), thread=number
    )
    return {"message_thread_id": number, **made}


def close_topic(call: Call) -> bool:
    """Let only administrators write in a topic."""
    return _set_closed(call, closed=True)


def reopen_topic(call: Call) -> bool:
    """Let everybody write in a topic again."""
    return _set_closed(call, closed=False)


def _set_closed(call: Call, *, closed: bool) -> bool:
    chat = _forum(call)
    topic = chat.topics.get(call.params["message_thread_id"])
    if topic is None:
        raise bad("message thread not found")
    if topic.closed is closed:
        raise bad("TOPIC_NOT_MODIFIED")
    topic.closed = closed
    what = "forum_topic_closed" if closed else "forum_topic_reopened"
    call.world.post(chat, call.bot.account, Content("", service={what: {}}), thread=topic.id)
    return True


def _forum(call: Call) -> Chat:
    chat = call.chat(Access.WRITE)
    if not chat.forum:
        raise bad("the chat is not a forum")
    call.must(chat, "can_manage_topics", "manage topics")
    return chat
