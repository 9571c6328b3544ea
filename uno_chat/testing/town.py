"""A network whose people play for weeks: what they are shown, and what they do about it in time.

It lives in the loop that it is used in, and outlives the services that come and go in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Final

from uno_chat.contract import (
    Address,
    Batch,
    Capabilities,
    Cards,
    Choices,
    Conversation,
    Delivery,
    Document,
    Envelope,
    Event,
    Heading,
    Message,
    OutcomeUnknown,
    Paragraph,
    Pressed,
    Puller,
    Receipt,
    RetryLater,
    Said,
    Toast,
    User,
    Webhook,
)
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.residents import Page, Resident
from uno_chat.views import Token, decode, encode

NAME: Final = "town"
AGAIN: Final = timedelta(seconds=10)
LONG_POLL: Final = 50.0
_NUMBER: Final = re.compile(r"#(\d+)")
_STILL_THERE: Final = timedelta(minutes=2)
_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class Showing:
    """A deadline that was shown: to a group, or to a person (``mine``: as the one to move)."""

    at: datetime
    table: int
    chat: str
    until: datetime
    decision: int | None = None

    @property
    def mine(self) -> bool:
        """Whether it was shown to whoever was to move."""
        return self.decision is not None


@dataclass(slots=True)
class Town:
    """An adapter, a network and its people in one. ``handed`` is called when something that people
    did is received, ``brought`` with what arrives here. While it is ``cut`` nothing passes.
    """

    now: Callable[[], datetime]
    luck: Random
    people: dict[str, Resident] = field(default_factory=dict)
    events: list[Envelope] = field(default_factory=list)
    pages: dict[tuple[str, int], Page] = field(default_factory=dict)
    shown: list[Showing] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    handed: Callable[[], None] = lambda: None
    brought: Callable[[Delivery], None] = lambda _: None
    network: str = NAME
    capabilities: Capabilities = LIKE_TELEGRAM
    _down: bool = False
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _coming: set[tuple[str, int]] = field(default_factory=set)
    _acted: dict[tuple[str, int], datetime] = field(default_factory=dict)

    # an adapter

    @property
    def source(self) -> Webhook | Puller:
        return self

    async def open(self) -> None:
        self._pass()

    async def close(self) -> None:
        return

    async def pull(self, cursor: str | None) -> Batch:
        """Waits for something to happen, not for ever."""
        place = int(cursor or 0)
        self._pass()
        if place == len(self.events):
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LONG_POLL):
                    await self._news.wait()
            self._pass()
        batch = tuple(self.events[place : place + _AT_ONCE])
        if batch:
            self.handed()
        return Batch(batch, str(place + len(batch)))

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        self._pass()
        if isinstance(delivery, Toast):
            self.calls["toasts"] += 1
            return Receipt(None)
        self.calls["edits" if delivery.replaces else "messages"] += 1
        new = Message(_chat(delivery.to), f"m{self.calls.total()}")
        message = delivery.replaces or new
        self.brought(delivery)
        self._show(delivery, message)
        if self.luck.random() < 0.002:
            raise OutcomeUnknown
        return Receipt(message)

    def _pass(self) -> None:
        if self._down:
            raise RetryLater(AGAIN)

    def cut(self, *, down: bool) -> None:
        """Whatever is said stays with the network until it is up again."""
        self._down = down
        self._news.set()

    # what people see

    def _show(self, delivery: Delivery, message: Message) -> None:
        page = _page(delivery.document, message)
        if page is None:
            return
        who = delivery.to.id
        mine = page.asks[0].decision if page.asks else None
        if page.until is not None:
            self.shown.append(Showing(self.now(), page.table, who, page.until, mine))
        place = (who, page.table)
        before = self.pages.get(place)
        edits_old = delivery.replaces and before and before.message != page.message
        leads_there = page.said("hand") is not None  # a reminder, say: no page to act on
        if not isinstance(delivery.to, User) or edits_old or leads_there:
            return
        self.pages[place] = page
        if page.waits and place not in self._coming:
            self._comes(self.people[who], page)

    def _comes(self, who: Resident, page: Page) -> None:
        """Somebody who has just acted looks still, and answers at once."""
        place, now = (who.name, page.table), self.now()
        acted = self._acted.get(place)
        if acted is not None and now - acted < _STILL_THERE:
            at: datetime | None = now + timedelta(seconds=self.luck.uniform(2, 20))
        else:
            at = who.comes(now)
        if at is not None:
            self._coming.add(place)
            later(at - now, self._acts, who, place, page)

    def presses(self, table: int) -> dict[tuple[str, int], datetime]:
        """When somebody first pressed an answer to a decision of a table."""
        found: dict[tuple[str, int], datetime] = {}
        for one in self.events:
            token = decode(one.event.token) if isinstance(one.event, Pressed) else None
            if token is not None and token.table == table and token.decision is not None:
                found.setdefault((one.sender.id, token.decision), one.at)
        return found

    # what people do

    def _acts(self, who: Resident, place: tuple[str, int], told: Page) -> None:
        """By the newest page; now and then by the one that told, which is old perhaps."""
        self._coming.discard(place)
        page = told if self.luck.random() < 0.03 else self.pages[place]
        if not page.waits:
            return
        self._acted[place] = self.now()
        for number, token in enumerate(who.answers(page)):
            later(timedelta(seconds=1.5 * number), self._takes, who.name, page, token)
        # Whoever is refused looks again.
        later(_STILL_THERE, self._looks_again, who, place)

    def _looks_again(self, who: Resident, place: tuple[str, int]) -> None:
        page = self.pages[place]
        if page.waits and place not in self._coming and who.stays != 0:
            self._acted.pop(place, None)
            self._comes(who, page)

    def _takes(self, who: str, page: Page, token: Token) -> None:
        if token.decision is not None and self.luck.random() < 0.08:
            self.say(who, f"#{page.table} {token.words}")
        else:
            on = Message(_chat(self.user(who)), page.message)
            self.send(who, Pressed(encode(token), on, f"a{len(self.events)}"))

    def user(self, who: str) -> User:
        """Somebody's account here."""
        return User(self.network, who)

    def say(self, who: str, text: str, room: str | None = None) -> None:
        """A line, in private or in a group."""
        self.send(who, Said(text), room)

    def send(self, who: str, event: Event, room: str | None = None) -> None:
        """Something that people do."""
        place = Conversation(self.network, room) if room else _chat(self.user(who))
        one = Envelope(
            id=f"e{len(self.events)}",
            at=self.now(),
            sender=self.user(who),
            name=who,
            conversation=place,
            private=room is None,
            event=event,
            title=room or "",
        )
        self.events.append(one)
        self._news.set()


def later(wait: timedelta, do: Callable[..., None], *arguments: object) -> None:
    """Do something after a while, whatever becomes of services meanwhile."""
    asyncio.get_running_loop().call_later(wait.total_seconds(), do, *arguments)


def _chat(to: Address) -> Conversation:
    return to if isinstance(to, Conversation) else Conversation(to.network, f"@{to.id}")


def _page(document: Document, message: Message) -> Page | None:
    """What a document of a table says; None for anything else."""
    first = document.blocks[0] if document.blocks else None
    number = _NUMBER.search(first.text) if isinstance(first, Heading) else None
    if number is None:
        return None
    tokens = tuple(_tokens(document))
    return Page(
        int(number[1]),
        message.id,
        tuple(t for t in tokens if t.decision is not None and not t.words.startswith("page")),
        tuple(t for t in tokens if t.decision is None),
        sum(f.count for b in document.blocks if isinstance(b, Cards) for f in b.faces),
        next(moments(document), None),
    )


def _tokens(document: Document) -> Iterator[Token]:
    for block in document.blocks:
        for option in block.options if isinstance(block, Choices) else ():
            token = decode(option.token)
            if token is not None:
                yield token


def moments(document: Document) -> Iterator[datetime]:
    """The moments that a document tells, in order."""
    for block in document.blocks:
        for span in block.spans if isinstance(block, Paragraph) else ():
            if span.at is not None:
                yield span.at
