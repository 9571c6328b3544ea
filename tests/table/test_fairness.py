"""No network is favoured: what comes of a race when one brings words later than another.

Order is order of arrival. A call beats a catch that arrived less than the tie before it, a jump-in
beats the next player's move in the same way, whoever presses so close to the last but one is not
last, and nobody moves before the hold is over; so a difference between two networks decides only
races that were as close to the tie, or to the end of the hold, as that difference.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from uno_chat.table import Settings
from uno_chat.testing.races import CATCHER, JUMPER, NEXT, OFFENDER, Word, jumped, last, raced

SECOND = timedelta(seconds=1)
NAUGHT, MS = timedelta(0), timedelta(milliseconds=1)
HOLD, TIE = Settings().hold, Settings().tie


def times(most: timedelta) -> st.SearchStrategy[timedelta]:
    """Times as they are kept: to the millisecond."""
    return st.integers(0, most // MS).map(lambda number: number * MS)


moments = times(HOLD - TIE)
"""When somebody says something: while the hold lasts, with room for any delay below."""
delays = times(TIE - MS)
"""How much later a network may bring it."""
NETWORKS = st.dictionaries(st.sampled_from((OFFENDER, NEXT, CATCHER)), delays)


def race(call: timedelta, catch: timedelta, move: timedelta | None = None) -> list[Word]:
    words = [Word(OFFENDER, "uno", call), Word(CATCHER, "catch", catch)]
    return words if move is None else [*words, Word(NEXT, "R2", move)]


@given(moments, moments, moments, NETWORKS)
@example(NAUGHT, NAUGHT, NAUGHT, {OFFENDER: TIE - MS})
def test_nobody_is_caught_who_called_no_later_than_the_catch_was_said(
    one: timedelta, other: timedelta, move: timedelta, network: dict[str, timedelta]
) -> None:
    call, catch = sorted((one, other))
    assert not raced(race(call, catch, move), network)


@given(moments, moments, moments, NETWORKS)
def test_whoever_catches_by_more_than_tie_and_delay_before_the_call_catches(
    catch: timedelta, more: timedelta, move: timedelta, network: dict[str, timedelta]
) -> None:
    call = catch + TIE + network.get(CATCHER, NAUGHT) + MS + more
    assert raced(race(call, catch, move), network)


@given(moments, moments, delays, delays, st.sampled_from((OFFENDER, CATCHER)))
def test_a_network_that_is_slower_decides_only_what_was_as_close_to_the_tie(
    call: timedelta, catch: timedelta, usual: timedelta, slower: timedelta, slow: str
) -> None:
    """The same race with all words of one network a little later."""
    close = abs(call - catch - TIE)
    assume(close)
    slower = min(slower, close - MS)
    before = raced(race(call, catch), {OFFENDER: usual, CATCHER: usual})
    after = raced(race(call, catch), {OFFENDER: usual, CATCHER: usual, slow: usual + slower})
    assert before == after


@given(moments, NETWORKS, st.sampled_from(("R2", "draw")))
def test_a_catch_said_in_the_hold_counts_however_fast_the_next_one_plays(
    catch: timedelta, network: dict[str, timedelta], move: str
) -> None:
    words = [Word(CATCHER, "catch", catch), Word(NEXT, move, NAUGHT)]
    assert raced(words, {**network, NEXT: NAUGHT})


@pytest.mark.parametrize(
    ("behind", "caught"),
    [(NAUGHT, False), (TIE - SECOND, False), (TIE + SECOND, True)],
)
def test_the_tie_is_what_a_network_may_be_behind(behind: timedelta, *, caught: bool) -> None:
    """Said in the same moment; a network that is more than the tie behind loses the race."""
    assert raced(race(SECOND, SECOND), {OFFENDER: behind}) is caught


def test_without_a_tie_and_a_hold_the_faster_network_wins() -> None:
    """What the two are for: this is what a table gives up that agrees on none."""
    none = Settings(hold=NAUGHT, tie=NAUGHT)
    late = MS
    assert raced(race(SECOND, SECOND), {OFFENDER: late}, none)
    assert not raced(race(SECOND, SECOND), {CATCHER: late}, none)
    first = [Word(NEXT, "R2", SECOND), Word(CATCHER, "catch", SECOND)]
    assert not raced(first, {CATCHER: late}, none)
    assert raced(first, {NEXT: late}, none)


def jumping(jump: timedelta, move: timedelta, words: str = "R1") -> list[Word]:
    return [Word(JUMPER, "R7", jump), Word(NEXT, words, move)]


@given(moments, moments, NETWORKS, st.sampled_from(("R1", "draw")))
@example(NAUGHT, NAUGHT, {JUMPER: TIE - MS}, "R1")
def test_nobody_loses_a_jump_in_that_was_said_no_later_than_the_next_move(
    one: timedelta, other: timedelta, network: dict[str, timedelta], words: str
) -> None:
    jump, move = sorted((one, other))
    assert jumped(jumping(jump, move, words), network)


@given(moments, moments, NETWORKS)
def test_whoever_moves_by_more_than_tie_and_delay_before_a_jump_in_moves(
    move: timedelta, more: timedelta, network: dict[str, timedelta]
) -> None:
    jump = move + TIE + network.get(NEXT, NAUGHT) + MS + more
    assert not jumped(jumping(jump, move), network)


@given(moments, moments, delays, delays, st.sampled_from((JUMPER, NEXT)))
def test_a_network_that_is_slower_decides_only_jump_ins_that_were_as_close_to_the_tie(
    jump: timedelta, move: timedelta, usual: timedelta, slower: timedelta, slow: str
) -> None:
    close = abs(jump - move - TIE)
    assume(close)
    slower = min(slower, close - MS)
    before = jumped(jumping(jump, move), {JUMPER: usual, NEXT: usual})
    after = jumped(jumping(jump, move), {JUMPER: usual, NEXT: usual, slow: usual + slower})
    assert before == after


def pressing(moments: list[timedelta]) -> list[Word]:
    return [Word(f"s{number}", "smack", after) for number, after in enumerate(moments, 1)]


PRESSES = st.lists(moments, min_size=2, max_size=5)
BEHIND = st.dictionaries(st.sampled_from([f"s{number}" for number in range(1, 6)]), delays)


@given(PRESSES, BEHIND)
@example([NAUGHT, NAUGHT], {"s1": TIE - MS})
def test_nobody_draws_who_pressed_no_later_than_somebody_else(
    times: list[timedelta], network: dict[str, timedelta]
) -> None:
    drawn = last(pressing(times), network)
    if drawn is not None:
        mine = times.pop(int(drawn.removeprefix("s")) - 1)
        assert mine > max(times)


@given(PRESSES, moments, BEHIND)
def test_whoever_presses_later_than_all_others_by_tie_and_delay_draws(
    times: list[timedelta], more: timedelta, network: dict[str, timedelta]
) -> None:
    seat = f"s{len(times) + 1}"
    arrive = max(t + network.get(f"s{n}", NAUGHT) for n, t in enumerate(times, 1))
    assert last(pressing([*times, arrive + TIE + MS + more]), network) == seat


def test_without_a_tie_the_faster_network_wins_these_races_too() -> None:
    none = Settings(hold=NAUGHT, tie=NAUGHT)
    assert not jumped(jumping(SECOND, SECOND), {JUMPER: MS}, none)
    assert jumped(jumping(SECOND, SECOND), {NEXT: MS}, none)
    assert last(pressing([SECOND, SECOND, SECOND]), {"s2": MS}, none) == "s2"
