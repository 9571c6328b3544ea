"""What a running house is told from outside: its networks, its zone, its source of chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from secrets import randbelow
from typing import Final, Protocol

from uno_chat.contract import Capabilities, Conversation, Player, Room, User
from uno_chat.coordinator.crowds import Crowd, Quiet
from uno_chat.coordinator.profiles import custom, person, place
from uno_chat.table import IN_GROUPS, Settings
from uno_chat.views import Reader

Seeds = Callable[[int, int], bytes]
"""32 secret bytes for a table and the number of its next round."""

Chance = Callable[[int], int]
"""A number from 0 to below another one, which nobody can foretell."""

_NOTHING_SPECIAL = Capabilities()
KEPT: Final = timedelta(days=9)
"""How long what has ended is kept: a network may send the same again for a week."""
KEPT_TABLES: Final = timedelta(days=90)
"""How long a table is kept after it was closed: its buttons tell how it ended, and whoever has data
exported reads of it."""


class Pulse(Protocol):
    """What is known of the networks' health."""

    def lenient(self, now: datetime) -> bool:
        """Whether a turn that ends now is no fault of anybody."""
        ...

    def may_end(self, network: str, now: datetime) -> bool:
        """Whether a turn may end now for lack of an answer; counts it if so."""
        ...


class Well:
    """A house in which nothing ever fails."""

    def lenient(self, now: datetime) -> bool:  # noqa: ARG002 - a Pulse that needs no time
        """Every fault is that of whoever did not answer."""
        return False

    def may_end(self, network: str, now: datetime) -> bool:  # noqa: ARG002 - see above
        """Any turn may end at any time."""
        return True


@dataclass(frozen=True, slots=True)
class House:
    """``seeds`` and ``chance`` are the system's secure source but for repeatable games;
    ``operator`` is how whoever runs the house can be reached, in their own words; ``kept`` is how
    long what has ended is kept, ``kept_tables`` a table that was closed; ``crowd`` counts who says
    how much.
    """

    networks: Mapping[str, Capabilities]
    seeds: Seeds
    settings: Settings = IN_GROUPS
    zone: tzinfo = UTC
    language: str = "en"
    pulse: Pulse = field(default_factory=Well)
    chance: Chance = randbelow
    operator: str = ""
    kept: timedelta = KEPT
    kept_tables: timedelta = KEPT_TABLES
    crowd: Crowd = field(default_factory=Quiet)

    def able(self, network: str) -> Capabilities:
        """What a network can do; of one that is not served any more, nothing is expected."""
        return self.networks.get(network, _NOTHING_SPECIAL)

    def reader(self, player: Player, user: User, near: str | None = None) -> Reader:
        """How a person reads on the network of ``user``: in the own time zone, else in that of the
        group whose table it is about, ``near``.
        """
        zone = place(person(player).told.habits.zone, near)
        return self._reader(player.language, user.network, zone)

    def strangers_reader(self, user: User, language: str) -> Reader:
        """How somebody reads of whom nothing is known any more but a language."""
        return self._reader(language, user.network, None)

    def room_reader(self, room: Room | None, conversation: Conversation) -> Reader:
        """How a conversation reads: its own language, not the one of whoever acts."""
        zone = place(custom(room).zone)
        return self._reader(room.language if room else None, conversation.network, zone)

    def _reader(self, language: str | None, network: str, zone: tzinfo | None) -> Reader:
        able = self.able(network)
        return Reader(
            language or self.language,
            zone or self.zone,
            able.prefix,
            links=able.contact_links,
            networks=tuple(sorted(self.networks)),
            typed=able.buttons is None,
            sparing=able.thrifty,
        )
