"""What a seat has prepared, as its owner reads it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from uno_chat import game
from uno_chat.table import Code, Fact, Prepared, Table, Void
from uno_chat.testing.sitting import list_of
from uno_chat.views import Reader, as_text, fact_page, hand_page, table_page

LIST = "R7 uno | W G if B | draw play uno if R | draw | accept | challenge | wait"


def prepared(table: Table, words: str, *, due: datetime | None = None) -> Table:
    """The second seat of the round has prepared this."""
    assert table.play is not None
    mine = Prepared(table.play.order[1], list_of(words), due)
    return replace(table, play=replace(table.play, prepared=(mine,)))


def spent(table: Table, words: str) -> Table:
    """It was this seat's turn, and nothing could be done."""
    table = prepared(table, words)
    assert table.play is not None
    hands = [*table.play.round.hands]
    hands[1] = game.cards("R7 G1 W")
    round_ = table.play.round._replace(
        hands=tuple(hands),
        pending=game.Turn(1),
        discard=game.cards("B2"),
        colour=game.Colour.BLUE,
    )
    clock = replace(table.play.clock, handed=True)
    lists = tuple(replace(one, spent=True) for one in table.play.prepared)
    return replace(table, play=replace(table.play, round=round_, prepared=lists, clock=clock))


def second(table: Table) -> str:
    assert table.play is not None
    return table.play.order[1]


@pytest.mark.reported("T64")
def test_a_list_is_told_item_by_item_with_a_button_that_takes_it_back(
    deal: Callable[..., Table], reader: Reader, french: Reader, now: datetime
) -> None:
    table = prepared(deal(3), LIST)
    page = hand_page(table, second(table), reader, now)
    assert (
        "Prepared: red 7 with UNO, else Wild (green) if blue counts, else draw and play that card"
        " if it fits with UNO if red counts, else draw, else accept, else challenge, else wait"
    ) in as_text(page)
    assert "[Do not play it]" in as_text(page)
    text = as_text(hand_page(table, second(table), french, now))
    assert "Préparé\u00a0: 7 rouge avec UNO, sinon Joker (vert) si la couleur est bleu" in text


def test_a_list_is_on_no_page_but_its_owners(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    plain = deal(3)
    table = prepared(plain, LIST)
    assert table.play is not None
    for seat in (table.play.order[0], table.play.order[2]):
        assert hand_page(table, seat, reader, now) == hand_page(plain, seat, reader, now)
    assert table_page(table, reader, now) == table_page(plain, reader, now)


def test_when_the_turn_has_come_the_list_is_tried_in_a_moment(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = spent(deal(3), "G1")
    assert table.play is not None
    soon = replace(table.play.prepared[0], spent=False, due=now + timedelta(seconds=30))
    table = replace(table, play=replace(table.play, prepared=(soon,)))
    text = as_text(hand_page(table, second(table), reader, now))
    assert "Your turn. What you prepared is played in a moment." in text
    assert "Prepared: green 1" in text


def test_when_nothing_could_be_done_every_item_says_why(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = spent(deal(3), "R7 uno | W G if R | challenge | G1 | wait | R7")
    text = as_text(hand_page(table, second(table), reader, now))
    assert text.split("Nothing of what you had prepared could be done:\n")[1].startswith(
        "– red 7 with UNO: Red 7 does not fit on blue 2.\n"
        "– Wild (green) if red counts: blue counts\n"
        "– challenge: Nothing is asked of you that could be accepted or challenged.\n"
        "– green 1: Green 1 does not fit on blue 2.\n"
        "Your hand (3)"
    )
    assert "[Do not play it]" not in text


@pytest.mark.parametrize("why", [why for why in Void if why is not Void.OTHER_COLOUR])
def test_a_list_that_is_given_up_says_why(
    deal: Callable[..., Table], reader: Reader, now: datetime, why: Void
) -> None:
    page = as_text(fact_page(deal(3), Fact(Code.PREPARED_VOID, now, seat="s1", why=why), reader))
    assert page.endswith(". What you had prepared is not played.")
