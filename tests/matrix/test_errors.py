"""What an answer says about an attempt."""

from __future__ import annotations

from datetime import timedelta

import pytest

from uno_chat.contract import AccountRefused, OutcomeUnknown, Rejected, RetryLater
from uno_chat_matrix.client import NoAnswer, Refused
from uno_chat_matrix.errors import account_error, login_error, read_error, write_error

FLOOD = Refused("PUT rooms", 429, {"errcode": "M_LIMIT_EXCEEDED"}, timedelta(seconds=4))
LOST, UNHEARD = NoAnswer("ReadTimeout", heard=True), NoAnswer("ConnectError", heard=False)
LOGGED_OUT = Refused("GET sync", 401, {"errcode": "M_UNKNOWN_TOKEN"})
FORBIDDEN = Refused("POST login", 403, {"errcode": "M_FORBIDDEN"})
TOO_LARGE = Refused("PUT rooms", 413, {"errcode": "M_TOO_LARGE"})


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (FLOOD, RetryLater),
        (UNHEARD, RetryLater),
        (LOST, OutcomeUnknown),
        (LOGGED_OUT, RetryLater),
        (TOO_LARGE, Rejected),
    ],
)
def test_a_message_that_was_not_taken(error: NoAnswer | Refused, kind: type[Exception]) -> None:
    assert type(write_error(error)) is kind


def test_the_pause_is_the_one_that_was_asked_for() -> None:
    for told in (write_error(FLOOD), account_error(FLOOD), login_error(FLOOD)):
        assert isinstance(told, RetryLater)
        assert told.after == timedelta(seconds=4)


def test_a_limit_of_messages_is_the_accounts_and_one_of_rooms_holds_nothing_else() -> None:
    message, room = write_error(FLOOD), read_error(FLOOD)
    assert isinstance(message, RetryLater)
    assert isinstance(room, RetryLater)
    assert (message.spent, room.spent) == (True, False)


def test_a_lost_answer_to_a_question_had_no_effect() -> None:
    assert isinstance(read_error(LOST), RetryLater)


@pytest.mark.parametrize(
    ("error", "kind"),
    [(LOST, RetryLater), (UNHEARD, RetryLater), (LOGGED_OUT, AccountRefused)],
)
def test_an_account_that_is_not_answered(error: NoAnswer | Refused, kind: type[Exception]) -> None:
    assert type(account_error(error)) is kind
    assert type(login_error(error)) is kind


def test_a_wrong_password_is_called_so() -> None:
    assert "matrix_password" in str(login_error(FORBIDDEN))
    assert "matrix_access_token" in str(account_error(LOGGED_OUT))
