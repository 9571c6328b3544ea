"""The table's side of the catch window: since when, until when, who noticed, who closed it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat import game
from uno_chat.table.luck import between, happens
from uno_chat.table.seats import NOTICES, Computer
from uno_chat.table.state import Catcher, Closed, Play, Table, Window


def windowed(
    table: Table, before: Play, play: Play, step: game.Step, by: str | None, now: datetime
) -> Play:
    """The play with the window as it is after a step that seat ``by`` made: opened, the same,
    or closed."""
    if play.round.deal.options.uno_mode is not game.UnoMode.CALL:
        return play
    window, old = step.round.window, before.window
    if old is not None and (window is None or window.play_no != old.play):
        play = replace(play, window=None, closed=_closed(old, step, by, now))
    if play.closed is not None and _hand_changed(before, play, play.closed.seat):
        play = replace(play, closed=None)
    if window is not None and play.window is None:
        play = replace(play, window=_opened(table, play, window, now))
    return play


def _closed(old: Window, step: game.Step, by: str | None, now: datetime) -> Closed | None:
    """Who began the turn that closed a window; None when it was called or caught in time."""
    settled = any(isinstance(e, game.UnoCalled | game.Caught) for e in step.events)
    return None if settled else Closed(old.seat, by, now)


def _hand_changed(before: Play, play: Play, seat: str) -> bool:
    number = play.order.index(seat)
    return before.round.hands[number] != play.round.hands[number]


def _opened(table: Table, play: Play, window: game.UnoWindow, now: datetime) -> Window:
    limit = table.settings.window_limit
    seat = play.order[window.seat]
    closes = now + limit if limit else None
    return Window(window.play_no, seat, closes, catchers=_catchers(table, play, window, now))


def _catchers(
    table: Table, play: Play, window: game.UnoWindow, now: datetime
) -> tuple[Catcher, ...]:
    """The computers that will say so after the hold. To notice takes half as long as to think."""
    found = []
    for place, seat in enumerate(play.order):
        sitter = table.seat(seat).sitter
        label = f"catch {window.play_no} {seat}"
        if place == window.seat or not isinstance(sitter, Computer):
            continue
        if happens(NOTICES[sitter.level], play, label):
            wait = table.settings.hold + between(table.settings.pause, play, label + " after") / 2
            found.append(Catcher(seat, now + wait))
    return tuple(found)
