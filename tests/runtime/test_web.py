"""The door, called as a server would call it: 200 means stored, everything else means again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest

from uno_chat.contract import (
    NOT_SERVED,
    Batch,
    Capabilities,
    Conversation,
    Delivery,
    Envelope,
    NotAuthentic,
    Puller,
    Receipt,
    Reply,
    Request,
    RetryLater,
    Said,
    StoreError,
    Toast,
    Unreadable,
    User,
    Webhook,
)
from uno_chat.runtime import web
from uno_chat.runtime.receiving import Account
from uno_chat.runtime.roles import Role
from uno_chat.runtime.web import LARGEST, Door, Event
from uno_chat.testing.desk import NOON
from uno_chat.testing.memory_store import MemoryStore

KEY = {"x-key": "the secret"}
SPOILT = b"spoilt by annabella"


def envelope(text: str) -> Envelope:
    ann = User("called", "annabella")
    return Envelope(text, NOON, ann, "Annabella", Conversation("called", "1"), True, Said(text))  # noqa: FBT003 - private, by place


class Called:
    """An adapter that is called; whoever does must know the secret. ``source`` may be changed."""

    network = "called"
    capabilities = Capabilities()

    def __init__(self) -> None:
        self.source: Webhook | Puller = self

    async def decode(self, request: Request) -> Batch:
        body = request.body
        if request.headers.get("x-key") != KEY["x-key"]:
            raise NotAuthentic
        if request.path.startswith("/below"):
            told = (envelope(f"{request.method} {request.path}"),)
            return Batch(told, reply=Reply(201, '{"below": true}'))
        if (request.method, request.path) != ("POST", ""):
            return Batch(reply=NOT_SERVED)
        if body == b"ask":
            raise RetryLater(timedelta(0))
        if body == b"bug":
            raise KeyError(body)
        if body == SPOILT:
            return Batch((), None, (Unreadable("e1", body.decode()),))
        return Batch(tuple(map(envelope, json.loads(body))))

    async def open(self) -> None:
        return

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        raise AssertionError(delivery)

    async def close(self) -> None:
        return


class Asked:
    """A source that is asked, and never answers."""

    async def pull(self, cursor: str | None) -> Batch:
        raise AssertionError(cursor)


@dataclass(slots=True)
class House:
    """A door and what is behind it."""

    store: MemoryStore = field(default_factory=MemoryStore)
    adapter: Called = field(default_factory=Called)
    stops: bool = False
    rung: int = 0
    account: Account = field(init=False)
    door: Door = field(init=False)

    def __post_init__(self) -> None:
        self.account = Account(self.adapter, is_open=True)
        accounts = {"called": self.account}
        self.door = Door(accounts, self.store, lambda: NOON, self.ring, lambda: self.stops)

    def ring(self) -> None:
        assert self.store.rows.inbox, "it rings after the commit"
        self.rung += 1

    @property
    def inbox(self) -> list[str]:
        return [row.row.arrival.event_id for row in self.store.rows.inbox.values()]

    async def ask(self, path: str, *, method: str = "GET", **request: Any) -> tuple[int, str]:  # noqa: ANN401 - parts of a request
        answers: list[Event] = []
        events: list[Event] = list(request.get("events") or in_pieces(request.get("body", b"")))

        async def receive() -> Event:
            if not events:
                await asyncio.Event().wait()
            return events.pop(0)

        async def send(event: Event) -> None:
            answers.append(event)

        headers = [(k.encode(), v.encode()) for k, v in request.get("headers", {}).items()]
        scope = {"type": "http", "method": method, "path": path, "headers": headers}
        await self.door(scope, receive, send)
        begin, body = answers
        assert [begin["type"], body["type"]] == ["http.response.start", "http.response.body"]
        return int(begin["status"]), body["body"].decode()

    async def post(self, body: bytes, **headers: str) -> int:
        status, text = await self.ask("/in/called", method="POST", body=body, headers=KEY | headers)
        assert text == "", "a network is told no more than the number"
        return status


def in_pieces(body: bytes, size: int = 7) -> Iterator[Event]:
    for start in range(0, len(body), size):
        yield {"type": "http.request", "body": body[start : start + size], "more_body": True}
    yield {"type": "http.request"}


@pytest.fixture
async def house() -> House:
    house = House()
    await house.store.open()
    return house


@contextmanager
def broken(monkeypatch: pytest.MonkeyPatch, error: Exception) -> Iterator[None]:
    async def fail(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(MemoryStore, "transact", fail)
        yield


# --- what is posted -----------------------------------------------------------------------------


async def test_what_is_posted_is_stored_and_then_rung_for(house: House) -> None:
    assert await house.post(b'["one", "two"]') == HTTPStatus.OK
    assert (house.inbox, house.rung) == (["one", "two"], 1)


async def test_what_is_posted_twice_is_stored_once_and_answered_alike(house: House) -> None:
    assert [await house.post(b'["one"]') for _ in range(2)] == [HTTPStatus.OK] * 2
    assert (house.inbox, house.rung) == (["one"], 1)


async def test_nothing_of_interest_is_taken_and_rings_for_nobody(house: House) -> None:
    assert await house.post(b"[]") == HTTPStatus.OK
    assert (house.inbox, house.rung) == ([], 0)


async def test_what_cannot_be_read_is_set_aside_and_never_posted_again(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    assert await house.post(SPOILT) == HTTPStatus.OK
    assert list(house.store.rows.unreadable.values()) == [(NOON, SPOILT.decode())]
    assert "annabella" not in caplog.text


async def test_whoever_does_not_know_the_secret_is_refused_without_a_word(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    for key in ("the secre", ""):
        assert await house.post(b'["one"]', **{"x-key": key}) == HTTPStatus.FORBIDDEN
    assert (house.inbox, house.rung) == ([], 0)
    assert caplog.messages == [  # once, and once more after the network itself has posted
        "somebody who is not called posted in its name and was refused"
    ]
    await house.post(b"[]")
    await house.post(b'["one"]', **{"x-key": ""})
    assert len(caplog.messages) == 2
    assert "secre" not in caplog.text
    assert "one" not in caplog.text


async def test_that_nothing_can_be_stored_is_told_once_however_often_it_is_posted(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    with broken(monkeypatch, StoreError("The disk is full.")):
        for _ in range(3):
            await house.post(b'["one"]')
    for _ in range(2):
        await house.post(b'["one"]')
    assert caplog.messages == [
        "nothing posted can be stored, networks have to post again: The disk is full.",
        "what is posted can be stored again",
    ]


@pytest.mark.parametrize("error", [StoreError("The disk is full."), RuntimeError("annabella")])
async def test_what_could_not_be_stored_is_asked_for_again(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    with broken(monkeypatch, error):
        assert await house.post(b'["one"]') == HTTPStatus.SERVICE_UNAVAILABLE
    assert house.rung == 0
    assert "annabella" not in caplog.text
    assert await house.post(b'["one"]') == HTTPStatus.OK
    assert (house.inbox, house.rung) == (["one"], 1)


async def test_an_adapter_that_breaks_is_told_of_by_its_place_alone(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    assert await house.post(b"bug") == HTTPStatus.SERVICE_UNAVAILABLE
    assert [text.partition(" at ")[0] for text in caplog.messages] == [
        "receiving from called raised KeyError"
    ]
    assert "bug" not in caplog.text


async def test_what_cannot_be_understood_without_the_network_is_posted_again(house: House) -> None:
    assert await house.post(b"ask") == HTTPStatus.SERVICE_UNAVAILABLE
    assert house.account.health.failing == NOON


async def test_before_the_account_is_open_and_at_the_end_networks_are_told_to_repeat(
    house: House,
) -> None:
    house.account.is_open = False
    assert await house.post(b'["one"]') == HTTPStatus.SERVICE_UNAVAILABLE
    house.account.is_open, house.stops = True, True
    assert await house.post(b'["one"]') == HTTPStatus.SERVICE_UNAVAILABLE
    assert house.inbox == []


async def test_what_stands_below_is_the_adapters_and_so_is_the_answer(house: House) -> None:
    put: dict[str, Any] = {"method": "PUT", "headers": KEY}
    assert await house.ask("/in/called/below/7", **put) == (201, '{"below": true}')
    assert (house.inbox, house.rung) == (["PUT /below/7"], 1)
    assert await house.ask("/in/called/below/7", method="PUT") == (HTTPStatus.FORBIDDEN, "")


# --- what is too much ---------------------------------------------------------------------------


async def test_the_largest_body_is_taken_and_one_byte_more_is_not(house: House) -> None:
    most = b'["one"]'.ljust(LARGEST)
    declared = {"content-length": str(LARGEST + 1)}
    endless = {"content-length": "9" * 5000}
    for pieces in (2**16, 2 * LARGEST):
        body = list(in_pieces(most + b" ", pieces))
        asked = await house.ask("/in/called", method="POST", events=body, headers=KEY)
        assert asked == (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "")
    for length in (declared, endless):
        asked = await house.ask("/in/called", method="POST", events=[{}], headers=KEY | length)
        assert asked == (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "")
    assert house.inbox == []
    body = list(in_pieces(most, 2**16))
    asked = await house.ask("/in/called", method="POST", events=body, headers=KEY)
    assert (asked, house.inbox) == ((HTTPStatus.OK, ""), ["one"])


async def test_a_body_that_does_not_come_is_not_waited_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "READ_WITHIN", 0)
    begun = [{"type": "http.request", "body": b"[", "more_body": True}]
    asked = await house.ask("/in/called", method="POST", events=begun, headers=KEY)
    assert asked == (HTTPStatus.REQUEST_TIMEOUT, "")


async def test_a_body_that_breaks_off_is_nothing(house: House) -> None:
    begun: Iterable[Event] = [
        {"type": "http.request", "body": b'["one"]', "more_body": True},
        {"type": "http.disconnect"},
    ]
    asked = await house.ask("/in/called", method="POST", events=begun, headers=KEY)
    assert (asked[0], house.inbox) == (HTTPStatus.BAD_REQUEST, [])


# --- what else is there -------------------------------------------------------------------------


async def test_who_does_not_receive_lets_the_network_post_elsewhere(house: House) -> None:
    house.account.may = frozenset({Role.WORK, Role.SEND})
    assert await house.post(b'["one"]') == HTTPStatus.SERVICE_UNAVAILABLE
    assert not house.inbox


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(("GET", "/in/called"), ("PUT", "/in/called"), ("POST", "/in/other"), ("POST", "/in/")),
        *(("POST", "/in/called/"), ("POST", "/in/called/x"), ("POST", "//in/called")),
        *(("POST", "/livez"), ("GET", "/"), ("GET", "/metrics"), ("GET", "/readyz/"), ("GET", "")),
    ],
)
async def test_nothing_else_is_served(house: House, method: str, path: str) -> None:
    asked = await house.ask(path, method=method, body=b'["one"]', headers=KEY)
    assert (asked, house.inbox) == ((HTTPStatus.NOT_FOUND, ""), [])


async def test_an_account_that_is_asked_has_no_door(house: House) -> None:
    house.adapter.source = Asked()
    assert await house.post(b'["one"]') == HTTPStatus.NOT_FOUND


async def test_it_is_ready_when_every_account_is_open_and_the_store_answers(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await house.ask("/readyz") == (HTTPStatus.OK, "ready\n")
    away = HTTPStatus.SERVICE_UNAVAILABLE
    with broken(monkeypatch, StoreError("The disk is full.")):
        assert await house.ask("/readyz") == (away, "the database does not answer\n")
    house.account.is_open = False
    assert await house.ask("/readyz", method="HEAD") == (away, "not open: called\n")
    house.account.put_off = "Telegram does not find us"
    assert await house.ask("/readyz") == (away, "not open: called (Telegram does not find us)\n")
    house.account.is_open, house.stops = True, True
    assert await house.ask("/readyz") == (away, "not open: stopping\n")
    assert await house.ask("/livez") == (HTTPStatus.OK, "lives\n")


async def test_a_store_that_hangs_is_not_waited_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(MemoryStore, "transact", hang)
    monkeypatch.setattr(web, "STORED_WITHIN", 0)
    asked = await house.ask("/readyz")
    assert asked == (HTTPStatus.SERVICE_UNAVAILABLE, "the database does not answer\n")
    assert await house.ask("/livez") == (HTTPStatus.OK, "lives\n")
