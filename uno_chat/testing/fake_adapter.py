"""The adapter of every fake network, over any way of calling it: in memory or over a socket.

It is written as an adapter should be: a decoder and a sender that tries once, with no state but
its own name.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from typing import Final, NoReturn, assert_never

from uno_chat.contract import (
    NOT_SERVED,
    Address,
    Batch,
    Capabilities,
    Conversation,
    Delivery,
    Envelope,
    Message,
    NotAuthentic,
    OutcomeUnknown,
    Peek,
    Puller,
    Receipt,
    Rejected,
    Request,
    RetryLater,
    TargetGone,
    TargetMoved,
    Toast,
    Unreachable,
    Unreadable,
    User,
    Webhook,
    envelope_from_json,
)
from uno_chat.testing.fake_chats import Json, chat_of
from uno_chat.testing.fake_markup import markup, rows_of

Call = Callable[[str, Json], Awaitable[Json]]
Decode = Callable[[Iterable[tuple[str, str]], str | None], Batch]

HEADER: Final = "X-Fake-Network"
"""The header in which a webhook request carries the secret."""


class FakeAdapter:
    """One bot account on a fake network; with a ``secret`` it is told by webhook, else it pulls."""

    def __init__(
        self, network: str, capabilities: Capabilities, call: Call, *, secret: str | None = None
    ) -> None:
        self._network = network
        self._capabilities = capabilities
        self._call = call
        self._secret = secret
        self._me = ""

    @property
    def network(self) -> str:
        return self._network

    @property
    def capabilities(self) -> Capabilities:
        return self._capabilities

    @property
    def source(self) -> Webhook | Puller:
        if self._secret is None:
            return _FakePuller(self._read, self._batch)
        return _FakeWebhook(self._secret, self._batch)

    async def open(self) -> None:
        self._me = (await self._read("me", {}))["id"]

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        match delivery:
            case Toast():
                return await self._answer(delivery)
            case Delivery():
                return await self._show(delivery)
            case _:
                assert_never(delivery)

    async def manages(self, user: User, conversation: Conversation) -> bool:
        answer = await self._read("manages", {"who": user.id, "chat": _chat(conversation)})
        _raise_error(answer)
        return bool(answer["manages"])

    async def close(self) -> None:
        self._me = ""

    async def _answer(self, toast: Toast) -> Receipt:
        if toast.peek is not None:
            await self._peek(toast, toast.peek)
        text = toast.text if toast.peek is None else ""
        body = {"key": toast.key, "ack": toast.ack, "text": text}
        _raise_error(await self._write("answer", body))
        return Receipt(None)

    async def _peek(self, toast: Toast, peek: Peek) -> None:
        if not (await self._read("discreet", {}))["discreet"]:
            raise Rejected("here everybody would see it")
        body = _body(Delivery(toast.key, peek.to, peek.document), self._capabilities)
        _raise_error(await self._write("peek", body | {"ack": toast.ack}))

    async def _show(self, delivery: Delivery) -> Receipt:
        body = _body(delivery, self._capabilities)
        answer = await self._write("edit" if body["message"] else "send", body)
        if answer.get("error") == "not-modified":
            return Receipt(delivery.replaces)
        _raise_error(answer)
        return Receipt(Message.parse(answer["message"]))

    async def _read(self, method: str, body: Json) -> Json:
        try:
            return await self._call(method, body)
        except OSError as error:  # whatever was lost is there still: reading changes nothing
            raise RetryLater(timedelta(seconds=1), "no answer") from error

    async def _write(self, method: str, body: Json) -> Json:
        try:
            return await self._call(method, body)
        except ConnectionRefusedError as error:
            raise RetryLater(timedelta(seconds=1), "no connection") from error
        except OSError as error:
            raise OutcomeUnknown from error

    def _batch(self, events: Iterable[tuple[str, str]], cursor: str | None) -> Batch:
        envelopes: list[Envelope] = []
        unreadable: list[Unreadable] = []
        for event, raw in events:
            try:
                envelopes.append(envelope_from_json(raw))
            except (ValueError, KeyError, TypeError, AttributeError):
                unreadable.append(Unreadable(event, raw))
        others = (envelope for envelope in envelopes if envelope.sender.id != self._me)
        return Batch(tuple(others), cursor, tuple(unreadable))


class _FakePuller:
    def __init__(self, read: Call, decode: Decode) -> None:
        self._read = read
        self._decode = decode

    async def pull(self, cursor: str | None) -> Batch:
        answer = await self._read("events", {"cursor": cursor})
        _raise_error(answer)
        return self._decode(answer["events"], answer["cursor"])


class _FakeWebhook:
    def __init__(self, secret: str, decode: Decode) -> None:
        self._secret = secret
        self._decode = decode

    async def decode(self, request: Request) -> Batch:
        given = {name.lower(): value for name, value in request.headers.items()}
        secret = given.get(HEADER.lower(), "")
        if not hmac.compare_digest(secret.encode(), self._secret.encode()):
            raise NotAuthentic
        if (request.method, request.path) != ("POST", ""):
            return Batch(reply=NOT_SERVED)
        text = request.body.decode(errors="replace")
        return self._decode([(f"body-{text}", text)], None)


def _raise_error(answer: Json) -> None:
    match answer.get("error"):
        case None:
            return
        case "too-many":
            raise RetryLater(
                timedelta(seconds=answer["after"]), spent=answer["of"] == "account" or None
            )
        case "blocked":
            raise Unreachable("unblock")
        case "not-started":
            raise Unreachable("start")
        case "invited":
            raise Unreachable("accept")
        case "moved":
            raise TargetMoved(Conversation.parse(answer["to"]))
        case "gone":
            raise TargetGone
        case _:
            _reject(answer)


def _reject(answer: Json) -> NoReturn:
    raise Rejected(answer.get("why", answer["error"]))


def _body(delivery: Delivery, capabilities: Capabilities) -> dict[str, object]:
    replaces = delivery.replaces if capabilities.edits else None
    per_row = capabilities.buttons.per_row if capabilities.buttons else 1
    return {
        "key": delivery.key,
        "chat": _chat(delivery.to),
        "text": markup(delivery.document),
        "rows": rows_of(delivery.document, per_row),
        "notify": delivery.notify,
        "message": str(replaces) if replaces else None,
    }


def _chat(to: Address) -> str:
    return f"@{to.id}" if isinstance(to, User) else chat_of(to)
