"""Chats, people and messages of Telegram as the contract names them, and back."""

from __future__ import annotations

from typing import Final

import telegram

from uno_chat.contract import Address, Conversation, Message, Rejected, Unreachable, User

NETWORK: Final = "telegram"
MOST: Final = 2**52


def user_of(account: telegram.User | telegram.Chat) -> User:
    """A person or a bot, or the chat behind which one hides."""
    return User(NETWORK, _named(account.id))


def conversation_of(message: telegram.MaybeInaccessibleMessage) -> Conversation:
    """Where a message stands; in a forum its topic, but for the general one, which has no id."""
    topic = 0
    if isinstance(message, telegram.Message) and message.is_topic_message:
        topic = message.message_thread_id or 0
    if message.chat.type == telegram.Chat.PRIVATE or not topic:
        return chat_of(message.chat.id)
    return Conversation(NETWORK, _named(message.chat.id), _named(topic))


def chat_of(number: int) -> Conversation:
    """A chat with its topics."""
    return Conversation(NETWORK, _named(number))


def message_of(message: telegram.MaybeInaccessibleMessage) -> Message:
    """A message that can be edited."""
    return Message(conversation_of(message), _named(message.message_id))


def place_of(message: telegram.Message) -> int | None:
    """Supergroups number their messages one by one. Small groups share the numbers of all chats of
    an account, and a topic those of its whole forum: there they tell nothing.
    """
    chat, topic = message.chat, message.is_topic_message or message.chat.is_forum
    counts = chat.type == telegram.Chat.SUPERGROUP and not topic
    return int(_named(message.message_id)) if counts and message.message_id else None


def chat_id(to: Address) -> int:
    """The chat of an address; raises Unreachable for a person who has no private chat.

    The ids of groups and channels are negative: what is meant for one person never goes there.
    """
    number = _number(to.id)
    if isinstance(to, User) and number <= 0:
        raise Unreachable("start")
    return number


def topic_id(to: Address) -> int | None:
    """The topic of an address, if it is in one."""
    return _number(to.thread) if isinstance(to, Conversation) and to.thread else None


def message_id(message: Message) -> int:
    """The number of a message in its chat."""
    return _number(message.id)


def conversation(to: Address) -> Conversation:
    """Where a message to this address stands."""
    return to if isinstance(to, Conversation) else Conversation(NETWORK, to.id)


def _named(number: object) -> str:
    """A number as a name; raises ValueError for what is none, or none of Telegram's: the library
    takes whatever it is given.
    """
    if type(number) is not int or abs(number) >= MOST:
        raise ValueError("Telegram numbers everything, in 52 bits")
    return str(number)


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Rejected(f"Telegram knows no {text!r}, only numbers.") from None
