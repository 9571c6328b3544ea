"""A row that raises is held back, then set aside; nobody else waits, and nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import pytest

from uno_chat.contract import (
    Arrival,
    Conversation,
    InboxRow,
    Moved,
    OutKind,
    Said,
    Transaction,
    envelope_to_json,
)
from uno_chat.coordinator import failed, from_stored
from uno_chat.coordinator.shelf import SpoiltTable
from uno_chat.table import Kind
from uno_chat.testing.desk import Desk

FAULT = "Something went wrong here, so this was not done. Nothing else is lost."


def waiting(desk: Desk) -> InboxRow | None:
    return desk.do(lambda tx: tx.next_inbox(desk.now, ()))


def fail(desk: Desk, row: InboxRow, tx: Transaction) -> datetime | None:
    return failed(desk.house, tx, row, desk.now, "Fault")


def fail_until_it_ends(desk: Desk) -> list[timedelta]:
    """Fail the row that waits whenever it comes back; the waits between."""
    waits: list[timedelta] = []
    for _ in range(50):
        row = waiting(desk)
        assert row is not None
        until = desk.do(partial(fail, desk, row))
        if until is None:
            return waits
        assert waiting(desk) is None
        waits.append(until - desk.now)
        desk.now = until
    raise AssertionError(waits)


def put(desk: Desk, row: Arrival) -> None:
    desk.do(lambda tx: tx.receive(row))


def said(desk: Desk, text: str = "hand") -> Arrival:
    envelope = desk.envelope("ann", Said(text), None)
    return Arrival("fake", envelope.id, "ann", desk.now, envelope_to_json(envelope))


def test_a_row_is_tried_five_times_within_a_minute_and_then_its_sender_is_told(desk: Desk) -> None:
    desk.contact("ann")
    shown = len(desk.sent)
    put(desk, said(desk))
    waits = fail_until_it_ends(desk)
    assert len(waits) == 4
    assert waits == sorted(waits)
    assert sum(waits, timedelta()) < timedelta(minutes=1)
    assert waiting(desk) is None
    desk.show_all()
    assert [(sent.chat, sent.text) for sent in desk.sent[shown:]] == [("@ann", FAULT)]


def test_a_row_that_failed_is_not_done_again_when_it_comes_again(desk: Desk) -> None:
    row = said(desk)
    put(desk, row)
    fail_until_it_ends(desk)
    assert not desk.do(lambda tx: tx.receive(row))


def test_a_stranger_whose_words_fail_is_told_too(desk: Desk) -> None:
    put(desk, said(desk))
    fail_until_it_ends(desk)
    desk.show_all()
    assert [(sent.chat, sent.text) for sent in desk.sent] == [("@ann", FAULT)]


@pytest.mark.parametrize("payload", ["", "{", '{"id": "x"}'])
def test_what_cannot_even_be_read_is_set_aside(desk: Desk, payload: str) -> None:
    put(desk, Arrival("fake", "e1", "x", desk.now, payload))
    fail_until_it_ends(desk)
    assert waiting(desk) is None
    assert desk.show_all() == []


def test_nobody_is_told_of_a_group_that_moved(desk: Desk) -> None:
    envelope = desk.envelope("ann", Moved(Conversation("fake", "clan")), "family")
    put(desk, Arrival("fake", envelope.id, "x", desk.now, envelope_to_json(envelope)))
    fail_until_it_ends(desk)
    assert desk.show_all() == []


def test_other_lanes_go_on_meanwhile(desk: Desk) -> None:
    desk.family("ann", "bob")
    put(desk, said(desk))
    row = waiting(desk)
    assert row is not None
    desk.do(partial(fail, desk, row))
    assert desk.say("bob", "hand") == "hand"


def test_an_alarm_is_never_given_up_and_does_not_hold_its_table_up(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6", "bob": "R7 R8"})
    deadlines = [alarm for alarm in desk.rows.alarms[1] if alarm.kind == Kind.DEADLINE]
    desk.do(lambda tx: tx.set_alarms(1, deadlines))
    desk.now += timedelta(days=1)
    desk.do(lambda tx: tx.ring(desk.now))
    fail_until_it_ends(desk)
    late = waiting(desk)
    assert late is not None
    assert late.arrival.lane == "late:1"
    for _ in range(20):
        until = desk.do(partial(fail, desk, late))
        assert until == desk.now + timedelta(minutes=10)
        assert waiting(desk) is None
        desk.now = until
    assert desk.press("bob", "hand") == "hand"
    assert desk.results[-2:] == ["deadline", "hand"]
    play = desk.table().play
    assert play is not None
    assert play.owner == "s2"


# --- tables of a newer version ------------------------------------------------------------------


def newer(desk: Desk, number: int) -> None:
    desk.rows.tables[number] = replace(desk.rows.tables[number], schema=99)


def test_a_table_of_a_newer_version_is_answered_at_once_and_left_as_it_is(desk: Desk) -> None:
    desk.family("ann", "bob")
    newer(desk, 1)
    before, shown = desk.rows.tables[1], len(desk.sent)
    assert desk.say("ann", "draw") == "unreadable"
    assert desk.press_token("ann", "1.1.1.draw") == "unreadable"
    assert desk.say("ann", "/table", "family") == "unreadable"
    assert [(sent.kind, sent.chat) for sent in desk.sent[shown:]] == [
        (OutKind.NOTICE, "@ann"),
        (OutKind.TOAST, "@ann"),
        (OutKind.NOTICE, "@ann"),
    ]
    assert {sent.text for sent in desk.sent[shown:]} == {FAULT}
    assert desk.rows.tables[1] == before


@pytest.mark.parametrize(
    "state", ["", "{", "[]", "null", "{}", '{"id": 1, "seats": 7}', "[" * 9000, '"\\ud800"']
)
def test_a_damaged_table_is_left_as_it_is_and_quotes_no_hand(desk: Desk, state: str) -> None:
    desk.family("ann", "bob")
    desk.lobby("ann", "bob", group="club")
    desk.rows.tables[1] = spoilt = replace(desk.rows.tables[1], state=state)
    assert desk.say("ann", "/table", "family") == "unreadable"
    assert desk.to("@ann")[-1].text == FAULT
    assert desk.say("ann", "/deal", "club") == "done"
    assert desk.rows.tables[1] == spoilt
    with pytest.raises(SpoiltTable, match="damaged") as error:
        from_stored(spoilt)
    assert error.value.__cause__ is None
    assert error.value.__suppress_context__


def test_it_does_not_get_in_the_way_of_other_tables(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lobby("ann", "bob", group="club")
    desk.say("ann", "/deal", "club")
    newer(desk, 1)
    assert desk.say("ann", "hand") == "hand"
    assert "Club #2" in desk.to("@ann")[-1].text
    assert desk.say("ann", "tables") == "tables"
    assert "Club #2" in desk.to("@ann")[-1].text
    assert "Family" not in desk.to("@ann")[-1].text
    assert desk.say("ann", "help") == "help"
    assert desk.say("ann", "language fr") == "puzzled"
    desk.admins = {("ann", "family")}
    assert desk.say("ann", "/language fr", "family") == "puzzled"
