"""The end of a round and of a match: points, hands face up, who is asked for the next one."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat import game
from uno_chat.table.facts import Code, Fact, Refused
from uno_chat.table.lobby import begun_anew, noted, settled, stand_up
from uno_chat.table.outcome import Lines, Outcome, ToAll
from uno_chat.table.paper import closing
from uno_chat.table.played import score, with_round
from uno_chat.table.repacing import repaced
from uno_chat.table.seats import Computer, Seat
from uno_chat.table.state import FEWEST, Phase, Play, Result, Table


def finish(out: Outcome, play: Play, now: datetime) -> Outcome:
    """Write down a round whose last card is laid, and reveal its seed in the record."""
    table = out.table
    over = play.round.pending
    assert isinstance(over, game.Over)
    assert table.match is not None
    match = game.finish_round(table.match, play.round)
    result = Result(
        play.number,
        play.order[over.winner],
        play.order,
        tuple(tuple(card.code for card in hand) for hand in play.round.hands),
        over.points,
        play.round.deal.seed,
    )
    table = replace(
        table,
        match=match,
        play=None,
        decisions=play.clock.number,
        result=result,
        phase=Phase.MATCH_OVER if match.over else Phase.BETWEEN,
        seats=tuple(_asked_again(seat) for seat in table.seats),
    )
    table = with_round(repaced(settled(table)), result)
    fact = Fact(
        Code.ROUND_OVER,
        now,
        seat=result.winner,
        number=result.points[over.winner],
        cause=game.Cause.SYSTEM,
        text=str(play.number),
    )
    record = (*out.record, Lines(play.number, closing(play, now)))
    counts = score(table, play) if match.over else None
    out = replace(out, table=table, record=record, tell=(*out.tell, ToAll(fact)), score=counts)
    out = _those_who_leave(out, now)
    return _match_over(out, now) if match.over else out


def _those_who_leave(out: Outcome, now: datetime) -> Outcome:
    """Whoever wanted to play this round and no other stands up; who is left alone has won."""
    leaving = [seat for seat in out.table.present if seat.leaving]
    for seat in leaving:
        out = replace(out, table=stand_up(out.table, seat, now))
    between = out.table.phase is Phase.BETWEEN
    alone = leaving and between and len(out.table.dealt_in) < FEWEST
    return abandoned(out, now) if alone else out


def abandoned(out: Outcome, now: datetime) -> Outcome:
    """Only one seat is left between two rounds: the match is theirs, if they ever played in it;
    else nothing is left of it."""
    table = out.table
    assert table.match is not None
    winners = tuple(seat.id for seat in table.dealt_in if seat.id in table.match.scores)
    if not winners:
        return replace(out, table=begun_anew(table))
    match = replace(table.match, winners=winners)
    return _match_over(replace(out, table=replace(table, match=match, phase=Phase.MATCH_OVER)), now)


def given_up(before: Table, out: Outcome | Refused, now: datetime) -> Outcome | Refused:
    """If the table was closed in mid-round, the record of that round ends with its seed."""
    play = before.play
    if isinstance(out, Refused) or play is None or out.table.phase is not Phase.ENDED:
        return out
    if out.table.result != before.result:  # the round came to its end before the table did
        return out
    written = sum(len(part.lines) for part in out.record if part.round_no == play.number)
    last = closing(replace(play, lines=play.lines + written), now)
    return replace(out, record=(*out.record, Lines(play.number, last)))


def _match_over(out: Outcome, now: datetime) -> Outcome:
    table = out.table
    assert table.match is not None
    winner = table.match.winners[0]
    counted = not table.match.options.best_of  # rounds are no points
    points = table.match.scores.get(winner, 0) if counted else 0
    fact = Fact(Code.MATCH_OVER, now, seat=winner, number=points, cause=game.Cause.SYSTEM)
    return replace(out, table=noted(table, fact), tell=(*out.tell, ToAll(fact)))


def _asked_again(seat: Seat) -> Seat:
    """Whoever was away in one round is asked like all others whether to play the next."""
    ready = isinstance(seat.sitter, Computer)
    return replace(seat, ready=ready, away=None, strikes=0, offered=False)
