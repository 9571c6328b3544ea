"""The start of a round: who is ready, who deals, and the cards on the table."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat import game
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.flow import proceed
from uno_chat.table.lobby import OPEN_PHASES, changed, noted
from uno_chat.table.mustering import called, doubted
from uno_chat.table.outcome import Lines, Outcome
from uno_chat.table.pace import NONE
from uno_chat.table.paper import opening
from uno_chat.table.resting import turn_begins
from uno_chat.table.state import Clock, Phase, Play, Table
from uno_chat.table.telling import told


def ready(table: Table, by: int, now: datetime, seed: bytes) -> Outcome | Refused:
    """A seat is ready; after the first round, or once the host wants to deal, the last one to say
    so starts the next. The first one calls all others.
    """
    table_ready = _said_ready(table, by, now)
    if isinstance(table_ready, Refused):
        return table_ready
    waits = table.phase is Phase.LOBBY and table.muster is None
    if not waits and all_ready(table_ready):
        return start(table_ready, now, seed)
    if waits or table.muster is not None or len(table.dealt_in) < table.fewest:
        return Outcome(table_ready, reply=Fact(Code.READY_NOTED, now, flag=table.host == by))
    return replace(called(table_ready, now), reply=None)


def deal(table: Table, by: int, now: datetime, seed: bytes) -> Outcome | Refused:
    """The host deals, if everybody is ready; those who are not are asked. Nobody is dealt in whom
    no hand reaches."""
    if table.host != by:
        return Refused(Why.NOT_HOST)
    doubtful = table if table.muster is not None else doubted(table, now)
    table_ready = _said_ready(doubtful, by, now)
    if isinstance(table_ready, Refused):
        return table_ready
    if len(table.dealt_in) < table.fewest:
        return Refused(Why.TOO_FEW, number=table.fewest)
    if len(table.dealt_in) > table.most:
        return Refused(Why.TOO_MANY, number=table.most)
    beyond = tuple(seat.name for seat in table.dealt_in if seat.unreachable)
    if beyond:
        return Refused(Why.UNREACHABLE, names=beyond)
    if not all_ready(table_ready):
        return called(table_ready, now)
    return start(table_ready, now, seed)


def _said_ready(table: Table, by: int, now: datetime) -> Table | Refused:
    seat = table.seat_of(by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    if table.phase not in OPEN_PHASES:
        return Refused(Why.NOT_BETWEEN_ROUNDS)
    return changed(table, replace(seat, ready=True, here=now))


def all_ready(table: Table) -> bool:
    """Whether enough are here and nobody is waited for."""
    enough = table.fewest <= len(table.dealt_in) <= table.most
    return enough and not any(seat.awaited for seat in table.dealt_in)


def start(table: Table, now: datetime, seed: bytes) -> Outcome:
    """Deal the next round from this seed."""
    table, drawn = _next_match_round(table, seed)
    match = table.match
    assert match is not None
    step = game.deal_round(match, seed)
    number = table.rounds + 1
    play = Play(step.round, match.seats, number, 0, Clock(table.decisions + 1, now))
    lines = opening(table, play, step.events, now)
    play = replace(play, lines=len(lines))
    begun = Fact(
        Code.ROUND_STARTED,
        now,
        seat=match.dealer,
        number=match.round_no,
        cause=game.Cause.SYSTEM,
        text=game.commitment(seed),
    )
    seats = tuple(replace(seat, missed=0, rested=NONE) for seat in table.seats)
    table = replace(table, phase=Phase.PLAYING, rounds=number, seats=seats, muster=None)
    facts = (*_drawn_facts(drawn, match.seats, now), begun)
    table = noted(table, *facts, *told(step.events, match.seats, now, game.Cause.SYSTEM))
    table = turn_begins(replace(table, play=play), now)
    return proceed(Outcome(table, (Lines(number, lines),)), now)


def _next_match_round(table: Table, seed: bytes) -> tuple[Table, game.DealerDraw | None]:
    """The match for the next round: the same one, or a new one with seats moved on by one, in
    which nothing is left of who has gone."""
    options = table.settings.options
    if table.match is not None and not table.match.over:
        seats = tuple(seat.id for seat in table.dealt_in)
        return replace(table, match=game.next_round(table.match, seats)), None
    present = table.present
    if table.match is not None:
        present = (*present[1:], present[0])
        table = replace(table, happenings=(), tallies=(), played=())
    bank = table.settings.pace.bank
    present = tuple(replace(seat, bank=bank, strikes=0, missed=0) for seat in present)
    seats = tuple(seat.id for seat in present)
    drawn = game.draw_for_dealer(len(seats), seed, options)
    match = game.begin_match(options, seats, seats[drawn.dealer])
    return replace(table, seats=present, match=match), drawn


def _drawn_facts(
    drawn: game.DealerDraw | None, seats: tuple[str, ...], now: datetime
) -> tuple[Fact, ...]:
    """What was drawn for the deal, in one happening."""
    if drawn is None:
        return ()
    text = "; ".join(
        " ".join(f"{seats[seat]}={card.code}" for seat, card in draw) for draw in drawn.draws
    )
    return (
        Fact(Code.DREW_FOR_DEAL, now, seat=seats[drawn.dealer], text=text, cause=game.Cause.SYSTEM),
    )
