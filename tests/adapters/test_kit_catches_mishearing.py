"""The kit bites: adapters that get wrong what comes in, and the promises that are found broken."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from uuid import uuid4

import pytest

from uno_chat.contract import (
    Adapter,
    Batch,
    Conversation,
    Envelope,
    Pressed,
    Puller,
    Reacted,
    Request,
    User,
)
from uno_chat.testing.adapter_kit import Wire
from uno_chat.testing.caught import broken, wire_with
from uno_chat.testing.fake_adapter import HEADER
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.fake_wire import POSTED_WITH, FakeWire, network_with_ann
from uno_chat.testing.planted import Dress, Planted, Posted, as_it_should, hears, reads

FAMILY = Conversation("fake", "family")


def raise_on_the_unreadable(batch: Batch) -> Batch:
    if batch.unreadable:
        raise ValueError(batch.unreadable[0].raw)
    return batch


def in_small_letters(envelope: Envelope) -> Envelope:
    if isinstance(envelope.event, Pressed):
        return replace(envelope, event=replace(envelope.event, token=envelope.event.token.lower()))
    return envelope


def only_in_the_group(envelope: Envelope) -> Envelope:
    return replace(envelope, conversation=FAMILY)


def out_of_the_thread(envelope: Envelope) -> Envelope:
    return replace(envelope, conversation=replace(envelope.conversation, thread=""))


def one_more(envelope: Envelope) -> Envelope:
    if isinstance(envelope.event, Reacted):
        return replace(envelope, event=replace(envelope.event, number=envelope.event.number + 1))
    return envelope


def never_wait(good: Adapter) -> Adapter:
    @dataclass
    class Hasty:
        """A source that comes back at once, be there something or not."""

        async def pull(self, cursor: str | None) -> Batch:
            assert isinstance(good.source, Puller)
            try:
                async with asyncio.timeout(0.001):
                    return await good.source.pull(cursor)
            except TimeoutError:
                return Batch(cursor=cursor)

    return Planted(good, as_it_should, Hasty())


def never_learn_its_name(good: Adapter) -> Adapter:
    return Planted(good, as_it_should, knows_itself=False)


DRESSES: dict[str, tuple[Dress, set[str]]] = {
    "a new id at every reading": (
        hears(lambda envelope: replace(envelope, id=uuid4().hex)),
        {"a_redelivery_keeps_its_id"},
    ),
    "one id for all": (
        hears(lambda envelope: replace(envelope, id="event")),
        {"two_events_have_two_ids"},
    ),
    "the sender is lost": (
        hears(lambda envelope: replace(envelope, sender=User("fake", "somebody"))),
        {
            "a_number_put_on_a_message_names_both",
            "what_is_said_in_a_thread_is_answered_there",
            "what_was_said_arrives_as_said",
            "whoever_writes_over_a_bridge_is_told_apart",
        },
    ),
    "a ghost is taken for a person": (
        hears(lambda envelope: replace(envelope, bridged=False)),
        {"whoever_writes_over_a_bridge_is_told_apart"},
    ),
    "all is called public": (
        hears(lambda envelope: replace(envelope, private=False)),
        {"a_number_put_on_a_message_names_both", "what_was_said_arrives_as_said"},
    ),
    "a private line seems to come from the group": (
        hears(only_in_the_group),
        {
            "what_is_private_never_appears_in_public",
            "what_is_said_in_a_thread_is_answered_there",
            "what_was_said_arrives_as_said",
        },
    ),
    "tokens come back in small letters": (
        hears(in_small_letters),
        {"a_button_brings_back_what_it_carries"},
    ),
    "it raises on what it cannot read": (
        reads(raise_on_the_unreadable),
        {"the_unreadable_is_kept_aside_and_blocks_nothing"},
    ),
    "it throws away what it cannot read": (
        reads(lambda batch: replace(batch, unreadable=())),
        {"the_unreadable_is_kept_aside_and_blocks_nothing"},
    ),
    "it does not wait for anything": (
        never_wait,
        {"a_network_where_nothing_happens_is_not_asked_without_end"},
    ),
    "it hears itself": (never_learn_its_name, {"what_we_say_ourselves_is_no_envelope"}),
    "a thread is heard as the group": (
        hears(out_of_the_thread),
        {"what_is_said_in_a_thread_is_answered_there"},
    ),
    "a number is read as another": (
        hears(one_more),
        {"a_number_put_on_a_message_names_both"},
    ),
}


@pytest.mark.parametrize("fault", DRESSES)
def test_a_planted_fault_breaks_the_promises_one_expects(fault: str) -> None:
    dress, expected = DRESSES[fault]
    assert broken(lambda: wire_with(dress)) == expected


CARELESS: dict[str, Callable[[Request], Request]] = {
    "a_forged_request_is_refused": lambda asked: replace(asked, headers={HEADER: POSTED_WITH}),
    "who_asks_for_something_else_learns_and_changes_nothing": lambda asked: Request(
        asked.headers, asked.body
    ),
}


@pytest.mark.parametrize("promise", CARELESS)
def test_a_webhook_that_takes_what_it_must_not_is_caught(promise: str) -> None:
    def make() -> Wire:
        network = network_with_ann(replace(LIKE_TELEGRAM, ranks=False))
        good = network.webhook_adapter(POSTED_WITH)
        return FakeWire(network, Planted(good, as_it_should, Posted(good, CARELESS[promise])))

    assert broken(make) == {promise}
