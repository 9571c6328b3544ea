"""A vote: who may, when it is decided, what its end brings about. One question at a time, and each
ends by itself, so that nobody who says nothing can hold it open.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.table import absence
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.flow import proceed
from uno_chat.table.lobby import noted
from uno_chat.table.motions import Motion, Vote
from uno_chat.table.outcome import Outcome, ToAll, ToPlayer, joined
from uno_chat.table.pausing import BY_PEOPLE, paused, resumed
from uno_chat.table.repacing import repaced
from uno_chat.table.state import Pause, PauseReason, Table

LONGEST_VOTE: Final = timedelta(hours=12)
"""How long a question is open at most, if not all have to answer it."""
FOR_ALL: Final = timedelta(days=3)
"""How long at most if all have to."""
COOLING: Final = timedelta(minutes=10)
"""After n questions in a round that came to nothing, the next has to wait n times n times this."""

_ASKED: Final = {
    Motion.PAUSE: Code.PAUSE_ASKED,
    Motion.RESUME: Code.RESUME_ASKED,
    Motion.PACE: Code.PACE_ASKED,
    Motion.SKIP: Code.SKIP_ASKED,
}


def electorate(table: Table, vote: Vote) -> tuple[str, ...]:
    """Who may answer: never the seat that it is about."""
    return tuple(seat for seat in table.voters if seat != vote.whom)


def asked(table: Table, vote: Vote, now: datetime) -> Outcome | Refused:
    """Put a question to all; whoever asks says yes. It may be decided at once."""
    if table.vote is not None:
        return Refused(Why.VOTE_RUNNING)
    if table.failed_at is not None:
        free = table.failed_at + table.failed**2 * COOLING
        if now < free:
            return Refused(Why.VOTE_TOO_SOON, then=free, sent=now)
    vote = replace(vote, number=table.votes + 1, until=now + _open_for(table, vote.motion))
    fact = _fact(vote, _ASKED[vote.motion], now)
    table = noted(replace(table, vote=vote, votes=vote.number), fact)
    out = _counted(Outcome(table), vote, now)
    if out.table.vote is None:
        return out
    others = (table.seat(seat).player for seat in electorate(table, vote) if seat != vote.by)
    return replace(out, tell=tuple(ToPlayer(one, fact) for one in others if one is not None))


def _open_for(table: Table, motion: Motion) -> timedelta:
    base = table.settings.pace.base
    if motion is Motion.PACE:
        return FOR_ALL if base is None else min(FOR_ALL, 3 * base)
    return LONGEST_VOTE if base is None else min(LONGEST_VOTE, base / 2)


def answer(
    table: Table, by: int, number: int | None, now: datetime, *, agree: bool
) -> Outcome | Refused:
    """Somebody says yes or no, and may think better of it; ``number`` None is the open question."""
    seat, vote = table.seat_of(by), table.vote
    if seat is None:
        return Refused(Why.NOT_SEATED)
    if vote is None or number not in {None, vote.number}:
        return Refused(Why.NO_VOTE)
    if seat.id == vote.whom:
        return Refused(Why.VOTE_ABOUT_YOU)
    if table.play is not None and not table.play.plays(seat.id):
        return Refused(Why.NOT_IN_THIS_ROUND)
    if seat.id in (vote.yes if agree else vote.no):
        return Refused(Why.VOTED_SO)
    table = absence.acted(table, seat.id, now)
    mine = (seat.id,)
    yes = tuple(one for one in vote.yes if one != seat.id) + (mine if agree else ())
    no = tuple(one for one in vote.no if one != seat.id) + (() if agree else mine)
    vote = replace(vote, yes=yes, no=no)
    return _counted(proceed(Outcome(replace(table, vote=vote)), now), vote, now)


def over(table: Table, number: int, now: datetime) -> Outcome:
    """The time of a question is up: where nothing is said against it, silence is consent."""
    vote = table.vote
    if vote is None or vote.number != number or now < vote.until:
        return Outcome(table)
    out = _counted(Outcome(table), vote, now)  # somebody may have left since the last answer
    if out.table.vote is None:
        return out
    consent = vote.motion is Motion.PAUSE and bool(electorate(table, vote))
    return _carried(table, vote, now) if consent else failed(table, vote, now)


def _counted(out: Outcome, vote: Vote, now: datetime) -> Outcome:
    """Decided as soon as no answer that is missing could change it."""
    who = electorate(out.table, vote)
    yes, no = _of(vote.yes, who), _of(vote.no, who)
    need = len(who) if vote.motion is Motion.PACE else -(-2 * len(who) // 3)
    if len(yes) >= need > 0:
        return joined(out, _carried(out.table, vote, now))
    against = () if _only_the_mover(out.table, vote, no) else no
    if len(against) > len(who) - need:
        return joined(out, failed(out.table, vote, now))
    if len(yes) + len(no) == len(who) and vote.motion is Motion.PAUSE:
        return joined(out, _carried(out.table, vote, now))
    return out


def _of(seats: tuple[str, ...], who: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(seat for seat in seats if seat in who)


def _only_the_mover(table: Table, vote: Vote, no: tuple[str, ...]) -> bool:
    """Whoever is to move may do so in a pause as well, and so cannot refuse it alone."""
    play = table.play
    return vote.motion is Motion.PAUSE and play is not None and no == (play.owner,)


def failed(table: Table, vote: Vote, now: datetime) -> Outcome:
    """A question that came to nothing; the next one has to wait a while."""
    table = replace(table, vote=None, failed=table.failed + 1, failed_at=now)
    fact = _fact(vote, Code.VOTE_FAILED, now)
    # Whoever asked may have left before the next match began.
    player = next((seat.player for seat in table.seats if seat.id == vote.by), None)
    tell = () if player is None else (ToPlayer(player, fact),)
    return Outcome(noted(table, fact), tell=tell)


def _carried(table: Table, vote: Vote, now: datetime) -> Outcome:
    table = replace(table, vote=None)
    match vote.motion:
        case Motion.PAUSE:
            why = Pause(PauseReason.VOTE, now, until=now + vote.length)
            return told(paused(table, why, now), _fact(vote, Code.PAUSED, now))
        case Motion.RESUME:
            return told(gone_on(table, now), _fact(vote, Code.RESUMED, now))
        case Motion.PACE:
            table = replace(table, agreed=vote.settings)
            table = repaced(table) if table.play is None else table
            return told(table, _fact(vote, Code.PACE_CHANGED, now))
        case Motion.SKIP:
            return _skipped(table, vote, now)


def gone_on(table: Table, now: datetime) -> Table:
    """The table without the pauses that people made."""
    for why in table.pauses:
        if why.reason in BY_PEOPLE:
            table = resumed(table, why, now)
    return table


def told(table: Table, fact: Fact) -> Outcome:
    """Something that all should hear at once, and find on the table."""
    return Outcome(noted(table, fact), tell=(ToAll(fact),))


def _skipped(table: Table, vote: Vote, now: datetime) -> Outcome:
    seat = table.seat(vote.whom)
    if table.play is None or table.play.owner != seat.id or seat.pilot is not None:
        return Outcome(table)
    return proceed(Outcome(absence.gone_away(table, seat, now)), now)


def _fact(vote: Vote, code: Code, now: datetime) -> Fact:
    """The question in a fact: of what length, or about whom, by its motion."""
    seconds = int(vote.length.total_seconds())
    return Fact(
        code, now, seat=vote.by, other=vote.whom or None, number=seconds, why=vote.motion.value
    )
