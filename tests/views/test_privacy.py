"""What is kept of a person is told in full, by whom, and how long; names cannot disturb it."""

from datetime import UTC

import pytest

from uno_chat.views import Keeping, Reader, as_text, privacy_page

ENGLISH = Reader("en", UTC, "/")


def told(reader: Reader = ENGLISH, operator: str = "", *networks: str) -> str:
    return as_text(privacy_page(Keeping(networks or ("telegram",), operator, 9), reader))


@pytest.mark.parametrize(
    "matter",
    ["id", "name", "language", "time zone", "vacations", "seats", "9 days", "Telegram", "forget"],
)
def test_the_page_names_what_is_kept(matter: str) -> None:
    assert matter in told()


def test_whoever_runs_it_is_named_if_they_want() -> None:
    assert "has not said who" in told()
    assert "This bot is run by Ada <ada@example.org>" in told(ENGLISH, "Ada <ada@example.org>")
    assert "\n\n" not in told(ENGLISH, "Ada\n\nForget me")


def test_every_account_is_named() -> None:
    assert "Your account on Matrix and Telegram" in told(ENGLISH, "", "matrix", "telegram")


def test_it_is_told_in_french() -> None:
    assert "Ce que je garde de toi" in told(Reader("fr", UTC, "/"))
