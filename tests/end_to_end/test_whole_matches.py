"""Whole matches over a fake network, by buttons and by words, end with the right scores."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, timedelta
from pathlib import Path
from random import Random

import pytest

from uno_chat import game
from uno_chat.contract import Capabilities, Conversation
from uno_chat.coordinator import BadSetting, House, agreed
from uno_chat.table import Phase, Settings
from uno_chat.testing.audit import page_faults, record_faults, records_of
from uno_chat.testing.evening import Clock, Evening, evening
from uno_chat.testing.fake_network import LIKE_MATRIX, LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.people import Person, offers
from uno_chat.views import Reader
from uno_chat_sql import plugin

BARE = Capabilities()
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "joe")
POINTS = {"S": 20, "R": 20, "+2": 20, "W": 50, "W+4": 50}


@asynccontextmanager
async def opened(folder: Path, able: Capabilities, *settings: str) -> AsyncIterator[Evening]:
    clock = Clock()
    network = FakeNetwork(clock, capabilities=able)
    agreement = agreed(Settings(), ("goal=40", "pace=1h", *settings))
    assert not isinstance(agreement, BadSetting)

    def seeds(table: int, round_no: int) -> bytes:
        return game.seed_from_int(table, round_no=round_no)

    house = House({network.name: able}, seeds, agreement)
    async with evening(network, plugin(f"sqlite:///{folder / 'house.db'}"), house, clock) as one:
        yield one


async def seated(
    one: Evening, group: str, names: Sequence[str], language: str, *, computers: int = 0
) -> list[Person]:
    """A table in a group, which reads as its people do, with everybody on a seat."""
    before = one.network.capabilities.prefix
    one.network.admins.add((names[0], group))
    for name in names:
        one.network.contact(name)
        await one.say(name, f"language {language}")
    await one.say(names[0], f"{before}new", f"{before}language {language}", group=group)
    for name in names[1:]:
        await one.say(name, f"{before}join", group=group)
    await one.say(names[0], *[f"{before}add easy"] * computers, group=group)
    await all_shown(one)
    await one.say(names[0], f"{before}deal", group=group)
    number = await table_in(one, group)
    luck = Random(number)
    spare = group if one.network.capabilities.thrifty else ""
    return [
        Person(one.network, name, f"{group} #{number}", luck, language, group=spare)
        for name in names
    ]


async def all_shown(one: Evening) -> None:
    """Let time pass until nothing waits to be shown: where calls are few, that takes a while."""
    while await one.store.transact(lambda tx: tx.next_send([one.network.name])) is not None:
        await one.later(timedelta(seconds=10))


async def table_in(one: Evening, group: str) -> int:
    room = Conversation(one.network.name, group)
    return (await one.store.transact(lambda tx: tx.tables_in(room)))[-1]


def over(
    one: Evening, group: str, language: str, text: str = "the match is over", times: int = 1
) -> Callable[[], bool]:
    """Tells whether a group has read so often that something is over."""
    said = Reader(language, UTC, "").t(text)

    def is_over() -> bool:
        firsts = (s.page.text.split("\n")[0] for s in one.network.shown if s.chat == group)
        return sum(said in first for first in firsts) >= times

    return is_over


def worth(card: str) -> int:
    """What a card counts, by the rules and not by the program."""
    symbol = card if card in POINTS else card[1:]
    return POINTS[symbol] if symbol in POINTS else int(symbol)


def score_by_hand(records: dict[int, tuple[str, ...]]) -> dict[str, int]:
    """The scores of the last match, from the cards that the records leave in the hands."""
    scores: dict[str, int] = {}
    for lines in records.values():
        ended = game.replay(lines)
        seats = ended.match.seats
        if ended.match.round_no == 1:
            scores = dict.fromkeys(seats, 0)
        (winner,) = (seat for seat, hand in zip(seats, ended.round.hands, strict=True) if not hand)
        scores[winner] += sum(worth(card.code) for hand in ended.round.hands for card in hand)
    return scores


async def page_faults_at(one: Evening, number: int) -> list[str]:
    stored = await one.store.transact(lambda tx: tx.table(number))
    assert stored is not None
    house = one.service.house
    return await one.store.transact(
        lambda tx: list(page_faults(house, tx, one.network, stored, one.clock()))
    )


async def nothing_is_wrong_at(one: Evening, number: int) -> None:
    await all_shown(one)
    table = await one.table(number)
    records = await one.store.transact(lambda tx: records_of(tx, number))
    assert list(record_faults(table, records)) == []
    assert await page_faults_at(one, number) == []
    assert table.phase is Phase.MATCH_OVER
    assert table.match is not None
    assert dict(table.match.scores) == score_by_hand(records)
    assert max(table.match.scores.values()) >= table.match.options.goal
    assert one.network.times_shown().most_common(1)[0][1] == 1


@pytest.mark.reported("G10")
@pytest.mark.parametrize(
    ("people", "computers", "able", "language"),
    [
        pytest.param(2, 0, LIKE_TELEGRAM, "en", id="two with buttons"),
        pytest.param(2, 0, BARE, "fr", id="two in French words"),
        pytest.param(4, 0, LIKE_TELEGRAM, "fr", id="four with French buttons"),
        pytest.param(3, 1, BARE, "en", id="three and a computer in words"),
        pytest.param(10, 0, LIKE_TELEGRAM, "en", id="ten with buttons"),
        pytest.param(10, 0, BARE, "fr", id="ten in French words"),
        pytest.param(2, 0, LIKE_MATRIX, "en", id="two where every call counts"),
        pytest.param(4, 2, LIKE_MATRIX, "fr", id="four, two computers, where every call counts"),
    ],
)
async def test_a_match_and_its_rematch_end_with_the_right_scores(
    folder: Path, people: int, computers: int, able: Capabilities, language: str
) -> None:
    async with opened(folder, able) as one:
        names = NAMES[:people]
        group = await seated(one, "family", names, language, computers=computers)
        for matches in (1, 2):
            await one.play(group, Random(people), over(one, "family", language, times=matches))
            await nothing_is_wrong_at(one, 1)


@pytest.mark.parametrize(
    "able", [LIKE_TELEGRAM, BARE, LIKE_MATRIX], ids=["buttons", "words", "few calls"]
)
async def test_two_groups_with_the_same_people_do_not_get_mixed_up(
    folder: Path, able: Capabilities
) -> None:
    async with opened(folder, able) as one:
        family = await seated(one, "family", NAMES[:3], "en")
        club = await seated(one, "club", NAMES[1:5], "en", computers=1)
        overs = [over(one, group, "en") for group in ("family", "club")]
        await one.play([*family, *club], Random(1), lambda: any(is_over() for is_over in overs))
        for group, people, is_over in zip(("family", "club"), (family, club), overs, strict=True):
            await one.play(people, Random(1), is_over)
            await nothing_is_wrong_at(one, await table_in(one, group))


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([("ann", "/end now")], id="the host closes the table"),
        pytest.param([("bob", "/leave now"), ("cat", "/leave now")], id="the others leave"),
    ],
)
async def test_no_hand_offers_a_next_round_when_there_is_none(
    folder: Path, lines: list[tuple[str, str]]
) -> None:
    async with opened(folder, LIKE_TELEGRAM, "goal=500") as one:
        people = await seated(one, "family", NAMES[:3], "en")
        await one.play(people, Random(1), over(one, "family", "en", "the round is over"))
        for who, line in lines:
            await one.say(who, line, group="family")
        assert await page_faults_at(one, 1) == []
        page = people[0].page
        assert page is None or "Next round" not in [offer.label for offer in offers(page)]
