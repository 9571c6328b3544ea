"""From an update of Telegram to envelopes: a function of the update, and of nothing else but the
time at which a press came in, because Telegram does not tell that.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

import telegram

from uno_chat.contract import (
    Batch,
    Envelope,
    Event,
    Joined,
    Left,
    Moved,
    Pressed,
    Unreadable,
    User,
)
from uno_chat_telegram.places import MOST, chat_of, conversation_of, message_of, place_of, user_of
from uno_chat_telegram.said import Me, said

KINDS: Final = ("message", "callback_query", "my_chat_member")
"""The updates that are asked for. An edited message is no second word, so it is not."""

_INSIDE: Final = (
    telegram.ChatMember.OWNER,
    telegram.ChatMember.ADMINISTRATOR,
    telegram.ChatMember.MEMBER,
)


@dataclass(frozen=True, slots=True)
class Decoder:
    """Reads updates for the account ``me``."""

    me: Me
    now: Callable[[], datetime]

    def batch(self, updates: Iterable[object]) -> Batch:
        """Envelopes in their order, and what could not be read; without a cursor."""
        envelopes: list[Envelope] = []
        unreadable: list[Unreadable] = []
        for update in updates:
            try:
                envelopes += self._read(update)
            except Exception:  # noqa: BLE001 - whatever is wrong with one, others wait behind it
                unreadable.append(_set_aside(update))
        return Batch(tuple(envelopes), unreadable=tuple(unreadable))

    def _read(self, data: object) -> list[Envelope]:
        number = number_of(data)
        if number is None or not isinstance(data, dict):
            raise ValueError("no update")
        json.dumps(data, ensure_ascii=False).encode()  # raises on half a character: unstorable
        return [
            _sound(replace(envelope, id=f"{number}.{place}" if place else f"{number}"))
            for place, envelope in enumerate(self._envelopes(telegram.Update.de_json(data)))
        ]

    def _envelopes(self, update: telegram.Update) -> Iterator[Envelope]:
        if update.message is not None:
            yield from self._message(update.message)
        elif update.callback_query is not None:
            yield from self._press(update.callback_query)
        elif update.my_chat_member is not None:
            yield from _own_place(update.my_chat_member)

    def _message(self, message: telegram.Message) -> Iterator[Envelope]:
        if message.from_user is None:
            return  # the post of a channel
        if message.migrate_from_chat_id is not None:
            old = chat_of(message.migrate_from_chat_id)
            moved = _envelope(message, message.from_user, Moved(conversation_of(message)))
            yield replace(moved, conversation=old)
            return
        for event in self._events(message):
            yield _envelope(message, message.from_user, event)

    def _events(self, message: telegram.Message) -> Iterator[Event]:
        if message.migrate_to_chat_id is not None:
            yield Moved(chat_of(message.migrate_to_chat_id))
        elif message.left_chat_member is not None:
            yield from map(Left, self._others(message.left_chat_member))
        elif message.new_chat_members:
            yield from map(Joined, self._others(*message.new_chat_members))
        elif message.text is not None and not _is_of_a_bot(message):
            words = said(message, message.text, self.me)
            if words is not None:
                yield words

    def _others(self, *members: telegram.User) -> Iterator[User]:
        """Without ourselves, of whom ``my_chat_member`` tells."""
        return (user_of(member) for member in members if member.id != self.me.id)

    def _press(self, query: telegram.CallbackQuery) -> Iterator[Envelope]:
        on = query.message
        if on is None or query.data is None:
            return  # of a game, or under a message sent inline: nothing that we offer
        sender = query.from_user
        yield Envelope(
            id="",
            at=self.now(),
            sender=user_of(sender),
            name=sender.full_name,
            conversation=conversation_of(on),
            private=on.chat.type == telegram.Chat.PRIVATE,
            event=Pressed(query.data, message_of(on), query.id),
            language=sender.language_code,
            title=on.chat.title or "",
        )


def _envelope(message: telegram.Message, sender: telegram.User, event: Event) -> Envelope:
    """What a message carries; behind a group or a channel there is nobody whom one knows."""
    face = message.sender_chat
    return Envelope(
        id="",
        at=message.date,
        sender=user_of(sender) if face is None else user_of(face),
        name=sender.full_name if face is None else face.title or "",
        conversation=conversation_of(message),
        private=message.chat.type == telegram.Chat.PRIVATE,
        event=event,
        language=sender.language_code,
        title=message.chat.title or "",
        anonymous=face is not None,
        place=place_of(message),
    )


def _own_place(change: telegram.ChatMemberUpdated) -> Iterator[Envelope]:
    """We came in or were put out; out of a private chat by being blocked."""
    was, is_now = _inside(change.old_chat_member), _inside(change.new_chat_member)
    if was == is_now or change.chat.type == telegram.Chat.CHANNEL:
        return
    us, sender = user_of(change.new_chat_member.user), change.from_user
    yield Envelope(
        id="",
        at=change.date,
        sender=user_of(sender),
        name=sender.full_name,
        conversation=chat_of(change.chat.id),
        private=change.chat.type == telegram.Chat.PRIVATE,
        event=Joined(us) if is_now else Left(us, us=True),
        language=sender.language_code,
        title=change.chat.title or "",
    )


def _inside(member: telegram.ChatMember) -> bool:
    if isinstance(member, telegram.ChatMemberRestricted):
        return member.is_member
    return member.status in _INSIDE


def _sound(envelope: Envelope) -> Envelope:
    """Raises ValueError where something is no text or no time: the library takes whatever it is
    given, and nothing for what is missing.
    """
    event = envelope.event
    if not isinstance(envelope.at, datetime):
        raise ValueError("it has no time")  # noqa: TRY004 - it was read, not passed
    words = [envelope.name, envelope.title, "" if envelope.language is None else envelope.language]
    words += (
        [event.token, "" if event.ack is None else event.ack] if isinstance(event, Pressed) else []
    )
    if not all(isinstance(word, str) for word in words):
        raise ValueError("something is no text")
    return envelope


def _is_of_a_bot(message: telegram.Message) -> bool:
    """Anonymous senders seem to be bots, and are none."""
    sender = message.from_user
    return sender is not None and sender.is_bot and message.sender_chat is None


def number_of(update: object) -> int | None:
    """The number by which Telegram knows an update, which fits into 52 bits as all of its do."""
    number = update.get("update_id") if isinstance(update, dict) else None
    return number if type(number) is int and 0 <= number < MOST else None


def _set_aside(update: object) -> Unreadable:
    """Named by its number, else by its contents, so that it keeps its name when it comes again."""
    raw, number = json.dumps(update), number_of(update)
    if number is not None:
        return Unreadable(str(number), raw)
    return Unreadable(f"raw-{hashlib.sha256(raw.encode()).hexdigest()}", raw)
