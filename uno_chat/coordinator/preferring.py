"""What somebody tells about the own habits: understood, kept, brought to every table at once."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Final, assert_never

from uno_chat.contract import Transaction
from uno_chat.coordinator.asking import Asker, reply
from uno_chat.coordinator.durations import duration
from uno_chat.coordinator.intents import Matter, Prefer
from uno_chat.coordinator.keeping import NO_SEED, at_each
from uno_chat.coordinator.looking import refresh
from uno_chat.coordinator.messages import Remarked, remarked
from uno_chat.coordinator.profiles import keep_person, person
from uno_chat.coordinator.sheets import is_part, open_sheet
from uno_chat.table import (
    LONGEST_NIGHT,
    MOST_DAYS,
    USUAL,
    Adopt,
    Habits,
    Outcome,
    Table,
    Told,
    decide,
    told,
)
from uno_chat.views import DAYS, Remark, length, typed_hours, zones_like, zones_named

MOST_LEADS: Final = 4
_HOURS: Final = re.compile(r"(\d{1,2})(?:[:.h](\d{2})?)?")
_SWITCH: Final = {"on": True, "off": False}
_CLOCK: Final = (Matter.ZONE, Matter.QUIET, Matter.WEEKEND)


def prefer(tx: Transaction, who: Asker, wanted: Prefer, now: datetime) -> str:
    """Keep what is told, or say what to write instead; without words show how it is."""
    text = " ".join(wanted.words)
    if not text or is_part(wanted.matter, text):
        return open_sheet(tx, who, f"{wanted.matter} {text}".strip(), now)
    before = person(who.player).told.habits
    changed = _changed(before, wanted, who.player.language)
    if isinstance(changed, Remarked):
        reply(tx, who, changed, now)
        return "remarked"
    habits, remark = changed
    after = _keep(tx, who, habits, now)
    if after.kept is not None and wanted.matter in _CLOCK:
        until = ("until", after.kept.until.isoformat())
        remark = replace(remark, parts=(*remark.parts, until))
    reply(tx, who, remark, now)
    if who.press is not None and who.room is None:
        open_sheet(tx, who, _opened(wanted.matter), now)
    return "preferred"


def _opened(matter: Matter) -> str:
    """What is shown after a tap: the matter again where one taps more than once, else all."""
    return matter if matter is Matter.WEEKEND else ""


def _keep(tx: Transaction, who: Asker, habits: Habits, now: datetime) -> Told:
    """Habits that hold from now on, at every table."""
    known = person(who.player)
    after = told(known.told, habits, now)
    keep_person(tx, who.player.id, replace(known, told=after, asked=True))
    at_each(tx, tx.tables_of(who.player.id), _adopt(who, after), now)
    if habits.zone != known.told.habits.zone and who.room is None:
        refresh(tx, who, now)
    return after


def at_home(table: Table, who: Asker, now: datetime) -> Table:
    """The table after somebody sat down whose habits are known."""
    out = decide(table, _adopt(who, person(who.player).told), now, NO_SEED)
    return out.table if isinstance(out, Outcome) else table


def _adopt(who: Asker, known: Told) -> Adopt:
    return Adopt(who.player.id, known.habits, known.kept)


_Changed = tuple[Habits, Remarked] | Remarked
"""Other habits and what is said about them, or what is wrong with the words."""


def _changed(habits: Habits, wanted: Prefer, language: str | None) -> _Changed:
    words, text = wanted.words, " ".join(wanted.words)
    match wanted.matter:
        case Matter.ZONE:
            zone = zone_of(text, language)
            if isinstance(zone, Remarked):
                return zone
            return replace(habits, zone=zone), remarked(Remark.ZONE, zone=zone)
        case Matter.QUIET:
            return _quiet(habits, words)
        case Matter.WEEKEND:
            return _weekend(habits, words)
        case Matter.REMINDERS:
            return _reminders(habits, words)
        case Matter.POKES if text in _SWITCH:
            return replace(habits, pokes=_SWITCH[text]), _switched(Remark.POKES, text)
        case Matter.NUDGES if text in _SWITCH:
            return replace(habits, nudges=_SWITCH[text]), _switched(Remark.NUDGES, text)
        case Matter.POKES | Matter.NUDGES:
            return remarked(Remark.NOT_SWITCH, word=wanted.matter, text=text)
    assert_never(wanted.matter)


def zone_of(text: str, *languages: str | None) -> str | Remarked:
    """The zone that somebody means who may write these languages, or the names nearest to it."""
    known = [language for language in languages if language] or [""]
    found = next(filter(None, (zones_named(text, language) for language in known)), ())
    if len(found) == 1:
        return found[0]
    near = "|".join(found or zones_like(text, known[0]))
    return remarked(Remark.WHICH_ZONE if found else Remark.NO_ZONE, text=text, near=near)


def _quiet(habits: Habits, words: tuple[str, ...]) -> _Changed:
    match words:
        case ("off",):
            return replace(habits, quiet=None), remarked(Remark.QUIET)
        case ("usual",):
            hours = USUAL.quiet
        case _:
            hours = _hours(" ".join(words))
    if hours is None:
        return remarked(Remark.NOT_QUIET, text=" ".join(words))
    if _length(*hours) > LONGEST_NIGHT:
        return remarked(Remark.LONG_QUIET, hours=f"{LONGEST_NIGHT / timedelta(hours=1):g}")
    nowhere = "yes" if habits.zone is None else ""
    said = remarked(Remark.QUIET, hours=typed_hours(hours), nowhere=nowhere)
    return replace(habits, quiet=hours), said


def _hours(text: str) -> tuple[time, time] | None:
    """``22:30-08:00``, ``22-8``, ``22h30 8h``."""
    found = [_HOURS.fullmatch(part) for part in re.split(r"\s*[-–\s]\s*", text)]
    try:
        begin, end = (time(int(one[1]), int(one[2] or 0)) for one in found if one is not None)
    except ValueError:
        return None
    return (begin, end) if begin != end and None not in found else None


def _length(begin: time, end: time) -> timedelta:
    """From one time to the next that is another."""
    evening = datetime.combine(date.min, begin)
    return datetime.combine(date.min + timedelta(days=begin > end), end) - evening


def _weekend(habits: Habits, words: tuple[str, ...]) -> _Changed:
    if words == ("off",):
        return replace(habits, weekend=()), remarked(Remark.WEEKEND)
    if words == ("usual",):
        words = tuple(DAYS[day] for day in USUAL.weekend)
    days = tuple(sorted({DAYS.index(word) for word in words if word in DAYS}))
    if not {*words} <= {*DAYS}:
        return remarked(Remark.NOT_DAYS, text=" ".join(words))
    if len(days) > MOST_DAYS:
        return remarked(Remark.MANY_DAYS, count=str(MOST_DAYS))
    names = "|".join(DAYS[day] for day in days)
    return replace(habits, weekend=days), remarked(Remark.WEEKEND, days=names)


def _reminders(habits: Habits, words: tuple[str, ...]) -> _Changed:
    match words:
        case ("off",):
            return replace(habits, leads=()), remarked(Remark.REMINDERS)
        case ("usual",):
            return replace(habits, leads=None), remarked(Remark.REMINDERS, leads="usual")
    try:
        leads = tuple(sorted({duration(word) for word in words}, reverse=True))
    except ValueError:
        leads = ()
    if not 0 < len(leads) <= MOST_LEADS or not all(leads):
        return remarked(Remark.NOT_LEADS, text=" ".join(words), count=str(MOST_LEADS))
    return replace(habits, leads=leads), remarked(
        Remark.REMINDERS, leads=" ".join(map(length, leads))
    )


def _switched(remark: Remark, text: str) -> Remarked:
    return remarked(remark, on=text if _SWITCH[text] else "")
