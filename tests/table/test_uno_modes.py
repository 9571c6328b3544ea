"""UNO where a table agreed on something else: a cap, no calls, cards without a catch, nothing."""

from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import CatchSeat, Closed, Kind, Outcome, Pace, Refused, Settings, Why, alarms
from uno_chat.testing.sitting import forgotten

SECOND = timedelta(seconds=1)
HOLD = 60 * SECOND
CAPPED = Settings(capped=True)


def mode(uno: game.UnoMode) -> Settings:
    return Settings(options=game.Options(uno_mode=uno))


AUTO, PENALTY, NONE = map(mode, (game.UnoMode.AUTO, game.UnoMode.AUTO_PENALTY, game.UnoMode.NONE))


# Capped


@pytest.mark.parametrize(
    ("turn", "cap"),
    [
        (timedelta(hours=24), timedelta(minutes=72)),
        (timedelta(hours=72), timedelta(minutes=216)),
        (timedelta(minutes=10), timedelta(minutes=10)),
        (timedelta(seconds=90), timedelta(minutes=10)),
        (None, timedelta(minutes=10)),
    ],
)
def test_the_cap_is_a_twentieth_of_a_turn_but_ten_minutes_at_least(
    turn: timedelta | None, cap: timedelta
) -> None:
    at = forgotten(Settings(capped=True, pace=Pace(turn)))
    assert at.play.window is not None
    assert at.play.window.closes == at.now + cap


def test_time_closes_the_window_and_nobody_is_caught_later() -> None:
    at = forgotten(CAPPED)
    at.ring(Kind.WINDOW)
    over = at.now
    assert at.play.window is None
    assert at.play.closed == Closed("s1", None, over)
    at.wait(5 * SECOND)
    out = at.do(CatchSeat(3, "s1"))
    assert out == Refused(Why.CATCH_TOO_LATE, then=over, sent=over + 5 * SECOND)
    assert at.sizes() == [1, 3, 3]
    assert at.play.owner == "s2"


def test_a_catch_after_the_cap_is_too_late_even_before_the_alarm_rings() -> None:
    at = forgotten(CAPPED)
    closes = at.now + timedelta(minutes=72)
    at.now = closes
    out = at.catch("s3", "s1")
    assert out == Refused(Why.CATCH_TOO_LATE, then=closes, sent=closes)


def test_a_catch_that_the_network_saw_in_time_is_in_time() -> None:
    at = forgotten(CAPPED)
    closes = at.now + timedelta(minutes=72)
    at.wait(HOLD)
    at.now = closes + 5 * SECOND
    assert isinstance(at.catch("s3", "s1", sent=closes - SECOND), Outcome)
    at.ring(Kind.WINDOW)
    assert at.sizes() == [3, 3, 3]


def test_a_time_of_the_network_from_the_future_wins_nothing() -> None:
    at = forgotten(CAPPED)
    assert isinstance(at.catch("s3", "s1", sent=at.now + timedelta(days=1)), Outcome)


def test_a_catch_in_time_counts_when_the_cap_comes_before_the_end_of_the_tie() -> None:
    at = forgotten(CAPPED)
    at.wait(timedelta(minutes=72) - SECOND)
    at.catch("s3", "s1")
    at.ring(Kind.WINDOW)
    assert at.sizes() == [3, 3, 3]
    assert at.play.window is None


def test_the_cap_closes_the_window_also_when_the_author_of_the_catch_has_left() -> None:
    at = forgotten(CAPPED)
    at.wait(timedelta(minutes=72) - SECOND)
    at.catch("s3", "s1")
    at.acts("s3", "leave")
    at.ring(Kind.WINDOW)
    assert at.play.window is None
    assert at.play.closed is not None
    assert at.wake(Kind.WINDOW) is None


def test_play_closes_a_capped_window_too() -> None:
    at = forgotten(CAPPED)
    at.wait(HOLD)
    at.acts("s2", "R1")
    assert at.wake(Kind.WINDOW) is None
    assert at.play.closed is not None
    assert at.play.closed.by == "s2"


def test_a_called_one_has_no_cap() -> None:
    at = forgotten(CAPPED)
    at.acts("s1", "uno")
    assert at.wake(Kind.WINDOW) is None


# The table says it


def test_where_the_table_says_uno_nobody_has_to_and_nothing_is_held() -> None:
    at = forgotten(AUTO)
    assert at.codes()[-2:] == [game.Played.kind, game.UnoCalled.kind]
    assert (at.play.window, at.clock.handed) == (None, True)
    assert at.act("s1", "uno") == Refused(game.Reason.NO_CALLS)
    assert at.catch("s3", "s1") == Refused(game.Reason.NO_CALLS)


# Cards without a catch


def test_without_a_catch_a_missed_call_costs_two_at_the_next_ones_act() -> None:
    for words in ("R1", "draw"):
        at = forgotten(PENALTY)
        at.wait(HOLD)
        assert at.sizes()[0] == 1
        at.acts("s2", words)
        assert at.sizes()[0] == 3


def test_without_a_catch_a_missed_call_costs_two_also_when_time_runs_out() -> None:
    at = forgotten(PENALTY)
    at.wait(timedelta(hours=25))
    assert at.sizes() == [3, 4, 3]


def test_without_a_catch_there_is_time_to_call_until_the_next_one_acts() -> None:
    at = forgotten(PENALTY)
    assert not at.clock.handed
    assert [wake.kind for wake in alarms(at.table)] == [Kind.HOLD]
    assert at.acts("s1", "uno").reply is None
    at.wait(HOLD)
    at.acts("s2", "R1")
    assert at.sizes()[0] == 1


def test_without_a_catch_nobody_catches_and_nothing_waits_for_it() -> None:
    at = forgotten(PENALTY)
    before = at.table
    assert at.catch("s3", "s1") == Refused(game.Reason.NO_CALLS)
    assert at.table == before


def test_early_input_costs_the_missed_call_at_the_hand_off() -> None:
    at = forgotten(PENALTY)
    at.acts("s2", "R1")
    assert at.sizes() == [1, 3, 3]
    at.ring(Kind.HOLD)
    assert at.sizes() == [3, 2, 3]


def test_a_cap_means_nothing_where_nobody_catches() -> None:
    settings = Settings(options=PENALTY.options, capped=True)
    assert [wake.kind for wake in alarms(forgotten(settings).table)] == [Kind.HOLD]


# Off


def test_where_nobody_calls_nothing_is_held_and_nobody_is_caught() -> None:
    at = forgotten(NONE)
    assert (at.play.window, at.clock.handed) == (None, True)
    assert at.act("s1", "uno") == Refused(game.Reason.NO_CALLS)
    assert at.catch("s3", "s1") == Refused(game.Reason.NO_CALLS)
    at.acts("s2", "R1")
    assert at.sizes() == [1, 2, 3]
