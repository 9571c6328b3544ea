"""What an adapter promises when something goes wrong."""

from __future__ import annotations

from datetime import timedelta

import pytest

from uno_chat.contract import (
    Delivery,
    OutcomeUnknown,
    Ranked,
    RetryLater,
    TargetGone,
    TargetMoved,
    Unreachable,
)
from uno_chat.testing.adapter_kit.promising import promise
from uno_chat.testing.adapter_kit.steps import (
    page,
    shown,
    skip_without_edits,
)
from uno_chat.testing.faults import Blocked, Deleted, Lost, Refused, Renamed, TooMany
from uno_chat.testing.wire import Wire


class FailingPromises:
    @promise
    async def test_a_deleted_target_is_told(self, wire: Wire) -> None:
        skip_without_edits(wire)
        old = await shown(wire, wire.group, "the old page")
        await wire.fail(Deleted())
        with pytest.raises(TargetGone):
            await wire.adapter.deliver(Delivery("k", wire.group, page("new"), replaces=old))

    @promise
    async def test_too_many_requests_name_the_time_to_wait(self, wire: Wire) -> None:
        await wire.fail(TooMany(timedelta(seconds=7)))
        with pytest.raises(RetryLater) as told:
            await wire.adapter.deliver(Delivery("k", wire.group, page("the table")))
        assert told.value.after == timedelta(seconds=7)
        assert not any("the table" in text for text in await wire.seen(wire.group))

    @promise
    async def test_a_lost_answer_is_an_open_question_asked_once(self, wire: Wire) -> None:
        for number, was_shown in enumerate((True, False)):
            text = f"notice {number}"
            await wire.fail(Lost(shown=was_shown))
            with pytest.raises(OutcomeUnknown):
                await wire.adapter.deliver(Delivery(text, wire.group, page(text)))
            assert sum(text in seen for seen in await wire.seen(wire.group)) == int(was_shown)

    @promise
    async def test_a_refused_connection_had_no_effect(self, wire: Wire) -> None:
        await wire.fail(Refused())
        with pytest.raises(RetryLater):
            await wire.adapter.deliver(Delivery("k", wire.group, page("the table")))
        assert not any("the table" in text for text in await wire.seen(wire.group))

    @promise
    async def test_whoever_blocked_us_is_unreachable(self, wire: Wire) -> None:
        await wire.fail(Blocked())
        with pytest.raises(Unreachable) as told:
            await wire.adapter.deliver(Delivery("k", wire.ann, page("the hand")))
        assert told.value.remedy

    @promise
    async def test_a_group_that_moved_says_where_it_is(self, wire: Wire) -> None:
        await wire.fail(Renamed(wire.elsewhere))
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
