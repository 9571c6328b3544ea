"""A page in a group for one pair of eyes: shown to nobody else, or to nobody at all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat.contract import (
    Choice,
    Choices,
    Conversation,
    Delivery,
    DeliveryError,
    Document,
    Envelope,
    Heading,
    Message,
    Peek,
    Pressed,
    Rejected,
    TargetGone,
    Toast,
    User,
    line,
)
from uno_chat.testing.telegram import Group, LocalTelegram, Person
from uno_chat_telegram import CAPABILITIES, TelegramAdapter, read_settings

Heard = Callable[[], Awaitable[list[Envelope]]]

TABLE = Document((Heading("Family #1"), Choices((Choice("My hand", "1.1..hand"),))))
HAND = Document(
    (
        Heading("Family #1 · round 1"),
        line("Your hand (1): red 5"),
        Choices((Choice("R5", "1.1.7.r5"),)),
    )
)


@pytest.fixture
def local() -> LocalTelegram:
    return LocalTelegram(ephemeral=True)


@pytest.fixture
async def adapter(connect: Callable[..., TelegramAdapter]) -> TelegramAdapter:
    adapter = connect(ephemeral="on")
    await adapter.open()
    return adapter


def room(group: Group) -> Conversation:
    return Conversation("telegram", str(group.chat.id))


async def pressed(adapter: TelegramAdapter, person: Person, group: Group) -> Toast:
    """The answer to a press on a new table."""
    await adapter.deliver(Delivery("table", room(group), TABLE))
    query = person.press("My hand", group)
    assert query is not None
    peek = Peek(room(group), User("telegram", str(person.id)), HAND)
    return Toast("toast", query, "Your hand (1): R5", alert=True, peek=peek)


def told(person: Person) -> str:
    """Everything that somebody was ever shown."""
    return "\n".join(moment.page.all_text for moment in person.seen)


async def test_a_hand_is_shown_to_the_presser_with_its_buttons_and_to_nobody_else(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, ann: Person, ben: Person
) -> None:
    await adapter.deliver(await pressed(adapter, ben, family))
    (page,) = [page for page in ben.pages(family) if page.ephemeral]
    assert "Your hand (1): red 5" in page.text
    assert [(button.label, button.what) for button in page.buttons] == [("R5", "1.1.7.r5")]
    assert ben.toasts == ()
    assert "red 5" not in told(ann)
    assert local.counted()["answerCallbackQuery"] == 1


async def test_the_first_one_after_a_start_holds_no_secret_and_is_taken_back(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, ben: Person
) -> None:
    first, second = [await pressed(adapter, ben, family) for _ in range(2)]
    await adapter.deliver(first)
    sent = [call.params["text"] for call in local.calls if call.method == "sendMessage"]
    assert next(text for text in sent if "round 1" in text) == "<b>Family #1 · round 1</b>"
    since = len(local.calls)
    await adapter.deliver(second)
    assert local.counted(since) == {"sendMessage": 1, "answerCallbackQuery": 1}
    assert len([page for page in ben.pages(family) if page.ephemeral]) == 2


async def test_a_button_on_it_is_heard_like_any_other(
    adapter: TelegramAdapter, family: Group, ben: Person, heard: Heard
) -> None:
    await adapter.deliver(await pressed(adapter, ben, family))
    await heard()
    ben.press("R5", family)
    (press,) = await heard()
    assert isinstance(press.event, Pressed)
    assert (press.event.token, press.conversation) == ("1.1.7.r5", room(family))
    assert press.event.on == Message(room(family), "0")
    assert press.sender == User("telegram", str(ben.id))


async def test_a_server_that_knows_no_such_messages_is_found_out_by_what_is_no_secret(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, ann: Person, ben: Person
) -> None:
    local.ephemerals.on = False
    for _ in range(2):
        toast = await pressed(adapter, ben, family)
        before = len(family.chat.messages)
        with pytest.raises(Rejected):
            await adapter.deliver(toast)
        assert len(family.chat.messages) == before
        await adapter.deliver(replace(toast, peek=None))
    assert "red 5" not in told(ann) + told(ben)
    assert ben.toasts[-1] == "Your hand (1): R5"
    harmless = [call for call in local.calls if "round 1" in str(call.params.get("text"))]
    assert len(harmless) == 1


async def test_one_that_comes_too_late_or_to_a_stranger_is_shown_to_nobody(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, ann: Person, ben: Person
) -> None:
    late = await pressed(adapter, ben, family)
    local.advance(timedelta(seconds=16))
    with pytest.raises(TargetGone):
        await adapter.deliver(late)
    toast = await pressed(adapter, ben, family)
    assert toast.peek is not None
    another = replace(toast.peek, user=User("telegram", str(ann.id)))
    with pytest.raises(DeliveryError):
        await adapter.deliver(replace(toast, peek=another))
    assert "red 5" not in told(ann) + told(ben)


def test_it_is_off_unless_it_is_asked_for() -> None:
    token = {"token": "123456:AAbbCCddEEff"}
    assert not TelegramAdapter(read_settings(token)).capabilities.peeks
    assert TelegramAdapter(read_settings(token)).capabilities == CAPABILITIES
    assert TelegramAdapter(read_settings({**token, "ephemeral": "on"})).capabilities.peeks
    with pytest.raises(ValueError, match="telegram_ephemeral is on or off, not 'maybe'"):
        read_settings({**token, "ephemeral": "maybe"})
