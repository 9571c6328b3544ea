"""Who asks: the person, the place, the press, and how an answer finds its way back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from uno_chat.contract import (
    Address,
    Capabilities,
    Conversation,
    Envelope,
    Outgoing,
    OutKind,
    Player,
    Pressed,
    Transaction,
)
from uno_chat.coordinator.messages import Message, Saying, Silence, to_payload


@dataclass(frozen=True, slots=True)
class Asker:
    """``room`` is None in private; ``key`` names the input, so that an answer is given once."""

    player: Player
    room: Conversation | None
    key: str
    ack: str | None = None
    ack_until: datetime | None = None
    sent: datetime | None = None

    @property
    def address(self) -> Address:
        """Where the asker looked when asking."""
        return self.player.private if self.room is None else self.room


def asker(tx: Transaction, envelope: Envelope, able: Capabilities, now: datetime) -> Asker:
    """The person behind an envelope, remembered with name, language and room."""
    player = tx.remember_player(envelope.sender, envelope.name, envelope.language)
    if not envelope.private:
        tx.remember_room(envelope.conversation, envelope.title)
    ack = envelope.event.ack if isinstance(envelope.event, Pressed) else None
    until = now + timedelta(seconds=able.toast.seconds) if ack and able.toast else None
    return Asker(
        player,
        None if envelope.private else envelope.conversation,
        f"{envelope.sender.network} {envelope.id}",
        ack if able.toast else None,
        until,
        envelope.at if able.trusted_time else None,
    )


def reply(
    tx: Transaction, who: Asker, saying: Saying, now: datetime, table: int | None = None
) -> None:
    """Answer the asker alone: on the button that was pressed, else in private."""
    if who.ack is None and isinstance(saying, Silence):
        return
    tx.queue(
        Outgoing(
            kind=OutKind.NOTICE if who.ack is None else OutKind.TOAST,
            to=who.player.private,
            table=table,
            name=f"reply {who.key}",
            payload=to_payload(Message(saying, who.ack)),
            expires=who.ack_until,
        ),
        now,
    )
