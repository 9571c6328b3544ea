"""A table closed long ago is forgotten: its rounds stay, its old buttons say what is so."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from uno_chat.contract import Clearing, Transaction
from uno_chat.coordinator import KEPT_TABLES, exported
from uno_chat.testing.desk import Desk

NO_TABLE = "There is no table #1 where you sit."


def clear(desk: Desk, later: timedelta = KEPT_TABLES + timedelta(days=1)) -> int:
    """So much later, what is old goes; how many tables and rows."""
    desk.now += later

    def body(tx: Transaction) -> int | None:
        assert isinstance(tx, Clearing)
        return tx.clear(desk.now - desk.house.kept, desk.now - desk.house.kept_tables, desk.now)

    count = 0
    while (gone := desk.do(body)) is not None:
        count += gone
    return count


def played(desk: Desk) -> None:
    """A round of three, given up in the middle, and its table closed."""
    desk.family("ann", "ben", "cat")
    desk.say("ann", "/end now", "family")
    assert desk.rows.tables[1].closed is not None


def test_a_table_knows_since_when_it_is_closed_whatever_happens_to_it_later(desk: Desk) -> None:
    played(desk)
    closed = desk.now
    desk.now += timedelta(days=3)
    desk.say("ben", "forget me now")
    assert desk.rows.tables[1].version > 1
    assert desk.rows.tables[1].closed == closed


def test_of_a_table_only_the_records_of_its_rounds_stay(desk: Desk) -> None:
    played(desk)
    record = desk.rows.records[1, 1]
    clear(desk, KEPT_TABLES)
    assert 1 in desk.rows.tables
    clear(desk, timedelta(milliseconds=1))
    assert 1 not in desk.rows.tables
    assert desk.rows.records == {(1, 1): record}
    assert {sat.round_no for sat in desk.rows.seats.values()} == {1}
    assert desk.rows.slots == {}


@pytest.mark.parametrize("group", ["family", None])
def test_a_button_of_a_forgotten_table_gets_one_sentence(desk: Desk, group: str | None) -> None:
    played(desk)
    presses = [desk.pressing("ann", desk.token(words, 1), group) for words in ("table", "draw")]
    clear(desk)
    for press in presses:
        desk.sent.clear()
        assert desk.take(press) == "puzzled"
        assert [sent.text for sent in desk.sent] == [NO_TABLE]


def test_nobody_sits_at_it_any_more_and_a_new_one_is_another(desk: Desk) -> None:
    played(desk)
    clear(desk)
    for words in ("tables", "hand", "table"):
        desk.sent.clear()
        desk.say("ann", words)
        assert [sent.text for sent in desk.sent] == [
            "You sit at no table. In a group, /new opens one."
        ]
    desk.say("ann", "/new", "family")
    assert set(desk.rows.tables) == {2}


@pytest.mark.parametrize("phase", ["lobby", "playing", "match-over"])
def test_what_can_still_be_played_or_played_again_stays_however_old(desk: Desk, phase: str) -> None:
    if phase == "lobby":
        desk.lobby("ann", "ben")
    elif phase == "playing":
        desk.family("ann", "ben")
    else:
        desk.family("ann", "ben", settings="goal=0")
        desk.win("ann")
    assert desk.table().phase == phase
    clear(desk, timedelta(days=900))
    assert set(desk.rows.tables) == {1}


def test_a_player_still_has_the_own_part_of_its_rounds_and_can_be_forgotten(desk: Desk) -> None:
    played(desk)
    clear(desk)
    ann = desk.rows.players[desk.player("ann")]
    lines = [json.loads(line) for line in desk.do(lambda tx: exported(tx, ann))]
    rounds = [(one["table"], one["round"]) for one in lines if one["is"] == "round"]
    assert (rounds, [one for one in lines if one["is"] == "table"]) == ([(1, 1)], [])
    assert "Ann" in desk.rows.records[1, 1][0]
    assert desk.say("ann", "forget me now") == "forgotten"
    assert "Ann" not in desk.rows.records[1, 1][0]
