"""What follows a step of the game: record, happenings, catch window, the next decision's clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from uno_chat import game
from uno_chat.table import clock
from uno_chat.table.absence import struck
from uno_chat.table.ending import finish
from uno_chat.table.facts import Code, Fact, Refused
from uno_chat.table.lobby import changed, noted
from uno_chat.table.outcome import Lines, Outcome, ToPlayer, joined
from uno_chat.table.paper import written
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
    cause: str


def move(table: Table, seat: str, wanted: game.Move, now: datetime) -> Outcome | Refused:
    """A move of the game by a seat of the round, now."""
    play = table.play
    assert play is not None
    number = play.order.index(seat)
    refusal = game.check(play.round, number, wanted)
    if refusal is not None:
        return refused(play, refusal)
    step = game.apply(play.round, number, wanted)
    return follow(table, step, Mover(seat, _cause_of(table, seat)), now)


def refused(play: Play, refusal: game.Refusal) -> Refused:
    """The game's refusal with the table's names."""
    return Refused(
        refusal.reason,
        seat=play.seat_at(refusal.seat),
        card=refusal.card.code if refusal.card else None,
    )


def run_out(table: Table, now: datetime, *, lenient: bool = False) -> Outcome:
    """The smallest legal action for the seat that owes a decision, because it made none: a strike
    against a person, unless a computer plays for it.
    """
    play = table.play
    assert play is not None
    seat = play.owner
    assert seat is not None
    fact = Fact(Code.TIMED_OUT, now, seat=seat, cause="timeout")
    table = noted(table, fact)
    if not lenient:
        table = struck(table, seat, now)
    out = follow(table, game.expire(play.round), Mover(seat, "timeout"), now)
    return replace(out, tell=(*_private(table, seat, fact), *out.tell))


def follow(table: Table, step: game.Step, mover: Mover, now: datetime) -> Outcome:
    """The table after ``step``."""
    before = table.play
    assert before is not None
    lines = written(before, step.events, mover.seat, mover.cause, now)
    play = replace(before, round=step.round, lines=before.lines + len(lines))
    table = noted(table, *told(step.events, play.order, now, mover.cause))
    player = mover.seat if mover.cause == "player" else None
    if player is not None:
        table = changed(table, replace(table.seat(player), seen=table.happened))
    out = Outcome(counted(table, before, step, player, now), (Lines(play.number, lines),))
    if isinstance(step.round.pending, game.Over):
        return finish(out, play, now)
    play = pressed(table, windowed(table, before, play, step, mover.seat, now), now)
    if clock.decided(before.round, step.round):
        if player == before.owner and not clock.same_turn(before, play):
            out = replace(out, table=_paid(out.table, before, now))
        play = clock.next_decision(before, play, now, _hold(table, before, step, now))
    if before.early is not None and play.early is None and play.plays(before.early.seat):
        out = replace(out, tell=_dropped(table, before.early, now))
    return proceed(replace(out, table=replace(out.table, play=play)), now)


def _paid(table: Table, before: Play, now: datetime) -> Table:
    """What a turn that its person ended costs its reserve, or gives back."""
    assert before.owner is not None
    seat = table.seat(before.owner)
    bank = clock.bank_after(table.settings.pace, seat, before.clock, now)
    return changed(table, replace(seat, bank=bank))


def proceed(out: Outcome, now: datetime) -> Outcome:
    """Hand over if nothing holds it any more; then take up what the next seat said early."""
    table, play = out.table, out.table.play
    if play is None or clock.held(play):
        return out
    play = clock.hand_over(table, play, now)
    out = replace(out, table=replace(table, play=play))
    return out if play.early is None else _take_up(out, play, play.early, now)


def _take_up(out: Outcome, play: Play, early: Early, now: datetime) -> Outcome:
    table = replace(out.table, play=replace(play, early=None))
    done = move(table, early.seat, early.move, now)
    if isinstance(done, Refused):
        done = Outcome(table, tell=_dropped(table, early, now))
    return joined(out, done)


def _dropped(table: Table, early: Early, now: datetime) -> tuple[ToPlayer, ...]:
    return _private(table, early.seat, Fact(Code.EARLY_DROPPED, now, seat=early.seat))


def _private(table: Table, seat: str, fact: Fact) -> tuple[ToPlayer, ...]:
    player = table.seat(seat).player
    return () if player is None else (ToPlayer(player, fact),)


def _cause_of(table: Table, seat: str) -> str:
    """The cause that the record gives to what this seat does."""
    one = table.seat(seat)
    if isinstance(one.sitter, Computer):
        return "computer"
    return "player" if one.away is None else "autopilot"


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
