"""What follows a step of the game: record, happenings, catch window, the next decision's clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from uno_chat import game
from uno_chat.table import clock
from uno_chat.table.ending import finish
from uno_chat.table.facts import Code, Fact, Refused
from uno_chat.table.lobby import changed, noted
from uno_chat.table.luck import between, happens
from uno_chat.table.outcome import Lines, Outcome, ToPlayer
from uno_chat.table.paper import written
from uno_chat.table.seats import Computer, Level
from uno_chat.table.state import Catcher, Closed, Play, Table, Window
from uno_chat.table.telling import told

NOTICES = {Level.EASY: 0.25, Level.NORMAL: 0.5, Level.HARD: 0.8}
"""How likely a computer notices a missed UNO (timing: section 6, point 11)."""

REACTION = (timedelta(seconds=2), timedelta(seconds=20))
"""How long after the hold a computer says so, at the quickest and the slowest."""


@dataclass(frozen=True, slots=True)
class Mover:
    """Who made a step, and why: seat id (None for nobody) and the record's cause."""

    seat: str | None
    cause: str


def follow(table: Table, step: game.Step, mover: Mover, now: datetime) -> Outcome:
    """The table after ``step``."""
    before = table.play
    assert before is not None
    lines = written(before, step.events, mover.seat, mover.cause, now)
    play = replace(before, round=step.round, lines=before.lines + len(lines))
    table = noted(table, *told(step.events, play.order, now, mover.cause))
    if mover.seat is not None and mover.cause == "player":
        table = changed(table, replace(table.seat(mover.seat), seen=table.happened))
    out = Outcome(table, (Lines(play.number, lines),))
    if isinstance(step.round.pending, game.Over):
        return finish(out, play, now)
    play = _windowed(table, before, play, step, mover, now)
    if (step.round.pending, step.round.turn_no) != (before.round.pending, before.round.turn_no):
        hold = table.settings.hold if _one_card_left(step.events) else timedelta(0)
        play = clock.next_decision(before, play, now, hold)
    return proceed(replace(out, table=replace(table, play=play)), now)


def proceed(out: Outcome, now: datetime) -> Outcome:
    """Hand over if nothing holds it any more; then take up what the next seat said early."""
    table, play = out.table, out.table.play
    if play is None or clock.held(play):
        return out
    if not play.clock.handed:
        play = clock.hand_over(table, play, now)
        out = replace(out, table=replace(table, play=play))
    if play.early is None:
        return out
    return _take_up(out, play, now)


def _take_up(out: Outcome, play: Play, now: datetime) -> Outcome:
    early = play.early
    assert early is not None
    table = replace(out.table, play=replace(play, early=None))
    seat = play.index(early.seat)
    assert seat is not None
    refusal = game.check(play.round, seat, early.move)
    if refusal is not None:
        return replace(out, table=table, tell=(*out.tell, *_dropped(table, early.seat, now)))
    step = game.apply(play.round, seat, early.move)
    more = follow(table, step, Mover(early.seat, cause_of(table, early.seat)), now)
    return replace(more, record=out.record + more.record, tell=out.tell + more.tell)


def _dropped(table: Table, seat: str, now: datetime) -> Iterable[ToPlayer]:
    player = table.seat(seat).player
    if player is not None:
        yield ToPlayer(player, Fact(Code.EARLY_DROPPED, now, seat=seat))


def cause_of(table: Table, seat: str) -> str:
    """The cause that the record gives to what this seat does."""
    return "computer" if isinstance(table.seat(seat).sitter, Computer) else "player"


def _one_card_left(events: Iterable[game.Event]) -> bool:
    return any(isinstance(e, game.Played) and e.left == 1 for e in events)


def _windowed(
    table: Table, before: Play, play: Play, step: game.Step, mover: Mover, now: datetime
) -> Play:
    """The table's side of the catch window after a step: opened, the same, or closed by whom."""
    window, old = step.round.window, before.window
    if old is not None and (window is None or window.play_no != old.play):
        play = replace(play, window=None, closed=_closed(old, step, mover, now))
    if window is None or (old is not None and window.play_no == old.play):
        return play
    limit = table.settings.window_limit
    seat = play.order[window.seat]
    opened = Window(window.play_no, seat, closes=now + limit if limit else None)
    return replace(play, window=replace(opened, catchers=_catchers(table, play, opened, now)))


def _closed(old: Window, step: game.Step, mover: Mover, now: datetime) -> Closed | None:
    """Who began the turn that closed a window; None when it was called or caught in time."""
    settled = any(isinstance(e, game.UnoCalled | game.Caught) for e in step.events)
    return None if settled else Closed(old.seat, mover.seat, now)


def _catchers(table: Table, play: Play, window: Window, now: datetime) -> tuple[Catcher, ...]:
    found = []
    for seat in play.order:
        sitter = table.seat(seat).sitter
        label = f"catch {window.play} {seat}"
        if seat == window.seat or not isinstance(sitter, Computer) or table.seat(seat).gone:
            continue
        if happens(NOTICES[sitter.level], play, label):
            wait = table.settings.hold + between(REACTION, play, label + " after")
            found.append(Catcher(seat, now + wait))
    return tuple(found)


def move(table: Table, seat: str, wanted: game.Move, now: datetime) -> Outcome | Refused:
    """A move of the game by a seat of the round, now."""
    play = table.play
    assert play is not None
    number = play.index(seat)
    assert number is not None
    refusal = game.check(play.round, number, wanted)
    if refusal is not None:
        return refused(play, refusal)
    step = game.apply(play.round, number, wanted)
    return follow(table, step, Mover(seat, cause_of(table, seat)), now)


def refused(play: Play, refusal: game.Refusal) -> Refused:
    """The game's refusal with the table's names."""
    return Refused(
        refusal.reason,
        seat=None if refusal.seat is None else play.order[refusal.seat],
        card=refusal.card.code if refusal.card else None,
    )
