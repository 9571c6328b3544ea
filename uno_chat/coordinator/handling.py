"""One inbox row in one transaction: read it, find the table, decide, save, queue what to say."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from uno_chat import game
from uno_chat.contract import (
    ALARM,
    Address,
    Contacted,
    Envelope,
    InboxRow,
    Left,
    Moved,
    Player,
    Room,
    Sealed,
    StoredTable,
    Transaction,
    envelope_from_json,
    rang,
)
from uno_chat.coordinator.asking import Asker, aloud, asker, once, reply
from uno_chat.coordinator.calling import answers_on
from uno_chat.coordinator.crowds import Load
from uno_chat.coordinator.echoes import repeats, warn
from uno_chat.coordinator.finding import Found, is_home, readable
from uno_chat.coordinator.forgetting import came_late
from uno_chat.coordinator.house import House
from uno_chat.coordinator.intents import Look, is_unclear
from uno_chat.coordinator.keeping import NO_SEED, keep, keep_rooms
from uno_chat.coordinator.losing import lose
from uno_chat.coordinator.messages import Puzzled, remarked
from uno_chat.coordinator.ordering import order
from uno_chat.coordinator.outages import caught_up
from uno_chat.coordinator.questions import Answer, AskRank, Later, Question, Ranking, Think, Thought
from uno_chat.coordinator.reaching import heard_from, seen
from uno_chat.coordinator.reading import OldButton, Request, read
from uno_chat.coordinator.serving import LOOK_AGAIN, was_told
from uno_chat.coordinator.shelf import UnreadableTable, from_stored
from uno_chat.table import (
    ComputerActs,
    Kind,
    Outcome,
    Refused,
    Ring,
    Table,
    decide,
    overdue,
    put_off,
)
from uno_chat.views import Remark, Trouble

_AT_THE_CARDS: Final = frozenset({"done", "no", Look.HAND})
"""How what comes of a request of somebody who knows what the table waits for."""


def handle(
    house: House, tx: Transaction, row: InboxRow, now: datetime, answer: Answer | None = None
) -> str | Question | Later:
    """Handle a row to its end and return a word for the operator, or ask something first, or say
    when to handle it instead.
    """
    if row.arrival.account == ALARM:
        thought = answer if isinstance(answer, Thought) else None
        return _alarm(house, tx, row, now, thought)
    envelope = envelope_from_json(row.arrival.payload)
    if isinstance(envelope.event, Moved):
        tx.move_conversation(envelope.conversation, envelope.event.to)
        return "moved"
    if isinstance(envelope.event, Left):
        lose(tx, envelope.conversation, now)
        return "left"
    if isinstance(envelope.event, Sealed):
        return _sealed(tx, envelope, envelope.event.key, now)
    ranking = answer if isinstance(answer, Ranking) else None
    return _envelope(house, tx, envelope, row.arrival.at, now, ranking)


def _envelope(
    house: House,
    tx: Transaction,
    envelope: Envelope,
    arrived: datetime,
    now: datetime,
    ranking: Ranking | None,
) -> str | AskRank | Later:
    shown = envelope.private and heard_from(house, tx, envelope.sender, now)
    room = None if envelope.private else tx.room(envelope.conversation)
    request = read(envelope, _languages(house, tx, envelope, room))
    if request is None:
        return "ignored"
    before = tx.player(envelope.sender)
    if before is None and came_late(tx, envelope.sender, arrived):
        return "forgotten"
    load = house.crowd.heard(envelope, now)
    if envelope.anonymous or envelope.bridged:
        return "spared" if load is Load.SPARED else _nobody(tx, envelope, request, now)
    who = replace(asker(house, tx, envelope, arrived, now), ranking=ranking)
    if _forgotten_meanwhile(tx, who, before, arrived):
        return "forgotten"
    if load is not Load.FINE:
        who = _spared(tx, who, load, now)
    if shown and envelope.event == Contacted():
        return "shown"  # what was waited for says more than a list of it
    if room is not None and room.title != who.title:
        _renamed(tx, who, now)
    if isinstance(request, OldButton):
        reply(tx, who, Puzzled(Trouble.OLD_BUTTON), now)
        return "old button"
    try:
        word = order(house, tx, who, request, now)
        knows = isinstance(word, str) and word.partition(":")[0] in _AT_THE_CARDS
        if not knows:
            seen(tx, who, now)
        return word
    except UnreadableTable:  # tables are read before anything is written
        reply(tx, who, Puzzled(Trouble.FAULT), now)
        return "unreadable"


def _forgotten_meanwhile(
    tx: Transaction, who: Asker, before: Player | None, arrived: datetime
) -> bool:
    """Whether another worker has forgotten somebody in this very moment: then nobody new begins."""
    if before is None or before.id == who.player.id or not came_late(tx, who.user, arrived):
        return False
    tx.forget([who.user])
    return True


def _spared(tx: Transaction, who: Asker, load: Load, now: datetime) -> Asker:
    """Whoever is not answered for a while is told so, once."""
    if load is Load.TOLD:
        once(tx, who.user, f"slowly {who.key}", remarked(Remark.SLOWLY), now)
    return replace(who, spared=True)


def _sealed(tx: Transaction, envelope: Envelope, key: str, now: datetime) -> str:
    """What nobody could read is answered where it was said, once for each key that is missing."""
    to: Address = envelope.sender if envelope.private else envelope.conversation
    if envelope.private:
        tx.remember_player(envelope.sender, "", envelope.language)
    trouble = Trouble.KEY_MISSING if key else Trouble.ENCRYPTED
    once(tx, to, f"sealed {key}".strip(), Puzzled(trouble), now)
    return "sealed"


def _nobody(
    tx: Transaction, envelope: Envelope, request: Request | OldButton, now: datetime
) -> str:
    """Words of somebody hidden, or behind a bridge: such a one can neither sit down nor be shown a
    hand. Whoever is behind a bridge is known, and told so once.
    """
    if isinstance(request, Request) and not request.sure and _for_nobody(request):
        return "ignored"
    if envelope.anonymous:
        aloud(tx, envelope, Puzzled(Trouble.ANONYMOUS), now)
        return "anonymous"
    if repeats(tx, envelope.conversation):
        warn(tx, envelope.conversation, now)
        return "bridged"
    about, why = f"bridged {envelope.sender}", Puzzled(Trouble.BRIDGED, names=(envelope.name,))
    once(tx, envelope.conversation, about, why, now)
    return "bridged"


def _for_nobody(request: Request) -> bool:
    return request.on is not None or is_unclear(request.intent)


def _renamed(tx: Transaction, who: Asker, now: datetime) -> None:
    """The group is called otherwise now, and so are its tables; other groups where these are shown
    say so.
    """
    for found in readable(tx, tx.tables_in(who.room) if who.room else ()):
        if is_home(found[0], who.room):
            keep(tx, found, Outcome(replace(found[1], title=who.title)), now)
        else:
            keep_rooms(tx, found, found[1], found[0].rooms, now)


def _languages(
    house: House, tx: Transaction, envelope: Envelope, room: Room | None
) -> tuple[str, ...]:
    """What the sender may write: the own language, in a group perhaps the group's."""
    known = tx.player(envelope.sender)
    own = known.language if known else envelope.language
    found = (own, room.language if room else None, house.language)
    return tuple(dict.fromkeys(language for language in found if language))


def _alarm(
    house: House, tx: Transaction, row: InboxRow, now: datetime, thought: Thought | None
) -> str | Think:
    number, alarm = rang(row.arrival)
    stored = tx.table(number)
    if stored is None:
        return "no table"
    # A clock that was set back must not make an alarm ring in vain: it rings only once.
    now = max(now, alarm.due)
    found = stored, from_stored(stored)
    table = caught_up(tx, found[1], now)
    if alarm.kind == Kind.COMPUTER:
        return _computer(tx, found, table, alarm.number, now, thought)
    if alarm.kind == Kind.DEADLINE and overdue(table, alarm.number, now):
        out = _time_is_up(house, tx, stored, table, alarm.number, now)
    else:
        seed = house.seeds(table.id, table.rounds + 1)
        out = decide(table, Ring(alarm.kind, alarm.number), now, seed)
    return _kept(tx, found, out, now, alarm.kind)


def _time_is_up(
    house: House, tx: Transaction, stored: StoredTable, table: Table, number: int, now: datetime
) -> Outcome | Refused:
    """A turn ends if whoever owes it was told and could have answered; else it is looked at again
    a little later.
    """
    if not (was_told(tx, stored, table, now) and house.pulse.may_end(answers_on(tx, table), now)):
        return Outcome(put_off(table, now + LOOK_AGAIN))
    return decide(
        table, Ring(Kind.DEADLINE, number, lenient=house.pulse.lenient(now)), now, NO_SEED
    )


def _computer(
    tx: Transaction,
    found: Found,
    table: Table,
    decision: int,
    now: datetime,
    thought: Thought | None,
) -> str | Think:
    """A computer acts upon a thought about exactly what it sees now, else it has to think."""
    asked = _question(table, decision)
    if asked is None:
        return "stale"
    if thought is None or thought.asked != asked:
        return asked
    command = ComputerActs(asked.seat, decision, thought.move)
    return _kept(tx, found, decide(table, command, now, NO_SEED), now, Kind.COMPUTER)


def _kept(tx: Transaction, found: Found, out: Outcome | Refused, now: datetime, word: str) -> str:
    if isinstance(out, Refused) or not keep(tx, found, out, now):
        return "stale"
    return word


def _question(table: Table, decision: int) -> Think | None:
    """The thought that an alarm asks for, if its decision is still owed by a computer."""
    play = table.play
    if play is None or play.clock.number != decision or play.owner is None:
        return None
    level = table.seat(play.owner).pilot
    number = play.index(play.owner)
    if number is None or level is None or play.clock.act_at is None:
        return None
    sight = game.sight(play.round, number)
    return Think(table.id, play.owner, decision, level, sight, play.round.deal.seed)
