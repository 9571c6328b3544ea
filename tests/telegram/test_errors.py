"""Errors that no server can be made to give, and what each says about the attempt."""

from __future__ import annotations

from datetime import timedelta

import httpx
import pytest
from telegram import error as tg

from uno_chat.contract import (
    AccountRefused,
    DeliveryError,
    OutcomeUnknown,
    Rejected,
    RetryLater,
    TargetGone,
    Unreachable,
)
from uno_chat_telegram.errors import SOON, account_error, delivery_error


def caused(error: tg.TelegramError, cause: Exception) -> tg.TelegramError:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (caused(tg.NetworkError("x"), httpx.ConnectError("x")), RetryLater),
        (caused(tg.TimedOut(), httpx.ConnectTimeout("x")), RetryLater),
        (caused(tg.TimedOut(), httpx.PoolTimeout("x")), RetryLater),
        (caused(tg.NetworkError("x"), httpx.ProxyError("x")), RetryLater),
        (tg.NetworkError("Too Many Requests: retry later"), RetryLater),
        (caused(tg.TimedOut(), httpx.ReadTimeout("x")), OutcomeUnknown),
        (caused(tg.TimedOut(), httpx.WriteTimeout("x")), OutcomeUnknown),
        (caused(tg.NetworkError("x"), httpx.ReadError("x")), OutcomeUnknown),
        (caused(tg.NetworkError("x"), httpx.WriteError("x")), OutcomeUnknown),
        (caused(tg.NetworkError("x"), httpx.RemoteProtocolError("x")), OutcomeUnknown),
        (tg.NetworkError("Bad Gateway"), OutcomeUnknown),
        (tg.TimedOut(), OutcomeUnknown),
        (tg.TelegramError("Invalid server response"), OutcomeUnknown),
        (tg.InvalidToken(), RetryLater),
        (tg.BadRequest("Bad Request: can't parse entities: x"), Rejected),
        (tg.BadRequest("Bad Request: BUTTON_DATA_INVALID"), Rejected),
        (tg.BadRequest("Bad Request: MESSAGE_ID_INVALID"), TargetGone),
        (tg.BadRequest("Bad Request: message can't be edited"), TargetGone),
    ],
)
def test_what_an_error_says_about_the_effect(
    error: tg.TelegramError, expected: type[DeliveryError]
) -> None:
    assert type(delivery_error(error, private=True)) is expected


@pytest.mark.parametrize(
    ("error", "private", "remedy"),
    [
        (tg.Forbidden("Forbidden: bot can't initiate conversation with a user"), True, "start"),
        (tg.BadRequest("Bad Request: bot can't initiate conversation with a user"), True, "start"),
        (tg.BadRequest("Bad Request: PEER_ID_INVALID"), True, "start"),
        (tg.BadRequest("Bad Request: chat not found"), True, "start"),
        (tg.BadRequest("Bad Request: chat not found"), False, "invite"),
        (tg.Forbidden("Forbidden: bot was blocked by the user"), True, "unblock"),
        (tg.Forbidden("Forbidden: user is deactivated"), True, "gone"),
        (tg.Forbidden("Forbidden: bot was kicked from the supergroup chat"), False, "invite"),
        (tg.Forbidden("Forbidden: bot is not a member of the supergroup chat"), False, "invite"),
        (tg.Forbidden("Forbidden: the group chat was deleted"), False, "gone"),
        (tg.Forbidden("Forbidden: some new reason"), True, "start"),
        (tg.Forbidden("Forbidden: some new reason"), False, "invite"),
        (tg.BadRequest("Bad Request: CHAT_WRITE_FORBIDDEN"), False, "allow"),
        (tg.BadRequest("Bad Request: have no rights to send a message"), False, "allow"),
        (tg.BadRequest("Bad Request: TOPIC_CLOSED"), False, "topic"),
        (tg.BadRequest("Bad Request: message thread not found"), False, "topic"),
    ],
)
def test_what_somebody_has_to_do(error: tg.TelegramError, remedy: str, *, private: bool) -> None:
    found = delivery_error(error, private=private)
    assert isinstance(found, Unreachable)
    assert found.remedy == remedy


@pytest.mark.parametrize("seconds", [7, timedelta(seconds=7)])
def test_the_time_to_wait_is_read_from_both_versions_of_the_library(
    monkeypatch: pytest.MonkeyPatch, seconds: int | timedelta
) -> None:
    if isinstance(seconds, timedelta):
        monkeypatch.setenv("PTB_TIMEDELTA", "true")
    for found in (
        delivery_error(tg.RetryAfter(seconds), private=True),
        account_error(tg.RetryAfter(seconds)),
    ):
        assert isinstance(found, RetryLater)
        assert found.after == timedelta(seconds=7)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (tg.InvalidToken(), "@BotFather"),
        (tg.Conflict("Conflict: terminated by other getUpdates request"), "stop it"),
        (tg.Conflict("Conflict: can't use getUpdates while webhook is active"), "webhook"),
        (tg.Conflict("Conflict: terminated by setWebhook request"), "webhook"),
        (tg.BadRequest("Bad Request: bad webhook: no https"), "no https"),
        (tg.BadRequest("Bad Request: bad webhook: port 81 is not allowed"), "port 81"),
    ],
)
def test_an_account_that_is_refused_is_told_how_to_mend_it(
    error: tg.TelegramError, words: str
) -> None:
    refused = account_error(error)
    assert isinstance(refused, AccountRefused)
    assert words in str(refused)
    assert str(refused).endswith(".")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bad webhook: Failed to resolve host: Name or service not known", "in the DNS"),
        ("bad webhook: failed to resolve host: Temporary failure in name resolution", "in the DNS"),
        ("bad webhook: IP address 10.0.0.1 is reserved", "from outside"),
    ],
)
def test_a_name_that_telegram_does_not_find_yet_is_no_mistake_in_the_settings(
    text: str, words: str
) -> None:
    later = account_error(tg.BadRequest(f"Bad Request: {text}"))
    assert isinstance(later, RetryLater)
    assert words in str(later)
    assert later.after > SOON
