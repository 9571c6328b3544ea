"""What an adapter promises about what goes out."""

from __future__ import annotations

from contextlib import suppress

import pytest

from uno_chat.contract import (
    Choice,
    Choices,
    Delivery,
    Document,
    Mark,
    Paragraph,
    Pressed,
    Span,
    Toast,
    Unreachable,
    line,
)
from uno_chat.testing.adapter_kit.promising import promise
from uno_chat.testing.adapter_kit.steps import (
    arrived,
    page,
    pressed,
    shown,
    skip_without_edits,
    without_choices,
)
from uno_chat.testing.faults import Blocked
from uno_chat.testing.sample_page import HOSTILE, SAMPLE, words_of
from uno_chat.testing.wire import Wire


class ShowingPromises:
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
        await wire.fail(Blocked())
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
