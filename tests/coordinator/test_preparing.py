"""Thinking ahead, from the words to what its owner sees, while nobody else sees anything."""

from __future__ import annotations

from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.contract import OutKind
from uno_chat.coordinator.commanding import words_for
from uno_chat.coordinator.intents import Do, Intent, Look, NoCard, NoPlan, Plan, Planned
from uno_chat.coordinator.words import parse
from uno_chat.table import DrawAndPlay, Play, Wait
from uno_chat.testing.desk import Desk, Sent
from uno_chat.views import vocabulary

SOON = timedelta(seconds=91)


def card(code: str, colour: str = "", *, uno: bool = False) -> Do:
    return Do(game.Play(game.card(code), game.Colour(colour) if colour else None, uno))


def plan(*items: Planned | Do | DrawAndPlay | Wait) -> Plan:
    return Plan(tuple(one if isinstance(one, Planned) else Planned(one) for one in items))


DRAW = Do(game.Draw())


def test_a_plan_holds_no_plan_however_often_it_is_begun() -> None:
    assert parse("next next r4", vocabulary("en")) == NoPlan("next r4")
    assert isinstance(parse("next " * 800, vocabulary("en")), NoPlan)
    assert isinstance(parse("ensuite " * 500, vocabulary("fr")), NoPlan)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("next r4", plan(card("R4"))),
        ("next R7 uno, else g7, else draw", plan(card("R7", uno=True), card("G7"), DRAW)),
        ("next 7 red uno, 4 green", plan(card("R7", uno=True), card("G4"))),
        ("next r7 or g7", plan(*map(card, ("R7", "G7")))),
        ("next r7 | g7 ; b5, or else y1", plan(*map(card, ("R7", "G7", "B5", "Y1")))),
        ("next red seven else wild green", plan(card("R7"), card("W", "G"))),
        ("next b5 if blue, r7", plan(Planned(card("B5"), game.Colour.BLUE), card("R7"))),
        ("next w g uno if r", plan(Planned(card("W", "G", uno=True), game.Colour.RED))),
        ("next draw, play if it fits", plan(DrawAndPlay())),
        ("next r1, draw and play it uno", plan(card("R1"), DrawAndPlay(uno=True))),
        ("next draw play", plan(DrawAndPlay())),
        ("next draw, r1", plan(DRAW, card("R1"))),
        ("next draw if green", plan(Planned(DRAW, game.Colour.GREEN))),
        ("next challenge", plan(Do(game.Challenge()))),
        ("next accept | wait", plan(Do(game.Accept()), Wait())),
        ("prepare g7 swap bob", plan(Do(game.Play(game.card("G7")), "bob"))),
        ("next off", Plan()),
        ("next nothing", Plan()),
        ("next", Look.HAND),
        ("next r7, frobnicate", NoPlan("frobnicate")),
        ("next r7, r12", NoCard("r12")),
        ("next deal", NoPlan("deal")),
        ("next uno", NoPlan("uno")),
        ("next keep", NoPlan("keep")),
        ("next ,|", Look.HAND),
        ("next if blue", NoCard("if blue")),
        ("next b5 if", NoCard("b5 if")),
    ],
)
def test_words_mean_a_list(words: str, meant: Intent) -> None:
    assert parse(words, vocabulary("en")) == meant


def test_a_list_can_be_written_in_another_language() -> None:
    text = "ensuite 7 rouge uno, sinon b5 si bleu, sinon piocher, jouer si elle va, attendre"
    assert parse(text, vocabulary("fr")) == plan(
        card("R7", uno=True), Planned(card("B5"), game.Colour.BLUE), DrawAndPlay(), Wait()
    )


@pytest.mark.parametrize(
    "words",
    ["next off", "next r7 uno | w g if b | draw play", "next draw play uno | wait | accept"],
)
def test_a_button_can_say_a_list(words: str) -> None:
    assert words_for(parse(words, vocabulary("en"))) == words


def playing(desk: Desk) -> None:
    """Ann to move on red 4, Bob after her."""
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 B6 Y1", "bob": "R7 G8 B2", "cat": "Y2 Y3 Y4"})
    desk.say("bob", "hand")


def lies(desk: Desk) -> str:
    return in_play(desk).round.discard[-1].code


def in_play(desk: Desk) -> Play:
    play = desk.table().play
    assert play is not None
    return play


def hands(shown: list[Sent]) -> list[Sent]:
    return [sent for sent in shown if sent.kind is OutKind.SLOT]


def test_a_list_is_noted_shown_to_its_owner_and_to_nobody_else(desk: Desk) -> None:
    playing(desk)
    shown = len(desk.sent)
    assert desk.say("bob", "next r7, else g8") == "done"
    assert {sent.chat for sent in desk.sent[shown:]} == {"@bob"}
    assert "Prepared: red 7, else green 8" in hands(desk.to("@bob", shown))[-1].text
    assert any("Noted for your next turn" in sent.text for sent in desk.to("@bob", shown))
    assert desk.press("bob", "next off") == "done"
    assert "Prepared" not in hands(desk.to("@bob"))[-1].text


def test_nobody_is_woken_for_a_turn_that_is_played_by_itself(desk: Desk) -> None:
    playing(desk)
    desk.say("bob", "next r7")
    shown = len(desk.sent)
    desk.say("ann", "r5")
    assert not any(sent.notify for sent in desk.to("@bob", shown))
    assert "What you prepared is played in a moment" in hands(desk.to("@bob", shown))[-1].text
    desk.later(SOON)
    assert lies(desk) == "R7"
    assert not any(sent.notify for sent in desk.to("@bob", shown))
    assert "Prepared" not in hands(desk.to("@bob"))[-1].text


def test_who_is_asked_after_all_is_woken_and_told_why(desk: Desk) -> None:
    playing(desk)
    desk.say("bob", "next g8, b2")
    desk.say("ann", "r5")
    shown = len(desk.sent)
    desk.later(SOON)
    assert lies(desk) == "R5"
    (page,) = (sent for sent in desk.to("@bob", shown) if sent.notify)
    assert "– green 8: Green 8 does not fit on red 5." in page.text
    assert "– blue 2: Blue 2 does not fit on red 5." in page.text
    desk.say("bob", "r7")
    assert lies(desk) == "R7"


def test_others_read_the_same_as_if_it_had_been_played_by_hand() -> None:
    told = []
    for words in ("next r7", "hand"):
        one = Desk()
        playing(one)
        one.say("bob", words)
        one.say("ann", "r5")
        one.later(SOON)
        if words == "hand":
            one.say("bob", "r7")
        told.append([one.to(chat)[-1].text for chat in ("family", "@ann", "@cat")])
    assert told[0] == told[1]


@pytest.mark.reported("T64")
def test_whose_hand_changes_is_told_in_private_that_the_list_is_gone(desk: Desk) -> None:
    playing(desk)
    desk.lay("ann", "R4", {"ann": "R+2 B6 Y1", "bob": "R7 G8 B2", "cat": "Y2 R3 Y4"})
    desk.say("bob", "next r7")
    shown = len(desk.sent)
    desk.say("ann", "r+2")
    notices = [sent for sent in desk.to("@bob", shown) if sent.kind is OutKind.NOTICE]
    assert [sent.text.splitlines()[-1] for sent in notices] == [
        "Your hand has changed. What you had prepared is not played."
    ]
    assert not any("prepared" in sent.text.lower() for sent in desk.sent if sent.chat != "@bob")


@pytest.mark.parametrize(
    ("who", "words", "answer"),
    [
        ("ann", "next r5", "It is your turn: say it without “next”."),
        ("bob", "next y9", "Yellow 9 is not in your hand."),
        ("bob", "next w", "Wild is not in your hand."),
        ("bob", "next off", "You have prepared nothing."),
        ("bob", f"next {', '.join(['r7'] * 13)}", "That is too much for one turn: 12 at most."),
    ],
)
def test_what_cannot_be_prepared_is_refused_with_a_reason(
    desk: Desk, who: str, words: str, answer: str
) -> None:
    playing(desk)
    before = dict(desk.rows.tables)
    assert desk.say(who, words) == "no"
    assert answer in desk.to(f"@{who}")[-1].text
    assert desk.rows.tables == before


def test_at_several_tables_a_list_is_for_the_one_where_others_are_to_move(desk: Desk) -> None:
    playing(desk)
    desk.lobby("bob", "ann", group="club")
    desk.say("bob", "/#2 deal", "club")
    desk.lay("bob", "R4", {"bob": "R5 R6", "ann": "B1 B2"}, table=2)
    assert desk.say("bob", "next r7") == "done"
    assert [one.seat for one in in_play(desk).prepared] == ["s2"]
