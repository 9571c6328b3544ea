"""The screen: two panes, a line of answers, a line to type into, and the keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import DescendantFocus, Key
from textual.widgets import Input, Static

from uno_chat.contract import Conversation, Document, Message, line
from uno_chat_terminal.arrivals import Arrivals
from uno_chat_terminal.chat_pane import ChatPane
from uno_chat_terminal.chats import Chats
from uno_chat_terminal.page_view import PressButton
from uno_chat_terminal.places import GROUP, private_chat
from uno_chat_terminal.visible import visible

NARROW: Final = 100
"""Columns below which the chats stand one above the other."""


class Cover(Static, can_focus=True):
    """Stands where a private chat would be, until its owner sits in front of it."""

    DEFAULT_CSS = """
    Cover {
        width: 1fr; height: 1fr; border: round $accent;
        content-align: center middle; text-style: bold;
    }
    """

    async def on_click(self) -> None:
        await self.run_action("app.enter")


class PanesApp(App[None]):
    """Shows ``chats`` and tells ``arrivals`` what is typed and pressed.

    One person looks at a time. With several, a private chat is covered until Enter is pressed.
    """

    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide")]  # noqa: RUF012 - typed by Textual
    CSS = """
    #panes { layout: horizontal; height: 1fr; }
    .-narrow #panes { layout: vertical; }
    .-narrow #private, .-narrow Cover { height: 3fr; }
    .-narrow #group { height: 2fr; }
    #status { height: 1; padding: 0 2; color: $warning; text-style: bold; }
    #words { padding: 0 2; }
    #keys { height: 1; padding: 0 2; color: $foreground 60%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", priority=True, show=False, system=True),
        Binding("tab,shift+tab", "other_chat", priority=True, show=False),
        Binding("f2", "next_person", priority=True, show=False),
        Binding("enter", "enter", show=False),
        Binding("escape", "leave_line", show=False),
        Binding("right", "choose(1)", show=False),
        Binding("left", "choose(-1)", show=False),
    ]

    def __init__(
        self,
        names: tuple[str, ...],
        arrivals: Arrivals,
        words: Mapping[str, str],
        title: str,
        chats: Chats,
    ) -> None:
        super().__init__()
        self.person = names[0]
        self.covered = len(names) > 1
        self._names = names
        self._arrivals = arrivals
        self._own_words = words
        self._heading = visible(title or words["group"])
        self._chats = chats
        self._unread: set[Conversation] = set()
        self._said = 0

    def compose(self) -> ComposeResult:
        keys = ("keys", "next") if len(self._names) > 1 else ("keys",)
        with Container(id="panes"):
            yield ChatPane(id="group")
            yield ChatPane(id="private")
            yield Cover()
        yield Static(id="status")
        say = self._own_words["say"]
        yield Input(id="words", placeholder=say, compact=True, select_on_focus=False)
        yield Static(Content(" · ".join(self._own_words[key] for key in keys)), id="keys")

    async def on_mount(self) -> None:
        await self.group.fill(self._chats.pages(GROUP))
        await self._show_person()

    @property
    def group(self) -> ChatPane:
        return self.query_one("#group", ChatPane)

    @property
    def private(self) -> ChatPane:
        return self.query_one("#private", ChatPane)

    @property
    def words(self) -> Input:
        return self.query_one(Input)

    @property
    def active(self) -> ChatPane:
        """The pane whose buttons the keys press."""
        return self.group if self.group.has_class("-active") else self.private

    # what the adapter shows

    async def draw(self, message: Message, *, notify: bool) -> None:
        """Bring a message to the screen in its newest form, if its chat is on it."""
        document = self._chats.page(message)
        pane = self._pane(message.conversation)
        if document is not None and pane is not None:
            await pane.put(message, document)
        if notify:
            self.bell()
            self._unread.add(message.conversation)
            self._mark()

    def answer(self, name: str, text: str) -> None:
        """Show an answer to a press, if it was this person who pressed."""
        if name == self.person:
            self._tell(text)

    # what people do

    def on_key(self, event: Key) -> None:
        """A digit presses a button; any other letter begins a line.

        Whoever types fast has sent a digit here before the first letter moved the focus.
        """
        if self.covered or event.character is None or not event.is_printable:
            return
        self._unread -= {GROUP, private_chat(self.person)}
        self._mark()
        if event.character in "123456789" and self.focused is not self.words:
            self._press_number(int(event.character))
        elif event.character.strip() or self.focused is self.words:
            self.screen.set_focus(self.words)
            self.words.insert_text_at_cursor(event.character)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        event.input.clear()
        if text.isascii() and text.isdigit() and self._press_number(int(text)):
            return
        if text:
            await self._say(text)

    def on_press_button_chosen(self, event: PressButton.Chosen) -> None:
        if self.covered:
            self._tell(self._own_words["cover"].format(name=self.person))
            return
        self._tell("")
        self._arrivals.press(self.person, event.token, event.message)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        for pane in (self.group, self.private):
            if event.widget in {pane, *pane.query("*")}:
                self._activate(pane)

    async def action_next_person(self) -> None:
        """Cover the chat and turn to whoever got something new, else to the next in line."""
        if len(self._names) == 1:
            return
        here = self._names.index(self.person)
        others = self._names[here + 1 :] + self._names[:here]
        waiting = [name for name in others if private_chat(name) in self._unread]
        self.person = (waiting or others)[0]
        self.covered = True
        self.words.clear()
        await self._show_person()

    async def action_enter(self) -> None:
        """Uncover the chat; on an open one say the line, or begin one."""
        if self.covered:
            self.covered = False
            self._unread.discard(private_chat(self.person))
            await self._show_person()
        elif self.words.value:
            await self.words.action_submit()
        else:
            self.words.focus()

    def action_leave_line(self) -> None:
        """Leave the line without saying it."""
        self.words.clear()
        self.active.focus()

    def action_other_chat(self) -> None:
        """Let the keys press the buttons of the other chat."""
        (self.private if self.active is self.group else self.group).focus()

    def action_choose(self, step: int) -> None:
        """Go to the next or the last button of the page with numbers."""
        page = self.active.numbered
        buttons = page.buttons if page is not None else []
        if buttons:
            at = next((i for i, b in enumerate(buttons) if b.has_focus), -1 if step > 0 else 0)
            buttons[(at + step) % len(buttons)].focus()

    def action_leave(self) -> None:
        """Go away; what was not pulled yet can be pulled still."""
        self.exit()

    # how it is done

    def _pane(self, chat: Conversation) -> ChatPane | None:
        if chat == GROUP:
            return self.group
        return self.private if chat == private_chat(self.person) and not self.covered else None

    def _press_number(self, number: int) -> bool:
        page = self.active.numbered
        buttons = page.buttons if page is not None else []
        if not 1 <= number <= len(buttons):
            return False
        buttons[number - 1].action_press()
        self.active.focus()
        return True

    async def _say(self, text: str) -> None:
        chat = self._arrivals.say(self.person, text)
        self._said += 1
        own = Message(chat, f"said-{self._said}")
        self._chats.put(own, Document((line(f"{self.person}: {text}"),)))
        await self.draw(own, notify=False)
        self._tell("")
        self.active.focus()

    async def _show_person(self) -> None:
        pages = () if self.covered else self._chats.pages(private_chat(self.person))
        await self.private.fill(pages)
        cover = self.query_one(Cover)
        cover.update(Content(self._own_words["cover"].format(name=self.person)))
        cover.display = self.words.disabled = self.covered
        self.private.display = not self.covered
        self._tell("")
        self._mark()
        (cover if self.covered else self.private).focus()

    def _activate(self, pane: ChatPane) -> None:
        for each in (self.group, self.private):
            each.set_class(each is pane, "-active")

    def _tell(self, text: str) -> None:
        self.query_one("#status", Static).update(Content(visible(text)))

    def _mark(self) -> None:
        """Show who has something new."""
        self.group.set_class(GROUP in self._unread, "-unread")
        self.private.set_class(private_chat(self.person) in self._unread, "-unread")
        tabs = " │ ".join(map(self._tab, self._names))
        alone = self._own_words["to"].format(name=self.person)
        self.group.border_title = Content(self._heading)
        for pane in (self.private, self.query_one(Cover)):
            pane.border_title = Content(tabs if len(self._names) > 1 else alone)

    def _tab(self, name: str) -> str:
        here = f"▸{name}" if name == self.person else name
        return f"{here} ●" if private_chat(name) in self._unread else here
