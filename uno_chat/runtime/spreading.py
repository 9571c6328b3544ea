"""Which worker lets an account go, so that workers that could serve the same serve alike many.

At each beat a worker notes in the store that it is there, and how many accounts it serves. The one
that serves most gives one to the one that serves fewest, if that leaves it no fewer; nobody else
moves, and nobody gives to whoever has only come. So they come to rest, one account after the other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Transaction

SETTLED: Final = timedelta(seconds=30)
"""How long a worker has to be there before it is given anything: at an upgrade they come and go. As
long it keeps what it has taken over, for people have waited then already.
"""
_HOUSE: Final = ""
_NOTE: Final = "worker "


@dataclass(frozen=True, slots=True)
class Peer:
    """A worker as it was ``at`` a time, and ``since`` when it is there: how many accounts it serves
    of those that it could serve.
    """

    worker: str
    since: datetime
    at: datetime
    serves: int
    could: tuple[str, ...]


def meet(tx: Transaction, now: datetime, lasts: timedelta) -> tuple[Peer, ...]:
    """The workers that were there lately; what older ones have noted is forgotten."""
    found = {name: _read(name, text) for name, text in tx.memory(_HOUSE, _NOTE).items()}
    peers = [peer for peer in found.values() if peer is not None and now - peer.at <= lasts]
    there = {peer.worker for peer in peers}
    gone = sorted(name for name in found if name.removeprefix(_NOTE) not in there)
    if gone:
        tx.remember(_HOUSE, dict.fromkeys(gone))
    return tuple(peers)


def note(tx: Transaction, me: Peer) -> None:
    """Let others know that we are there."""
    told = {"since": me.since.isoformat(), "at": me.at.isoformat()}
    text = json.dumps({**told, "serves": me.serves, "could": me.could})
    tx.remember(_HOUSE, {f"{_NOTE}{me.worker}": text})


def leave(tx: Transaction, worker: str) -> None:
    """We are there no more."""
    tx.remember(_HOUSE, {f"{_NOTE}{worker}": None})


def taker(me: Peer, others: Iterable[Peer]) -> Peer | None:
    """Whom we have to give an account, if anybody."""
    alike = [one for one in others if one.could == me.could and one.worker != me.worker]
    if any((one.serves, one.worker) > (me.serves, me.worker) for one in alike):
        return None
    ready = [one for one in alike if me.at - one.since >= SETTLED and me.serves - one.serves > 1]
    return min(ready, key=lambda one: (one.serves, one.worker), default=None)


def _read(name: str, text: str) -> Peer | None:
    """None where another version has noted something else."""
    try:
        told = json.loads(text)
        since, at = (datetime.fromisoformat(told[key]) for key in ("since", "at"))
        worker, could = name.removeprefix(_NOTE), tuple(map(str, told["could"]))
        return Peer(worker, since, at, int(told["serves"]), could)
    except (KeyError, TypeError, ValueError):
        return None
