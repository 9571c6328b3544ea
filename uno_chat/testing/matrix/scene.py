"""A homeserver as the people and the audits of whole games use a network.

People and rooms are called by their names. A call takes time here: what people say is sent in its
order while the house works, and ``all_taken`` and ``all_shown`` wait for it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

from uno_chat.contract import Conversation, Document, Store, Transaction
from uno_chat.contract import Message as Ref
from uno_chat.testing import fake_chats
from uno_chat.testing.knowing import Read
from uno_chat.testing.matrix.api import CLIENT, Account, Api
from uno_chat.testing.matrix.diary import Page, Showing, read_by
from uno_chat.testing.matrix.local import LocalMatrix
from uno_chat.testing.matrix.people import Person
from uno_chat.testing.patience import PATIENCE


class Going:
    """The time of day. A homeserver dates what is said by it, so nobody can set it."""

    def __call__(self) -> datetime:
        return datetime.now(UTC)

    async def wait(self, time: timedelta) -> None:
        """Really wait; raises TimeoutError at once where that would be too long."""
        if time > timedelta(seconds=PATIENCE):
            raise TimeoutError(f"nothing comes by itself for {time}")
        await asyncio.sleep(time.total_seconds())


@dataclass(slots=True)
class Scene:
    """One bot among people whose names differ. ``since`` reads off a stored cursor from where the
    next sync goes on, None while something from before it is left to do; ``render`` gives the text
    that the adapter makes of a document.
    """

    matrix: LocalMatrix
    bot: Account
    since: Callable[[str], str | None] = field(repr=False)
    render: Callable[[Document], str] = field(repr=False)
    network: str = "matrix"
    people: dict[str, Person] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    _owners: dict[str, Person] = field(default_factory=dict, repr=False)
    _saying: list[asyncio.Task[str]] = field(default_factory=list, repr=False)
    _inside: set[tuple[str, str]] = field(default_factory=set, repr=False)
    _numbers: count[int] = field(default_factory=lambda: count(1), repr=False)

    async def person(self, name: str) -> Person:
        """Somebody new, who comes when invited."""
        self.people[name] = person = await self.matrix.person(name)
        return person

    async def group(self, title: str, *names: str) -> str:
        """A new room to which the bot is invited; its id."""
        people = [self.people[name] for name in names]
        self.groups[title] = await self.matrix.family(title, *people, bot=self.bot.user)
        self._owners[title] = people[0]
        return self.groups[title]

    async def goes_in(self, title: str) -> None:
        """Wait until the bot is in a room."""
        owner, room = self._owners[title], self.groups[title]
        async with asyncio.timeout(PATIENCE):
            while self.bot.user not in await owner.members(room):  # noqa: ASYNC110 - a server says
                await asyncio.sleep(0.02)

    # what people do

    def say(self, who: str, text: str, *, group: str | None = None) -> str:
        """A person says a line, in private to the bot where no group is named; a name of the
        event, which has no id yet.
        """
        before = self._saying[-1] if self._saying else None
        self._saying.append(asyncio.ensure_future(self._said(who, text, group, before)))
        return f"said {next(self._numbers)}"

    async def _said(
        self, who: str, text: str, group: str | None, before: asyncio.Task[str] | None
    ) -> str:
        if before is not None:
            await asyncio.wait({before})
        person = self.people[who]
        if group is None and not person.private:
            await person.direct(self.bot.user)
        return await person.say(text, self.groups[group] if group else "")

    def press_token(
        self, who: str, token: str, *, on: Ref | None = None, group: str | None = None
    ) -> str:
        """Nobody can press anything here."""
        raise LookupError(f"{who} cannot press {token} on {on} in {group}: there are no buttons")

    async def all_said(self) -> None:
        """Wait until the homeserver has everything that was said; raises what went wrong."""
        while self._saying:
            await asyncio.gather(*self._saying)
            self._saying = [one for one in self._saying if not one.done()]

    async def all_taken(self, store: Store) -> None:
        """Wait until everything that people did has reached a store."""
        await self.all_said()
        async with asyncio.timeout(PATIENCE):
            while not await self._is_taken(store):  # noqa: ASYNC110 - no event says so
                await asyncio.sleep(0.02)

    async def _is_taken(self, store: Store) -> bool:
        return await self._nothing_after(await store.transact(self._cursor))

    def _cursor(self, tx: Transaction) -> str | None:
        return tx.cursor(self.network)

    async def _nothing_after(self, cursor: str | None) -> bool:
        since = self.since(cursor) if cursor else None
        if since is None:
            return False
        timeline = {"types": ["m.room.*", "m.reaction"], "not_senders": [self.bot.user]}
        only = {"room": {"timeline": timeline, "state": {"types": []}, "ephemeral": {"types": []}}}
        api = Api(self.matrix.api.http, self.bot.token)
        query: dict[str, str | int] = {"since": since, "filter": json.dumps(only), "timeout": 0}
        told = await api.call("GET", f"{CLIENT}/sync", query=query)
        rooms = told.get("rooms", {})
        heard = (room["timeline"]["events"] for room in rooms.get("join", {}).values())
        return not any(heard) and not rooms.get("invite")

    # what people see

    async def all_shown(self) -> bool:
        """Wait until everybody has read all that the homeserver has for them; whether somebody
        came into a room for it.
        """
        await asyncio.gather(*(person.look() for person in self.people.values()))
        people = self.people.items()
        rooms = {
            (name, room) for name, p in people for room, is_ in p.rooms.items() if is_ == "join"
        }
        came = rooms != self._inside
        self._inside = rooms
        return came

    def pages(self, chat: str) -> tuple[fake_chats.Page, ...]:
        """What of the bot stands in a chat now, oldest first: "@" and a person, a room by its
        title or its id.
        """
        for name, person in self.people.items():
            if chat in (f"@{name}", person.private):
                return self._pages_of(person, person.private)
        for title, room in self.groups.items():
            if chat in (title, room):
                return self._pages_of(self._owners[title], room)
        return ()

    def _pages_of(self, person: Person, room: str) -> tuple[fake_chats.Page, ...]:
        return tuple(map(self._page, person.diary.pages(room, self.bot.user))) if room else ()

    def looks(self, document: Document) -> fake_chats.Page:
        """How a page looks here."""
        return self._page(Page("nowhere", "none", self.bot.user, self.render(document)))

    @property
    def shown(self) -> tuple[fake_chats.Showing, ...]:
        """Every moment at which anybody saw something of the bot: one for each who did."""
        return tuple(
            fake_chats.Showing(
                one.kind,
                "",
                self._chat(one),
                self._page(one.page),
                frozenset({name}),
                one.notify,
            )
            for name, person in self.people.items()
            for one in person.seen
            if one.page.sender == self.bot.user
        )

    def _chat(self, one: Showing) -> str:
        titles = (title for title, room in self.groups.items() if room == one.page.room)
        owners = (f"@{name}" for name, p in self.people.items() if p.private == one.page.room)
        return next(titles, next(owners, one.page.room))

    def _page(self, page: Page) -> fake_chats.Page:
        chat = Conversation(self.network, page.room, page.thread)
        return fake_chats.Page(Ref(chat, page.id), page.text)


def read_by_all(people: Iterable[Person]) -> Iterator[Read]:
    """All that ever came to anybody."""
    for person in people:
        yield from read_by(person.name, person.diary)
