"""The kit cannot be talked out of a promise: no override, no excuse, no endless wait."""

import asyncio
from dataclasses import dataclass

import pytest

from uno_chat.contract import (
    Batch,
    Capabilities,
    Delivery,
    Puller,
    Receipt,
    Toast,
    Unreadable,
    Webhook,
)
from uno_chat.testing.adapter_kit import TESTS, AdapterConformance, promising
from uno_chat.testing.fake_adapter import FakeAdapter
from uno_chat.testing.fake_chats import Json
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.fake_wire import FakeWire, network_with_ann
from uno_chat.testing.planted import reads


@dataclass
class Unranked:
    """An adapter that declares ranks and cannot tell them."""

    good: FakeAdapter
    capabilities: Capabilities

    @property
    def network(self) -> str:
        return self.good.network

    @property
    def source(self) -> Webhook | Puller:
        return self.good.source

    async def open(self) -> None:
        await self.good.open()

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        return await self.good.deliver(delivery)

    async def close(self) -> None:
        await self.good.close()


def excused(promise: str) -> FakeWire:
    network = network_with_ann()
    wire = FakeWire(network, network.adapter())
    wire.impossible = {promise: "we do not feel like it"}
    return wire


def test_an_adapter_that_never_answers_fails_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(method: str, params: Json) -> Json:
        await asyncio.Event().wait()
        return {"never": [method, params]}

    monkeypatch.setattr(promising, "PATIENCE", 0.01)
    wire = FakeWire(network_with_ann(), FakeAdapter("fake", LIKE_TELEGRAM, never))
    with pytest.raises(pytest.fail.Exception, match="nothing came back"):
        TESTS["test_a_document_is_shown"](AdapterConformance(), wire)


def test_who_can_read_nothing_is_told_what_that_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_unreadable(batch: Batch) -> Batch:
        return Batch((), batch.cursor, tuple(Unreadable(e.id, e.name) for e in batch.envelopes))

    monkeypatch.setattr(promising, "PATIENCE", 0.05)
    network = network_with_ann()
    wire = FakeWire(network, reads(all_unreadable)(network.adapter()))
    with pytest.raises(AssertionError, match=r"called unreadable: .*raw='ann'"):
        TESTS["test_two_events_have_two_ids"](AdapterConformance(), wire)


def test_ranks_that_are_declared_and_not_known_are_noticed() -> None:
    network = network_with_ann()
    wire = FakeWire(network, Unranked(network.adapter(), network.capabilities))
    with pytest.raises(AssertionError):
        TESTS["test_who_declares_ranks_knows_them"](AdapterConformance(), wire)


def test_a_promise_cannot_be_overridden() -> None:
    with pytest.raises(TypeError, match="replaces test_a_document_is_shown"):
        type("Kit", (AdapterConformance,), {"test_a_document_is_shown": None})


def test_a_mixin_cannot_override_a_promise_either() -> None:
    mixin = type("Mixin", (), {"test_a_document_is_shown": lambda *_: None})
    with pytest.raises(TypeError, match="replaces test_a_document_is_shown"):
        type("Kit", (mixin, AdapterConformance), {})


def test_what_is_impossible_is_skipped_with_its_reason() -> None:
    name = "a_group_that_moved_says_where_it_is"
    with pytest.raises(pytest.skip.Exception, match="we do not feel like it"):
        TESTS[f"test_{name}"](AdapterConformance(), excused(name))


def test_secrecy_is_never_impossible() -> None:
    name = "what_is_private_never_appears_in_public"
    with pytest.raises(AssertionError, match="no network is excused"):
        TESTS[f"test_{name}"](AdapterConformance(), excused(name))


def test_an_excuse_from_nothing_is_an_error() -> None:
    with pytest.raises(AssertionError):
        TESTS["test_only_promises_can_be_impossible"](AdapterConformance(), excused("it_is_nice"))
