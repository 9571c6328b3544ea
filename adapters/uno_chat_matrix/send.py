"""One message for one delivery, and its error sorted by what it says about the effect."""

from __future__ import annotations

from typing import Final

from uno_chat.contract import (
    Conversation,
    Delivery,
    DeliveryError,
    Message,
    Receipt,
    TargetGone,
    TargetMoved,
    Unreachable,
)
from uno_chat_matrix.client import FORBIDDEN, NOT_FOUND, Client, NoAnswer, Refused
from uno_chat_matrix.errors import read_error, write_error
from uno_chat_matrix.places import conversation, message, transaction_of
from uno_chat_matrix.render import content_of
from uno_chat_matrix.values import Json, fields, text
from uno_chat_matrix.writing import Pen

_KEPT: Final = ("msgtype", "body", "formatted_body")
"""What tells two pages apart."""


async def show(pen: Pen, me: str, delivery: Delivery, where: Conversation) -> Receipt:
    """Send a page, or edit one that stands; raises DeliveryError."""
    content = content_of(delivery.document, notify=delivery.notify)
    old = delivery.replaces
    if old is None:
        event = await _put(pen, delivery, where, _threaded(content, where.thread))
        return Receipt(message(where, event))
    if old.conversation.id != where.id:
        raise TargetGone("it stands in another room")  # which has moved, or must not see this
    standing = await _standing(pen.client, me, old)
    if any(text(standing, key) != content.get(key, "") for key in _KEPT):
        await _put(pen, delivery, where, _edit(content, old))
    return Receipt(old)


async def _put(pen: Pen, delivery: Delivery, where: Conversation, content: Json) -> str:
    try:
        return await pen.write(where.id, transaction_of(delivery), content)
    except Refused as error:
        if error.status == FORBIDDEN:
            raise await _forbidden(pen.client, where) from error
        raise write_error(error) from error
    except NoAnswer as error:
        raise write_error(error) from error


async def _standing(client: Client, me: str, old: Message) -> Json:
    """What a message of ours reads like now, as far as the homeserver can read it; raises
    TargetGone. It takes an edit of anything, and shows it only where there is something of ours to
    edit.
    """
    try:
        event = await client.get("rooms", old.conversation.id, "event", old.id)
    except Refused as error:
        if error.status == NOT_FOUND:
            raise TargetGone("there is no such message") from error
        if error.status == FORBIDDEN:
            raise await _forbidden(client, old.conversation) from error
        raise read_error(error) from error
    except NoAnswer as error:
        raise read_error(error) from error
    if text(event, "sender") != me or not fields(event, "content"):
        raise TargetGone("it was deleted")
    edited = fields(event, "unsigned", "m.relations", "m.replace", "content", "m.new_content")
    return edited or fields(event, "content")


async def _forbidden(client: Client, where: Conversation) -> DeliveryError:
    """Why a room does not take our messages: we are not in it, it has moved, or we may not."""
    try:
        await client.get("rooms", where.id, "joined_members")
        tomb = await client.get("rooms", where.id, "state", "m.room.tombstone", "")
    except Refused as error:
        if error.status not in {FORBIDDEN, NOT_FOUND}:
            return read_error(error)
        return Unreachable("invite" if error.status == FORBIDDEN else "allow")
    except NoAnswer as error:
        return read_error(error)
    to = text(tomb, "replacement_room")
    return TargetMoved(conversation(to)) if to else Unreachable("allow")


def _threaded(content: Json, thread: str) -> Json:
    """Clients without threads show it as an answer to their first message."""
    if not thread:
        return content
    hangs = {
        "rel_type": "m.thread",
        "event_id": thread,
        "is_falling_back": True,
        "m.in_reply_to": {"event_id": thread},
    }
    return {**content, "m.relates_to": hangs}


def _edit(content: Json, old: Message) -> Json:
    """The whole page is in its new content; around it stands what clients without edits show."""
    first, _, _ = text(content, "body").partition("\n")
    return {
        "msgtype": content["msgtype"],
        "body": f"* {first}",
        "m.mentions": {},
        "m.new_content": content,
        "m.relates_to": {"rel_type": "m.replace", "event_id": old.id},
    }
