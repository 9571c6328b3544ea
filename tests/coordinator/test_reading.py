"""What is asked of us is understood, and what people say among themselves is left alone."""

from __future__ import annotations

import pytest

from uno_chat import game
from uno_chat.contract import (
    Contacted,
    Conversation,
    Event,
    Joined,
    Left,
    Message,
    Moved,
    Pressed,
    Reacted,
    Said,
    User,
)
from uno_chat.coordinator import concerns_us, intents, lane_of
from uno_chat.coordinator.reading import OldButton, Request, read
from uno_chat.coordinator.words import parse
from uno_chat.testing.desk import Desk
from uno_chat.views import vocabulary

ANN = User("fake", "ann")
FAMILY = Conversation("fake", "family")


def asked(
    desk: Desk, event: Event, group: str | None = None, languages: tuple[str, ...] = ("en",)
) -> Request | OldButton | None:
    return read(desk.envelope("ann", event, group), languages)


@pytest.mark.parametrize(
    ("text", "group", "to_us", "words"),
    [
        ("hand", None, False, intents.Look.HAND),
        ("/hand", None, False, intents.Look.HAND),
        ("/hand", "family", False, intents.Look.HAND),
        ("!uno hand", "family", False, intents.Look.HAND),
        ("!Uno\u00a0hand", "family", False, intents.Look.HAND),
        ("!uno\nhand", "family", False, intents.Look.HAND),
        ("!UNO  hand ", "family", False, intents.Look.HAND),
        ("!uno: hand", "family", False, intents.Look.HAND),
        ("! uno, hand", "family", False, intents.Look.HAND),
        ("!uno!", "family", False, intents.Look.HELP),
        ("!uno", "family", False, intents.Look.HELP),
        ("/", "family", False, intents.Look.HELP),
        ("hand", "family", True, intents.Look.HAND),
    ],
)
def test_words_that_are_meant_for_us_are_read(
    desk: Desk, text: str, group: str | None, words: intents.Intent, *, to_us: bool
) -> None:
    request = asked(desk, Said(text, to_us), group)
    assert isinstance(request, Request)
    assert request.intent == words


@pytest.mark.parametrize(
    "text", ["hand", "shall we play?", "r7", "", "  ", "!unofficial rules", "I say !uno hand"]
)
def test_talk_among_people_is_not_for_us_and_not_even_kept(desk: Desk, text: str) -> None:
    assert asked(desk, Said(text), "family") is None
    assert not concerns_us(desk.envelope("ann", Said(text), "family"))


@pytest.mark.parametrize(
    ("event", "ours"),
    [
        (Said("anything"), True),
        (Pressed("x"), True),
        (Contacted(), True),
        (Moved(FAMILY), True),
        (Joined(ANN), True),
        (Left(ANN), False),
        (Reacted(3, Message(FAMILY, "1")), True),
    ],
)
def test_only_what_asks_something_is_kept(desk: Desk, event: Event, *, ours: bool) -> None:
    assert concerns_us(desk.envelope("ann", event, None)) is ours


def test_who_comes_into_a_group_asks_nothing(desk: Desk) -> None:
    assert not concerns_us(desk.envelope("ann", Joined(ANN), "family"))


@pytest.mark.parametrize(
    ("text", "table", "intent"),
    [
        ("#7 r4", 7, intents.Do(game.Play(game.card("R4")))),
        ("#7   w green uno", 7, intents.Do(game.Play(game.card("W"), game.Colour.GREEN, uno=True))),
        ("#7 3", 7, intents.Pick(3)),
        ("#7", 7, intents.Look.HAND),
        ("#999999999 hand", 999_999_999, intents.Look.HAND),
        ("#9999999999 hand", None, intents.Unclear("#9999999999 hand")),
        ("#x hand", None, intents.Unclear("#x hand")),
        ("#7hand", None, intents.Unclear("#7hand")),
    ],
)
@pytest.mark.parametrize("before", ["", "/", "!uno "])
def test_a_table_is_named_by_its_number(
    desk: Desk, before: str, text: str, table: int | None, intent: intents.Intent
) -> None:
    request = asked(desk, Said(before + text), None)
    assert isinstance(request, Request)
    assert (request.table, request.intent) == (table, intent)


@pytest.mark.parametrize(
    "command",
    ["join", "hand", "table", "leave", "end", "deal", "settings", "add easy", "kick Bob", "catch"],
)
@pytest.mark.parametrize(
    "line",
    [
        *("#7 {}", "{} #7", "/#7 {}", "/{} #7", "#7 /{}", "/#7 /{}", "{} #7!"),
        *("!uno #7 {}", "!uno {} #7", "#7 !uno {}", "  #7   /{} "),
    ],
)
@pytest.mark.parametrize("group", [None, "family"])
def test_the_number_of_a_table_stands_before_or_behind_any_command(
    desk: Desk, command: str, line: str, group: str | None
) -> None:
    request = asked(desk, Said(line.format(command), to_us=True), group)
    assert isinstance(request, Request)
    assert (request.table, request.intent) == (7, parse(command, vocabulary("en")))


def test_a_number_in_front_of_a_command_is_meant_for_us_in_a_group(desk: Desk) -> None:
    for line in ("#7 /join", "#7 !uno join", "/join #7"):
        assert asked(desk, Said(line), "family") is not None
    for line in ("#7 join", "#7", "join #7", "#7 #8 /join"):
        assert asked(desk, Said(line), "family") is None


@pytest.mark.parametrize(
    ("text", "table", "intent"),
    [
        ("join 7", 7, intents.Wish.JOIN),
        ("my hand 7", 7, intents.Look.HAND),
        ("next 7", None, intents.NoPlan("7")),
        ("yes 7", None, intents.Say(agree=True, vote=7)),
        ("pause 7", None, intents.Rest("7")),
        ("r7 7", None, intents.NoCard("r7 7")),
        ("7 green #2", 2, intents.Pick(7, game.Colour.GREEN, written_out=True)),
        ("next r7, else draw #2", 2, parse("next r7, else draw", vocabulary("en"))),
        ("catch Bob #2", 2, intents.CatchOne("Bob")),
    ],
)
def test_a_number_without_its_sign_is_a_table_only_where_it_can_be_nothing_else(
    desk: Desk, text: str, table: int | None, intent: intents.Intent
) -> None:
    request = asked(desk, Said(text), None)
    assert isinstance(request, Request)
    assert (request.table, request.intent) == (table, intent)


def test_a_deep_link_joins_and_any_other_start_says_hello(desk: Desk) -> None:
    assert asked(desk, Contacted("join-7")) == Request(intents.Wish.JOIN, 7)
    assert asked(desk, Contacted("join-7-ab2")) == Request(intents.Wish.JOIN, 7, door="ab2")
    for payload in ("", "join-", "join-x", "join-99999999999", "xjoin-7", "join-7 deal"):
        assert asked(desk, Contacted(payload)) == Request(intents.Look.START)


@pytest.mark.parametrize(
    "token",
    [
        "",
        "x",
        "1.7.3",
        "1.7.3.",
        "2.7.3.draw",
        "1.-7.3.draw",
        "1.07.3.draw",
        "1.7.x.draw",
        "1.9999999999999999.3.draw",
        "1.7.9999999999999999.draw",
        "1.7.3.zo\u00eb",
        "1.7.3.\u0000",
        "1.\u0667.3.draw",
        "1.7.3." + "x" * 64,
    ],
)
def test_a_token_that_we_never_made_says_nothing(desk: Desk, token: str) -> None:
    assert asked(desk, Pressed(token)) == OldButton()
    assert lane_of(desk.envelope("ann", Pressed(token), None)) == "fake:@ann"


def test_a_token_says_its_words_its_table_and_its_decision(desk: Desk) -> None:
    assert asked(desk, Pressed("1.7.3.draw")) == Request(intents.Do(game.Draw()), 7, 3, button=True)
    assert asked(desk, Pressed("1.0..tables")) == Request(intents.Look.TABLES, button=True)
    assert lane_of(desk.envelope("ann", Pressed("1.7.3.draw"), "family")) == "table:7"
    assert lane_of(desk.envelope("ann", Pressed("1.0..tables"), "family")) == "fake:family"
    assert lane_of(desk.envelope("ann", Said("x"), "family")) == "fake:family"


def test_of_several_languages_the_first_clear_reading_counts(desk: Desk) -> None:
    for text, languages in (("piocher", ("en", "fr")), ("draw", ("fr", "en"))):
        request = asked(desk, Said(text), None, languages)
        assert isinstance(request, Request)
        assert request.intent == intents.Do(game.Draw())
    unclear = asked(desk, Said("xyz"), None, ("fr", "en"))
    assert isinstance(unclear, Request)
    assert unclear.intent == intents.Unclear("xyz")


def test_a_slash_in_a_group_may_be_meant_for_another_bot(desk: Desk) -> None:
    def sure(text: str, group: str | None, *, to_us: bool = False) -> bool:
        request = asked(desk, Said(text, to_us), group)
        assert isinstance(request, Request)
        return request.sure

    assert not sure("/weather", "family")
    assert sure("!uno weather", "family")
    assert sure("/weather", "family", to_us=True)
    assert sure("/weather", None)
