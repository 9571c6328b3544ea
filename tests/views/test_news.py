"""Where nothing is edited: only what is new, then whose move it is, so that it reads well aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from uno_chat.contract import Choices
from uno_chat.table import End, Fact, Outcome, Settings, Table, decide
from uno_chat.views import Reader, as_text, table_news

QUICK = Settings(hold=timedelta(0))


def told(table: Table, since: int, reader: Reader, now: datetime) -> list[str]:
    page = table_news(table, since, reader, now)
    return [] if page is None else as_text(page).splitlines()


def later(table: Table, *facts: Fact) -> Table:
    """The table after this has happened."""
    happened = table.happened + len(facts)
    return replace(table, happened=happened, happenings=(*table.happenings, *facts))


def test_only_what_is_new_is_told_oldest_first(
    deal: Callable[..., Table], reader: Reader, french: Reader, now: datetime
) -> None:
    table = deal(3, 2)
    since = table.happened
    table = later(
        table,
        Fact("played", now, seat="s1", card="G7", number=5),
        Fact("drew", now, seat="s2", number=1, why="turn"),
    )
    assert table.play is not None
    mover = table.seat(table.play.owner or "").name
    assert told(table, since, reader, now) == [
        "Family #7",
        "North played green 7",
        "East drew a card",
        f"To move: {mover}, until Wed 18:30 UTC (in 24 hours)",
    ]
    assert told(table, since + 1, french, now)[1:2] == ["East a pioché une carte"]


def test_nothing_new_is_nothing_to_tell(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = deal(3)
    assert table_news(table, table.happened, reader, now) is None
    assert table_news(table, table.happened + 5, reader, now) is None
    kept = later(table, Fact("kept", now, seat="s1"))
    assert table_news(kept, table.happened, reader, now) is None


@pytest.mark.parametrize("since", [0, 3])
def test_much_that_is_new_is_five_lines(
    play: Callable[..., Iterator[Any]], reader: Reader, since: int
) -> None:
    pages = [told(moment.table, since, reader, moment.now) for moment in play(5, 2, QUICK)]
    assert max(map(len, pages)) == 1 + 5 + 1
    assert "earlier acts" in pages[-1][1]


def test_an_open_smack_is_told_with_the_move(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arrange({"smackdown": True}, ("R4 R5", "B1 B2", "Y1"), top="R6", smack=(1,))
    lines = told(later(table, Fact("smacked", now, seat="s2")), table.happened, reader, now)
    assert lines[1] == "East smacked"
    assert lines[3] == "Smack! The last one draws two cards. Not yet: North and South"


def test_between_rounds_it_is_told_who_is_waited_for(
    play: Callable[..., Iterator[Any]], reader: Reader
) -> None:
    *_, last = play(3, 4, QUICK)
    lines = told(last.table, last.table.happened - 2, reader, last.now)
    assert " won the round with " in lines[-2]
    assert lines[-1] == "Waiting for North, East and South."


def test_the_end_of_a_table_is_told_without_a_move(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = deal(2)
    out = decide(table, End(1), now, bytes(32))
    assert isinstance(out, Outcome)
    assert told(out.table, table.happened, reader, now) == ["Family #7", "The table was closed"]


def test_there_is_nothing_to_press(play: Callable[..., Iterator[Any]], reader: Reader) -> None:
    for moment in play(3, 6, QUICK):
        page = table_news(moment.table, 0, reader, moment.now)
        assert page is not None
        assert not any(isinstance(block, Choices) for block in page.blocks)
