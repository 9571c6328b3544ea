"""Pages that somebody wants to see: living ones are shown anew, others are written once."""

from __future__ import annotations

from datetime import datetime

from uno_chat.contract import Outgoing, OutKind, Transaction
from uno_chat.coordinator import intents
from uno_chat.coordinator.announcing import HAND, TABLE, stale
from uno_chat.coordinator.asking import Asker, answer, reply, say, write
from uno_chat.coordinator.finding import Found, readable
from uno_chat.coordinator.messages import (
    STATS,
    Message,
    No,
    Page,
    Silence,
    remarked,
    to_payload,
)
from uno_chat.coordinator.scores import has_scores
from uno_chat.table import Refused, Why
from uno_chat.views import Remark


def look(tx: Transaction, who: Asker, wanted: intents.Look, found: Found, now: datetime) -> str:
    """A page of a table."""
    stored, table = found
    if who.spared:
        reply(tx, who, Silence(), now)
        return "spared"
    match wanted:
        case intents.Look.TABLE if who.room in stored.rooms and who.room is not None:
            stale(tx, TABLE, who.room, table, now, fresh=True)
        case intents.Look.HAND if table.seat_of(who.player.id) is None:
            return say(tx, who, No(Refused(Why.NOT_SEATED)), now, stored.id)
        case intents.Look.HAND if who.press is not None and who.room is not None:
            answer(tx, who, who.press, Page(HAND), now, stored.id)
            return wanted.value
        case intents.Look.HAND:
            stale(tx, HAND, who.player.private, table, now, fresh=True)
            if who.player.private != who.user:
                elsewhere = remarked(Remark.HANDS_ELSEWHERE, hands=who.player.private.network)
                reply(tx, who, elsewhere, now)
                return wanted.value
        case _:
            return page(tx, who, wanted.value, now, stored.id)
    reply(tx, who, Silence(), now)
    return wanted.value


def turn_leaf(tx: Transaction, who: Asker, number: int, found: Found, now: datetime) -> str:
    """Another page of a big hand, in private only; all it needs is the number on the button."""
    stored, table = found
    seated, here = table.seat_of(who.player.id) is not None, who.address == who.player.private
    if not seated or not here:
        return look(tx, who, intents.Look.HAND, found, now)
    write(tx, who, Page(HAND, max(number, 1)), now, stored.id)
    if who.press is not None:
        answer(tx, who, who.press, Silence(), now, None)
    return "page"


def page(tx: Transaction, who: Asker, name: str, now: datetime, table: int | None = None) -> str:
    """A page that is too long for the answer to a press: written in private, the press ended."""
    write(tx, who, Page(name), now, table)
    if who.press is not None:
        answer(tx, who, who.press, Silence(), now, None)
    return name


def stats(tx: Transaction, who: Asker, now: datetime, *, sure: bool) -> str:
    """What was played and won: for everybody where it is asked for, in private of the asker. Other
    bots are asked so, too: where nobody plays with us it was for one of them.
    """
    if who.room is None:
        return page(tx, who, STATS, now)
    if not (sure or tx.tables_in(who.room) or has_scores(tx, who.room)):
        return "ignored"
    if who.press is not None:
        answer(tx, who, who.press, Silence(), now, None)
    if not who.spared:
        payload = to_payload(Message(Page(STATS)))
        out = Outgoing(OutKind.NOTICE, who.room, None, f"stats {who.key}", payload=payload)
        tx.queue(out, now)
    return STATS


def refresh(tx: Transaction, who: Asker, now: datetime) -> None:
    """Every living page where the asker is reads differently now."""
    name = HAND if who.room is None else TABLE
    numbers = tx.tables_of(who.player.id) if who.room is None else tx.tables_in(who.room)
    to = who.room or who.player.private
    for stored, table in readable(tx, numbers):
        if tx.slot(stored.id, name, to) is not None:
            stale(tx, name, to, table, now, fresh=False)
