"""What two players have had is one player's, once they are linked."""

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat.coordinator.profiles import Person, person
from uno_chat.coordinator.shelf import SCHEMA
from uno_chat.table import Booking, Kind, Seat
from uno_chat.testing.desk import NOON, Desk
from uno_chat.testing.pairing import code_for, link, number_for, two_networks

DAY = timedelta(days=1)


@pytest.fixture
def desk() -> Desk:
    return two_networks()


def seat(desk: Desk, who: str, table: int = 1) -> Seat:
    found = desk.table(table).seat_of(desk.player(who))
    assert found is not None
    return found


def known(desk: Desk, who: str) -> Person:
    return person(desk.rows.players[desk.player(who)])


def last(desk: Desk, who: str) -> str:
    return desk.to(f"@{who}")[-1].text


def test_seats_are_those_of_the_one_player_and_keep_their_names(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lobby("bare:bea", "bare:carl", group="bare:club")
    link(desk, "ann", "bare:bea")
    assert (seat(desk, "ann").name, seat(desk, "ann", 2).name) == ("Ann", "Bea")
    assert desk.table(2).host == desk.player("ann")
    assert desk.do(lambda tx: tx.tables_of(desk.player("ann"))) == (1, 2)


def test_the_game_goes_on_from_either_account(desk: Desk) -> None:
    desk.family("ann", "bob")
    link(desk, "bare:bea", "ann")
    desk.lay("ann", "R5", {"ann": "R7 B5 Y1", "bob": "R1 G7"})
    assert desk.say("bare:bea", "r7") == "done"
    desk.lay("ann", "R5", {"ann": "R7 B5 Y1", "bob": "R1 G7"})
    assert desk.press("ann", "r7") == "done"


def test_nobody_sits_down_beside_the_own_other_account(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    link(desk, "ann", "bare:bea")
    assert desk.say("bare:bea", "#1 join") == "no"
    assert last(desk, "bare:bea").endswith("You have a seat at this table already.")


def test_of_two_seats_at_a_table_one_has_to_be_left(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.contact("bare:bea", f"join-1-{desk.table().door}")
    desk.say("bare:bea", f"link {code_for(desk, 'ann')}")
    number = number_for(desk, "bare:bea")
    desk.say("ann", f"link {number}")
    assert last(desk, "ann") == (
        "Both accounts have a seat at Family #1."
        " Leave one of them there, then write the number again."
    )
    assert desk.player("ann") != desk.player("bare:bea")
    desk.say("bare:bea", "leave")
    assert desk.say("ann", f"link {number}") == "linked"
    assert [one.player for one in desk.table().present] == [
        desk.player("ann"),
        desk.player("bob"),
    ]


def test_a_table_that_cannot_be_read_keeps_its_player_apart(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lobby("bare:bea", group="bare:club")
    desk.rows.tables[2] = replace(desk.rows.tables[2], schema=SCHEMA + 1)
    before = dict(desk.rows.users)
    desk.say("bare:bea", f"link {code_for(desk, 'ann')}")
    assert desk.say("ann", f"link {number_for(desk, 'bare:bea')}") == "unreadable"
    assert desk.rows.users.items() >= before.items()
    assert desk.player("ann") != desk.player("bare:bea")


def test_what_one_has_told_counts_at_all_tables(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    desk.lobby("bare:bea", group="bare:club")
    desk.say("bare:bea", "zone Tokyo")
    desk.say("bare:bea", "language fr")
    link(desk, "ann", "bare:bea")
    assert seat(desk, "ann").habits.zone == "Asia/Tokyo"
    assert desk.rows.players[desk.player("ann")].language == "fr"


def test_what_the_one_who_stays_has_told_goes_before(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    desk.lobby("bare:bea", group="bare:club")
    desk.say("ann", "zone Lisbon")
    desk.say("ann", "language en")
    desk.say("bare:bea", "zone Tokyo")
    desk.say("bare:bea", "language fr")
    link(desk, "ann", "bare:bea")
    assert {seat(desk, "ann", n).habits.zone for n in (1, 2)} == {"Europe/Lisbon"}
    assert desk.rows.players[desk.player("ann")].language == "en"


def test_who_is_on_vacation_with_one_account_is_so_at_all_tables(desk: Desk) -> None:
    for who, group in (("ann", "family"), ("bare:bea", "bare:club")):
        desk.lobby(who, group=group)
    desk.say("bare:bea", "vacation 2d")
    link(desk, "ann", "bare:bea")
    assert {seat(desk, "ann", n).vacation for n in (1, 2)} == {NOON + 2 * DAY}
    desk.say("ann", "back")
    assert {seat(desk, "bare:bea", n).vacation for n in (1, 2)} == {None}


def test_two_vacations_at_a_time_are_one(desk: Desk) -> None:
    for who, group in (("ann", "family"), ("bare:bea", "bare:club")):
        desk.lobby(who, group=group)
    desk.say("ann", "vacation 2d")
    desk.now += DAY
    desk.say("bare:bea", "vacation 3d")
    link(desk, "ann", "bare:bea")
    assert known(desk, "ann").vacations == (Booking(NOON, NOON + 4 * DAY),)
    assert {seat(desk, "ann", n).vacation for n in (1, 2)} == {NOON + 4 * DAY}


def test_a_prepared_turn_is_played_all_the_same(desk: Desk) -> None:
    desk.family("bob", "ann")
    desk.lay("bob", "R5", {"bob": "R7 B5 Y1", "ann": "R1 G7 Y2"})
    desk.say("ann", "next r1")
    link(desk, "bare:bea", "ann")
    desk.say("bob", "r7")
    assert Kind.PREPARED in desk.later(timedelta(minutes=2))
    assert desk.table().happenings[-1].seat == seat(desk, "bare:bea").id


def test_a_hand_that_was_here_is_where_the_hands_of_the_one_player_are(desk: Desk) -> None:
    desk.family("ann", "bob")
    since = len(desk.sent)
    link(desk, "bare:bea", "ann")
    (left,) = (sent for sent in desk.to("@ann", since) if sent.name == "hand")
    assert left.edits is not None
    assert left.text == "Family #1\nYour cards are on Bare now.\n[Send my cards here]"
    (shown,) = (sent for sent in desk.to("@bare:bea", since) if sent.name == "hand")
    assert "Your hand (7)" in shown.text
