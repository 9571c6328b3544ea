"""Whole matches of somebody with an account on each of two networks: group here, cards there."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from uno_chat import game
from uno_chat.contract import Capabilities
from uno_chat.coordinator import BadSetting, House, agreed
from uno_chat.table import Phase, Settings
from uno_chat.testing.audit import record_faults, records_of
from uno_chat.testing.evening import Clock, Networks, OpenHouse, evening_on
from uno_chat.testing.fake_chats import Showing
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.people import Person, own_hand
from uno_chat_sql import plugin

ANN, ALSO_ANN, BOB = "telegram:ann", "irc:ann_", "telegram:bob"
FAMILY = "telegram:family"

TwoNetworks = OpenHouse[Networks]


class Town:
    """Two networks and a database, which outlive the process."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.networks = Networks(
            (
                FakeNetwork(self.clock, name="telegram", capabilities=LIKE_TELEGRAM),
                FakeNetwork(self.clock, name="irc", capabilities=Capabilities(prefix="!uno ")),
            )
        )
        self.url = f"sqlite:///{folder / 'house.db'}"
        for who in (ANN, BOB, ALSO_ANN):
            network, own = self.networks.of(who)
            network.contact(own)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[TwoNetworks]:
        """A process that serves it."""
        agreement = agreed(Settings(), ("goal=40", "pace=1h"))
        assert not isinstance(agreement, BadSetting)
        able = {network.name: network.capabilities for network in self.networks.all}
        house = House(able, lambda t, n: game.seed_from_int(t, round_no=n), agreement)
        async with evening_on(self.networks, plugin(self.url), house, self.clock) as one:
            yield one

    def read(self, who: str) -> list[Showing]:
        """All that one account was shown in private."""
        network, own = self.networks.of(who)
        return [showing for showing in network.shown if showing.chat == f"@{own}"]

    def told(self, who: str) -> str:
        """The code or the number that an account was told last."""
        texts = "\n".join(showing.page.text for showing in self.read(who))
        return str(re.findall(r"^\W*link (\w+)\W*$", texts, re.MULTILINE)[-1])

    def person(self, who: str, luck: Random) -> Person:
        network, own = self.networks.of(who)
        return Person(network, own, "family #1", luck)

    def over(self, times: int) -> Callable[[], bool]:
        """Tells whether the family has read so often that the match is over."""
        network, own = self.networks.of(FAMILY)

        def is_over() -> bool:
            firsts = (s.page.text.split("\n")[0] for s in network.shown if s.chat == own)
            return sum("the match is over" in first for first in firsts) >= times

        return is_over

    def hands(self) -> list[tuple[str, str]]:
        """Every hand that was shown: in which chat, and the cards."""
        shown = [showing for network in self.networks.all for showing in network.shown]
        found = ((showing.chat, own_hand(showing.page.text)) for showing in shown)
        return [(chat, cards) for chat, cards in found if cards is not None]


async def begun(one: TwoNetworks) -> None:
    await one.say(ANN, "/new", group=FAMILY)
    await one.say(BOB, "/join", group=FAMILY)
    await one.say(ANN, "/deal", group=FAMILY)


async def linked(town: Town, one: TwoNetworks) -> None:
    await one.say(ANN, "link")
    await one.say(ALSO_ANN, f"link {town.told(ANN)}")
    await one.say(ANN, f"link {town.told(ALSO_ANN)}")


async def test_a_match_with_the_group_on_one_network_and_the_cards_on_the_other(
    folder: Path,
) -> None:
    town = Town(folder)
    async with town.open() as one:
        await begun(one)
        await linked(town, one)
        await one.say(ALSO_ANN, "hands here")
        since = len(town.read(ANN))
        people = [town.person(ALSO_ANN, Random(1)), town.person(BOB, Random(2))]
        await one.play(people, Random(3), town.over(1))
        assert town.read(ANN)[since:] == []
        await nothing_is_wrong(town, one)


async def test_a_match_and_its_rematch_by_two_accounts_in_turns(folder: Path) -> None:
    """The cards follow from one to the other, in the middle of turns; at last they part."""
    town = Town(folder)
    async with town.open() as one:
        await begun(one)
        await linked(town, one)
        places = {who: town.person(who, Random(who)) for who in (ANN, ALSO_ANN)}
        bob = town.person(BOB, Random(2))
        for turn in range(400):
            if town.over(1)():
                break
            here = (ANN, ALSO_ANN)[turn % 2]
            await one.say(here, "hands here")
            await one.play([places[here], bob], Random(turn), some_acts(town, 7))
        assert town.over(1)()
        await nothing_is_wrong(town, one)
        await one.say(ANN, "unlink")
        since = len(town.read(ANN))
        await one.play([places[ALSO_ANN], bob], Random(4), town.over(2))
        assert town.read(ANN)[since:] == []
        await nothing_is_wrong(town, one)


def some_acts(town: Town, count: int) -> Callable[[], bool]:
    """Tells whether so many acts were asked about, or the match is over."""
    asked = iter(range(count))
    return lambda: town.over(1)() or next(asked, None) is None


async def test_every_step_outlives_the_process(folder: Path) -> None:
    town = Town(folder)
    async with town.open() as one:
        await begun(one)
    async with town.open() as one:
        await one.say(ANN, "link")
    async with town.open() as one:
        await one.say(ALSO_ANN, f"link {town.told(ANN)}")
    async with town.open() as one:
        await one.say(ANN, f"link {town.told(ALSO_ANN)}")
    async with town.open() as one:
        await one.say(ALSO_ANN, "hands here", "hand")
    telegram, irc = town.networks.all
    pages = [page.text for page in telegram.pages("@ann")]
    assert any("Your cards are on IRC now." in page for page in pages)
    assert not any(map(own_hand, pages))
    assert own_hand(irc.pages("@ann_")[-1].text) is not None


async def test_cards_arrive_at_the_other_account_when_one_has_blocked_us(folder: Path) -> None:
    town = Town(folder)
    async with town.open() as one:
        await begun(one)
        await linked(town, one)
        network, own = town.networks.of(ANN)
        network.blocked.add(own)
        await one.say(ANN, "/hand", group=FAMILY)
        people = [town.person(ALSO_ANN, Random(1)), town.person(BOB, Random(2))]
        await one.play(people, Random(3), town.over(1))
        await nothing_is_wrong(town, one)


async def nothing_is_wrong(town: Town, one: TwoNetworks) -> None:
    """The record is whole, nothing was said twice, and each hand was read by its owner alone."""
    table = await one.table(1)
    records = await one.store.transact(lambda tx: records_of(tx, 1))
    assert list(record_faults(table, records)) == []
    assert table.phase is Phase.MATCH_OVER
    for network in town.networks.all:
        assert network.times_shown().most_common(1)[0][1] == 1
    anns = {cards for chat, cards in town.hands() if chat in {"@ann", "@ann_"}}
    bobs = {cards for chat, cards in town.hands() if chat == "@bob"}
    assert {chat for chat, _ in town.hands()} == {"@ann", "@ann_", "@bob"}
    assert len(anns) > 5
    assert not {cards for cards in anns & bobs if len(cards.split()) > 3}
