"""What somebody has told about language, time zone and disturbance, and buttons that change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, time

from uno_chat.contract import Block, Choice, Document, Heading, line
from uno_chat.table.habits import MOST_DAYS, NIGHT, Habits, Told
from uno_chat.views.catalogue import nearest, own_name
from uno_chat.views.durations import length, typed_hours
from uno_chat.views.linking import Accounts, account_choices, account_hints, accounts_line
from uno_chat.views.pieces import answered, chosen, language_choices, loose
from uno_chat.views.reader import Reader
from uno_chat.views.words import DAYS
from uno_chat.views.zone_pages import zone_choices, zone_hints
from uno_chat.views.zones import city

_NIGHTS = (NIGHT, (time(22), time(7)), (time(23), time(7)), (time(23), time(8)), (time(0), time(8)))
_LEADS = ("8h 4h 1h", "4h 1h", "1h")


def personal_page(
    told: Told, part: str, accounts: Accounts, reader: Reader, now: datetime
) -> Document:
    """The whole page, or the part that changes one matter ("zone europe", "quiet")."""
    name, *words = part.split() or [""]
    match name:
        case "language":
            return _part(reader, reader.t("Language"), (), language_choices(reader))
        case "zone":
            choices = zone_choices(tuple(words), reader)
            return _part(reader, reader.t("Time zone"), zone_hints(reader), choices)
        case "quiet":
            return _part(reader, reader.t("Quiet hours"), *_quiet(told.habits, reader))
        case "weekend":
            return _part(reader, reader.t("Days off"), *_weekend(told.habits, reader))
        case "reminders":
            return _part(reader, reader.t("Reminders"), *_reminders(told.habits, reader))
        case "accounts":
            hints = (accounts_line(accounts, reader), *account_hints(reader))
            return _part(reader, reader.t("Accounts"), hints, account_choices(accounts, reader))
    return _whole(told, accounts, reader, now)


def _part(r: Reader, title: str, hints: Iterable[str], choices: Iterable[Choice]) -> Document:
    """What one matter does, and what it can be."""
    back = loose(r.t("Back"), "settings", group="back")
    said = (*map(line, hints), *_typed(r))
    return Document((Heading(title), *said, answered((*choices, back), r)))


def _typed(r: Reader) -> Iterator[Block]:
    """The last page with numbers is the hand, and what is written may lay a card."""
    if r.typed:
        yield line(r.t("Write the words before a line: a number still means your cards."))


def _whole(told: Told, accounts: Accounts, r: Reader, now: datetime) -> Document:
    habits = told.habits
    several = (accounts,) if len(r.networks) > 1 or len(accounts.networks) > 1 else ()
    return Document(
        (
            Heading(r.t("Your settings")),
            line(r.t("Language: {name}", name=own_name(nearest(r.language)))),
            line(_zone(habits, r, now)),
            *_lines(habits, r),
            *_later(told, r, now),
            *(line(accounts_line(one, r)) for one in several),
            *_typed(r),
            answered((*_matters(habits, r), *_accounts(several, r)), r),
        )
    )


def _zone(habits: Habits, r: Reader, now: datetime) -> str:
    if habits.zone is None:
        return r.t("Time zone: not known yet, so no clock rests at night")
    there = f"{now.astimezone(r.zone):%H:%M}"
    name = city(habits.zone, r.language)
    return r.t("Time zone: {city}, where it is {time}", city=name, time=there)


def _lines(habits: Habits, r: Reader) -> Iterator[Block]:
    none = r.t("none")
    hours = none if habits.quiet is None else typed_hours(habits.quiet)
    days = r.all_of(map(r.day, habits.weekend)) if habits.weekend else none
    yield line(r.t("Quiet hours: {hours}", hours=hours))
    yield line(r.t("Days off: {days}", days=days))
    yield line(r.t("Reminders: {times}", times=_leads(habits, r)))


def _leads(habits: Habits, r: Reader) -> str:
    match habits.leads:
        case None:
            return r.t("as usual")
        case ():
            return r.t("a last call only")
        case leads:
            return r.t("{times} before the end", times=r.all_of(map(r.span, leads)))


def _later(told: Told, r: Reader, now: datetime) -> Iterator[Block]:
    if told.kept is not None and now < told.kept.until:
        later = r.moment(told.kept.until, now)
        yield line(r.t("Clocks go by your earlier hours until {time}.", time=later))


def _matters(habits: Habits, r: Reader) -> Iterator[Choice]:
    yield loose(r.t("Language"), "language", group="where")
    yield loose(r.t("Time zone"), "zone", group="where")
    yield loose(r.t("Quiet hours"), "quiet", group="when")
    yield loose(r.t("Days off"), "weekend", group="when")
    yield loose(r.t("Reminders"), "reminders", group="what")
    poke = chosen(r.t("Tell me when I am seen"), is_so=habits.pokes)
    yield loose(poke, _switch("pokes", on=not habits.pokes), group="pokes")
    nudge = chosen(r.t("Others may remind me"), is_so=habits.nudges)
    yield loose(nudge, _switch("nudges", on=not habits.nudges), group="nudges")


def _accounts(several: tuple[Accounts, ...], r: Reader) -> Iterator[Choice]:
    """A button, where one can play from several networks."""
    for _ in several:
        yield loose(r.t("Accounts"), "hands", group="accounts")


def _switch(word: str, *, on: bool) -> str:
    return f"{word} {'on' if on else 'off'}"


_Matter = tuple[tuple[str, ...], tuple[Choice, ...]]
"""What is to be known of a matter, and what it can be."""


def _quiet(habits: Habits, r: Reader) -> _Matter:
    hints = (
        r.t("I do not disturb you then, and no deadline of a slow table is then."),
        r.t("Choose, or write: {example}", example=r.t("quiet {hours}", hours=typed_hours(NIGHT))),
    )
    nights = (
        loose(chosen(hours, is_so=habits.quiet == night), f"quiet {hours}", group=f"n{place // 2}")
        for place, (night, hours) in enumerate((n, typed_hours(n)) for n in _NIGHTS)
    )
    off = loose(chosen(r.t("None"), is_so=habits.quiet is None), "quiet off", group="off")
    return hints, (*nights, off)


def _weekend(habits: Habits, r: Reader) -> _Matter:
    hints = (r.t("At tables where weekends do not count, your time does not run on these days."),)
    days = (_day(day, habits, r) for day in range(len(DAYS)))
    off = loose(chosen(r.t("None"), is_so=not habits.weekend), "weekend off", group="off")
    return hints, (*filter(None, days), off)


def _day(day: int, habits: Habits, r: Reader) -> Choice | None:
    """A button that takes a day away or adds it; none if there were too many then."""
    is_off = day in habits.weekend
    days = sorted({*habits.weekend} ^ {day})
    if len(days) > MOST_DAYS:
        return None
    words = " ".join(DAYS[one] for one in days) or "off"
    return loose(chosen(r.day(day), is_so=is_off), f"weekend {words}", group=f"d{day // 4}")


def _reminders(habits: Habits, r: Reader) -> _Matter:
    hints = (
        r.t("When I remind you before your time is up. I always give a last call."),
        r.t("Choose, or write: {example}", example=r.t("reminders {times}", times=_LEADS[1])),
    )
    is_now = " ".join(map(length, habits.leads or ()))
    usual = chosen(r.t("As usual"), is_so=habits.leads is None)
    off = chosen(r.t("A last call only"), is_so=habits.leads == ())
    return hints, (
        loose(usual, "reminders usual", group="usual"),
        *(
            loose(chosen(leads, is_so=leads == is_now), f"reminders {leads}", group="leads")
            for leads in _LEADS
        ),
        loose(off, "reminders off", group="off"),
    )
