"""Whatever a homeserver says, or people write on one: envelopes that can be kept, something set
aside, or an error that says what happens next; nothing that would come again for ever.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from hypothesis import strategies as st

from uno_chat.contract import NotAuthentic, Request, RetryLater
from uno_chat.testing.fuzzing import (
    DEPTHS,
    TAKEN,
    Tally,
    Target,
    at_once,
    evil,
    mangled,
    search,
    texts,
    written,
)
from uno_chat.testing.keeping import kept
from uno_chat_matrix.account import account
from uno_chat_matrix.batch import batch_of
from uno_chat_matrix.client import Client, NoAnswer, Refused, _read
from uno_chat_matrix.decode import Part
from uno_chat_matrix.session import Me
from uno_chat_matrix.sync import Syncing
from uno_chat_matrix.transactions import HEADER, Transactions
from uno_chat_matrix.values import objects

SECRET: Final = "known-to-the-homeserver-alone"
ME: Final = Me("@uno:localhost", "Uno")
NOW: Final = datetime(2026, 12, 1, tzinfo=UTC)
SYNCS: Final[list[dict[str, Any]]] = list(
    json.loads(
        (Path(__file__).parents[1] / "matrix" / "recorded.json").read_text(encoding="utf-8")
    ).values()
)
CURSOR: Final = '["s0",[]]'


def events_in(sync: object) -> Iterator[dict[str, Any]]:
    """Every event that stands anywhere in a sync."""
    if isinstance(sync, dict):
        if "type" in sync:
            yield sync
        for part in sync.values():
            yield from events_in(part)
    elif isinstance(sync, list):
        for part in sync:
            yield from events_in(part)


EVENTS: Final = [event for sync in SYNCS for event in events_in(sync)]
TRANSACTIONS: Final = [{"events": [{"room_id": "!r", **event}]} for event in EVENTS]


class Silent:
    """A memory that holds nothing."""

    async def read(self, begins: str = "") -> Mapping[str, str]:  # noqa: ARG002 - a Memory
        return {}

    async def write(self, changes: Mapping[str, str | None]) -> None:
        """Forget it."""


class Answering(Client):
    """A client to which a homeserver answers what it is told to."""

    def __init__(self, sync: bytes, other: bytes) -> None:
        super().__init__("http://matrix.test")
        self.bodies = {"sync": sync}
        self.other = other

    async def _ask(self, method: str, path: tuple[str, ...], **_: object) -> Mapping[str, object]:
        body = self.bodies.get(path[0], self.other)
        return _read(method, httpx.Response(200, content=body))


def synced(bodies: tuple[bytes, bytes]) -> str:
    here = account(Answering(*bodies), ME)
    try:
        batch = at_once(Syncing(lambda: here, lambda: NOW).pull(CURSOR))
    except RetryLater:
        assert not _is_object(bodies[0]) or not _is_object(bodies[1])
        return "later"
    assert batch.cursor is not None
    return kept("matrix", batch)


def _is_object(body: bytes) -> bool:
    """Whether it is what a homeserver says, however deep."""
    try:
        return isinstance(json.loads(body), dict)
    except RecursionError:
        return body.lstrip().startswith(b"{")
    except ValueError:
        return False


def posted(case: tuple[Request, bytes]) -> str:
    request, other = case
    here = account(Answering(b"{}", other), ME)
    source = Transactions(SECRET, lambda: here, Silent, lambda: NOW)
    try:
        batch = at_once(source.decode(request))
    except NotAuthentic:
        assert request.headers.get(HEADER) != f"Bearer {SECRET}"
        return "not authentic"
    except RetryLater:
        assert not _is_object(other)
        return "later"
    assert request.headers[HEADER] == f"Bearer {SECRET}"
    if batch.reply.status != 200:
        return f"answered {batch.reply.status}"
    return kept("matrix", batch)


def heard(body: bytes) -> str:
    told = _read("GET sync", httpx.Response(200, content=body))
    part = Part("!r", tuple(objects(told, "events")))
    return kept("matrix", batch_of([part], account(Answering(b"", b""), ME), NOW, "c"))


def answered(case: tuple[int, dict[bytes, bytes], bytes]) -> str:
    status, headers, body = case
    try:
        told = _read("GET sync", httpx.Response(status, headers=headers, content=body))
    except NoAnswer:
        return "no answer"
    except Refused as error:
        return "refused" if error.after is None else "refused for a while"
    assert isinstance(told, dict)
    return TAKEN


depths = st.just(DEPTHS[0]) | st.sampled_from(DEPTHS)
others = st.builds(written, mangled(EVENTS) | evil, depths) | st.just(b"{}")
right = st.just(f"Bearer {SECRET}")
secrets = st.integers(0, 9).flatmap(lambda n: right if n else texts | st.just(SECRET))
there = st.just("/_matrix/app/v1/transactions/7")
paths = st.integers(0, 9).flatmap(lambda n: there if n else texts | st.just("/_matrix/app/v1/ping"))
posts = st.builds(
    Request,
    st.builds(lambda value: {HEADER: value}, secrets),
    st.builds(written, mangled(TRANSACTIONS), depths) | st.binary(max_size=50),
    st.just("PUT") | st.sampled_from(("POST", "GET", "")),
    paths,
)
pauses = st.dictionaries(
    st.just(b"Retry-After"), st.sampled_from((b"1", b"-1", b"9" * 5000, "²".encode(), b"x", b""))
)
errors = [{"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 2000}, {"errcode": "M_FORBIDDEN"}]

TARGETS: Final = (
    Target(
        "matrix: a sync",
        st.tuples(st.builds(written, mangled(SYNCS), depths), others),
        synced,
    ),
    Target("matrix: a transaction", st.tuples(posts, others), posted),
    Target(
        "matrix: events",
        st.builds(
            lambda events, depth: written({"events": events}, depth),
            st.lists(mangled(EVENTS), max_size=3),
            depths,
        ),
        heard,
    ),
    Target(
        "matrix: an answer",
        st.tuples(
            st.sampled_from((200, 400, 401, 404, 429, 502)),
            pauses,
            st.builds(written, mangled(errors), depths) | st.binary(max_size=20),
        ),
        answered,
    ),
)


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_whatever_comes_is_taken_or_refused(target: Target[Any]) -> None:
    tally = Tally()
    search(target, 300, 1, tally)
    assert 0 < tally.words[TAKEN] < tally.inputs
