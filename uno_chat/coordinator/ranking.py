"""Who may decide for a group: the host of a table in it, and its admins as far as its network knows
any.
"""

from __future__ import annotations

from enum import Enum, auto

from uno_chat.contract import Conversation
from uno_chat.coordinator.asking import Asker
from uno_chat.coordinator.house import House
from uno_chat.coordinator.questions import AskRank


class Rank(Enum):
    """How a network ranks somebody in a conversation."""

    ADMIN = auto()
    MEMBER = auto()
    UNKNOWN = auto()
    """It has not answered."""


def rank(house: House, who: Asker, room: Conversation | None) -> Rank | AskRank:
    """The rank of the asker in a room, or the question to the network. Where no network ranks
    anybody, all are members.
    """
    if room is None or not house.able(room.network).ranks:
        return Rank.MEMBER
    asked = AskRank(who.user, room)
    if who.ranking is None or who.ranking.asked != asked:
        return asked
    match who.ranking.manages:
        case None:
            return Rank.UNKNOWN
        case manages:
            return Rank.ADMIN if manages else Rank.MEMBER
