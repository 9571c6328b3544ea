"""The terminal with panes keeps the promises of an adapter, as read from its screen."""

from collections.abc import Mapping, Sequence

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from uno_chat.contract import Adapter, Address, Conversation, Document, Message, Request, User
from uno_chat.testing.adapter_kit import AdapterConformance, Wire
from uno_chat.testing.faults import Deleted, Fault
from uno_chat_terminal import GROUP, TerminalAdapter, user
from uno_chat_terminal.chats import KEPT
from uno_chat_terminal.page_view import PressButton
from uno_chat_terminal.panes import PanesFace

NOTHING_BETWEEN = "nothing is between the adapter and the screen that could fail"
IMPOSSIBLE = {
    "the_unreadable_is_kept_aside_and_blocks_nothing": "every key is readable",
    "what_we_say_ourselves_is_no_envelope": "what is shown is not typed",
    "too_many_requests_name_the_time_to_wait": NOTHING_BETWEEN,
    "a_lost_answer_is_an_open_question_asked_once": NOTHING_BETWEEN,
    "a_refused_connection_had_no_effect": NOTHING_BETWEEN,
    "whoever_blocked_us_is_unreachable": "nobody at a terminal can block it",
    "a_group_that_moved_says_where_it_is": "the group of a terminal never moves",
}


class PanesWire:
    """A screen in memory with Ann in front of it."""

    impossible: Mapping[str, str] = IMPOSSIBLE
    ann = user("ann")
    group = GROUP
    elsewhere = Conversation("terminal", "elsewhere")
    cursor = None
    adapter: Adapter

    async def start(self) -> None:
        self.adapter = terminal = TerminalAdapter(["ann"])
        assert isinstance(terminal._face, PanesFace)
        self._face = terminal._face
        self._screen = self._face.app.run_test(size=(120, 40))
        self._pilot: Pilot[None] = await self._screen.__aenter__()

    async def stop(self) -> None:
        await self._screen.__aexit__(None, None, None)

    async def say(self, text: str, *, private: bool) -> None:
        self._face.app.words.value = text if private or text.startswith("/") else f"/{text}"
        await self._pilot.press("enter")

    async def press(self, label: str) -> None:
        await self._pilot.pause()
        buttons = self._face.app.private.query(PressButton)
        number = next(n for n, b in enumerate(buttons, 1) if b.choice.label == label)
        await self._pilot.press(str(number))

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
        await self._pilot.pause()
        app = self._face.app
        pane = app.private if isinstance(where, User) else app.group
        return ["\n".join(str(s.content) for s in v.query(Static)) for v in pane.views]

    async def toasts(self) -> Sequence[str]:
        await self._pilot.pause()
        return [str(self._face.app.query_one("#status", Static).content)]

    async def fail(self, fault: Fault) -> None:
        if isinstance(fault, Deleted):
            for number in range(KEPT):  # the message leaves the screen at the top
                self._face.chats.put(Message(GROUP, f"later {number}"), Document(()))


class TestPanes(AdapterConformance):
    @pytest.fixture
    def wire(self) -> Wire:
        return PanesWire()
