"""Neither a token nor a hand gets into a log, an error or a repr."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

import pytest

from uno_chat.contract import Delivery, DeliveryError, Document, Puller, Toast, User
from uno_chat.testing.telegram import (
    ApiError,
    Bot,
    Dropped,
    LocalTelegram,
    Person,
    bad,
    flood,
    forbidden,
    migrated,
)
from uno_chat_telegram import TelegramAdapter, read_settings

HAND = "Your hand: red 7 and a Wild"
SECRET = "very-secret-0123"

Page = Callable[[str], Document]
Connect = Callable[..., TelegramAdapter]


async def test_at_the_highest_level_of_logging_no_token_and_no_hand_is_logged(
    connect: Connect,
    local: LocalTelegram,
    bot: Bot,
    ann: Person,
    page: Page,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for name in ("", "telegram", "httpx"):  # as they are in a new process
        caplog.set_level(logging.DEBUG, name)
    adapter = connect()
    await adapter.open()
    hand = Delivery("k", User("telegram", str(ann.id)), page(HAND))
    await adapter.deliver(hand)
    faults = (
        *(flood(timedelta(seconds=5)), bad("message is too long"), forbidden("no")),
        *(migrated(-1), ApiError(502), Dropped(done=True)),
    )
    for fault in faults:
        local.faults.plan(fault)
        with pytest.raises(DeliveryError) as told:
            await adapter.deliver(hand)
        shown = f"{told.value!r} {told.value.__cause__!r}"
        assert HAND not in shown
        assert bot.token not in shown
    with pytest.raises(DeliveryError):
        await adapter.deliver(Toast("k", "1", HAND))
    ann.say("r7")
    assert isinstance(adapter.source, Puller)
    await adapter.source.pull(None)
    assert bot.token not in caplog.text
    assert HAND not in caplog.text


def test_no_repr_tells_a_secret() -> None:
    settings = {"token": "123456:AAbbCCddEEff", "mode": "webhook", "webhook_secret": SECRET}
    read = read_settings(settings | {"webhook_url": "https://uno.example.org/in"})
    adapter = TelegramAdapter(read)
    for shown in (repr(read), repr(adapter), repr(adapter.source)):
        assert SECRET not in shown
        assert "AAbbCCddEEff" not in shown
    polling = TelegramAdapter(read_settings({"token": "123456:AAbbCCddEEff"}))
    assert "AAbbCCddEEff" not in repr(polling.source)
