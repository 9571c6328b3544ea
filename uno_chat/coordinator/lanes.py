"""What keeps its order: inbox lanes for what arrives, an outbox lane of its own for a press."""

from __future__ import annotations

from uno_chat.contract import Conversation, Envelope, Pressed, table_lane
from uno_chat.views import decode


def lane_of(envelope: Envelope) -> str:
    """The inbox lane: a table where that is known, else the conversation by its name."""
    if isinstance(envelope.event, Pressed):
        token = decode(envelope.event.token)
        if token is not None and token.table:
            return table_lane(token.table)
    return str(envelope.conversation)


def late_lane(table: int) -> str:
    """The inbox lane of an alarm that could not be handled: it must not hold the table up."""
    return f"late:{table}"


def is_late(lane: str) -> bool:
    """Whether a row waits in a ``late_lane``."""
    return lane.startswith("late:")


def press_lane(network: str, ack: str) -> Conversation:
    """The outbox lane of the answer to one press, which is soon too late: it must not wait behind
    pages of the same person. It is delivered by its ``ack``, so this names no real conversation.
    """
    return Conversation(network, f"press {ack}")
