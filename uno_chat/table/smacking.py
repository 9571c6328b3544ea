"""Pressing after a six, made even across networks.

When one is left who has not pressed, the table waits for the tie: whoever presses in that time is
not last, and nobody draws. So nobody draws who pressed no later than somebody else, as long as the
one network is less than the tie behind the other.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat import game
from uno_chat.table.facts import Code, Fact, Refused
from uno_chat.table.flow import Mover, follow, move, proceed, refused
from uno_chat.table.outcome import Outcome
from uno_chat.table.state import Claim, Play, Table


def press(table: Table, play: Play, seat: str, now: datetime) -> Outcome | Refused:
    """A seat presses; if that leaves one, that one has still as long as a tie lasts."""
    refusal = game.check(play.round, play.order.index(seat), game.Smack())
    if refusal is not None:
        return refused(play, refusal)
    pressing, tie = play.pressing, table.settings.tie
    if pressing is None or not tie or game.to_press(play.round) != _PAIR:
        return move(table, seat, game.Smack(), now)
    if pressing.claim is None:
        play = replace(play, pressing=replace(pressing, claim=Claim(seat, now + tie)))
        reply = Fact(Code.SMACK_NOTED, now, seat=seat)
        return Outcome(replace(table, play=play), reply=reply)
    if pressing.claim.by == seat:
        return Refused(game.Reason.ALREADY_SMACKED)
    step = game.end_smack(play.round, pressing.play, even=True)
    return follow(table, step, Mover(None, game.Cause.SYSTEM), now)


def settled(table: Table, claim: Claim, now: datetime) -> Outcome:
    """The tie is over: the last one has not pressed."""
    play = table.play
    if play is None or play.pressing is None:
        return Outcome(table)
    play = replace(play, pressing=replace(play.pressing, claim=None))
    table = replace(table, play=play)
    out = move(table, claim.by, game.Smack(), now)
    return proceed(Outcome(table), now) if isinstance(out, Refused) else out


_PAIR = 2
"""Whoever presses and the last one."""
