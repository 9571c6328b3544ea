"""Who may call when: quotas of a network, by conversation and by account, and whose turn it is.

What somebody waits for goes before what others only look at; but what has waited long enough is
passed by nobody any more, so that under any load everything is shown in the end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Address, Capabilities, Quota, User
from uno_chat.runtime.quotas import Tally

LATE: Final = timedelta(seconds=1)
"""How long a place is kept for somebody who does not come. Whoever comes after that has to find
another one, but has waited since then: else a slow process would never come in time.
"""
PATIENCE: Final = timedelta(seconds=60)
"""How long what may wait lets others pass."""
MOMENT: Final = timedelta(seconds=1)
"""How long what may wait does so where calls refill: in that time those come who cannot, and the
page may change once more.
"""
REMEMBERED: Final = timedelta(hours=1)
"""How long who was quiet since is remembered; longer than any quota counts."""


@dataclass(frozen=True, slots=True)
class Place:
    """When somebody may call who asked first ``since`` a time; ``kept``: nobody else has it."""

    at: datetime
    since: datetime
    patient: bool = False
    kept: bool = True

    @property
    def rank(self) -> datetime:
        """Whose is earlier goes first."""
        return self.since + PATIENCE if self.patient else self.since


@dataclass(slots=True)
class Limits:
    """What was sent lately, and who may send when. Forgotten at a restart: then the network's own
    answer decides. Where another worker has sent on a network up to a time (``others``), quotas
    of the account and of groups begin there without a burst, at the pace that they allow for ever.
    """

    tallies: dict[Address | str, Tally] = field(default_factory=dict)
    others: dict[str, datetime] = field(default_factory=dict)
    places: dict[Address, Place] = field(default_factory=dict)
    taken: dict[Address, datetime] = field(default_factory=dict)
    held: dict[str, datetime] = field(default_factory=dict)
    swept: datetime | None = None

    def admit(
        self,
        to: Address,
        able: Capabilities,
        now: datetime,
        *,
        spread: bool = False,
        patient: bool = False,
    ) -> datetime | None:
        """Count one call to this address; None if it may be made now, else the time to come
        again. The place is kept until then, so that everybody who waits has a time of their own.

        ``spread``: it may wait a little, so that there is always room for the next one soon.
        ``patient``: others may go first for a while, and half of what an account may call at once
        is left to them.
        """
        self._sweep(now)
        place = self.places.pop(to, None) or Place(now, now, patient, kept=False)
        if place.at + LATE < now or (place.patient and not patient):
            self._give_back(to, able, place)
            place = replace(place, patient=place.patient and patient, kept=False)
        if not place.kept:
            place = self._place(to, able, now, place, spread=spread)
        if place.at <= now:
            self.taken[to] = place.at
            return None
        self.places[to] = place
        return place.at

    def release(self, to: Address, able: Capabilities) -> None:
        """Nothing is sent to this address, although it had a place or was admitted."""
        self._give_back(to, able, self.places.pop(to, None))
        taken = self.taken.pop(to, None)
        self._give_back(to, able, None if taken is None else Place(taken, taken))

    def take_over(self, network: str, now: datetime) -> None:
        """Another worker has sent on a network up to now: what we know of it is old."""
        self.others[network] = now
        self.tallies = {
            key: tally for key, tally in self.tallies.items() if _network(key) != network
        }
        for to, place in self.places.items():
            if to.network == network:
                self.places[to] = replace(place, kept=False)

    def hold(
        self, network: str, able: Capabilities, until: datetime, *, spent: bool = False
    ) -> None:
        """The network takes nothing from this account before then. Whoever waits comes again, and
        stays before those who come later. ``spent``: its quota is used up, whatever we counted.
        """
        self.held[network] = max(until, self.held.get(network, until))
        for to, place in self.places.items():
            if to.network == network:
                self._give_back(to, able, place)
                self.places[to] = replace(place, kept=False)
        if spent and able.per_account is not None:
            self._tally(network, able.per_account).refused(self.held[network])

    def _place(
        self, to: Address, able: Capabilities, now: datetime, mine: Place, *, spread: bool
    ) -> Place:
        held = self.held.get(to.network)
        if held is not None and held > now:
            return replace(mine, at=held, kept=False)
        counted = dict(self._counted(to, able))
        for tally in counted.values():
            tally.forget(now)
        passed = self._passed(to.network, able, mine.rank, now)
        soonest = now
        if spread and to in counted:
            soonest = max(soonest, counted[to].in_step(now))
        if mine.patient and able.per_account is not None and able.per_account.refills:
            soonest = max(soonest, mine.since + MOMENT, counted[to.network].half_free(now))
        at = self._book(to, able, soonest)
        for one in passed:
            again = self._book(one, able, self.places[one].at)
            self.places[one] = replace(self.places[one], at=again)
        return replace(mine, at=at, kept=True)

    def _passed(
        self, network: str, able: Capabilities, rank: datetime, now: datetime
    ) -> list[Address]:
        """Who has to stand behind and gives up the place for that, the first one first."""
        if able.per_account is None:
            return []
        behind = [
            (place.at, number, to)
            for number, (to, place) in enumerate(self.places.items())
            if to.network == network and place.kept and place.rank > rank and place.at > now
        ]
        for _, _, to in behind:
            self._give_back(to, able, self.places[to])
        return [to for _, _, to in sorted(behind, key=lambda one: one[:2])]

    def _book(self, to: Address, able: Capabilities, soonest: datetime) -> datetime:
        tallies = [tally for _, tally in self._counted(to, able)]
        at = next(
            at for at in _candidates(tallies, soonest) if all(tally.fits(at) for tally in tallies)
        )
        for tally in tallies:
            tally.add(at)
        return at

    def _counted(self, to: Address, able: Capabilities) -> Iterator[tuple[Address | str, Tally]]:
        for key, quota in ((to, able.per_conversation), (to.network, able.per_account)):
            if quota is not None:
                yield key, self._tally(key, quota)

    def _tally(self, key: Address | str, quota: Quota) -> Tally:
        if key not in self.tallies:
            self.tallies[key] = tally = Tally(quota)
            others = self.others.get(_network(key))
            if others is not None and not isinstance(key, User):  # nobody is told that much alone
                tally.used(others)
        return self.tallies[key]

    def _give_back(self, to: Address, able: Capabilities, place: Place | None) -> None:
        if place is not None and place.kept:
            for _, tally in self._counted(to, able):
                tally.remove(place.at)

    def _sweep(self, now: datetime) -> None:
        """Forget, now and then, whoever has long been quiet."""
        if self.swept is not None and now < self.swept + REMEMBERED:
            return
        self.swept, then = now, now - REMEMBERED
        self.tallies = {key: tally for key, tally in self.tallies.items() if tally.counts(now)}
        self.places = {to: place for to, place in self.places.items() if place.at > then}
        self.taken = {to: at for to, at in self.taken.items() if at > then}


def _network(key: Address | str) -> str:
    return key if isinstance(key, str) else key.network


def _candidates(tallies: Collection[Tally], soonest: datetime) -> Iterator[datetime]:
    """The times at which there may be room for one more call; at the last of them there is."""
    yield soonest
    frees = {at for tally in tallies for at in tally.frees()}
    yield from sorted(at for at in frees if at > soonest)
