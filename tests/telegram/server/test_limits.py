"""The quota of a chat."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
import telegram
from telegram import InlineKeyboardButton as Button
from telegram import InlineKeyboardMarkup as Markup
from telegram.error import BadRequest, RetryAfter

from uno_chat.testing.telegram import Bot, BotApiServer, Group, LocalTelegram, Person

Connect = Callable[[Bot], Awaitable[telegram.Bot]]


async def test_a_chat_takes_20_messages_in_60_seconds(
    client: telegram.Bot, local: LocalTelegram, family: Group
) -> None:
    """1.1 [O]"""
    for _ in range(20):
        await client.send_message(family.id, "x")
    local.advance(timedelta(seconds=17))
    with pytest.raises(RetryAfter) as refused:
        await client.send_message(family.id, "x")
    assert refused.value.retry_after == timedelta(seconds=43)
    assert str(refused.value) == "Flood control exceeded. Retry in 0:00:43"


async def test_edits_count_as_messages_do(client: telegram.Bot, family: Group) -> None:
    """1.1 [M]"""
    sent = await client.send_message(family.id, "0")
    for turn in range(1, 20):
        await client.edit_message_text(str(turn), family.id, sent.message_id)
    with pytest.raises(RetryAfter):
        await client.edit_message_text("20", family.id, sent.message_id)
    with pytest.raises(RetryAfter):
        await client.edit_message_reply_markup(family.id, sent.message_id)
    with pytest.raises(RetryAfter):
        await client.send_photo(family.id, b"picture")


async def test_the_window_slides(client: telegram.Bot, local: LocalTelegram, family: Group) -> None:
    """1.1 [M]"""
    for _ in range(20):
        await client.send_message(family.id, "x")
        local.advance(timedelta(seconds=2))
    with pytest.raises(RetryAfter):
        await client.send_message(family.id, "x")
    local.advance(timedelta(seconds=20))
    await client.send_message(family.id, "x")
    with pytest.raises(RetryAfter):
        await client.send_message(family.id, "x")
    local.advance(timedelta(seconds=2))
    await client.send_message(family.id, "x")


async def test_a_refused_call_had_no_effect_and_counts_for_nothing(
    client: telegram.Bot, local: LocalTelegram, family: Group, ann: Person
) -> None:
    """1.1 [O]"""
    for _ in range(20):
        await client.send_message(family.id, "x")
    before = ann.pages(family)
    for _ in range(30):
        with pytest.raises(RetryAfter):
            await client.send_message(family.id, "too much")
    assert ann.pages(family) == before
    local.advance(timedelta(seconds=60))
    await client.send_message(family.id, "x")


async def test_every_chat_has_its_own_and_private_chats_too(
    client: telegram.Bot, local: LocalTelegram, family: Group, ann: Person
) -> None:
    """1.1 [M]"""
    other = local.group("Other", ann, *local.world.bots.values())
    for _ in range(20):
        await client.send_message(family.id, "x")
        await client.send_message(ann.id, "x")
    for chat in (family.id, ann.id):
        with pytest.raises(RetryAfter):
            await client.send_message(chat, "x")
    await client.send_message(other.id, "x")


async def test_every_bot_has_its_own(
    local: LocalTelegram,
    family: Group,
    client: telegram.Bot,
    connect: Connect,
) -> None:
    """1.1 [M]"""
    other = local.bot("other_bot")
    family.let_in(other.account)
    for _ in range(20):
        await client.send_message(family.id, "x")
    await (await connect(other)).send_message(family.id, "x")


async def test_an_edit_that_changes_nothing_counts(client: telegram.Bot, family: Group) -> None:
    """1.1, 1.5 [S]: Telegram itself finds that out, so it has been asked."""
    sent = await client.send_message(family.id, "x")
    for _ in range(19):
        with pytest.raises(BadRequest, match="not modified"):
            await client.edit_message_text("x", family.id, sent.message_id)
    with pytest.raises(RetryAfter):
        await client.send_message(family.id, "x")


async def test_answers_to_presses_are_free(
    client: telegram.Bot, family: Group, ann: Person
) -> None:
    """1.1 [M]"""
    markup = Markup.from_button(Button("go", callback_data="go"))
    await client.send_message(family.id, "x", reply_markup=markup)
    for _ in range(19):
        await client.send_message(family.id, "x")
    for turn in range(30):
        query = ann.press("go", family)
        assert query is not None
        await client.answer_callback_query(query, str(turn))
    assert ann.toasts == tuple(map(str, range(30)))


async def test_a_test_may_lift_the_limit() -> None:
    """[L]"""
    local = LocalTelegram(limit=None)
    bot, ann = local.bot("uno_test_bot"), local.person("Ann")
    ann.start()
    server = BotApiServer(local)
    url = await server.start()
    async with telegram.Bot(bot.token, base_url=f"{url}/bot") as client:
        for _ in range(25):
            await client.send_message(ann.id, "x")
    await server.stop()
