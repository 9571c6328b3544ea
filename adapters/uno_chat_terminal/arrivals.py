"""What people at the terminal did, kept until the one who asks has it for certain."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from uuid import uuid4

from uno_chat.contract import Batch, Conversation, Envelope, Event, Message, Pressed, Said
from uno_chat_terminal.places import GROUP, private_chat, user

_TO_US = "!uno "


class Arrivals:
    """The source of a terminal. Ids begin with a name of this process, since games outlive it."""

    def __init__(self, clock: Callable[[], datetime], title: str) -> None:
        self.process = uuid4().hex
        self._clock = clock
        self._title = title
        self._count = 0
        self._waiting: list[Envelope] = []
        self._more = asyncio.Event()
        self._taken = asyncio.Event()
        self._taken.set()

    def say(self, name: str, text: str) -> Conversation:
        """A line: commands ("/…", "!uno …") are said in the group, all else in private.

        Returns where it was said.
        """
        to_us = text.casefold().startswith(_TO_US)
        group = to_us or text.startswith("/")
        self.arrive(name, Said(text, to_us), group=group)
        return GROUP if group else private_chat(name)

    def press(self, name: str, token: str, on: Message) -> None:
        """A button, wherever it is shown; the press is answered to who pressed."""
        self.arrive(name, Pressed(token, on, ack=name), group=on.conversation == GROUP)

    def arrive(self, name: str, event: Event, *, group: bool = False) -> None:
        """Anything that the person of this name did."""
        self._count += 1
        envelope = Envelope(
            id=f"{self.process}-{self._count}",
            at=self._clock(),
            sender=user(name),
            name=name,
            conversation=GROUP if group else private_chat(name),
            private=not group,
            event=event,
            title=self._title if group else "",
        )
        self._waiting.append(envelope)
        self._taken.clear()
        self._more.set()

    async def taken(self) -> None:
        """Wait until whoever pulls has confirmed everything."""
        await self._taken.wait()

    async def pull(self, cursor: str | None) -> Batch:
        """Everything after ``cursor``; what came before it is let go."""
        self._waiting = [e for e in self._waiting if not self._confirmed(e, cursor)]
        while not self._waiting:
            self._taken.set()
            self._more.clear()
            await self._more.wait()
        return Batch(tuple(self._waiting), self._waiting[-1].id)

    def _confirmed(self, envelope: Envelope, cursor: str | None) -> bool:
        process, _, number = (cursor or "").rpartition("-")
        return process == self.process and _number(envelope.id) <= int(number)


def _number(event: str) -> int:
    return int(event.rpartition("-")[2])
