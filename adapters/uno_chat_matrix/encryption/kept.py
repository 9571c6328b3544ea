"""What is kept in the store: our account, sessions with devices, and those of rooms, as JSON.

A pickle is wrapped in a key of zeros: whoever reads the database reads every hand in it anyway,
so a key that stood beside it would only look like protection.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from vodozemac import Account, GroupSession, InboundGroupSession, Session

from uno_chat.contract import Memory
from uno_chat_matrix.values import fields, needed, number, text

T = TypeVar("T")

PICKLE_KEY: Final = bytes(32)
ACCOUNT: Final = "account"


@dataclass(frozen=True, slots=True)
class Pair:
    """A session with one device; ``used`` counts up: the one used last is the one to use."""

    key: str
    session: Session = field(repr=False)
    used: int = 0

    @property
    def name(self) -> str:
        return f"{pairs_with(self.key)}{self.session.session_id}"


@dataclass(frozen=True, slots=True)
class Heard:
    """A session in which somebody speaks in a room, given ``since`` (milliseconds); ``seen`` says
    which event each message was, so that none counts twice.
    """

    room: str
    user: str
    session: InboundGroupSession = field(repr=False)
    since: int = 0
    seen: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return heard_in(self.room, self.session.session_id)


@dataclass(frozen=True, slots=True)
class Spoken:
    """The session in which we speak in a room, since when (milliseconds) and to which devices: a
    device is "user device", its key tells it from another that is called the same.
    """

    room: str
    session: GroupSession = field(repr=False)
    since: int
    shared: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return spoken_in(self.room)


def pairs_with(key: str) -> str:
    """How the names of the sessions with a device begin."""
    return f"pair {key} "


def heard_in(room: str, session: str = "") -> str:
    """The name of a session in which somebody speaks, or how those in a room begin."""
    return f"heard {room} {session}"


def spoken_in(room: str) -> str:
    """The name of the session in which we speak."""
    return f"spoken {room}"


def pickled_account(account: Account) -> str:
    return account.pickle(PICKLE_KEY)


def pickled(one: Pair | Heard | Spoken) -> str:
    """As it is kept."""
    body: dict[str, object] = {"pickle": one.session.pickle(PICKLE_KEY)}
    match one:
        case Pair():
            body |= {"key": one.key, "used": one.used}
        case Heard():
            body |= {"room": one.room, "user": one.user, "since": one.since, "seen": dict(one.seen)}
        case Spoken():
            body |= {"room": one.room, "since": one.since, "shared": dict(one.shared)}
    return json.dumps(body, separators=(",", ":"))


async def account_in(memory: Memory) -> Account | None:
    """Our account, if there is one; raises ValueError if it cannot be read."""
    kept = await memory.read(ACCOUNT)
    return Account.from_pickle(kept[ACCOUNT], PICKLE_KEY) if ACCOUNT in kept else None


async def pairs_in(memory: Memory, key: str) -> list[Pair]:
    """The sessions with a device, the one used last first."""
    kept = await memory.read(pairs_with(key))
    found = [_pair(raw) for raw in kept.values()]
    return sorted(found, key=lambda pair: (-pair.used, pair.session.session_id))


async def heard_session(memory: Memory, room: str, session: str) -> Heard | None:
    """The session in which somebody speaks, if we were given it."""
    return _one(await memory.read(heard_in(room, session)), heard_in(room, session), _heard)


async def heard_sessions(memory: Memory, room: str) -> list[Heard]:
    """All sessions in which people speak in a room."""
    return [_heard(raw) for raw in (await memory.read(heard_in(room))).values()]


async def spoken_session(memory: Memory, room: str) -> Spoken | None:
    """The session in which we speak, if there is one."""
    return _one(await memory.read(spoken_in(room)), spoken_in(room), _spoken)


def _one(kept: Mapping[str, str], name: str, read: Callable[[str], T]) -> T | None:
    return read(kept[name]) if name in kept else None


def _pair(raw: str) -> Pair:
    body = json.loads(raw)
    session = Session.from_pickle(needed(body, "pickle"), PICKLE_KEY)
    return Pair(needed(body, "key"), session, number(body, "used") or 0)


def _heard(raw: str) -> Heard:
    body = json.loads(raw)
    session = InboundGroupSession.from_pickle(needed(body, "pickle"), PICKLE_KEY)
    seen = {index: text(body, "seen", index) for index in fields(body, "seen")}
    return Heard(
        needed(body, "room"), needed(body, "user"), session, number(body, "since") or 0, seen
    )


def _spoken(raw: str) -> Spoken:
    body = json.loads(raw)
    session = GroupSession.from_pickle(needed(body, "pickle"), PICKLE_KEY)
    shared = {device: text(body, "shared", device) for device in fields(body, "shared")}
    return Spoken(needed(body, "room"), session, number(body, "since") or 0, shared)
