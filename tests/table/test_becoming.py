"""Two accounts that turn out to be one person: the seat stays as it is, whoever it belongs to."""

from dataclasses import replace
from datetime import timedelta

from uno_chat.table import Become, Join, Kind, Leave, Settings, Table, Why
from uno_chat.table.seats import Human
from uno_chat.testing.sitting import dealt, lay, sit


def people(table: Table) -> list[int | None]:
    return [seat.player for seat in table.seats]


def test_a_seat_is_somebody_elses_and_nothing_else_changes() -> None:
    at = dealt(3)
    before = at.table
    at.done(Become(2, 9))
    assert people(at.table) == [1, 9, 3]
    own = replace(before.seat("s2"), sitter=Human(9))
    assert at.table == replace(before, seats=(before.seats[0], own, before.seats[2]))


def test_the_host_stays_the_host() -> None:
    at = sit(2)
    at.done(Become(1, 9))
    assert at.table.host == 9


def test_nobody_has_two_seats() -> None:
    assert dealt(3).refused(Become(2, 3)).reason == Why.ALREADY_SEATED


def test_only_who_has_a_seat_can_become_somebody_at_a_table() -> None:
    assert sit(2).refused(Become(7, 9)).reason == Why.NOT_SEATED


def test_what_was_prepared_is_done_all_the_same() -> None:
    at = dealt(3, settings=Settings(hold=timedelta(0)))
    lay(at, "s1", "R5", {"s1": "R7 B5", "s2": "R1 G7", "s3": "R4 R6"})
    at.prepares("s2", "R1")
    at.done(Become(2, 9))
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert at.top() == "R1"
    assert at.told == []


def test_a_seat_that_was_left_waits_for_whoever_its_person_is_now() -> None:
    at = dealt(3)
    at.done(Leave(3))
    at.done(Become(2, 3))
    at.done(Leave(3))
    assert people(at.table) == [1, 3, 3]
    at.done(Join(3, "East"))
    assert at.table.seat("s2").gone is False
