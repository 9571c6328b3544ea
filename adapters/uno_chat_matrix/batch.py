"""What happened in several rooms, as one batch."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from datetime import datetime
from itertools import accumulate

from uno_chat.contract import Batch, Envelope, Unreadable
from uno_chat_matrix.account import Account
from uno_chat_matrix.cursor import Invitation
from uno_chat_matrix.decode import Part, decoded
from uno_chat_matrix.values import is_state, text


def moves(parts: Iterable[Part]) -> list[Invitation]:
    """Rooms that were replaced: we follow."""
    tombs = [e for part in parts for e in part.events if is_state(e, "m.room.tombstone")]
    found = [(text(e, "content", "replacement_room"), text(e, "sender")) for e in tombs]
    return [Invitation(room, by) for room, by in found if room]


def batch_of(parts: Iterable[Part], account: Account, now: datetime, cursor: str | None) -> Batch:
    """All rooms in one order of time, in which each keeps its own."""
    rooms: list[list[Envelope]] = []
    unreadable: list[Unreadable] = []
    for part in parts:
        read = list(decoded(part, account.me, now))
        rooms.append([one for one in read if isinstance(one, Envelope)])
        unreadable += [one for one in read if isinstance(one, Unreadable)]
    timed = (zip(accumulate((e.at for e in room), max), room, strict=True) for room in rooms)
    merged = heapq.merge(*timed, key=lambda pair: pair[0])
    return Batch(tuple(envelope for _, envelope in merged), cursor, tuple(unreadable))
