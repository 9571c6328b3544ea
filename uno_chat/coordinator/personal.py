"""What somebody asks about the own data: what is kept, all of it, or that nothing be kept."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Outgoing, OutKind, Transaction
from uno_chat.coordinator.asking import Asker, answer, say, write
from uno_chat.coordinator.exporting import MOST_PARTS, exported, parts_of
from uno_chat.coordinator.forgetting import forget
from uno_chat.coordinator.house import House
from uno_chat.coordinator.intents import Personal
from uno_chat.coordinator.looking import page
from uno_chat.coordinator.messages import (
    PRIVACY,
    Message,
    Part,
    Puzzled,
    Silence,
    remarked,
    to_payload,
)
from uno_chat.coordinator.profiles import keep_person, person
from uno_chat.views import Remark, Trouble

AGAIN: Final = timedelta(hours=1)
"""How long somebody waits for another export: it may be many messages."""


def about_oneself(
    house: House, tx: Transaction, who: Asker, wanted: Personal, now: datetime
) -> str:
    """Only in private: what is answered is for nobody else, and none forgets another's account."""
    if wanted is Personal.PRIVACY:
        return page(tx, who, PRIVACY, now)
    if who.room is not None:
        return say(tx, who, remarked(Remark.ONLY_PRIVATE), now)
    match wanted:
        case Personal.EXPORT:
            return _export(house, tx, who, now)
        case Personal.FORGET:
            return _ask(tx, who, now)
        case Personal.FORGET_NOW:
            forget(house, tx, who.player, who.key, now)
            if who.press is not None:
                answer(tx, who, who.press, Silence(), now, None)
            return "forgotten"


def _ask(tx: Transaction, who: Asker, now: datetime) -> str:
    asked = Puzzled(Trouble.SURE_TO_FORGET, tables=tx.tables_of(who.player.id))
    if who.press is not None:
        write(tx, who, asked, now)
        answer(tx, who, who.press, Silence(), now, None)
        return "puzzled"
    return say(tx, who, asked, now)


def _export(house: House, tx: Transaction, who: Asker, now: datetime) -> str:
    """Message by message, each with whole lines; made when it is sent. Not again at once."""
    known = person(who.player)
    if known.exported is not None and now < known.exported + AGAIN:
        again = (known.exported + AGAIN).isoformat()
        return say(tx, who, remarked(Remark.EXPORT_LATER, when=again), now)
    keep_person(tx, who.player.id, replace(known, exported=now))
    room = house.able(who.user.network).text_limit
    count = len(parts_of(exported(tx, who.player), room))
    for number in range(min(count, MOST_PARTS)):
        payload = to_payload(Message(Part(number, count, room)))
        name = f"export {who.key} {number}"
        tx.queue(Outgoing(OutKind.NOTICE, who.user, None, name, payload=payload), now)
    if who.press is not None:
        answer(tx, who, who.press, Silence(), now, None)
    return "exported"
