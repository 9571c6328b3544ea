"""Whole matches over Telegram: two groups at once that share half of their people, and faults.

    python tests/benchmarks/telegram_matches.py --people 2,4,10 --trouble 0.05 --matches 3

The local Telegram, its people and the house live in one process under one clock, which nobody waits
for; between them is HTTP. With ``--trouble`` this share of all calls goes wrong, and some updates
come twice or in another order. Prints figures, then faults; exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import uno_chat_telegram.errors
from uno_chat import game
from uno_chat.contract import Document, Envelope, Transaction
from uno_chat.coordinator import BadSetting, House, agreed
from uno_chat.runtime.addresses import INBOUND, Bind
from uno_chat.table import Phase, Settings
from uno_chat.testing import books
from uno_chat.testing.audit import page_faults, record_faults
from uno_chat.testing.evening import Clock, OpenHouse, open_house
from uno_chat.testing.knowing import knowledge, leaks
from uno_chat.testing.ledger import Ledger, Stored, all_tables, ledger
from uno_chat.testing.people import Person
from uno_chat.testing.ports import free_port
from uno_chat.testing.telegram import (
    ApiError,
    BotApiServer,
    Called,
    Dropped,
    LocalTelegram,
    Scene,
    Silent,
    flood,
    read_by,
)
from uno_chat.testing.telegram import Clock as TelegramClock
from uno_chat.testing.watching import WatchedStore
from uno_chat_sql import plugin
from uno_chat_telegram import CAPABILITIES, NETWORK, TelegramAdapter, read_settings
from uno_chat_telegram.decode import Decoder
from uno_chat_telegram.keyboard import keyboard_of
from uno_chat_telegram.render import text_of
from uno_chat_telegram.said import Me

NAMES: Final = (
    *("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"),
    *("Ida", "Joe", "Kim", "Lea", "Max", "Nia", "Oto"),
)
GROUPS: Final = ("Family", "Club")
SHORT: Final = (ApiError(500), ApiError(502), Dropped(done=True), Dropped(done=False))
TROUBLES: Final = (*SHORT, flood(timedelta(seconds=3)), Silent(done=True), Silent(done=False))
PATIENCE: Final = 0.2
"""Seconds after which an answer that does not come is taken for lost, where some do not come."""
PACE: Final = timedelta(seconds=4)
"""Between acts; a group may be written to 18 times in a minute."""
MOST: Final = 20_000
"""Acts after which a match is said to hang."""


@dataclass(slots=True)
class Matches:
    """Two groups whose people play, over and over."""

    one: OpenHouse[Scene]
    watch: WatchedStore
    database: Path
    share: float
    luck: Random
    people: list[Person] = field(default_factory=list)
    acts: int = 0
    twice: int = 0

    @property
    def scene(self) -> Scene:
        return self.one.network

    async def sit_down(self, group: str, names: list[str], typing: str) -> None:
        """A table in a new group with everybody on a seat, dealt; one of them types."""
        self.scene.group(group, *names)
        await self.one.say(names[0], "/new", group=group)
        for name in names[1:]:
            await self.one.say(name, "/join", group=group)
            await self.one.later(timedelta(seconds=5))
        await self.one.say(names[0], "/deal", group=group)
        title = f"{group} #{GROUPS.index(group) + 1}"
        for name in names:
            luck = Random(f"{name} {title} {self.luck.random()}")
            self.people.append(Person(self.scene, name, title, luck, words=name == typing))

    async def play(self, matches: int) -> None:
        """Let everybody act on what they see, until both groups read of so many matches; raises
        TimeoutError if they never do.
        """
        while not all(self._over(group) >= matches for group in GROUPS):
            over = [f"{GROUPS[n]} #{n + 1}" for n in (0, 1) if self._over(GROUPS[n]) >= matches]
            asked = [p for p in self.people if p.asked and p.table not in over]
            if asked:
                await self._some_act(asked)
            else:
                await self.one.pass_time()
            if self.acts > MOST:
                raise TimeoutError(f"nothing came of {self.acts} acts")

    async def _some_act(self, asked: list[Person]) -> None:
        for person in self.luck.sample(asked, min(len(asked), self.luck.randint(1, 3))):
            done = person.act()
            self.acts += 1
            if done and self.luck.random() < self.share:
                self.scene.bot.updates.repeat([int(done[-1])])
                self.twice += 1
        if self.luck.random() < self.share * 4:
            self.scene.bot.updates.reorder(self.luck)
        await self.one.later(PACE)

    def _over(self, group: str) -> int:
        """How many matches have ended in a group."""
        return sum("the match is over" in page.text for page in self.scene.pages(group))

    async def come_to_rest(self) -> None:
        """Until nothing waits to be shown. From now on all goes well."""
        self.scene.telegram.faults.often(0, (), self.luck)
        while ledger(self.database, NETWORK).late:
            await self.one.pass_time()


@asynccontextmanager
async def opened(
    folder: Path, share: float, seed: int, *, called: bool = False
) -> AsyncIterator[Matches]:
    """A house on a new Telegram, which it asks, or by which it is called."""
    clock, luck = Clock(), Random(seed)
    local = LocalTelegram(clock=TelegramClock(clock), seed=seed)
    server = BotApiServer(local)
    bot = local.bot("uno_test_bot")
    at = Bind("127.0.0.1", free_port()) if called else None
    hook = {"mode": "webhook", "webhook_url": f"http://{at}{INBOUND}telegram"} if called else {}
    account = {"token": bot.token, "api_url": await server.start(), "webhook_secret": "x" * 32}
    adapter = TelegramAdapter(
        read_settings({**account, **hook}), now=clock, patience=PATIENCE if share else 10
    )
    settings = agreed(Settings(), ("goal=1", "pace=1h", "hold=0s", "tie=0s"))
    assert not isinstance(settings, BadSetting)
    house = House({NETWORK: CAPABILITIES}, partial(seeds, seed), settings)
    watch = WatchedStore(plugin(f"sqlite:///{folder / 'house.db'}"), Random(seed))
    scene = Scene(local, bot, partial(decoded, Decoder(Me(bot.id, bot.name), clock)), rendered)
    try:
        async with open_house(scene, adapter, watch, house, clock, at) as one:
            yield Matches(one, watch, folder / "house.db", share, luck)
    finally:
        await server.stop()


def seeds(seed: int, table: int, round_no: int) -> bytes:
    return game.seed_from_int(1000 * seed + table, round_no=round_no)


def decoded(decoder: Decoder, update: dict[str, Any]) -> Iterable[Envelope]:
    return decoder.batch([update]).envelopes


def rendered(document: Document) -> tuple[str, list[list[dict[str, Any]]]]:
    keyboard = keyboard_of(document, "uno_test_bot")
    return text_of(document), keyboard.to_dict()["inline_keyboard"] if keyboard else []


async def faults_of(matches: Matches, count: int) -> list[str]:
    """Everything that does not hold now that all is quiet."""
    one, found = matches.one, ledger(matches.database, NETWORK)
    tables = await one.store.transact(partial(all_tables, count=len(GROUPS)))
    moves = books.accepted(found.arrived, matches.scene)
    faults = [*books.arrival_faults(found.arrived, matches.scene)]
    for each in tables:
        if each.table.phase is not Phase.MATCH_OVER:
            faults.append(f"{each.table.title} is at {each.table.phase}")
        faults += record_faults(each.table, each.records)
        recorded = books.recorded(each.table, each.records, each.users)
        faults += books.move_faults(each.table, moves, recorded)
        faults += books.hand_faults(each.table, each.records, matches.scene)
        faults += await one.store.transact(partial(stale, matches, each))
        faults += result_faults(matches, each, found)
    faults += leaks(
        [knowledge(each.table, each.records) for each in tables], read_by(matches.scene.people)
    )
    faults += [f"{made.what} depends on hidden cards" for made in unlike(matches.watch)]
    faults += call_faults(matches, found)
    if moves.total() < 5 * count or matches.watch.exchanged < 5 * count:
        faults.append(f"only {moves.total()} moves were made")
    return faults


def stale(matches: Matches, each: Stored, tx: Transaction) -> list[str]:
    one = matches.one
    return list(page_faults(one.service.house, tx, matches.scene, each.row, one.clock()))


def unlike(watch: WatchedStore) -> list[Any]:
    return [made for tries in watch.made.values() for made in tries if not made.same]


def result_faults(matches: Matches, each: Stored, found: Ledger) -> Iterator[str]:
    """The end of a round is told once, or perhaps."""
    told = sum("the round is over" in page.text for page in matches.scene.pages(each.table.title))
    if not each.table.rounds - found.perhaps <= told <= each.table.rounds:
        yield f"{each.table.title} read {told} times of the end of {each.table.rounds} rounds"


def call_faults(matches: Matches, found: Ledger) -> Iterator[str]:
    """Every press was answered, or perhaps; where nothing is to go wrong, nothing does."""
    open_ = sum(not press.answered for press in matches.scene.bot.presses.values())
    if open_ > found.perhaps:
        yield f"{open_} presses were not answered, {found.perhaps} perhaps"
    wrong = [call for call in matches.scene.telegram.calls if not went_well(call)]
    if wrong and not matches.share:
        yield f"{len(wrong)} calls went wrong, first {wrong[0]}"


def went_well(call: Called) -> bool:
    """A page that somebody made known at the same moment need not be edited."""
    return call.code == 200 or "message is not modified" in call.why


HEAD: Final = "people  acts  moves  calls  failed  twice  perhaps  seconds"


async def measured(folder: Path, count: int, wanted: argparse.Namespace) -> tuple[str, list[str]]:
    """Play with so many at each table; a line of figures, and all that went wrong."""
    began = time.monotonic()
    async with opened(folder, wanted.trouble, wanted.seed, called=wanted.webhook) as matches:
        half = count // 2
        for name in NAMES[: count + half]:
            matches.scene.person(name).start()
        await matches.one.settle()
        for group, first in zip(GROUPS, (0, half), strict=True):
            await matches.sit_down(group, list(NAMES[first : first + count]), NAMES[count - 1])
        local = matches.scene.telegram
        local.faults.often(wanted.trouble, TROUBLES, matches.luck, polls=SHORT)
        await matches.play(wanted.matches)
        await matches.come_to_rest()
        faults = await faults_of(matches, count)
        found = ledger(matches.database, NETWORK)
        moves = books.accepted(found.arrived, matches.scene).total()
        line = (
            f"{count:6} {matches.acts:5} {moves:6} {local.counted().total():6}"
            f" {local.faults.met:7} {matches.twice:6} {found.perhaps:8}"
            f" {time.monotonic() - began:8.1f}"
        )
    return line, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--people", default="2,4,10", help="at each of the two tables")
    parser.add_argument("--matches", type=int, default=1, help="matches of one round each")
    parser.add_argument("--trouble", type=float, default=0, help="share of calls that go wrong")
    parser.add_argument("--webhook", action="store_true", help="instead of polling")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where the database is made and removed")
    wanted = parser.parse_args()
    # What polling waits for is real time, whatever the clock says.
    uno_chat_telegram.errors.__dict__["SOON"] = timedelta(milliseconds=10)
    print(HEAD)
    faults: list[str] = []
    for count in map(int, wanted.people.split(",")):
        with TemporaryDirectory(dir=wanted.folder) as folder:
            line, found = asyncio.run(measured(Path(folder), count, wanted))
        print(line)
        faults += found
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
