"""Before the cards: sitting down, names, the host and who may do what, settings."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    AddComputer,
    AtTable,
    Code,
    Computer,
    Configure,
    Deal,
    End,
    Fact,
    Join,
    Kick,
    Kind,
    Leave,
    Level,
    Outcome,
    Pace,
    Phase,
    Reach,
    Ready,
    Settings,
    Why,
    alarms,
    decide,
)
from uno_chat.testing.sitting import Sitting, dealt, lay, sit

QUICK = Settings(pace=Pace(timedelta(minutes=1)))
Make = Callable[[int, int], Sitting]
"""Makes a table with so many people and computers."""


def names(at: Sitting) -> list[str]:
    return [seat.name for seat in at.table.present]


def between(people: int = 3, computers: int = 0) -> Sitting:
    """The first round is over: North has won it."""
    at = dealt(people, computers)
    lay(at, "s1", "R5", {"s1": "R7"})
    at.acts("s1", "R7")
    assert at.phase() is Phase.BETWEEN
    return at


def match_over(people: int = 3, computers: int = 0) -> Sitting:
    """North has won the match by its first round."""
    at = dealt(people, computers, Settings(options=game.Options(goal=0)))
    lay(at, "s1", "R5", {"s1": "R7"})
    at.acts("s1", "R7")
    assert at.phase() is Phase.MATCH_OVER
    return at


def ended(people: int = 3, computers: int = 0) -> Sitting:
    at = sit(people, computers)
    at.done(End(1))
    return at


def test_whoever_opens_a_table_is_its_host_and_sits_on_the_first_seat() -> None:
    table = sit(1).table
    assert (table.phase, table.host, table.title) == (Phase.LOBBY, 1, "Family")
    assert [(seat.id, seat.name, seat.player) for seat in table.seats] == [("s1", "North", 1)]
    assert [(fact.code, fact.seat) for fact in table.happenings] == [(Code.SAT_DOWN, "s1")]
    assert [wake.kind for wake in alarms(table)] == [Kind.IDLE]


def test_nobody_sits_down_twice() -> None:
    assert sit(2).refused(Join(2, "East")).reason == Why.ALREADY_SEATED


@pytest.mark.reported("B9")
def test_the_eleventh_finds_no_seat() -> None:
    at = sit(9, 1)
    assert at.refused(Join(11, "Gus")).reason == Why.TABLE_FULL
    assert at.refused(AddComputer(1, "Gus", Level.EASY)).reason == Why.TABLE_FULL


@pytest.mark.parametrize("name", ["North", "north", " NORTH", "Nor\u200bth", "\uff2eorth"])
def test_two_who_look_alike_are_told_apart_by_a_number(name: str) -> None:
    at = sit(1)
    at.done(Join(2, name))
    assert names(at)[1] == f"{name.strip()} 2"


def test_long_names_that_begin_alike_are_told_apart_where_they_can_be_seen() -> None:
    at = sit(1)
    for number, end in ((2, "a"), (3, "b"), (4, "c")):
        at.done(Join(number, "x" * 40 + end))
    shown = [name[:28] for name in names(at)[1:]]
    assert len(set(shown)) == 3


def test_a_number_that_is_taken_is_not_given() -> None:
    at = sit(1)
    at.done(Join(2, "North 2"))
    at.done(Join(3, "North"))
    assert names(at) == ["North", "North 2", "North 3"]


def test_a_person_without_a_visible_name_can_sit_down_too() -> None:
    at = sit(1)
    at.done(Join(2, ""))
    at.done(Join(3, "\u200b"))
    assert len(set(names(at))) == 3


def test_who_leaves_before_the_deal_leaves_nothing_behind() -> None:
    at = sit(3)
    at.done(Leave(2))
    assert names(at) == ["North", "South"]
    assert [(f.code, f.seat, f.text) for f in at.table.happenings] == [
        (Code.SAT_DOWN, "s1", ""),
        (Code.SAT_DOWN, "s3", ""),
        (Code.STOOD_UP, "s2", "East"),
    ]
    at.done(Join(2, "East"))
    assert [seat.id for seat in at.table.present] == ["s1", "s3", "s4"]


def test_a_host_who_leaves_passes_the_table_to_the_next_person() -> None:
    at = sit(3)
    at.done(Leave(1))
    assert at.table.host == 2
    assert at.codes()[-2:] == [Code.STOOD_UP, Code.NEW_HOST]
    assert at.refused(Leave(1)).reason == Why.NOT_SEATED


def test_a_computer_never_becomes_the_host() -> None:
    at = sit(1, 2)
    at.done(Join(9, "Last"))
    at.done(Leave(1))
    assert at.table.host == 9


@pytest.mark.parametrize("make", [sit, dealt, between, match_over])
def test_a_table_whose_last_person_leaves_is_closed(make: Make) -> None:
    at = make(1, 2)
    at.done(Leave(1))
    assert (at.phase(), at.table.play, alarms(at.table)) == (Phase.ENDED, None, ())
    assert at.codes()[-1] == Code.TABLE_ENDED


def test_a_host_alone_with_computers_can_play() -> None:
    at = sit(1, 1)
    at.done(Deal(1))
    assert at.phase() is Phase.PLAYING


def test_one_alone_cannot_deal() -> None:
    assert sit(1).refused(Deal(1)).reason == Why.TOO_FEW


COMMANDS: dict[str, AtTable] = {
    "join": Join(3, "South"),
    "leave": Leave(2),
    "add": AddComputer(1, "Bolt", Level.EASY),
    "kick": Kick(1, "s2"),
    "configure": Configure(1, QUICK),
    "deal": Deal(1),
    "ready": Ready(2),
    "end": End(1),
}
OVER: dict[str, str] = dict.fromkeys(COMMANDS, Why.TABLE_OVER)
PHASES: dict[str, dict[str, str]] = {
    "sit": {},
    "dealt": {
        "add": Why.NOT_IN_LOBBY,
        "kick": Why.NOT_BETWEEN_ROUNDS,
        "configure": Why.NOT_IN_LOBBY,
        "deal": Why.NOT_BETWEEN_ROUNDS,
        "ready": Why.NOT_BETWEEN_ROUNDS,
    },
    "between": {
        "add": Why.NOT_IN_LOBBY,
        "kick": Why.TOO_FEW,
        "configure": Why.NOT_IN_LOBBY,
    },
    "match_over": {"configure": Why.NOT_IN_LOBBY},
    "ended": OVER,
}
MAKE: dict[str, Make] = {
    "sit": sit,
    "dealt": dealt,
    "between": between,
    "match_over": match_over,
    "ended": ended,
}


@pytest.mark.reported("48", "54", "57")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", COMMANDS)
def test_what_can_be_done_in_which_phase(phase: str, name: str) -> None:
    at = MAKE[phase](2, 0)
    expected = PHASES[phase].get(name)
    if expected is None:
        at.done(COMMANDS[name])
    else:
        assert at.refused(COMMANDS[name]).reason == expected


HOST_ONLY: dict[str, AtTable] = {
    "add": AddComputer(2, "Bolt", Level.EASY),
    "kick": Kick(2, "s1"),
    "configure": Configure(2, QUICK),
    "deal": Deal(2),
    "end": End(2),
}


@pytest.mark.reported("54")
@pytest.mark.parametrize("phase", ["sit", "dealt", "between", "match_over"])
@pytest.mark.parametrize("name", HOST_ONLY)
def test_only_the_host_runs_the_table(phase: str, name: str) -> None:
    assert MAKE[phase](2, 0).refused(HOST_ONLY[name]).reason == Why.NOT_HOST


BY_ADMIN: dict[str, AtTable] = {
    "kick": Kick(7, "s2", chief=True),
    "configure": Configure(7, QUICK, chief=True),
    "end": End(7, chief=True),
}


@pytest.mark.reported("53", "B23")
@pytest.mark.parametrize("phase", ["sit", "dealt", "between", "match_over", "ended"])
@pytest.mark.parametrize("name", BY_ADMIN)
def test_an_admin_of_the_group_may_do_what_the_host_may(phase: str, name: str) -> None:
    at, of_host, of_admin = MAKE[phase](3, 0), COMMANDS[name], BY_ADMIN[name]
    host, admin = (decide(at.table, one, at.now, bytes(32)) for one in (of_host, of_admin))
    if isinstance(host, Outcome) and name == "kick":
        assert isinstance(admin, Outcome)
        (told,), (nobody,) = host.tell, admin.tell
        assert isinstance(told.fact, Fact)
        assert told.fact.other == "s1"  # of an admin without a seat no name is told
        assert nobody.fact == replace(told.fact, other=None)
        host = replace(host, tell=admin.tell)
    assert host == admin


@pytest.mark.parametrize("phase", ["sit", "dealt", "between", "match_over"])
@pytest.mark.parametrize("command", [Leave(7), Ready(7)])
def test_whoever_has_no_seat_is_told_so(phase: str, command: AtTable) -> None:
    assert MAKE[phase](2, 0).refused(command).reason == Why.NOT_SEATED


def test_the_host_takes_a_seat_away() -> None:
    at = sit(3)
    at.done(Kick(1, "s2"))
    assert names(at) == ["North", "South"]
    assert at.refused(Kick(1, "s2")).reason == Why.NO_SUCH_SEAT


def test_a_host_who_takes_away_the_own_seat_passes_the_table_on() -> None:
    at = sit(2)
    at.done(Kick(1, "s1"))
    assert (at.table.host, names(at)) == (2, ["East"])


@pytest.mark.reported("48")
def test_in_mid_match_the_host_takes_away_only_who_keeps_the_others_waiting() -> None:
    at = between(3)
    at.done(Ready(2))
    assert at.refused(Kick(1, "s2")).reason == Why.NOT_IN_LOBBY
    at.done(Kick(1, "s3"))
    assert names(at) == ["North", "East"]


@pytest.mark.reported("57")
def test_in_mid_match_no_computer_is_taken_away() -> None:
    assert between(2, 1).refused(Kick(1, "s3")).reason == Why.NOT_IN_LOBBY


def test_whoever_sat_down_between_two_rounds_can_be_sent_away_again() -> None:
    at = between(2)
    at.done(Join(3, "South"))
    at.done(Kick(1, "s3"))
    assert names(at) == ["North", "East"]


@pytest.mark.reported("57")
def test_a_match_is_not_won_by_sending_the_last_opponent_away() -> None:
    assert between(2).refused(Kick(1, "s2")).reason == Why.TOO_FEW


def test_settings_can_be_changed_until_the_first_deal() -> None:
    at = sit(2)
    at.done(Configure(1, QUICK))
    assert at.table.settings == QUICK
    assert at.codes()[-1] == Code.SETTINGS_CHANGED
    at.done(Deal(1))
    other = replace(QUICK, hold=timedelta(0))
    assert at.refused(Configure(1, other)).reason == Why.NOT_IN_LOBBY
    assert at.table.settings == QUICK


def test_a_computer_sits_down_with_its_level() -> None:
    at = sit(1)
    at.done(AddComputer(1, "Bolt", Level.HARD))
    seat = at.table.seat("s2")
    assert (seat.sitter, seat.player, seat.ready) == (Computer(Level.HARD), None, True)


def test_the_host_closes_the_table_for_good_and_everybody_hears_it() -> None:
    at = dealt(2)
    at.done(End(1))
    assert at.phase() is Phase.ENDED
    assert at.table.happenings[-1].code == Code.TABLE_ENDED
    assert alarms(at.table) == ()


def test_nobody_is_dealt_in_whom_no_hand_reaches() -> None:
    at = sit(3)
    at.done(Reach(2, "start"))
    refused = at.refused(Deal(1))
    assert (refused.reason, refused.names) == (Why.UNREACHABLE, ("East",))
    at.done(Reach(2))
    at.done(Deal(1))
    assert at.table.play is not None


def test_whoever_leaves_and_comes_back_is_thought_to_be_reached_again() -> None:
    at = sit(2)
    at.done(Reach(2, "unblock"))
    at.done(Leave(2))
    at.done(Join(2, "East"))
    assert not at.table.seats[1].unreachable


def test_only_who_has_a_seat_can_be_out_of_reach() -> None:
    assert sit(2).refused(Reach(9, "start")).reason == Why.NOT_SEATED
