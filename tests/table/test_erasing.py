"""A person is forgotten at a table: somebody plays on, and nothing says who it was."""

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat.table import (
    NOBODY,
    Absent,
    Code,
    Computer,
    End,
    Erase,
    HostPause,
    Kind,
    Leave,
    Oust,
    Phase,
    Settings,
    Table,
    TakeSeat,
    Vacation,
)
from uno_chat.testing.sitting import Sitting, dealt, lay, sit

SOON = Settings(hold=timedelta(0))


def forget(at: Sitting, player: int, *seats: str) -> None:
    at.done(Erase(player, "Abacus", frozenset(seats)))


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats]


def test_in_a_round_a_computer_plays_on_with_the_same_cards() -> None:
    at = dealt(3, settings=SOON)
    lay(at, "s1", "R5", {"s1": "R7 B5", "s2": "R1 G7", "s3": "R4 R6"})
    hands = at.play.round.hands
    forget(at, 2)
    assert at.play.round.hands == hands
    assert names(at.table) == ["North", "Abacus", "South"]
    assert isinstance(at.table.seat("s2").sitter, Computer)
    assert at.table.seat_of(2) is None
    at.acts("s1", "R7")
    assert at.play.owner == "s2"
    at.ring(Kind.COMPUTER)


def test_whoever_is_to_move_is_played_for_at_once() -> None:
    at = dealt(3, settings=SOON)
    lay(at, "s1", "R5", {"s1": "R7 B5", "s2": "R1 G7", "s3": "R4 R6"})
    assert at.clock.act_at is None
    forget(at, 1)
    assert at.play.owner == "s1"
    assert at.clock.act_at is not None


def test_the_host_is_followed_by_the_next_person() -> None:
    at = dealt(3)
    forget(at, 1)
    assert at.table.host == 2


def test_a_table_without_any_person_ends_and_its_record_with_it() -> None:
    at = dealt(1, 1)
    forget(at, 1)
    assert at.phase() is Phase.ENDED
    assert at.table.host == 0
    assert '"event":"seed"' in at.record[1][-1]
    assert "North" not in names(at.table)


def test_where_all_others_are_away_the_round_waits_for_them() -> None:
    at = dealt(2)
    at.table = replace(
        at.table,
        seats=tuple(replace(s, away=at.now) if s.id == "s2" else s for s in at.table.seats),
    )
    forget(at, 1)
    assert at.table.dormant is not None


def test_where_the_table_says_so_the_cards_go_back_into_the_game() -> None:
    at = dealt(3, settings=Settings(absent=Absent.REMOVE))
    forget(at, 2)
    assert not at.play.plays("s2")
    assert names(at.table) == ["North", NOBODY, "South"]


def test_where_the_table_says_so_others_may_have_the_seat() -> None:
    at = dealt(3, settings=Settings(absent=Absent.SUBSTITUTE))
    forget(at, 2)
    at.done(TakeSeat(7, "s2", "Cleo"))
    assert at.table.seat_of(7) is not None
    assert names(at.table) == ["North", "Cleo", "South"]


def test_of_a_seat_that_had_two_persons_each_is_forgotten_alone() -> None:
    at = dealt(3, settings=Settings(absent=Absent.SUBSTITUTE))
    forget(at, 2)
    at.done(TakeSeat(7, "s2", "Cleo"))
    at.done(Oust(7, "Bolt"))
    at.done(TakeSeat(8, "s2", "Dora"))
    taken = {Code.SEAT_TAKEN, Code.REPLACED}

    def told() -> list[str]:
        return [fact.text for fact in at.table.happenings if fact.code in taken]

    assert told() == [NOBODY, "Abacus", "Cleo", "Bolt"]
    forget(at, 8, "s2")
    assert told() == [NOBODY, "Abacus", "Cleo", "Bolt", NOBODY]
    assert "Dora" not in repr(at.table)
    forget(at, 7, "s2")
    assert told() == [NOBODY, "Abacus", NOBODY, "Bolt", NOBODY]
    assert "Cleo" not in repr(at.table)


def test_where_an_older_version_did_not_say_whose_name_it_was_none_stays() -> None:
    at = dealt(3, settings=Settings(absent=Absent.SUBSTITUTE))
    at.done(Oust(2, "Abacus"))
    at.done(TakeSeat(7, "s2", "Cleo"))
    happenings = tuple(replace(fact, who=0) for fact in at.table.happenings)
    at.table = replace(at.table, happenings=happenings)
    forget(at, 2, "s2")
    assert "East" not in repr(at.table)


def test_in_a_lobby_nobody_sat_there() -> None:
    at = sit(3)
    forget(at, 2)
    assert names(at.table) == ["North", "South"]
    assert "East" not in repr(at.table)


def test_who_left_before_is_forgotten_as_well() -> None:
    at = dealt(3)
    at.done(Leave(2))
    assert "East" in repr(at.table)
    forget(at, 2, "s2")
    assert "East" not in repr(at.table)
    assert at.table.seat("s2").gone


def test_who_stood_up_in_a_lobby_is_forgotten_by_the_number_of_the_seat() -> None:
    at = sit(3)
    at.done(Leave(2))
    forget(at, 2, "s2")
    assert "East" not in repr(at.table)


def test_a_closed_table_forgets_too() -> None:
    at = dealt(3)
    at.done(End(1))
    for player, seat in ((1, "s1"), (2, "s2")):
        forget(at, player, seat)
    assert at.phase() is Phase.ENDED
    assert names(at.table) == [NOBODY, NOBODY, "South"]
    assert at.table.host == 0


def test_what_the_host_wrote_is_forgotten() -> None:
    at = dealt(3)
    at.done(HostPause(1, timedelta(hours=2), "dentist"))
    forget(at, 1, "s1")
    assert "dentist" not in repr(at.table)
    assert at.table.pauses


def test_a_vacation_that_holds_the_table_ends_with_it() -> None:
    at = dealt(3)
    at.done(Vacation(2, at.now + timedelta(days=3)))
    at.done(Vacation(2, None))
    forget(at, 2)
    assert at.table.seat("s2").vacation is None


def test_what_was_prepared_is_not_played() -> None:
    at = dealt(3, settings=SOON)
    lay(at, "s1", "R5", {"s1": "R7 B5", "s2": "R1 G7", "s3": "R4 R6"})
    at.prepares("s2", "R1")
    forget(at, 2)
    assert at.play.prepared_by("s2") is None


def test_the_score_stays_with_the_seat() -> None:
    at = dealt(3, settings=SOON)
    match = at.table.match
    assert match is not None
    forget(at, 2)
    assert at.table.match is not None
    assert at.table.match.scores == match.scores


@pytest.mark.parametrize("player", [2, 9])
def test_a_second_time_changes_nothing(player: int) -> None:
    at = dealt(3)
    forget(at, player)
    before = at.table
    forget(at, player)
    assert replace(at.table, touched=None) == replace(before, touched=None)


def test_the_others_are_told_that_somebody_plays_on_not_for_whom() -> None:
    at = dealt(3)
    forget(at, 2)
    fact = at.table.happenings[-1]
    assert (fact.code, fact.text) == (Code.REPLACED, NOBODY)
