"""Rounds and matches: ready, deal, newcomers, points, rotation, goal, rematch, record."""

import json
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    Act,
    Code,
    Deal,
    End,
    Fact,
    Join,
    Kind,
    Leave,
    Phase,
    Ready,
    Settings,
    Tally,
    ToAll,
    ToPlayer,
    Why,
)
from uno_chat.testing.sitting import NOON, Sitting, dealt, lay, sit

FIRST_OUT = Settings(options=game.Options(goal=0))


def goal(points: int, scoring: game.Scoring = game.Scoring.WINNER) -> Settings:
    return Settings(options=game.Options(goal=points, scoring=scoring))


def win(at: Sitting, seat: str, *hands: str) -> None:
    """The seat lays its last card; the others, in the order of the table, hold these hands."""
    others = [other for other in at.order() if other != seat]
    lay(at, seat, "R5", {seat: "R7", **dict(zip(others, hands, strict=False))})
    at.acts(seat, "R7")


def scores(at: Sitting) -> dict[str, int]:
    assert at.table.match is not None
    return dict(at.table.match.scores)


def dealer(at: Sitting) -> str:
    assert at.table.match is not None
    return at.table.match.dealer


def test_a_deal_gives_seven_cards_each_and_hands_over_the_first_decision() -> None:
    at = dealt(3)
    play = at.play
    assert (at.phase(), at.table.rounds, play.number) == (Phase.PLAYING, 1, 1)
    assert play.order == ("s1", "s2", "s3")
    assert play.clock.handed
    assert play.clock.deadline == NOON + timedelta(hours=24)


def test_the_deal_says_who_deals_by_which_cards_and_what_the_shuffle_is_committed_to() -> None:
    at = dealt(3)
    drawn, started = (f for f in at.facts() if f.code in {Code.DREW_FOR_DEAL, Code.ROUND_STARTED})
    assert drawn.seat == started.seat == dealer(at)
    assert drawn.text.split()[0].startswith("s1=")
    assert started.number == 1
    assert started.text == game.commitment(at.play.round.deal.seed)


def test_in_the_lobby_everybody_is_ready_and_only_the_host_starts() -> None:
    at = sit(2)
    at.done(Ready(2))
    assert at.phase() is Phase.LOBBY
    at.done(Deal(1))
    assert at.phase() is Phase.PLAYING


def test_after_a_round_the_points_are_written_down_and_all_hands_are_open() -> None:
    at = dealt(3)
    win(at, "s2", "B9 B9", "W GS")
    result = at.table.result
    assert result is not None
    assert (result.number, result.winner, result.points) == (1, "s2", (0, 88, 0))
    assert result.hands == (("B9", "B9"), (), ("W", "GS"))
    assert scores(at) == {"s1": 0, "s2": 88, "s3": 0}
    over = [tell.fact for tell in at.told if isinstance(tell, ToAll)]
    assert [(f.code, f.seat, f.number, f.text) for f in over if hasattr(f, "code")] == [
        (Code.ROUND_OVER, "s2", 88, "1")
    ]


def test_after_a_round_the_next_one_waits_for_every_person_but_for_no_computer() -> None:
    at = dealt(2, 1)
    win(at, "s1")
    assert [seat.ready for seat in at.table.seats] == [False, False, True]
    at.done(Ready(1))
    assert at.phase() is Phase.BETWEEN
    at.done(Ready(2))
    assert (at.phase(), at.table.rounds) == (Phase.PLAYING, 2)


def test_the_host_who_deals_is_ready_and_asks_those_who_are_not() -> None:
    at = dealt(3)
    win(at, "s1")
    at.done(Ready(2))
    out = at.done(Deal(1))
    assert at.phase() is Phase.BETWEEN
    assert [
        (t.player, t.fact.code)
        for t in out.tell
        if isinstance(t, ToPlayer) and isinstance(t.fact, Fact)
    ] == [(3, Code.ASKED_READY)]
    assert out.reply is not None
    assert (out.reply.code, out.reply.text) == (Code.ASKED_READY, "South")


def test_being_ready_twice_is_being_ready() -> None:
    at = dealt(3)
    win(at, "s1")
    at.done(Ready(2))
    assert at.done(Ready(2)).table == at.table
    assert at.phase() is Phase.BETWEEN


@pytest.mark.reported("B10", "T14")
def test_who_sits_down_in_a_round_waits_for_the_next_one() -> None:
    at = dealt(2)
    at.done(Join(3, "South"))
    assert at.order() == ("s1", "s2")
    assert at.refused(Act(3, game.Draw())).reason == Why.NOT_IN_THIS_ROUND
    assert at.catch("s3") == at.refused(Act(3, game.CallUno()))
    win(at, "s1")
    at.ready()
    assert at.order() == ("s1", "s2", "s3")
    assert scores(at)["s3"] == 0


def test_a_newcomer_is_asked_like_all_others() -> None:
    at = dealt(2)
    at.done(Join(3, "South"))
    win(at, "s1")
    at.done(Ready(1))
    at.done(Ready(2))
    assert at.phase() is Phase.BETWEEN


def test_a_newcomer_has_missed_nothing() -> None:
    at = dealt(2)
    at.done(Join(3, "South"))
    assert at.table.seat("s3").seen == at.table.happened - 1


def test_the_deal_moves_to_the_left_whoever_wins() -> None:
    at = dealt(3)
    dealers = [dealer(at)]
    for winner in ("s1", "s1", "s3"):
        win(at, winner)
        at.ready()
        dealers.append(dealer(at))
    first = int(dealers[0][1:])
    assert dealers == [f"s{(first - 1 + step) % 3 + 1}" for step in range(4)]


def test_the_deal_moves_on_when_the_dealer_has_left() -> None:
    at = dealt(3)
    left = dealer(at)
    after = at.order()[(at.order().index(left) + 1) % 3]
    win(at, next(seat for seat in at.order() if seat != left))
    at.done(Leave(int(left[1:])))
    at.ready()
    assert dealer(at) == after


def test_points_add_up_until_the_goal_is_reached() -> None:
    at = dealt(2, settings=goal(60))
    win(at, "s1", "B9 B9")
    at.ready()
    win(at, "s2", "W")
    assert at.phase() is Phase.BETWEEN
    at.ready()
    win(at, "s1", "W")
    assert at.phase() is Phase.MATCH_OVER
    assert scores(at) == {"s1": 68, "s2": 50}
    over = at.facts()[-1]
    assert (over.code, over.seat, over.number) == (Code.MATCH_OVER, "s1", 68)
    assert ToAll(over) in at.told


def test_with_goal_nought_the_first_to_go_out_wins_the_match() -> None:
    at = dealt(2, settings=FIRST_OUT)
    win(at, "s2")
    assert at.phase() is Phase.MATCH_OVER


def test_where_the_lowest_total_wins_everybody_writes_the_own_hand() -> None:
    at = dealt(3, settings=goal(50, game.Scoring.LOWEST))
    win(at, "s1", "B9", "W")
    assert scores(at) == {"s1": 0, "s2": 9, "s3": 50}
    assert at.table.match is not None
    assert at.table.match.winners == ("s1",)


def test_a_rematch_begins_when_all_are_ready_with_no_points_and_seats_moved_on() -> None:
    at = dealt(3, settings=FIRST_OUT)
    win(at, "s1")
    at.done(Ready(1))
    at.done(Ready(2))
    assert at.phase() is Phase.MATCH_OVER
    at.done(Ready(3))
    assert at.phase() is Phase.PLAYING
    assert at.order() == ("s2", "s3", "s1")
    assert scores(at) == {"s2": 0, "s3": 0, "s1": 0}
    assert at.table.match is not None
    assert (at.table.match.round_no, at.play.number) == (1, 2)


def test_in_a_rematch_nothing_is_left_of_those_who_have_gone() -> None:
    at = dealt(3, settings=FIRST_OUT)
    win(at, "s1")
    at.done(Leave(3))
    at.ready()
    known = {seat.id for seat in at.table.seats}
    assert known == {"s1", "s2"}
    assert {fact.seat for fact in at.table.happenings} - {None} <= known


def test_who_left_a_match_and_comes_back_has_the_old_seat_and_points() -> None:
    at = dealt(3)
    win(at, "s3", "W", "W")
    at.done(Leave(3))
    at.done(Join(3, "South"))
    at.ready()
    assert at.order() == ("s1", "s2", "s3")
    assert scores(at)["s3"] == 100


def test_a_table_closed_in_mid_round_scores_for_nobody_and_opens_the_seed_of_its_shuffle() -> None:
    at = dealt(2)
    at.acts(at.play.owner or "", "draw")
    round_ = at.play.round
    at.done(End(1))
    assert at.table.result is None
    assert scores(at) == {"s1": 0, "s2": 0}
    assert at.facts()[-1].text == round_.deal.seed.hex()
    assert game.replay(at.record[1]).round == round_


def test_a_table_that_its_last_person_leaves_in_mid_round_opens_the_seed_too() -> None:
    at = dealt(1, 2)
    at.done(Leave(1))
    assert at.phase() is Phase.ENDED
    assert at.facts()[-1].text
    replayed = game.replay(at.record[1]).round
    assert replayed.deal.seed.hex() == at.facts()[-1].text
    assert game.is_gone(replayed, 0)


def test_the_seed_of_a_round_that_came_to_its_end_is_revealed_once() -> None:
    at = dealt(1, 1)
    at.done(Leave(1))
    assert (at.phase(), at.facts()[-1].text) == (Phase.ENDED, "")
    seeds = [line for line in at.record[1] if json.loads(line).get("event") == "seed"]
    assert len(seeds) == 1
    assert isinstance(game.replay(at.record[1]).round.pending, game.Over)


@pytest.mark.reported("G7")
def test_the_record_of_a_round_names_the_people_and_replays() -> None:
    at = dealt(2, 1)
    at.finish()
    header = json.loads(at.record[1][0])
    assert header["names"] == {"s1": "North", "s2": "East", "s3": "South"}
    replayed = game.replay(at.record[1])
    assert isinstance(replayed.round.pending, game.Over)
    assert replayed.match == at.table.match


def test_the_record_grows_by_exactly_what_every_step_adds() -> None:
    at = dealt(2)
    at.finish()
    numbers = [json.loads(line).get("n") for line in at.record[1]]
    assert numbers == [None, *range(1, len(numbers))]


@pytest.mark.reported("46")
def test_nobody_has_to_be_there_at_the_same_time_as_anybody_else() -> None:
    """Each looks in twenty hours after being asked, and people alone play a whole round."""
    at = dealt(4, settings=FIRST_OUT)
    visits = 0
    while at.phase() is Phase.PLAYING:
        at.wait(timedelta(hours=20))
        at.answer()
        if at.phase() is Phase.PLAYING and isinstance(at.play.round.pending, game.PlayOrKeep):
            at.answer()
        visits += 1
    assert visits > 7
    causes = {json.loads(line).get("cause") for line in at.record[1]}
    assert causes == {None, "system", "player"}


def test_every_round_has_a_record_of_its_own() -> None:
    at = dealt(2, settings=FIRST_OUT)
    at.finish()
    at.ready()
    at.finish()
    for number in (1, 2):
        assert isinstance(game.replay(at.record[number]).round.pending, game.Over)


def test_the_table_remembers_what_is_fun_to_hear_at_the_end() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "R7 R8", "s2": "R1 R2 R3", "s3": "R4 R6 R9"})
    at.now += timedelta(hours=3)
    at.acts("s1", "R7")
    at.catch("s3", "s1")
    at.wait(timedelta(hours=1))
    at.acts("s2", "draw")
    tallies = {tally.seat: tally for tally in at.table.tallies}
    assert tallies == {
        "s1": Tally("s1", longest=timedelta(hours=3)),
        "s2": Tally("s2", longest=timedelta(hours=1)),
        "s3": Tally("s3", catches=1),
    }
    win(at, "s2", "W", "W")
    best = {tally.seat: tally.best for tally in at.table.tallies}
    assert best == {"s1": 0, "s2": 100, "s3": 0}


def test_the_table_remembers_the_longest_turn_and_the_best_round_of_a_seat() -> None:
    at = dealt(2)
    for minutes in (5, 50, 20):
        lay(at, "s1", "R5", {}, stock="B9")
        at.now += timedelta(minutes=minutes)
        at.acts("s1", "draw")
    assert at.table.tallies == (Tally("s1", longest=timedelta(minutes=50)),)
    for hand in ("W", "W W", "B9"):
        win(at, "s1", hand)
        at.ready()
    assert [tally.best for tally in at.table.tallies] == [100]


def test_a_turn_that_somebody_else_ended_is_not_remembered() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "W+4 R1 R2"})
    at.acts("s1", "W+4 B")
    at.now += timedelta(hours=3)
    at.done(Leave(1))
    assert all(not tally.longest for tally in at.table.tallies)


def test_no_turn_that_the_clock_ended_is_remembered() -> None:
    at = dealt(2)
    at.wait(timedelta(hours=25))
    assert at.table.tallies == ()


def test_a_rematch_begins_without_what_was_remembered() -> None:
    at = dealt(2, settings=FIRST_OUT)
    win(at, "s1")
    assert at.table.tallies
    at.ready()
    assert at.table.tallies == ()


@pytest.mark.reported("T30")
def test_time_outs_catches_closed_windows_and_leavers_replay_too() -> None:
    at = dealt(3, settings=Settings(capped=True, tie=timedelta(0)))
    at.ring(Kind.DEADLINE)
    caught = 0
    while at.table.play is not None:
        if at.play.window is None:
            at.answer()
        elif caught < 2:
            caught += 1
            at.catch(next(seat for seat in at.order() if seat != at.play.window.seat))
        else:
            at.ring(Kind.WINDOW)
            at.done(Leave(int(at.play.owner[1:]) if at.play.owner else 0))
    events = {json.loads(line).get("event") for line in at.record[1]}
    assert {"caught", "window-closed", "departed"} <= events
    assert game.replay(at.record[1]).match.scores == scores(at)
