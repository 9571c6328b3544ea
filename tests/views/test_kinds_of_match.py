"""Pages of matches that are counted otherwise than by the points of the winner."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from uno_chat import game
from uno_chat.contract import Players
from uno_chat.table import Act, Outcome, Phase, Ready, Table, decide
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


def test_who_has_reached_the_goal_is_out_and_told_so(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    options = {"edition": "elimination", "goal": 50}
    after = won(arrange(options, ("R7", "Y1 Y2", "W G5"), top="R5"), now)
    assert after.phase is Phase.BETWEEN
    text = pages(after, reader, now)
    assert "South, 55 points, out of the match" in text
    assert "whoever has 50 is out" in text
    assert summary(after.settings, reader).startswith("Official rules · elimination · to 50 · ")
    assert "the last one left wins" in as_text(rules_page(after, reader))


def test_partners_win_together_and_their_own_cards_do_not_count(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    hands = ("R7", "Y1 Y2", "G5 G6", "B9 BS")
    after = won(arrange({"teams": True}, hands, top="R5"), now)
    text = pages(after, reader, now)
    assert "3 + 29 = 32 points for North and South" in text
    assert "South, not counted" in text
    assert "South, 32 points" in text


def test_a_result_that_is_late_tells_no_totals_of_the_match_after(
    arrange: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = won(arrange({"goal": 1}, ("R7", "Y1 Y2"), top="R5"), now)
    for player in (1, 2):
        out = decide(table, Ready(player), now, bytes(32))
        assert isinstance(out, Outcome)
        table = out.table
    assert (table.phase, table.rounds) == (Phase.PLAYING, 2)
    assert table.result is not None
    page = result_page(table, table.result, reader)
    assert "3 points for North" in as_text(page)
    assert [block for block in page.blocks if isinstance(block, Players)] == []
