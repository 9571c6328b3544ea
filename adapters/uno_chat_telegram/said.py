"""Which words were meant for us, and what remains of them without our name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import telegram

from uno_chat.contract import Contacted, Said

_COMMAND: Final = re.compile(r"/(\w+)@(\w+)", re.ASCII)
_START: Final = re.compile(r"/start(?:\s+(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Me:
    """Who we are on Telegram; the name is without "@"."""

    id: int
    name: str


NOBODY: Final = Me(0, "")
"""Before the account was opened: no command by name is ours."""


def said(message: telegram.Message, text: str, me: Me) -> Said | Contacted | None:
    """What the words of a message are; None for a command of another bot."""
    words = _without_name(text, me)
    if words is None:
        return None
    start = _START.fullmatch(words.text)
    if start is not None and message.chat.type == telegram.Chat.PRIVATE:
        return Contacted((start[1] or "").strip())
    return Said(words.text, to_us=words.to_us or _answers(message, me))


def _without_name(text: str, me: Me) -> Said | None:
    command = _COMMAND.match(text)
    if command is not None:
        if command[2].casefold() != me.name.casefold():
            return None
        return Said(f"/{command[1]}{text[command.end() :]}", to_us=True)
    head, _, rest = text.partition(" ")
    if me.name and head.rstrip(",:").casefold() == f"@{me.name}".casefold():
        return Said(rest.strip(), to_us=True)
    return Said(text)


def _answers(message: telegram.Message, me: Me) -> bool:
    """Whether it is a reply to a message of ours."""
    above = message.reply_to_message
    return above is not None and above.from_user is not None and above.from_user.id == me.id
