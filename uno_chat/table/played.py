"""What people did in a match, kept to its end for the statistics of their group.

A round counts for whoever has its seat when it is over, and for who leaves in it: played, not won.
Whoever loses the seat to another in it has played the match, and not that round of it.
A match counts if it was played to its end and two people at least are still there, whoever is out
among them; all others may have left, or may be computers, and then it was no contest. Points are
kept only where whoever wins a round writes them down.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from uno_chat import game
from uno_chat.table.outcome import Score
from uno_chat.table.seats import Seat
from uno_chat.table.state import Play, Played, Result, Table

FEWEST_PEOPLE: Final = 2
"""So many people make a match that counts."""


def with_round(table: Table, result: Result) -> Table:
    """The table after a round that is over; its match is written down already."""
    assert table.match is not None
    options = table.match.options
    won = game.side_of(options, result.order, result.order.index(result.winner))
    counted = options.counted and options.scoring is game.Scoring.WINNER
    points = dict(zip(result.order, result.points, strict=True)) if counted else {}
    new = (
        Played(seat.player, 1, int(seat.id in won), points.get(seat.id, 0))
        for seat in map(table.seat, result.order)
        if seat.player is not None
    )
    return replace(table, played=_together((*table.played, *new)))


def with_loser(table: Table, seat: Seat) -> Table:
    """The table where another gets a seat: its person has played this match, too."""
    mine = () if seat.player is None else (Played(seat.player),)
    return replace(table, played=_together((*table.played, *mine)))


def score(table: Table, play: Play) -> Score | None:
    """What counts of a match whose last round is over; None if nothing of it does."""
    match = table.match
    assert match is not None
    known = {one.player for one in table.played}
    left = {seat for seat in play.order if not play.plays(seat)}
    there = {seat.player for seat in table.present if seat.id not in left}
    if len(there & known) < FEWEST_PEOPLE:
        return None
    winners = {seat.player for seat in table.seats if seat.id in match.winners}
    return Score(match.round_no, table.played, frozenset(filter(None, winners)))


def renamed(played: Iterable[Played], old: int, new: int) -> tuple[Played, ...]:
    """The same where one person goes on as another."""
    return _together(replace(one, player=new) if one.player == old else one for one in played)


def _together(played: Iterable[Played]) -> tuple[Played, ...]:
    """One entry for each person."""
    sums: dict[int, Played] = {}
    for one in played:
        had = sums.get(one.player, Played(one.player))
        sums[one.player] = Played(
            one.player, had.rounds + one.rounds, had.won + one.won, had.points + one.points
        )
    return tuple(sums.values())
