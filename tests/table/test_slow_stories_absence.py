"""Stories of slow tables and people who do not come: what happens, when, and to whom.

Daily turns: a day each, two days in reserve, a quarter of an hour that nobody is told of.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    PRESETS,
    Absent,
    Act,
    Answer,
    Ask,
    Back,
    Code,
    ComputerActs,
    Deal,
    HostPause,
    Join,
    Kind,
    Motion,
    Outcome,
    Pause,
    PauseReason,
    Phase,
    Preset,
    Ready,
    Ring,
    Settings,
    TakeSeat,
    Vacation,
    Vacations,
    alarms,
)
from uno_chat.table.pausing import paused, resumed
from uno_chat.testing.census import astray
from uno_chat.testing.positions import unheld
from uno_chat.testing.sitting import NOON, Sitting, dealt, lay, sit

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = 24 * HOUR
NOTHING = timedelta(0)
TIMED = [preset for preset in PRESETS.values() if preset.pace.base is not None]


def table(people: int = 3, absent: Absent = Absent.KEEP, pace: str = "daily") -> Sitting:
    """North to move, with nothing that fits and a stock from which nothing fits."""
    settings = replace(unheld(pace), absent=absent)
    at = dealt(people, settings=settings)
    hands = {"s1": "B1 B2 B3", "s2": "B4 B5 B6", "s3": "B7 B8 B9"}
    used = {seat: hand for seat, hand in hands.items() if seat in at.order()}
    lay(at, "s1", "R5", used, stock="G9 G8 G7 G6 G4 G3 G2 G1 Y9 Y8 Y7 Y6 Y4 Y3")
    return at


def draws(at: Sitting) -> None:
    """Whoever is to move draws and keeps, or a computer does so instead."""
    owner = at.play.owner
    assert owner is not None
    _moves(at, owner, game.Draw())
    if at.play.owner == owner and isinstance(at.play.round.pending, game.PlayOrKeep):
        _moves(at, owner, game.Keep())


def _moves(at: Sitting, owner: str, move: game.Move) -> None:
    seat = at.table.seat(owner)
    if seat.pilot is not None:
        at.ring(Kind.COMPUTER)
        at.done(ComputerActs(owner, at.clock.number, move))
    elif seat.player is not None:
        at.done(Act(seat.player, move))


def until_it_is_the_turn_of(at: Sitting, seat: str) -> None:
    while at.play.owner != seat:
        draws(at)


def left(at: Sitting) -> timedelta:
    """What is left of the turn that runs."""
    assert at.clock.deadline is not None
    return at.clock.deadline - at.now


@pytest.mark.reported("T1")
@pytest.mark.parametrize("preset", TIMED)
@pytest.mark.parametrize("first", [r for r in PauseReason if r is not PauseReason.ABSENT])
@pytest.mark.parametrize("second", [PauseReason.VOTE, PauseReason.VACATION])
def test_pauses_that_overlap_freeze_a_turn_and_give_it_no_more_than_the_floor(
    preset: Preset, first: PauseReason, second: PauseReason
) -> None:
    """Two reasons to stand still, one over the other: time runs again when both are gone, and not
    a second of the turn was lost or gained, unless hardly anything of it had been left.
    """
    base = preset.pace.base
    assert base is not None
    for ran in (base / 4, base + preset.pace.bank - MINUTE / 60):
        at = dealt(2, settings=Settings(pace=preset.pace))
        at.now += ran
        before = left(at)
        one, two = Pause(first, at.now, "a"), Pause(second, at.now, "b")
        at.table = paused(at.table, one, at.now)
        at.now += 5 * DAY
        at.table = paused(at.table, two, at.now)
        at.now += DAY
        at.table = resumed(at.table, one, at.now)
        assert at.wake(Kind.DEADLINE) is None
        at.now += DAY
        at.table = resumed(at.table, two, at.now)
        assert left(at) == max(before, preset.pace.floor)


def test_a_table_pauses_over_the_holidays_and_finds_its_turn_as_it_was() -> None:
    """East asks for five days, South agrees, North says nothing. Half a day before the end all are
    told; North then has what was left. Later the host's power fails, and is back sooner.
    """
    at = table()
    at.now += 20 * HOUR
    at.done(Ask(2, Motion.PAUSE, 5 * DAY))
    at.done(Answer(3, agree=True))
    at.ring(Kind.PAUSE)
    assert at.now == NOON + 20 * HOUR + 5 * DAY - 12 * HOUR
    assert at.codes()[-1] == Code.RESUMES_SOON
    at.ring(Kind.PAUSE)
    assert left(at) == 52 * HOUR
    at.done(HostPause(1, 12 * HOUR, "The power is out"))
    at.now += 2 * HOUR
    at.done(Ask(1, Motion.RESUME))
    assert left(at) == 52 * HOUR
    assert at.table.seat("s1").strikes == 0


def test_one_who_does_not_come_is_warned_played_for_and_welcome_back_at_every_step() -> None:
    """North plays once and is gone. Twice the clock draws for North, the third time the computer
    takes over. Whenever North is back, the strikes are gone, but a reserve that was used stays so.
    """
    for step in (1, 2, 3):
        at = table()
        draws(at)
        for strike in range(1, step + 1):
            until_it_is_the_turn_of(at, "s1")
            at.ring(Kind.DEADLINE)
            seat = at.table.seat("s1")
            assert (seat.strikes, seat.bank) == (strike, NOTHING)
            assert (seat.away is not None) is (strike == 3)
        until_it_is_the_turn_of(at, "s1")
        assert (at.wake(Kind.COMPUTER) is not None) is (step == 3)
        at.now += MINUTE
        if step == 3:
            at.done(Back(1))
            assert left(at) == DAY
        draws(at)
        seat = at.table.seat("s1")
        assert (seat.strikes, seat.away) == (0, None)
        assert seat.bank <= 2 * HOUR


@pytest.mark.reported("T38")
def test_who_returns_again_and_again_gains_no_time_by_it() -> None:
    """A seat that is left to the computer and taken back gets one turn's time, never a reserve."""
    at = table(4)
    draws(at)
    for _ in range(3):
        until_it_is_the_turn_of(at, "s1")
        at.now += 25 * HOUR
        at.done(Ask(2, Motion.SKIP, seat="s1"))
        at.done(Answer(3, agree=True))
        bank = at.table.seat("s1").bank
        at.done(Back(1))
        assert left(at) == DAY + bank
        draws(at)
        at.now += HOUR
    assert at.table.seat("s1").bank <= 2 * DAY


def test_a_vanished_player_is_replaced_and_the_new_one_plays_exactly_that_hand() -> None:
    """South never comes. After two turns a computer plays, after three more days the seat is open,
    and Gus from the group plays on.
    """
    at = table(4, Absent.SUBSTITUTE)
    for _ in range(2):
        until_it_is_the_turn_of(at, "s3")
        at.ring(Kind.DEADLINE)
    gone = at.now
    hand = at.play.round.hands[at.order().index("s3")]
    until_it_is_the_turn_of(at, "s4")
    at.ring(Kind.ABANDONED)
    assert at.now == gone + 3 * DAY
    at.done(TakeSeat(9, "s3", "Gus"))
    assert at.play.round.hands[at.order().index("s3")] == hand
    assert astray(at.play.round) == {}
    until_it_is_the_turn_of(at, "s3")
    assert left(at) == 2 * DAY
    draws(at)
    assert at.table.seat("s3").name == "Gus"


def test_a_seat_that_is_taken_out_leaves_no_hole_and_all_cards() -> None:
    """At this table who stays away is taken out: the cards go under the discard, the next one is
    to move, and the one who was taken out may sit down again for the next round.
    """
    at = table(3, Absent.REMOVE)
    for _ in range(2):
        until_it_is_the_turn_of(at, "s3")
        at.ring(Kind.DEADLINE)
    cards = len(at.play.round.hands[at.order().index("s3")])
    at.ring(Kind.ABANDONED)
    assert len(at.play.round.buried) == cards
    assert astray(at.play.round) == {}
    assert at.play.owner in {"s1", "s2"}
    at.done(Join(3, "South"))
    assert not at.play.plays("s3")
    owner = at.play.owner
    assert owner is not None
    lay(at, owner, "R5", {owner: "R7"})
    at.acts(owner, "R7")
    at.ready()
    assert at.play.plays("s3")


def test_all_are_gone_and_the_round_waits_for_the_first_who_is_back() -> None:
    """Nobody comes. The round stands still; nothing is due but its end in four weeks. On the 27th
    day East is back and has a whole turn, for which nobody else is asked.
    """
    at = table(3)
    while at.table.dormant is None:
        at.ring(Kind.DEADLINE)
    assert {wake.kind for wake in alarms(at.table)} == {Kind.DORMANT}
    at.now += 27 * DAY
    at.done(Back(2))
    assert at.wake(Kind.DORMANT) is None
    assert at.table.voters == ("s2",)
    for _ in range(10):
        if at.play.owner == "s2":
            break
        draws(at)
    assert at.play.owner == "s2"
    assert left(at) == DAY
    at.done(Act(2, game.Draw()))
    assert at.play.owner == "s3"


def test_all_are_gone_for_good_and_the_table_is_archived() -> None:
    at = table(2)
    while at.table.dormant is None:
        at.ring(Kind.DEADLINE)
    at.ring(Kind.DORMANT)
    assert at.phase() is Phase.ENDED
    assert alarms(at.table) == ()
    assert '"event":"seed"' in at.record[1][-1]


def test_a_table_lives_through_a_vacation_without_anybody_waiting() -> None:
    """East is away for three days, and the computer plays two turns of it. East plays one turn from
    the beach, and is still on vacation. Afterwards it is as before.
    """
    at = table(3)
    until_it_is_the_turn_of(at, "s2")
    at.done(Vacation(2, at.now + 3 * DAY))
    for turn in range(9):
        if turn == 3:
            assert at.play.owner == "s2"
            at.done(Act(2, game.Draw()))
            assert at.table.seat("s2").vacation is not None
        else:
            draws(at)
        at.now += HOUR
    causes = [fact.cause for fact in at.facts() if (fact.code, fact.seat) == ("drew", "s2")]
    assert causes == ["autopilot", "player", "autopilot"]
    at.ring(Kind.VACATION)
    seat = at.table.seat("s2")
    assert (seat.vacation, seat.covered, seat.strikes) == (None, False, 0)
    until_it_is_the_turn_of(at, "s2")
    assert at.wake(Kind.COMPUTER) is None


def test_a_vacation_that_stops_the_clock_does_so_for_three_days_at_most() -> None:
    at = table(3)
    at.table = dealt(3, settings=Settings(vacation=Vacations.PAUSE)).table
    owner = at.play.owner
    assert owner is not None
    player = at.table.seat(owner).player
    assert player is not None
    at.done(Vacation(player, at.now + 10 * DAY))
    at.ring(Kind.PAUSE)
    assert at.now == NOON + 3 * DAY
    assert at.wake(Kind.COMPUTER) is not None


def test_an_evening_that_nobody_came_to_is_no_game() -> None:
    """Four sat down yesterday. The host deals; two say that they are ready, one does not: three
    play, and the next day nobody has been drawn for.
    """
    at = sit(4, settings=Settings(pace=PRESETS["daily"].pace))
    at.now += DAY
    at.done(Deal(1))
    at.done(Ready(2))
    at.done(Ready(4))
    at.ring(Kind.MUSTER)
    assert at.order() == ("s1", "s2", "s4")
    assert astray(at.play.round) == {}


def test_every_alarm_of_an_absence_may_ring_twice_and_late() -> None:
    """A restart rings what fell due, and what had rung already, again: nothing is done twice."""
    at = table(3, Absent.SUBSTITUTE)
    rung: list[Ring] = []
    for _ in range(40):
        wakes = [wake for wake in alarms(at.table) if wake.kind is not Kind.COMPUTER]
        if not wakes:
            break
        wake = min(wakes, key=lambda one: one.due)
        at.now = max(at.now, wake.due) + HOUR
        command = Ring(wake.kind, wake.number)
        at.done(command)
        rung.append(command)
        still = {(one.kind, one.number) for one in alarms(at.table)}
        for again in rung:
            if (again.kind, again.number) not in still:
                out = at.do(again)
                assert isinstance(out, Outcome)
                assert not out.tell
    assert at.phase() is Phase.ENDED
