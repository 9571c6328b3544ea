"""How deep a message is buried, as far as a network tells: kept in memory and never written down.

Forgotten at a restart; then the first message that comes or goes tells it anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Batch, Conversation, Message, Receipt

DEEP: Final = 10
"""So many messages below it, and a page has left the screen."""
PAUSE: Final = timedelta(minutes=5)
"""How long a page stays where it is, however many messages come."""


@dataclass(slots=True)
class Depths:
    """``newest`` is the highest place known of a conversation, ``sent`` when a message of ours
    was.
    """

    newest: dict[Conversation, int] = field(default_factory=dict)
    sent: dict[Message, datetime] = field(default_factory=dict)

    def heard(self, batch: Batch) -> None:
        """What people say among themselves counts, too; nothing of it is kept but its place."""
        for envelope in batch.envelopes:
            self._reach(envelope.conversation, envelope.place)

    def shown(self, receipt: Receipt, now: datetime) -> None:
        """A new message of ours stands at the bottom."""
        message = receipt.message
        if message is None or message.place is None:
            return
        self._reach(message.conversation, message.place)
        self.sent = {one: at for one, at in self.sent.items() if now - at < PAUSE}
        self.sent[message] = now

    def buried(self, message: Message, now: datetime) -> bool:
        """Whether a message is out of sight, and for long enough to be shown again."""
        at = self.sent.get(message)
        if message.place is None or (at is not None and now - at < PAUSE):
            return False
        return self.newest.get(message.conversation, 0) - message.place >= DEEP

    def _reach(self, conversation: Conversation, place: int | None) -> None:
        if place is not None:
            self.newest[conversation] = max(place, self.newest.get(conversation, 0))
