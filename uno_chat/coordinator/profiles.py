"""What a person and a group have told about themselves: texts in the store that are read here.

What a newer version has added to one is left out, and what it lacks is as usual.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from uno_chat.contract import Conversation, Player, Room, Transaction
from uno_chat.coordinator.converting import converter
from uno_chat.table import Booking, Told

NOTHING_TOLD: Final = Told()


class Starters(StrEnum):
    """Who may open tables in a group."""

    EVERYONE = "everyone"
    ADMINS = "admins"


@dataclass(frozen=True, slots=True)
class Unheard:
    """An answer that did not arrive at this user, and when."""

    to: str
    table: int | None
    name: str
    payload: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Opened:
    """How many tables were opened on this day (UTC, counted from the year 1)."""

    day: int = 0
    count: int = 0

    def one_more(self, now: datetime) -> Opened:
        """With another one now."""
        today = now.astimezone(UTC).toordinal()
        return Opened(today, self.count + 1 if self.day == today else 1)


NONE_OPENED: Final = Opened()


@dataclass(frozen=True, slots=True)
class Person:
    """A person. ``asked``: it was offered once to tell the time zone; ``closed`` are users, as
    texts, at whom nothing arrived; ``guesses`` are when codes were written that are none;
    ``unheard`` is the last answer that is kept until the private chat is open; ``was`` are the
    numbers of players who became this one; ``exported`` is when all that is kept was handed out
    last; ``reached``: no seat of theirs, at whatever table, waits for them to open a private chat.
    """

    told: Told = NOTHING_TOLD
    asked: bool = False
    vacations: tuple[Booking, ...] = ()
    closed: tuple[str, ...] = ()
    guesses: tuple[datetime, ...] = ()
    unheard: Unheard | None = None
    was: tuple[int, ...] = ()
    exported: datetime | None = None
    opened: Opened = NONE_OPENED
    reached: bool = False


@dataclass(frozen=True, slots=True)
class Ban:
    """Somebody who may not sit at tables of a group: how they were called, and ``mark`` of each
    account; ``by`` is the player who did it, whose name is no part of it.
    """

    name: str
    accounts: tuple[str, ...]
    by: int = 0


@dataclass(frozen=True, slots=True)
class Custom:
    """How a group plays: where it lives, who opens tables, and what these begin with, in words
    like "pace=daily"; who may not play; and since when nothing arrives there that we write.
    """

    zone: str | None = None
    starters: Starters = Starters.EVERYONE
    usual: tuple[str, ...] = ()
    lost: datetime | None = None
    bans: tuple[Ban, ...] = ()
    opened: Opened = NONE_OPENED


_CONVERTER: Final = converter(strict=False)
"""A person is known to older versions, too."""
_REMEMBERED: Final = 1024


def person(player: Player) -> Person:
    """What a person has told."""
    return _person(player.profile)


@lru_cache(_REMEMBERED)
def _person(profile: str) -> Person:
    return _CONVERTER.structure(json.loads(profile or "{}"), Person)


def as_data(told: Person) -> dict[str, Any]:
    """What a person has told, as plain data."""
    data: dict[str, Any] = _CONVERTER.unstructure(told)
    return data


def keep_person(tx: Transaction, player: int, told: Person) -> None:
    """Remember what a person has told."""
    tx.set_profile(player, _text(told))


def custom(room: Room | None) -> Custom:
    """How a group plays."""
    return _custom("" if room is None else room.profile)


@lru_cache(_REMEMBERED)
def _custom(profile: str) -> Custom:
    return _CONVERTER.structure(json.loads(profile or "{}"), Custom)


def keep_custom(tx: Transaction, room: Conversation, agreed: Custom) -> None:
    """Remember how a group plays."""
    tx.set_room_profile(room, _text(agreed))


def place(*zones: str | None) -> tzinfo | None:
    """The first of these zones that is named, and known where we run."""
    for zone in filter(None, zones):
        try:
            return ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError):
            continue
    return None


def _text(value: object) -> str:
    return json.dumps(_CONVERTER.unstructure(value), ensure_ascii=False, separators=(",", ":"))
