"""A card is read from its words in either order, however they are typed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.coordinator import intents
from uno_chat.coordinator.card_words import COLOURS
from uno_chat.coordinator.words import parse
from uno_chat.testing.desk import Desk
from uno_chat.views import Reader, languages, vocabulary
from uno_chat.views.cards import full_name, letter, short_name

SYMBOLS = {str(number): str(number) for number in range(10)} | {"s": "S", "rev": "R", "+2": "+2"}
"""The canonical words of what stands on a coloured card."""
WILDS = {"wild": "W", "+4": "W+4"} | {
    card.code.lower(): card.code for card in game.CARDS.values() if card.wild
}

spaces = st.text("  \t\u00a0\u3000", min_size=1, max_size=3)
signs = st.text(" .,;:!-–—()[]“”«»*_~\"'…\u200b\u200e\u2066\ufe0f", max_size=3)
cases = st.sampled_from((str.lower, str.upper, str.capitalize))


def words_for(meanings: dict[str, str], language: str) -> dict[str, list[str]]:
    """All words and phrases of a language for each of these."""
    known = vocabulary(language)
    return {
        meaning: [meaning, *(word for word, meant in known.items() if meant == meaning)]
        for meaning in meanings
    }


def names(language: str) -> Iterator[tuple[list[str], list[str], game.Play]]:
    """The words for a colour, those for the rest, and what both say."""
    colours = words_for(dict(COLOURS), language)
    for word, colour in COLOURS.items():
        for symbol, written in words_for(SYMBOLS, language).items():
            card = game.card(colour + SYMBOLS[symbol])
            yield colours[word], written, game.Play(card)
        for wild, written in words_for(WILDS, language).items():
            yield colours[word], written, game.Play(game.card(WILDS[wild]), colour)


@st.composite
def typed(draw: st.DrawFn, language: str) -> tuple[str, str, game.Play]:
    """Two words in some order with whatever slips in, and the move that they name."""
    colours, others, move = draw(st.sampled_from(CASES[language]))
    two = [draw(cases)(draw(st.sampled_from(one))) for one in (colours, others)]
    if draw(st.booleans()):
        two.reverse()
    if uno := draw(st.booleans()):
        two.insert(draw(st.integers(0, 2)), draw(st.sampled_from(("uno", "UNO", "Uno!!"))))
    line = "".join(draw(signs) + word + draw(signs) + draw(spaces) for word in two)
    return language, line, game.with_uno(move) if uno else move


CASES = {language: list(names(language)) for language in languages()}


def said(text: str, language: str) -> game.Move | None:
    """The move that a line makes, or may make where a number or a name could be meant as well."""
    match parse(text, vocabulary(language)):
        case intents.Do(move):
            return move
        case intents.Pick() | intents.PassOver() as other if other.card is not None:
            return other.card.move
    return None


@given(st.sampled_from(languages()).flatmap(typed))
@example(("en", "skip green", game.Play(game.card("GS"))))
@example(("en", "green +4", game.Play(game.card("W+4"), game.Colour.GREEN)))
@example(("fr", "bleu averse 2 joker", game.Play(game.card("WD2"), game.Colour.BLUE)))
def test_every_card_is_read_from_its_words_in_either_order(
    case: tuple[str, str, game.Play],
) -> None:
    language, line, move = case
    assert said(line, language) == move


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("card", game.CARDS.values(), ids=str)
def test_every_card_is_read_from_its_letters_in_either_order(
    card: game.Card, language: str
) -> None:
    reader = Reader(language, UTC, "")
    short = short_name(card, reader)
    if card.colour is not None:
        first = letter(card.colour, reader)
        assert short.startswith(first)
        whole = {short, short[len(first) :] + first}
        assert {said(text, language) for text in whole} == {game.Play(card)}
        return
    for colour in game.Colour:
        first = letter(colour, reader)
        moves = {said(text, language) for text in (short + first, first + short)}
        assert moves == {game.Play(card, colour)}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("square", ["🟥", "🟥 ", "🟥\ufe0f "])
def test_a_card_is_read_as_it_is_shown(language: str, square: str) -> None:
    red = game.card("R7")
    reader = Reader(language, UTC, "")
    for name in ("7", short_name(red, reader), full_name(red, reader)):
        assert said(square + name, language) == game.Play(red)
    wild = full_name(game.card("W"), reader)
    assert said(f"{wild} {square}", language) == game.Play(game.card("W"), game.Colour.RED)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw four wild green", game.Play(game.card("W+4"), game.Colour.GREEN)),
        ("wild green draw four", game.Play(game.card("W+4"), game.Colour.GREEN)),
        ("green wild + 4", game.Play(game.card("W+4"), game.Colour.GREEN)),
        ("blue draw 2", game.Play(game.card("B+2"))),
        ("r7+b7", game.Play(game.card("R7"), more=game.cards("B7"))),
        ("5 red and blue 5", game.Play(game.card("R5"), more=game.cards("B5"))),
        ("green colour", game.NameColour(game.Colour.GREEN)),
        ("r g", game.Play(game.card("GR"))),
        ("r5uno", game.Play(game.card("R5"), uno=True)),
        ("red 5uno", game.Play(game.card("R5"), uno=True)),
        ("next 4 green", None),
    ],
)
def test_a_name_of_several_words_is_read_in_any_order(text: str, move: game.Move | None) -> None:
    assert said(text, "en") == move


@pytest.mark.parametrize(
    "text", ["red green", "wild red green", "green 7 7", "pass green", "green paint", "r12!"]
)
def test_what_names_no_card_is_told_how_cards_are_written(text: str) -> None:
    assert parse(text, vocabulary("en")) == intents.NoCard(text)


@pytest.mark.parametrize("text", ["deal please", "please deal!", "deal, please.", "deal svp"])
def test_politeness_around_a_command_changes_nothing(text: str) -> None:
    assert parse(text, vocabulary("fr")) == intents.Wish.DEAL
    assert parse("catch A", vocabulary("en")) == intents.CatchOne("A")


def test_a_question_lays_nothing() -> None:
    assert not isinstance(parse("r7?", vocabulary("en")), intents.Do)
    assert parse("hand?", vocabulary("en")) == intents.Look.HAND


def test_who_is_called_like_a_colour_is_told_from_the_card() -> None:
    desk = Desk()
    desk.family("ann", "green")
    desk.lay("ann", "G4", {"ann": "GS R5 R6", "green": "R7 B2 B3"})
    assert desk.say("ann", "skip green") == "puzzled"
    assert "Write “gs” for the card, or “without Green” for the other." in desk.to("@ann")[-1].text
    assert desk.say("ann", "skip red") == "no"  # there is no such card in this hand
    assert desk.say("ann", "gs") == "done"
