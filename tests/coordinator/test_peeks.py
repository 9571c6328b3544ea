"""Where a network can show something to one person in a group, a hand is shown there, too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uno_chat.contract import Capabilities, Conversation, OutKind, Toast, User
from uno_chat.coordinator import show
from uno_chat.testing.desk import NET, Desk
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.views import as_text

PEEKS = replace(LIKE_TELEGRAM, peeks=True)


def answer(able: Capabilities, words: str, group: str | None) -> Toast:
    """The answer to Bob's press, as it would be delivered."""
    desk = Desk(able)
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6 B1", "bob": "R7 R8 B2"})
    row = desk.arrival(desk.pressing("bob", desk.token(words), group))
    desk.do(lambda tx: tx.receive(row))
    desk.work()
    rows = desk.rows.outbox.values()
    due = next(queued for queued in rows if queued.out.kind is OutKind.TOAST)
    found = desk.do(lambda tx: tx.next_outbox((NET,), desk.now, (), desk.now))
    while found is not None and found.id != due.id:
        found = desk.do(lambda tx: tx.next_outbox((NET,), desk.now, (), desk.now))
    assert found is not None
    toast = found
    shown = desk.do(lambda tx: show(desk.house, tx, toast, desk.now))
    assert shown is not None
    assert isinstance(shown.delivery, Toast)
    return shown.delivery


def test_a_hand_asked_for_in_the_group_is_shown_there_to_its_owner() -> None:
    toast = answer(PEEKS, "hand", "family")
    assert toast.peek is not None
    assert (toast.peek.to, toast.peek.user) == (Conversation(NET, "family"), User(NET, "bob"))
    page = as_text(toast.peek.document)
    assert "Your hand (3): red 7, red 8, blue 2" in page
    assert "[UNO!]" in page
    assert toast.text.splitlines()[1] == "Your hand (3): R7 R8 B2"  # should it not be shown
    assert "Your hand" not in repr(toast.peek)


@pytest.mark.parametrize(
    ("able", "words", "group"),
    [(LIKE_TELEGRAM, "hand", "family"), (PEEKS, "r7", None), (PEEKS, "r7", "family")],
)
def test_elsewhere_and_for_anything_else_there_is_only_the_short_answer(
    able: Capabilities, words: str, group: str | None
) -> None:
    assert answer(able, words, group).peek is None
