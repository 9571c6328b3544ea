"""How a promise of an adapter becomes a test."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import pytest

from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.wire import Wire

T = TypeVar("T")
Check = Callable[[T, Wire], Awaitable[None]]
Test = Callable[[T, Wire], None]

ALWAYS_POSSIBLE: Final = frozenset(
    {
        "what_was_said_arrives_as_said",
        "a_redelivery_keeps_its_id",
        "two_events_have_two_ids",
        "references_read_back_what_they_wrote",
        "a_document_is_shown",
        "markup_in_a_name_is_shown_as_text",
        "what_is_private_never_appears_in_public",
        "a_page_for_one_is_seen_by_no_other",
        "where_all_would_see_it_a_page_for_one_is_shown_to_nobody",
        "text_at_the_limit_is_shown_whole",
        "it_opens_and_closes_as_often_as_one_likes",
    }
)
"""No network is excused from these."""


def promise(check: Check[T]) -> Test[T]:
    """Make a test of a check: skip it where it is impossible, else run it on an open adapter."""
    name = check.__name__.removeprefix("test_")

    def test(self: T, wire: Wire) -> None:
        if name in wire.impossible:
            assert name not in ALWAYS_POSSIBLE, f"no network is excused from {name}"
            pytest.skip(wire.impossible[name])
        asyncio.run(_kept(check, self, wire))

    test.__name__, test.__qualname__ = check.__name__, check.__qualname__
    test.__doc__ = check.__doc__
    return test


async def _kept(check: Check[T], kit: T, wire: Wire) -> None:
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
