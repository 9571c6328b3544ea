"""What Telegram takes as an inline keyboard."""

from __future__ import annotations

import json
import re
from typing import Final

from uno_chat.testing.telegram.accounts import Json
from uno_chat.testing.telegram.errors import bad
from uno_chat.testing.telegram.messages import Rows

PER_ROW: Final = 8
IN_ALL: Final = 100
BYTES: Final = 10_000
STYLES: Final = ("danger", "success", "primary")
_BESIDES: Final = {"text", "style", "icon_custom_emoji_id"}
_URL: Final = re.compile(r"(?:https?://[^\s/]+\.[^\s]+|tg://\S+)$")


def checked_rows(markup: Json | None, *, private: bool) -> Rows:
    """The rows of a keyboard, without empty ones; raises ApiError as Telegram would."""
    if markup is None or "inline_keyboard" not in markup:
        return []
    rows: Rows = [row for row in markup["inline_keyboard"] if row]
    size = len(json.dumps(rows, ensure_ascii=False).encode())
    if size > BYTES or sum(map(len, rows)) > IN_ALL:
        raise bad("reply markup is too long")
    if any(len(row) > PER_ROW for row in rows):
        raise bad("too many buttons in a row of the inline keyboard")
    for row in rows:
        for button in row:
            _check(button, private=private)
    return rows


def _check(button: Json, *, private: bool) -> None:
    does = button.keys() - _BESIDES
    if not button["text"].strip():
        raise bad("inline keyboard button text must be non-empty")
    if not does:
        raise bad("Text buttons are unallowed in the inline keyboard")
    if len(does) > 1:
        raise bad("inline keyboard button must have exactly one action")
    if button.get("style", STYLES[0]) not in STYLES:
        raise bad("invalid button style specified")
    if "url" in button and not _URL.match(button["url"]):
        url = button["url"]
        raise bad(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
    if "web_app" in button and not private:
        raise bad("BUTTON_TYPE_INVALID")
    if does & {"callback_game", "pay", "login_url"}:
        raise bad("BUTTON_TYPE_INVALID")
