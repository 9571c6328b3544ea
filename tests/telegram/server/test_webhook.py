"""Updates that are posted to a webhook."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
import telegram
from telegram.error import BadRequest, Conflict

from uno_chat.testing.http import Answer, HttpServer, Request
from uno_chat.testing.telegram import Bot, BotApiServer, LocalTelegram, Person

SECRET = "x-telegram-bot-api-secret-token"


@dataclass
class Hook:
    """Our end: what was posted, and what is answered."""

    url: str = ""
    posts: list[Request] = field(default_factory=list)
    status: int = 200
    came: asyncio.Event = field(default_factory=asyncio.Event)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    held: str = "no such text"

    async def serve(self, request: Request) -> Answer | None:
        self.posts.append(request)
        self.came.set()
        if self.held in request.body.decode():
            await self.gate.wait()
        return Answer(self.status, b"") if self.status else None

    @property
    def texts(self) -> list[str]:
        return [json.loads(post.body)["message"]["text"] for post in self.posts]


@pytest.fixture
async def hook() -> AsyncIterator[Hook]:
    ours = Hook()
    server = HttpServer(ours.serve)
    ours.url = f"{await server.start()}/telegram"
    yield ours
    await server.stop()


async def test_an_update_is_posted_with_the_secret(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person, hook: Hook
) -> None:
    """1.7 [O]"""
    await client.set_webhook(hook.url, secret_token="A-z_0")
    ann.say("r7")
    await local.until(lambda: not bot.updates.waiting())
    (post,) = hook.posts
    assert (post.method, post.path, post.headers[SECRET]) == ("POST", "/telegram", "A-z_0")
    assert post.headers["content-type"] == "application/json"
    update = telegram.Update.de_json(json.loads(post.body), client)
    assert update.message is not None
    assert update.message.text == "r7"


async def test_an_address_keeps_its_query(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person, hook: Hook
) -> None:
    """1.7 [O]"""
    await client.set_webhook(f"{hook.url}?house=1")
    ann.say("r7")
    await local.until(lambda: not bot.updates.waiting())
    assert (hook.posts[0].path, hook.posts[0].query) == ("/telegram", "house=1")


async def test_without_a_secret_there_is_no_header(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person, hook: Hook
) -> None:
    """1.7 [O]"""
    await client.set_webhook(hook.url)
    ann.say("r7")
    await local.until(lambda: not bot.updates.waiting())
    assert SECRET not in hook.posts[0].headers


async def test_what_waited_before_is_posted_too_unless_dropped(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person, hook: Hook
) -> None:
    """1.7 [O]"""
    ann.say("before")
    await client.set_webhook(hook.url)
    await local.until(lambda: not bot.updates.waiting())
    await client.delete_webhook()
    ann.say("between")
    await client.set_webhook(hook.url, drop_pending_updates=True)
    ann.say("after")
    await local.until(lambda: not bot.updates.waiting())
    assert hook.texts == ["before", "after"]


@pytest.mark.parametrize("status", [500, 403, 302, 0])
async def test_whatever_is_not_2xx_is_posted_again_after_doubling_delays(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person, hook: Hook, status: int
) -> None:
    """1.7 [S]: at first after a second, at most after a minute; 0: the connection was dropped"""
    await client.set_webhook(hook.url)
    hook.status = status
    ann.say("r7")
    delays = [1, 2, 4, 8, 16, 32, 60, 60]
    for number, delay in enumerate(delays, 1):
        await local.until(lambda n=number: bot.hook is not None and bot.hook.failures == n)  # type: ignore[misc]  # a number bound early
        local.advance(timedelta(seconds=delay - 0.5))
        assert len(hook.posts) == number
        local.advance(timedelta(seconds=0.5))
    await local.until(lambda: bot.hook is not None and bot.hook.failures == len(delays) + 1)
    hook.status = 204
    local.advance(timedelta(seconds=60))
    await local.until(lambda: not bot.updates.waiting())
    assert hook.texts == ["r7"] * (len(delays) + 2)
    info = await client.get_webhook_info()
    assert info.last_error_message == f"Wrong response from the webhook: {status}"


async def test_an_update_that_is_too_old_is_given_up(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person, hook: Hook
) -> None:
    """1.7 [S]"""
    await client.set_webhook(hook.url)
    hook.status = 500
    ann.say("r7")
    await local.until(lambda: bot.hook is not None and bot.hook.failures == 1)
    local.advance(timedelta(hours=24))
    hook.status = 200
    ann.say("r8")
    await local.until(lambda: not bot.updates.waiting())
    assert hook.texts == ["r7", "r8"]


async def test_order_is_kept_in_a_chat_and_nowhere_else(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person, ben: Person, hook: Hook
) -> None:
    """1.7 [S]"""
    ben.start()
    bot.updates.drop()
    hook.held = "r1"
    await client.set_webhook(hook.url)
    ann.say("r1")
    ann.say("r2")
    ben.say("g1")
    ben.say("g2")
    await local.until(lambda: len(bot.updates.waiting()) == 2)
    assert sorted(hook.texts) == ["g1", "g2", "r1"]
    hook.gate.set()
    await local.until(lambda: not bot.updates.waiting())
    assert hook.texts[-1] == "r2"


async def test_so_many_connections_at_most(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person, ben: Person, hook: Hook
) -> None:
    """1.7 [O]"""
    ben.start()
    bot.updates.drop()
    hook.held = "r1"
    await client.set_webhook(hook.url, max_connections=1)
    ann.say("r1")
    ben.say("g1")
    await hook.came.wait()
    assert hook.texts == ["r1"]
    hook.gate.set()
    await local.until(lambda: not bot.updates.waiting())
    assert hook.texts == ["r1", "g1"]
    for number in (0, 101):
        with pytest.raises(BadRequest):
            await client.set_webhook(hook.url, max_connections=number)


async def test_polling_and_a_webhook_exclude_each_other(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, hook: Hook
) -> None:
    """1.7 [S]"""
    poll = asyncio.ensure_future(client.get_updates(timeout=10))
    await local.until(lambda: bot.polling)
    await client.set_webhook(hook.url)
    with pytest.raises(Conflict, match=r"(?i)terminated by setwebhook request"):
        await poll
    with pytest.raises(Conflict, match=r"(?i)can't use getupdates method while webhook is active"):
        await client.get_updates(timeout=0)
    await client.delete_webhook()
    assert await client.get_updates(timeout=0) == ()


async def test_what_is_known_of_a_webhook_can_be_asked(
    client: telegram.Bot, hook: Hook, ann: Person
) -> None:
    """1.7 [O]"""
    assert (await client.get_webhook_info()).url == ""
    ann.say("r7")
    info = await client.get_webhook_info()
    assert (info.pending_update_count, info.allowed_updates) == (1, ())
    await client.set_webhook(hook.url, max_connections=7, allowed_updates=["message"])
    info = await client.get_webhook_info()
    assert (info.url, info.max_connections) == (hook.url, 7)
    assert info.allowed_updates == ("message",)
    await client.set_webhook("")
    assert (await client.get_webhook_info()).url == ""


@pytest.mark.parametrize(
    ("address", "secret", "why"),
    [
        ("http://example.org/hook", "x", "an https url must be provided"),
        ("https://example.org/hook", "x", "failed to resolve host"),
        ("nothing", "x", "an https url must be provided"),
        ("http://127.0.0.1:9/hook", "a b", "secret token contains unallowed characters"),
        ("http://127.0.0.1:9/hook", "x" * 257, "secret token is too long"),
    ],
)
async def test_a_bad_webhook_is_refused(
    client: telegram.Bot, address: str, secret: str, why: str
) -> None:
    """1.2, 1.7 [S]"""
    with pytest.raises(BadRequest, match=f"(?i){why}"):
        await client.set_webhook(address, secret_token=secret)
    assert (await client.get_webhook_info()).url == ""


async def test_a_post_comes_twice_by_script(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person, hook: Hook
) -> None:
    """3.3 [L]"""
    await client.set_webhook(hook.url)
    ann.say("r7")
    await local.until(lambda: not bot.updates.waiting())
    bot.updates.repeat([bot.updates.log[-1].id])
    await local.until(lambda: not bot.updates.queue())
    assert hook.texts == ["r7", "r7"]


async def test_a_webhook_outlives_an_outage_of_the_server(hook: Hook) -> None:
    """[L]"""
    local = LocalTelegram()
    server = BotApiServer(local)
    url = await server.start()
    bot, ann = local.bot("uno_test_bot"), local.person("Ann")
    async with telegram.Bot(bot.token, base_url=f"{url}/bot") as client:
        await client.set_webhook(hook.url)
    await server.stop()
    ann.start()
    await server.start()
    await local.until(lambda: not bot.updates.waiting())
    assert hook.texts == ["/start"]
    await server.stop()
