"""What comes twice counts once, and who is late or quick twice is told so kindly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uno_chat.contract import OutKind, Said
from uno_chat.testing.desk import Desk

SECOND_TAP = "That was for turn 2; turn 3 began at 12:00 UTC. Here is your hand now."


def playing(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 R6 B1 B2", "bob": "R7 R8 R9"})


def test_the_same_envelope_again_changes_nothing(desk: Desk) -> None:
    playing(desk)
    said = desk.envelope("ann", Said("r5"), None)
    assert desk.take(said) == "done"
    before, shown = desk.rows.copy(), len(desk.sent)
    for again in (said, replace(said, at=said.at), said):
        assert desk.take(again) == "nothing"
    assert desk.rows == before
    assert desk.sent[shown:] == []


@pytest.mark.reported("B17")
def test_two_taps_are_one_move_and_the_second_is_refused_kindly(desk: Desk) -> None:
    playing(desk)
    token, shown = desk.token("r5"), len(desk.sent)
    assert [desk.press_token("ann", token) for _ in range(2)] == ["done", "no"]
    answers = [sent.text for sent in desk.to("@ann", shown) if sent.kind is OutKind.TOAST]
    assert answers == ["", SECOND_TAP]
    play = desk.table().play
    assert play is not None
    assert play.owner == "s2"


def test_an_old_button_brings_the_hand_up_to_date_by_an_edit(desk: Desk) -> None:
    playing(desk)
    old = desk.token("r6")
    desk.say("ann", "r5")
    shown = len(desk.sent)
    desk.press_token("ann", old)
    edits = [sent for sent in desk.to("@ann", shown) if sent.kind is OutKind.SLOT]
    assert len(edits) == 1
    assert edits[0].edits is not None
    assert not edits[0].notify
    assert desk.to("@bob", shown) == []


def test_an_old_number_is_an_old_button(bare: Desk) -> None:
    bare.lobby("ann", "bob")
    bare.say("ann", "!uno deal", "family")
    bare.lay("ann", "R4", {"ann": "R5 R6 B1", "bob": "R7 R8"})
    bare.say("ann", "hand")
    bare.lay("bob", "R4", {"ann": "R5 R6 B1", "bob": "R7 R8"})
    shown = len(bare.sent)
    assert bare.say("ann", "1") == "no"
    texts = [sent.text for sent in bare.to("@ann", shown)]
    assert "That was for turn 2; turn 3 began at" in texts[-1]
    assert "“hand” shows what you hold now." in texts[-1]


@pytest.mark.parametrize("words", ["join", "ready", "hand", "uno", "rules"])
def test_what_can_be_said_at_any_time_can_be_said_twice(desk: Desk, words: str) -> None:
    playing(desk)
    for _ in range(2):
        envelope = desk.pressing("bob", desk.token(words))
        assert desk.take(envelope) in {"no", "done", "hand", "rules"}
        assert desk.take(envelope) == "nothing"


def test_words_that_were_written_before_the_turn_began_are_not_played(desk: Desk) -> None:
    playing(desk)
    early = desk.envelope("bob", Said("r7"), None)
    desk.now += desk.settings.tie
    desk.say("ann", "r5")
    assert desk.take(early) == "no"
    assert "You wrote this at 12:00:00" in desk.to("@bob")[-1].text


def test_the_networks_time_counts_only_where_it_can_be_trusted(desk: Desk) -> None:
    desk.able = replace(desk.able, trusted_time=False)
    playing(desk)
    early = desk.envelope("bob", Said("r7"), None)
    desk.now += desk.settings.tie
    desk.say("ann", "r5")
    assert desk.take(early) == "done"


def test_a_catch_or_a_call_between_does_not_make_a_button_old(desk: Desk) -> None:
    playing(desk)
    desk.lay("ann", "R4", {"ann": "R5 R6", "bob": "R7 R8 R9", "cat": "B1 B2 B3"})
    desk.say("ann", "r5")
    desk.later(desk.settings.hold)
    token = desk.token("r7")
    desk.say("cat", "catch ann")
    desk.later(desk.settings.tie)
    desk.say("cat", "next b1")
    assert desk.token("r7") == token
    assert desk.press_token("bob", token) == "done"


def test_words_that_come_just_after_the_turn_was_over_are_told_so(desk: Desk) -> None:
    playing(desk)
    desk.lay("ann", "R4", {"ann": "B1 B2", "bob": "R7 R8 R9"}, stock="G9")
    play = desk.table().play
    assert play is not None
    assert play.clock.deadline is not None
    desk.later(play.clock.deadline + desk.settings.pace.grace - desk.now)
    assert desk.say("ann", "draw") == "no"
    assert "Your turn ended at 12:00 UTC; now it is Bob's turn." in desk.to("@ann")[-1].text
    desk.win("cat")
    desk.say("bob", "draw")
    assert "The round ended at 12:00 UTC." in desk.to("@bob")[-1].text
