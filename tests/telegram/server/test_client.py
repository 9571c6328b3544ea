"""What python-telegram-bot does with all this: why the adapter has a pump of its own."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import telegram
from telegram.error import BadRequest, NetworkError, TimedOut
from telegram.ext import Application, ApplicationBuilder, CommandHandler, ContextTypes
from telegram.request import HTTPXRequest

from uno_chat.testing.telegram import Bot, Group, LocalTelegram, Person

App = Application[Any, Any, Any, Any, Any, Any]
Fresh = Callable[[], Awaitable[list[telegram.Update]]]


@pytest.fixture
async def app(url: str, bot: Bot) -> AsyncIterator[App]:
    """The library's own application, which polls."""
    requests = [HTTPXRequest(read_timeout=20, httpx_kwargs={"verify": False}) for _ in range(2)]
    built = (
        ApplicationBuilder()
        .token(bot.token)
        .base_url(f"{url}/bot")
        .request(requests[0])
        .get_updates_request(requests[1])
        .build()
    )
    async with built:
        yield built


async def test_an_updater_confirms_before_anything_is_handled(
    app: App,
    local: LocalTelegram,
    bot: Bot,
    ann: Person,
) -> None:
    """2.2 [X]: whatever is killed now has lost them"""
    for number in range(5):
        ann.say(str(number))
    assert app.updater is not None
    await app.updater.start_polling(timeout=10)
    await local.until(lambda: bot.polling)
    assert bot.updates.waiting() == []
    assert app.update_queue.qsize() == 5
    await app.updater.stop()


async def test_one_that_cannot_be_read_blocks_all_behind_it(
    app: App,
    local: LocalTelegram,
    bot: Bot,
    ann: Person,
) -> None:
    """2.2 [X]: it asks again and again"""
    ann.say("broken")
    ann.say("fine")
    bot.updates.edit(lambda p: {**p, "date": "yesterday"} if p["text"] == "broken" else p)
    assert app.updater is not None
    await app.updater.start_polling(timeout=10)
    await local.until(lambda: sum(c.method == "getUpdates" for c in local.calls) > 5)
    assert app.update_queue.qsize() == 0
    assert len(bot.updates.waiting()) == 2
    bot.updates.drop()
    await app.updater.stop()


async def test_own_confirming_loses_nothing(client: telegram.Bot, bot: Bot, ann: Person) -> None:
    """2.2 [X]"""
    for number in range(5):
        ann.say(str(number))
    kept: list[telegram.Update] = []
    while found := await client.get_updates(
        offset=kept[-1].update_id + 1 if kept else 0, limit=2, timeout=0
    ):
        assert len(bot.updates.waiting()) == 5 - len(kept)
        kept += found
    assert [u.message.text for u in kept if u.message] == list("01234")
    assert bot.updates.waiting() == []


async def test_a_command_handler_finds_its_command(
    app: App,
    local: LocalTelegram,
    ann: Person,
    family: Group,
) -> None:
    """2.1 [P]: it needs entities and the bot's username"""
    came: list[list[str]] = []

    async def new(update: telegram.Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_chat is not None
        came.append(context.args or [])
        await update.effective_chat.send_message("table")

    app.add_handler(CommandHandler("new", new))
    assert app.updater is not None
    await app.start()
    await app.updater.start_polling(timeout=10)
    ann.command("new 4 players", family)
    ann.say("/new@other_bot 5", family)
    await local.until(lambda: ann.pages(family)[-1].text == "table")
    assert came == [["4", "players"]]
    await app.updater.stop()
    await app.stop()


def test_some_errors_are_errors_of_the_network_too() -> None:
    """2.1 [P]: so they are caught first"""
    assert issubclass(BadRequest, NetworkError)
    assert issubclass(TimedOut, NetworkError)


async def test_fields_that_the_client_does_not_know_are_kept(
    client: telegram.Bot, bot: Bot, ann: Person, fresh: Fresh
) -> None:
    """2.1 [P]"""
    ann.say("r7")
    bot.updates.edit(lambda payload: {**payload, "from_the_future": 1})
    (update,) = await fresh()
    assert update.message is not None
    assert update.message.api_kwargs == {"from_the_future": 1}
    bot.updates.log.clear()
    assert client.bot.id == bot.id


async def test_many_calls_at_once_are_answered(client: telegram.Bot, family: Group) -> None:
    """2.1 [P]"""
    sent = await asyncio.gather(*(client.send_message(family.id, str(n)) for n in range(20)))
    assert sorted(int(message.text or "") for message in sent) == list(range(20))
    assert len({message.message_id for message in sent}) == 20
