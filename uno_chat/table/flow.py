"""What follows a step of the game: record, happenings, catch window, the next decision's clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from uno_chat import game
from uno_chat.table import clock
from uno_chat.table.absence import strikes_left, struck
from uno_chat.table.ending import finish
from uno_chat.table.facts import Code, Fact, Refused
from uno_chat.table.lobby import changed, noted
from uno_chat.table.motions import Motion
from uno_chat.table.outcome import Lines, Outcome, ToPlayer, joined
from uno_chat.table.pace import NONE
from uno_chat.table.paper import written
from uno_chat.table.repacing import repaced
from uno_chat.table.resting import turn_begins
from uno_chat.table.seats import Computer
from uno_chat.table.smack import pressed
from uno_chat.table.state import Early, Play, Table
from uno_chat.table.tally import counted
from uno_chat.table.telling import told
from uno_chat.table.window import windowed


@dataclass(frozen=True, slots=True)
class Mover:
    """Who made a step, and why: seat id (None for nobody) and the record's cause."""

    seat: str | None
    cause: game.Cause


def move(
    table: Table, seat: str, wanted: game.Move, now: datetime, cause: game.Cause | None = None
) -> Outcome | Refused:
    """A move of the game by a seat of the round, now; ``cause`` if it is not as usual."""
    play = table.play
    assert play is not None
    number = play.order.index(seat)
    refusal = game.check(play.round, number, wanted)
    if refusal is not None:
        return refused(play, refusal)
    step = game.apply(play.round, number, wanted)
    return follow(table, step, Mover(seat, cause or _cause_of(table, seat)), now)


def refused(play: Play, refusal: game.Refusal) -> Refused:
    """The game's refusal with the table's names."""
    return Refused(
        refusal.reason,
        seat=play.seat_at(refusal.seat),
        card=refusal.card.code if refusal.card else None,
    )


def run_out(table: Table, now: datetime, *, lenient: bool = False) -> Outcome:
    """The smallest legal action for the seat that owes a decision, because it made none: a strike
    against a person, unless a computer plays for it, or ``lenient`` that it does not count.
    """
    play = table.play
    assert play is not None
    seat = play.owner
    assert seat is not None
    fact = Fact(Code.TIMED_OUT, now, seat=seat, cause=game.Cause.TIMEOUT)
    before = noted(table, fact)
    table = before if lenient else struck(before, seat, now)
    out = follow(table, game.expire(play.round), Mover(seat, game.Cause.TIMEOUT), now)
    return replace(out, tell=(*_warned(before, table, seat, fact), *out.tell))


def _warned(before: Table, table: Table, seat: str, fact: Fact) -> tuple[ToPlayer, ...]:
    """What a person is told whose time ran out: also what comes of it next time, or came of it."""
    one = table.seat(seat)
    left = max(strikes_left(table, one), 0)
    tell = _private(table, seat, replace(fact, number=left, flag=True))
    if one.away is not None and before.seat(seat).away is None:
        played = Fact(Code.PLAYED_FOR, fact.at, seat=seat, cause=game.Cause.SYSTEM)
        tell += _private(table, seat, played)
    if table.standoff is not None and before.standoff is None:
        asked = Fact(Code.STANDOFF, fact.at, seat=seat, cause=game.Cause.SYSTEM)
        others = (s for s in table.voters if s != seat)
        tell += tuple(one for other in others for one in _private(table, other, asked))
    return tell


def follow(table: Table, step: game.Step, mover: Mover, now: datetime) -> Outcome:
    """The table after ``step``."""
    before = table.play
    assert before is not None
    lines = written(before, step.events, mover.seat, mover.cause, now)
    play = replace(before, round=step.round, lines=before.lines + len(lines))
    # Nobody is told that a move was prepared.
    prepared = mover.cause is game.Cause.PREMOVE
    public = game.Cause.PLAYER if prepared else mover.cause
    table = noted(table, *told(step.events, play.order, now, public))
    player = mover.seat if mover.cause is game.Cause.PLAYER else None
    if player is not None:
        table = changed(table, replace(table.seat(player), seen=table.happened))
    out = Outcome(counted(table, before, step, player, now), (Lines(play.number, lines),))
    if isinstance(step.round.pending, game.Over):
        return finish(out, play, now)
    play = windowed(table, before, play, step, mover.seat, now)
    play = pressed(table, play, player, now)
    if clock.decided(before.round, step.round):
        ended = not clock.same_turn(before, play)
        play = clock.next_decision(before, play, now, _hold(table, before, step, now))
        if ended:
            paid = _without_skip(repaced(_paid(out.table, before, mover, now)))
            rested = turn_begins(replace(paid, play=play), now)
            out, play = replace(out, table=rested), rested.play or play
    if play.early is not None and not play.plays(play.early.seat):
        play = replace(play, early=None)
    if before.early is not None and play.early is None and play.plays(before.early.seat):
        out = replace(out, tell=dropped(table, before.early, now, _jumper(step, play)))
    return proceed(replace(out, table=replace(out.table, play=play)), now)


def _paid(table: Table, before: Play, mover: Mover, now: datetime) -> Table:
    """What a turn that its person ended costs its reserve, or gives back; what was prepared took
    no time."""
    if mover.seat is None or mover.seat != before.owner:
        return table
    if mover.cause not in {game.Cause.PLAYER, game.Cause.PREMOVE}:
        return table
    seat, ours = table.seat(mover.seat), before.clock
    if mover.cause is game.Cause.PREMOVE:
        ours = replace(ours, begun=None, used=NONE)
    bank = clock.bank_after(table.settings.pace, seat, ours, now)
    return changed(table, replace(seat, bank=bank))


def _without_skip(table: Table) -> Table:
    """Not to wait for somebody any longer can be asked of one turn, not of the next."""
    asked = table.vote is not None and table.vote.motion is Motion.SKIP
    return replace(table, vote=None) if asked else table


def taken_out(table: Table, seat: str, now: datetime) -> Outcome:
    """A seat leaves the round, because its person does not come."""
    play = table.play
    assert play is not None
    step = game.apply(play.round, play.order.index(seat), game.Leave())
    return follow(table, step, Mover(seat, game.Cause.SYSTEM), now)


def proceed(out: Outcome, now: datetime) -> Outcome:
    """Hand over if nothing holds it any more; then take up what the next seat said early."""
    table, play = out.table, out.table.play
    if play is None or clock.held(play):
        return out
    if _was_held(table, play, now):
        # Whoever saw a page meanwhile was not told by it that it is their turn.
        table = noted(table, Fact(Code.HANDED_OVER, now, seat=play.owner, cause=game.Cause.SYSTEM))
    play = clock.hand_over(table, play, now)
    out = replace(out, table=replace(table, play=play))
    if play.early is None or play.early.due is not None:
        return out
    return _take_up(out, play, play.early, now)


def _was_held(table: Table, play: Play, now: datetime) -> bool:
    """Whether a turn is handed over now that began before, and whose time has not run yet."""
    ours = play.clock
    begins = not ours.handed and ours.deadline is None and table.settings.pace.base is not None
    return begins and ours.since < now


def _take_up(out: Outcome, play: Play, early: Early, now: datetime) -> Outcome:
    table = replace(out.table, play=replace(play, early=None))
    done = move(table, early.seat, early.move, now)
    if isinstance(done, Refused):
        done = Outcome(table, tell=dropped(table, early, now))
    return joined(out, done)


def dropped(
    table: Table, early: Early, now: datetime, jumper: str | None = None
) -> tuple[ToPlayer, ...]:
    """Nothing comes of what somebody chose in advance, perhaps because somebody jumped in."""
    fact = Fact(Code.EARLY_DROPPED, now, seat=early.seat, other=jumper)
    return _private(table, early.seat, fact)


def _jumper(step: game.Step, play: Play) -> str | None:
    """Who jumped in with this step."""
    found = (play.seat_at(e.seat) for e in step.events if isinstance(e, game.JumpedIn))
    return next(found, None)


def _private(table: Table, seat: str, fact: Fact) -> tuple[ToPlayer, ...]:
    player = table.seat(seat).player
    return () if player is None else (ToPlayer(player, fact),)


def _cause_of(table: Table, seat: str) -> game.Cause:
    """The cause that the record gives to what this seat does."""
    one = table.seat(seat)
    if isinstance(one.sitter, Computer):
        return game.Cause.COMPUTER
    return game.Cause.PLAYER if one.pilot is None else game.Cause.AUTOPILOT


def _hold(table: Table, before: Play, step: game.Step, now: datetime) -> datetime | None:
    """Until when whoever is next has to wait: a while after every play that leaves one card. A
    hold that runs goes on when the seat that waited for its end has left."""
    wait = table.settings.wait
    return now + wait if wait and _leaves_one_card(step) else before.clock.hold


def _leaves_one_card(step: game.Step) -> bool:
    """Whether a play was completed after which its seat, all hands traded, has one card."""
    if isinstance(step.round.pending, game.ChooseSwap):
        return False
    plays = (e for e in step.events if isinstance(e, game.Played | game.Swapped))
    return any(len(step.round.hands[play.seat]) == 1 for play in plays)
