"""The adapter of the terminal: what is delivered goes to its face, what people do is pulled."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol, TextIO, assert_never

from uno_chat.contract import (
    Buttons,
    Capabilities,
    Conversation,
    Delivery,
    Document,
    Event,
    Mark,
    Message,
    Puller,
    Receipt,
    Rejected,
    RetryLater,
    TargetGone,
    Toast,
    Toasts,
    Unreachable,
    User,
)
from uno_chat_terminal.arrivals import Arrivals
from uno_chat_terminal.places import GROUP, NETWORK, chat_of, private_chat, proper_names
from uno_chat_terminal.plain import PlainFace
from uno_chat_terminal.words import completed

PLAIN: Final = Capabilities(text_limit=8000, trusted_time=True, prefix="/")
PANES: Final = replace(
    PLAIN,
    marks=frozenset({Mark.BOLD, Mark.CODE}),
    buttons=Buttons(per_row=4, total=64, payload_bytes=64, label_chars=32),
    edits=True,
    toast=Toasts(chars=200, seconds=60),
)


class Face(Protocol):
    """What a person looks at. Showing raises OSError when nobody can see it any more."""

    def show(self, message: Message, document: Document, *, notify: bool) -> None: ...
    def toast(self, name: str, text: str) -> None: ...
    def holds(self, message: Message) -> bool: ...
    async def run(self, quiet: Callable[[], Awaitable[None]]) -> None: ...


async def _at_once() -> None:
    """Take the next line without waiting."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class TerminalAdapter:
    """The people ``names`` at one terminal. Run ``run_face`` beside whatever pulls and delivers.

    ``title`` is how the group is called; ``words`` replaces entries of ``ENGLISH``; ``streams``
    are what the plain face reads and writes. Raises ValueError with a sentence on bad names.
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        plain: bool = False,
        title: str = "",
        words: Mapping[str, str] | None = None,
        clock: Callable[[], datetime] = _utc_now,
        streams: tuple[TextIO, TextIO] | None = None,
    ) -> None:
        self.names = proper_names(names)
        self.finished = asyncio.Event()
        self._arrivals = Arrivals(clock, title)
        self._open = False
        self._messages = 0
        own = completed(words or {})
        self._capabilities = PLAIN if plain else PANES
        self._face: Face
        if plain:
            streams = streams or (sys.stdin, sys.stdout)
            self._face = PlainFace(self.names, self._arrivals, own, title, streams)
        else:
            from uno_chat_terminal.panes import PanesFace  # noqa: PLC0415 - a pipe needs no screen

            self._face = PanesFace(self.names, self._arrivals, own, title)

    @property
    def network(self) -> str:
        return NETWORK

    @property
    def capabilities(self) -> Capabilities:
        return self._capabilities

    @property
    def source(self) -> Puller:
        return self._arrivals

    def arrive(self, name: str, event: Event, *, group: bool = False) -> None:
        """Let a person do something without typing it: how a runner opens the first table."""
        self._arrivals.arrive(name, event, group=group)

    async def taken(self) -> None:
        """Wait until all that people did is safe with whoever pulls."""
        await self._arrivals.taken()

    async def run_face(self, quiet: Callable[[], Awaitable[None]] = _at_once) -> None:
        """Serve the people until they leave or the input ends; then ``finished`` is set.

        The plain face awaits ``quiet`` before it takes a line and at the end, so that a pipe
        gets its answers in order.
        """
        try:
            await self._face.run(quiet)
        finally:
            self.finished.set()

    async def open(self) -> None:
        self._open = True

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        if not self._open or self.finished.is_set():
            raise RetryLater(timedelta(seconds=1), "nobody looks at the terminal")
        try:
            match delivery:
                case Toast():
                    return self._answer(delivery)
                case Delivery():
                    return self._show(delivery)
                case _:
                    assert_never(delivery)
        except OSError as error:  # the terminal or the pipe was closed
            self.finished.set()
            raise RetryLater(timedelta(seconds=1), "nobody looks at the terminal") from error

    async def close(self) -> None:
        self._open = False

    def _answer(self, toast: Toast) -> Receipt:
        if toast.ack in self.names and toast.text:
            self._face.toast(toast.ack, " · ".join(toast.text.splitlines()))
        return Receipt(None)

    def _show(self, delivery: Delivery) -> Receipt:
        chat = chat_of(delivery.to)
        if chat != GROUP and chat not in map(private_chat, self.names):
            if isinstance(delivery.to, User):
                raise Unreachable("start")
            raise Rejected("The terminal has no such chat.")
        replaces = delivery.replaces if self._capabilities.edits else None
        if replaces is not None and not self._face.holds(replaces):
            raise TargetGone
        message = replaces or self._new_message(chat)
        self._face.show(message, delivery.document, notify=delivery.notify)
        return Receipt(message)

    def _new_message(self, chat: Conversation) -> Message:
        self._messages += 1
        return Message(chat, f"{self._arrivals.process}-{self._messages}")
