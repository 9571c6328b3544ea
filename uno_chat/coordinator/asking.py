"""Who asks: the person, the place, the press, and how an answer finds its way back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import (
    Address,
    Conversation,
    Envelope,
    Outgoing,
    OutKind,
    Player,
    Pressed,
    Room,
    Transaction,
    User,
)
from uno_chat.contract import Message as Shown
from uno_chat.coordinator.house import House
from uno_chat.coordinator.lanes import press_lane
from uno_chat.coordinator.messages import Message, Press, Saying, Silence, to_payload, word_of
from uno_chat.coordinator.questions import Ranking
from uno_chat.views import cut, network_name, safe_name

_REPLY: Final = "reply "
LONGEST_NAME: Final = 28
"""Shorter than what pages cut names to, so that a second "Ann" is still told apart as "Ann 2"."""


@dataclass(frozen=True, slots=True)
class Asker:
    """``room`` is None in private; ``key`` names the input, so that an answer is given once;
    ``press`` is there as long as it can be answered, ``until`` when; ``sent`` is the network's own
    time of the input, where that can be trusted; ``title`` is how the room is called; ``on`` is the
    message that carried the button; ``ranking`` what the network said about the asker, if asked;
    ``line`` the number that was said instead of what stands at its line; ``spared``: so
    much was said lately that this is not answered; ``arrived`` is when we read the input.
    """

    player: Player
    user: User
    room: Conversation | None
    key: str
    press: Press | None = None
    until: datetime | None = None
    sent: datetime | None = None
    title: str = ""
    on: Shown | None = None
    ranking: Ranking | None = None
    line: int = 0
    spared: bool = False
    arrived: datetime | None = None

    @property
    def name(self) -> str:
        """How the asker is called at a table; never empty."""
        return self.player.name or "?"

    @property
    def network(self) -> str:
        """What people call the network from which the asker plays."""
        return network_name(self.user.network)

    @property
    def address(self) -> Address:
        """Where the asker looked when asking."""
        return self.user if self.room is None else self.room


def asker(
    house: House, tx: Transaction, envelope: Envelope, arrived: datetime, now: datetime
) -> Asker:
    """The person behind an envelope that arrived then, remembered with name, language and room."""
    able = house.able(envelope.sender.network)
    player = tx.remember_player(envelope.sender, _short(envelope.name), envelope.language)
    room = None if envelope.private else _room(tx, envelope.conversation, _short(envelope.title))
    pressed = envelope.event if isinstance(envelope.event, Pressed) else None
    ack = None if pressed is None else pressed.ack
    until = arrived + timedelta(seconds=able.toast.seconds) if able.toast else arrived
    return Asker(
        player,
        envelope.sender,
        None if envelope.private else envelope.conversation,
        f"{envelope.sender.network} {envelope.id}",
        _press(envelope, ack, player) if ack is not None and now < until else None,
        until,
        envelope.at if able.trusted_time else None,
        "" if room is None else room.title,
        None if pressed is None else pressed.on,
        arrived=arrived,
    )


def _room(tx: Transaction, conversation: Conversation, title: str) -> Room:
    """Where somebody asks; of a topic its whole group, too, where perhaps nobody ever does."""
    if conversation.thread:
        tx.remember_room(replace(conversation, thread=""), title)
    return tx.remember_room(conversation, title)


def _press(envelope: Envelope, ack: str, player: Player) -> Press:
    room = "" if envelope.private else str(envelope.conversation)
    return Press(ack, player.id, room, str(envelope.sender))


def _short(name: str) -> str:
    """A name as it is kept; an empty one tells nothing."""
    return cut(safe_name(name), LONGEST_NAME) if name.strip() else ""


def reply(
    tx: Transaction, who: Asker, saying: Saying, now: datetime, table: int | None = None
) -> None:
    """Answer the asker alone: on the button that was pressed, else in private."""
    if who.press is not None:
        answer(tx, who, who.press, saying, now, table)
    elif not isinstance(saying, Silence):
        write(tx, who, saying, now, table)


def say(
    tx: Transaction, who: Asker, saying: Saying, now: datetime, table: int | None = None
) -> str:
    """The same, and a word for the operator that says what kind of an answer it was."""
    reply(tx, who, saying, now, table)
    return word_of(saying)


def answer(
    tx: Transaction, who: Asker, press: Press, saying: Saying, now: datetime, table: int | None
) -> None:
    """Answer a press where it was made; who is not answered sees that it has ended."""
    if who.spared:
        saying = Silence()
    lane = press_lane(who.user.network, press.ack)
    payload = to_payload(Message(saying, press))
    name, about = f"{_REPLY}{who.key}", None if isinstance(saying, Silence) else table
    tx.queue(Outgoing(OutKind.TOAST, lane, about, name, payload=payload, expires=who.until), now)


def is_reply(out: Outgoing) -> bool:
    """Whether it answers somebody in private."""
    return out.kind is OutKind.NOTICE and out.name.startswith(_REPLY)


def aloud(tx: Transaction, envelope: Envelope, saying: Saying, now: datetime) -> None:
    """Answer before everybody, where there is nobody who could be answered alone."""
    to, name = envelope.conversation, f"{_REPLY}{envelope.sender.network} {envelope.id}"
    payload = to_payload(Message(saying))
    tx.queue(Outgoing(OutKind.NOTICE, to, None, name, payload=payload), now)


def once(tx: Transaction, to: Address, about: str, saying: Saying, now: datetime) -> None:
    """Say something that is not said again for days, however often there is a reason."""
    payload = to_payload(Message(saying))
    tx.queue(Outgoing(OutKind.NOTICE, to, None, about, payload=payload), now)


def write(
    tx: Transaction, who: Asker, saying: Saying, now: datetime, table: int | None = None
) -> None:
    """Write to the asker in private, as a message of its own."""
    if who.spared:
        return
    payload = to_payload(Message(saying))
    to, name = who.user, f"{_REPLY}{who.key}"
    tx.queue(Outgoing(OutKind.NOTICE, to, table, name, payload=payload), now)
