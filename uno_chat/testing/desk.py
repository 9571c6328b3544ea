"""The coordinator's desk without an event loop: what arrives is handled, what waits is shown, by
hand, under a clock that is set by hand.

People of a fake network are called by their ids, groups by theirs, on other networks with these in
front ("bare:ann"); a private chat is "@" and the person. ``Sent`` is what would have reached
somebody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Final, TypeVar

from uno_chat import game
from uno_chat.contract import (
    Address,
    Alarm,
    Arrival,
    Capabilities,
    Choices,
    Contacted,
    Conversation,
    Delivery,
    Document,
    Envelope,
    Event,
    InboxRow,
    Message,
    OutboxRow,
    OutKind,
    Paragraph,
    Pressed,
    Receipt,
    Said,
    Settled,
    Transaction,
    User,
    envelope_to_json,
)
from uno_chat.coordinator import (
    Answer,
    House,
    Later,
    Question,
    Ranking,
    Think,
    Thought,
    arrived,
    from_stored,
    handle,
    lane_of,
    let_go,
    show,
    turn_told,
    unreached,
)
from uno_chat.coordinator.crowds import Crowd, Quiet
from uno_chat.coordinator.messages import from_payload
from uno_chat.coordinator.shelf import to_text
from uno_chat.table import Kind, Settings, Table, alarms
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.memory_rows import Rows
from uno_chat.testing.memory_store import MemoryTransaction
from uno_chat.testing.scripted import seeds
from uno_chat.testing.sitting import Sitting, lay
from uno_chat.views import Token, as_text, encode

T = TypeVar("T")

NET: Final = "fake"
NOON: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Sent:
    """What somebody was shown: ``edits`` is the message that changed, None for a new one;
    ``mentions`` are the people whom it calls."""

    kind: OutKind
    chat: str
    text: str
    tokens: tuple[str, ...] = ()
    edits: str | None = None
    notify: bool = False
    name: str = ""
    mentions: tuple[str, ...] = ()


def first_choice(asked: Think) -> game.Move:
    """A computer that does not think."""
    return asked.sight.choices[0]


def decisive(words: list[str]) -> list[str]:
    """The words of a desk but for reminders, which decide nothing."""
    return [word for word in words if word != Kind.REMIND]


@dataclass(slots=True)
class Desk:
    """``think`` chooses for computers; ``sent`` is all that was shown so far;
    ``beyond`` are chats where nothing arrives, and the remedy; ``buried`` are messages out of
    sight; ``admins`` are people with a group that they manage, None if the network does not say;
    ``others`` are other networks of the house; ``crowd`` counts who says how much.
    """

    able: Capabilities = LIKE_TELEGRAM
    settings: Settings = field(default_factory=Settings)
    language: str = "en"
    now: datetime = NOON
    rows: Rows = field(default_factory=Rows)
    think: Callable[[Think], game.Move] = first_choice
    sent: list[Sent] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    beyond: dict[str, str] = field(default_factory=dict)
    buried: set[str] = field(default_factory=set)
    admins: set[tuple[str, str]] | None = field(default_factory=set)
    others: dict[str, Capabilities] = field(default_factory=dict)
    crowd: Crowd = field(default_factory=Quiet)
    _events: int = 0

    @property
    def house(self) -> House:
        """A house with these networks and a seed for every round."""
        networks = {NET: self.able, **self.others}
        chance = Random(self._events).randrange
        house = House(networks, seeds, self.settings, language=self.language, chance=chance)
        return replace(house, crowd=self.crowd)

    def do(self, body: Callable[[Transaction], T]) -> T:
        """One transaction: all of it, or nothing when it raises."""
        before = self.rows.copy()
        try:
            return body(MemoryTransaction(self.rows))
        except BaseException:
            self.rows = before
            raise

    # what people do; each returns the word that the coordinator gave for it

    def say(self, who: str, text: str, group: str | None = None, *, to_us: bool = False) -> str:
        """A line, in private or in a group."""
        return self.take(self.envelope(who, Said(text, to_us), group))

    def press(self, who: str, words: str, group: str | None = None, *, table: int = 1) -> str:
        """A button that says these words now: it carries the decision that is owed, if any."""
        return self.take(self.pressing(who, self.token(words, table), group))

    def press_token(self, who: str, token: str, group: str | None = None) -> str:
        """A button with whatever it carries."""
        return self.take(self.pressing(who, token, group))

    def pressing(self, who: str, token: str, group: str | None = None) -> Envelope:
        """The envelope of a press."""
        return self.envelope(who, Pressed(token, None, f"ack{self._events + 1}"), group)

    def contact(self, who: str, payload: str = "") -> str:
        """Opens the private chat."""
        return self.take(self.envelope(who, Contacted(payload), None))

    def envelope(
        self, who: str, event: Event, group: str | None, *, name: str | None = None
    ) -> Envelope:
        """What the network would tell of it."""
        self._events += 1
        sender = user(who)
        return Envelope(
            id=f"e{self._events}",
            at=self.now,
            sender=sender,
            name=sender.id.title() if name is None else name,
            conversation=room(group or f"@{who}"),
            private=group is None,
            event=event,
            title=room(group).id.title() if group else "",
        )

    def arrival(self, envelope: Envelope, arrived: datetime | None = None) -> Arrival:
        """The inbox row of an envelope."""
        at = self.now if arrived is None else arrived
        account, payload = envelope.sender.network, envelope_to_json(envelope)
        return Arrival(account, envelope.id, lane_of(envelope), at, payload)

    def take(self, envelope: Envelope, arrived: datetime | None = None) -> str:
        """Receive an envelope, handle all that waits, show all that is due; its last word."""
        row = self.arrival(envelope, arrived)
        self.do(lambda tx: tx.receive(row))
        words = self.work()
        self.show_all()
        return words[-1] if words else "nothing"

    def family(self, *people: str, computers: int = 0, settings: str = "") -> None:
        """Table 1 in the group "family", with its cards dealt."""
        self.lobby(*people, computers=computers, settings=settings)
        self.say(people[0], "/deal", "family")

    def win(self, who: str) -> None:
        """The round ends: this person lays the last card."""
        others = {s.name.casefold(): "B1 B2 B3" for s in self.table().seats}
        self.lay(who, "R4", {**others, who: "R5"})
        self.say(who, "r5")

    def lobby(
        self, *people: str, computers: int = 0, group: str = "family", settings: str = ""
    ) -> None:
        """A table in a group, with everybody on a seat."""
        self.say(people[0], f"/new {settings}", group)
        number = max(self.rows.tables)
        for who in people[1:]:
            self.say(who, f"/#{number} join", group)
        for _ in range(computers):
            self.say(people[0], f"/#{number} add easy", group)

    # what the house does

    def work(self) -> list[str]:
        """Handle everything that waits; a word for each."""
        words = []
        while (row := self.do(lambda tx: tx.next_inbox(self.now, ()))) is not None:
            words.append(self.handle(row))
        self.results += words
        return words

    def handle(self, row: InboxRow) -> str:
        """Handle a row, thinking where a computer has to."""
        found = self.do(partial(self._handled, row, None))
        while not isinstance(found, str):
            answer = None if isinstance(found, Later) else self._answer(found)
            self.now = found.until if isinstance(found, Later) else self.now
            found = self.do(partial(self._handled, row, answer))
        return found

    def _answer(self, asked: Question) -> Answer:
        if isinstance(asked, Think):
            return Thought(asked, self.think(asked))
        place = _name(asked.user), _chat(asked.conversation)
        return Ranking(asked, None if self.admins is None else place in self.admins)

    def _handled(
        self, row: InboxRow, answer: Answer | None, tx: Transaction
    ) -> str | Question | Later:
        done = handle(self.house, tx, row, self.now, answer)
        if not isinstance(done, str):
            return done
        tx.finish_inbox(row.id, done)
        return done.partition(":")[0]

    def later(self, time: timedelta = timedelta(0)) -> list[str]:
        """Let time pass, ring what is due, handle and show; the words of it."""
        self.now += time
        words = []
        while self.do(lambda tx: tx.ring(self.now)):
            words += self.work()
        self.show_all()
        return words

    def show_all(self) -> list[Sent]:
        """Show everything that is due; what was new."""
        before = len(self.sent)
        while (row := self._next_out()) is not None:
            self.sent += self._shown(row)
        return self.sent[before:]

    def _next_out(self) -> OutboxRow | None:
        lease = self.now + timedelta(minutes=1)
        networks = {queued.out.to.network for queued in self.rows.outbox.values()}
        return self.do(lambda tx: tx.next_outbox(networks, self.now, (), lease))

    def _shown(self, row: OutboxRow) -> Iterator[Sent]:
        shown = self.do(
            lambda tx: show(self.house, tx, row, self.now, lambda old: old.id in self.buried)
        )
        if shown is None or (row.out.expires is not None and row.out.expires <= self.now):
            self._settle(row, Settled.DROPPED, None)
            return
        delivery = shown.delivery
        if not isinstance(delivery, Delivery):
            self.do(lambda tx: tx.settle(row, Settled.SENT, Receipt(None)))
            press = from_payload(row.out.payload).press
            assert press is not None
            whose = User.parse(press.user)
            yield Sent(OutKind.TOAST, _chat(whose), delivery.text, name=row.out.name)
            return
        chat = _chat(row.out.to)
        new = Message(room(chat), f"m{len(self.sent) + 1}")
        remedy = self.beyond.get(chat)
        if remedy is not None:
            self.do(lambda tx: unreached(tx, row, remedy, self.now))
            self._settle(row, Settled.DEAD, None)
            return
        receipt = Receipt(delivery.replaces or new)
        self._settle(row, Settled.SENT, receipt, shown.menu)
        if shown.awaited:
            self.do(lambda tx: arrived(self.house, tx, row, self.now))
        tells = shown.tells
        if tells is not None:
            self.do(lambda tx: turn_told(tx, row, tells, self.now))
        yield _sent(row, chat, delivery)
        if shown.farewell is not None:
            yield _sent(row, chat, shown.farewell)

    def _settle(
        self, row: OutboxRow, how: Settled, receipt: Receipt | None, menu: tuple[str, ...] = ()
    ) -> None:
        self.do(lambda tx: tx.settle(row, how, receipt, menu))
        self.do(lambda tx: let_go(tx, row, dropped=how is Settled.DROPPED))

    # what there is

    def table(self, number: int = 1) -> Table:
        """A table as it is stored."""
        return from_stored(self.rows.tables[number])

    def token(self, words: str, table: int = 1) -> str:
        """What a button with these words carries now."""
        play = self.table(table).play if table in self.rows.tables else None
        at_any_time = words in {"uno", "catch", "hand", "table", "join", "leave", "smack"}
        decision = None if play is None or at_any_time else play.clock.number
        return encode(Token(table, decision, words))

    def player(self, who: str) -> int:
        """The number of a person."""
        return self.rows.users[user(who)]

    def to(self, chat: str, since: int = 0) -> list[Sent]:
        """What was shown in a chat ("family", "@ann"), but for the first ``since`` of all."""
        return [sent for sent in self.sent[since:] if sent.chat == chat]

    def lay(
        self,
        owner: str,
        top: str,
        hands: Mapping[str, str],
        *,
        table: int = 1,
        stock: str = "",
        colour: str | None = None,
    ) -> None:
        """Put the cards of the round in play as a test wants them, as if they had always lain so;
        hands and owner are called by the names of people or computers.
        """
        sitting = Sitting(self.table(table), self.now)
        seats = {seat.name.casefold(): seat.id for seat in sitting.table.seats}
        named = {seats[name]: cards for name, cards in hands.items()}
        lay(sitting, seats[owner], top, named, stock=stock, colour=colour)
        self.put(sitting.table)

    def put(self, table: Table) -> None:
        """Store a table as if it had come to this by itself."""
        self.rows.tables[table.id] = replace(self.rows.tables[table.id], state=to_text(table))
        wanted = [Alarm(wake.kind, wake.number, wake.due) for wake in alarms(table)]
        self.do(lambda tx: tx.set_alarms(table.id, wanted))


def _sent(row: OutboxRow, chat: str, delivery: Delivery) -> Sent:
    return Sent(
        row.out.kind,
        chat,
        as_text(delivery.document),
        tuple(_tokens(delivery.document)),
        None if delivery.replaces is None else delivery.replaces.id,
        notify=delivery.notify,
        name=row.out.name,
        mentions=tuple(_mentions(delivery.document)),
    )


def _mentions(document: Document) -> Iterator[str]:
    spans = (s for block in document.blocks if isinstance(block, Paragraph) for s in block.spans)
    return (_name(span.mentions) for span in spans if span.mentions is not None)


def _tokens(document: Document) -> Iterator[str]:
    for block in document.blocks:
        if isinstance(block, Choices):
            yield from (option.token for option in block.options)


def user(who: str) -> User:
    """A person as tests call one."""
    network, _, id_ = who.rpartition(":")
    return User(network or NET, id_)


def room(chat: str) -> Conversation:
    """A group as tests call one, or a private chat."""
    person = user(chat.removeprefix("@"))
    return Conversation(person.network, f"@{person.id}" if chat.startswith("@") else person.id)


def _name(who: User | Conversation) -> str:
    return who.id if who.network == NET else f"{who.network}:{who.id}"


def _chat(to: Address) -> str:
    return f"@{_name(to)}" if isinstance(to, User) else _name(to)
