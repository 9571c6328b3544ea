"""Pages of matches that are counted otherwise than by the points of the winner."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from uno_chat import game
from uno_chat.table import Act, Outcome, Phase, Table, decide
from uno_chat.views import Reader, as_text, result_page, rules_page, summary, table_page


def won(table: Table, now: datetime) -> Table:
    """The table after North, whose last card is red 7, has played it."""
    out = decide(table, Act(1, game.Play(game.card("R7"))), now, bytes(32))
    assert isinstance(out, Outcome)
    return out.table


def pages(table: Table, reader: Reader, now: datetime) -> str:
    """The table, and the round that has just ended."""
    assert table.result is not None
    shown = (table_page(table, reader, now), result_page(table, table.result, reader))
    return "\n".join(map(as_text, shown))


def test_rounds_that_are_counted_are_told_as_rounds(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = arrange({"best_of": 3}, ("R7", "Y1 Y2", "G1 GS"), top="R5")
    assert "round 1, best of 3" in as_text(table_page(table, reader, now))
    assert summary(table.settings, reader).startswith("Official rules · best of 3 rounds · ")
    assert "Rounds are counted, not points" in as_text(rules_page(table, reader))
    after = won(table, now)
    assert after.phase is Phase.BETWEEN
    text = pages(after, reader, now)
    assert text.count("1 round won") == 2
    assert "3 + 21 = 24 points for North" in text
