"""From an intent to the table's own command, with names turned into seats; and back to words."""

from __future__ import annotations

from typing import Final, assert_never

from uno_chat.coordinator import intents
from uno_chat.coordinator.asking import Asker
from uno_chat.coordinator.finding import seat_named
from uno_chat.coordinator.messages import Puzzled
from uno_chat.coordinator.reading import Request
from uno_chat.coordinator.setup import BadSetting, agreed
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
    Ready,
    Table,
)
from uno_chat.views import Token, Trouble, encode, words_of

COMPUTERS: Final = (
    *("Abacus", "Bolt", "Chip", "Dynamo", "Echo"),
    *("Flux", "Gizmo", "Helix", "Iota"),
)
"""Names of computer players, the same in every language."""

Ordered = (
    intents.Do | intents.CatchOne | intents.SetUp | intents.AddOne | intents.KickOne | intents.Wish
)
"""Intents that a table decides."""

_ANY_TABLE: Final = 999_999_999


def command_of(who: Asker, intent: Ordered, request: Request, table: Table) -> AtTable | Puzzled:
    """The table's command, or what is puzzling about the words."""
    by = who.player.id
    match intent:
        case intents.Do(move):
            return Act(by, move, request.decision, who.sent)
        case intents.CatchOne(whom):
            seat = seat_named(table, whom, by_id=request.button) if whom else None
            if isinstance(seat, Puzzled):
                return seat
            return CatchSeat(by, seat.id if seat else None, who.sent)
        case intents.KickOne(whom):
            seat = seat_named(table, whom, by_id=request.button)
            return seat if isinstance(seat, Puzzled) else Kick(by, seat.id)
        case intents.AddOne(level):
            return AddComputer(by, _computer_name(table), level)
        case intents.SetUp(words):
            settings = agreed(table.settings, words)
            if isinstance(settings, BadSetting):
                return Puzzled(Trouble.BAD_OPTION, settings.sentence)
            return Configure(by, settings)
        case intents.Wish():
            return _wish(by, who.name, intent)
    assert_never(intent)


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


def words_for(intent: intents.Intent) -> str:
    """What a button would have to say for the same at another table; empty where none can."""
    words = _words(intent)
    try:
        encode(Token(_ANY_TABLE, None, words))
    except ValueError:
        return ""
    return words


def _words(intent: intents.Intent) -> str:
    match intent:
        case intents.Do(move):
            return words_of(move)
        case intents.CatchOne(whom):
            return f"catch {whom}".strip()
        case intents.KickOne(whom):
            return f"kick {whom}".strip()
        case intents.AddOne(level):
            return f"add {level}"
        case intents.SetUp(words):
            return " ".join(("settings", *words))
        case intents.Wish() | intents.Look():
            return intent.value
        case _:
            return ""
