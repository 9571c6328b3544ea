"""What is asked for, done in full, or answered with one sentence that says why not."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from uno_chat.contract import Conversation, Transaction
from uno_chat.coordinator import intents
from uno_chat.coordinator.announcing import HAND, stale
from uno_chat.coordinator.asking import Asker, reply, say, write
from uno_chat.coordinator.banning import banned, homes, set_ban
from uno_chat.coordinator.commanding import Ordered, at_stake, command_of, words_for
from uno_chat.coordinator.connecting import connect, disconnect
from uno_chat.coordinator.customs import (
    IN_A_GROUP,
    barred,
    barred_from_opening,
    set_custom,
    set_default,
    set_zone,
    show_settings,
    usual,
)
from uno_chat.coordinator.finding import Found, find, is_home, readable
from uno_chat.coordinator.house import House
from uno_chat.coordinator.intents import is_unclear
from uno_chat.coordinator.keeping import keep, keep_new
from uno_chat.coordinator.leave import come_back, go_away, on_vacation
from uno_chat.coordinator.linking import with_accounts
from uno_chat.coordinator.looking import look, page, refresh, stats, turn_leaf
from uno_chat.coordinator.messages import GROUP_HELP, No, Puzzled, Saying, Silence, Told, remarked
from uno_chat.coordinator.outages import caught_up, last_outage
from uno_chat.coordinator.personal import about_oneself
from uno_chat.coordinator.picking import picked
from uno_chat.coordinator.preferring import at_home, prefer
from uno_chat.coordinator.profiles import custom, keep_custom, keep_person, person
from uno_chat.coordinator.questions import AskRank, Later
from uno_chat.coordinator.ranking import Rank, rank
from uno_chat.coordinator.reaching import greet, marked
from uno_chat.coordinator.reading import Request
from uno_chat.coordinator.setup import BadSetting, agreed
from uno_chat.coordinator.sheets import open_sheet
from uno_chat.coordinator.suiting import suits
from uno_chat.game import Reason
from uno_chat.table import (
    AtTable,
    Code,
    Configure,
    End,
    Fact,
    Invite,
    Join,
    Kick,
    Open,
    Phase,
    Refused,
    SetBack,
    TakeSeat,
    Why,
    decide,
    door,
    open_table,
)
from uno_chat.views import PARTS, Remark, Trouble, language_named, part_of

_UNCLEAR: Final = {
    intents.NoCard: Trouble.NO_SUCH_CARD,
    intents.NoPlan: Trouble.NO_PLAN,
    intents.NoLevel: Trouble.NO_SUCH_LEVEL,
    intents.Unclear: Trouble.NOT_UNDERSTOOD,
}
OfGroup = intents.Default | intents.Starting | intents.BanOne | intents.UnbanOne
OF_ONE: Final = 60
"""Open tables at which one person sits: all are looked at when that person writes."""
A_DAY_OF_ONE: Final = 100
"""Tables that one person opens on one day: whoever opens and closes them all day fills a disk."""
A_DAY_IN_A_GROUP: Final = 300
"""Those that are opened in one conversation."""


def order(
    house: House, tx: Transaction, who: Asker, request: Request, now: datetime
) -> str | AskRank | Later:
    """Do what is asked, or say in one sentence why not; returns a word for the operator."""
    intent = request.intent
    match intent:
        case intents.NewTable():
            return _open(house, tx, who, intent, now)
        case intents.Speak():
            return _speak(house, tx, who, intent, now)
        case intents.Prefer(intents.Matter.ZONE, words) if who.room is not None:
            return set_zone(house, tx, who, words, now)
        case intents.Prefer():
            return prefer(tx, who, intent, now)
        case intents.Default() | intents.Starting() | intents.BanOne() | intents.UnbanOne():
            return _for_group(house, tx, who, intent, now)
        case intents.SetUp(()) if who.room is None and request.table is None:
            return open_sheet(tx, who, "", now)
        case intents.SetUp() if who.room is not None:
            return _set_up(house, tx, who, request, now)
        case intents.Connect(code) if code:
            return connect(house, tx, who, code, now)
        case intents.Disconnect(which):
            return disconnect(house, tx, who, request, which, now)
        case intents.GoAway():
            return go_away(tx, who, intent, now)
        case intents.Wish.BACK if on_vacation(who, now):
            return come_back(tx, who, now)
        case intents.Pick():
            return _pick(house, tx, who, request, intent, now)
        case intents.NoCard() | intents.NoPlan() | intents.NoLevel() | intents.Unclear():
            return _puzzled(tx, who, request, Puzzled(_UNCLEAR[type(intent)], intent.text), now)
        case intents.Link() | intents.Unlink() | intents.HandsAt():
            return with_accounts(house, tx, who, intent, now)
        case intents.Personal():
            return about_oneself(house, tx, who, intent, now)
        case intents.Look() | intents.Leaf():
            return _look(tx, who, request, intent, now)
        case _:
            return _at_table(house, tx, who, request, intent, now)


def _for_group(
    house: House, tx: Transaction, who: Asker, wanted: OfGroup, now: datetime
) -> str | AskRank:
    """How a group plays, and who may not."""
    match wanted:
        case intents.Default() | intents.Starting():
            return set_custom(house, tx, who, wanted, now)
        case intents.BanOne() | intents.UnbanOne():
            return set_ban(house, tx, who, wanted, now)


def _set_up(
    house: House, tx: Transaction, who: Asker, request: Request, now: datetime
) -> str | AskRank:
    """What the table here plays, or what the next ones do where there is none; or the page."""
    assert isinstance(request.intent, intents.SetUp)
    words = request.intent.settings
    found = find(tx, who, request.table, suits=lambda table: table.phase is Phase.LOBBY)
    part = " ".join(words)
    if isinstance(found, Puzzled) and found.trouble is Trouble.NO_TABLE_HERE:
        return set_default(house, tx, who, words, now)
    if isinstance(found, Puzzled) and part == "group":
        return show_settings(house, tx, who, part, None, now)
    if not isinstance(found, Puzzled) and (not words or part in PARTS):
        return show_settings(house, tx, who, part, found, now)
    done = _at_table(house, tx, who, request, request.intent, now)
    if who.press is None or isinstance(found, Puzzled):
        return done
    dealt = found[1].phase is not Phase.LOBBY and who.on is not None
    refused = isinstance(done, str) and done.startswith("no:")
    if done == "done" or (refused and dealt):
        open_sheet(tx, who, part_of(words), now, found[0].id, in_room=True)
    return done


def _at_table(
    house: House, tx: Transaction, who: Asker, request: Request, intent: Ordered, now: datetime
) -> str | AskRank:
    if is_unclear(intent) and _for_another(tx, who, request):
        return "ignored"
    ahead = isinstance(intent, intents.Plan)
    joins = intent is intents.Wish.JOIN or isinstance(intent, intents.TakeOver)
    found = find(
        tx,
        who,
        request.table,
        door=request.door if joins else None,
        ahead=ahead,
        grave=_is_grave(intent),
        suits=lambda table: suits(intent, table, who.player.id),
    )
    if isinstance(found, Puzzled):
        which = found.trouble is Trouble.WHICH_TABLE
        return say(tx, who, replace(found, text=words_for(intent)) if which else found, now)
    number = found[0].id
    if intent == intents.SetUp():
        return page(tx, who, "settings", now, number)
    told = banned(tx, who.player, homes(found[0], who)) if joins else None
    if told is not None:
        return say(tx, who, told, now)
    command = command_of(who, intent, request, found[1])
    if isinstance(command, Puzzled):
        return say(tx, who, command, now, number)
    return _decide(house, tx, who, command, found, now, at_stake(who, intent, found[1]))


def _decide(
    house: House,
    tx: Transaction,
    who: Asker,
    command: AtTable,
    found: Found,
    now: datetime,
    lost: Puzzled | None,
) -> str | AskRank:
    """``lost`` is what to ask first of whoever may do it."""
    stored, table = found[0], caught_up(tx, found[1], now)
    seed = house.seeds(table.id, table.rounds + 1)
    out = decide(table, command, now, seed)
    if out == Refused(Why.NOT_HOST) and isinstance(command, Kick | Configure | Invite | End):
        ranked = rank(house, who, who.room if is_home(stored, who.room) else None)
        match ranked:
            case AskRank():
                return ranked
            case Rank.UNKNOWN:
                return say(tx, who, Puzzled(Trouble.RANK_UNKNOWN), now)
            case Rank.ADMIN:
                out = decide(table, replace(command, chief=True), now, seed)
    if isinstance(out, Refused) and out.reason == Why.AHEAD:
        out = decide(table, SetBack(out.number, last_outage(tx)), now, seed)
    if isinstance(out, Refused):
        return _refuse(tx, who, out, found, now)
    if lost is not None:
        return _ask(tx, who, lost, now, stored.id)
    if isinstance(command, Join | TakeSeat):
        out = marked(house, tx, who, out, now)
        out = replace(out, table=at_home(out.table, who, now))
        greet(house, tx, who, out.table, now)
    keep(tx, found, out, now)
    said: Saying = Silence() if out.reply is None or _passes(out.reply, who) else Told(out.reply)
    if isinstance(command, Invite) and who.press is not None:
        write(tx, who, said, now, stored.id)  # what is to be copied must not vanish
    reply(tx, who, said, now, stored.id)
    return "done"


def _passes(reply: Fact, who: Asker) -> bool:
    """Whether what waits for a jump-in is played before anybody has read that it waits."""
    return reply.code == Code.NOTED and reply.flag and who.press is None


def _refuse(tx: Transaction, who: Asker, refused: Refused, found: Found, now: datetime) -> str:
    """Say why, to the asker alone. Whoever pressed an old button is shown the hand as it is."""
    if refused.reason in {Why.STALE, Why.AHEAD}:
        stale(tx, HAND, who.player.private, found[1], now, fresh=False)
    if who.line or refused.reason == Reason.ONLY_THE_DRAWN_CARD:
        refused = replace(refused, card=None)  # it was not said
    if refused.reason == Why.WHICH_SEAT:
        return _ask(tx, who, No(refused), now, found[0].id)
    return say(tx, who, No(refused, who.line), now, found[0].id)


def _ask(tx: Transaction, who: Asker, asked: Saying, now: datetime, table: int) -> str:
    """A question with buttons: the answer to a press has none, so it is written as well."""
    if who.press is not None:
        write(tx, who, asked, now, table)
    return say(tx, who, asked, now, table)


def _puzzled(tx: Transaction, who: Asker, request: Request, puzzled: Puzzled, now: datetime) -> str:
    return "ignored" if _for_another(tx, who, request) else say(tx, who, puzzled, now)


def _for_another(tx: Transaction, who: Asker, request: Request) -> bool:
    """Words in a group that may be for another bot are answered only to who plays there."""
    if request.sure or who.room is None:
        return False
    tables = readable(tx, tx.tables_in(who.room))
    return not any(table.seat_of(who.player.id) for _, table in tables)


def _look(
    tx: Transaction,
    who: Asker,
    request: Request,
    wanted: intents.Look | intents.Leaf,
    now: datetime,
) -> str:
    match wanted:
        case intents.Leaf(number):
            return _leaf(tx, who, request, number, now)
        case intents.Look.HELP if who.room is not None:
            return page(tx, who, GROUP_HELP, now)
        case intents.Look.HELP | intents.Look.START | intents.Look.TABLES:
            return page(tx, who, wanted.value, now)
        case intents.Look.STATS:
            return stats(tx, who, now, sure=request.sure)
    found = find(tx, who, request.table)
    if not isinstance(found, Puzzled):
        return look(tx, who, wanted, found, now)
    if wanted is intents.Look.RULES and found.trouble is not Trouble.NO_SUCH_TABLE:
        return page(tx, who, wanted.value, now)
    return say(tx, who, replace(found, text=found.text or words_for(wanted)), now)


def _is_grave(intent: intents.Intent) -> bool:
    """Whether it cannot be taken back, or counts for others as well."""
    match intent:
        case intents.Wish.LEAVE | intents.Wish.LEAVE_NOW | intents.Wish.END | intents.Wish.END_NOW:
            return True
        case intents.Rest() | intents.Halt() | intents.Connect() | intents.Say():
            return True
        case _:
            return False


def _leaf(tx: Transaction, who: Asker, request: Request, number: int, now: datetime) -> str:
    found = find(tx, who, request.table)
    if isinstance(found, Puzzled):
        return say(tx, who, replace(found, text=found.text or words_for(intents.Look.HAND)), now)
    return turn_leaf(tx, who, number, found, now)


def _open(
    house: House, tx: Transaction, who: Asker, wanted: intents.NewTable, now: datetime
) -> str | AskRank:
    if who.room is None:
        return say(tx, who, Puzzled(Trouble.ONLY_IN_GROUP), now)
    if len(tx.tables_in(who.room)) >= IN_A_GROUP or len(tx.tables_of(who.player.id)) >= OF_ONE:
        return say(tx, who, Puzzled(Trouble.TOO_MANY_TABLES), now)
    room = tx.room(who.room)
    agreed_on = custom(room)
    told = banned(tx, who.player, (who.room,))
    if told is not None:
        return say(tx, who, told, now)
    settings = agreed(usual(house, agreed_on), wanted.settings)
    if isinstance(settings, BadSetting):
        return say(tx, who, settings.puzzled, now)
    refused = barred_from_opening(house, tx, who, agreed_on, now)
    if refused is not None:
        return refused
    if not _counted(tx, who, who.room, now):
        return say(tx, who, remarked(Remark.OPENED_MANY), now)
    title = "" if room is None else room.title
    number = tx.new_table_id()
    by, zone = who.player.id, agreed_on.zone
    opened = Open(number, by, who.name, title, settings, zone, who.network)
    out = open_table(opened, now)
    out = marked(house, tx, who, out, now)
    table = replace(out.table, door=door(house.seeds(number, 0)))
    out = replace(out, table=at_home(table, who, now))
    greet(house, tx, who, out.table, now)
    keep_new(tx, out, who.room, now)
    reply(tx, who, Silence(), now)
    return "opened"


def _counted(tx: Transaction, who: Asker, room: Conversation, now: datetime) -> bool:
    """Count a table that is opened; False where somebody or a conversation has opened too many."""
    known, agreed_on = person(who.player), custom(tx.room(room))
    mine, ours = known.opened.one_more(now), agreed_on.opened.one_more(now)
    if mine.count > A_DAY_OF_ONE or ours.count > A_DAY_IN_A_GROUP:
        return False
    keep_person(tx, who.player.id, replace(known, opened=mine))
    keep_custom(tx, room, replace(agreed_on, opened=ours))
    return True


def _speak(
    house: House, tx: Transaction, who: Asker, wanted: intents.Speak, now: datetime
) -> str | AskRank:
    """A person's language in private, the room's in a group."""
    if not wanted.language and who.room is None:
        return open_sheet(tx, who, "language", now)
    if not wanted.language and who.press is not None:
        return show_settings(house, tx, who, "language", None, now)
    language = language_named(wanted.language)
    if language is None:
        return say(tx, who, Puzzled(Trouble.UNKNOWN_LANGUAGE, wanted.language), now)
    if who.room is None:
        tx.set_language(who.player.id, language)
    else:
        refused = barred(house, tx, who, now)
        if refused is not None:
            return refused
        tx.set_room_language(who.room, language)
    refresh(tx, who, now)
    word = say(tx, who, Puzzled(Trouble.LANGUAGE_SET, language), now)
    if who.press is not None:
        part = "" if who.room is None else "group"
        open_sheet(tx, who, part, now, in_room=who.room is not None)
    return word


def _pick(
    house: House,
    tx: Transaction,
    who: Asker,
    request: Request,
    wanted: intents.Pick,
    now: datetime,
) -> str | AskRank | Later:
    chosen = picked(tx, who, request, wanted, now)
    if chosen is None:
        return "ignored"
    if isinstance(chosen, Later):
        return chosen
    if isinstance(chosen, Puzzled):
        return say(tx, who, chosen, now)
    return order(house, tx, replace(who, line=chosen.line), chosen, now)
