"""How updates reach a bot: by long polling, where the bot confirms, or posted to its webhook."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from uno_chat.testing.http import post
from uno_chat.testing.telegram.accounts import Json
from uno_chat.testing.telegram.bots import Bot, Hook
from uno_chat.testing.telegram.calls import Call
from uno_chat.testing.telegram.clock import stamp
from uno_chat.testing.telegram.errors import ApiError, bad
from uno_chat.testing.telegram.updates import Update
from uno_chat.testing.telegram.world import World

LONGEST_POLL: Final = 50
FIRST_RETRY: Final = timedelta(seconds=1)
LAST_RETRY: Final = timedelta(seconds=60)
HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]+")
_LOOPBACK: Final = ("127.0.0.1", "localhost")


class Receiving:
    """Polls that wait, and webhooks that are posted to."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._polls: dict[int, asyncio.Future[str]] = {}
        self._posts: dict[int, asyncio.Task[None]] = {}

    def start(self) -> None:
        """Post to the webhooks that are set."""
        for bot in self._world.bots.values():
            self._restart(bot)

    async def stop(self) -> None:
        """Post no more."""
        for task in self._posts.values():
            task.cancel()
        await asyncio.gather(*self._posts.values(), return_exceptions=True)
        self._posts.clear()

    async def answer(self, call: Call) -> object:
        """Answer getUpdates or one of the webhook's methods; raises ApiError."""
        match call.method:
            case "getUpdates":
                return await self._updates(call.bot, call.params)
            case "setWebhook":
                return self._set(call.bot, call.params)
            case "deleteWebhook":
                return self._set(call.bot, {**call.params, "url": ""})
            case _:
                return self._info(call.bot)

    async def _updates(self, bot: Bot, params: Json) -> list[Json]:
        if bot.hook is not None:
            raise ApiError(
                409,
                "can't use getUpdates method while webhook is active; use deleteWebhook to delete"
                " the webhook first",
            )
        self._end_poll(
            bot,
            "terminated by other getUpdates request; make sure that only one bot"
            " instance is running",
        )
        _allow(bot, params)
        bot.updates.confirm(params.get("offset", 0))
        limit = params.get("limit", 100)
        seconds = min(params.get("timeout", 0), LONGEST_POLL)
        found = bot.updates.take(limit)
        if not found and seconds > 0:
            await self._wait(bot, seconds)
            found = bot.updates.take(limit)
        return [update.as_json() for update in found]

    async def _wait(self, bot: Bot, seconds: float) -> None:
        """Until something comes, at most so many real seconds; raises ApiError if it is ended."""
        ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._polls[bot.id] = ended
        bot.polling = True
        news = asyncio.ensure_future(bot.updates.news.wait())
        self._world.changed()
        either: set[asyncio.Future[Any]] = {news, ended}
        try:
            await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if ended.done():
                raise ApiError(409, ended.result())
        finally:
            news.cancel()
            if self._polls.get(bot.id) is ended:
                del self._polls[bot.id]
                bot.polling = False
                self._world.changed()

    def _end_poll(self, bot: Bot, why: str) -> None:
        bot.polling = False
        ended = self._polls.pop(bot.id, None)
        if ended is not None and not ended.done():
            ended.set_result(why)

    def _set(self, bot: Bot, params: Json) -> bool:
        url = params.get("url", "")
        secret = params.get("secret_token", "")
        if url:
            _check_url(url)
        if secret and not _SECRET.fullmatch(secret):
            raise bad("secret token contains unallowed characters")
        connections = params.get("max_connections", 40)
        if not 1 <= connections <= 100:
            raise bad("max_connections must be between 1 and 100")
        if params.get("drop_pending_updates", False):
            bot.updates.drop()
        _allow(bot, params)
        self._end_poll(bot, "terminated by setWebhook request")
        bot.hook = Hook(url, secret, connections) if url else None
        self._restart(bot)
        return True

    def _restart(self, bot: Bot) -> None:
        running = self._posts.pop(bot.id, None)
        if running is not None:
            running.cancel()
        if bot.hook is not None:
            self._posts[bot.id] = asyncio.ensure_future(self._post_all(bot, bot.hook))

    def _info(self, bot: Bot) -> Json:
        hook = bot.hook or Hook("")
        info: Json = {
            "url": hook.url,
            "has_custom_certificate": False,
            "pending_update_count": len(bot.updates.waiting()),
        }
        if bot.updates.allowed is not None:
            info["allowed_updates"] = sorted(bot.updates.allowed)
        if hook.url:
            info |= {"max_connections": hook.connections, "ip_address": "127.0.0.1"}
        if hook.error_at is not None:
            info |= {"last_error_date": stamp(hook.error_at), "last_error_message": hook.error}
        return info

    async def _post_all(self, bot: Bot, hook: Hook) -> None:
        """Post what waits: the updates of a lane in order, lanes side by side."""
        busy: dict[str, asyncio.Task[None]] = {}
        async with asyncio.TaskGroup() as group:
            while True:
                busy = {lane: task for lane, task in busy.items() if not task.done()}
                for update in bot.updates.queue():
                    if update.lane not in busy and len(busy) < hook.connections:
                        busy[update.lane] = group.create_task(self._post(bot, hook, update))
                news = group.create_task(bot.updates.news.wait())
                waits: set[asyncio.Task[Any]] = {*busy.values(), news}
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                news.cancel()

    async def _post(self, bot: Bot, hook: Hook, update: Update) -> None:
        """Post one until it is taken or too old."""
        delay = FIRST_RETRY
        while self._world.clock.now() < update.until:
            status = await _posted(hook, update)
            if 200 <= status < 300:
                break
            hook.error = f"Wrong response from the webhook: {status}"
            hook.error_at = self._world.clock.now()
            hook.failures += 1
            self._world.changed()
            await self._world.clock.until(hook.error_at + delay)
            delay = min(2 * delay, LAST_RETRY)
        bot.updates.done(update)
        self._world.changed()


async def _posted(hook: Hook, update: Update) -> int:
    headers = {"Content-Type": "application/json"}
    if hook.secret:
        headers[HEADER] = hook.secret
    try:
        return await post(hook.url, headers, json.dumps(update.as_json()).encode())
    except (OSError, ValueError, EOFError):
        return 0


def _allow(bot: Bot, params: Json) -> None:
    if "allowed_updates" in params:
        bot.updates.allow(params["allowed_updates"])


def _check_url(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme != "https" and parts.hostname not in _LOOPBACK:
        raise bad("bad webhook: An HTTPS URL must be provided for webhook")
    if parts.hostname not in _LOOPBACK:
        raise bad("bad webhook: Failed to resolve host: Name or service not known")
