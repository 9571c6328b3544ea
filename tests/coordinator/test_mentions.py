"""Who is called to a group: whoever has to act and is reached nowhere else; nobody else ever."""

from __future__ import annotations

import pytest

from uno_chat.testing.desk import Desk, Sent


def called(desk: Desk, before: int = 0) -> list[Sent]:
    """New messages that call somebody; an edit calls nobody."""
    return [sent for sent in desk.sent[before:] if sent.mentions and sent.edits is None]


def three(desk: Desk) -> Desk:
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 R6 B1 B4", "bob": "R7 R8 B2", "cat": "R9 R1 B3"})
    return desk


@pytest.mark.reported("B22")
def test_nobody_is_called_while_all_can_be_written_to(desk: Desk) -> None:
    three(desk)
    for who, card in (("ann", "r5"), ("bob", "r7"), ("cat", "r9"), ("ann", "r6")):
        desk.press(who, card)
    desk.win("bob")
    assert not any(sent.mentions for sent in desk.sent)


@pytest.mark.reported("B22")
def test_whoever_is_to_move_and_blocked_us_is_called_in_the_group_once(desk: Desk) -> None:
    three(desk)
    desk.beyond["@bob"] = "unblock"
    before = len(desk.sent)
    desk.press("ann", "r5")
    (call,) = called(desk, before)
    assert (call.chat, call.mentions, call.notify) == ("family", ("bob",), True)
    assert "To move: Bob" in call.text
    before = len(desk.sent)
    desk.say("bob", "/draw", "family")
    assert not called(desk, before)


def test_a_turn_of_somebody_who_can_be_written_to_calls_nobody(desk: Desk) -> None:
    three(desk)
    desk.beyond["@bob"] = "unblock"
    desk.press("ann", "r5")
    before = len(desk.sent)
    desk.say("bob", "/r7", "family")
    assert not any(sent.mentions for sent in desk.sent[before:])


def test_every_turn_of_somebody_beyond_reach_is_called(desk: Desk) -> None:
    three(desk)
    desk.beyond["@bob"] = "unblock"
    desk.press("ann", "r5")
    for who, words in (("bob", "/r7"), ("cat", "/r9")):
        desk.say(who, words, "family")
    before = len(desk.sent)
    desk.say("ann", "/r6", "family")
    assert [call.mentions for call in called(desk, before)] == [("bob",)]


def test_an_account_that_is_gone_is_not_called(desk: Desk) -> None:
    three(desk)
    desk.beyond["@bob"] = "gone"
    desk.press("ann", "r5")
    assert not any(sent.mentions for sent in desk.sent)


def test_whoever_is_called_is_named_no_more_once_a_hand_arrives(desk: Desk) -> None:
    three(desk)
    desk.beyond["@bob"] = "unblock"
    desk.press("ann", "r5")
    del desk.beyond["@bob"]
    before = len(desk.sent)
    desk.contact("bob")
    assert any("Your turn" in sent.text for sent in desk.to("@bob", before))
    assert not any(sent.mentions for sent in desk.sent[before:])
