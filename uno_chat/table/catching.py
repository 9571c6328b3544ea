"""Catching a missed UNO: whom, whether in time, and the tie with a late call."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat import game
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.flow import move, proceed
from uno_chat.table.outcome import Outcome
from uno_chat.table.state import Claim, Closed, Play, Table, Window

FREE_TRIES = 2
"""Catches with nothing to catch that are answered in one turn; further ones are ignored."""


def catch(
    table: Table, play: Play, by: str, target: str | None, sent: datetime, now: datetime
) -> Outcome | Refused:
    """A seat of the round says that another missed its call. ``target`` None means whoever holds
    one card; ``sent`` is when it was said, where the network's time can be trusted."""
    if play.round.deal.options.uno_mode is not game.UnoMode.CALL:
        return Refused(game.Reason.NO_CALLS)
    seat = target if target is not None else _only_candidate(table, play, by)
    if isinstance(seat, Refused):
        return seat
    if play.wrong_catches.count(by) >= FREE_TRIES:
        return Refused(Why.CATCH_TOO_OFTEN)
    window = play.window
    if window is None or window.seat != seat or seat == by:
        return _in_vain(table, play, by, seat, now)
    if window.closes is not None and sent >= window.closes:
        return Refused(Why.CATCH_TOO_LATE, then=window.closes, sent=now)
    return _claimed(table, play, window, by, now)


def _claimed(table: Table, play: Play, window: Window, by: str, now: datetime) -> Outcome | Refused:
    """The first catch of an open window; it counts when the tie is over."""
    if window.claim is not None:
        return Refused(Why.CATCH_RUNNING)
    if not table.settings.tie:
        return _caught(table, play, by, window.seat, now)
    claim = Claim(by, now + table.settings.tie)
    play = replace(play, window=replace(window, claim=claim))
    reply = Fact(Code.CATCH_NOTED, now, seat=window.seat)
    return Outcome(replace(table, play=play), reply=reply)


def resolve(table: Table, play: Play, now: datetime) -> Outcome:
    """The tie is over and nobody called: the catch counts, unless its author has left."""
    window = play.window
    if window is None or window.claim is None:
        return Outcome(table)
    play = replace(play, window=replace(window, claim=None))
    table = replace(table, play=play)
    out = _caught(table, play, window.claim.by, window.seat, now)
    return proceed(Outcome(table), now) if isinstance(out, Refused) else out


def _caught(table: Table, play: Play, by: str, seat: str, now: datetime) -> Outcome | Refused:
    return move(table, by, game.Catch(play.order.index(seat)), now)


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
    if not play.plays(seat):
        return Refused(Why.NOT_IN_THIS_ROUND, seat=seat)
    if play.closed is not None and play.closed.seat == seat:
        return _too_late(play.closed, now)
    if play.round.deal.options.false_catch:
        return _caught(table, play, by, seat, now)
    play = replace(play, wrong_catches=(*play.wrong_catches, by))
    reply = Fact(game.Reason.NOTHING_TO_CATCH, now, seat=seat)
    return Outcome(replace(table, play=play), reply=reply)


def _too_late(closed: Closed, now: datetime) -> Refused:
    return Refused(Why.CATCH_TOO_LATE, seat=closed.by, then=closed.at, sent=now)
