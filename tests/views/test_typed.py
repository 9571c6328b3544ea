"""Pages where there are no buttons: numbers for what is asked, words for the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from uno_chat import game
from uno_chat.contract import Capabilities, Cards, Face
from uno_chat.table import Ask, Motion, Outcome, Settings, Table, decide
from uno_chat.views import Reader, as_text, decode, hand_page, lower, table_page
from uno_chat.views.lower import Lowered

HANDS = ("R4 B7 B7 YS W W+4", "R1 R2 R3", "B1 B2")
BARE = Capabilities()


@pytest.fixture
def typed(reader: Reader) -> Reader:
    return replace(reader, typed=True, prefix="!uno ")


@pytest.fixture
def tape(french: Reader) -> Reader:
    return replace(french, typed=True, prefix="!uno ")


def shown(table: Table, seat: str, reader: Reader, now: datetime) -> Lowered:
    return lower(hand_page(table, seat, reader, now), BARE)


def tail(lowered: Lowered, begins: str) -> list[str]:
    """The lines of a page from one that begins so."""
    lines = as_text(lowered.document).replace("\xa0", " ").splitlines()
    first = next(place for place, text in enumerate(lines) if text.startswith(begins))
    return lines[first:]


def words(lowered: Lowered) -> list[str]:
    return [token.words for token in map(decode, lowered.menu) if token]


@pytest.mark.reported("77", "G12")
def test_every_card_of_a_hand_has_a_number_and_a_wild_card_one(
    arrange: Callable[..., Table], typed: Reader, now: datetime
) -> None:
    lowered = shown(arrange({}, HANDS, top="R7"), "s1", typed, now)
    assert tail(lowered, "Your hand") == [
        (
            "Your hand (6): 1) red 4 (fits), 2) yellow Skip, 3) blue 7 (×2, fits), 4) Wild (fits),"
            " 5) Wild Draw Four (a bluff: you hold red)"
        ),
        (
            "⚠ Wild Draw Four would be a bluff, for you hold red: whoever has to draw may"
            " challenge it, and then the cards are yours."
        ),
        "6) Draw",
        (
            "Answer with a number or a card, a colour for a wild card and “uno” if you call it:"
            " “1”, “4 green”, “1 uno”, “draw”."
        ),
        "At any time you can write “uno” or “catch”.",
    ]
    assert words(lowered) == ["r4", "ys", "b7", "w", "w+4", "draw"]


def test_where_a_card_has_to_be_played_the_page_still_says_how(
    arrange: Callable[..., Table], typed: Reader, now: datetime
) -> None:
    lowered = shown(arrange({"must_play": True}, HANDS, top="R7"), "s1", typed, now)
    assert "draw" not in words(lowered)
    assert tail(lowered, "Answer")[0] == (
        "Answer with a number or a card, a colour for a wild card and “uno” if you call it:"
        " “1”, “4 green”, “1 uno”."
    )


def test_the_same_in_french(arrange: Callable[..., Table], tape: Reader, now: datetime) -> None:
    lowered = shown(arrange({}, HANDS, top="R7"), "s1", tape, now)
    assert tail(lowered, "Ta main")[0].startswith("Ta main (6) : 1) 4 rouge (jouable), 2) Passe")
    assert tail(lowered, "6)") == [
        "6) Piocher",
        (
            "Réponds par un numéro ou une carte, une couleur pour un joker et « uno » si tu"
            " l’annonces : « 1 », « 4 en vert », « 1 uno », « piocher »."
        ),
        "À tout moment, tu peux écrire « uno » ou « contre-uno ».",
    ]


def test_a_hand_in_which_nothing_fits_can_only_draw(
    arrange: Callable[..., Table], typed: Reader, now: datetime
) -> None:
    lowered = shown(arrange({}, ("B1 B1 G2", "R1"), top="R7"), "s1", typed, now)
    assert tail(lowered, "Your hand")[:3] == [
        "Your hand (3): 1) green 2, 2) blue 1 (×2)",
        "3) Draw",
        "Answer with a number or in words, like “3”, “draw”.",
    ]


def test_the_card_that_was_drawn_is_laid_or_kept(
    arrange: Callable[..., Table], typed: Reader, now: datetime
) -> None:
    pending = game.PlayOrKeep(0, game.card("W"))
    lowered = shown(arrange({}, ("B1 W", "R1"), top="R7", pending=pending), "s1", typed, now)
    assert tail(lowered, "Your hand")[:4] == [
        "Your hand (2): blue 1, Wild",
        "1) Play Wild",
        "2) Keep it",
        (
            "Answer with a number or a card, a colour for a wild card and “uno” if you call it:"
            " “1 green”, “1 green uno”, “keep it”."
        ),
    ]
    assert words(lowered) == ["w", "keep"]


def test_a_challenge_a_colour_and_a_partner_are_answered_by_number(
    arrange: Callable[..., Table], typed: Reader, now: datetime
) -> None:
    challenge = game.AnswerFour(0, 2, game.Evidence(game.Colour.BLUE, game.cards("R1")))
    lowered = shown(arrange({}, HANDS, top="W+4", pending=challenge), "s1", typed, now)
    assert tail(lowered, "1)")[:2] == [
        "1) Take 4 · 2) Challenge",
        "Answer with a number or in words, like “1”, “take 4”, “challenge”.",
    ]
    lowered = shown(arrange({}, HANDS, top="W", pending=game.ChooseColour(0)), "s1", typed, now)
    assert tail(lowered, "1)")[:2] == [
        "1) red · 2) yellow · 3) green · 4) blue",
        "Answer with a number or in words, like “1”, “red”.",
    ]
    trade = arrange({"seven_o": True}, HANDS, top="R7", pending=game.ChooseSwap(0))
    lowered = shown(trade, "s1", typed, now)
    assert tail(lowered, "1)")[:2] == [
        "1) East (3 cards) · 2) South (2 cards)",
        "Answer with a number or in words, like “1”, “swap East”.",
    ]
    assert words(lowered) == ["swap s2", "swap s3"]


def test_a_seven_is_one_line_and_says_how_a_partner_is_named(
    arrange: Callable[..., Table], typed: Reader, now: datetime
) -> None:
    table = arrange({"seven_o": True}, ("G7 R5 B1", "R1 R2", "B2"), top="R7")
    lowered = shown(table, "s1", typed, now)
    assert "2) green 7 (fits)" in as_text(lowered.document)
    assert "“2 swap East”" in as_text(lowered.document)
    assert words(lowered) == ["r5", "g7", "b1", "draw"]


def test_several_cards_at_once_have_a_line_of_their_own(
    arrange: Callable[..., Table], typed: Reader, now: datetime
) -> None:
    lowered = shown(arrange({"multi_play": True}, ("R5 G5 B1", "R1"), top="R7"), "s1", typed, now)
    assert "4) red 5 and green 5" in as_text(lowered.document)
    assert words(lowered)[3] == "r5 g5"


def test_a_smack_and_a_chance_to_jump_in_are_asked_of_whoever_waits(
    arrange: Callable[..., Table], typed: Reader, now: datetime
) -> None:
    rules = {"jump_in": True, "smackdown": True}
    lowered = shown(arrange(rules, ("R4", "R6 B1"), top="R6", smack=()), "s2", typed, now)
    assert tail(lowered, "Your hand") == [
        "Your hand (2): red 6, blue 1",
        "1) Jump in: red 6 · 2) Smack!",
        "Answer with a number or in words, like “1”, “r6”.",
        "At any time you can write “uno” or “catch”.",
    ]
    assert words(lowered) == ["r6", "smack"]


def test_whoever_waits_sees_no_number(
    arrange: Callable[..., Table], typed: Reader, now: datetime
) -> None:
    lowered = shown(arrange({}, HANDS, top="R7"), "s2", typed, now)
    assert lowered.menu == ()
    assert tail(lowered, "Your hand") == [
        "Your hand (3): red 1, red 2, red 3",
        "At any time you can write “uno” or “catch”.",
    ]


def test_a_vote_is_answered_in_words(
    arrange: Callable[..., Table], typed: Reader, now: datetime
) -> None:
    out = decide(
        arrange({}, HANDS, top="R7"), Ask(2, Motion.PAUSE, timedelta(hours=2)), now, bytes(32)
    )
    assert isinstance(out, Outcome)
    page = table_page(out.table, typed, now)
    assert as_text(page).splitlines()[-1] == (
        "You can write “!uno yes 1”, “!uno no 1”, “!uno hand”, “!uno catch” or “!uno join”."
    )
    assert "“yes 1” or “no 1”" in as_text(shown(out.table, "s3", typed, now).document)


def test_the_lobby_says_in_one_line_what_to_write(
    lobby: Callable[..., Table], typed: Reader, tape: Reader, now: datetime
) -> None:
    page = table_page(lobby(2), typed, now)
    assert as_text(page).splitlines()[-1] == (
        "You can write “!uno join”, “!uno add normal” (Add computer), “!uno deal”, “!uno rules”,"
        " “!uno settings” or “!uno leave”."
    )
    assert lower(page, BARE).menu == ()
    french = as_text(table_page(lobby(2), tape, now)).replace("\xa0", " ")
    assert "Tu peux écrire « !uno rejoindre », « !uno ajouter normal » (Ajouter" in french


def test_a_seat_hears_where_its_cards_are_told_where_calls_are_few(
    lobby: Callable[..., Table], typed: Reader, now: datetime
) -> None:
    said = "What you play shows in the group; here I write when I need an answer."
    assert said not in as_text(hand_page(lobby(2), "s1", typed, now))
    assert said in as_text(hand_page(lobby(2), "s1", replace(typed, sparing=True), now))


def _lines(lowered: Lowered) -> Iterator[int]:
    text = as_text(lowered.document)
    return (int(number) for number in re.findall(r"(?:^|[:,·] )(\d+)\) ", text, re.MULTILINE))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "options",
    [{}, {"seven_o": True, "jump_in": True, "smackdown": True, "multi_play": True}],
    ids=["official", "house rules"],
)
def test_on_a_walk_every_number_stands_once_and_every_card_that_fits_has_one(
    play: Callable[..., Iterator[Any]],
    typed: Reader,
    options: dict[str, bool],
    seed: int,
) -> None:
    settings = Settings(options=game.Options.of(options))
    for moment in play(3, seed, settings):
        running = moment.table.play
        if running is None:
            continue
        for place, seat in enumerate(running.order):
            lowered = shown(moment.table, seat, typed, moment.now)
            assert [*_lines(lowered)] == [*range(1, len(lowered.menu) + 1)]
            said = set(words(lowered))
            choices = game.choices(running.round, place) if seat == running.owner else ()
            cards = {
                c.card.code.lower() for c in choices if isinstance(c, game.Play) and not c.more
            }
            assert cards <= said
            assert all(face.token == "" for face in _faces(lowered))


def _faces(lowered: Lowered) -> Iterator[Face]:
    for block in lowered.document.blocks:
        if isinstance(block, Cards):
            yield from block.faces
