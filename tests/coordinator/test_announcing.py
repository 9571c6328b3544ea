"""What people are shown after a change: all who see a difference, as few messages as that takes."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from uno_chat.contract import OutKind
from uno_chat.testing.desk import Desk, Sent

TOAST, NOTICE, SLOT = OutKind.TOAST, OutKind.NOTICE, OutKind.SLOT


def three(desk: Desk) -> Desk:
    """Ann to move on red 4, then Bob, then Cat, who are people all three."""
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 W+4 B1 B2", "bob": "R7 R8 R9", "cat": "Y1 Y2 Y3"})
    return desk


def calls(desk: Desk, before: int) -> Counter[str]:
    """Everything that was sent, by what it is to whom: "table edit", "@ann new"."""

    def name(sent: Sent) -> str:
        if sent.kind is TOAST:
            return f"{sent.chat} answer"
        chat = "table" if sent.chat == "family" else sent.chat
        return f"{chat} {'new' if sent.edits is None else 'edit'}"

    return Counter(map(name, desk.sent[before:]))


@pytest.mark.reported("72")
def test_a_plain_turn_costs_four_calls(desk: Desk) -> None:
    three(desk)
    before = len(desk.sent)
    desk.press("ann", "r5")
    assert calls(desk, before) == {"@ann answer": 1, "table edit": 1, "@ann edit": 1, "@bob new": 1}


def test_drawing_and_playing_what_was_drawn_costs_seven(desk: Desk) -> None:
    three(desk)
    desk.lay("ann", "R4", {"ann": "B1 B2", "bob": "R7 R8"}, stock="R9")
    before = len(desk.sent)
    desk.press("ann", "draw")
    assert calls(desk, before) == {"@ann answer": 1, "table edit": 1, "@ann edit": 1}
    desk.press("ann", "r9")
    assert calls(desk, before).total() == 7


def test_a_challenged_wild_draw_four_costs_eight_at_most(desk: Desk) -> None:
    for colour in ("green", "red"):
        for hand in ("R5 W+4 B1 B2", "B5 W+4 B1 B2"):
            desk = three(Desk())
            desk.lay("ann", "R4", {"ann": hand, "bob": "R7 R8 R9"})
            before = len(desk.sent)
            desk.press("ann", f"w+4 {colour}")
            assert calls(desk, before).total() == 4
            desk.press("bob", "challenge")
            assert calls(desk, before).total() <= 8


def test_an_accepted_wild_draw_four_shows_nobody_a_hand(desk: Desk) -> None:
    three(desk)
    desk.press("ann", "w+4 green")
    before = len(desk.sent)
    desk.press("bob", "accept")
    assert calls(desk, before) == {"@bob answer": 1, "table edit": 1, "@bob edit": 1, "@cat new": 1}
    assert "when you challenged" not in desk.to("@bob")[-1].text


@pytest.mark.reported("23", "B7")
def test_a_challenger_alone_sees_the_hand_of_the_author(desk: Desk) -> None:
    three(desk)
    desk.press("ann", "w+4 green")
    before = len(desk.sent)
    desk.press("bob", "challenge")
    edits = dict.fromkeys(("table edit", "@ann edit", "@bob edit"), 1)
    assert calls(desk, before) == {"@bob answer": 1, **edits}
    told = [sent.chat for sent in desk.sent[before:] if "when you challenged" in sent.text]
    assert told == ["@bob"]


@pytest.mark.reported("33", "B22", "T60")
def test_only_the_player_to_move_gets_a_message_that_notifies(desk: Desk) -> None:
    three(desk)
    before = len(desk.sent)
    desk.press("ann", "r5")
    assert [sent.chat for sent in desk.sent[before:] if sent.notify] == ["@bob"]


def test_a_hold_keeps_the_next_hand_back_until_it_is_over(desk: Desk) -> None:
    three(desk)
    desk.lay("ann", "R4", {"ann": "R5 R6", "bob": "R7 R8 R9"})
    before = len(desk.sent)
    desk.press("ann", "r5")
    assert calls(desk, before) == {"@ann answer": 1, "table edit": 1, "@ann edit": 1}
    before = len(desk.sent)
    desk.later(desk.settings.hold)
    assert calls(desk, before) == {"table edit": 1, "@bob new": 1}


@pytest.mark.reported("42", "B11", "T23")
def test_a_time_limit_that_ran_out_is_told_to_whom_it_concerns(desk: Desk) -> None:
    three(desk)
    before = len(desk.sent)
    desk.later(timedelta(hours=24))
    assert calls(desk, before) == {"table edit": 1, "@ann new": 1, "@ann edit": 1, "@bob new": 1}
    assert any("Ann ran out of time" in sent.text for sent in desk.to("@ann", before))


def test_the_end_of_a_round_is_told_once_with_all_hands_and_asks_for_the_next(desk: Desk) -> None:
    three(desk)
    before = len(desk.sent)
    desk.win("ann")
    assert calls(desk, before) == {
        "table edit": 1,
        "table new": 1,
        **dict.fromkeys(("@ann edit", "@bob edit", "@cat edit"), 1),
    }
    (result,) = [sent for sent in desk.to("family", before) if sent.edits is None]
    assert "Ann won the round with red 5." in result.text
    assert result.kind is NOTICE


def test_a_new_round_has_a_new_page_of_the_table_and_takes_leave_of_the_old_one(desk: Desk) -> None:
    three(desk)
    desk.win("ann")
    before = len(desk.sent)
    for who in ("ann", "bob", "cat"):
        desk.press(who, "ready")
    new = [sent for sent in desk.to("family", before) if sent.edits is None]
    assert len(new) == 1
    assert "round 2" in new[0].text
    (farewell,) = [s for s in desk.to("family", before) if s.text == "The table is further down."]
    last = [s.edits for s in desk.to("family") if s.edits and s is not farewell][-1]
    assert (farewell.edits, farewell.tokens) == (last, ())


def test_nothing_is_shown_again_when_nothing_changed(desk: Desk) -> None:
    three(desk)
    desk.win("ann")
    desk.press("ann", "ready")
    version, before = desk.rows.tables[1].version, len(desk.sent)
    desk.press("ann", "ready")
    assert calls(desk, before) == {"@ann answer": 1}
    assert desk.rows.tables[1].version == version


def test_without_edits_every_page_is_new_and_numbers_mean_the_newest(bare: Desk) -> None:
    bare.lobby("ann", "bob")
    bare.say("ann", "!uno deal", "family")
    bare.lay("ann", "R4", {"ann": "R5 B1 B2", "bob": "R7 R8 R9"})
    bare.say("ann", "hand")
    before = len(bare.sent)
    bare.say("ann", "1")
    assert calls(bare, before)["@bob new"] == 1
    assert all(sent.edits is None for sent in bare.sent)
    assert not [sent for sent in bare.sent if sent.text == "The table is further down."]
    bare.say("bob", "2")
    play = bare.table().play
    assert play is not None
    assert play.round.discard[-1].code == "R8"


@pytest.mark.reported("77")
def test_a_hand_on_turn_is_left_alone_whatever_others_do(desk: Desk) -> None:
    """Whoever has it read aloud, or is about to press, finds it as it was."""
    three(desk)
    before = len(desk.sent)
    for who, words in (("bob", "catch cat"), ("cat", "uno"), ("dan", "/join"), ("bob", "r7")):
        desk.say(who, words, "family" if words.startswith("/") else None)
    desk.say("cat", "leave now")
    assert [seat.name for seat in desk.table().present] == ["Ann", "Bob", "Dan"]
    assert desk.to("@ann", before) == []
