"""Words that say less than a move are one for whoever owes a decision, for others a question."""

from __future__ import annotations

import pytest

from uno_chat.testing.desk import Desk


@pytest.fixture
def drew() -> Desk:
    """Ann has drawn a red 1 that fits."""
    desk = Desk()
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "B5 G6", "bob": "R7 Y8 Y9"}, stock="R1 R2 R3")
    assert desk.say("ann", "draw") == "done"
    return desk


@pytest.fixture
def challenged() -> Desk:
    """Bob has a Wild Draw Four before him."""
    desk = Desk()
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "W+4 B5 G6", "bob": "R7 Y8 Y9"}, stock="R1 R2 R3 B1 B2 B3")
    assert desk.say("ann", "green +4") == "done"
    return desk


def cards(desk: Desk, seat: int) -> str:
    play = desk.table().play
    assert play is not None
    return " ".join(card.code for card in play.round.hands[seat])


@pytest.mark.parametrize("words", ["play", "play it", "PLAY IT!", "yes", "i play please"])
def test_a_drawn_card_is_laid_without_its_name(drew: Desk, words: str) -> None:
    assert drew.say("ann", words) == "done"
    assert "R1" not in cards(drew, 0)


def test_who_only_nods_has_decided_nothing(drew: Desk) -> None:
    before = drew.rows.tables
    assert drew.say("ann", "ok") == "puzzled"
    assert drew.rows.tables == before


def test_without_one_they_say_that_none_was_drawn() -> None:
    desk = Desk()
    desk.family("ann", "bob")
    for words in ("play it", "keep"):
        assert desk.say("ann", words) == "no"
        assert "There is no card just drawn" in desk.to("@ann")[-1].text


@pytest.mark.parametrize("words", ["keep", "no", "I pass"])
def test_or_kept(drew: Desk, words: str) -> None:
    assert drew.say("ann", words) == "done"
    assert "R1" in cards(drew, 0)


@pytest.mark.parametrize("words", ["la jouer", "oui", "je joue"])
def test_in_french_as_well(drew: Desk, words: str) -> None:
    drew.say("ann", "language fr")
    assert drew.say("ann", words) == "done"
    assert "R1" not in cards(drew, 0)


def test_a_wild_card_takes_its_colour_with_it() -> None:
    desk = Desk()
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "B5 G6", "bob": "R7 Y8 Y9"}, stock="W R2 R3")
    desk.say("ann", "draw")
    assert desk.say("ann", "play it") == "no"
    assert "Say the colour with it" in desk.to("@ann")[-1].text
    assert desk.say("ann", "play it green") == "done"


@pytest.mark.parametrize("words", ["draw 4", "+4", "draw four", "take 4", "plus 4"])
def test_cards_that_are_demanded_are_drawn(challenged: Desk, words: str) -> None:
    assert challenged.say("bob", words) == "done"
    assert len(cards(challenged, 1).split()) == 7


@pytest.mark.parametrize("words", ["yes", "no"])
def test_neither_yes_nor_no_answers_a_wild_draw_four(challenged: Desk, words: str) -> None:
    assert challenged.say("bob", words) == "no"
    assert "accept or challenge" in challenged.to("@bob")[-1].text


@pytest.mark.parametrize("words", ["play", "play it", "skip", "reverse", "+2", "draw two", "yes"])
def test_to_others_they_mean_nothing(drew: Desk, words: str) -> None:
    before = drew.rows.tables
    assert drew.say("bob", words) in {"puzzled", "no"}
    assert drew.rows.tables == before


@pytest.mark.parametrize("words", ["/play", "/skip"])
def test_in_a_group_they_may_be_meant_for_another_bot(drew: Desk, words: str) -> None:
    before = len(drew.sent)
    assert drew.say("eve", words, "family") == "ignored"
    assert drew.sent[before:] == []


def test_a_button_that_says_yes_is_about_a_question(drew: Desk) -> None:
    assert drew.press("ann", "yes") == "no"


def test_at_several_tables_they_go_to_the_one_that_waits(drew: Desk) -> None:
    drew.lobby("ann", "bob", group="club")
    drew.say("ann", "!uno deal", "club")
    drew.lay("ann", "R4", {"ann": "B5 G6", "bob": "R7 Y8 Y9"}, table=2)
    assert drew.say("ann", "play it") == "puzzled"
    which = drew.to("@ann")[-1]
    assert drew.press_token("ann", which.tokens[0]) == "done"
    assert "R1" not in cards(drew, 0)
