"""What is answered to somebody who sets something: that it is so now, or what to write instead."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from uno_chat.contract import Document, line
from uno_chat.views.bans import of_bans
from uno_chat.views.linking import link_page
from uno_chat.views.names import cut, shown
from uno_chat.views.reader import Reader
from uno_chat.views.remark import Remark
from uno_chat.views.remarked_places import of_places
from uno_chat.views.words import DAYS
from uno_chat.views.zones import city, example_city

_QUOTED = 40


def remark_page(remark: Remark, parts: Mapping[str, str], r: Reader, now: datetime) -> Document:
    """One sentence, and a second one where clocks follow later."""
    about_accounts = link_page(remark, parts, r, now)
    if about_accounts is not None:
        return about_accounts
    said = {name: cut(shown(part), _QUOTED) for name, part in parts.items() if name != "near"}
    text = _set(remark, parts, r) or _vacation(remark, parts, r)
    text = text or _switched(remark, parts, r) or _wrong(remark, said, _near(parts, r), r)
    text = text or _of_group(remark, said, r) or of_places(remark, parts, r)
    text = text or of_bans(remark, parts, r)
    if parts.get("until"):
        later = r.moment(datetime.fromisoformat(parts["until"]), now)
        text = " ".join((text, r.t("Clocks go by your earlier hours until {time}.", time=later)))
    return Document((line(text),))


def _set(remark: Remark, parts: Mapping[str, str], r: Reader) -> str:
    match remark:
        case Remark.ZONE:
            return r.t(
                "I tell you times as they are in {city}.", city=city(parts["zone"], r.language)
            )
        case Remark.ROOM_ZONE:
            return r.t(
                "Times here are as they are in {city}.", city=city(parts["zone"], r.language)
            )
        case Remark.QUIET if parts.get("hours"):
            text = r.t("Your quiet hours: {hours}.", hours=parts["hours"])
            return f"{text} {_nowhere(r)}" if parts.get("nowhere") else text
        case Remark.QUIET:
            return r.t("You have no quiet hours.")
        case Remark.WEEKEND if parts.get("days"):
            return r.t("Your days off: {days}.", days=day_names(parts["days"], r))
        case Remark.WEEKEND:
            return r.t("You have no days off.")
        case Remark.REMINDERS if parts.get("leads") == "usual":
            return r.t("I remind you as usual.")
        case Remark.REMINDERS if parts.get("leads"):
            return r.t("I remind you {times} before the end.", times=parts["leads"])
        case Remark.REMINDERS:
            return r.t("I remind you only shortly before the end.")
    return ""


def _vacation(remark: Remark, parts: Mapping[str, str], r: Reader) -> str:
    left, length = _time(parts, "left", r), _time(parts, "length", r)
    match remark:
        case Remark.VACATION:
            text = r.t(
                "You are on vacation for {length}. Left for another time: {left}.",
                length=length,
                left=left,
            )
            return f"{text} {_without_vacation(parts, r)}".strip()
        case Remark.VACATION_LEFT if parts.get("on"):
            return r.t(
                "You are on vacation; “back” ends it. Left for another time: {left}.", left=left
            )
        case Remark.VACATION_LEFT:
            return r.t(
                "You have {left} of vacation. Write how long, like “vacation 3d”.", left=left
            )
        case Remark.VACATION_LENGTH:
            shortest = _time(parts, "shortest", r)
            return r.t(
                "A vacation is at least {shortest} long, and you have {left}.",
                shortest=shortest,
                left=left,
            )
        case Remark.VACATION_OVER:
            return r.t("Welcome back. Vacation left: {left}.", left=left)
    return ""


def _without_vacation(parts: Mapping[str, str], r: Reader) -> str:
    if not parts.get("none"):
        return ""
    names = r.all_of(shown(name) for name in parts["none"].split("|"))
    return r.t("There is no vacation at {names}: play there.", names=names)


def _time(parts: Mapping[str, str], name: str, r: Reader) -> str:
    return r.span(timedelta(seconds=float(parts.get(name, "0"))))


def _switched(remark: Remark, parts: Mapping[str, str], r: Reader) -> str:
    match remark:
        case Remark.POKES if parts.get("on"):
            return r.t("When you write in a group where a table waits for you, I tell you so.")
        case Remark.POKES:
            return r.t("I leave you alone when you write in a group where a table waits for you.")
        case Remark.NUDGES if parts.get("on"):
            return r.t("Others at the table may have me remind you.")
        case Remark.NUDGES:
            return r.t("Others at the table cannot have me remind you.")
    return ""


def _nowhere(r: Reader) -> str:
    """Hours mean little without a place."""
    where = r.t("zone {city}", city=example_city(r.language))
    return r.t("Tell me where you live, too, like {example}.", example=r.quoted(where))


def day_names(days: str, r: Reader) -> str:
    """Weekdays in the reader's language; ``days`` are canonical names by "|"."""
    return r.all_of(r.day(DAYS.index(name)) for name in days.split("|"))


def _near(parts: Mapping[str, str], r: Reader) -> str:
    """Names of our own, which may be long."""
    return r.either(parts["near"].split("|")) if parts.get("near") else ""


def _wrong(remark: Remark, said: Mapping[str, str], near: str, r: Reader) -> str:
    match remark:
        case Remark.NO_ZONE if near:
            return r.t(
                "There is no time zone “{text}”. Do you mean {near}? "
                "Else write a big city near you.",
                text=said["text"],
                near=near,
            )
        case Remark.NO_ZONE:
            return r.t(
                "There is no time zone “{text}”. Write a big city near you, like {example}.",
                text=said["text"],
                example=example_city(r.language),
            )
        case Remark.WHICH_ZONE:
            return r.t("“{text}” is more than one place: {near}?", text=said["text"], near=near)
        case Remark.NOT_QUIET:
            return r.t("Quiet hours are written like 22:30-08:00, or off; not “{text}”.", **said)
        case Remark.LONG_QUIET:
            return r.t("Quiet hours are {hours} hours at most.", **said)
        case Remark.NOT_DAYS:
            example = " ".join(r.day(day) for day in (5, 6))
            return r.t(
                "Days off are written like {example}, or off; not “{text}”.",
                example=example,
                **said,
            )
        case Remark.MANY_DAYS:
            return r.t("There are {count} days off at most.", **said)
        case Remark.NOT_LEADS:
            return r.t(
                "Reminders are at most {count} times before the end, like 8h 4h 1h, or usual, or"
                " off; not “{text}”.",
                **said,
            )
        case Remark.NOT_SWITCH:
            return r.t("{word} is on or off, not “{text}”.", **said)
    return ""


def _of_group(remark: Remark, said: Mapping[str, str], r: Reader) -> str:
    match remark:
        case Remark.USUAL:
            return r.t("The next tables here begin with that.")
        case Remark.AS_EVER:
            return r.t("The next tables here begin as usual again.")
        case Remark.STARTERS if said.get("admins"):
            return r.t("From now on only admins open tables here.")
        case Remark.STARTERS:
            return r.t("From now on everyone may open tables here.")
        case Remark.NOT_STARTERS:
            return r.t("Tables are opened by everyone or by admins, not by “{text}”.", **said)
        case Remark.NO_ADMINS:
            return r.t("Here nobody is known as an admin, so everyone may open tables.")
        case Remark.ONLY_CHIEFS:
            return r.t("Only an admin of the group or the host of a table here can set that.")
        case Remark.ONLY_ADMINS_START:
            return r.t("Here only admins open tables: ask one of them.")
    return ""
