"""A word to whoever is awaited: how much time is left, until when, and what can be done."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from uno_chat.contract import Block, Choices, Document, Heading, Paragraph, User, line
from uno_chat.table.facts import Code, Fact, Refused, Why
from uno_chat.table.state import Table
from uno_chat.views.pieces import button, mentioning, table_name, timed
from uno_chat.views.project import TableView, table_view
from uno_chat.views.reader import Reader

REMINDERS: Final = frozenset(
    {Code.STILL_YOURS, Code.RESERVE_RUNS, Code.LAST_CALL, Code.SEEN, Code.NUDGED}
)
"""What is said about a decision that is owed; all that fills it is as it is when it is sent."""


def reminder_page(table: Table, fact: Fact, reader: Reader, now: datetime) -> Document:
    """What the person to move is told in private."""
    view = table_view(table)
    return Document(tuple(_blocks(view, fact, reader, now)))


def group_reminder_page(
    table: Table, fact: Fact, reader: Reader, now: datetime, *, calls: User | None
) -> Document:
    """What a group hears: a line, which calls the person to move unless only a reserve runs."""
    view = table_view(table)
    text = _before_all(view, fact, reader, now)
    calls = None if fact.code == Code.RESERVE_RUNS else calls
    told = mentioning(_timed(text, view, reader, now), view.name(fact.seat), calls)
    return Document((Heading(table_name(view, reader)), told))


def after_nudge(view: TableView, fact: Fact, r: Reader) -> str | None:
    """What whoever asked for somebody to be reminded is told; None for any other fact."""
    name = view.name(fact.seat)
    match fact.code:
        case Code.NUDGE_SENT:
            return r.t("{name} is reminded.", name=name)
        case Code.NUDGE_KEPT:
            return r.t(
                "It is night where {name} lives: the reminder comes in the morning.", name=name
            )
    return None


def of_nudges(view: TableView, refused: Refused, r: Reader) -> str | None:
    """Why somebody is not reminded because another one asks; None for any other reason."""
    name = view.name(refused.seat)
    match refused.reason:
        case Why.NOBODY_AWAITED:
            return r.t("The table waits for nobody now.")
        case Why.NOT_AWAITED:
            return r.t("The table does not wait for {name} now.", name=name)
        case Why.WAITS_FOR_YOU:
            return r.t("The table waits for you.")
        case Why.NUDGED_ALREADY if refused.then is not None:
            return r.t(
                "Somebody was reminded here not long ago. You can do it again at {time}.",
                time=r.exact(refused.then),
            )
        case Why.NUDGED_ALREADY:
            return r.t("Somebody was reminded here not long ago.")
        case Why.NO_NUDGES:
            return r.t("{name} wants to be reminded by the table only, which does it.", name=name)
        case Why.REMINDED_ENOUGH:
            return r.t(
                "{name} has been reminded of this turn three times. There is one more word before "
                "its end.",
                name=name,
            )
        case Why.ASLEEP:
            return r.t("It is night where {name} lives. Try again in the morning.", name=name)
    return None


def _blocks(view: TableView, fact: Fact, reader: Reader, now: datetime) -> Iterator[Block]:
    yield Heading(table_name(view, reader))
    if fact.other is not None and fact.code != Code.NUDGED:
        yield line(reader.t("{name} asks you to play.", name=view.name(fact.other)))
    yield _timed(_in_private(view, fact, reader, now), view, reader, now)
    if fact.code == Code.LAST_CALL:
        yield line(reader.t("After that the least is done for you and play goes on."))
    if _deadline(view, now) is not None:
        yield line(_instead(reader))
    yield Choices((button(view, reader.t("Open my hand"), "hand"),))


def _instead(r: Reader) -> str:
    """What whoever cannot play now can do."""
    return r.t(
        "No time now? The others can give you more with {time}; {vacation} is for longer.",
        time=r.quoted(r.command("time")),
        vacation=r.quoted(r.t("vacation 3d")),
    )


def _in_private(view: TableView, fact: Fact, r: Reader, now: datetime) -> str:
    deadline = _deadline(view, now)
    if deadline is None:
        if fact.code == Code.NUDGED:
            return r.t("{name} asks you to play: it is your turn.", name=view.name(fact.other))
        return r.t("It is your turn here.")
    left, until = r.span(deadline - now), r.there(deadline, now)
    match fact.code:
        case Code.RESERVE_RUNS:
            return r.t(
                "Still your turn. Your reserve runs now: {left} left (until {until}).",
                left=left,
                until=until,
            )
        case Code.LAST_CALL:
            return r.t("Your turn ends soon: {left} left (until {until}).", left=left, until=until)
        case Code.SEEN:
            return r.t(
                "While you are here: it is your turn, {left} left (until {until}).",
                left=left,
                until=until,
            )
        case Code.NUDGED:
            return r.t(
                "{name} asks you to play: still your turn, {left} left (until {until}).",
                name=view.name(fact.other),
                left=left,
                until=until,
            )
    return r.t("Still your turn, {left} left (until {until}).", left=left, until=until)


def _before_all(view: TableView, fact: Fact, r: Reader, now: datetime) -> str:
    name, deadline = view.name(fact.seat), _deadline(view, now)
    if deadline is None:
        return r.t("{name}, it is your turn.", name=name)
    left, until = r.span(deadline - now), r.there(deadline, now)
    match fact.code:
        case Code.RESERVE_RUNS:
            return r.t("{name} is using reserve time (until {until}).", name=name, until=until)
        case Code.LAST_CALL:
            return r.t(
                "{name}, your turn ends soon: {left} left (until {until}).",
                name=name,
                left=left,
                until=until,
            )
    return r.t(
        "{name}, it is your turn: {left} left (until {until}).", name=name, left=left, until=until
    )


def _timed(text: str, view: TableView, reader: Reader, now: datetime) -> Paragraph:
    deadline = _deadline(view, now)
    said = reader.there(deadline, now) if deadline else ""
    return timed(line(text), deadline, reader, now, said=said)


def _deadline(view: TableView, now: datetime) -> datetime | None:
    """Until when the turn is announced to be, as long as that is to come."""
    deadline = None if view.round is None else view.round.deadline
    return None if deadline is None or deadline <= now else deadline
