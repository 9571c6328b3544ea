"""A local Telegram as the people and the audits of whole games use a network.

People and groups are called by their names. What Telegram shows is put into the words of
``fake_chats``, so that whoever plays or audits there plays and audits here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from uno_chat.contract import Conversation, Document, Envelope, Store
from uno_chat.contract import Message as Ref
from uno_chat.coordinator import concerns_us
from uno_chat.testing import fake_chats
from uno_chat.testing.knowing import Read
from uno_chat.testing.telegram.bots import Bot
from uno_chat.testing.telegram.chats import Kind
from uno_chat.testing.telegram.groups import Group
from uno_chat.testing.telegram.local import LocalTelegram
from uno_chat.testing.telegram.markup import parsed
from uno_chat.testing.telegram.messages import Rows
from uno_chat.testing.telegram.people import Person
from uno_chat.testing.telegram.transcript import Button, Page, Showing, buttons

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Scene:
    """One bot among people whose first names differ. ``decode`` reads an update as the adapter
    does; ``render`` gives the HTML and the keyboard that it makes of a document.
    """

    telegram: LocalTelegram
    bot: Bot
    decode: Callable[[Json], Iterable[Envelope]] = field(repr=False)
    render: Callable[[Document], tuple[str, Rows]] = field(repr=False)
    network: str = "telegram"
    people: dict[str, Person] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)

    def person(self, name: str, *, language: str = "en") -> Person:
        """Somebody new, who has not started the bot."""
        self.people[name] = person = self.telegram.person(name, language=language)
        return person

    def group(
        self, title: str, *names: str, kind: Kind = Kind.SUPERGROUP, forum: bool = False
    ) -> Group:
        """A new group with the bot in it."""
        people = [self.people[name] for name in names]
        self.groups[title] = self.telegram.group(title, *people, self.bot, kind=kind, forum=forum)
        return self.groups[title]

    # what people do

    def say(self, who: str, text: str, *, group: str | None = None) -> str:
        """A person says a line, a command in a group with the bot's name; the event's id."""
        person, place = self.people[who], self.groups[group] if group else self.bot
        if group and text.startswith("/"):
            person.command(text, place)
        else:
            person.say(text, place)
        return self._newest()

    def press_token(
        self, who: str, token: str, *, on: Ref | None = None, group: str | None = None
    ) -> str:
        """A person presses a button by what it carries; the event's id."""
        person, place = self.people[who], self.groups[group] if group else self.bot
        chat = place.id if isinstance(place, Group) else person.id
        page = Page(chat, int(on.id) if on else 0, self.bot.id, "")
        person.press_data(token, page, place)
        return self._newest()

    def _newest(self) -> str:
        return str(self.bot.updates.log[-1].id)

    def sent(self) -> tuple[Envelope, ...]:
        """Everything that people did and that concerns the bot, in its order."""
        updates = (update.as_json() for update in self.bot.updates.log)
        envelopes = (envelope for update in updates for envelope in self.decode(update))
        return tuple({each.id: each for each in envelopes if concerns_us(each)}.values())

    async def all_taken(self, _store: Store) -> None:
        """Wait until the bot has confirmed every update."""
        await self.telegram.until(lambda: not self.bot.updates.queue())

    async def all_shown(self) -> bool:
        """What was delivered is seen at once, and nobody does anything for it."""
        return False

    # what people see

    def pages(self, chat: str) -> tuple[fake_chats.Page, ...]:
        """What stands in a chat now, oldest first: "@" and a person, a group, or a chat's id."""
        for person in self.people.values():
            if chat in (f"@{person.account.first_name}", str(person.id)):
                return tuple(map(self._page, person.pages(self.bot)))
        for title, group in self.groups.items():
            if chat in (title, str(group.id)):
                owner = next(p for p in self.people.values() if p.id == group.owner.id)
                return tuple(map(self._page, owner.pages(group)))
        return ()

    def looks(self, document: Document) -> fake_chats.Page:
        """How a page looks here."""
        source, rows = self.render(document)
        text, _ = parsed(source, "HTML", [], lambda _: {})
        return self._page(Page(0, 0, self.bot.id, text, buttons(rows)))

    @property
    def shown(self) -> tuple[fake_chats.Showing, ...]:
        """Every moment at which anybody saw something of the bot, in order."""
        names = {person.id: name for name, person in self.people.items()}
        return tuple(
            fake_chats.Showing(
                showing.kind,
                "",
                self._chat(showing),
                self._page(showing.page),
                frozenset(names[viewer] for viewer in showing.viewers),
                showing.notify,
            )
            for showing in self.telegram.world.transcript.shown
            if showing.page.sender == self.bot.id
        )

    def _chat(self, showing: Showing) -> str:
        for title, group in self.groups.items():
            if group.id == showing.page.chat:
                return title
        return f"@{self.telegram.world.accounts[showing.page.chat].first_name}"

    def _page(self, page: Page) -> fake_chats.Page:
        thread = str(page.thread) if page.thread else ""
        chat = Conversation(self.network, str(page.chat), thread)
        rows = (tuple(map(_pressable, filter(_does_something, row))) for row in page.rows)
        return fake_chats.Page(Ref(chat, str(page.id)), page.text, tuple(rows))


def read_by(people: Mapping[str, Person]) -> Iterator[Read]:
    """Everything that anybody was ever shown: texts, buttons, toasts and alerts."""
    for name, person in people.items():
        for one in person.seen:
            labels = tuple(button.label for button in one.page.buttons)
            tokens = tuple(button.what for button in one.page.buttons)
            yield Read(name, one.at, one.page.text, labels, tokens)


def _does_something(button: Button) -> bool:
    return button.does == "callback_data"


def _pressable(button: Button) -> tuple[str, str]:
    return button.label, button.what
