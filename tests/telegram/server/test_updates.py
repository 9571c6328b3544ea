"""Long polling: numbers, offsets, redelivery, age, and who else polls."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from itertools import pairwise
from random import Random

import pytest
import telegram
from telegram.error import Conflict

from uno_chat.testing.telegram import Bot, Group, LocalTelegram, Person

Fresh = Callable[[], Awaitable[list[telegram.Update]]]


def texts(updates: tuple[telegram.Update, ...]) -> list[str | None]:
    return [update.message.text for update in updates if update.message is not None]


async def test_ids_rise_by_one(client: telegram.Bot, ann: Person) -> None:
    """1.7 [O]"""
    for text in "abc":
        ann.say(text)
    found = await client.get_updates(timeout=0)
    first = found[0].update_id
    assert [update.update_id for update in found] == [first, first + 1, first + 2]


async def test_what_is_not_confirmed_comes_again(client: telegram.Bot, ann: Person) -> None:
    """1.7 [O]"""
    for text in "abc":
        ann.say(text)
    found = await client.get_updates(timeout=0)
    assert await client.get_updates(timeout=0) == found
    rest = await client.get_updates(offset=found[1].update_id, timeout=0)
    assert texts(rest) == ["b", "c"]
    assert texts(await client.get_updates(timeout=0)) == ["b", "c"]
    assert await client.get_updates(offset=found[2].update_id + 1, timeout=0) == ()
    assert await client.get_updates(offset=0, timeout=0) == ()


async def test_so_many_at_most(client: telegram.Bot, ann: Person) -> None:
    """1.7 [O]"""
    for number in range(120):
        ann.say(str(number))
    assert len(await client.get_updates(timeout=0)) == 100
    assert texts(await client.get_updates(limit=2, timeout=0)) == ["0", "1"]
    assert len(await client.get_updates(limit=1, timeout=0)) == 1
    assert len(await client.get_updates(limit=100, timeout=0)) == 100
    for limit in (0, 101):
        with pytest.raises(telegram.error.BadRequest, match="Limit must be between"):
            await client.get_updates(limit=limit, timeout=0)


async def test_a_negative_offset_keeps_the_last_ones(client: telegram.Bot, ann: Person) -> None:
    """1.7 [O]"""
    for text in "abc":
        ann.say(text)
    assert texts(await client.get_updates(offset=-1, timeout=0)) == ["c"]
    assert texts(await client.get_updates(timeout=0)) == ["c"]


async def test_a_long_poll_ends_when_something_comes(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person
) -> None:
    """1.7 [O]"""
    poll = asyncio.ensure_future(client.get_updates(timeout=10))
    await local.until(lambda: bot.polling)
    ann.say("r7")
    assert texts(await poll) == ["r7"]
    assert not bot.polling


async def test_a_poll_without_time_does_not_wait(client: telegram.Bot) -> None:
    """1.7 [O]"""
    assert await client.get_updates(timeout=0) == ()


async def test_a_second_poller_ends_the_first(
    client: telegram.Bot,
    connect: Callable[[Bot], Awaitable[telegram.Bot]],
    local: LocalTelegram,
    bot: Bot,
    ann: Person,
) -> None:
    """1.7 [S]"""
    second = await connect(bot)
    first = asyncio.ensure_future(client.get_updates(timeout=10))
    await local.until(lambda: bot.polling)
    other = asyncio.ensure_future(second.get_updates(timeout=10))
    with pytest.raises(Conflict, match=r"(?i)terminated by other getupdates request; make sure"):
        await first
    await local.until(lambda: bot.polling)
    ann.say("r7")
    assert texts(await other) == ["r7"]


async def test_a_poller_that_was_killed_is_in_nobodys_way(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person
) -> None:
    """1.7 [S]"""
    poll = asyncio.ensure_future(client.get_updates(timeout=10))
    await local.until(lambda: bot.polling)
    poll.cancel()
    await local.until(lambda: not bot.polling)
    ann.say("r7")
    assert texts(await client.get_updates(timeout=0)) == ["r7"]


async def test_messages_are_kept_for_24_hours(
    client: telegram.Bot, local: LocalTelegram, ann: Person
) -> None:
    """1.7 [O] [S]"""
    ann.say("old")
    local.advance(timedelta(hours=1))
    ann.say("young")
    local.advance(timedelta(hours=23))
    assert texts(await client.get_updates(timeout=0)) == ["young"]


async def test_after_a_week_the_numbers_begin_anew(
    client: telegram.Bot, local: LocalTelegram, ann: Person
) -> None:
    """1.7 [O]: an offset from before confirms nothing"""
    numbers: list[int] = []
    for text in "abcdefgh":
        ann.say(text)
        offset = numbers[-1] + 1 if numbers else 0
        found = await client.get_updates(offset=offset, timeout=0)
        assert texts(found) == [text]
        numbers.append(found[0].update_id)
        await client.get_updates(offset=numbers[-1] + 1, timeout=0)
        local.advance(timedelta(days=7))
    steps = [after - before for before, after in pairwise(numbers)]
    assert 1 not in steps
    assert min(steps) < 0 < max(steps)


async def test_the_kinds_that_were_asked_for_stay_asked_for(
    client: telegram.Bot, ann: Person, family: Group
) -> None:
    """1.7 [O]"""
    await client.get_updates(timeout=0, allowed_updates=["my_chat_member"])
    ann.say("not heard")
    assert await client.get_updates(timeout=0) == ()
    await client.get_updates(timeout=0, allowed_updates=telegram.Update.ALL_TYPES)
    ann.say("heard")
    assert texts(await client.get_updates(timeout=0)) == ["heard"]
    await client.get_updates(timeout=0, allowed_updates=["no_such_kind"])
    ann.say("heard too")
    assert texts(await client.get_updates(timeout=0)) == ["heard", "heard too"]
    family.rename("Clan")
    assert len(await client.get_updates(timeout=0)) == 3


async def test_a_kind_applies_to_what_comes_after(client: telegram.Bot, ann: Person) -> None:
    """1.7 [O]"""
    ann.say("before")
    found = await client.get_updates(timeout=0, allowed_updates=["callback_query"])
    assert texts(found) == ["before"]


async def test_updates_come_twice_by_script(
    client: telegram.Bot, bot: Bot, ann: Person, fresh: Fresh
) -> None:
    """3.3 [L]"""
    ann.say("a")
    (first,) = await fresh()
    ann.say("b")
    bot.updates.repeat([first.update_id])
    offset = first.update_id + 1
    assert texts(await client.get_updates(offset=offset, timeout=0)) == ["a", "b"]
    assert texts(await client.get_updates(offset=offset, timeout=0)) == ["b"]


async def test_updates_come_in_another_order_by_script(
    client: telegram.Bot, bot: Bot, ann: Person
) -> None:
    """3.3 [L]"""
    for text in "abcdef":
        ann.say(text)
    before = await client.get_updates(timeout=0)
    bot.updates.reorder(Random(1))
    after = await client.get_updates(timeout=0)
    assert [u.update_id for u in after] == [u.update_id for u in before]
    assert texts(after) != texts(before)
    assert sorted(map(str, texts(after))) == list("abcdef")


async def test_updates_are_spoiled_by_script(client: telegram.Bot, bot: Bot, ann: Person) -> None:
    """2.2 [X]: the client cannot read one of them, and gives none"""
    ann.say("a")
    ann.say("b")
    bot.updates.edit(
        lambda payload: {**payload, "date": "yesterday"} if payload["text"] == "a" else payload
    )
    with pytest.raises(Exception, match="str"):
        await client.get_updates(timeout=0)
    assert [update.payload["text"] for update in bot.updates.waiting()] == ["a", "b"]
    bot.updates.drop()
