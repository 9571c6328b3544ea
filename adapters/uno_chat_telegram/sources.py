"""Where updates come from: asked for, or posted to us. Neither remembers anything."""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from uno_chat.contract import NOT_SERVED, Batch, NotAuthentic, Request
from uno_chat_telegram.decode import Decoder, number_of

HEADER: Final = "x-telegram-bot-api-secret-token"


@dataclass(frozen=True, slots=True)
class Polling:
    """Long polling. Telegram keeps an update until it is asked for what comes after it."""

    ask: Callable[[int | None], Awaitable[list[object]]] = field(repr=False)
    decoder: Decoder

    async def pull(self, cursor: str | None) -> Batch:
        """The next updates; the cursor is the number after the last of them."""
        updates = await self.ask(None if cursor is None else int(cursor))
        batch = self.decoder.batch(updates)
        return Batch(batch.envelopes, _after(updates), batch.unreadable)


@dataclass(frozen=True, slots=True)
class Posted:
    """A webhook, known by its secret. Serves from ``open`` on: before, our name is not known."""

    secret: str = field(repr=False)
    decoder: Decoder

    async def decode(self, request: Request) -> Batch:
        """The envelopes of one request; raises NotAuthentic."""
        named = request.headers.items()
        given = next((value for name, value in named if name.lower() == HEADER), "")
        if not hmac.compare_digest(given.encode(errors="replace"), self.secret.encode()):
            raise NotAuthentic
        if (request.method, request.path) != ("POST", ""):
            return Batch(reply=NOT_SERVED)
        text = request.body.decode(errors="replace")
        try:
            update: object = json.loads(text)
        except (ValueError, RecursionError):
            update = text
        return self.decoder.batch([update])


def _after(updates: Iterable[object]) -> str | None:
    """The number behind the last; it may be lower than the one before: after a quiet week the
    numbers begin anew.
    """
    numbers = [number for number in map(number_of, updates) if number is not None]
    return str(numbers[-1] + 1) if numbers else None
