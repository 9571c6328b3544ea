"""What an adapter promises about threads, and about pages in a group for one pair of eyes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uno_chat.contract import (
    Choice,
    Choices,
    Delivery,
    DeliveryError,
    Document,
    Envelope,
    Peek,
    Pressed,
    Toast,
    line,
)
from uno_chat.testing.adapter_kit.promising import promise
from uno_chat.testing.adapter_kit.steps import arrived, page, shown
from uno_chat.testing.wire import Discreet, Threaded, Wire

HAND = "your hand: red 5"
BUTTON = Document((line("the table"), Choices((Choice("My hand", "token"),))))


class PlacingPromises:
    @promise
    async def test_what_is_for_a_thread_stands_there_alone(self, wire: Wire) -> None:
        threaded = _threaded(wire)
        await shown(wire, wire.group, "for all")
        old = await shown(wire, threaded.thread, "for the thread")
        assert old.conversation == threaded.thread
        if wire.adapter.capabilities.edits:
            edit = Delivery("edit", threaded.thread, page("the thread, later"), replaces=old)
            assert (await wire.adapter.deliver(edit)).message == old
            assert "the thread, later" in (await wire.seen(threaded.thread))[-1]
        assert not any("the thread" in text for text in await wire.seen(wire.group))
        assert not any("for all" in text for text in await wire.seen(threaded.thread))

    @promise
    async def test_what_is_said_in_a_thread_is_answered_there(self, wire: Wire) -> None:
        threaded = _threaded(wire)
        assert threaded.thread.thread
        assert replace(threaded.thread, thread="") == wire.group
        await threaded.say_in_thread("/table")
        await wire.say("/table", private=False)
        inside, outside = (await arrived(wire, 2)).envelopes
        assert (inside.conversation, outside.conversation) == (threaded.thread, wire.group)
        assert (inside.event, inside.sender, inside.private) == (outside.event, wire.ann, False)

    @promise
    async def test_a_page_for_one_is_seen_by_no_other(self, wire: Wire) -> None:
        discreet = _discreet(wire)
        for number in range(2):  # the first one may be tried out with what is no secret
            toast = await _asked(wire, discreet, number)
            await wire.adapter.deliver(toast)
            assert HAND in (await discreet.peeked())[-1]
        assert not any(HAND in text for text in await discreet.seen_by_others())
        assert not any(HAND in text for text in await wire.seen(wire.group))
        assert not any(await wire.toasts()), "a press that showed a page is answered without words"

    @promise
    async def test_where_all_would_see_it_a_page_for_one_is_shown_to_nobody(
        self, wire: Wire
    ) -> None:
        discreet = _discreet(wire)
        await discreet.expose()
        toast = await _asked(wire, discreet, 0)
        with pytest.raises(DeliveryError):
            await wire.adapter.deliver(toast)
        told = (*await discreet.peeked(), *await discreet.seen_by_others())
        assert not any(HAND in text for text in (*told, *await wire.seen(wire.group)))
        await wire.adapter.deliver(replace(toast, peek=None))
        assert list(await wire.toasts())[-1] == "in short"


def _threaded(wire: Wire) -> Threaded:
    if not wire.adapter.capabilities.threads:
        pytest.skip("this network declares no threads")
    assert isinstance(wire, Threaded), "the adapter declares threads: make the wire Threaded"
    return wire


def _discreet(wire: Wire) -> Discreet:
    if not wire.adapter.capabilities.peeks:
        pytest.skip("this network declares no pages in a group for one person")
    assert isinstance(wire, Discreet), "the adapter declares peeks: make the wire Discreet"
    return wire


async def _asked(wire: Wire, discreet: Discreet, number: int) -> Toast:
    """Ann has pressed a button of the group; the answer to that."""
    await wire.adapter.deliver(Delivery(f"table {number}", wire.group, BUTTON))
    await discreet.press_in_group("My hand")
    envelope: Envelope = (await arrived(wire, number + 1)).envelopes[-1]
    assert isinstance(envelope.event, Pressed)
    assert envelope.event.ack
    peek = Peek(wire.group, wire.ann, page(HAND))
    return Toast(f"toast {number}", envelope.event.ack, "in short", peek=peek)
