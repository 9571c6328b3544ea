"""The button that a six has set ringing (a house rule): until when, and when computers press.

Where computers take no time at all, as behind a pipe, nobody could press before them: there they
let a person do something first, who may press.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat.table.luck import between
from uno_chat.table.pace import NONE
from uno_chat.table.seats import Computer
from uno_chat.table.state import Catcher, Play, Pressing, Table


def pressed(table: Table, play: Play, mover: str | None, now: datetime) -> Play:
    """The play with the button as the round has it: ringing anew, still ringing, or silent; after a
    step that ``mover`` made itself.
    """
    smack, ours = play.round.smack, play.pressing
    if smack is None:
        return play if ours is None else replace(play, pressing=None)
    if ours is None or ours.play != smack.play_no:
        limit = table.settings.pace.base
        closes = None if limit is None else now + limit / 2
        pressers = () if _after_people(table, play) else _pressers(table, play, now)
        return replace(play, pressing=Pressing(smack.play_no, closes, pressers))
    if mover is not None and table.seat(mover).player is not None and _after_people(table, play):
        return replace(play, pressing=replace(ours, pressers=_pressers(table, play, now)))
    return play


def _after_people(table: Table, play: Play) -> bool:
    """Whether computers have to wait for a person who plays here."""
    there = (table.seat(seat) for seat in play.order if play.plays(seat))
    return table.settings.pause[1] == NONE and any(seat.pilot is None for seat in there)


def _pressers(table: Table, play: Play, now: datetime) -> tuple[Catcher, ...]:
    """Every computer presses that has not, after as long as it takes to think."""
    pause, label = table.settings.pause, f"press {play.round.play_no}"
    done = play.round.smack.pressed if play.round.smack else ()
    return tuple(
        Catcher(seat, now + between(pause, play, f"{label} {seat}"))
        for number, seat in enumerate(play.order)
        if isinstance(table.seat(seat).sitter, Computer) and number not in done
    )
