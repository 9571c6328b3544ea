"""The terminal with panes, as people use it: keys, mouse, a seat that several share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import pytest
from textual.content import Content
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Static

from uno_chat.contract import (
    Cards,
    Choice,
    Choices,
    Contacted,
    Delivery,
    Document,
    Envelope,
    Event,
    Face,
    Heading,
    Message,
    Players,
    Pressed,
    RetryLater,
    Row,
    Said,
    TargetGone,
    Tint,
    Toast,
    line,
)
from uno_chat.testing.sample_page import HOSTILE, SAMPLE
from uno_chat_terminal import GROUP, TerminalAdapter, private_chat, user
from uno_chat_terminal.chat_pane import ChatPane
from uno_chat_terminal.page_view import PressButton
from uno_chat_terminal.panes import PanesFace
from uno_chat_terminal.panes_app import Cover, PanesApp


@dataclass
class Seat:
    """A terminal, and the hands on its keys."""

    adapter: TerminalAdapter
    app: PanesApp
    pilot: Pilot[None]

    async def show(
        self, to: str, *lines: str, buttons: int = 0, edit: Message | None = None
    ) -> Message:
        """Show lines and buttons "b1", "b2" with tokens "t1", "t2" to a name or to "group"."""
        options = tuple(Choice(f"b{n}", f"t{n}") for n in range(1, buttons + 1))
        document = Document((*map(line, lines), Choices(options)))
        return await self.deliver(to, document, edit=edit)

    async def deliver(
        self, to: str, document: Document, *, edit: Message | None = None, notify: bool = False
    ) -> Message:
        address = GROUP if to == "group" else user(to)
        delivery = Delivery("k", address, document, replaces=edit, notify=notify)
        receipt = await self.adapter.deliver(delivery)
        await self.pilot.pause()
        assert receipt.message is not None
        return receipt.message

    async def type(self, text: str) -> None:
        """The first letter as a key, which begins the line, and the rest at once."""
        await self.pilot.press(text[0])
        self.app.words.insert_text_at_cursor(text[1:])
        await self.pilot.press("enter")

    async def happened(self) -> list[Event]:
        return [envelope.event for envelope in await self.envelopes()]

    async def envelopes(self) -> tuple[Envelope, ...]:
        self.adapter.arrive("one", Contacted())  # so that there is something to pull
        return (await self.adapter.source.pull(None)).envelopes[:-1]

    @property
    def status(self) -> str:
        return str(self.app.query_one("#status", Static).content)


def read(pane: ChatPane) -> str:
    return "\n".join(str(static.content) for static in pane.query(Static))


def covered(app: PanesApp) -> str:
    """What the cover says; nothing lies under it."""
    assert not app.private.display
    assert read(app.private) == ""
    return str(app.query_one(Cover).content)


@asynccontextmanager
async def seat(*names: str, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Seat]:
    adapter = TerminalAdapter(names or ("one",), title="Family")
    await adapter.open()
    assert isinstance(adapter._face, PanesFace)
    app = adapter._face.app
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Seat(adapter, app, pilot)


async def test_the_group_and_the_private_chat_stand_side_by_side() -> None:
    async with seat() as s:
        await s.show("group", "the table")
        await s.show("one", "the hand")
        assert (read(s.app.group), read(s.app.private)) == ("the table", "the hand")
        assert s.app.group.region.y == s.app.private.region.y
        assert (s.app.group.border_title, s.app.private.border_title) == ("Family", "To one")


async def test_on_a_narrow_terminal_they_stand_one_above_the_other() -> None:
    async with seat(size=(60, 40)) as s:
        assert s.app.group.region.x == s.app.private.region.x
        assert s.app.group.region.y < s.app.private.region.y


async def test_a_page_that_came_before_the_screen_is_on_it() -> None:
    adapter = TerminalAdapter(["one"])
    await adapter.open()
    await adapter.deliver(Delivery("k", user("one"), Document((line("early"),))))
    assert isinstance(adapter._face, PanesFace)
    async with adapter._face.app.run_test():
        assert read(adapter._face.app.private) == "early"


async def test_an_edit_changes_a_page_where_it_stands() -> None:
    async with seat() as s:
        table = await s.show("group", "old", buttons=2)
        await s.show("group", "a notice")
        assert await s.show("group", "new", buttons=3, edit=table) == table
        assert read(s.app.group) == "new\n[1]  b1 \n[2]  b2 \n[3]  b3 \na notice"
        gone = Message(GROUP, "from-another-process")
        with pytest.raises(TargetGone):
            await s.show("group", "newer", edit=gone)


async def test_a_digit_presses_a_button_of_the_newest_page_that_has_some() -> None:
    async with seat() as s:
        await s.show("group", "table", buttons=2)
        await s.show("one", "old hand", buttons=3)
        hand = await s.show("one", "hand", buttons=2)
        await s.show("one", "a notice")
        await s.pilot.press("2", "3")
        event = Pressed("t2", hand, ack="one")
        (envelope,) = await s.envelopes()
        assert (envelope.event, envelope.private) == (event, True)
        assert envelope.conversation == private_chat("one")


async def test_tab_lets_the_digits_press_in_the_other_chat() -> None:
    async with seat() as s:
        table = await s.show("group", "table", buttons=2)
        await s.show("one", "hand", buttons=2)
        await s.pilot.press("tab", "1", "tab", "2")
        first, second = await s.envelopes()
        assert (first.event, first.private) == (Pressed("t1", table, ack="one"), False)
        assert second.private


async def test_a_number_of_two_digits_is_typed_as_a_line() -> None:
    async with seat() as s:
        hand = await s.show("one", "hand", buttons=12)
        await s.pilot.press("enter")
        await s.type("12")
        await s.pilot.press("enter")
        await s.type("13")
        assert await s.happened() == [Pressed("t12", hand, ack="one"), Said("13")]


async def test_the_mouse_and_the_arrows_press_too() -> None:
    async with seat() as s:
        await s.show("one", "hand", buttons=3)
        await s.pilot.click(s.app.private.query(PressButton)[1])
        await s.pilot.press("right", "enter", "left", "left", "space")
        tokens = [e.token for e in await s.happened() if isinstance(e, Pressed)]
        assert tokens == ["t2", "t3", "t1"]


async def test_the_cursor_survives_an_edit_of_the_page_under_it() -> None:
    async with seat() as s:
        hand = await s.show("one", "hand", buttons=3)
        await s.pilot.press("right")
        await s.show("one", "hand", buttons=2, edit=hand)
        assert s.app.focused is s.app.private
        await s.pilot.press("2")
        assert await s.happened() == [Pressed("t2", hand, ack="one")]


async def test_what_is_typed_is_said_in_private_or_to_everybody() -> None:
    async with seat() as s:
        await s.type("r7 uno")
        await s.type("/table")
        assert await s.happened() == [Said("r7 uno"), Said("/table")]
        assert read(s.app.private) == "one: r7 uno"
        assert read(s.app.group) == "one: /table"


async def test_a_line_can_be_left_without_saying_it() -> None:
    async with seat() as s:
        await s.pilot.press("d", "r", "escape")
        await s.type("keep")
        assert await s.happened() == [Said("keep")]


async def test_who_types_fast_does_not_press_a_button() -> None:
    async with seat() as s:
        await s.show("one", "hand", buttons=9)
        for key in "r7":
            s.app.post_message(Key(key, key))
        await s.pilot.pause()
        await s.pilot.press("enter")
        assert await s.happened() == [Said("r7")]


async def test_a_page_that_notifies_marks_its_chat_until_a_key_is_pressed() -> None:
    async with seat() as s:
        await s.deliver("one", SAMPLE, notify=True)
        assert s.app.private.has_class("-unread")
        assert not s.app.group.has_class("-unread")
        await s.pilot.press("1")
        assert not s.app.private.has_class("-unread")


async def test_an_answer_to_a_press_stands_in_its_own_line() -> None:
    async with seat("one", "two") as s:
        await s.pilot.press("enter")
        await s.adapter.deliver(Toast("k", "one", "It is North's [turn]\x1b[0m."))
        await s.adapter.deliver(Toast("k", "two", "Not for you."))
        await s.adapter.deliver(Toast("k", "three", "For nobody."))
        await s.pilot.pause()
        assert s.status == "It is North's [turn]␛[0m."


async def test_an_answer_of_several_lines_is_read_in_one() -> None:
    async with seat("one") as s:
        await s.adapter.deliver(Toast("k", "one", "On top: G7\nYour hand (1): R5"))
        await s.pilot.pause()
        assert s.status == "On top: G7 · Your hand (1): R5"


async def test_several_people_share_a_seat_and_see_no_hand_but_their_own() -> None:
    async with seat("one", "two") as s:
        await s.show("one", "hand of one", buttons=1)
        await s.show("two", "hand of two", buttons=2)
        assert covered(s.app) == "Press Enter to show what only one may see"
        await s.pilot.press("enter")
        assert read(s.app.private).startswith("hand of one")
        await s.pilot.press("f2")
        assert covered(s.app) == "Press Enter to show what only two may see"
        await s.show("two", "more for two")
        assert covered(s.app) == "Press Enter to show what only two may see"
        await s.pilot.click(Cover)
        assert read(s.app.private) == "hand of two\n[1]  b1 \n[2]  b2 \nmore for two"
        await s.show("one", "more for one")
        assert "one" not in read(s.app.private)
        assert read(s.app.group) == ""


async def test_a_covered_seat_neither_presses_nor_speaks() -> None:
    async with seat("one", "two") as s:
        await s.show("group", "table", buttons=1)
        await s.show("one", "hand", buttons=1)
        await s.pilot.press("tab", "1", "d", "r", "tab", "1")
        await s.pilot.click(s.app.group.query(PressButton)[0])
        assert await s.happened() == []
        assert s.status == "Press Enter to show what only one may see"


async def test_the_next_person_is_the_one_for_whom_something_came() -> None:
    async with seat("one", "two", "three") as s:
        await s.pilot.press("enter")
        await s.deliver("three", SAMPLE, notify=True)
        assert s.app.private.border_title == "▸one │ two │ three ●"
        await s.pilot.press("f2", "enter")
        assert s.app.private.border_title == "one │ two │ ▸three"
        await s.type("draw")
        assert [(e.name, e.event) for e in await s.envelopes()] == [("three", Said("draw"))]


@pytest.mark.parametrize("name", [*HOSTILE, "\x1b[31mred\x07", "a\nb\r\tc", "\u202eevil", "\ud83d"])
async def test_no_name_is_obeyed(name: str) -> None:
    row = Row(name, ("7 cards", name))
    card = Face(name[:4], name, Tint.RED, name)
    buttons = Choices((Choice(name, "t", Tint.BLUE, name),), name)
    page = Document((Heading(name), line(name), Players((row,)), Cards(name, (card,)), buttons))
    async with seat(size=(60, 50)) as s:
        await s.deliver("group", page)
        text = read(s.app.group)
        assert not any(c in text for c in "\x1b\x07\r\t\u202e\ud83d")
        assert text.count("\n") == 5
        assert s.app.export_screenshot()


@pytest.mark.parametrize("size", [(120, 40), (60, 24), (40, 16), (300, 80)])
async def test_a_hand_of_sixty_cards_can_be_played_from(size: tuple[int, int]) -> None:
    cards = tuple(Face(f"R{n % 10}", f"red {n % 10}", Tint.RED, "fits") for n in range(60))
    choices = tuple(Choice(f"R{n}", f"t{n}", Tint.RED, "cards") for n in range(60))
    page = Document((Cards("Your hand (60)", cards), Choices(choices)))
    async with seat(size=size) as s:
        await s.deliver("one", page)
        last = s.app.private.query(PressButton)[-1]
        assert s.app.private.region.contains_region(last.region)
        await s.pilot.click(last)
        (event,) = await s.happened()
        assert isinstance(event, Pressed)
        assert event.token == "t59"


async def test_counts_stand_in_line_below_each_other_whatever_the_names() -> None:
    names = (
        "Al",
        "阿姨阿姨",
        "שלום",
        "A name that is much longer than a pane has room for",
        "👩‍👩‍👧",
    )
    rows = tuple(Row(name, (f"{n} cards", "0"), n == 1) for n, name in enumerate(names))
    async with seat() as s:
        await s.deliver("group", Document((Players(rows),)))
        content = s.app.group.query_one(Static).content
        assert isinstance(content, Content)
        assert len({row.cell_length for row in content.split("\n")}) == 1
        assert "▸ 阿姨阿姨" in content.plain


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_whoever_leaves_ends_the_face(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    adapter = TerminalAdapter(["one"])
    await adapter.open()
    assert isinstance(adapter._face, PanesFace)
    app = adapter._face.app

    async def leave(pilot: Pilot[object]) -> None:
        await pilot.press(key)

    headless = partial(app.run_async, headless=True, auto_pilot=leave)
    monkeypatch.setattr(app, "run_async", headless)
    await adapter.run_face()
    assert adapter.finished.is_set()
    with pytest.raises(RetryLater):
        await adapter.deliver(Delivery("k", GROUP, Document((line("late"),))))
