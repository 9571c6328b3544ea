"""The kit bites: adapters with one fault each, and the promises that the kit finds broken."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from uno_chat.contract import (
    Adapter,
    Batch,
    Choices,
    Conversation,
    Delivery,
    DeliveryError,
    Document,
    Envelope,
    OutcomeUnknown,
    Paragraph,
    Pressed,
    Receipt,
    Rejected,
    Request,
    RetryLater,
    Span,
    TargetMoved,
    Toast,
    Unreachable,
    User,
)
from uno_chat.testing.adapter_kit import TESTS, AdapterConformance, Wire
from uno_chat.testing.fake_adapter import HEADER
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.fake_wire import POSTED_WITH, FakeWire, network_with_ann
from uno_chat.testing.planted import (
    Deliver,
    Dress,
    Planted,
    Posted,
    as_it_should,
    hears,
    reads,
    sends,
    shows,
    tells,
)

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


# what goes out


def to_the_room(delivery: Delivery) -> Delivery:
    return replace(delivery, to=FAMILY)


def with_texts(delivery: Delivery, change: Callable[[str], str]) -> Delivery:
    blocks = tuple(
        Paragraph(tuple(replace(span, text=change(span.text)) for span in block.spans))
        if isinstance(block, Paragraph)
        else block
        for block in delivery.document.blocks
    )
    return replace(delivery, document=Document(blocks))


def with_short_tokens(delivery: Delivery) -> Delivery:
    blocks = tuple(
        Choices(tuple(replace(o, token=o.token[:32]) for o in block.options), block.prompt)
        if isinstance(block, Choices)
        else block
        for block in delivery.document.blocks
    )
    return replace(delivery, document=Document(blocks))


def of_words_only(delivery: Delivery) -> Delivery:
    kept = tuple(b for b in delivery.document.blocks if isinstance(b, Paragraph | Choices))
    return replace(delivery, document=Document(kept))


def with_another_key(delivery: Delivery) -> Delivery:
    return replace(delivery, key=uuid4().hex)


async def swallow(send: Deliver, what: Delivery | Toast) -> Receipt:
    try:
        return await send(what)
    except DeliveryError:
        return Receipt(None)


async def try_again(send: Deliver, what: Delivery | Toast) -> Receipt:
    try:
        return await send(what)
    except OutcomeUnknown:
        return await send(what)


async def reach_them_in_the_room(send: Deliver, what: Delivery | Toast) -> Receipt:
    try:
        return await send(what)
    except Unreachable:
        assert isinstance(what, Delivery)
        return await send(to_the_room(what))


async def refuse_the_same_again(send: Deliver, what: Delivery | Toast) -> Receipt:
    receipt = await send(what)
    if isinstance(what, Delivery) and what.key == "the same":
        raise Rejected("message is not modified")
    return receipt


async def say_the_toast(send: Deliver, what: Delivery | Toast) -> Receipt:
    if isinstance(what, Toast):
        return await send(Delivery(what.key, FAMILY, Document((Paragraph((Span(what.text),)),))))
    return await send(what)


def jam_when_cancelled(good: Adapter) -> Adapter:
    jammed: list[bool] = []

    async def sending(send: Deliver, what: Delivery | Toast) -> Receipt:
        if jammed:
            raise RetryLater(timedelta(seconds=1), "still busy with the last one")
        jammed.append(True)
        try:
            receipt = await send(what)
        except DeliveryError:
            jammed.clear()
            raise
        jammed.clear()
        return receipt

    return Planted(good, sending)


def never_open_again(good: Adapter) -> Adapter:
    async def sending(send: Deliver, what: Delivery | Toast) -> Receipt:
        if planted.closed:
            raise RetryLater(timedelta(seconds=1), "closed")
        return await send(what)

    planted = Planted(good, sending)
    return planted


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
        {"what_was_said_arrives_as_said", "what_is_private_never_appears_in_public"},
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
    "it hears itself": (never_learn_its_name, {"what_we_say_ourselves_is_no_envelope"}),
    "the hand goes to the room": (
        shows(to_the_room),
        {
            "a_document_is_shown",
            "a_button_brings_back_what_it_carries",
            "a_number_put_on_a_message_names_both",
            "a_press_is_answered_to_who_pressed",
            "a_replacement_edits_and_names_the_same_message",
            "as_many_buttons_as_declared_are_shown",
            "it_opens_and_closes_as_often_as_one_likes",
            "references_read_back_what_they_wrote",
            "text_at_the_limit_is_shown_whole",
            "what_is_private_never_appears_in_public",
        },
    ),
    "who blocked us is written to in the room": (
        sends(reach_them_in_the_room),
        {"what_is_private_never_appears_in_public", "whoever_blocked_us_is_unreachable"},
    ),
    "markup is eaten": (
        shows(lambda delivery: with_texts(delivery, lambda text: re.sub("[<*_`]", "", text))),
        {"markup_in_a_name_is_shown_as_text", "every_declared_mark_leaves_its_text"},
    ),
    "long text is cut": (
        shows(lambda delivery: with_texts(delivery, lambda text: text[:2000])),
        {"text_at_the_limit_is_shown_whole"},
    ),
    "tokens are cut": (shows(with_short_tokens), {"a_button_brings_back_what_it_carries"}),
    "only words are shown": (shows(of_words_only), {"a_document_is_shown"}),
    "an edit is a new message": (
        shows(lambda delivery: replace(delivery, replaces=None)),
        {
            "a_replacement_edits_and_names_the_same_message",
            "an_edit_that_changes_nothing_succeeds",
        },
    ),
    "not modified is called a failure": (
        sends(refuse_the_same_again),
        {"an_edit_that_changes_nothing_succeeds"},
    ),
    "the key is ignored": (shows(with_another_key), {"the_same_key_is_shown_once"}),
    "a toast is said to all": (sends(say_the_toast), {"a_press_is_answered_to_who_pressed"}),
    "failures are swallowed": (
        sends(swallow),
        {
            "a_deleted_target_is_told",
            "a_group_that_moved_says_where_it_is",
            "a_lost_answer_is_an_open_question_asked_once",
            "a_refused_connection_had_no_effect",
            "too_many_requests_name_the_time_to_wait",
            "whoever_blocked_us_is_unreachable",
        },
    ),
    "it tries again by itself": (
        sends(try_again),
        {"a_lost_answer_is_an_open_question_asked_once"},
    ),
    "a lost answer is called a refused connection": (
        tells(OutcomeUnknown, lambda _: RetryLater(timedelta(seconds=1))),
        {"a_lost_answer_is_an_open_question_asked_once"},
    ),
    "the time to wait is forgotten": (
        tells(RetryLater, lambda _: RetryLater(timedelta(seconds=1))),
        {"too_many_requests_name_the_time_to_wait"},
    ),
    "a group that moved moves nowhere": (
        tells(TargetMoved, lambda _: TargetMoved(FAMILY)),
        {"a_group_that_moved_says_where_it_is"},
    ),
    "a cancelled delivery jams it": (
        jam_when_cancelled,
        {"a_cancelled_delivery_leaves_it_usable"},
    ),
    "it opens only once": (never_open_again, {"it_opens_and_closes_as_often_as_one_likes"}),
}


def wire_with(dress: Dress) -> Wire:
    network = network_with_ann(replace(LIKE_TELEGRAM, idempotent_sends=True, ranks=False))
    return FakeWire(network, dress(network.adapter()))


def broken(make: Callable[[], Wire]) -> set[str]:
    """The promises that the kit finds broken, each tried on a new wire."""
    found = set()
    for name, test in TESTS.items():
        try:
            test(AdapterConformance(), make())
        except pytest.skip.Exception:
            continue
        except (Exception, pytest.fail.Exception):  # noqa: BLE001 - whatever it is, it is caught
            found.add(name.removeprefix("test_"))
    return found


@pytest.mark.parametrize("fault", DRESSES)
def test_a_planted_fault_breaks_the_promises_one_expects(fault: str) -> None:
    dress, expected = DRESSES[fault]
    assert broken(lambda: wire_with(dress)) == expected


def test_the_dress_alone_breaks_nothing() -> None:
    assert broken(lambda: wire_with(reads(lambda batch: batch))) == set()


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
