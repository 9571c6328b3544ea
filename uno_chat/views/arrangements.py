"""What people arrange beside the cards, in words: pauses, votes, seats that change hands."""

from __future__ import annotations

from datetime import timedelta

from uno_chat.table import NOBODY
from uno_chat.table.facts import Code, Fact
from uno_chat.table.state import PauseReason
from uno_chat.views.names import LONGEST_TEXT, shown
from uno_chat.views.project import TableView
from uno_chat.views.reader import Reader


def done(fact: Fact, reader: Reader) -> str | None:
    """What somebody did or asked for, without the name; None if it is something else."""
    return _of_time(fact, reader) or _of_seats(fact, reader)


def _of_time(fact: Fact, r: Reader) -> str | None:
    time = r.span(timedelta(seconds=fact.number))
    match fact.code:
        case Code.PAUSED:
            why = shown(fact.text, LONGEST_TEXT)
            return r.t("made the table stand still for {time}: {why}", time=time, why=why)
        case Code.RESUMED:
            return r.t("ended the pause")
        case Code.PAUSE_ASKED:
            return r.t("asked for a pause of {time}", time=time)
        case Code.RESUME_ASKED:
            return r.t("asked to end the pause")
        case Code.PACE_ASKED:
            return r.t("asked for another pace")
    return None


def _of_seats(fact: Fact, r: Reader) -> str | None:
    match fact.code:
        case Code.CLAIMED:
            return r.t("claimed the round")
        case Code.VACATION:
            time = r.span(timedelta(seconds=fact.number))
            return r.t("is on vacation for {time}", time=time)
        case Code.VACATION_OVER:
            return r.t("is back from vacation")
        case Code.LEAVES_AFTER:
            return r.t("leaves after this round")
        case Code.STAYS:
            return r.t("stays after all")
        case Code.DROPPED:
            return r.t("did not come and lost the seat")
        case Code.SEAT_OFFERED:
            return r.t("stays away: anybody here may play on instead")
        case Code.REPLACED if fact.flag:
            name = who_left(fact.text, r)
            return r.t("plays on for {name}; anybody here may have the seat", name=name)
        case Code.SEAT_TAKEN | Code.REPLACED:
            return r.t("plays on for {name}", name=who_left(fact.text, r))
    return None


def who_left(name: str, r: Reader) -> str:
    """How somebody was called whose seat another has now, unless that name is forgotten."""
    return r.t("somebody who left") if name == NOBODY else shown(name)


def happened(view: TableView, fact: Fact, r: Reader) -> str | None:
    """What became of the time of all, and nobody alone did."""
    time = r.span(timedelta(seconds=fact.number))
    match fact.code:
        case Code.SET_BACK:
            return r.t(
                "the host had to go back to a backup: what was played since is lost, all goes on"
                " from here"
            )
        case Code.DORMANT:
            return r.t("nobody is there: the round waits for somebody to come back")
        case Code.TOO_FEW_READY:
            return r.t("too few were ready: nothing was dealt")
        case Code.VOTE_FAILED:
            return r.t("what {name} asked for was not agreed on", name=view.name(fact.seat))
        case Code.PAUSED if fact.why != PauseReason.HOST:
            return r.t("the table stands still for {time}, by a vote", time=time)
        case Code.RESUMED if fact.seat is None or fact.why:
            return r.t("the pause is over")
        case Code.RESUMES_SOON:
            return r.t("the pause is over in {time}", time=time)
        case Code.PACE_CHANGED:
            return r.t("all agreed on another pace, from the next turn on")
    return None
