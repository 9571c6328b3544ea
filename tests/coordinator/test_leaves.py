"""Turning the leaves of a big hand: in the same message, without anything being remembered."""

from __future__ import annotations

import pytest

from uno_chat.contract import OutKind
from uno_chat.testing.desk import Desk, Sent


def words(sent: Sent) -> set[str]:
    return {token.split(".", 3)[3] for token in sent.tokens}


@pytest.fixture
def big() -> Desk:
    desk = Desk()
    desk.family("ann", "bob", "cat", "dan", settings="edition=pack112_2015 seven_o=on")
    hand = "R0 R1 R2 R3 R4 R5 R6 R7 R8 R9 RS RR R+2 Y7 G7 B7 W W+4 WH WC"
    desk.lay("ann", "R7", {"ann": hand, "bob": "B1 B2", "cat": "B3 B4", "dan": "B5 B6"})
    desk.say("ann", "hand")
    return desk


def test_another_leaf_is_shown_in_the_message_where_the_hand_stands(big: Desk) -> None:
    hand = next(sent for sent in reversed(big.to("@ann")) if sent.edits is None)
    number = big.sent.index(hand) + 1
    before = len(big.sent)
    assert big.press_token("ann", "1.1..page 2") == "page"
    answer, leaf = sorted(big.sent[before:], key=lambda sent: sent.kind is not OutKind.TOAST)
    assert answer.text == ""
    assert leaf.edits == f"m{number}"
    assert "page 1" in words(leaf)
    assert words(leaf) != words(hand)
    big.press_token("ann", "1.1..page 1")
    assert words(big.to("@ann")[-2]) | words(big.to("@ann")[-1]) == words(hand)


def test_a_card_on_a_later_leaf_is_played_from_there(big: Desk) -> None:
    big.press_token("ann", "1.1..page 2")
    assert big.press("ann", "w+4 g") == "done"


def test_the_leaves_of_a_hand_are_nobody_elses(big: Desk) -> None:
    before = len(big.sent)
    assert big.press_token("bob", "1.1..page 2", "family") == "hand"
    assert big.press_token("eve", "1.1..page 2") in {"no", "puzzled"}
    told = " ".join(sent.text for sent in big.sent[before:])
    assert "W+4" not in told
    assert "Wild Draw Four" not in told


def test_a_page_is_typed_like_any_word(big: Desk) -> None:
    before = len(big.sent)
    assert big.say("ann", "page 2") == "page"
    (leaf,) = big.sent[before:]
    assert "page 1" in words(leaf)
