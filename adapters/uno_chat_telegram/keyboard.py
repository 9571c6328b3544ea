"""The buttons of a page: what can be chosen, and ways into the private chat.

Colours only repeat what the labels say, so they are left out of a keyboard that they would make
too heavy.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import KeyboardButtonStyle
from telegram.helpers import create_deep_linked_url

from uno_chat.contract import CONTACT, Choice, Choices, Document, Link, Rejected, Tint
from uno_chat_telegram.render import SQUARES

PER_ROW: Final = 8
HEAVIEST: Final = 10_000
"""Bytes of JSON; Telegram documents no limit, but has one."""

_STYLES: Final = {
    Tint.RED: KeyboardButtonStyle.DANGER,
    Tint.GREEN: KeyboardButtonStyle.SUCCESS,
    Tint.BLUE: KeyboardButtonStyle.PRIMARY,
}
"""There is no yellow: it gets a square."""

_Rows = list[list[InlineKeyboardButton]]


def keyboard_of(document: Document, bot: str) -> InlineKeyboardMarkup | None:
    """The keyboard of a page of the bot with this name; None takes one away.

    Raises Rejected for a link that Telegram could not follow.
    """
    rows = _rows(document, bot, styled=True)
    if _weight(rows) > HEAVIEST:
        rows = _rows(document, bot, styled=False)
    return InlineKeyboardMarkup(rows) if rows else None


def _rows(document: Document, bot: str, *, styled: bool) -> _Rows:
    rows: _Rows = []
    for block in document.blocks:
        match block:
            case Choices(options):
                rows += _of_choices(options, styled=styled)
            case Link(label, target) if target.startswith(CONTACT):
                rows.append([InlineKeyboardButton(label, url=_address(target, bot))])
    return rows


def _of_choices(options: Iterable[Choice], *, styled: bool) -> Iterator[list[InlineKeyboardButton]]:
    """Every group begins a row."""
    for _, group in groupby(options, key=lambda option: option.group):
        row = [_button(option, styled=styled) for option in group]
        yield from (row[start : start + PER_ROW] for start in range(0, len(row), PER_ROW))


def _button(option: Choice, *, styled: bool) -> InlineKeyboardButton:
    if not styled or option.tint is None:
        return InlineKeyboardButton(option.label, callback_data=option.token)
    style = _STYLES.get(option.tint)
    label = option.label if style is not None else f"{SQUARES[option.tint]} {option.label}"
    return InlineKeyboardButton(label, callback_data=option.token, style=style)


def _address(target: str, bot: str) -> str:
    payload = target.removeprefix(CONTACT)
    try:
        return create_deep_linked_url(bot, payload)
    except ValueError as error:
        raise Rejected(str(error)) from None


def _weight(rows: _Rows) -> int:
    plain = [[button.to_dict() for button in row] for row in rows]
    return len(json.dumps(plain, ensure_ascii=False).encode())
