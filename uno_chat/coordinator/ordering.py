"""From a request to a table's command, and from its outcome to rows."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from uno_chat import game
from uno_chat.contract import Alarm, Conversation, Slot, Transaction
from uno_chat.coordinator import intents
from uno_chat.coordinator.announcing import HAND, TABLE, announce, rooms_of, stale
from uno_chat.coordinator.asking import Asker, reply
from uno_chat.coordinator.finding import Found, find, seat_named
from uno_chat.coordinator.house import House
from uno_chat.coordinator.messages import No, Page, Puzzled, Saying, Silence, Told
from uno_chat.coordinator.reading import OldButton, Request, pressed
from uno_chat.coordinator.setup import BadSetting, agreed
from uno_chat.coordinator.shelf import save
from uno_chat.table import (
    Act,
    AddComputer,
    AtTable,
    CatchSeat,
    Configure,
    Deal,
    End,
    Join,
    Kick,
    Leave,
    Open,
    Outcome,
    Ready,
    Refused,
    Table,
    Why,
    alarms,
    decide,
    open_table,
)
from uno_chat.views import Trouble, named, words_of

COMPUTERS = ("Abacus", "Bolt", "Chip", "Dynamo", "Echo", "Flux", "Gizmo", "Helix", "Iota")
"""Names of computer players, the same in every language."""


def order(house: House, tx: Transaction, who: Asker, request: Request, now: datetime) -> str:
    """Do what is asked, or say in one sentence why not."""
    intent = request.intent
    match intent:
        case intents.NewTable():
            return _open(house, tx, who, intent, now)
        case intents.Speak():
            return _speak(tx, who, intent, now)
        case intents.Pick():
            return _pick(house, tx, who, request, intent, now)
        case intents.NoCard(text):
            return _say(tx, who, Puzzled(Trouble.NO_SUCH_CARD, text), now)
        case intents.Unclear(text):
            return _say(tx, who, Puzzled(Trouble.NOT_UNDERSTOOD, text), now)
        case intents.Look.HELP | intents.Look.START | intents.Look.TABLES:
            return _say(tx, who, Page(intent.value), now)
    found = find(tx, who, request.table)
    if isinstance(found, Puzzled):
        return _say(tx, who, replace(found, text=_words(intent)), now)
    match intent:
        case intents.Look():
            return _look(tx, who, intent, found, now)
        case intents.SetUp(()):
            return _say(tx, who, Page("settings"), now, found[0].id)
    command = _command(who, request, found[1])
    if isinstance(command, Puzzled):
        return _say(tx, who, command, now, found[0].id)
    return _decide(house, tx, who, command, found, now)


def keep(
    tx: Transaction,
    before: Table | None,
    out: Outcome,
    version: int,
    rooms: tuple[Conversation, ...],
    now: datetime,
) -> None:
    """Save what came of a command: the table, its record, its alarms, what is to be shown."""
    stored = save(tx, out.table, version, rooms)
    for part in out.record:
        tx.append_record(out.table.id, part.round_no, part.lines)
    tx.set_alarms(
        out.table.id, [Alarm(wake.kind, wake.number, wake.due) for wake in alarms(out.table)]
    )
    announce(tx, before, out, stored, now)


def _decide(
    house: House, tx: Transaction, who: Asker, command: AtTable, found: Found, now: datetime
) -> str:
    stored, table = found
    seed = house.seeds(table.id, table.rounds + 1)
    out = decide(table, command, now, seed)
    if isinstance(out, Refused):
        if out.reason == Why.STALE:
            stale(tx, HAND, who.player.private, stored, now, fresh=False)
        return _say(tx, who, No(out), now, table.id)
    keep(tx, table, out, stored.version, stored.rooms, now)
    said: Saying = Silence() if out.reply is None else Told(out.reply)
    reply(tx, who, said, now, table.id)
    return "done"


def _say(
    tx: Transaction, who: Asker, saying: Saying, now: datetime, table: int | None = None
) -> str:
    reply(tx, who, saying, now, table)
    return type(saying).__name__.lower()


def _open(
    house: House, tx: Transaction, who: Asker, wanted: intents.NewTable, now: datetime
) -> str:
    if who.room is None:
        return _say(tx, who, Puzzled(Trouble.ONLY_IN_GROUP), now)
    settings = agreed(house.settings, wanted.settings)
    if isinstance(settings, BadSetting):
        return _say(tx, who, Puzzled(Trouble.BAD_OPTION, settings.sentence), now)
    room = tx.room(who.room)
    title = room.title if room and room.title else who.room.id
    number = tx.new_table_id()
    out = open_table(Open(number, who.player.id, who.player.name, title, settings), now)
    keep(tx, None, out, 0, rooms_of(None, who.room), now)
    reply(tx, who, Silence(), now)
    return "opened"


def _speak(tx: Transaction, who: Asker, wanted: intents.Speak, now: datetime) -> str:
    """A person's language in private, the room's in a group."""
    language = named(wanted.language)
    if language is None:
        return _say(tx, who, Puzzled(Trouble.UNKNOWN_LANGUAGE, wanted.language), now)
    if who.room is None:
        tx.set_language(who.player.id, language)
    else:
        tx.set_room_language(who.room, language)
    return _say(tx, who, Puzzled(Trouble.LANGUAGE_SET, language), now)


def _pick(
    house: House,
    tx: Transaction,
    who: Asker,
    request: Request,
    picked: intents.Pick,
    now: datetime,
) -> str:
    """The number of a line shown means what the line's button would have meant."""
    slot = _menu(tx, who, request.table)
    if slot is None or not 1 <= picked.number <= len(slot.menu):
        return _say(tx, who, Puzzled(Trouble.NO_SUCH_NUMBER, str(picked.number)), now)
    chosen = pressed(slot.menu[picked.number - 1])
    if isinstance(chosen, OldButton):
        return _say(tx, who, Puzzled(Trouble.OLD_BUTTON), now)
    if picked.uno and isinstance(chosen.intent, intents.Do):
        move = chosen.intent.move
        if isinstance(move, game.Play):
            chosen = Request(intents.Do(game.with_uno(move)), chosen.table, chosen.decision)
    return order(house, tx, who, chosen, now)


def _menu(tx: Transaction, who: Asker, named: int | None) -> Slot | None:
    """The numbered page that the asker looks at: of the table meant, else the newest one."""
    pages = [slot for slot in tx.slots_at(who.address) if slot.menu]
    found = find(tx, who, named)
    wanted = None if isinstance(found, Puzzled) else found[0].id
    return next((s for s in pages if s.table == wanted), pages[0] if pages else None)


def _look(tx: Transaction, who: Asker, wanted: intents.Look, found: Found, now: datetime) -> str:
    stored, table = found
    seat = table.seat_of(who.player.id)
    match wanted:
        case intents.Look.TABLE:
            for room in stored.rooms:
                if room == who.room or who.room is None:
                    stale(tx, TABLE, room, stored, now, fresh=True)
        case intents.Look.HAND if seat is None:
            return _say(tx, who, No(Refused(Why.NOT_SEATED)), now, stored.id)
        case intents.Look.HAND if who.ack is not None and who.room is not None:
            return _say(tx, who, Page(HAND), now, stored.id)
        case intents.Look.HAND:
            stale(tx, HAND, who.player.private, stored, now, fresh=True)
        case _:
            return _say(tx, who, Page(wanted.value), now, stored.id)
    reply(tx, who, Silence(), now)
    return wanted.value


def _command(who: Asker, request: Request, table: Table) -> AtTable | Puzzled:
    """The table's own command for an intent, with names turned into seats."""
    by = who.player.id
    match request.intent:
        case intents.Do(move):
            return Act(by, move, request.decision, who.sent)
        case intents.CatchOne(whom):
            seat = seat_named(table, whom) if whom else None
            if isinstance(seat, Puzzled):
                return seat
            return CatchSeat(by, seat.id if seat else None, who.sent)
        case intents.KickOne(whom):
            seat = seat_named(table, whom)
            return seat if isinstance(seat, Puzzled) else Kick(by, seat.id)
        case intents.AddOne(level):
            return AddComputer(by, _computer_name(table), level)
        case intents.SetUp(words):
            settings = agreed(table.settings, words)
            if isinstance(settings, BadSetting):
                return Puzzled(Trouble.BAD_OPTION, settings.sentence)
            return Configure(by, settings)
        case intents.Wish() as wish:
            return _wish(by, who.player.name, wish)
        case other:
            raise AssertionError(other)


def _words(intent: intents.Intent) -> str:
    """What a button would say for this intent at the table that is meant; "" for its hand."""
    match intent:
        case intents.Do(move):
            return words_of(move)
        case intents.CatchOne():
            return "catch"
        case intents.Wish() | intents.Look():
            return intent.value
        case _:
            return ""


def _wish(by: int, name: str, wish: intents.Wish) -> AtTable:
    match wish:
        case intents.Wish.JOIN:
            return Join(by, name)
        case intents.Wish.LEAVE:
            return Leave(by)
        case intents.Wish.DEAL:
            return Deal(by)
        case intents.Wish.READY:
            return Ready(by)
        case intents.Wish.END:
            return End(by)
    assert_never(wish)


def _computer_name(table: Table) -> str:
    taken = {seat.name for seat in table.seats}
    return next((name for name in COMPUTERS if name not in taken), COMPUTERS[0])
