"""What happened becomes sentences, one for each act, in every language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from inspect import signature
from typing import Any, get_args

import pytest

from uno_chat import game
from uno_chat.contract import Choices
from uno_chat.table import Code, Fact, Phase, Settings, Table
from uno_chat.views import Reader, as_text, fact_page, happening, table_view
from uno_chat.views.happenings import lines
from uno_chat.views.reminders import REMINDERS

NEVER_TOLD = {"dealt", "hand-shown", "window-closed"}


def kinds() -> set[str]:
    """The kinds of all events of the game that a table may tell."""
    events: list[Any] = list(get_args(game.Event))
    made = (event(*(None for _ in signature(event).parameters)) for event in events)
    return {event.kind for event in made} - NEVER_TOLD


def a_fact(code: str, now: datetime) -> Fact:
    """A fact with everything in it that a sentence could need."""
    texts = {Code.DREW_FOR_DEAL: "s1=R7 s2=GS; s1=R1", "played": "B7"}
    text = texts.get(code, "Robin")
    return Fact(code, now, seat="s1", other="s2", card="R7", number=2, text=text)


def told(table: Table, reader: Reader, *facts: Fact) -> tuple[str, ...]:
    return lines(table_view(table), facts, reader)


@pytest.mark.parametrize(
    "code", sorted({*kinds(), *Code, game.Reason.NOTHING_TO_CATCH} - REMINDERS)
)
@pytest.mark.parametrize("flag", [True, False])
def test_every_fact_has_words_in_every_language(
    deal: Callable[..., Table],
    reader: Reader,
    french: Reader,
    now: datetime,
    code: str,
    *,
    flag: bool,
) -> None:
    colour = "R" if code == "colour-named" else None
    for number in (0, 1, 2):
        fact = replace(a_fact(code, now), flag=flag, number=number, colour=colour)
        said = [happening(deal(3), fact, who) for who in (reader, french)]
        assert said[0] != said[1]
        assert not any("{" in text for text in said)
        assert said[0][0].isupper()


def test_a_fact_that_nobody_gave_words_to_is_noticed(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    with pytest.raises(KeyError, match="unheard-of"):
        happening(deal(3), a_fact("unheard-of", now), reader)


def test_a_card_and_what_it_does_share_a_line(
    deal: Callable[..., Table], reader: Reader, french: Reader, now: datetime
) -> None:
    facts = (
        Fact("played", now, seat="s1", card="G+2", number=5),
        Fact("drew", now, seat="s2", number=2, why="draw-two"),
        Fact("skipped", now, seat="s2"),
        Fact("played", now, seat="s3", card="W", colour="B", number=1, flag=True),
    )
    assert told(deal(3), reader, *facts) == (
        "North played green Draw Two; East drew 2 cards and missed a turn",
        "South played Wild (blue) and said UNO",
    )
    assert told(deal(3), french, *facts)[0] == (
        "North a joué +2 vert\u00a0; East a pioché 2 cartes et a passé son tour"
    )


@pytest.mark.reported("23")
def test_a_challenge_is_told_with_its_verdict_and_what_it_cost(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    facts = (
        Fact("challenged", now, seat="s2", other="s1", flag=True),
        Fact("drew", now, seat="s1", number=4, why="guilty"),
        Fact("challenged", now, seat="s3", other="s2", flag=False),
        Fact("drew", now, seat="s3", number=6, why="innocent"),
        Fact("skipped", now, seat="s3"),
        Fact("accepted", now, seat="s1"),
        Fact("drew", now, seat="s1", number=4, why="accepted"),
        Fact("skipped", now, seat="s1"),
    )
    assert told(deal(3), reader, *facts) == (
        "East challenged North, who had bluffed; North drew 4 cards",
        "South challenged East, who had not bluffed, drew 6 cards and missed a turn",
        "North took the 4 cards and missed a turn",
    )


@pytest.mark.reported("42", "T44")
def test_a_timeout_and_a_catch_are_told_without_reproach(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    facts = (
        Fact(Code.TIMED_OUT, now, seat="s2", cause=game.Cause.TIMEOUT),
        Fact("drew", now, seat="s2", number=1, why="turn", cause=game.Cause.TIMEOUT),
        Fact("caught", now, seat="s3", other="s1"),
        Fact("drew", now, seat="s3", number=2, why="uno-missed"),
    )
    assert told(deal(3), reader, *facts) == (
        "East ran out of time and drew a card",
        "South was caught by North without UNO and drew 2 cards",
    )


def test_neighbours_who_only_drew_share_a_line(
    deal: Callable[..., Table], reader: Reader, french: Reader, now: datetime
) -> None:
    facts = [Fact("drew", now, seat=seat, number=1, why="turn") for seat in ("s1", "s2", "s3")]
    assert told(deal(3), reader, *facts) == ("North, East and South drew a card each",)
    assert told(deal(3), french, *facts) == ("North, East et South ont pioché une carte chacun",)
    assert told(deal(3), reader, facts[0], facts[0]) == ("North drew a card",) * 2


def test_that_a_drawn_card_was_kept_is_not_told(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    """Others would learn that it could have been played."""
    drew = Fact("drew", now, seat="s1", number=1, why="turn")
    kept = Fact("kept", now, seat="s1")
    assert told(deal(3), reader, drew, kept) == told(deal(3), reader, drew)
    assert told(deal(3), reader, kept) == ()


def test_a_table_that_says_uno_does_so_in_the_line_of_the_play(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    play = Fact("played", now, seat="s1", card="R7", number=1)
    assert told(deal(3), reader, play, Fact("uno-called", now, seat="s1")) == (
        "North played red 7 and said UNO",
    )


def test_who_left_the_lobby_is_still_named(
    lobby: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    fact = Fact(Code.STOOD_UP, now, seat="s9", text="Robin")
    assert happening(lobby(2), fact, reader) == "Robin left the table"


def test_the_first_lines_of_a_round_are_its_deal(
    deal: Callable[..., Table], reader: Reader
) -> None:
    table = deal(3)
    said = told(table, reader, *table.happenings)
    assert any("dealt round 1; the first card is" in text for text in said)


@pytest.mark.reported("17")
def test_what_the_first_card_does_is_told_with_the_deal(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    begun = Fact(Code.ROUND_STARTED, now, seat="s1", number=1, cause=game.Cause.SYSTEM)
    opened = Fact("opened", now, card="GS", cause=game.Cause.SYSTEM)
    skipped = Fact("skipped", now, seat="s2", cause=game.Cause.SYSTEM)
    assert told(deal(3), reader, begun, opened, skipped) == (
        "North dealt round 1; the first card is green Skip; East missed a turn",
    )


def test_first_cards_of_one_kind_that_went_back_are_told_once(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    begun = Fact(Code.ROUND_STARTED, now, seat="s1", number=1, cause=game.Cause.SYSTEM)
    back = Fact("opening-returned", now, card="W+4", cause=game.Cause.SYSTEM)
    opened = Fact("opened", now, card="R7", cause=game.Cause.SYSTEM)
    assert told(deal(3), reader, begun, back, back, opened) == (
        "North dealt round 1; Wild Draw Four went back into the stock and the first card is red 7",
    )


@pytest.mark.reported("71")
def test_a_notice_names_its_table_and_a_question_has_buttons(
    lobby: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    for phase, wanted in (
        (Phase.LOBBY, "The cards are to be dealt. Are you ready?"),
        (Phase.BETWEEN, "The next round is to be dealt. Are you ready?"),
        (Phase.MATCH_OVER, "A rematch is to be dealt. Are you ready?"),
    ):
        page = fact_page(replace(lobby(2), phase=phase), Fact(Code.ASKED_READY, now), reader)
        assert as_text(page).splitlines()[:2] == ["Family #7", wanted]
        assert isinstance(page.blocks[2], Choices)


def test_the_round_begins_with_the_whole_commitment(
    deal: Callable[..., Table], reader: Reader
) -> None:
    table = deal(2)
    begun = next(fact for fact in table.happenings if fact.code == Code.ROUND_STARTED)
    assert table.play is not None
    sealed = game.commitment(table.play.round.deal.seed)
    assert sealed in as_text(fact_page(table, begun, reader))


def test_the_end_of_an_earlier_round_is_told_in_a_line(
    play: Callable[..., Any], reader: Reader, now: datetime
) -> None:
    """Its hands are no longer known, and those of a later round are not its own."""
    *_, last = play(2, 3)
    table = last.table
    over = Fact(Code.ROUND_OVER, now, seat=table.result.winner, number=30, text="1")
    assert "Seed" in as_text(fact_page(table, over, reader))
    later = as_text(fact_page(table, replace(over, text="0"), reader))
    assert later.endswith("won the round with 30 points")


def test_a_rule_that_notices_by_itself_names_no_catcher(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    facts = (
        Fact("caught", now, seat="s1"),
        Fact("drew", now, seat="s1", number=2, why="uno-missed"),
        Fact(Code.TIMED_OUT, now, seat="s2", cause=game.Cause.TIMEOUT),
    )
    assert told(deal(3), reader, *facts) == (
        "North forgot to say UNO and drew 2 cards",
        "East ran out of time",
    )


HAPPENED: dict[str, tuple[list[tuple[str, dict[str, Any]]], tuple[str, ...]]] = {
    "a jump-in": (
        [("jumped-in", {"seat": "s2"}), ("played", {"seat": "s2", "card": "R7", "number": 4})],
        ("East jumped in and played red 7",),
    ),
    "several cards at once": (
        [("played", {"seat": "s1", "card": "R5", "text": "G5 B5", "number": 1, "flag": True})],
        ("North played red 5, green 5 and blue 5 and said UNO",),
    ),
    "a seven": (
        [
            ("played", {"seat": "s1", "card": "G7", "number": 3}),
            ("swapped", {"seat": "s1", "other": "s3"}),
        ],
        ("North played green 7 and swapped hands with South",),
    ),
    "a seven on time-out": (
        [
            ("timed-out", {"seat": "s1", "cause": "timeout"}),
            ("swapped", {"seat": "s1", "other": "s2", "cause": "timeout"}),
        ],
        ("North ran out of time and swapped hands with East",),
    ),
    "two zeros": (
        [
            ("played", {"seat": "s1", "card": "G0", "text": "R0", "number": 3}),
            ("rotated", {"number": 2}),
        ],
        ("North played green 0 and red 0; all hands moved on by 2 seats",),
    ),
    "hands shuffled, and UNO said by the table": (
        [
            ("played", {"seat": "s1", "card": "WS", "colour": "R", "number": 3}),
            ("hands-shuffled", {"seat": "s1"}),
            ("uno-called", {"seat": "s1"}),
        ],
        ("North played Wild Shuffle Hands (red), shuffled all hands and said UNO",),
    ),
    "a downpour": (
        [
            ("played", {"seat": "s1", "card": "WD2", "colour": "B", "number": 3}),
            ("drew", {"seat": "s2", "number": 2, "why": "downpour"}),
            ("drew", {"seat": "s3", "number": 2, "why": "downpour"}),
        ],
        ("North played Wild Downpour Two (blue); East and South drew 2 cards each",),
    ),
    "two skips": (
        [
            ("played", {"seat": "s1", "card": "RS", "text": "BS", "number": 3}),
            ("skipped", {"seat": "s2"}),
            ("skipped", {"seat": "s3"}),
        ],
        ("North played red Skip and blue Skip; East and South missed a turn each",),
    ),
    "a stack that ends": (
        [
            ("accepted", {"seat": "s2"}),
            ("drew", {"seat": "s2", "number": 6, "why": "accepted"}),
            ("skipped", {"seat": "s2"}),
        ],
        ("East took the 6 cards and missed a turn",),
    ),
    "a smack": (
        [
            ("smacked", {"seat": "s1"}),
            ("smacked", {"seat": "s3"}),
            ("smack-ended", {"number": 1}),
            ("drew", {"seat": "s2", "number": 2, "why": "smacked-last"}),
        ],
        ("North smacked", "South smacked; East was too slow and drew 2 cards"),
    ),
    "a smack that time ends": (
        [
            ("smacked", {"seat": "s1"}),
            ("drew", {"seat": "s1", "number": 1, "why": "turn"}),
            ("smack-ended", {"number": 2}),
            ("drew", {"seat": "s2", "number": 2, "why": "smacked-last"}),
            ("drew", {"seat": "s3", "number": 2, "why": "smacked-last"}),
        ],
        (
            "North smacked",
            "North drew a card",
            "East and South were too slow and drew 2 cards each",
        ),
    ),
    "all smack": (
        [("smacked", {"seat": "s1"}), ("smacked", {"seat": "s2"})],
        ("North and East smacked",),
    ),
}


@pytest.mark.parametrize("title", HAPPENED)
def test_a_house_rule_is_told_in_a_line(
    deal: Callable[..., Table], reader: Reader, french: Reader, now: datetime, title: str
) -> None:
    events, said = HAPPENED[title]
    facts = [Fact(code, now, **parts) for code, parts in events]
    assert told(deal(3), reader, *facts) == said
    assert len(told(deal(3), french, *facts)) == len(said)


def test_whole_rounds_under_every_house_rule_are_told(
    play: Callable[..., Any], reader: Reader, french: Reader
) -> None:
    heard: set[str] = set()
    for seed, edition in enumerate(game.EDITIONS):
        rules = dict.fromkeys(("seven_o", "jump_in", "smackdown", "multi_play"), True)
        options = game.Options.of({**rules, "stacking": "cross", "edition": edition})
        for moment in play(4, seed, Settings(options=options, hold=timedelta(0))):
            table = moment.table
            heard |= {fact.code for fact in table.happenings}
            said = [told(table, who, *table.happenings) for who in (reader, french)]
            assert len(said[0]) == len(said[1])
    assert {"swapped", "rotated", "jumped-in", "smacked", "smack-ended"} <= heard


def test_the_end_of_a_match_is_told_by_its_page(
    play: Callable[..., Any], reader: Reader, now: datetime
) -> None:
    *_, last = play(2, 5, Settings(options=game.Options(goal=1)))
    text = as_text(fact_page(last.table, Fact(Code.MATCH_OVER, now, seat="s1", number=9), reader))
    assert "has won the match!" in text
