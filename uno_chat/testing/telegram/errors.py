"""How the Bot API refuses: a number, a sentence as Telegram words it, and what follows from it."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Any, Final

_PREFIXES: Final = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    409: "Conflict",
    429: "Too Many Requests",
    500: "Internal Server Error",
    501: "Not Implemented",
    502: "Bad Gateway",
}


class ApiError(Exception):
    """A refusal: ``code`` is both HTTP status and error_code; it had no effect."""

    def __init__(self, code: int, why: str = "", **parameters: int) -> None:
        prefix = _PREFIXES.get(code, "Error")
        super().__init__(f"{prefix}: {why}" if why else prefix)
        self.code = code
        self.parameters = parameters

    def as_json(self) -> dict[str, Any]:
        """The body of the answer."""
        body = {"ok": False, "error_code": self.code, "description": str(self)}
        return body | ({"parameters": self.parameters} if self.parameters else {})


def bad(why: str) -> ApiError:
    """400: the request will never be taken like this."""
    return ApiError(400, why)


def forbidden(why: str) -> ApiError:
    """403: somebody does not want it."""
    return ApiError(403, why)


def migrated(chat_id: int) -> ApiError:
    """400 for a group that has become a supergroup, with its new id."""
    why = "group chat was upgraded to a supergroup chat"
    return ApiError(400, why, migrate_to_chat_id=chat_id)


def flood(after: timedelta) -> ApiError:
    """429 with the whole seconds to wait."""
    seconds = max(1, math.ceil(after.total_seconds()))
    return ApiError(429, f"retry after {seconds}", retry_after=seconds)
