"""A page for one pair of eyes that cannot be shown becomes the short answer to the press."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from uno_chat.contract import (
    Conversation,
    Delivery,
    DeliveryError,
    Document,
    OutcomeUnknown,
    Peek,
    Receipt,
    Rejected,
    TargetGone,
    Toast,
    User,
    line,
)
from uno_chat.runtime.delivering import once

PEEK = Peek(Conversation("net", "family"), User("net", "ann"), Document((line("Your hand"),)))
TOAST = Toast("k", "ack", "R5", alert=True, peek=PEEK)


@dataclass
class Far:
    """The far end of a network that raises these, one for each attempt, and then answers."""

    errors: Iterator[DeliveryError]
    seen: list[Delivery | Toast] = field(default_factory=list)

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        self.seen.append(delivery)
        for error in self.errors:
            raise error
        return Receipt(None)


async def test_what_can_be_shown_is_shown_once() -> None:
    far = Far(iter(()))
    await once(far.deliver, TOAST)
    assert far.seen == [TOAST]


@pytest.mark.parametrize("error", [Rejected(), TargetGone(), OutcomeUnknown()])
async def test_whatever_is_wrong_the_press_is_answered_in_short(error: DeliveryError) -> None:
    far = Far(iter((error,)))
    await once(far.deliver, TOAST)
    assert far.seen == [TOAST, replace(TOAST, peek=None)]


async def test_an_answer_without_a_page_is_tried_once() -> None:
    far = Far(iter((Rejected(),)))
    with pytest.raises(Rejected):
        await once(far.deliver, replace(TOAST, peek=None))
    assert len(far.seen) == 1
