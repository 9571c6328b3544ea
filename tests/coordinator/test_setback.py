"""After the host went back to a backup all see where the table stands; what they read is old."""

from __future__ import annotations

from datetime import timedelta

import pytest

from uno_chat.contract import OutKind
from uno_chat.coordinator.outages import watch
from uno_chat.testing.desk import Desk, Sent

HOUR = timedelta(hours=1)
LOST = "he host had to go back to a backup: what was played since is lost"


@pytest.fixture
def restored(desk: Desk) -> Desk:
    """Ann is to move again; Cat has read that she is, in the time that was lost."""
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 B6 B7 B8", "bob": "R7 Y8 Y9", "cat": "R1 G1 G2"})
    desk.do(lambda tx: watch(tx, None, desk.now))
    backup = desk.rows.copy()
    desk.press("ann", "r5")
    desk.later(HOUR)
    desk.press("bob", "r7")
    desk.later(HOUR)
    desk.rows = backup
    began = desk.now - 2 * HOUR
    desk.do(lambda tx: watch(tx, began, desk.now))
    return desk


def new(desk: Desk, chat: str, since: int) -> list[Sent]:
    """The pages that came anew."""
    return [page for page in desk.to(chat, since) if page.kind is OutKind.SLOT and not page.edits]


def test_a_button_of_the_lost_time_shows_all_where_the_table_stands(restored: Desk) -> None:
    pressed = [token for page in restored.to("@cat") for token in page.tokens if ".r1" in token]
    since = len(restored.sent)
    assert restored.press_token("cat", pressed[-1]) == "done"
    (told,) = [page for page in restored.to("@cat", since) if page.kind is OutKind.TOAST]
    assert LOST in told.text
    (table,) = new(restored, "family", since)
    assert LOST in table.text
    for who in ("ann", "bob", "cat"):
        assert len(new(restored, f"@{who}", since)) == 1
    since = len(restored.sent)
    assert restored.press_token("cat", pressed[-1]) == "no"
    assert new(restored, "family", since) == []
    assert restored.press("ann", "r5") == "done"


def test_old_words_are_what_they_say(restored: Desk) -> None:
    """Ann lays her card again; who is not to move is told so."""
    assert restored.say("cat", "r1") == "no"
    assert restored.say("ann", "r5") == "done"


def test_nothing_is_said_without_an_outage_in_which_it_could_have_happened(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 B6 B7 B8", "bob": "R7 Y8 Y9", "cat": "R1 G1 G2"})
    made_up = desk.token("r5").split(".")
    made_up[2] = str(int(made_up[2]) + 3)
    since = len(desk.sent)
    assert desk.press_token("ann", ".".join(made_up)) == "no"
    (told,) = [page for page in desk.to("@ann", since) if page.kind is OutKind.TOAST]
    assert told.text == "That is for a turn that has not come. Here is your hand now."
    assert new(desk, "family", since) == []
