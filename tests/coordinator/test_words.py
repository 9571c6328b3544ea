"""What people type and what buttons carry is read by one grammar."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.contract import Choices, Document
from uno_chat.coordinator import intents
from uno_chat.coordinator.words import parse
from uno_chat.table import Act, Deal, Level, Settings
from uno_chat.table.habits import Habits, Told
from uno_chat.testing.agreements import is_playable
from uno_chat.testing.sitting import Sitting, person, sit
from uno_chat.views import (
    Accounts,
    Reader,
    Token,
    decode,
    encode,
    hand_page,
    personal_page,
    vocabulary,
    words_of,
)
from uno_chat.views.words import spoken

ENGLISH = vocabulary("en")
FRENCH = vocabulary("fr")
R, Y, G, B = game.Colour


def _uno(card: str) -> game.Play:
    return game.Play(game.card(card), uno=True)


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
        ("draw", intents.Do(game.Draw())),
        ("keep", intents.Do(game.Keep())),
        ("accept", intents.Do(game.Accept())),
        ("take 6", intents.Do(game.Accept())),
        ("take six", intents.Do(game.Accept())),
        ("take them", intents.Do(game.Accept())),
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
        ("new game please", intents.NewTable()),
        ("new goal=200 pace=8h", intents.NewTable(("goal=200", "pace=8h"))),
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


@pytest.mark.parametrize("text", ["", "hello there", "12345", "draw uno", "join us"])
def test_other_words_are_not_understood(text: str) -> None:
    assert isinstance(parse(text, ENGLISH), intents.Unclear)


def test_a_computer_that_plays_as_none_does_is_answered_as_one() -> None:
    assert parse("add superhard", ENGLISH) == intents.NoLevel("superhard")
    assert parse("ajouter surdoué", FRENCH) == intents.NoLevel("surdoué")


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
        ("red seven swap with Anna and uno", intents.Do(game.Play(R7, uno=True), "Anna")),
        ("r7 b7 g7", intents.Do(game.Play(R7, more=game.cards("B7 G7")))),
        ("r7 and b7 uno", intents.Do(game.Play(R7, uno=True, more=game.cards("B7")))),
        ("red 7 and blue 7", intents.Do(game.Play(R7, more=game.cards("B7")))),
        ("r7 b", intents.Do(game.Play(R7, B))),
        ("w w b", intents.Do(game.Play(game.card("W"), B, more=game.cards("W")))),
        ("play r7 b7", intents.Do(game.Play(R7, more=game.cards("B7")))),
        ("ws green", play("WS", G)),
        ("wild shuffle hands green", play("WS", G)),
        ("wd2 b", play("WD2", B)),
        ("downpour 2 blue uno", play("WD2", B, uno=True)),
        ("wh red swap Bob", intents.Do(game.Play(game.card("WH"), R), "Bob")),
        ("wild swap hands red swap Bob", intents.Do(game.Play(game.card("WH"), R), "Bob")),
        ("swap hands with Bob", intents.SwapWith("Bob")),
        ("slap", intents.Do(game.Smack())),
    ],
)
def test_words_of_house_rules_are_understood(text: str, intent: intents.Intent) -> None:
    assert parse(text, ENGLISH) == intent


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("v7 échange Bob", intents.Do(game.Play(game.card("G7")), "Bob")),
        (
            "7 vert échange avec A B uno",
            intents.Pick(
                7, G, uno=True, swap="A B", written_out=True, named=intents.Do(_uno("G7"), "A B")
            ),
        ),
        ("échange avec Bob", intents.SwapWith("Bob")),
        ("echanger Bob", intents.SwapWith("Bob")),
        ("tape", intents.Do(game.Smack())),
        ("tape !", intents.Do(game.Smack())),
        ("r5 v5", intents.Do(game.Play(game.card("R5"), more=game.cards("G5")))),
        ("5 rouge et 5 vert", intents.Do(game.Play(game.card("R5"), more=game.cards("G5")))),
        ("prendre 6", intents.Do(game.Accept())),
        ("joker averse 2 bleu", play("WD2", B)),
        ("joker échange de mains rouge", play("WH", R)),
        ("joé rouge échange Bob", intents.Do(game.Play(game.card("WH"), R), "Bob")),
    ],
)
def test_words_of_house_rules_are_understood_in_french(text: str, intent: intents.Intent) -> None:
    assert parse(text, FRENCH) == intent


@pytest.mark.parametrize(
    "text", ["draw swap Bob", "take 6 swap Bob", "play uno it", "and", "please"]
)
def test_what_cannot_be_said_together_is_not_understood(text: str) -> None:
    assert isinstance(parse(text, ENGLISH), intents.Unclear)


# --- whatever a page can offer is read back ------------------------------------------------------

ORDER = ("s4", "s1", "s7", "s2")


def rounds(options: game.Options, seed: int) -> Iterator[game.Round]:
    """A round by chance, as far as it goes."""
    chance = random.Random(seed)
    round_ = game.deal(options, len(ORDER), 0, game.seed_from_int(seed)).round
    for _ in range(60):
        yield round_
        seat = game.owner(round_)
        if seat is None:
            return
        asides: list[tuple[int, game.Move]] = [
            (other, move)
            for other in range(len(ORDER))
            for move in (game.Smack(), game.sight(round_, other).jump)
            if move is not None and game.check(round_, other, move) is None
        ]
        own = [(seat, move) for move in game.choices(round_, seat)]
        seat, wanted = chance.choice(asides if asides and chance.random() < 0.5 else own)
        round_ = game.apply(round_, seat, wanted).round


def offered(round_: game.Round) -> Iterator[game.Move]:
    """Every answer to the decision that is owed, and whatever can be said besides."""
    seat = game.owner(round_)
    if seat is None:
        return
    for move in game.choices(round_, seat):
        yield move
        if isinstance(move, game.Play):
            yield game.with_uno(move)
            yield replace(move, swap=1)
    yield from filter(None, (game.sight(round_, other).jump for other in range(len(ORDER))))
    yield from (game.Smack(), game.CallUno(), game.Swap(3), game.Catch(2))


def meant(intent: intents.Intent) -> game.Move | None:
    """The move behind an intent, with seats named by id turned back into numbers."""
    match intent:
        case intents.Do(move, "") if not isinstance(move, game.Play) or move.swap is None:
            return move
        case intents.Do(game.Play() as move, whom):
            return replace(move, swap=ORDER.index(whom))
        case intents.SwapWith(whom):
            return game.Swap(ORDER.index(whom))
        case intents.CatchOne(whom):
            return game.Catch(ORDER.index(whom))
        case _:
            return None


HOUSE_RULES = st.fixed_dictionaries(
    {
        "edition": st.sampled_from(sorted(game.EDITIONS)),
        "stacking": st.sampled_from(game.Stacking),
        "wd4": st.sampled_from(game.FourRule),
        **{
            name: st.booleans()
            for name in (
                *("seven_o", "jump_in", "smackdown", "keep_drawing", "multi_play"),
                *("force_play", "must_play"),
            )
        },
    }
).filter(is_playable)


@pytest.mark.reported("B16")
@given(HOUSE_RULES, st.integers(0, 2**32 - 1))
@examples(max_examples=30)
def test_every_move_that_can_be_offered_is_read_back_and_fits_on_a_button(
    rules: dict[str, object], seed: int
) -> None:
    for round_ in rounds(game.Options.of(rules), seed):
        for move in offered(round_):
            words = words_of(move, ORDER)
            assert meant(parse(words, ENGLISH)) == move
            assert encode(Token(10**12, 10**6, words))


# --- what a page says can be typed --------------------------------------------------------------

EXAMPLE = re.compile("“(.+?)”|«\u00a0(.+?)\u00a0»")


def examples_on(page: Document) -> list[str]:
    """What the page says that its reader could type."""
    prompts = [block.prompt for block in page.blocks if isinstance(block, Choices)]
    return [one or other for prompt in prompts for one, other in EXAMPLE.findall(prompt)]


def typed_move(at: Sitting, text: str, language: str) -> game.Move:
    """What whoever is to move means by this, with names turned into the game's numbers."""
    seats = {seat.name: at.order().index(seat.id) for seat in at.table.seats}
    match parse(text, vocabulary(language)):
        case intents.SwapWith(whom):
            return game.Swap(seats[whom])
        case intents.Do(game.Play() as move, whom) if whom:
            return replace(move, swap=seats[whom])
        case intents.Do(move):
            return move
        case other:
            pytest.fail(f"{text!r} means {other}")


@pytest.mark.parametrize(
    ("text", "language", "intent"),
    [
        ("pause 2 days", ENGLISH, intents.Rest("2d")),
        ("pause 90 minutes", ENGLISH, intents.Rest("90m")),
        ("pause deux jours", FRENCH, intents.Rest("2d")),
        ("vacation 3 days", ENGLISH, intents.GoAway("3d")),
        ("pause 2 jours", FRENCH, intents.Rest("2d")),
        ("vacances 36 heures", FRENCH, intents.GoAway("36h")),
        ("pause host 1 day no power", ENGLISH, intents.Halt(("1d", "no", "power"))),
        ("pause host 2 many people", ENGLISH, intents.Halt(("2", "many", "people"))),
        ("pause 2 moons", ENGLISH, intents.Rest("2 moons")),
        ("pause 1 week", ENGLISH, intents.Rest("1w")),
        ("pause 2 semaines", FRENCH, intents.Rest("2w")),
    ],
)
def test_a_time_may_be_written_out(
    text: str, language: Mapping[str, str], intent: intents.Intent
) -> None:
    assert parse(text, language) == intent


@pytest.mark.parametrize("part", ["", "quiet", "weekend", "reminders", "zone"])
def test_what_personal_pages_offer_is_written_in_french_and_means_what_a_press_means(
    part: str,
) -> None:
    now = datetime(2026, 3, 2, 18, tzinfo=UTC)
    reader = Reader("fr", UTC, "/")
    told = Told(Habits(weekend=(5, 6)))
    page = personal_page(told, part, Accounts((), "telegram"), reader, now)
    for choice in (c for b in page.blocks if isinstance(b, Choices) for c in b.options):
        token = decode(choice.token)
        assert token
        typed = spoken(token.words, reader)
        assert parse(typed, FRENCH) == parse(token.words, ENGLISH), typed
        foreign = {"quiet", "weekend", "reminders", "off", "usual", "pokes", "nudges", "mon"}
        assert not foreign & set(typed.split())


@pytest.mark.parametrize("part", ["edition", "rules", "uno", "pace", "goal", "group"])
def test_a_part_of_the_settings_is_named_in_french_and_a_setting_as_it_is_typed(part: str) -> None:
    reader = Reader("fr", UTC, "/")
    typed = spoken(f"settings {part}", reader)
    assert parse(typed, FRENCH) == parse(f"settings {part}", ENGLISH)
    assert part == "uno" or not typed.endswith(part)
    assert spoken("settings goal=200", reader).endswith(" goal=200")


@pytest.mark.parametrize("language", ["en", "fr"])
@given(rules=HOUSE_RULES, seed=st.integers(0, 2**32 - 1), people=st.integers(2, 5))
@examples(max_examples=15)
def test_what_a_page_says_can_be_typed_is_a_move_that_can_be_made(
    language: str, rules: dict[str, object], seed: int, people: int
) -> None:
    chance, reader = random.Random(seed), Reader(language, UTC, "/")
    at = sit(
        people,
        settings=Settings(options=game.Options.of(rules), hold=timedelta(0), tie=timedelta(0)),
    )
    at.seed = seed
    at.done(Deal(1))
    for _ in range(25):
        owner = None if at.table.play is None else at.play.owner
        if owner is None:
            return
        number = at.order().index(owner)
        typed = examples_on(hand_page(at.table, owner, reader, at.now))
        assert typed
        for text in typed:
            move = typed_move(at, text, language)
            assert game.check(at.play.round, number, move) is None, text
        at.done(Act(person(owner), chance.choice(game.choices(at.play.round, number))))
