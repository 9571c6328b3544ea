"""At which of several tables something can be done at all: there it is meant."""

from __future__ import annotations

from uno_chat import game
from uno_chat.coordinator import intents
from uno_chat.table import Phase, Table

_BEFORE_A_DEAL = {Phase.LOBBY, Phase.BETWEEN, Phase.MATCH_OVER}


def suits(intent: intents.Intent, table: Table, player: int) -> bool:
    """Whether this can be about this table; nothing is looked at that this person does not see."""
    seat = table.seat_of(player)
    match intent:
        case intents.Say():
            return seat is not None and (_asks(table, seat.id) or _drew(table, seat.id))
        case intents.Wish.RESUME:
            return bool(table.pauses)
        case intents.Wish.BACK:
            return seat is not None and seat.pilot is not None
        case intents.Wish.CLAIM | intents.Wish.GO_ON | intents.Wish.KEEP_WAITING:
            return table.standoff is not None
        case intents.SetUp() | intents.AddOne():
            return table.phase is Phase.LOBBY
        case intents.Wish.DEAL | intents.Wish.READY | intents.KickOne():
            return table.phase in _BEFORE_A_DEAL
        case intents.CatchOne() | intents.Rest() | intents.Halt() | intents.PassOver():
            return table.play is not None
        case intents.NudgeOne() | intents.Wish.MORE_TIME | intents.Wish.LEAVE_AFTER:
            return table.play is not None
    return True


def _asks(table: Table, seat: str) -> bool:
    vote = table.vote
    return vote is not None and seat not in {*vote.yes, *vote.no}


def _drew(table: Table, seat: str) -> bool:
    play = table.play
    owes = play is not None and play.owner == seat
    return owes and play is not None and isinstance(play.round.pending, game.PlayOrKeep)
