"""Reminders in words: what is left, until when by which clock, what can be done, no reproach."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from uno_chat.contract import Choices, Document, Paragraph, Span, User
from uno_chat.table import PRESETS, Code, Fact, Habits, Kind, Phase, Settings, Table, alarms
from uno_chat.table.state import REMEMBERED
from uno_chat.testing.positions import unheld
from uno_chat.testing.sitting import dealt, lay
from uno_chat.views import (
    REMINDERS,
    Reader,
    TableEntry,
    as_text,
    digest_page,
    group_reminder_page,
    hand_page,
    reminder_page,
    table_page,
)
from uno_chat.views.news import MOST_LINES

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def spans(document: Document) -> list[Span]:
    return [s for block in document.blocks if isinstance(block, Paragraph) for s in block.spans]


@pytest.mark.parametrize("code", sorted(REMINDERS))
@pytest.mark.parametrize("pace", ["daily", "untimed"])
def test_every_reminder_has_words_in_every_language(
    deal: Callable[..., Table], reader: Reader, french: Reader, now: datetime, code: str, pace: str
) -> None:
    table = deal(3, settings=Settings(pace=PRESETS[pace].pace))
    fact = Fact(code, now, seat="s1", other="s2")
    for page in (reminder_page, group):
        said = [as_text(page(table, fact, who, now)) for who in (reader, french)]
        assert said[0] != said[1]
        assert "{" not in said[0] + said[1]
    assert f"{table.seat('s2').name} asks you to play" in as_text(
        reminder_page(table, fact, reader, now)
    )


def group(table: Table, fact: Fact, reader: Reader, now: datetime) -> Document:
    return group_reminder_page(table, fact, reader, now, calls=User("net", "7"))


@pytest.mark.reported("T26", "T59")
def test_a_reminder_tells_how_long_until_when_and_where_and_what_can_be_done() -> None:
    at = dealt(3)
    lisbon = Reader("en", ZoneInfo("Europe/Lisbon"), "/")
    fact = Fact(Code.STILL_YOURS, at.now, seat="s1")
    page = reminder_page(at.table, fact, lisbon, at.now + 19 * HOUR)
    assert as_text(page).splitlines() == [
        "Family #1",
        "Still your turn, 5 hours left (until 12:00, Lisbon).",
        "No time now? The others can give you more with “/time”; “vacation 3d” is for longer.",
        "[Open my hand]",
    ]
    tokens = [c.token for b in page.blocks if isinstance(b, Choices) for c in b.options]
    assert tokens == ["1.1..hand"]
    (moment,) = (span for span in spans(page) if span.at is not None)
    assert (moment.text, moment.at) == ("12:00, Lisbon", at.clock.deadline)


def test_behind_the_announced_end_nothing_is_said_to_be_left() -> None:
    at = dealt(3)
    deadline = at.clock.deadline
    assert deadline is not None
    reader = Reader("en", UTC, "/")
    for late in (timedelta(0), timedelta(minutes=5)):
        fact = Fact(Code.NUDGED, at.now, seat="s1", other="s2")
        said = as_text(reminder_page(at.table, fact, reader, deadline + late))
        assert "asks you to play: it is your turn." in said
        assert "left" not in said
        assert reader.until(deadline, deadline + late) == "12:00 UTC"


def test_in_french_the_place_is_called_as_it_is_there() -> None:
    at = dealt(3)
    fact = Fact(Code.LAST_CALL, at.now, seat="s1")
    reader = Reader("fr", ZoneInfo("Europe/Lisbon"), "/")
    assert "12:00, Lisbonne)" in as_text(reminder_page(at.table, fact, reader, at.now))


def test_universal_time_is_called_so_and_a_place_without_a_name_not_at_all(now: datetime) -> None:
    assert Reader("en", UTC, "").there(now, now) == "18:30 UTC"
    assert Reader("en", ZoneInfo("UTC"), "").there(now, now) == "18:30 UTC"
    assert Reader("en", ZoneInfo("Asia/Kathmandu"), "").there(now, now) == "00:15, Kathmandu"


def test_a_group_hears_a_line_and_calls_only_who_is_awaited() -> None:
    at, called = dealt(3), User("net", "7")
    reader = Reader("en", UTC, "/")
    for code, mentions in ((Code.RESERVE_RUNS, []), (Code.LAST_CALL, [called])):
        fact = Fact(code, at.now, seat="s1")
        page = group_reminder_page(at.table, fact, reader, at.now, calls=called)
        assert [s.mentions for s in spans(page) if s.mentions is not None] == mentions
        assert not any(isinstance(block, Choices) for block in page.blocks)


def test_many_reminders_are_one_list_of_the_tables_that_wait(reader: Reader, now: datetime) -> None:
    def entry(number: int, *, yours: bool) -> TableEntry:
        return TableEntry(number, "Family", Phase.PLAYING, yours, "Ann", now + DAY)

    page = digest_page(
        [entry(1, yours=True), entry(2, yours=False), entry(3, yours=True)], reader, now
    )
    assert page is not None
    assert as_text(page).splitlines()[0] == "2 tables wait for you"
    assert "#2" not in as_text(page)
    assert digest_page([entry(2, yours=False)], reader, now) is None


ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Asia/Kathmandu",
    "Pacific/Apia",
)
CHANGES = (
    *("2026-03-28", "2026-10-24", "2026-03-07", "2026-10-31"),
    *("2026-04-04", "2026-10-03", "2026-09-05", "2026-04-04"),
    "2011-12-28",
)
"""Days on which, or after which, clocks somewhere change; the last one had no morrow in Apia."""


@pytest.mark.reported("T2")
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("day", sorted(set(CHANGES)))
@pytest.mark.parametrize("pace", ["daily", "hours", "weekend"])
def test_a_deadline_that_is_shown_is_the_one_that_rings_a_little_later(
    zone: str, day: str, pace: str
) -> None:
    at = dealt(2, settings=unheld(pace))
    at.table = replace(
        at.table, seats=tuple(replace(s, habits=Habits(zone)) for s in at.table.seats)
    )
    reader = Reader("en", ZoneInfo(zone), "")
    for hour in (0, 7, 15):
        at.now = datetime.fromisoformat(day).replace(hour=hour, minute=20, tzinfo=UTC)
        lay(at, "s1", "R5", {"s1": "B1 B2"})
        (due,) = (wake.due for wake in alarms(at.table) if wake.kind is Kind.DEADLINE)
        fires = due - PRESETS[pace].pace.grace
        fact = Fact(Code.LAST_CALL, at.now, seat="s1")
        pages = (
            hand_page(at.table, "s1", reader, at.now),
            table_page(at.table, reader, at.now),
            reminder_page(at.table, fact, reader, at.now),
        )
        for page in pages:
            assert shown_times(page) == [fires.astimezone(ZoneInfo(zone)).strftime("%H:%M")]
            assert {s.at for s in spans(page) if s.at is not None} == {fires}


def shown_times(page: Document) -> list[str]:
    """The times of day that stand on a page."""
    return re.findall(r"\b\d\d:\d\d\b", as_text(page))


def test_whoever_comes_back_after_days_reads_at_most_five_lines_of_what_happened() -> None:
    at = dealt(3, settings=Settings(hold=timedelta(0)))
    while at.table.happened < 3 * REMEMBERED:
        hands = {"s1": "B1 B2 B3", "s2": "B4 B6 B7", "s3": "G1 G2 G3"}
        lay(at, at.play.owner or "s1", "R5", hands, stock="G9 G8 G7 G6")
        at.table = replace(
            at.table, seats=tuple(replace(s, strikes=0, missed=0) for s in at.table.seats)
        )
        at.ring(Kind.DEADLINE)
    reader = Reader("en", UTC, "/")
    text = as_text(hand_page(at.table, "s1", reader, at.now))
    told = [line for line in text.splitlines() if line.startswith("– ")]
    assert len(told) == MOST_LINES
    assert told[0].endswith("earlier acts")
