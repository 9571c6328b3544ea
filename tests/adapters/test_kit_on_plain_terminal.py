"""The plain terminal keeps the promises of an adapter, line by line."""

import asyncio
import io
import os
from collections.abc import Mapping, Sequence

import pytest

from uno_chat.contract import Adapter, Address, Conversation, Request, User
from uno_chat.testing.adapter_kit import AdapterConformance, Wire
from uno_chat.testing.faults import Fault
from uno_chat_terminal import GROUP, TerminalAdapter, user

NOTHING_BETWEEN = "nothing is between the adapter and the screen that could fail"
IMPOSSIBLE = {
    "the_unreadable_is_kept_aside_and_blocks_nothing": "a line is text: bad bytes are replaced",
    "what_we_say_ourselves_is_no_envelope": "what is printed is not typed",
    "too_many_requests_name_the_time_to_wait": NOTHING_BETWEEN,
    "a_lost_answer_is_an_open_question_asked_once": NOTHING_BETWEEN,
    "a_refused_connection_had_no_effect": NOTHING_BETWEEN,
    "whoever_blocked_us_is_unreachable": "nobody at a terminal can block it",
    "a_group_that_moved_says_where_it_is": "the group of a terminal never moves",
}


class PlainWire:
    """A pipe to type into, and a page of paper to print on."""

    impossible: Mapping[str, str] = IMPOSSIBLE
    ann = user("ann")
    group = GROUP
    elsewhere = Conversation("terminal", "elsewhere")
    cursor = None

    adapter: Adapter

    async def start(self) -> None:
        read, self._keys = os.pipe()
        self._paper = io.StringIO()
        self._typed = os.fdopen(read, encoding="utf-8")
        streams = (self._typed, self._paper)
        self.adapter = terminal = TerminalAdapter(["ann"], plain=True, streams=streams)
        self._face = asyncio.ensure_future(terminal.run_face())

    async def stop(self) -> None:
        os.close(self._keys)
        await self._face
        self._typed.close()

    async def say(self, text: str, *, private: bool) -> None:
        command = text if private or text.startswith("/") else f"/{text}"
        os.write(self._keys, f"{command}\n".encode())

    async def press(self, label: str) -> None:
        raise NotImplementedError(label)

    async def react(self, number: int) -> bool:  # noqa: ARG002 - nobody can
        return False

    async def bridge(self, text: str) -> bool:  # noqa: ARG002 - there are none
        return False

    async def garble(self) -> None:
        raise NotImplementedError

    async def echo(self) -> None:
        raise NotImplementedError

    def requests(self) -> Sequence[Request]:
        return []

    def forged(self) -> Sequence[Request]:
        return []

    async def seen(self, where: Address) -> Sequence[str]:
        head = "-- To ann --\n" if isinstance(where, User) else "-- Everybody --\n"
        pages = self._paper.getvalue().split("-- ")
        return [f"-- {page}".removeprefix(head) for page in pages if f"-- {page}".startswith(head)]

    async def toasts(self) -> Sequence[str]:
        return []

    async def fail(self, fault: Fault) -> None:
        """Nothing can fail."""


class TestPlainTerminal(AdapterConformance):
    @pytest.fixture
    def wire(self) -> Wire:
        return PlainWire()
