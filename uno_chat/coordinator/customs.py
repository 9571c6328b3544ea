"""How a group plays: what its tables begin with, who opens them, where it lives, and the page on
which that is set. Set by its admins, or by the host of a table in it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from uno_chat.contract import Document, Room, Transaction
from uno_chat.coordinator import intents
from uno_chat.coordinator.asking import Asker, reply, say
from uno_chat.coordinator.finding import Found, is_home, readable
from uno_chat.coordinator.house import House
from uno_chat.coordinator.keeping import at_each
from uno_chat.coordinator.looking import page, refresh
from uno_chat.coordinator.messages import Puzzled, Remarked, Saying, remarked
from uno_chat.coordinator.preferring import zone_of
from uno_chat.coordinator.profiles import Custom, Starters, custom, keep_custom
from uno_chat.coordinator.questions import AskRank
from uno_chat.coordinator.ranking import Rank, rank
from uno_chat.coordinator.setup import BadSetting, agreed
from uno_chat.coordinator.sheets import is_part, open_sheet
from uno_chat.table import Dwell, Settings, Table
from uno_chat.views import PARTS, GroupView, Reader, Remark, Trouble, group_page, part_of

IN_A_GROUP: Final = 40
"""Open tables in one conversation; a topic is one of its own. Nobody could follow more of them."""


def barred(house: House, tx: Transaction, who: Asker, now: datetime) -> str | AskRank | None:
    """None if the asker may decide for the group; else who may not is told so."""
    return _told(tx, who, _why_barred(house, tx, who), now)


def _why_barred(house: House, tx: Transaction, who: Asker) -> Saying | AskRank | None:
    """Where no network knows admins and no table has a host, everybody may decide."""
    found = readable(tx, tx.tables_in(who.room)) if who.room else []
    tables = [table for stored, table in found if is_home(stored, who.room)]
    if any(table.host == who.player.id for table in tables):
        return None
    if not tables and not _knows_admins(house, who):
        return None
    return _why_no_admin(house, who, Remark.ONLY_CHIEFS)


def barred_from_connecting(
    house: House, tx: Transaction, who: Asker, now: datetime
) -> str | AskRank | None:
    """None if the asker may have a table of others shown in the group: where admins are known, like
    what is set there; elsewhere like opening one. Else who may not is told so.
    """
    return barred(house, tx, who, now) if _knows_admins(house, who) else None


def barred_from_opening(
    house: House, tx: Transaction, who: Asker, agreed_on: Custom, now: datetime
) -> str | AskRank | None:
    """None if the asker may open a table in the group; else who may not is told so."""
    if agreed_on.starters is Starters.EVERYONE or not _knows_admins(house, who):
        return None
    return _told(tx, who, _why_no_admin(house, who, Remark.ONLY_ADMINS_START), now)


def _knows_admins(house: House, who: Asker) -> bool:
    return who.room is not None and house.able(who.room.network).ranks


def _why_no_admin(house: House, who: Asker, remark: Remark) -> Saying | AskRank | None:
    match rank(house, who, who.room):
        case AskRank() as asked:
            return asked
        case Rank.ADMIN:
            return None
        case Rank.UNKNOWN:
            return Puzzled(Trouble.RANK_UNKNOWN)
        case Rank.MEMBER:
            return remarked(remark)


def _told(
    tx: Transaction, who: Asker, why: Saying | AskRank | None, now: datetime
) -> str | AskRank | None:
    return why if why is None or isinstance(why, AskRank) else say(tx, who, why, now)


def usual(house: House, agreed_on: Custom) -> Settings:
    """What tables of a group begin with; as in any house, where this version cannot read it."""
    found = agreed(house.settings, agreed_on.usual)
    return house.settings if isinstance(found, BadSetting) else found


def show_settings(
    house: House, tx: Transaction, who: Asker, part: str, found: Found | None, now: datetime
) -> str | AskRank:
    """The page of a table or of the next ones: with buttons in the group for whoever may press
    them, else in private as it is.
    """
    number = None if found is None else found[0].id
    why = _why_barred(house, tx, who) if found is None else _why_barred_at(house, tx, who, found)
    if why is None:
        return open_sheet(tx, who, part, now, number, in_room=True)
    if isinstance(why, AskRank):
        return why
    return say(tx, who, why, now) if number is None else page(tx, who, "settings", now, number)


def _why_barred_at(
    house: House, tx: Transaction, who: Asker, found: Found
) -> Saying | AskRank | None:
    """At a table whose home is elsewhere nobody decides here but its host."""
    stored, table = found
    if table.host == who.player.id:
        return None
    if is_home(stored, who.room):
        return _why_barred(house, tx, who)
    return remarked(Remark.ONLY_CHIEFS)


def set_custom(
    house: House,
    tx: Transaction,
    who: Asker,
    wanted: intents.Default | intents.Starting,
    now: datetime,
) -> str | AskRank:
    """How the group plays from now on."""
    match wanted:
        case intents.Default(words):
            return set_default(house, tx, who, words, now)
        case intents.Starting():
            return _set_starters(house, tx, who, wanted, now)


def set_default(
    house: House, tx: Transaction, who: Asker, words: tuple[str, ...], now: datetime
) -> str | AskRank:
    """What the next tables begin with, together with what was said before."""
    if who.room is None:
        return say(tx, who, Puzzled(Trouble.ONLY_IN_GROUP), now)
    if not words or (len(words) == 1 and words[0] in PARTS):
        return show_settings(house, tx, who, " ".join(words), None, now)
    refused = barred(house, tx, who, now)
    if refused is not None:
        return refused
    before = custom(tx.room(who.room))
    if words == ("off",):
        keep_custom(tx, who.room, replace(before, usual=()))
        return _set(tx, who, remarked(Remark.AS_EVER), "", now)
    named = {word.partition("=")[0].casefold(): word for word in (*before.usual, *words)}
    settings = agreed(usual(house, before), words)
    if isinstance(settings, BadSetting):
        return say(tx, who, settings.puzzled, now)
    still = tuple(word for word in named.values() if agreed(settings, (word,)) == settings)
    keep_custom(tx, who.room, replace(before, usual=still))
    return _set(tx, who, remarked(Remark.USUAL), part_of(words), now)


def _set_starters(
    house: House, tx: Transaction, who: Asker, wanted: intents.Starting, now: datetime
) -> str | AskRank:
    """Who may open tables here."""
    if who.room is None:
        return say(tx, who, Puzzled(Trouble.ONLY_IN_GROUP), now)
    if not wanted.who:
        return show_settings(house, tx, who, "group", None, now)
    if wanted.who not in set(Starters):
        return say(tx, who, remarked(Remark.NOT_STARTERS, text=wanted.who), now)
    if not house.able(who.room.network).ranks:
        return say(tx, who, remarked(Remark.NO_ADMINS), now)
    refused = barred(house, tx, who, now)
    if refused is not None:
        return refused
    starters = Starters(wanted.who)
    keep_custom(tx, who.room, replace(custom(tx.room(who.room)), starters=starters))
    admins = "admins" if starters is Starters.ADMINS else ""
    return _set(tx, who, remarked(Remark.STARTERS, admins=admins), "group", now)


def set_zone(
    house: House, tx: Transaction, who: Asker, words: tuple[str, ...], now: datetime
) -> str | AskRank:
    """Where a group lives: its pages tell times as they are there, and whoever has told no zone
    lives there too.
    """
    assert who.room is not None
    text = " ".join(words)
    if not text or is_part(intents.Matter.ZONE, text):
        return show_settings(house, tx, who, f"zone {text}".strip(), None, now)
    refused = barred(house, tx, who, now)
    if refused is not None:
        return refused
    room = tx.room(who.room)
    zone = zone_of(text, who.player.language, room.language if room else None)
    if isinstance(zone, Remarked):
        return say(tx, who, zone, now)
    keep_custom(tx, who.room, replace(custom(room), zone=zone))
    here = readable(tx, tx.tables_in(who.room))
    own = (stored.id for stored, _ in here if is_home(stored, who.room))
    at_each(tx, own, Dwell(zone), now)
    refresh(tx, who, now)
    return _set(tx, who, remarked(Remark.ROOM_ZONE, zone=zone), "group", now)


def group_sheet(
    house: House, room: Room | None, part: str, table: Table | None, reader: Reader
) -> Document:
    """A part of the page as it is now. What was agreed on is told even if it can be set no more."""
    agreed_on = custom(room)
    view = GroupView(
        usual(house, agreed_on) if table is None else table.settings,
        table,
        agreed_on.zone,
        admins_start=agreed_on.starters is Starters.ADMINS,
        ranks=room is not None and house.able(room.conversation.network).ranks,
    )
    return group_page(view, part, reader)


def _set(tx: Transaction, who: Asker, remark: Remarked, part: str, now: datetime) -> str:
    """It is so now: the press is answered, and the page that was tapped shows it."""
    reply(tx, who, remark, now)
    if who.press is not None:
        open_sheet(tx, who, part, now, in_room=True)
    return "set"
