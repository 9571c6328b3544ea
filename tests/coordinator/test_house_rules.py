"""House rules at the desk: whoever may do something is shown it, pressed or typed it is done."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from uno_chat.testing.desk import Desk, Sent

HANDS = {"ann": "R5 R6 G7 B1 B2", "bob": "B7 B8 B9", "cat": "R5 Y1 Y2 Y3"}


def three(desk: Desk, settings: str) -> Desk:
    """Ann to move on red 4, then Bob, then Cat, who are people all three."""
    desk.family("ann", "bob", "cat", settings=settings)
    desk.lay("ann", "R4", HANDS)
    return desk


def top(desk: Desk) -> str:
    play = desk.table().play
    assert play is not None
    return play.round.discard[-1].code


def hands(desk: Desk) -> dict[str, int]:
    """How many cards everybody holds."""
    table = desk.table()
    assert table.play is not None
    names = [table.seat(seat).name.casefold() for seat in table.play.order]
    return dict(zip(names, map(len, table.play.round.hands), strict=True))


TIE = timedelta(seconds=10)


def lays(desk: Desk, who: str, words: str) -> None:
    """A card on which somebody might have jumped in before, which nobody did."""
    desk.press(who, words)
    desk.later(TIE)


def offers(sent: Sent, words: str) -> bool:
    return any(token.endswith(f".{words}") for token in sent.tokens)


def test_a_jump_in_is_offered_to_who_can_and_to_nobody_else(desk: Desk) -> None:
    three(desk, "jump_in=on")
    before = len(desk.sent)
    lays(desk, "ann", "r5")
    (offer,) = desk.to("@cat", before)
    assert "you may jump in" in offer.text
    assert offers(offer, "r5")
    assert not offer.notify
    assert not any("jump in" in sent.text for sent in desk.sent[before:] if sent.chat != "@cat")
    desk.press("cat", "r5")
    assert hands(desk) == {"ann": 4, "bob": 3, "cat": 3}


def test_what_waits_for_somebody_to_jump_in_is_told_by_the_answer_to_a_press_alone(
    desk: Desk,
) -> None:
    three(desk, "jump_in=on")
    lays(desk, "ann", "r5")
    desk.lay("bob", "R5", HANDS | {"bob": "R9 R8 B8"})
    for take in (desk.press, desk.say):
        before = len(desk.sent)
        take("bob", "r9")
        answers = [sent.text for sent in desk.sent[before:]]
        assert any("unless somebody jumps in" in text for text in answers) == (take == desk.press)
        desk.lay("bob", "R5", HANDS | {"bob": "R9 R8 B8"})


def test_whoever_waited_in_vain_is_told_who_jumped_in(desk: Desk) -> None:
    three(desk, "jump_in=on")
    lays(desk, "ann", "r5")
    desk.lay("bob", "R5", HANDS | {"bob": "R9 R8 B8"})
    desk.press("bob", "r9")
    before = len(desk.sent)
    desk.press("cat", "r5")
    assert any("Cat jumped in before you." in sent.text for sent in desk.to("@bob", before))
    assert hands(desk) == {"ann": 5, "bob": 3, "cat": 3}


def test_the_offer_of_a_jump_in_goes_with_the_card(desk: Desk) -> None:
    three(desk, "jump_in=on")
    lays(desk, "ann", "r5")
    before = len(desk.sent)
    desk.lay("bob", "R5", HANDS | {"bob": "R9 B8"})
    lays(desk, "bob", "r9")
    assert "jump in" not in desk.to("@cat", before)[-1].text


def test_everybody_is_shown_that_it_is_time_to_smack(desk: Desk) -> None:
    three(desk, "smackdown=on")
    before = len(desk.sent)
    desk.press("ann", "r6")
    for chat in ("@ann", "@bob", "@cat", "family"):
        assert any(offers(sent, "smack") for sent in desk.to(chat, before)), chat
    desk.press("bob", "smack", "family")
    desk.say("cat", "smack")
    assert "may be as quick as you" in desk.to("@cat")[-1].text
    desk.later(TIE)
    assert hands(desk) == {"ann": 4 + 2, "bob": 3, "cat": 4}
    assert not offers(desk.to("@ann", before)[-1], "smack")


@pytest.mark.parametrize("typed", ["g7 swap cat", "7 vert échange avec Cat"])
def test_a_seven_takes_the_hand_of_who_is_named(desk: Desk, typed: str) -> None:
    three(desk, "seven_o=on")
    desk.say("ann", "language fr")
    desk.lay("ann", "G4", HANDS)
    desk.say("ann", typed)
    assert top(desk) == "G7"
    assert hands(desk) == {"ann": 4, "bob": 3, "cat": 4}


def test_a_seven_asks_in_the_same_message_whose_hand_it_takes(desk: Desk) -> None:
    three(desk, "seven_o=on")
    desk.lay("ann", "G4", HANDS)
    before = len(desk.sent)
    desk.say("ann", "g7")
    (asked,) = desk.to("@ann", before)
    assert "whose hand do you take" in asked.text
    assert not asked.notify
    desk.press_token("ann", next(token for token in asked.tokens if "swap" in token))
    assert hands(desk) == {"ann": 3, "bob": 4, "cat": 4}


def test_several_cards_are_laid_at_once(desk: Desk) -> None:
    three(desk, "multi_play=on")
    desk.lay("ann", "R4", HANDS | {"ann": "R5 G5 B1 B2"})
    desk.say("ann", "r5 and g5")
    assert top(desk) == "G5"


def test_a_demand_is_passed_on_and_taken(desk: Desk) -> None:
    three(desk, "stacking=same")
    desk.lay("ann", "R4", {"ann": "R+2 B1 B2", "bob": "G+2 G1 G2", "cat": "Y1 Y2 Y+2"})
    desk.press("ann", "r+2")
    assert "4 cards are meant for you." not in desk.to("@bob")[-1].text
    assert "2 cards are meant for you." in desk.to("@bob")[-1].text
    desk.press("bob", "g+2")
    assert "4 cards are meant for you." in desk.to("@cat")[-1].text
    desk.say("cat", "take 4")
    assert hands(desk) == {"ann": 2, "bob": 2, "cat": 3 + 4}


def test_a_number_without_buttons_means_its_line(bare: Desk) -> None:
    three(bare, "seven_o=on")
    bare.lay("ann", "G4", HANDS)
    bare.say("ann", "hand")
    found = re.search(r"(\d+)\) green 7 \(fits\)", bare.to("@ann")[-1].text)
    assert found is not None
    before = hands(bare)
    bare.say("ann", f"{found[1]} swap cat uno")
    assert top(bare) == "G7"
    assert hands(bare) == before | {"ann": before["cat"], "cat": before["ann"] - 1}


def test_without_buttons_a_seven_without_a_partner_asks_for_one(bare: Desk) -> None:
    three(bare, "seven_o=on")
    bare.lay("ann", "G4", HANDS)
    bare.say("ann", "hand")
    before = hands(bare)
    bare.say("ann", "g7")
    assert "1) Bob (" in bare.to("@ann")[-1].text
    assert "“1”, “swap Bob”" in bare.to("@ann")[-1].text
    bare.say("ann", "1")
    assert hands(bare) == before | {"ann": before["bob"], "bob": before["ann"] - 1}
