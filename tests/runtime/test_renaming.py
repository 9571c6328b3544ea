"""Another account on the same network: everybody inside takes it for a network of its own."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from uno_chat.contract import (
    Conversation,
    Delivery,
    Document,
    Examined,
    Paragraph,
    Ranked,
    Remembering,
    Span,
    TargetMoved,
    User,
)
from uno_chat.coordinator import House
from uno_chat.runtime import (
    ConfigurationError,
    Service,
    make_adapter,
    read_configuration,
    utc_now,
)
from uno_chat.runtime.renaming import Renamed
from uno_chat.testing.desk import Desk
from uno_chat.testing.fake_adapter import FakeAdapter
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.patience import PATIENCE

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
TOKEN = f"123456:{'A' * 35}"


async def test_a_table_is_played_over_it() -> None:
    store, network = MemoryStore(), FakeNetwork(utc_now)
    house = House({"fake2": LIKE_TELEGRAM}, Desk().house.seeds)
    async with (
        asyncio.timeout(PATIENCE),
        Service(house, store, [Renamed(network.adapter(), "fake2")]) as service,
    ):
        for name in ("ann", "bob"):
            network.contact(name)
        await handled(store, 2)
        for who, text in (("ann", "/new"), ("bob", "/join"), ("ann", "/deal")):
            network.say(who, text, group="family")
        await handled(store, 5)
        await service.quiet()
        (stored,) = store.rows.tables.values()
        assert stored.rooms == (Conversation("fake2", "family"),)
        assert "Your hand" in network.pages("@ann")[-1].text


async def handled(store: MemoryStore, count: int) -> None:
    while len(store.rows.handled) < count:  # noqa: ASYNC110 - no event says so
        await asyncio.sleep(0.001)


async def test_all_names_are_changed_on_the_way_and_back() -> None:
    network = FakeNetwork(lambda: NOW)
    network.contact("ann")
    one = Renamed(network.adapter(), "fake2")
    await one.open()
    there = User("fake2", "ann")
    page = Document((Paragraph((Span("you", mentions=there),)),))
    receipt = await one.deliver(Delivery("k", there, page))
    assert receipt.message is not None
    assert receipt.message.conversation.network == "fake2"
    again = await one.deliver(Delivery("l", there, page, replaces=receipt.message))
    assert again == receipt
    assert isinstance(one, Ranked)
    assert not await one.manages(there, Conversation("fake2", "family"))


async def test_a_conversation_moves_within_it() -> None:
    async def moved(_method: str, _body: object) -> dict[str, object]:
        raise TargetMoved(Conversation("fake", "new"))

    one = Renamed(FakeAdapter("fake", LIKE_TELEGRAM, moved), "fake2")
    with pytest.raises(TargetMoved) as told:
        await one.deliver(Delivery("k", Conversation("fake2", "old"), Document(())))
    assert told.value.to == Conversation("fake2", "new")


def test_what_the_adapter_cannot_do_it_cannot_do_either() -> None:
    one = Renamed(FakeNetwork(lambda: NOW).adapter(), "fake2")
    assert [isinstance(one, what) for what in (Remembering, Examined)] == [False, False]


def test_a_number_behind_the_name_of_an_adapter_is_another_account() -> None:
    environment = {
        "UNO_CHAT_ADAPTERS": "telegram,telegram2",
        "UNO_CHAT_TELEGRAM_TOKEN": TOKEN,
        "UNO_CHAT_TELEGRAM2_TOKEN": f"2{TOKEN}",
    }
    config = read_configuration(None, environment, ("telegram", "matrix"))
    made = [make_adapter(name, config.settings_of(name)) for name in config.adapters]
    assert [one.network for one in made] == ["telegram", "telegram2"]
    assert [isinstance(one, Examined) for one in made] == [True, True]


@pytest.mark.parametrize("key", ["UNO_CHAT_TELEGRAM2", "UNO_CHAT_TELEGRAMS2_TOKEN", "UNO_CHAT_2_X"])
def test_other_keys_with_numbers_are_unknown(key: str) -> None:
    with pytest.raises(ConfigurationError, match="Unknown key"):
        read_configuration(None, {key: "1"}, ("telegram",))
