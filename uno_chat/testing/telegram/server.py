"""The Bot API of a local Telegram over HTTP, and beside it the control of its world."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Final

from uno_chat.testing.http import Answer, HttpServer, Request, Silent
from uno_chat.testing.telegram.accounts import Json
from uno_chat.testing.telegram.body import Upload, parameters
from uno_chat.testing.telegram.bots import Bot
from uno_chat.testing.telegram.calls import Call
from uno_chat.testing.telegram.contract import checked, method_named
from uno_chat.testing.telegram.control import Control
from uno_chat.testing.telegram.errors import ApiError
from uno_chat.testing.telegram.local import Called, LocalTelegram
from uno_chat.testing.telegram.methods import METHODS
from uno_chat.testing.telegram.receiving import Receiving

_PATH: Final = re.compile(r"/bot(?P<token>[^/]*)/(?P<method>\w*)$")
_TOKEN: Final = re.compile(r"\d{3,20}:[A-Za-z0-9_-]{10,}")
_CONTROL: Final = "/control/"


class _HungUpError(Exception):
    """The connection is to be dropped."""


class BotApiServer:
    """Serves a LocalTelegram on the loopback interface, in the loop that calls ``start``."""

    def __init__(self, telegram: LocalTelegram) -> None:
        self._telegram = telegram
        self._control = Control(telegram)
        self._receiving = Receiving(telegram.world)
        self._http = HttpServer(self._serve)

    async def start(self, port: int = 0) -> str:
        """Listen, on any free port unless one is named; the address "http://127.0.0.1:PORT"."""
        self._receiving.start()
        return await self._http.start(port)

    async def stop(self) -> None:
        """Hang up on everybody and refuse connections; ``start`` may follow."""
        await self._receiving.stop()
        await self._http.stop()

    async def _serve(self, request: Request) -> Answer | None:
        try:
            if request.path.startswith(_CONTROL):
                return await self._controlled(request)
            result = await self._answer(request)
        except ApiError as error:
            return Answer(error.code, json.dumps(error.as_json()).encode())
        except _HungUpError:
            return None
        return _fine(result)

    async def _controlled(self, request: Request) -> Answer:
        try:
            asked = json.loads(request.body or b"{}")
            return _fine(await self._control.answer(request.path.removeprefix(_CONTROL), asked))
        except (LookupError, TypeError, ValueError) as error:
            return Answer(400, json.dumps({"ok": False, "why": str(error)}).encode())

    async def _answer(self, request: Request) -> object:
        path = _PATH.match(request.path)
        if path is None or not _TOKEN.fullmatch(path["token"]):
            raise ApiError(404)
        bots = self._telegram.world.bots.values()
        bot = next((bot for bot in bots if bot.token == path["token"]), None)
        if bot is None:
            raise ApiError(401)
        kind = request.headers.get("content-type", "")
        params = parameters(request.query, kind, request.body)
        return await self._call(bot, method_named(path["method"]), params)

    async def _call(self, bot: Bot, method: str, params: Json) -> object:
        fault = self._telegram.faults.drawn(method, _number(params.get("chat_id")))
        try:
            if isinstance(fault, ApiError):
                raise fault.with_traceback(None)  # it may be met again
            done = fault is None or fault.done
            result = await self._effect(bot, method, params) if done else None
        except ApiError as error:
            self._record(bot, method, params, error.code, str(error))
            raise
        self._record(bot, method, params, 200 if fault is None else 0)
        if isinstance(fault, Silent):
            await asyncio.Event().wait()
        if fault is not None:
            raise _HungUpError
        return result

    def _record(self, bot: Bot, method: str, params: Json, code: int, why: str = "") -> None:
        told = {name: value for name, value in params.items() if not isinstance(value, Upload)}
        called = Called(self._telegram.clock.now(), bot.id, method, told, code, why)
        self._telegram.calls.append(called)
        self._telegram.world.changed()

    async def _effect(self, bot: Bot, method: str, params: Json) -> object:
        world, ephemerals = self._telegram.world, self._telegram.ephemerals
        call = Call(world, ephemerals, bot, method, checked(method, params))
        if method in METHODS:
            return METHODS[method](call)
        return await self._receiving.answer(call)


def _fine(result: object) -> Answer:
    return Answer(200, json.dumps({"ok": True, "result": result}).encode())


def _number(chat: object) -> object:
    try:
        return int(str(chat))
    except ValueError:
        return chat
