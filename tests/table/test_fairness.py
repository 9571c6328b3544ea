"""No network is favoured: what comes of a missed UNO when one brings words later than another.

Order is order of arrival. A call beats a catch that arrived less than the tie before it, and nobody
moves before the hold is over; so a difference between two networks decides only races that were as
close to the tie, or to the end of the hold, as that difference.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from uno_chat.table import Settings
from uno_chat.testing.races import CATCHER, NEXT, OFFENDER, Word, raced

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
