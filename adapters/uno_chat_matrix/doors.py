"""Coming into rooms: invitations are followed one by one, again until the homeserver has answered,
and never faster than a person would invite.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from uno_chat_matrix.client import TOO_MANY, Client, NoAnswer, Refused
from uno_chat_matrix.cursor import Invitation
from uno_chat_matrix.direct import Direct
from uno_chat_matrix.errors import LATER, pause
from uno_chat_matrix.places import server_of

log = logging.getLogger(__name__)

WAITING: Final = 100
"""So many invitations are kept, and so many of one person."""
OF_ONE: Final = 5
_AT_ONCE: Final = 10
_EACH: Final = timedelta(seconds=10)
_LONGEST: Final = timedelta(hours=1)
_TRIES: Final = 20
"""So often, for half a day, a homeserver may fail to bring us into a room."""


def kept(old: Iterable[Invitation], new: Iterable[Invitation]) -> tuple[Invitation, ...]:
    """The invitations to follow, without those of whoever floods us: the oldest count."""
    found: dict[str, Invitation] = {}
    by: Counter[str] = Counter()
    for one in (*old, *new):
        if one.room not in found and by[one.by] < OF_ONE and len(found) < WAITING:
            found[one.room] = one
            by[one.by] += 1
    return tuple(found.values())


@dataclass(slots=True)
class Doors:
    """Who goes in; remembers when that was last, and what is not to be tried again at once."""

    client: Client
    direct: Direct
    times: list[datetime] = field(default_factory=list)
    tries: Counter[str] = field(default_factory=Counter)
    not_before: dict[str, datetime] = field(default_factory=dict)

    async def follow(
        self, invitations: tuple[Invitation, ...], now: datetime
    ) -> tuple[Invitation, ...]:
        """Follow as many as may be; returns those that are left for later."""
        settled = {one for one in invitations if self._may(one, now) and await self._in(one, now)}
        return tuple(one for one in invitations if one not in settled)

    def wait(self, invitations: tuple[Invitation, ...], now: datetime) -> timedelta | None:
        """When to come again for those that are left; None if there are none."""
        if not invitations:
            return None
        soonest = min(self.not_before.get(one.room, now + _EACH) for one in invitations)
        return max(soonest - now, timedelta(seconds=1))

    def _may(self, one: Invitation, now: datetime) -> bool:
        """Whether it is time."""
        self.times = [at for at in self.times if at > now - _AT_ONCE * _EACH]
        return len(self.times) < _AT_ONCE and self.not_before.get(one.room, now) <= now

    async def _in(self, one: Invitation, now: datetime) -> bool:
        """Go in, or find that there is no way; False if that is not known yet."""
        self.times.append(now)
        try:
            if one.direct:
                await self.direct.add(one.by, one.room)
            await self.client.post("join", one.room, server_name=server_of(one.by))
        except NoAnswer:
            self._put_off(one, now, LATER)
            return self.tries[one.room] >= _TRIES
        except Refused as error:
            if error.status == TOO_MANY:
                self._put_off(one, now, pause(error))
                return False
            if error.says_nothing:
                raise
            log.info("an invitation could not be followed: %s", error)
        self.tries.pop(one.room, None)
        self.not_before.pop(one.room, None)
        return True

    def _put_off(self, one: Invitation, now: datetime, after: timedelta) -> None:
        """Longer each time."""
        self.not_before[one.room] = now + min(
            after * (1 << min(self.tries[one.room], 12)), _LONGEST
        )
        self.tries[one.room] += 1
