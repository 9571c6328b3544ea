"""A network in memory: people say and press, pages are shown, and faults come by script.

It outlives its adapters, as a network outlives a bot. What is sent to it is in a markup of its
own (a little HTML), so that an adapter that forgets to escape is found out by what people see.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Final, assert_never

from uno_chat.contract import (
    Buttons,
    Capabilities,
    Contacted,
    Conversation,
    Document,
    Envelope,
    Event,
    Joined,
    Left,
    Mark,
    Message,
    Moved,
    Pressed,
    Private,
    Quota,
    Reacted,
    Request,
    Said,
    Store,
    Toasts,
    Transaction,
    User,
    envelope_from_json,
    envelope_to_json,
)
from uno_chat.testing.event_log import EventLog
from uno_chat.testing.fake_adapter import HEADER, FakeAdapter
from uno_chat.testing.fake_chats import FakeChats, Json, Page, Showing, place
from uno_chat.testing.fake_markup import markup, rows_of
from uno_chat.testing.faults import Blocked, Deleted, Fault, Fine, Lost, Refused, Renamed, TooMany

LIKE_TELEGRAM: Final = Capabilities(
    text_limit=4096,
    marks=frozenset({Mark.BOLD, Mark.CODE}),
    buttons=Buttons(per_row=8, total=100, payload_bytes=64),
    edits=True,
    toast=Toasts(chars=200, seconds=15),
    private=Private.AFTER_CONTACT,
    trusted_time=True,
    prefix="/",
    ranks=True,
)
LIKE_MATRIX: Final = Capabilities(
    text_limit=16_000,
    marks=frozenset({Mark.BOLD, Mark.CODE}),
    edits=True,
    private=Private.BY_INVITE,
    idempotent_sends=True,
    trusted_time=True,
    per_account=Quota(10, 50, refills=True),
    ranks=True,
)
"""No buttons; every message and edit counts against the little that an account may call."""
BOT: Final = "bot"
"""Our own account on every fake network."""


class FakeNetwork:
    """One network with its people and groups. A private chat is called "@" and the person, a
    thread "group/thread". ``discreet``: what is for one person in a group is shown to no other;
    ``admins`` are people with a group that they manage, ``ghosts`` stand for people of another
    network.

    People and groups become known by the first thing that somebody does.
    """

    def __init__(
        self,
        clock: Callable[[], datetime],
        *,
        name: str = "fake",
        capabilities: Capabilities = LIKE_TELEGRAM,
    ) -> None:
        self.name = name
        self.capabilities = capabilities
        self.calls: Counter[str] = Counter()
        self.names: dict[str, str] = {}
        self.blocked: set[str] = set()
        self.admins: set[tuple[str, str]] = set()
        self.ghosts: set[str] = set()
        self.discreet = True
        self.log = EventLog()
        self._chats = FakeChats(name, capabilities)
        self._clock = clock
        self._events = 0
        self._moved: dict[str, str] = {}
        self._acks: dict[str, str] = {}
        self._pull_faults: deque[Fault] = deque()
        self._write_faults: deque[Fault] = deque()

    def adapter(self) -> FakeAdapter:
        """A new adapter for this network, as after a restart."""
        return FakeAdapter(self.name, self.capabilities, self.call)

    def webhook_adapter(self, secret: str) -> FakeAdapter:
        """A new adapter that is told by requests, see ``requests``."""
        return FakeAdapter(self.name, self.capabilities, self.call, secret=secret)

    # what people do

    def say(self, who: str, text: str, *, group: str | None = None, to_us: bool = False) -> str:
        """A person says a line, in private or in a group; returns the event's id."""
        return self.send(who, Said(text, to_us), group=group)

    def contact(self, who: str, payload: str = "") -> str:
        """A person opens the private chat (presses Start); returns the event's id."""
        self.blocked.discard(who)
        return self.send(who, Contacted(payload))

    def join(self, who: str, group: str) -> str:
        """A person comes into a group; returns the event's id."""
        return self.send(who, Joined(User(self.name, who)), group=group)

    def leave(self, who: str, group: str) -> str:
        """A person leaves a group; returns the event's id."""
        event = self.send(who, Left(User(self.name, who)), group=group)
        self._chats.members[group].discard(who)
        return event

    def press(self, who: str, label: str, *, group: str | None = None) -> str:
        """A person presses the newest button whose label contains this; returns the event's id.

        Raises LookupError that lists what could be pressed.
        """
        pages = self.pages(group or f"@{who}")
        for page in reversed(pages):
            for name, token in page.buttons:
                if label.casefold() in name.casefold():
                    return self.press_token(who, token, on=page.message, group=group)
        there = [name for page in pages for name, _ in page.buttons]
        raise LookupError(f"no button like {label!r} for {who}; there are {there}")

    def press_token(
        self, who: str, token: str, *, on: Message | None = None, group: str | None = None
    ) -> str:
        """A person presses a button by what it carries, be it still shown or not."""
        ack = f"ack{self._events + 1}"
        self._acks[ack] = who
        return self.send(who, Pressed(token, on, ack), group=group)

    def react(self, who: str, number: int, *, on: Message | None = None) -> str:
        """A person puts a number on a message, on the newest one of the private chat if on none in
        particular; returns the event's id.
        """
        return self.send(who, Reacted(number, on or self.pages(f"@{who}")[-1].message))

    def send(self, who: str, event: Event, *, group: str | None = None) -> str:
        """Whatever a person does becomes an event; returns its id."""
        self._events += 1
        chat = group or f"@{who}"
        self._chats.members.setdefault(chat, set()).add(who)
        envelope = Envelope(
            id=f"e{self._events}",
            at=self._clock(),
            sender=User(self.name, who),
            name=self.names.get(who, who),
            conversation=place(self.name, chat),
            private=group is None,
            event=event,
            title=group or "",
            bridged=who in self.ghosts,
        )
        self.log.add(envelope.id, envelope_to_json(envelope))
        return envelope.id

    def requests(self, secret: str, *, since: int = 0) -> list[Request]:
        """What this network posts to a webhook, from the ``since``-th on."""
        return [Request({HEADER: secret}, raw.encode()) for raw in self.log.texts()[since:]]

    def sent(self) -> tuple[Envelope, ...]:
        """Every event that people made, once, in the order in which it came first."""
        envelopes = map(envelope_from_json, self.log.texts())
        return tuple({envelope.id: envelope for envelope in envelopes}.values())

    async def all_taken(self, store: Store) -> None:
        """Wait until everything that people made has reached a store."""
        while not await store.transact(self._is_taken):  # noqa: ASYNC110 - no event says so
            await asyncio.sleep(0)

    def _is_taken(self, tx: Transaction) -> bool:
        said = len(self.log.texts())
        return not said or tx.cursor(self.name) == str(said)

    async def all_shown(self) -> bool:
        """What was delivered is seen at once, and nobody does anything for it."""
        return False

    # what goes wrong

    def redeliver(self, event: str) -> None:
        """Let an event come again, behind what waits now; raises LookupError if unknown."""
        self.log.redeliver(event)

    def shuffle(self, rng: Random) -> None:
        """Put the events that no adapter has seen yet into another order."""
        self.log.shuffle(rng)

    def fail_writes(self, *faults: Fault) -> None:
        """The next deliveries meet these, one each."""
        self._write_faults.extend(faults)

    def recover(self) -> None:
        """Deliveries meet no fault any more."""
        self._write_faults.clear()

    @property
    def fails(self) -> bool:
        """Whether a fault still waits for its call."""
        return bool(self._write_faults or self._pull_faults)

    def fail_pulls(self, *faults: Fault) -> None:
        """The next pulls meet these, one each: TooMany, Refused or Lost."""
        self._pull_faults.extend(faults)

    def delete(self, message: Message) -> None:
        """Somebody deletes a message: it is seen no more and cannot be edited."""
        self._chats.delete(message)

    def move(self, group: str, to: str) -> str:
        """A group gets a new name, as an event says; whoever writes to the old one is told."""
        event = self.send(BOT, Moved(Conversation(self.name, to)), group=group)
        self._chats.members[to] = self._chats.members.pop(group) - {BOT}
        self._moved[group] = to
        return event

    # what people see

    def pages(self, chat: str) -> tuple[Page, ...]:
        """What stands in a chat now (a group, or "@" and a person), oldest first."""
        return self._chats.pages(chat)

    def looks(self, document: Document) -> Page:
        """How a page looks here."""
        buttons = self.capabilities.buttons
        rows = rows_of(document, buttons.per_row if buttons else 1)
        page = {"key": "", "chat": "x", "text": markup(document), "rows": rows, "notify": False}
        chats = FakeChats(self.name, self.capabilities)
        chats.send(page)
        return chats.pages("x")[0]

    @property
    def shown(self) -> tuple[Showing, ...]:
        """Every moment at which anybody saw something new, in order."""
        return tuple(self._chats.shown)

    def seen_by(self, who: str) -> tuple[Showing, ...]:
        """Everything this person was ever shown: groups, private chat, edits, toasts."""
        return tuple(showing for showing in self._chats.shown if who in showing.viewers)

    def times_shown(self) -> Counter[str]:
        """How often each key became a new message: more than once is a doubled message."""
        return self._chats.times_shown()

    # what adapters call

    async def call(self, method: str, params: Json) -> Json:
        """Answer "me", "events", "manages", "discreet", "send", "edit", "peek" or "answer"; an
        error has "error".

        Raises ConnectionRefusedError (not heard) or ConnectionResetError (answer lost).
        """
        self.calls[method] += 1
        await asyncio.sleep(0)  # a network takes its time: here a caller may be cancelled
        fault = self._fault(method)
        match fault:
            case Refused():
                raise ConnectionRefusedError
            case Lost(shown=False):
                raise ConnectionResetError
            case TooMany():
                return self._too_many(fault.after)
            case Blocked():
                return {"error": "blocked"}
            case Renamed():
                return {"error": "moved", "to": str(fault.to)}
            case Deleted():
                return {"error": "gone"}
            case Fine() | Lost():
                answer = await self._answer(method, params)
            case _:
                assert_never(fault)
        if isinstance(fault, Lost):
            raise ConnectionResetError
        return answer

    def _too_many(self, after: timedelta) -> Json:
        able = self.capabilities
        of = "account" if able.per_account and not able.per_conversation else "chat"
        return {"error": "too-many", "after": after.total_seconds(), "of": of}

    def _fault(self, method: str) -> Fault:
        script = self._pull_faults if method == "events" else self._write_faults
        return script.popleft() if script and method not in {"me", "discreet"} else Fine()

    async def _answer(self, method: str, params: Json) -> Json:
        match method:
            case "me":
                return {"id": BOT}
            case "events":
                events, cursor = await self.log.after(params["cursor"])
                return {"events": events, "cursor": cursor}
            case "answer":
                return self._toast(params)
            case "discreet":
                return {"discreet": self.discreet}
            case "peek":
                return self._peek(params)
            case "manages":
                return {"manages": (params["who"], params["chat"]) in self.admins}
            case _:
                return self._refusal(params["chat"]) or self._write(method, params)

    def _toast(self, params: Json) -> Json:
        who = self._acks.pop(params["ack"], None)
        if who is None:
            return {"error": "bad", "why": "no such press, or it was answered already"}
        return self._chats.toast(who, params)

    def _peek(self, params: Json) -> Json:
        """An old network shows it to all, and says nothing."""
        if not self.discreet:
            return self._write("send", params)
        who = self._acks.get(params["ack"])
        if who is None:
            return {"error": "bad", "why": "no such press, or it was answered already"}
        return self._chats.peek(who, params)

    def _write(self, method: str, params: Json) -> Json:
        return self._chats.edit(params) if method == "edit" else self._chats.send(params)

    def _refusal(self, chat: str) -> Json | None:
        members = self._chats.members
        if chat in self._moved:
            return {"error": "moved", "to": str(Conversation(self.name, self._moved[chat]))}
        if chat.removeprefix("@") in self.blocked:
            return {"error": "blocked"}
        if chat in members:
            return None
        if not chat.startswith("@"):
            return {"error": "bad", "why": f"there is no chat {chat!r}"}
        if self.capabilities.private is Private.BY_INVITE:
            return {"error": "invited"}
        if self.capabilities.private is Private.AFTER_CONTACT:
            return {"error": "not-started"}
        members[chat] = {chat.removeprefix("@")}
        return None
