"""Whole matches at one table on three networks: buttons and edits, edits alone, text alone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC
from pathlib import Path
from random import Random

import pytest

from uno_chat import game
from uno_chat.contract import Capabilities, Private, StoredTable, Transaction
from uno_chat.coordinator import BadSetting, House, agreed
from uno_chat.table import Phase, Settings
from uno_chat.testing.audit import page_faults, record_faults, records_of
from uno_chat.testing.evening import Clock, Networks, OpenHouse, evening_on
from uno_chat.testing.fake_network import LIKE_MATRIX, LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.people import Person, own_hand
from uno_chat.views import Reader
from uno_chat_sql import plugin

EDITED = replace(LIKE_MATRIX, per_account=None, private=Private.ALWAYS)
BARE = Capabilities()
ABLE = {"telegram": LIKE_TELEGRAM, "matrix": EDITED, "irc": BARE}
GROUPS = {"telegram": "telegram:family", "matrix": "matrix:club", "irc": "irc:clan"}
PEOPLE = ("telegram:ann", "telegram:bob", "matrix:cat", "irc:ann")
"""Two of them are called Ann."""
LANGUAGES = {"telegram": "en", "matrix": "fr", "irc": "en"}

House_ = OpenHouse[Networks]


@asynccontextmanager
async def opened(folder: Path, able: dict[str, Capabilities]) -> AsyncIterator[House_]:
    clock = Clock()
    networks = Networks(
        tuple(FakeNetwork(clock, name=name, capabilities=one) for name, one in able.items())
    )
    agreement = agreed(Settings(), ("goal=40", "pace=1h"))
    assert not isinstance(agreement, BadSetting)

    def seeds(table: int, round_no: int) -> bytes:
        return game.seed_from_int(table, round_no=round_no)

    house = House(dict(able), seeds, agreement)
    store = plugin(f"sqlite:///{folder / 'house.db'}")
    async with evening_on(networks, store, house, clock) as one:
        yield one


async def seated(one: House_, names: tuple[str, ...]) -> list[Person]:
    """A table of the host's group, shown in one of every network, where everybody sits down."""
    for name in names:
        network, own = one.network.of(name)
        network.contact(own)
        await one.say(name, f"language {LANGUAGES[network.name]}")
        network.admins.add((own, one.network.of(GROUPS[network.name])[1]))
    host, *others = names
    home = GROUPS[host.partition(":")[0]]
    await one.say(host, "!uno new", group=home)
    for place, group in GROUPS.items():
        guest = next(name for name in names if name.startswith(place))
        if group != home:
            await one.say(guest, f"!uno connect {await code(one, host)}", group=group)
        await one.say(guest, f"!uno language {LANGUAGES[place]}", group=group)
    for name in others:
        await one.say(name, "!uno join", group=GROUPS[name.partition(":")[0]])
    await one.say(host, "!uno deal", group=home)
    luck = Random(1)
    found = [(*one.network.of(name), LANGUAGES[name.partition(":")[0]]) for name in names]
    table = f"{one.network.of(home)[1]} #1"
    return [Person(network, own, table, luck, language) for network, own, language in found]


async def code(one: House_, host: str) -> str:
    """A new code of the table, as its host reads it."""
    await one.say(host, "connect")
    network, own = one.network.of(host)
    found = re.findall(r"/connect (\d+-\w+)", network.pages(f"@{own}")[-1].text)
    assert found
    return str(found[0])


def over(one: House_, times: int) -> Callable[[], bool]:
    """Tells whether every group has read so often that the match is over."""

    def is_over() -> bool:
        return all(_reads_it(one, network, group) >= times for network, group in GROUPS.items())

    return is_over


def _reads_it(one: House_, network: str, group: str) -> int:
    found, chat = one.network.of(group)
    said = Reader(LANGUAGES[network], UTC, "").t("the match is over")
    firsts = (showing.page.text.split("\n")[0] for showing in found.shown if showing.chat == chat)
    return sum(said in first for first in firsts)


@dataclass(frozen=True, slots=True)
class Part:
    """What of a table is on one network."""

    one: House_
    stored: StoredTable
    network: FakeNetwork

    def faults(self, tx: Transaction) -> list[str]:
        """Pages that do not show the newest state."""
        people = [tx.player_by_id(number) for number in self.stored.players]
        here = replace(
            self.stored,
            rooms=tuple(r for r in self.stored.rooms if r.network == self.network.name),
            players=tuple(p.id for p in people if p and p.private.network == self.network.name),
        )
        house, now = self.one.service.house, self.one.clock()
        return list(page_faults(house, tx, self.network, here, now))


async def nothing_is_wrong(one: House_) -> None:
    """Record, scores and every page on every network agree; nothing was shown twice."""
    table = await one.table(1)
    stored = await one.store.transact(lambda tx: tx.table(1))
    assert stored is not None
    assert len(stored.rooms) == len(one.network.all)
    records = await one.store.transact(lambda tx: records_of(tx, 1))
    assert list(record_faults(table, records)) == []
    assert table.phase is Phase.MATCH_OVER
    assert table.match is not None
    assert max(table.match.scores.values()) >= table.match.options.goal
    for network in one.network.all:
        assert await one.store.transact(Part(one, stored, network).faults) == []
        assert network.times_shown().most_common(1)[0][1] == 1


def hands_in_groups(one: House_) -> list[str]:
    """Pages with somebody's hand that others could see."""
    return [
        showing.page.text
        for network in one.network.all
        for showing in network.shown
        if len(showing.viewers) > 1
        and any(own_hand(showing.page.text, language) for language in ("en", "fr"))
    ]


@pytest.mark.reported("G14")
@pytest.mark.parametrize("first", ["telegram", "matrix", "irc"])
async def test_a_match_and_its_rematch_on_three_networks(folder: Path, first: str) -> None:
    """Whichever of them is the table's home."""
    able = {first: ABLE[first], **ABLE}
    async with opened(folder, able) as one:
        names = tuple(sorted(PEOPLE, key=lambda name: not name.startswith(first)))
        people = await seated(one, names)
        table = await one.table(1)
        anns = sorted(seat.name for seat in table.seats if "ann" in seat.name)
        assert anns == ["ann (IRC)", "ann (Telegram)"]
        for matches in (1, 2):
            await one.play(people, Random(matches), over(one, matches))
            await nothing_is_wrong(one)
        assert hands_in_groups(one) == []
