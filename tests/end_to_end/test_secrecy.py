"""Whole rowdy games: nothing that anybody reads, and no log, tells a card that is not theirs."""

from __future__ import annotations

import json
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, timedelta
from pathlib import Path
from random import Random

import pytest

from uno_chat import game
from uno_chat.contract import (
    Capabilities,
    Outgoing,
    StoredTable,
    User,
)
from uno_chat.coordinator import BadSetting, House, agreed
from uno_chat.runtime import Service
from uno_chat.table import Settings, Table
from uno_chat.testing.blabbing import Blabbing
from uno_chat.testing.evening import Clock, Evening, OpenHouse
from uno_chat.testing.fake_chats import Showing
from uno_chat.testing.fake_network import LIKE_MATRIX, LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.people import Person, card_names, offered, own_hand
from uno_chat.testing.planted import sends
from uno_chat.testing.scraping import Metrics, leaks, samples, scrape
from uno_chat.testing.watching import Made, WatchedStore
from uno_chat.views import Reader, face_of
from uno_chat_sql import plugin

TOKEN = "8147:AAF-known-to-nobody"
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay")
STRANGER = "zed"
GROUP = "family"
CODE = r"(?:[RYGB](?:\d|S|R|\+2)|W(?:\+4)?)"
A_CODE = re.compile(rf"(?<![\w+.-]){CODE}(?![\w+.-])")
SEVERAL_CODES = re.compile(rf"\b{CODE}(?: {CODE})+")
NAMED = re.compile(rf"\b(?:{'|'.join((*NAMES, STRANGER, GROUP, TOKEN))})\b")
TRADES = "edition=pack112_2015 seven_o=true smackdown=true multi_play=true"
JUMPS = "edition=pack112_2018 jump_in=true seven_o=true stacking=same"

WORDS = (
    *("r9", "w", "w green", "w+4 blue uno", "y+2", "gs", "draw", "keep", "accept", "challenge"),
    *("uno", "catch", "catch bob", "catch zed", "hand", "table", "tables", "rules", "settings"),
    *("99", "1", "2 uno", "#1 hand", "#2 hand", "#1 r7", "kick bob", "join", "deal", "ready"),
    *("language xx", "help", "start", "what?", "colour r", "goal=3", "settings goal=5", "\0 r7"),
)


@dataclass(slots=True)
class Rowdies:
    """People of one group who try everything, and somebody who does not even play."""

    one: Evening
    people: list[Person]
    luck: Random
    said: dict[str, str] = field(default_factory=lambda: defaultdict(str))
    planned: int = 0

    @property
    def may_leave(self) -> bool:
        """Seldom, and two would have nobody left to play with."""
        return len(self.people) > 3 and self.luck.random() < 0.1

    async def act(self) -> None:
        """One thing, allowed or not."""
        person, network = self.luck.choice(self.people), self.one.network
        who = self.luck.choice([person.name, person.name, STRANGER])
        match self.luck.randrange(15):
            case 0:
                self.say(who, self.luck.choice(WORDS), None)
            case 1:
                self.say(who, f"{network.capabilities.prefix}{self.luck.choice(WORDS)}", GROUP)
            case 2:
                self.press(who, f"@{self.luck.choice(self.people).name}")
            case 3:
                self.press(who, GROUP)
            case 4:
                back = f"{network.capabilities.prefix}#1 join"
                text, place = ("leave now", None) if self.may_leave else (back, GROUP)
                self.say(person.name, text, place)
            case 6:
                await self.plan(person)
            case 5:
                await self.one.later(timedelta(seconds=self.luck.choice((5, 30, 90))))
            case _:
                for asked in self.people:
                    asked.act()
                    words = (word for o in asked.taken for word in offered(o, asked.language))
                    self.said[asked.name] += f" {' '.join(words)}"
                    asked.taken.clear()
        await self.one.settle()

    def say(self, who: str, text: str, group: str | None) -> None:
        self.said[who] += f" {text}"
        self.one.network.say(who, text, group=group)

    async def plan(self, person: Person) -> None:
        """Somebody prepares the next turn with the cards of the newest page. What is prepared is
        known to its owner only as a hand is: nothing of it counts as said to anybody. So nothing
        is prepared that is there no more because the page was late: the answer would name it.
        """
        hand = person.hand
        if hand is not None:
            there = Reading(person.name, await self.one.table(1), "", "en").hand()
            still = Counter(game.cards(hand)) & Counter(there)
            cards = [card.code for card in still.elements() if not card.wild]
            self.luck.shuffle(cards)
            text = ", else ".join([*cards[:3], "draw, play if it fits"])
            self.one.network.say(person.name, f"next {text.lower()}")
            self.planned += 1

    def press(self, who: str, chat: str) -> None:
        """A button that was shown in a chat at any time, perhaps to somebody else."""
        pages = [page for page in self.one.network.pages(chat) if page.buttons]
        if pages:
            page = self.luck.choice(pages)
            label, token = self.luck.choice(page.buttons)
            if token.endswith(("leave", "end", "leavenow", "endnow")) and not self.may_leave:
                return
            self.said[who] += f" {token} {label}"
            group = None if chat[0] == "@" else chat
            self.one.network.press_token(who, token, on=page.message, group=group)


async def rowdy(one: Evening, count: int, computers: int, luck: Random, language: str) -> Rowdies:
    """A table that is dealt."""
    prefix = one.network.capabilities.prefix
    for name in (*NAMES[:count], STRANGER):
        one.network.contact(name)
        await one.say(name, f"language {language}")
    host, *guests = NAMES[:count]
    await one.say(host, f"{prefix}new", f"{prefix}language {language}", group=GROUP)
    for name in guests:
        await one.say(name, f"{prefix}join", group=GROUP)
    await one.say(host, *[f"{prefix}add normal"] * computers, group=GROUP)
    await one.later(timedelta(minutes=2))  # where calls are few, everybody has been reached by then
    await one.say(host, f"{prefix}deal", group=GROUP)
    people = [
        Person(one.network, name, f"{GROUP} #1", luck, language, forgets=0.5, catches=0.15)
        for name in (*NAMES[:count], STRANGER)
    ]
    return Rowdies(one, people, luck)


async def players(one: Evening, count: int) -> dict[int, str]:
    """Everybody's number."""
    found = {}
    for name in (*NAMES[:count], STRANGER):
        user = User(one.network.name, name)
        person = await one.store.transact(lambda tx: tx.player(user))  # noqa: B023 - awaited at once
        assert person is not None
        found[person.id] = name
    return found


@dataclass(frozen=True, slots=True)
class Reading:
    """What somebody at a table reads, held against what they may know.

    ``said`` is what they said and pressed themselves: it may be repeated to them.
    """

    who: str | None
    table: Table
    said: str
    language: str

    def faults(self, showing: Showing) -> Iterator[str]:
        """Every card on the page that is neither open nor theirs."""
        known = {*self._open(), *self._own(), *A_CODE.findall(self.said.upper())}
        for code in self._named(showing):
            if code not in known:
                yield f"{self.who} reads {code} in {showing.chat}: {showing.page.all_text}"
        hand = own_hand(showing.page.text, self.language)
        if hand is not None and hand != game.text_of(game.in_order(self.hand())):
            yield f"{self.who} reads the hand {hand} in {showing.chat}"

    def payload_faults(self, out: Outgoing) -> Iterator[str]:
        """Every card that rests in an outbox row and is neither open nor theirs."""
        known = {*self._open(), *self._own(), *A_CODE.findall(self.said.upper())}
        for code in A_CODE.findall(out.payload):
            if code not in known:
                yield f"{code} waits for {self.who}: {out.payload}"

    def hand(self) -> tuple[game.Card, ...]:
        play, seat = self.table.play, self._seat()
        return () if play is None or seat is None else play.round.hands[seat]

    def _seat(self) -> int | None:
        play = self.table.play
        seats = [s.id for s in self.table.present if s.name == self.who]
        return play.index(seats[0]) if play and seats else None

    def _open(self) -> Iterator[str]:
        """What has been laid or turned up in everybody's sight, and hands once a round is over."""
        for fact in self.table.happenings:
            yield from filter(None, (fact.card, *A_CODE.findall(fact.text)))
        if self.table.result is not None:
            yield from (code for hand in self.table.result.hands for code in hand)
        if self.table.play is not None:
            yield from (card.code for card in self.table.play.round.discard[-1:])

    def _own(self) -> Iterator[str]:
        yield from (card.code for card in self.hand())
        shown = self.table.play.round.shown if self.table.play else None
        if shown is not None and shown.to == self._seat():
            yield from (card.code for card in shown.cards)

    def _named(self, showing: Showing) -> Iterator[str]:
        """Coloured cards by their names; on buttons and in toasts all cards by their short ones.
        The names of wild cards stand in many sentences about the rules.
        """
        names = {name: card for name, card in card_names(self.language).items() if not card.wild}
        pattern = rf"(?<![+\w])(?:{'|'.join(map(re.escape, names))})(?!\w)"
        for name in re.findall(pattern, showing.page.text):
            yield names[name].code
        reader = Reader(self.language, UTC, "")
        shorts = {face_of(card, reader).short: card.code for card in game.CARDS.values()}
        labels = [label for label, _ in showing.page.buttons]
        short = [showing.page.text, *labels] if showing.kind == "toast" else labels
        words = re.split(r"[\s,.“”]+", " ".join(short))
        yield from (shorts[word] for word in words if word in shorts)


def seed_faults(text: str, tables: tuple[Table, ...], seeds: dict[int, bytes]) -> Iterator[str]:
    """The seed of a round that is not over."""
    over = {round_no for t in tables for round_no in range(1, t.rounds + (t.play is None))}
    for round_no, seed in seeds.items():
        if round_no not in over and seed.hex() in text:
            yield f"the seed of round {round_no} in: {text}"


def log_faults(records: list[logging.LogRecord], seeds: dict[int, bytes]) -> Iterator[str]:
    for record in records:
        text = logging.Formatter().format(record)
        if TOKEN in text or SEVERAL_CODES.search(text) or A_CODE.search(text):
            yield text
        yield from seed_faults(text, (), seeds)


def all_faults(
    rowdies: Rowdies, watch: WatchedStore, seeds: dict[int, bytes], language: str
) -> Iterator[str]:
    """Everything that anybody learned who may not know it."""
    shown = 0
    for showing in rowdies.one.network.shown:
        shown += len(watch.made[showing.key][0].tables)
        who = showing.chat[1:] if showing.chat[0] == "@" else None
        said = rowdies.said[who or ""]
        # What failed on its way was made again, from what was the newest then.
        tries = [
            [*_faults(showing, made, seeds), *_read(who, said, showing, made, language)]
            for made in watch.made[showing.key]
        ]
        yield from min(tries, key=len)
    if shown < 100 or watch.exchanged < 100:
        yield f"only {shown} pages were read and {watch.exchanged} compared"


def _faults(showing: Showing, made: Made, seeds: dict[int, bytes]) -> Iterator[str]:
    text = showing.page.all_text
    yield from seed_faults(text, made.tables, seeds)
    if TOKEN in text:
        yield f"the token in: {text}"
    if not made.same:
        yield f"{showing.chat} reads something else if hidden cards are others: {text}"


def _read(who: str | None, said: str, showing: Showing, made: Made, language: str) -> Iterator[str]:
    for table in made.tables:
        yield from Reading(who, table, said, language).faults(showing)


def queue_faults(
    rowdies: Rowdies, watch: WatchedStore, seeds: dict[int, bytes], people: dict[int, str]
) -> Iterator[str]:
    """What rests in the outbox is no more than its reader may know."""
    for made in watch.queued:
        out = made.what
        assert isinstance(out, Outgoing)
        yield from seed_faults(out.payload, made.tables, seeds)
        press = (json.loads(out.payload or "{}").get("press") or {}).get("player", 0)
        who = people.get(press) or (out.to.id if isinstance(out.to, User) else None)
        for table in made.tables:
            yield from Reading(who, table, rowdies.said[who or ""], "en").payload_faults(out)


@dataclass(frozen=True, slots=True)
class Game:
    """What is left of a rowdy game; ``people`` are the names by number."""

    rowdies: Rowdies
    watch: WatchedStore
    seeds: dict[int, bytes]
    people: dict[int, str]
    blabbing: Blabbing
    metrics: str

    def tables(self) -> Iterator[Table]:
        """All that pages were made from."""
        for tries in self.watch.made.values():
            for made in tries:
                yield from made.tables

    def faults(self, records: list[logging.LogRecord], language: str) -> list[str]:
        return [
            *all_faults(self.rowdies, self.watch, self.seeds, language),
            *queue_faults(self.rowdies, self.watch, self.seeds, self.people),
            *log_faults(records, self.seeds),
            *leaks(self.metrics, A_CODE, NAMED, *(seed.hex() for seed in self.seeds.values())),
        ]


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays what, and how it is read."""

    seed: int
    people: int
    computers: int = 0
    able: Capabilities = LIKE_TELEGRAM
    language: str = "en"
    rules: str = ""
    acts: int = 350


async def game_of(folder: Path, cast: Cast) -> Game:
    """A game in which handling and sending fail now and then, with errors that tell everything."""
    luck, clock, seeds = Random(cast.seed), Clock(), dict[int, bytes]()
    network = FakeNetwork(clock, capabilities=cast.able)
    words = ("goal=150", "pace=10m", "hold=20s", "pause=1s-5s", *cast.rules.split())
    settings = agreed(Settings(), words)
    assert not isinstance(settings, BadSetting)

    def seeded(_table: int, round_no: int) -> bytes:
        return seeds.setdefault(round_no, luck.randbytes(32))

    def trip(stored: StoredTable) -> None:
        if blabbing.blabs and luck.random() < 0.01:
            raise RuntimeError(stored.state)

    blabbing = Blabbing(luck, TOKEN)
    watch = WatchedStore(plugin(f"sqlite:///{folder / 'house.db'}"), luck, trip)
    house = House({network.name: cast.able}, seeded, settings)
    adapter = sends(blabbing.send)(network.adapter())
    async with Service(house, watch, [adapter], clock, watches=False) as service:
        one = OpenHouse(network, watch, service, clock)
        rowdies = await rowdy(one, cast.people, cast.computers, luck, cast.language)
        blabbing.blabs = True
        for _ in range(cast.acts):
            await rowdies.act()
        people, (_, metrics) = await players(one, cast.people), await scrape(service.panel)
        return Game(rowdies, watch, seeds, people, blabbing, metrics)


@pytest.mark.parametrize(
    "cast",
    [
        pytest.param(Cast(1, 2), id="two"),
        pytest.param(Cast(2, 3, 2, language="fr"), id="three and two computers in French"),
        pytest.param(Cast(3, 4, able=Capabilities()), id="four in words"),
        pytest.param(Cast(4, 6), id="six"),
        pytest.param(Cast(5, 4, rules=TRADES), id="four who trade hands"),
        # A card that might be jumped in on waits, so that more has to be said for as much play.
        pytest.param(
            Cast(6, 3, 1, Capabilities(), "fr", JUMPS, acts=700), id="four who jump in, in French"
        ),
        pytest.param(Cast(7, 4, 1, LIKE_MATRIX, "fr", acts=900), id="where every call counts"),
    ],
)
async def test_nobody_learns_a_card_that_is_not_theirs(
    folder: Path, caplog: pytest.LogCaptureFixture, cast: Cast
) -> None:
    caplog.set_level(logging.DEBUG)
    played = await game_of(folder, cast)
    assert played.faults(caplog.records, cast.language) == []
    assert TOKEN.encode() not in (folder / "house.db").read_bytes()
    assert played.blabbing.failed
    assert played.rowdies.planned
    assert any(table.play and table.play.prepared for table in played.tables())
    counted = Metrics(samples(played.metrics))
    assert counted("uno_chat_handled_total", outcome="done") > 0
    assert counted("uno_chat_refused_total") > 0
    assert any("RuntimeError" in record.getMessage() for record in caplog.records)
