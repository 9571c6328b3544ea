"""What an adapter promises about what comes in."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat.contract import (
    Batch,
    Message,
    NotAuthentic,
    Puller,
    Reacted,
    Said,
    envelope_from_json,
    envelope_to_json,
)
from uno_chat.testing.adapter_kit.promising import promise
from uno_chat.testing.adapter_kit.steps import (
    arrived,
    shown,
)
from uno_chat.testing.wire import Wire

IDLE = 0.3
"""Seconds in which nothing happens, and pulls by which one asks without waiting for something."""
BUSY = 10


class HearingPromises:
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
        for request in forged:
            with pytest.raises(NotAuthentic):
                await source.decode(request)

    @promise
    async def test_who_asks_for_something_else_learns_and_changes_nothing(self, wire: Wire) -> None:
        source = wire.adapter.source
        if isinstance(source, Puller):
            pytest.skip("nobody can post to an adapter that pulls")
        await wire.say("draw", private=True)
        for request in wire.requests():
            for other in (replace(request, path="/wp-login"), replace(request, method="DELETE")):
                batch = await source.decode(other)
                assert batch.reply.status >= 400
                assert batch == Batch(reply=batch.reply)

    @promise
    async def test_the_unreadable_is_kept_aside_and_blocks_nothing(self, wire: Wire) -> None:
        await wire.garble()
        await wire.say("r7", private=True)
        batch = await arrived(wire, 1)
        assert [envelope.event for envelope in batch.envelopes] == [Said("r7")]
        assert batch.unreadable
        assert (await arrived(wire, 1)).unreadable == batch.unreadable

    @promise
    async def test_a_network_where_nothing_happens_is_not_asked_without_end(
        self, wire: Wire
    ) -> None:
        source = wire.adapter.source
        if not isinstance(source, Puller):
            pytest.skip("an adapter that is called does not ask")
        await wire.say("r7", private=True)
        cursor, pulls = wire.cursor, 0
        with suppress(TimeoutError):
            async with asyncio.timeout(IDLE):
                while True:
                    batch = await source.pull(cursor)
                    cursor, pulls = batch.cursor or cursor, pulls + 1
        assert pulls < BUSY, f"{pulls} pulls in {IDLE} seconds without any news"

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
    async def test_a_number_put_on_a_message_names_both(self, wire: Wire) -> None:
        await shown(wire, wire.ann, "an older page")
        message = await shown(wire, wire.ann, "your hand")
        if not await wire.react(3):
            pytest.skip("nobody can put a number on a message here")
        found = (await arrived(wire, 1)).envelopes[-1]
        assert (found.event, found.sender, found.private) == (Reacted(3, message), wire.ann, True)

    @promise
    async def test_whoever_writes_over_a_bridge_is_told_apart(self, wire: Wire) -> None:
        if not await wire.bridge("/join"):
            pytest.skip("this network has no bridges")
        await wire.say("/join", private=False)
        ghost, ann = (await arrived(wire, 2, Said)).envelopes
        assert (ghost.event, ghost.bridged, ann.bridged) == (ann.event, True, False)
        assert ghost.sender != ann.sender == wire.ann

    @promise
    async def test_what_we_say_ourselves_is_no_envelope(self, wire: Wire) -> None:
        await shown(wire, wire.group, "the table")
        await wire.echo()
        await wire.say("r7", private=True)
        assert [e.event for e in (await arrived(wire, 1)).envelopes] == [Said("r7")]
