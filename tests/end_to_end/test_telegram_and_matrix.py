"""``uno-chat run`` over a real Matrix, and at one table of Matrix and Telegram, while it is killed
and while a network is away.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from uno_chat.table import Phase
from uno_chat.testing.audit import record_faults
from uno_chat.testing.hosting import TWELVE, Host, ending
from uno_chat.testing.knowing import Read, knowledge, leaks
from uno_chat.testing.ledger import Stored, all_tables
from uno_chat.testing.matrix import Account, Homeserver, LocalMatrix, Person, local_matrix
from uno_chat.testing.matrix import read_by as read_on_matrix
from uno_chat.testing.matrix.answering import Answering
from uno_chat.testing.matrix.hosting import given
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.people import card_names
from uno_chat.testing.telegram import Bot, Group, LocalTelegram, going
from uno_chat.testing.telegram import Person as OnTelegram
from uno_chat.testing.telegram import read_by as read_on_telegram
from uno_chat.testing.telegram.hosting import hosts
from uno_chat.testing.telegram.pressing import IDLE, OVER, Pressing
from uno_chat_sql import plugin

RULES: Final = "new goal=1 pace=off hold=0s tie=0s"
"""Seconds in which something comes, with two servers and a process on a busy machine."""
NO_CARD: Final = {*IDLE, "accept"}
CODES: Final = {name: card.code for name, card in card_names("en").items()}

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that"
)


@pytest.fixture
async def server(synapse_python: Path) -> AsyncIterator[Homeserver]:
    """One that is killed."""
    with TemporaryDirectory() as folder:
        server = Homeserver(Path(folder), synapse_python)
        await server.start()
        yield server
        server.kill()


@dataclass
class Players:
    """Who plays where, and what they answered."""

    pressing: Pressing
    answering: tuple[Answering, ...]
    over: Callable[[], bool]

    async def play(self, moves: int = 1000) -> None:
        """Answer so many times, or until the match is over."""
        for _ in range(moves):
            await until(lambda: self.over() or self._asked)
            if self.over():
                return
            await self._answer()

    @property
    def _asked(self) -> bool:
        return self.pressing.asked or any(one.asked for one in self.answering)

    async def _answer(self) -> None:
        for one in self.answering:
            if one.asked:
                await one.answer()
                return
        self.pressing.press()

    @property
    def cards(self) -> Counter[tuple[str, str]]:
        """Who chose which card."""
        pressed = (
            (who, words.split()[0].upper())
            for who, words in self.pressing.done.values()
            if words not in NO_CARD
        )
        written = (
            (one.person.name, CODES[label])
            for one in self.answering
            for label in (label.removeprefix("Play ") for label in one.done.values())
            if label in CODES
        )
        return Counter([*pressed, *written])


async def until(found: Callable[[], bool]) -> None:
    """Wait until something is so, on whichever network."""
    async with asyncio.timeout(PATIENCE):
        while not found():  # noqa: ASYNC110 - two networks, of which any may change
            await asyncio.sleep(0.02)


async def inside(person: Person, account: Account, room: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while account.user not in await person.members(room):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)


async def stored(host: Host) -> Stored:
    """The only table."""
    store = plugin(host.url)
    await store.open()
    (found,) = await store.transact(partial(all_tables, count=1))
    await store.close()
    return found


def laid(found: Stored) -> Counter[tuple[str, str]]:
    """Who laid which card, by the record."""
    order = found.table.match.seats if found.table.match else ()
    events = (json.loads(line) for lines in found.records.values() for line in lines[1:])
    return Counter(
        (found.table.seat(order[event["seat"]]).name, event["card"])
        for event in events
        if event["event"] == "played"
    )


def audited(found: Stored, seen: list[Read], readers: set[str]) -> None:
    """The match is whole, and nobody has read of a card that was not theirs to know."""
    assert found.table.phase is Phase.MATCH_OVER
    assert list(record_faults(found.table, found.records)) == []
    assert {read.who for read in seen if "Your hand" in read.text} == readers
    assert list(leaks([knowledge(found.table, found.records)], seen)) == []


async def test_a_match_over_matrix_survives_kills_of_everything(
    server: Homeserver, folder: Path
) -> None:
    """And is played within what the homeserver lets the account send."""
    async with local_matrix(server) as matrix:
        uno = await matrix.account("Uno")
        await matrix.limit(uno.user, per_second=4, burst=6)
        host = Host(folder, TWELVE, {**given(server, uno), "adapters": "matrix"})
        async with ending(host):
            await host.start()
            ann, ben = await matrix.person("Ann"), await matrix.person("Ben")
            family = await matrix.family("Family", ann, ben, bot=uno.user)
            await inside(ann, uno, family)
            await ann.say(f"!uno {RULES}", family)
            await ann.until("Ann: host, ready", room=family)
            await ben.say("!uno join", family)
            await ben.until("Ben: ready", room=family)
            await ann.say("!uno deal", family)
            answering = (Answering(ann, uno.user), Answering(ben, uno.user))
            over = partial(reads, ann, family)
            players = Players(Pressing(()), answering, over)
            for _ in range(2):
                await players.play(3)
                await host.kill()
                await host.start()
            await players.play(3)
            server.kill()
            await server.start()
            await players.play()
            await ben.until(OVER, room=family)
            assert await host.stop() == 0
        seen = [*read_on_matrix("Ann", ann.diary), *read_on_matrix("Ben", ben.diary)]
        assert await ann.members() == {ann.id, uno.user}
    found = await stored(host)
    audited(found, seen, {"Ann", "Ben"})
    assert laid(found) == players.cards, [one.done for one in answering]
    assert "Traceback" not in host.log


def reads(person: Person, room: str) -> bool:
    return any(OVER in page.text for page in person.pages(room))


@dataclass
class Table:
    """Ann and Ben on Telegram, Cleo and Dora on Matrix; Dora has an account on both."""

    telegram: LocalTelegram
    uno: Account
    ann: OnTelegram
    ben: OnTelegram
    cleo: Person
    dora: Person
    dora_too: OnTelegram
    family: Group
    club: str

    async def reads(self, person: OnTelegram, text: str, place: Group | None = None) -> str:
        await self.telegram.reads(person, text, place)
        pages = (page.all_text for page in person.pages(place))
        return next(page for page in pages if text in page)

    async def open(self) -> None:
        """A table in both groups."""
        for person in (self.ann, self.ben, self.dora_too):
            person.start()
        self.ann.command(RULES, self.family)
        await self.reads(self.ann, "Ann: host, ready", self.family)
        self.ann.command("connect", self.family)
        told = await self.reads(self.ann, "!uno connect")
        await inside(self.cleo, self.uno, self.club)
        await self.cleo.say(found(r"!uno connect [\w-]+", told), self.club)
        await self.cleo.until("Also in “Family” on Telegram", room=self.club)

    async def sit_down(self) -> None:
        self.ben.press("Join", self.family)
        await self.cleo.say("!uno join", self.club)
        await self.dora.say("!uno join", self.club)
        for name in ("Ben", "Cleo", "Dora"):
            await self.reads(self.ann, f"{name}: ready", self.family)

    async def link(self) -> None:
        """Dora's two accounts are one player's, whose cards arrive on Matrix."""
        self.dora_too.command("link")
        told = await self.reads(self.dora_too, "Write this to me in private on Matrix")
        await self.dora.say(found(r"link [A-Z0-9-]{4,}", told))
        page = await self.dora.until("Now write this to me on Telegram")
        self.dora_too.say(found(r"link \d+", page.text))
        await self.dora.until("is linked")
        await self.dora.say("hands here")
        await self.dora.until("Your cards arrive here.")


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match, text
    return match[0]


async def gathered(matrix: LocalMatrix, telegram: LocalTelegram, bot: Bot, uno: Account) -> Table:
    ann, ben, dora_too = (telegram.person(name) for name in ("Ann", "Ben", "Dora"))
    cleo, dora = await matrix.person("Cleo"), await matrix.person("Dora")
    family = telegram.group("Family", ann, ben, bot)
    club = await matrix.family("Club", cleo, dora, bot=uno.user)
    return Table(telegram, uno, ann, ben, cleo, dora, dora_too, family, club)


async def test_four_people_of_two_networks_at_one_table(server: Homeserver, folder: Path) -> None:
    telegram = LocalTelegram(clock=going(), limit=None)
    bot = telegram.bot("uno_test_bot")
    async with local_matrix(server) as matrix, hosts(telegram, bot, folder, program=TWELVE) as (h,):
        uno = await matrix.account("Uno")
        serves = {**given(server, uno), "adapters": "telegram,matrix"}
        await h.start(**serves)
        table = await gathered(matrix, telegram, bot, uno)
        await table.open()
        await table.sit_down()
        await table.link()
        table.ann.command("deal", table.family)
        answering = (Answering(table.cleo, uno.user), Answering(table.dora, uno.user))
        pressing = Pressing((table.ann, table.ben, table.dora_too))
        players = Players(pressing, answering, lambda: reads(table.cleo, table.club))
        for _ in range(3):
            await players.play(4)
            await h.kill()
            await h.start(**serves)
        server.kill()
        while pressing.asked:  # the other network goes on, until somebody on this one has to move
            pressing.press()
            await asyncio.sleep(0.2)
        await server.start()
        await players.play()
        await table.reads(table.ann, OVER, table.family)
        assert await h.stop() == 0
    on_telegram = {"Ann": table.ann, "Ben": table.ben, "Dora": table.dora_too}
    seen = list(read_on_telegram(on_telegram))
    for person in (table.cleo, table.dora):
        seen += read_on_matrix(person.name, person.diary)
    assert not [one for one in table.dora_too.seen if "Your hand (" in one.page.all_text]
    result = await stored(h)
    audited(result, seen, {"Ann", "Ben", "Cleo", "Dora"})
    assert laid(result) == players.cards, [one.done for one in answering]
    assert "Traceback" not in h.log
