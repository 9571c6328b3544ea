"""The kit bites: adapters with one fault each, and the promises that the kit finds broken.

What can go wrong with what comes in stands in ``test_kit_catches_mishearing.py``.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import cast
from uuid import uuid4

import pytest

from uno_chat.contract import (
    Adapter,
    Capabilities,
    Choices,
    Conversation,
    Delivery,
    DeliveryError,
    Document,
    OutcomeUnknown,
    Paragraph,
    Receipt,
    Rejected,
    RetryLater,
    Span,
    TargetMoved,
    Toast,
    Unreachable,
)
from uno_chat.testing.adapter_kit import Wire
from uno_chat.testing.caught import ABLE, broken, wire_with
from uno_chat.testing.fake_adapter import FakeAdapter
from uno_chat.testing.fake_chats import Json
from uno_chat.testing.fake_wire import FakeWire, network_with_ann
from uno_chat.testing.planted import (
    Deliver,
    Dress,
    Planted,
    reads,
    sends,
    shows,
    tells,
)

FAMILY = Conversation("fake", "family")


def beside_the_thread(delivery: Delivery) -> Delivery:
    if isinstance(delivery.to, Conversation):
        return replace(delivery, to=replace(delivery.to, thread=""))
    return delivery


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


async def say_the_page_for_one(send: Deliver, what: Delivery | Toast) -> Receipt:
    if isinstance(what, Toast) and what.peek is not None:
        return await send(Delivery(what.key, what.peek.to, what.peek.document))
    return await send(what)


async def answer_in_short(send: Deliver, what: Delivery | Toast) -> Receipt:
    return await send(replace(what, peek=None) if isinstance(what, Toast) else what)


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


DRESSES: dict[str, tuple[Dress, set[str]]] = {
    "the hand goes to the room": (
        shows(to_the_room),
        {
            "a_button_brings_back_what_it_carries",
            "a_document_is_shown",
            "a_number_put_on_a_message_names_both",
            "a_press_is_answered_to_who_pressed",
            "a_replacement_edits_and_names_the_same_message",
            "as_many_buttons_as_declared_are_shown",
            "it_opens_and_closes_as_often_as_one_likes",
            "references_read_back_what_they_wrote",
            "text_at_the_limit_is_shown_whole",
            "what_is_for_a_thread_stands_there_alone",
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
            "what_is_for_a_thread_stands_there_alone",
        },
    ),
    "not modified is called a failure": (
        sends(refuse_the_same_again),
        {"an_edit_that_changes_nothing_succeeds"},
    ),
    "the key is ignored": (shows(with_another_key), {"the_same_key_is_shown_once"}),
    "a thread is written to in the group": (
        shows(beside_the_thread),
        {"what_is_for_a_thread_stands_there_alone"},
    ),
    "a page for one is said to all": (
        sends(say_the_page_for_one),
        {
            "a_page_for_one_is_seen_by_no_other",
            "where_all_would_see_it_a_page_for_one_is_shown_to_nobody",
        },
    ),
    "a page for one is left out": (
        sends(answer_in_short),
        {
            "a_page_for_one_is_seen_by_no_other",
            "where_all_would_see_it_a_page_for_one_is_shown_to_nobody",
        },
    ),
    "a toast is said to all": (
        sends(say_the_toast),
        {
            "a_page_for_one_is_seen_by_no_other",
            "a_press_is_answered_to_who_pressed",
            "where_all_would_see_it_a_page_for_one_is_shown_to_nobody",
        },
    ),
    "failures are swallowed": (
        sends(swallow),
        {
            "a_deleted_target_is_told",
            "a_group_that_moved_says_where_it_is",
            "a_lost_answer_is_an_open_question_asked_once",
            "a_refused_connection_had_no_effect",
            "too_many_requests_name_the_time_to_wait",
            "where_all_would_see_it_a_page_for_one_is_shown_to_nobody",
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


@pytest.mark.parametrize("fault", DRESSES)
def test_a_planted_fault_breaks_the_promises_one_expects(fault: str) -> None:
    dress, expected = DRESSES[fault]
    assert broken(lambda: wire_with(dress)) == expected


def test_the_dress_alone_breaks_nothing() -> None:
    assert broken(lambda: wire_with(reads(lambda batch: batch))) == set()


def test_who_does_not_ask_whether_all_would_see_it_is_caught() -> None:
    def make() -> Wire:
        network = network_with_ann(ABLE)

        async def sure(method: str, params: Json) -> Json:
            return (
                {"discreet": True} if method == "discreet" else await network.call(method, params)
            )

        return FakeWire(network, FakeAdapter("fake", ABLE, sure))

    assert broken(make) == {"where_all_would_see_it_a_page_for_one_is_shown_to_nobody"}


@pytest.mark.parametrize(
    "able", [replace(ABLE, peeks=False), replace(ABLE, threads=False)], ids=["threads", "peeks"]
)
def test_a_wire_that_cannot_show_what_is_declared_is_caught(able: Capabilities) -> None:
    class Plain:
        def __init__(self) -> None:
            network = network_with_ann(able)
            self._wire = FakeWire(network, network.adapter())

        def __getattr__(self, name: str) -> object:
            if name in {"thread", "peeked"}:
                raise AttributeError(name)
            return getattr(self._wire, name)

    assert len(broken(lambda: cast("Wire", Plain()))) == 2
