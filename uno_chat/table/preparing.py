"""Lists for one's next turn: setting one, running it a little after the hand-off, losing it.

A list belongs to one turn and one hand. It is tried once, by the rules that hold for everybody, and
whatever happens to the hand or the turn in between ends it; its owner is told, and nobody else can
see that there was one: what it does comes after as long as a computer thinks, whatever is in it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, assert_never

from uno_chat import game
from uno_chat.table import commands
from uno_chat.table.alarms import Kind
from uno_chat.table.clock import delay, held
from uno_chat.table.facts import Code, Fact, Refused, Void, Why
from uno_chat.table.flow import move, refused
from uno_chat.table.outcome import Outcome, ToPlayer
from uno_chat.table.prepared import Doing, DrawAndPlay, Item, Prepared, Wait
from uno_chat.table.state import Play, Table

MOST: Final = 12
"""The most items of a list."""
_SOON: Final = timedelta(seconds=1)


def prepare(
    table: Table, play: Play, seat: str, items: tuple[Item, ...], now: datetime
) -> Outcome | Refused:
    """A seat sets its list in place of the one before; an empty one takes it back."""
    mine = play.prepared_by(seat)
    live = mine is not None and not mine.spent
    if not items:
        return _taken_back(table, seat, now) if live else Refused(Why.NOTHING_PREPARED)
    if play.owner == seat and not live:
        return Refused(Why.YOUR_TURN)
    if len(items) > MOST:
        return Refused(Why.TOO_MANY_PREPARED)
    hand = play.round.hands[play.order.index(seat)]
    for item in items:
        never = _never(hand, item.doing)
        if never is not None:
            return refused(play, never)
    due = mine.due if mine else None
    table = _with(table, seat, Prepared(seat, items, due))
    return Outcome(table, reply=Fact(Code.PREPARED, now, seat=seat))


def _taken_back(table: Table, seat: str, now: datetime) -> Outcome:
    return Outcome(_with(table, seat, None), reply=Fact(Code.PREPARED_OFF, now, seat=seat))


def _never(hand: tuple[game.Card, ...], doing: Doing) -> game.Refusal | None:
    """Why this could not be done with this hand, whatever lies on top."""
    if not isinstance(doing, game.Play):
        return None
    short = Counter((doing.card, *doing.more)) - Counter(hand)
    if short:
        return game.Refusal(game.Reason.NOT_IN_HAND, card=next(iter(short)))
    if doing.card.wild and doing.colour is None:
        return game.Refusal(game.Reason.NEEDS_A_COLOUR, card=doing.card)
    if doing.colour is not None and not doing.card.wild:
        return game.Refusal(game.Reason.TAKES_NO_COLOUR, card=doing.card)
    return None


def run(table: Table, play: Play, now: datetime) -> Outcome:
    """Do the first thing that can be done of what the seat to move has prepared, if it is time."""
    mine = None if play.owner is None else play.prepared_by(play.owner)
    if mine is None or mine.due is None or now < mine.due:
        return Outcome(table)
    if held(play) or play.early is not None:
        return Outcome(_with(table, mine.seat, replace(mine, due=_waited(play, now) + _SOON)))
    number = play.order.index(mine.seat)
    found = next((item for item in mine.items if why_not(play.round, number, item) is None), None)
    if found is None or isinstance(found.doing, Wait):
        return Outcome(_with(table, mine.seat, replace(mine, due=None, spent=True)))
    return _done(_with(table, mine.seat, None), mine.seat, found.doing, now)


def _waited(play: Play, now: datetime) -> datetime:
    """When a late call, or somebody who jumps in, has come; a list waits for it like everybody."""
    claim, early = play.window.claim if play.window else None, play.early
    dues = (now, claim.due if claim else now, early.due if early and early.due else now)
    return max(dues)


def why_not(round_: game.Round, number: int, item: Item) -> game.Refusal | Void | None:
    """Why the seat of this number, which is to move, cannot do this now; None if it can."""
    if item.colour is not None and item.colour is not round_.colour:
        return Void.OTHER_COLOUR
    doing = item.doing
    match doing:
        case Wait():
            return None
        case DrawAndPlay():
            return game.check(round_, number, game.Draw())
        case game.Play():
            return game.check(round_, number, doing) or _misfit(round_, doing.card)
        case game.Draw() | game.Accept() | game.Challenge():
            return game.check(round_, number, doing)
    assert_never(doing)


def _misfit(round_: game.Round, card: game.Card) -> game.Refusal | None:
    """Where a card that does not fit can be laid, and is fined, nobody means to."""
    top, colour = round_.discard[-1], round_.colour
    if not isinstance(round_.pending, game.Turn) or game.fits(card, colour, top.symbol):
        return None
    return game.Refusal(game.Reason.DOES_NOT_FIT, card=card, colour=colour, top=top)


def _done(table: Table, seat: str, doing: Doing, now: datetime) -> Outcome:
    wanted = game.Draw() if isinstance(doing, DrawAndPlay) else doing
    assert not isinstance(wanted, Wait)
    out = move(table, seat, wanted, now, game.Cause.PREMOVE)
    assert isinstance(out, Outcome)
    play = out.table.play
    if not isinstance(doing, DrawAndPlay) or play is None:
        return out
    match play.round.pending:
        case game.PlayOrKeep(number, card) if play.seat_at(number) == seat and not card.wild:
            # As long after the draw as anybody else would take.
            then = (Item(game.Play(card, uno=doing.uno)),)
            due = now + delay(out.table, play, now, "prepared")
            return replace(out, table=_with(out.table, seat, Prepared(seat, then, due)))
    return out


def settled(
    before: Table, command: commands.AtTable, out: Outcome | Refused, now: datetime
) -> Outcome | Refused:
    """What comes of a command, without the lists that it made void; their owners are told."""
    if isinstance(out, Refused) or before.play is None:
        return out
    for was in before.play.prepared:
        why = _void(before, command, out.table, was)
        if why is None:
            continue
        player = before.seat(was.seat).player
        fact = Fact(Code.PREPARED_VOID, now, seat=was.seat, why=why)
        told = (ToPlayer(player, fact),) if player is not None and not was.spent and why else ()
        out = replace(out, table=_with(out.table, was.seat, None), tell=(*out.tell, *told))
    return out


def _void(before: Table, command: commands.AtTable, after: Table, was: Prepared) -> str | None:
    """Why a list is void now, empty where nobody has to be told; None as long as it is not."""
    then, play, seat = before.play, after.play, was.seat
    assert then is not None
    its_turn, rang = then.owner == seat, isinstance(command, commands.Ring)
    own = isinstance(command, commands.Act) and command.by == before.seat(seat).player
    if play is None or play.number != then.number:
        return "" if its_turn and (rang or own) else Void.ROUND_OVER
    mine = play.prepared_by(seat)
    if mine is None or mine.items != was.items:
        return None
    if not play.plays(seat):
        return ""
    other = before.seat(seat).sitter != after.seat(seat).sitter
    if (other and not isinstance(command, commands.Become)) or after.seat(seat).pilot is not None:
        return Void.AWAY
    if its_turn and play.clock.number != then.clock.number:
        if mine.spent:
            return ""
        if isinstance(command, commands.Ring) and command.kind == Kind.DEADLINE:
            return Void.TIMED_OUT
        if own or rang:
            return Void.ACTED
    elif play.early is not None and play.early.seat == seat:
        return Void.ACTED
    if then.round.hands[number := then.order.index(seat)] == play.round.hands[number]:
        return None
    return Void.ACTED if own else Void.HAND_CHANGED


def _with(table: Table, seat: str, mine: Prepared | None) -> Table:
    """The table with this list of a seat in place of any other."""
    play = table.play
    if play is None:
        return table
    others = tuple(one for one in play.prepared if one.seat != seat)
    lists = others if mine is None else (*others, mine)
    return replace(table, play=replace(play, prepared=lists))
