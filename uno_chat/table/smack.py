"""The button that a six has set ringing (a house rule): until when, and when computers press."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat.table.luck import between
from uno_chat.table.seats import Computer
from uno_chat.table.state import Catcher, Play, Pressing, Table


def pressed(table: Table, play: Play, now: datetime) -> Play:
    """The play with the button as the round has it: ringing anew, still ringing, or silent."""
    smack, ours = play.round.smack, play.pressing
    if smack is None:
        return play if ours is None else replace(play, pressing=None)
    if ours is not None and ours.play == smack.play_no:
        return play
    limit = table.settings.pace.base
    closes = None if limit is None else now + limit / 2
    pressing = Pressing(smack.play_no, closes, _pressers(table, play, now))
    return replace(play, pressing=pressing)


def _pressers(table: Table, play: Play, now: datetime) -> tuple[Catcher, ...]:
    """Every computer presses, after as long as it takes to think."""
    pause, label = table.settings.pause, f"press {play.round.play_no}"
    return tuple(
        Catcher(seat, now + between(pause, play, f"{label} {seat}"))
        for seat in play.order
        if isinstance(table.seat(seat).sitter, Computer)
    )
