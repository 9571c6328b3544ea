"""Kill ``uno-chat run`` with SIGKILL while people play over Telegram, and read what they read.

    python tests/benchmarks/telegram_kills.py --kills 20 --seed 1

Two groups that share people play a match each, twice: undisturbed, and with a process that is
killed again and again. The cards are dealt alike, and people decide alike, by what they are
shown. Then everybody must have read the same, but for what was perhaps shown. Quotas are lifted on
both sides, or whoever plays that fast would mostly wait. Prints figures, then faults; exits with 1
if there are any.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from uno_chat.testing.audit import record_faults
from uno_chat.testing.hosting import Host
from uno_chat.testing.knowing import knowledge, leaks
from uno_chat.testing.ledger import Stored, all_tables, ledger
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.telegram import Bot, Group, LocalTelegram, Page, Person, going, read_by
from uno_chat.testing.telegram.hosting import hosts
from uno_chat.testing.telegram.pressing import IDLE, OVER
from uno_chat.views import Token, decode
from uno_chat_sql import plugin

DEALT: Final = """
import importlib, sys
from dataclasses import replace
from uno_chat import game
from uno_chat.cli import main
run = importlib.import_module("uno_chat.cli.run")
real = run.House
def free(able):
    return replace(able, per_conversation=None, per_account=None)
def seeded(table, number):
    return game.seed_from_int(SEED + table, round_no=number)
def house(networks, seeds, **rest):
    return real({name: free(able) for name, able in networks.items()}, seeded, **rest)
run.House = house
sys.exit(main(["run"]))
"""
"""``uno-chat run`` but for the cards, which are the same every time, and without quotas."""
GROUPS: Final = {"Family": ("Ann", "Ben", "Cat", "Dan"), "Club": ("Cat", "Dan", "Eve", "Fay")}
RULES: Final = "new goal=1 pace=untimed hold=0s tie=0s"
CALLS: Final = 200
"""The most calls of one process."""
TIMES: Final = re.compile(r"^Longest thought: .*$|, until .*$", re.MULTILINE)
"""What tells of the clock, which is never the same."""

Said = tuple[str, tuple[str, ...]]
"""A page: its text and the labels of its buttons."""


def said(page: Page) -> Said:
    return TIMES.sub("", page.text), tuple(button.label for button in page.buttons)


@dataclass(slots=True)
class Groups:
    """The groups and their people, the process that serves them, and what everybody acted on."""

    telegram: LocalTelegram
    bot: Bot
    host: Host
    seed: int
    people: dict[str, Person] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    answered: dict[tuple[str, int, int], Said] = field(default_factory=dict)
    kills: int = 0

    async def start(self) -> None:
        """Start the process and see it come to Telegram."""
        before = self._starts()
        await self.host.start()
        await self.telegram.until(lambda: self._starts() > before)

    def _starts(self) -> int:
        return sum(call.method == "getMe" for call in self.telegram.calls)

    async def sees(self, person: Person, text: str, group: Group | None = None) -> None:
        await self.telegram.reads(person, text, group)

    async def sit_down(self) -> None:
        """Everybody has pressed Start and sits at their tables, which are dealt."""
        for name in dict.fromkeys(name for names in GROUPS.values() for name in names):
            self.people[name] = person = self.telegram.person(name)
            person.start()
            await self.sees(person, "UNO by message")
        for title, names in GROUPS.items():
            host, *others = (self.people[name] for name in names)
            self.groups[title] = group = self.telegram.group(title, host, *others, self.bot)
            host.command(RULES, group)
            await self.sees(host, f"{names[0]}: host, ready", group)
            for person in others:
                person.press("Join", group)
                await self.sees(host, f"{person.account.first_name}: ready", group)
            host.press("Deal", group)
            await self.sees(host, "To move", group)

    async def play(self) -> None:
        """Whoever is asked answers, until both matches are over."""
        while not all(self._is_over(title) for title in GROUPS):
            await self.telegram.until(lambda: all(map(self._is_over, GROUPS)) or any(self._asked()))
            for name, page, asked in list(self._asked()):
                self._answer(name, page, asked)

    def _is_over(self, title: str) -> bool:
        person = self.people[GROUPS[title][0]]
        return any(OVER in page.text for page in person.pages(self.groups[title]))

    def _asked(self) -> Iterator[tuple[str, Page, dict[str, Token]]]:
        """Who is asked for a decision that they have not made, by a hand and by the group."""
        for number, (title, names) in enumerate(GROUPS.items(), 1):
            for name in names:
                found = self._newest(name, f"{title} #{number}")
                if found is None:
                    continue
                page, asked = found
                decision = next(iter(asked.values())).decision or 0
                if (name, number, decision) not in self.answered and self._is_named(name, title):
                    yield name, page, asked

    def _newest(self, name: str, title: str) -> tuple[Page, dict[str, Token]] | None:
        """The newest hand at a table, if it asks for a decision."""
        for page in reversed(self.people[name].pages()):
            if page.sender == self.bot.id and title_of(page) == title:
                tokens = {button.what: decode(button.what) for button in page.buttons}
                asked = {w: t for w, t in tokens.items() if t and t.decision and is_move(t)}
                return (page, asked) if asked else None
        return None

    def _is_named(self, name: str, title: str) -> bool:
        """Whether the group's page, too, says that it is somebody's turn."""
        pages = self.people[name].pages(self.groups[title])
        page = next((p for p in reversed(pages) if "On top" in p.text), None)
        return page is not None and f"▸ {name}:" in page.text

    def _answer(self, name: str, page: Page, asked: dict[str, Token]) -> None:
        """The same answer to the same question, always."""
        token = next(iter(asked.values()))
        key = (name, token.table, token.decision or 0)
        luck = Random(f"{self.seed} {key}")
        busy = [what for what in sorted(asked) if asked[what].words not in IDLE]
        if "Your hand (2)" in page.text and luck.random() < 0.8:
            self.people[name].press_data(f"1.{token.table}..uno", page)
        self.people[name].press_data(luck.choice(busy or sorted(asked)), page)
        self.answered[key] = said(page)

    async def play_on(self, luck: Random) -> None:
        """Play while the process is killed."""
        over = asyncio.Event()
        killing = asyncio.create_task(self.disturb(luck, over))
        try:
            await self.play()
        finally:
            over.set()
            await killing

    async def disturb(self, luck: Random, over: asyncio.Event) -> None:
        """Kill it again and again, until it is over: each time after so many calls, because on a
        slow machine it may not come far in any time. (Who is told to stop might lose a process
        that is just being started.)
        """
        while True:
            calls = len(self.telegram.calls) + luck.randint(1, CALLS)
            while len(self.telegram.calls) < calls and not over.is_set():  # noqa: ASYNC110 - at any moment
                await asyncio.sleep(luck.uniform(0, 0.01))
            if over.is_set():
                return
            await self.host.kill()
            self.kills += 1
            await self.start()

    async def come_to_rest(self) -> int:
        """Until all is said; then ask it to stop. Its exit code."""
        async with asyncio.timeout(PATIENCE):
            while ledger(self.host.database, "telegram").late:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)
        return await self.host.stop()


def is_move(token: Token) -> bool:
    return token.words.split()[0] not in {"uno", "catch", "table", "leave", "hand", "time"}


@dataclass(frozen=True, slots=True)
class Evening:
    """What is left of one evening. ``facts``: what was told of the game in the groups; ``notices``
    and ``toasts``: what was said once, by who read it; ``last``: the pages that stand at the end.
    """

    answered: dict[tuple[str, int, int], Said]
    facts: dict[str, set[str]]
    notices: Counter[tuple[str, Said]]
    toasts: Counter[tuple[str, str]]
    last: dict[tuple[str, str], Said]
    stored: list[Stored]
    perhaps: int
    kills: int
    faults: list[str]


async def evening(folder: Path, seed: int, luck: Random | None) -> Evening:
    """One match in each group; with ``luck`` the process is killed meanwhile."""
    telegram = LocalTelegram(clock=going(), limit=None)
    bot = telegram.bot("uno_test_bot")
    program = DEALT.replace("SEED", str(1000 * seed))
    async with hosts(telegram, bot, folder, program=program) as (host,):
        groups = Groups(telegram, bot, host, seed)
        await groups.start()
        await groups.sit_down()
        await (groups.play_on(luck) if luck else groups.play())
        code = await groups.come_to_rest()
    store = plugin(host.url)
    await store.open()
    stored = await store.transact(partial(all_tables, count=len(GROUPS)))
    await store.close()
    faults = [] if code == 0 else [f"it ended with {code}"]
    if "Traceback" in host.log:
        faults.append(host.log)
    for each in stored:
        faults += record_faults(each.table, each.records)
    faults += leaks(
        [knowledge(each.table, each.records) for each in stored], read_by(groups.people)
    )
    return Evening(
        groups.answered,
        {name: facts(person) for name, person in groups.people.items()},
        notices(groups),
        Counter((name, toast) for name, p in groups.people.items() for toast in p.toasts),
        last_pages(groups),
        stored,
        ledger(host.database, "telegram").perhaps,
        groups.kills,
        faults,
    )


def facts(person: Person) -> set[str]:
    """What somebody read of the game on the pages of groups: a line that only grew counts once."""
    blocks = (s.page.text.split("\n\n") for s in person.seen if "On top" in s.page.text)
    told = {line for block in blocks if len(block) > 1 for line in block[1].splitlines()}
    return {line for line in told if not any(o != line and o.startswith(line) for o in told)}


def notices(groups: Groups) -> Counter[tuple[str, Said]]:
    """What was said in messages of their own; hands and tables live, and may come twice."""
    return Counter(
        (name, said(one.page))
        for name, person in groups.people.items()
        for one in person.seen
        if one.kind == "new" and one.page.sender == groups.bot.id and is_notice(one.page)
    )


def is_notice(page: Page) -> bool:
    """By its heading: the living pages of a table tell who has won the match as well."""
    return page.text.split("\n")[0].endswith(("the round is over", "the match is over"))


def last_pages(groups: Groups) -> dict[tuple[str, str], Said]:
    """The newest page of each table, by who reads it and where."""
    return {
        (name, f"{title_of(page)} {'in the group' if place else 'in private'}"): said(page)
        for name, person in groups.people.items()
        for place in (None, *(g for t, g in groups.groups.items() if name in GROUPS[t]))
        for page in person.pages(place)
        if page.sender == groups.bot.id and not (place and is_notice(page))
    }


def title_of(page: Page) -> str:
    return page.text.split("\n")[0].split(" · ")[0]


def happened(stored: list[Stored]) -> list[list[dict[str, Any]]]:
    """What the records tell, without the time of day."""
    lines = [record for each in stored for record in each.records.values()]
    events = [[json.loads(line) for line in record[1:]] for record in lines]
    return [[{k: v for k, v in e.items() if k != "at"} for e in record] for record in events]


def differences(calm: Evening, wild: Evening) -> Iterator[str]:
    """What somebody read otherwise because the process was killed."""
    if not all((*calm.facts.values(), calm.notices, calm.toasts, calm.last, calm.answered)):
        yield "there is nothing to compare"
    if happened(calm.stored) != happened(wild.stored):
        yield "the records differ"
    for asked in calm.answered.keys() | wild.answered.keys():
        then, now = calm.answered.get(asked), wild.answered.get(asked)
        if then != now:
            yield f"{asked}: they acted on {now} instead of {then}"
    for name, told in calm.facts.items():
        for line in told ^ wild.facts[name]:
            yield f"{name} was {'not ' if line in told else ''}told when it was killed: {line}"
    for place in calm.last.keys() | wild.last.keys():
        if calm.last.get(place) != wild.last.get(place):
            yield f"{place}: it ends as {wild.last.get(place)} instead of {calm.last.get(place)}"
    yield from (f"said twice: {extra}" for extra in wild.notices - calm.notices)
    yield from (f"shown besides: {extra}" for extra in wild.toasts - calm.toasts)
    lacking = (calm.notices - wild.notices).total() + (calm.toasts - wild.toasts).total()
    if lacking > wild.perhaps * max(map(len, GROUPS.values())):
        yield f"{lacking} times something was not read, {wild.perhaps} were perhaps shown"


async def compare(folder: Path, seed: int) -> tuple[Evening, Evening]:
    for name in ("calm", "wild"):
        (folder / name).mkdir()
    calm = await evening(folder / "calm", seed, None)
    return calm, await evening(folder / "wild", seed, Random(seed))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1, help="at least; more matches until then")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where the databases are made and removed")
    wanted = parser.parse_args()
    print("seed  decisions  kills  perhaps  seconds")
    faults, kills, seed = list[str](), 0, wanted.seed
    while kills < wanted.kills and not faults:
        began = time.monotonic()
        with TemporaryDirectory(dir=wanted.folder) as folder:
            calm, wild = asyncio.run(compare(Path(folder), seed))
        took = time.monotonic() - began
        print(f"{seed:4} {len(wild.answered):10} {wild.kills:6} {wild.perhaps:8} {took:8.1f}")
        faults += [*calm.faults, *wild.faults, *differences(calm, wild)]
        kills, seed = kills + wild.kills, seed + 1
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
