"""Catch, when more than one could be meant: whom is asked in private, with a button for each."""

from __future__ import annotations

import pytest

from uno_chat.contract import OutKind
from uno_chat.testing.desk import Desk

WHOM = "Whom do you mean: Bob or Cat?"


@pytest.fixture
def two(desk: Desk) -> Desk:
    """Bob and Cat have one card; Cat has called, Bob has nothing to call for."""
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 R6 B1", "bob": "Y1", "cat": "G1"})
    return desk


@pytest.mark.parametrize("group", ["family", None])
def test_whom_is_asked_in_private_with_a_button_for_each(two: Desk, group: str | None) -> None:
    before = len(two.sent)
    assert two.press("ann", "catch", group) == "no"
    asked, answer = sorted(two.sent[before:], key=lambda sent: sent.kind is OutKind.TOAST)
    assert (answer.kind, answer.chat, answer.text) == (OutKind.TOAST, "@ann", WHOM)
    assert (asked.kind, asked.chat) == (OutKind.NOTICE, "@ann")
    assert WHOM in asked.text
    assert asked.tokens == ("1.1..catch s2", "1.1..catch s3")


def test_typed_words_are_asked_back_the_same(two: Desk) -> None:
    before = len(two.sent)
    two.say("ann", "/catch", "family")
    (asked,) = two.sent[before:]
    assert (asked.chat, asked.tokens) == ("@ann", ("1.1..catch s2", "1.1..catch s3"))


def test_a_wrong_choice_costs_nothing(two: Desk) -> None:
    before = two.table()
    two.press_token("ann", "1.1..catch s2")
    assert two.sent[-1].text.endswith("Nothing to catch.")
    after = two.table()
    assert before.play is not None
    assert after.play is not None
    assert after.play.round == before.play.round


def test_one_who_alone_could_be_meant_is_not_asked_for(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 R6 B1", "bob": "Y1", "cat": "G1 G2"})
    before = len(desk.sent)
    desk.press("ann", "catch", "family")
    assert [sent.kind for sent in desk.sent[before:]] == [OutKind.TOAST]
