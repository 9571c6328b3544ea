"""Catching a missed UNO: whom, whether in time, and the tie with a late call."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat import game
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.flow import move, proceed
from uno_chat.table.outcome import Outcome
from uno_chat.table.state import Claim, Closed, Play, Table

FREE_TRIES = 2
"""Catches with nothing to catch that are answered in one turn; further ones are ignored."""


def catch(table: Table, by: str, target: str | None, now: datetime) -> Outcome | Refused:
    """A seat says that another missed its call. ``target`` None means whoever holds one card."""
    play = table.play
    if play is None:
        return Refused(Why.NO_ROUND)
    seat = target if target is not None else _only_candidate(table, play, by)
    if isinstance(seat, Refused):
        return seat
    if play.wrong_catches.count(by) >= FREE_TRIES:
        return Refused(Why.CATCH_TOO_OFTEN)
    window = play.window
    if window is None or window.seat != seat or seat == by:
        return _in_vain(table, play, by, seat, now)
    if window.claim is not None:
        return Refused(Why.CATCH_RUNNING)
    if not table.settings.tie:
        return _caught(table, by, seat, now)
    claim = Claim(by, seat, window.play, now + table.settings.tie)
    play = replace(play, window=replace(window, claim=claim))
    reply = Fact(Code.CATCH_NOTED, now, seat=seat)
    return Outcome(replace(table, play=play), reply=reply)


def resolve(table: Table, now: datetime) -> Outcome:
    """The tie is over and nobody called: the catch counts, unless its author has left."""
    play = table.play
    if play is None or play.window is None or play.window.claim is None:
        return Outcome(table)
    claim = play.window.claim
    table = replace(table, play=replace(play, window=replace(play.window, claim=None)))
    out = _caught(table, claim.by, claim.seat, now)
    return proceed(Outcome(table), now) if isinstance(out, Refused) else out


def _caught(table: Table, by: str, seat: str, now: datetime) -> Outcome | Refused:
    assert table.play is not None
    number = table.play.index(seat)
    assert number is not None
    return move(table, by, game.Catch(number), now)


def _only_candidate(table: Table, play: Play, by: str) -> str | Refused:
    """The one other seat with one card. The answer tells no more than the card counts do."""
    ones = [
        seat
        for seat, hand in zip(play.order, play.round.hands, strict=True)
        if len(hand) == 1 and seat != by
    ]
    if len(ones) == 1:
        return ones[0]
    if ones:
        return Refused(Why.WHICH_SEAT, names=tuple(table.seat(s).name for s in ones))
    return Refused(game.Reason.NOTHING_TO_CATCH)


def _in_vain(table: Table, play: Play, by: str, seat: str, now: datetime) -> Outcome | Refused:
    """No window on that seat: too late, or nothing to catch, which some tables fine."""
    if seat == by:
        return Refused(game.Reason.NOT_YOURSELF)
    if play.closed is not None and play.closed.seat == seat:
        return _too_late(play.closed, now)
    number = play.index(seat)
    if number is None:
        return Refused(Why.NOT_IN_THIS_ROUND, seat=seat)
    if table.settings.options.false_catch:
        return move(table, by, game.Catch(number), now)
    play = replace(play, wrong_catches=(*play.wrong_catches, by))
    reply = Fact(game.Reason.NOTHING_TO_CATCH, now, seat=seat)
    return Outcome(replace(table, play=play), reply=reply)


def _too_late(closed: Closed, now: datetime) -> Refused:
    return Refused(Why.CATCH_TOO_LATE, seat=closed.by, then=closed.at, sent=now)
