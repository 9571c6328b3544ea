"""From the events of a room to envelopes: a function of the events and of what is known about the
room, and of nothing else but the time at which they came.

An event of a foreign homeserver bears a time that is only as honest as that homeserver, so there
the time at which it came counts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

from uno_chat.contract import (
    Contacted,
    Envelope,
    Event,
    Joined,
    Left,
    Moved,
    Reacted,
    Sealed,
    Unreadable,
)
from uno_chat_matrix.bridges import PUPPET, is_bridged
from uno_chat_matrix.places import conversation, localpart_of, message, server_of, user
from uno_chat_matrix.said import answered, number_put, relation, said, thread_of
from uno_chat_matrix.session import Me
from uno_chat_matrix.values import Json, fields, is_state, is_text, needed, number, text, whole

KINDS: Final = (
    "m.room.message",
    "m.reaction",
    "m.room.encrypted",
    "m.room.encryption",
    "m.room.member",
    "m.room.name",
    "m.room.tombstone",
)
"""The events that are asked for."""

_KEY: Final = 100
"""So many signs of the name of a key are enough; that of Megolm has 43."""
_NAME: Final = 255
"""So many signs has the name of an event at the most."""
_ASKED, _IN, _OUT = "invite", "join", frozenset({"leave", "ban"})


@dataclass(frozen=True, slots=True)
class Above:
    """An event that another one answers: whether it is ours, and the thread in which it stands."""

    ours: bool
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a room's life, in order, and what is known about the room: its ``title``, the
    ``names`` of its people, the ``other`` who shares it with us alone, what was said ``above``, and
    the room ``before`` it, in whose place we have come into this one; whether it was already
    ``encrypted`` when we came.
    """

    room: str
    events: tuple[Json, ...]
    title: str = ""
    other: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    above: Mapping[str, Above] = field(default_factory=dict)
    before: str = ""
    encrypted: bool = False


def decoded(part: Part, me: Me, now: datetime) -> Iterator[Envelope | Unreadable]:
    """The envelopes of a room, and what could not be read."""
    for event in part.events:
        if not is_text(event):
            yield _set_aside(event)
            continue
        try:
            envelope = _envelope(event, part, me, now)
        except (ValueError, RecursionError):
            yield _set_aside(event)
        else:
            if envelope is not None:
                yield envelope
            if envelope is not None and part.encrypted and is_arrival(event, me.id):
                yield replace(envelope, id=f"{envelope.id} encrypted", event=Sealed())


def refers_to(event: Json, me: Me) -> str:
    """The event that has to be known to understand this one; empty if there is none."""
    content = fields(event, "content")
    if not _is_of_others(event, me):
        return ""
    match text(event, "type"):
        case "m.room.message" | "m.room.encrypted":
            return answered(content)
        case "m.reaction" if number_put(content) is not None:
            return text(content, "m.relates_to", "event_id")
    return ""


def membership(event: Json) -> tuple[str, str]:
    """What somebody was in a room, and is."""
    was = text(event, "unsigned", "prev_content", "membership")
    return was, text(event, "content", "membership")


def is_arrival(event: Json, me: str) -> bool:
    """Whether we came in with it. What was before was not said to us."""
    was, now = membership(event)
    ours = is_state(event, "m.room.member") and event["state_key"] == me
    return ours and was != _IN and now == _IN


def since_arrival(events: Sequence[Json], me: str) -> tuple[Sequence[Json], tuple[Json, ...]]:
    """What was before we came in, if that is seen here, and what is since then."""
    came = [place for place, event in enumerate(events) if is_arrival(event, me)]
    begins = came[-1] if came else 0
    return events[:begins], tuple(events[begins:])


def _envelope(event: Json, part: Part, me: Me, now: datetime) -> Envelope | None:
    read = _event(event, part, me)
    if read is None:
        return None
    what, thread = read
    sender = needed(event, "sender")
    if isinstance(what, Contacted):
        sender = part.other
    room = part.before if isinstance(what, Moved) else part.room
    name = needed(event, "event_id")
    if len(name) > _NAME:
        raise ValueError("its name is longer than any")
    return Envelope(
        id=name,
        at=_at(event, me, now),
        sender=user(sender),
        name=whole(part.names.get(sender) or localpart_of(sender)),
        conversation=conversation(room, "" if part.other else thread),
        private=bool(part.other),
        event=what,
        title="" if part.other else whole(part.title),
        bridged=is_bridged(sender, me.bridged) or PUPPET in fields(event, "content"),
    )


def _event(event: Json, part: Part, me: Me) -> tuple[Event, str] | None:
    """What happened, and in which thread."""
    content = fields(event, "content")
    match text(event, "type"):
        case "m.room.message" if _is_of_others(event, me) and _is_new(content):
            above = part.above.get(answered(content), Above(ours=False))
            return said(content, me, answers_us=above.ours), thread_of(content)
        case "m.reaction" if _is_of_others(event, me):
            return _reaction(content, part)
        case "m.room.encrypted" if _is_of_others(event, me) and _concerns_us(content, part, me):
            return Sealed(text(content, "session_id")[:_KEY] if me.reads else ""), ""
        case "m.room.encryption" if "state_key" in event and not me.reads:
            return Sealed(), ""
        case "m.room.member" if "state_key" in event:
            change = _change(event, part, me)
            return None if change is None else (change, "")
    return None


def _reaction(content: Json, part: Part) -> tuple[Event, str] | None:
    """A number on a message of ours."""
    how, event = relation(content)
    put, on = number_put(content), part.above.get(event, Above(ours=False))
    if how != "m.annotation" or put is None or not on.ours:
        return None
    thread = "" if part.other else on.thread
    return Reacted(put, message(conversation(part.room, thread), event)), on.thread


def _concerns_us(content: Json, part: Part, me: Me) -> bool:
    """Whether we should say that we cannot read this: where we could, it was perhaps a command."""
    above = part.above.get(answered(content), Above(ours=False))
    return me.reads or bool(part.other) or above.ours


def _is_of_others(event: Json, me: Me) -> bool:
    return text(event, "sender") != me.id


def _is_new(content: Json) -> bool:
    """What is written anew is no second word; notices are of bots, and emotes are no words."""
    return text(content, "msgtype") == "m.text" and relation(content)[0] != "m.replace"


def _change(event: Json, part: Part, me: Me) -> Event | None:
    """Somebody came or went. The private channel is opened by whoever comes to us or has invited
    us; that we come into a room of our own opens nothing.
    """
    whom = needed(event, "state_key")
    was, now = membership(event)
    if part.before and is_arrival(event, me.id):
        return Moved(conversation(part.room))
    if was == _IN and now in _OUT:
        return Left(user(whom), us=whom == me.id)
    if was == _IN or now != _IN:
        return None
    if not part.other:
        return Joined(user(whom))
    return Contacted() if whom != me.id or was == _ASKED else None


def _at(event: Json, me: Me, now: datetime) -> datetime:
    told = number(event, "origin_server_ts")
    if told is None:
        raise ValueError("it has no time")
    if server_of(text(event, "sender")) != server_of(me.id):
        return now
    try:
        return datetime.fromtimestamp(told / 1000, UTC)
    except (OverflowError, OSError) as error:
        raise ValueError("no such time") from error


def _set_aside(event: Json) -> Unreadable:
    """Named by its id, else by its contents, so that it keeps its name when it comes again. What
    the homeserver adds, like its age, differs each time.
    """
    told = {key: value for key, value in event.items() if key != "unsigned"}
    try:
        raw = json.dumps(told)
    except RecursionError:
        raw = json.dumps({key: value for key, value in told.items() if isinstance(value, str)})
    name = text(event, "event_id")
    if not 0 < len(name) <= _NAME or whole(name) != name:
        name = f"raw-{hashlib.sha256(raw.encode()).hexdigest()}"
    return Unreadable(name, raw)
