"""What people agree on beside the cards: pauses, votes, what becomes of who does not come."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from uno_chat.contract import Block, Choice, Paragraph, line
from uno_chat.table.motions import Motion, Vote
from uno_chat.table.state import Pause, PauseReason
from uno_chat.views.names import LONGEST_TEXT, shown
from uno_chat.views.pieces import button, strong, timed
from uno_chat.views.project import HandView, TableView
from uno_chat.views.reader import Reader
from uno_chat.views.summary import pace_of


def still(view: TableView, reader: Reader, now: datetime) -> Iterator[Block]:
    """Why no time runs, and until when."""
    for one in view.pauses:
        why = _why(view, one, reader)
        if one.until is None:
            yield strong(reader.t("Paused: {why}", why=why))
        elif one.reason is PauseReason.ABSENT:
            text = reader.t("{why}; closed {time}", why=why, time=reader.until(one.until, now))
            yield timed(strong(text), one.until, reader, now)
        else:
            time = reader.until(one.until, now)
            text = reader.t("Paused until {time}: {why}", time=time, why=why)
            yield timed(strong(text), one.until, reader, now)


def _why(view: TableView, one: Pause, r: Reader) -> str:
    match one.reason:
        case PauseReason.VOTE:
            return r.t("agreed by a vote")
        case PauseReason.HOST:
            return shown(one.text, LONGEST_TEXT)
        case PauseReason.VACATION:
            return r.t("{name} is on vacation", name=view.name(one.of))
        case PauseReason.ABSENT:
            return r.t("Nobody is there: the round waits for somebody to come back")
        case PauseReason.NIGHT:
            return r.t("it is night; the table goes on when somebody acts")
        case PauseReason.OUTAGE:
            return r.t("the table could not be reached; it goes on when somebody acts")


def question(view: TableView, reader: Reader, now: datetime) -> Iterator[Block]:
    """The vote that is open: what is asked, who answered what, what silence means until when; and
    what came of one, if that is still to come.
    """
    if view.agreed is not None:
        pace = pace_of(view.agreed.pace, reader)
        yield line(reader.t("From the next turn on: {pace}.", pace=pace))
    vote = view.vote
    if vote is None:
        return
    what, silence = asked(view, vote, reader, now)
    yield what
    names = reader.all_of(map(view.name, vote.yes)) if vote.yes else "–"
    against = reader.all_of(map(view.name, vote.no)) if vote.no else "–"
    yield line(reader.t("Yes: {names} · No: {against}", names=names, against=against))
    yield silence


def asked(
    view: TableView, vote: Vote, reader: Reader, now: datetime
) -> tuple[Paragraph, Paragraph]:
    """What one has to know to answer: what is asked, and what silence means until when."""
    silence = timed(line(_silence(vote, reader, now)), vote.until, reader, now)
    return strong(_asked(view, vote, reader)), silence


def _asked(view: TableView, vote: Vote, r: Reader) -> str:
    name = view.name(vote.by)
    match vote.motion:
        case Motion.PAUSE:
            return r.t("{name} asks for a pause of {time}.", name=name, time=r.span(vote.length))
        case Motion.RESUME:
            return r.t("{name} asks to end the pause.", name=name)
        case Motion.SKIP:
            return r.t(
                "{name} asks to let a computer play for {other}.",
                name=name,
                other=view.name(vote.whom),
            )
        case Motion.PACE:
            pace = (vote.settings or view.settings).pace
            return r.t("{name} asks for another pace: {pace}.", name=name, pace=pace_of(pace, r))


def _silence(vote: Vote, r: Reader, now: datetime) -> str:
    time = r.until(vote.until, now)
    match vote.motion:
        case Motion.PAUSE:
            return r.t("Whoever says nothing until {time} agrees.", time=time)
        case Motion.PACE:
            return r.t("All have to agree, until {time}.", time=time)
        case _:
            return r.t("Two thirds have to agree, until {time}.", time=time)


def wakers(view: TableView, reader: Reader) -> Iterator[Choice]:
    """What brings a round to life again that nobody plays."""
    if any(one.reason is PauseReason.ABSENT for one in view.pauses):
        yield back(view, reader)


def votes(view: TableView, reader: Reader) -> Iterator[Choice]:
    """A button for each answer."""
    if view.vote is None:
        return
    for label, word in ((reader.t("Yes"), "yes"), (reader.t("No"), "no")):
        yield button(view, label, f"{word} {view.vote.number}", group="vote")


def muster(view: TableView, reader: Reader, now: datetime) -> Iterator[Block]:
    """Until when one has to be ready to be dealt in."""
    if view.muster is not None:
        time = reader.until(view.muster, now)
        text = reader.t("The next deal is at {time}, without those who are not ready.", time=time)
        yield timed(strong(text), view.muster, reader, now)


def free_seats(view: TableView, reader: Reader) -> Iterator[Choice]:
    """The seats whose people stay away, for whoever wants to play on there."""
    for seat in view.seats:
        if seat.offered:
            label = reader.t("Play on for {name}", name=shown(seat.name))
            yield button(view, label, f"sit {seat.id}", group="people")


def mine(view: HandView, reader: Reader, now: datetime) -> Iterator[Block]:
    """What concerns one seat: that a computer plays for it, that its opponent does not come."""
    vacation = view.seat.vacation
    if vacation is not None:
        text = reader.t("You are on vacation until {time}.", time=reader.until(vacation, now))
        yield timed(strong(text), vacation, reader, now)
    elif view.seat.away:
        yield strong(reader.t("A computer plays for you until you are back, or play yourself."))
    if view.table.waited_for is not None and view.seat.id != view.table.waited_for:
        yield strong(waiting_in_vain(view.table, view.table.waited_for, reader))


def waiting_in_vain(view: TableView, absent: str, reader: Reader) -> str:
    """The question to the one who is there."""
    return reader.t(
        "{name} does not come. Claim the round, go on against a computer, or keep waiting? "
        "If you do not say, the round is yours in a day.",
        name=view.name(absent),
    )


def of_people(view: HandView, reader: Reader) -> Iterator[Choice]:
    """What somebody may answer the others, beside the cards."""
    table, seat = view.table, view.seat
    if seat.away or seat.vacation:
        yield back(table, reader)
    if view.votes and table.vote is not None and seat.id not in (*table.vote.yes, *table.vote.no):
        yield from votes(table, reader)
    if table.waited_for is not None and seat.id != table.waited_for:
        yield from standoff(table, reader)


def back(view: TableView, reader: Reader) -> Choice:
    """The button of who was away."""
    return button(view, reader.t("I am back"), "back", group="people")


def standoff(view: TableView, reader: Reader) -> Iterator[Choice]:
    """What can become of a round of two."""
    yield button(view, reader.t("Claim the round"), "claim", group="people")
    yield button(view, reader.t("Play against a computer"), "onward", group="people")
    yield button(view, reader.t("Keep waiting"), "patience", group="people")
