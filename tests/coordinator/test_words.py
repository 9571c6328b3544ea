"""What people type and what buttons carry is read by one grammar."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.coordinator import intents
from uno_chat.coordinator.words import parse
from uno_chat.table import Level
from uno_chat.views import vocabulary, words_of

ENGLISH = vocabulary("en")
FRENCH = vocabulary("fr")
R, Y, G, B = game.Colour


def play(card: str, colour: game.Colour | None = None, *, uno: bool = False) -> intents.Intent:
    return intents.Do(game.Play(game.card(card), colour, uno=uno))


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("r7", play("R7")),
        ("R7", play("R7")),
        ("  r7   uno ", play("R7", uno=True)),
        ("uno r7", play("R7", uno=True)),
        ("play r7", play("R7")),
        ("red 7", play("R7")),
        ("red seven", play("R7")),
        ("rr", play("RR")),
        ("red reverse", play("RR")),
        ("gs", play("GS")),
        ("green skip uno", play("GS", uno=True)),
        ("b+2", play("B+2")),
        ("blue draw two", play("B+2")),
        ("w green", play("W", G)),
        ("w g", play("W", G)),
        ("wild green", play("W", G)),
        ("w+4 blue uno", play("W+4", B, uno=True)),
        ("wild draw four yellow", play("W+4", Y)),
        ("w", play("W")),
        ("green", intents.Do(game.NameColour(G))),
        ("colour r", intents.Do(game.NameColour(R))),
        ("draw", intents.Do(game.Draw())),
        ("keep", intents.Do(game.Keep())),
        ("accept", intents.Do(game.Accept())),
        ("challenge", intents.Do(game.Challenge())),
        ("uno", intents.Do(game.CallUno())),
        ("UNO!", intents.Do(game.CallUno())),
        ("catch", intents.CatchOne()),
        ("catch Anna Lena", intents.CatchOne("Anna Lena")),
        ("catch s3", intents.CatchOne("s3")),
        ("swap Bob", intents.SwapWith("Bob")),
        ("swap with Anna Lena", intents.SwapWith("Anna Lena")),
        ("smack", intents.Do(game.Smack())),
        ("3", intents.Pick(3)),
        ("3)", intents.Pick(3)),
        ("3.", intents.Pick(3)),
        ("3 uno", intents.Pick(3, uno=True)),
        ("hand", intents.Look.HAND),
        ("tables", intents.Look.TABLES),
        ("join", intents.Wish.JOIN),
        ("deal", intents.Wish.DEAL),
        ("add", intents.AddOne()),
        ("add hard", intents.AddOne(Level.HARD)),
        ("kick Bo", intents.KickOne("Bo")),
        ("new", intents.NewTable()),
        ("new goal=200 turn=8h", intents.NewTable(("goal=200", "turn=8h"))),
        ("settings", intents.SetUp()),
        ("language fr", intents.Speak("fr")),
    ],
)
def test_english_words_are_understood(text: str, intent: intents.Intent) -> None:
    assert parse(text, ENGLISH) == intent


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("j7", play("Y7")),
        ("rouge 7", play("R7")),
        ("piocher", intents.Do(game.Draw())),
        ("vert", intents.Do(game.NameColour(G))),
        ("r7 uno", play("R7", uno=True)),
        ("draw", intents.Do(game.Draw())),
        ("y7", play("Y7")),
    ],
)
def test_the_readers_own_words_are_understood_beside_the_english_ones(
    text: str, intent: intents.Intent
) -> None:
    assert parse(text, FRENCH) == intent


@pytest.mark.parametrize("text", ["r12", "rx", "w+5", "w purple", "wq"])
def test_what_looks_like_a_card_is_answered_as_one(text: str) -> None:
    assert isinstance(parse(text, ENGLISH), intents.NoCard)


@pytest.mark.parametrize("text", ["", "hello there", "add genius", "12345", "draw uno", "join us"])
def test_other_words_are_not_understood(text: str) -> None:
    assert isinstance(parse(text, ENGLISH), intents.Unclear)


@given(st.text())
def test_no_line_at_all_makes_it_fall_over(text: str) -> None:
    parse(text, ENGLISH)
    parse(text, FRENCH)


@pytest.mark.parametrize("card", sorted(game.CARDS))
def test_every_play_that_a_button_can_carry_is_read_back(card: str) -> None:
    face = game.card(card)
    colours = tuple(game.Colour) if face.wild else (None,)
    for colour in colours:
        for uno in (False, True):
            move = game.Play(face, colour, uno=uno)
            assert parse(words_of(move), ENGLISH) == intents.Do(move)


R7 = game.card("R7")


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("r7 swap s3", intents.Do(game.Play(R7), "s3")),
        ("r7 uno swap s3", intents.Do(game.Play(R7, uno=True), "s3")),
        ("r7 swap Anna Lena", intents.Do(game.Play(R7), "Anna Lena")),
        ("red seven swap with Anna uno", intents.Do(game.Play(R7, uno=True), "Anna")),
        ("r7 b7 g7", intents.Do(game.Play(R7, more=game.cards("B7 G7")))),
        ("r7 and b7 uno", intents.Do(game.Play(R7, uno=True, more=game.cards("B7")))),
        ("red 7 and blue 7", intents.Do(game.Play(R7, more=game.cards("B7")))),
        ("r7 b", intents.Do(game.Play(R7, B))),
        ("w w b", intents.Do(game.Play(game.card("W"), B, more=game.cards("W")))),
    ],
)
def test_words_of_house_rules_are_understood(text: str, intent: intents.Intent) -> None:
    assert parse(text, ENGLISH) == intent
