"""Which inbox lane something waits in: its table where that is known, else its conversation."""

from __future__ import annotations

from uno_chat.contract import Envelope, Pressed
from uno_chat.views import decode


def lane_of(envelope: Envelope) -> str:
    """Rows of one lane are handled in order."""
    if isinstance(envelope.event, Pressed):
        token = decode(envelope.event.token)
        if token is not None:
            return f"table:{token.table}"
    return f"room:{envelope.conversation}"
