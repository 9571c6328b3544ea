"""The promises of an adapter as tests. Subclass ``AdapterConformance`` and give it a ``Wire``.

    class TestPigeon(AdapterConformance):
        @pytest.fixture
        def wire(self) -> Wire:
            return PigeonWire()

Each test gets a new wire and a loop of its own, and fails when nothing comes back for
``PATIENCE`` seconds. What a network cannot do is skipped with the reason in sight; no test can
be overridden.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Final

import pytest

from uno_chat.contract import (
    Choice,
    Choices,
    Delivery,
    Document,
    Mark,
    Message,
    NotAuthentic,
    OutcomeUnknown,
    Paragraph,
    Pressed,
    Puller,
    Ranked,
    RetryLater,
    Said,
    Span,
    TargetGone,
    TargetMoved,
    Toast,
    Unreachable,
    envelope_from_json,
    envelope_to_json,
    line,
)
from uno_chat.testing.adapter_steps import (
    arrived,
    page,
    pressed,
    shown,
    skip_without_edits,
    without_choices,
)
from uno_chat.testing.faults import Blocked, Deleted, Lost, Refused, Renamed, TooMany
from uno_chat.testing.sample_page import HOSTILE, SAMPLE, words_of
from uno_chat.testing.wire import Request, Wire

__all__ = ["AdapterConformance", "Request", "Wire"]

Check = Callable[["AdapterConformance", Wire], Awaitable[None]]
Test = Callable[["AdapterConformance", Wire], None]

PATIENCE = 10.0
"""Seconds after which a promise is not kept any more."""

ALWAYS_POSSIBLE: Final = frozenset(
    {
        "what_was_said_arrives_as_said",
        "a_redelivery_keeps_its_id",
        "two_events_have_two_ids",
        "references_read_back_what_they_wrote",
        "a_document_is_shown",
        "markup_in_a_name_is_shown_as_text",
        "what_is_private_never_appears_in_public",
        "text_at_the_limit_is_shown_whole",
        "it_opens_and_closes_as_often_as_one_likes",
    }
)
"""No network is excused from these."""


def promise(check: Check) -> Test:
    """Make a test of a check: skip it where it is impossible, else run it on an open adapter."""
    name = check.__name__.removeprefix("test_")

    def test(self: AdapterConformance, wire: Wire) -> None:
        if name in wire.impossible:
            assert name not in ALWAYS_POSSIBLE, f"no network is excused from {name}"
            pytest.skip(wire.impossible[name])
        asyncio.run(_kept(check, self, wire))

    test.__name__, test.__qualname__ = check.__name__, check.__qualname__
    test.__doc__ = check.__doc__
    return test


async def _kept(check: Check, kit: AdapterConformance, wire: Wire) -> None:
    await wire.start()
    try:
        async with asyncio.timeout(PATIENCE):
            await wire.adapter.open()
            await check(kit, wire)
            await wire.adapter.close()
    except TimeoutError:
        pytest.fail(f"nothing came back for {PATIENCE} seconds")
    finally:
        await wire.stop()


class AdapterConformance:
    """Everything that the core relies on in an adapter."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        changed = [name for name in TESTS if getattr(cls, name, None) is not TESTS[name]]
        if changed:
            raise TypeError(
                f"{cls.__name__} replaces {', '.join(changed)}: a promise is kept, not rewritten. "
                "Declare what the network cannot do in Wire.impossible, with the reason."
            )

    # what comes in

    @promise
    async def test_what_was_said_arrives_as_said(self, wire: Wire) -> None:
        for text, private in (("r7", True), ("/new <b>*x*</b> ünö 🟥", False)):
            await wire.say(text, private=private)
        first, second = (await arrived(wire, 2)).envelopes
        assert (first.event, first.private) == (Said("r7"), True)
        assert isinstance(second.event, Said)
        assert (second.event.text, second.private) == ("/new <b>*x*</b> ünö 🟥", False)
        assert second.conversation == wire.group != first.conversation
        assert first.sender == second.sender == wire.ann
        assert first.name
        assert all(e.at.utcoffset() == timedelta(0) for e in (first, second))

    @promise
    async def test_a_redelivery_keeps_its_id(self, wire: Wire) -> None:
        await wire.say("draw", private=True)
        first = (await arrived(wire, 1)).envelopes
        assert (await arrived(wire, 1)).envelopes == first

    @promise
    async def test_two_events_have_two_ids(self, wire: Wire) -> None:
        for private in (True, True, False, False):
            await wire.say("draw", private=private)
        envelopes = (await arrived(wire, 4)).envelopes
        assert len({envelope.id for envelope in envelopes}) == 4

    @promise
    async def test_a_forged_request_is_refused(self, wire: Wire) -> None:
        source = wire.adapter.source
        if isinstance(source, Puller):
            pytest.skip("nobody can post to an adapter that pulls")
        forged = wire.forged()
        assert forged, "the wire has no forged request"
        for headers, body in forged:
            with pytest.raises(NotAuthentic):
                source.decode(headers, body)

    @promise
    async def test_the_unreadable_is_kept_aside_and_blocks_nothing(self, wire: Wire) -> None:
        await wire.garble()
        await wire.say("r7", private=True)
        batch = await arrived(wire, 1)
        assert [envelope.event for envelope in batch.envelopes] == [Said("r7")]
        assert batch.unreadable
        assert (await arrived(wire, 1)).unreadable == batch.unreadable

    @promise
    async def test_references_read_back_what_they_wrote(self, wire: Wire) -> None:
        await wire.say("r7", private=True)
        await wire.say("/table", private=False)
        for envelope in (await arrived(wire, 2)).envelopes:
            assert envelope_from_json(envelope_to_json(envelope)) == envelope
            assert envelope.sender.network == wire.adapter.network
            assert envelope.conversation.network == wire.adapter.network
        for to in (wire.ann, wire.group):
            message = await shown(wire, to, "hello")
            assert Message.parse(str(message)) == message

    @promise
    async def test_what_we_say_ourselves_is_no_envelope(self, wire: Wire) -> None:
        await shown(wire, wire.group, "the table")
        await wire.echo()
        await wire.say("r7", private=True)
        assert [e.event for e in (await arrived(wire, 1)).envelopes] == [Said("r7")]

    # what goes out

    @promise
    async def test_a_document_is_shown(self, wire: Wire) -> None:
        document = SAMPLE if wire.adapter.capabilities.buttons else without_choices(SAMPLE)
        for to in (wire.ann, wire.group):
            await wire.adapter.deliver(Delivery(f"sample {to}", to, document, notify=True))
            page = (await wire.seen(to))[-1]
            for ways in words_of(document):
                assert any(way in page for way in ways), f"{ways[0]!r} is not on the page"

    @promise
    async def test_markup_in_a_name_is_shown_as_text(self, wire: Wire) -> None:
        for number, name in enumerate(HOSTILE):
            await shown(wire, wire.group, f"({name}) said UNO", key=f"hostile {number}")

    @promise
    async def test_every_declared_mark_leaves_its_text(self, wire: Wire) -> None:
        for mark in Mark:
            if mark in wire.adapter.capabilities.marks:
                span = Span("a loud <b>*word*</b>", frozenset({mark}))
                document = Document((Paragraph((Span("here is "), span)),))
                await wire.adapter.deliver(Delivery(f"mark {mark}", wire.group, document))
                assert "here is a loud <b>*word*</b>" in (await wire.seen(wire.group))[-1]

    @promise
    async def test_what_is_private_never_appears_in_public(self, wire: Wire) -> None:
        await wire.say("r7", private=True)
        answer_to = (await arrived(wire, 1)).envelopes[0].conversation
        before = tuple(await wire.seen(wire.group))
        for to in (wire.ann, answer_to):
            await wire.adapter.deliver(Delivery(f"secret {to}", to, page("a secret")))
            assert "a secret" in (await wire.seen(wire.ann))[-1]
        wire.fail(Blocked())
        with suppress(Unreachable):
            await wire.adapter.deliver(Delivery("blocked", wire.ann, page("a secret")))
        assert tuple(await wire.seen(wire.group)) == before

    @promise
    async def test_a_button_brings_back_what_it_carries(self, wire: Wire) -> None:
        limits = wire.adapter.capabilities.buttons
        if limits is None:
            pytest.skip("this network declares no buttons")
        token = ("Az09-_" * limits.payload_bytes)[: limits.payload_bytes]
        message = await pressed(wire, token)
        event = (await arrived(wire, 1)).envelopes[-1].event
        assert isinstance(event, Pressed)
        assert event.token == token
        assert event.on in {message, None}

    @promise
    async def test_as_many_buttons_as_declared_are_shown(self, wire: Wire) -> None:
        limits = wire.adapter.capabilities.buttons
        if limits is None:
            pytest.skip("this network declares no buttons")
        labels = [f"{n:0{limits.label_chars}}" for n in range(limits.total)]
        choices = Choices(tuple(Choice(label, label[-8:]) for label in labels))
        await wire.adapter.deliver(Delivery("all", wire.ann, Document((line("all"), choices))))
        assert [label for label in labels if label not in (await wire.seen(wire.ann))[-1]] == []

    @promise
    async def test_text_at_the_limit_is_shown_whole(self, wire: Wire) -> None:
        limit = wire.adapter.capabilities.text_limit
        for char, units in (("a", 1), ("é", 1), ("あ", 1), ("🂡", 2)):
            await shown(wire, wire.ann, char * (limit // units), key=f"limit {char}")

    @promise
    async def test_a_replacement_edits_and_names_the_same_message(self, wire: Wire) -> None:
        skip_without_edits(wire)
        for to in (wire.ann, wire.group):
            old = await shown(wire, to, "the old page")
            await shown(wire, to, "a notice")
            count = len(await wire.seen(to))
            edit = Delivery(f"edit {to}", to, page("the new page"), replaces=old)
            assert (await wire.adapter.deliver(edit)).message == old
            pages = await wire.seen(to)
            assert len(pages) == count
            assert not any("the old page" in text for text in pages)
            assert sum("the new page" in text for text in pages) == 1

    @promise
    async def test_an_edit_that_changes_nothing_succeeds(self, wire: Wire) -> None:
        skip_without_edits(wire)
        old = await shown(wire, wire.group, "the page")
        edit = Delivery("the same", wire.group, page("the page"), replaces=old)
        assert (await wire.adapter.deliver(edit)).message == old
        assert sum("the page" in text for text in await wire.seen(wire.group)) == 1

    @promise
    async def test_a_press_is_answered_to_who_pressed(self, wire: Wire) -> None:
        limits = wire.adapter.capabilities.toast
        if limits is None or wire.adapter.capabilities.buttons is None:
            pytest.skip("this network declares no answers to a press")
        await pressed(wire, "token")
        event = (await arrived(wire, 1)).envelopes[-1].event
        assert isinstance(event, Pressed)
        assert event.ack
        before = tuple(await wire.seen(wire.group))
        text = ("Counts for this turn. " * limits.chars)[: limits.chars]
        await wire.adapter.deliver(Toast("toast", event.ack, text))
        assert list(await wire.toasts()) == [text]
        assert tuple(await wire.seen(wire.group)) == before

    # what goes wrong

    @promise
    async def test_a_deleted_target_is_told(self, wire: Wire) -> None:
        skip_without_edits(wire)
        old = await shown(wire, wire.group, "the old page")
        wire.fail(Deleted())
        with pytest.raises(TargetGone):
            await wire.adapter.deliver(Delivery("k", wire.group, page("new"), replaces=old))

    @promise
    async def test_too_many_requests_name_the_time_to_wait(self, wire: Wire) -> None:
        wire.fail(TooMany(timedelta(seconds=7)))
        with pytest.raises(RetryLater) as told:
            await wire.adapter.deliver(Delivery("k", wire.group, page("the table")))
        assert told.value.after == timedelta(seconds=7)
        assert not any("the table" in text for text in await wire.seen(wire.group))

    @promise
    async def test_a_lost_answer_is_an_open_question_asked_once(self, wire: Wire) -> None:
        for number, was_shown in enumerate((True, False)):
            text = f"notice {number}"
            wire.fail(Lost(shown=was_shown))
            with pytest.raises(OutcomeUnknown):
                await wire.adapter.deliver(Delivery(text, wire.group, page(text)))
            assert sum(text in seen for seen in await wire.seen(wire.group)) == int(was_shown)

    @promise
    async def test_a_refused_connection_had_no_effect(self, wire: Wire) -> None:
        wire.fail(Refused())
        with pytest.raises(RetryLater):
            await wire.adapter.deliver(Delivery("k", wire.group, page("the table")))
        assert not any("the table" in text for text in await wire.seen(wire.group))

    @promise
    async def test_whoever_blocked_us_is_unreachable(self, wire: Wire) -> None:
        wire.fail(Blocked())
        with pytest.raises(Unreachable) as told:
            await wire.adapter.deliver(Delivery("k", wire.ann, page("the hand")))
        assert told.value.remedy

    @promise
    async def test_a_group_that_moved_says_where_it_is(self, wire: Wire) -> None:
        wire.fail(Renamed(wire.elsewhere))
        with pytest.raises(TargetMoved) as told:
            await wire.adapter.deliver(Delivery("k", wire.group, page("the table")))
        assert told.value.to == wire.elsewhere

    @promise
    async def test_the_same_key_is_shown_once(self, wire: Wire) -> None:
        if not wire.adapter.capabilities.idempotent_sends:
            pytest.skip("this network declares no idempotent sends")
        twice = [await shown(wire, wire.group, "the table", key="k") for _ in range(2)]
        assert twice[0] == twice[1]
        assert sum("the table" in text for text in await wire.seen(wire.group)) == 1

    @promise
    async def test_who_declares_ranks_knows_them(self, wire: Wire) -> None:
        adapter = wire.adapter
        if adapter.capabilities.ranks:
            assert isinstance(adapter, Ranked)
            assert await adapter.manages(wire.ann, wire.group) in {True, False}

    # its life

    @promise
    async def test_it_opens_and_closes_as_often_as_one_likes(self, wire: Wire) -> None:
        declared = wire.adapter.capabilities
        await wire.adapter.open()
        for _ in range(2):
            await wire.adapter.close()
        await wire.adapter.open()
        await shown(wire, wire.ann, "open again")
        assert wire.adapter.capabilities == declared

    @promise
    async def test_a_cancelled_delivery_leaves_it_usable(self, wire: Wire) -> None:
        for steps in range(8):
            delivery = Delivery(f"cancelled {steps}", wire.group, page("half"))
            attempt = asyncio.ensure_future(wire.adapter.deliver(delivery))
            for _ in range(steps):
                await asyncio.sleep(0)
            attempt.cancel()
            await asyncio.gather(attempt, return_exceptions=True)
            await shown(wire, wire.group, f"whole {steps}")

    @promise
    async def test_everything_declared_has_a_promise(self, wire: Wire) -> None:
        declared = wire.adapter.capabilities
        without = {
            "reactions_as_choices": declared.reactions_as_choices,
            "threads": declared.threads,
            "peeks": declared.peeks,
        }
        untested = [name for name, value in without.items() if value]
        if untested:
            pytest.skip(f"declared, but this kit has no promise about it yet: {untested}")

    @promise
    async def test_only_promises_can_be_impossible(self, wire: Wire) -> None:
        assert {f"test_{name}" for name in wire.impossible} <= TESTS.keys()


TESTS: Final = {
    name: test for name, test in vars(AdapterConformance).items() if name.startswith("test_")
}
