"""Sitting down, standing up, computers, settings, the host: all that happens between rounds."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat.game import Cause
from uno_chat.table.commands import (
    AddComputer,
    Adopt,
    Become,
    Configure,
    End,
    Join,
    Kick,
    Open,
    Reach,
)
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.idling import dead
from uno_chat.table.motions import Motion
from uno_chat.table.naming import named
from uno_chat.table.outcome import Outcome, ToPlayer
from uno_chat.table.played import renamed
from uno_chat.table.seats import Computer, Human, Seat
from uno_chat.table.state import FEWEST, REMEMBERED, PauseReason, Phase, Table

OPEN_PHASES = (Phase.LOBBY, Phase.BETWEEN, Phase.MATCH_OVER)
"""Phases in which no round is in play."""

_OF_A_ROUND = frozenset(
    {PauseReason.VOTE, PauseReason.HOST, PauseReason.VACATION, PauseReason.ABSENT}
)


def noted(table: Table, *facts: Fact) -> Table:
    """The table with these happenings remembered."""
    return replace(
        table,
        happenings=(table.happenings + facts)[-REMEMBERED:],
        happened=table.happened + len(facts),
    )


def changed(table: Table, seat: Seat) -> Table:
    """The table with this seat instead of the one of the same id."""
    return replace(table, seats=tuple(seat if s.id == seat.id else s for s in table.seats))


def open_table(command: Open, now: datetime) -> Outcome:
    """A new table in its lobby, with its host on the first seat."""
    table = Table(
        command.table,
        command.title,
        command.by,
        command.settings,
        zone=command.zone,
        touched=now,
    )
    return _sit(table, command.name, Human(command.by), now, command.network)


def join(table: Table, command: Join, now: datetime) -> Outcome | Refused:
    """A free seat for a person; who stood up in this match gets the old one back, for later."""
    mine = table.seat_of(command.by)
    if mine is not None and mine.leaving:
        fact = Fact(Code.STAYS, now, seat=mine.id)
        return Outcome(noted(changed(table, replace(mine, leaving=False)), fact))
    if mine is not None:
        return Refused(Why.ALREADY_SEATED)
    if len(table.present) >= table.most:
        return Refused(Why.TABLE_FULL, number=table.most)
    old = next((s for s in table.seats if s.player == command.by), None)
    if old is None:
        return _sit(table, command.name, Human(command.by), now, command.network)
    called = named(old, table, command.name, command.network)
    back = replace(called, gone=False, ready=True, unreachable="", here=now)
    fact = Fact(Code.SAT_DOWN, now, seat=old.id)
    return Outcome(noted(changed(table, back), fact))


def add_computer(table: Table, command: AddComputer, now: datetime) -> Outcome | Refused:
    """A computer on a free seat, before the first deal (none joins to decide a match)."""
    if table.host != command.by:
        return Refused(Why.NOT_HOST)
    if table.phase not in {Phase.LOBBY, Phase.MATCH_OVER}:
        return Refused(Why.NOT_IN_LOBBY)
    if len(table.present) >= table.most:
        return Refused(Why.TABLE_FULL, number=table.most)
    return _sit(table, command.name, Computer(command.level), now)


def _sit(
    table: Table, name: str, sitter: Human | Computer, now: datetime, network: str = ""
) -> Outcome:
    bank = table.settings.pace.bank
    number = f"s{table.next_seat}"
    seat = Seat(number, name, sitter, seen=table.happened, bank=bank, here=now)
    seat = named(seat, table, name, network)
    place = _empty_place(table)
    seats = (*table.seats[:place], seat, *table.seats[place:])
    table = replace(table, seats=seats, next_seat=table.next_seat + 1)
    return Outcome(noted(table, Fact(Code.SAT_DOWN, now, seat=seat.id)))


def _empty_place(table: Table) -> int:
    """Where somebody new sits down: at the end, or where two play against two in the place of
    who left, so that the others keep their partners."""
    seats, match = table.seats, table.match
    if match is None or not match.options.teams:
        return len(seats)
    for place, seat in enumerate(seats, 1):
        after = seats[place] if place < len(seats) else None
        taken = after is not None and after.id not in match.seats and not after.gone
        if seat.gone and seat.id in match.seats and not taken:
            return place
    return len(seats)


def reach(table: Table, command: Reach) -> Outcome | Refused:
    """Remember whether a hand reaches somebody."""
    seat = table.seat_of(command.by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    return Outcome(changed(table, replace(seat, unreachable=command.remedy)))


def adopt(table: Table, command: Adopt) -> Outcome | Refused:
    """Remember what somebody is used to. A turn that runs keeps the hours it began with."""
    seat = table.seat_of(command.by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    return Outcome(changed(table, replace(seat, habits=command.habits, kept=command.kept)))


def become(table: Table, command: Become) -> Outcome | Refused:
    """Everything that somebody has here is the other one's, who has no seat yet."""
    if table.seat_of(command.by) is None:
        return Refused(Why.NOT_SEATED)
    if table.seat_of(command.player) is not None:
        return Refused(Why.ALREADY_SEATED)
    mine = (seat for seat in table.seats if seat.player == command.by)
    for seat in mine:
        table = changed(table, replace(seat, sitter=Human(command.player)))
    host = command.player if table.host == command.by else table.host
    played = renamed(table.played, command.by, command.player)
    return Outcome(replace(table, host=host, played=played))


def new_on(table: Table, seat: Seat, name: str, network: str) -> Seat:
    """A seat as it is for somebody new, who goes by a name of their own."""
    return named(Seat(seat.id, name, seat.sitter, ready=seat.ready), table, name, network)


def leave_after(table: Table, by: int, now: datetime) -> Outcome | Refused:
    """Somebody plays this round to its end, and no other; "join" takes it back."""
    seat = table.seat_of(by)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    if table.play is None:
        return Refused(Why.NO_ROUND)
    if seat.leaving:
        return Refused(Why.LEAVES_ALREADY)
    fact = Fact(Code.LEAVES_AFTER, now, seat=seat.id)
    return Outcome(noted(changed(table, replace(seat, leaving=True)), fact))


def stand_up(table: Table, seat: Seat, now: datetime, code: Code = Code.STOOD_UP) -> Table:
    """Take a seat out of the order. In a match the seat stays for the scores."""
    if table.match is None:
        table = _without(table, seat)
    else:
        up = replace(seat, gone=True, ready=False, away=None, offered=False, leaving=False)
        table = changed(table, replace(up, vacation=None, covered=False))
    table = noted(table, Fact(code, now, seat=seat.id, text=seat.name, who=seat.whose))
    return next_host(table, now) if seat.player == table.host else table


def _without(table: Table, seat: Seat) -> Table:
    """As if this seat had never been there: nothing names it any more."""
    return replace(
        table,
        seats=tuple(s for s in table.seats if s.id != seat.id),
        happenings=tuple(fact for fact in table.happenings if fact.seat != seat.id),
    )


def begun_anew(table: Table) -> Table:
    """The table as a lobby of those who are still here."""
    table = replace(table, phase=Phase.LOBBY, match=None, seats=table.present, vote=None)
    table = replace(table, tallies=(), played=())
    here = {seat.id for seat in table.seats}
    left = tuple(fact for fact in table.happenings if fact.seat in here)
    return replace(table, happenings=left)


def next_host(table: Table, now: datetime) -> Table:
    """The host left: the next person to the left takes over; nobody left ends the table."""
    for heir in table.present:
        if heir.player is not None:
            table = replace(table, host=heir.player)
            return noted(table, Fact(Code.NEW_HOST, now, seat=heir.id))
    return ended(table, now)


def kick(table: Table, command: Kick, now: datetime) -> Outcome | Refused:
    """The host takes a seat away, or an admin of the group: no round and no match is decided by one
    person, so never in a round, and in mid-match only whoever has not played yet or is not ready,
    if two remain. Whoever sat there is told so."""
    if not _in_charge(table, command):
        return Refused(Why.NOT_HOST)
    if table.phase not in OPEN_PHASES:
        return Refused(Why.NOT_BETWEEN_ROUNDS)
    seat = next((s for s in table.present if s.id == command.seat), None)
    if seat is None:
        return Refused(Why.NO_SUCH_SEAT)
    if table.phase is Phase.BETWEEN and table.match is not None:
        if not seat.awaited and seat.id in table.match.scores:
            return Refused(Why.NOT_IN_LOBBY)
        if len(table.present) <= FEWEST:
            return Refused(Why.TOO_FEW)
    if seat.player in {None, command.by}:
        return Outcome(stand_up(table, seat, now))
    return Outcome(stand_up(table, seat, now), tell=told_away(seat, table.seat_of(command.by), now))


def told_away(seat: Seat, chief: Seat | None, now: datetime) -> tuple[ToPlayer, ...]:
    """Whoever sat there hears that others have taken the seat away, and who, if it was somebody at
    the table.
    """
    if seat.player is None:
        return ()
    fact = Fact(Code.STOOD_UP, now, seat=seat.id, flag=True, text=seat.name, cause=Cause.SYSTEM)
    fact = replace(fact, other=None if chief is None else chief.id)
    return (ToPlayer(seat.player, fact),)


def configure(table: Table, command: Configure, now: datetime) -> Outcome | Refused:
    """Other settings, by the host or an admin of the group, before anything is dealt."""
    if not _in_charge(table, command):
        return Refused(Why.NOT_HOST)
    if table.phase is not Phase.LOBBY:
        return Refused(Why.NOT_IN_LOBBY)
    table = replace(table, settings=command.settings)
    return Outcome(noted(table, Fact(Code.SETTINGS_CHANGED, now)))


def ended(table: Table, now: datetime, *, why: str = "") -> Table:
    """The table is closed; a round in play is given up and scores for nobody. Its seed is told, so
    that its shuffle can be checked like any other."""
    seed = table.play.round.deal.seed.hex() if table.play else ""
    fact = Fact(Code.TABLE_ENDED, now, cause=Cause.SYSTEM, text=seed, why=why)
    table = replace(settled(table), phase=Phase.ENDED, play=None, vote=None, pauses=(), muster=None)
    return noted(table, fact)


def settled(table: Table) -> Table:
    """The table without what was of its last round: its pauses, its questions, their failures."""
    vote = table.vote if table.vote and table.vote.motion is Motion.PACE else None
    pauses = tuple(one for one in table.pauses if one.reason not in _OF_A_ROUND)
    return replace(table, vote=vote, failed=0, failed_at=None, standoff=None, pauses=pauses)


def end(table: Table, command: End, now: datetime) -> Outcome | Refused:
    """The host closes the table, or an admin of the group; a dead one whoever sees it."""
    if not _in_charge(table, command) and not dead(table, now):
        return Refused(Why.NOT_HOST)
    return Outcome(ended(table, now))


def _in_charge(table: Table, command: Kick | Configure | End) -> bool:
    return command.chief or table.host == command.by
