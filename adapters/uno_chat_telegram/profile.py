"""What Telegram tells of the bot before anybody writes to it: commands and descriptions.

The words come from outside, in every language; here they are only registered.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import telegram
from telegram.error import TelegramError

log = logging.getLogger(__name__)

_EVERY_LANGUAGE: Final = None


@dataclass(frozen=True, slots=True)
class Words:
    """In one language: what each command does, in groups and in private, and what the bot is
    (``about`` in up to 120 characters, ``description`` in up to 512; empty leaves it as it is).
    """

    language: str
    group: Mapping[str, str] = field(default_factory=dict)
    private: Mapping[str, str] = field(default_factory=dict)
    about: str = ""
    description: str = ""


def read_profile(text: str) -> tuple[Words, ...]:
    """Read ``{"en": {"group": {"new": "opens a table"}, "private": {}, "about": "", ...}, ...}``.

    The first language is also for those who read none of them. Raises ValueError.
    """
    if not text:
        return ()
    try:
        data = json.loads(text)
        return tuple(Words(language, **words) for language, words in data.items())
    except (ValueError, TypeError, AttributeError) as error:
        raise ValueError(f"profile is not what it should be: {error}.") from None


async def register(bot: telegram.Bot, profile: tuple[Words, ...]) -> None:
    """Register what Telegram does not show yet. It only adorns the account: whatever fails is
    logged and left for the next start.
    """
    try:
        for number, words in enumerate(profile):
            own = words.language.partition("-")[0].casefold()
            for language in (own,) if number else (_EVERY_LANGUAGE, own):
                await _register(bot, words, language)
        if profile:
            await _show_menu(bot)
    except TelegramError as error:
        log.warning("commands and descriptions are not all registered: %s", type(error).__name__)


async def _register(bot: telegram.Bot, words: Words, language: str | None) -> None:
    await _set_commands(bot, telegram.BotCommandScopeAllGroupChats(), words.group, language)
    await _set_commands(bot, telegram.BotCommandScopeAllPrivateChats(), words.private, language)
    about, description = words.about, words.description
    if about and (await bot.get_my_short_description(language)).short_description != about:
        await bot.set_my_short_description(about, language)
    if description and (await bot.get_my_description(language)).description != description:
        await bot.set_my_description(description, language)


async def _set_commands(
    bot: telegram.Bot,
    scope: telegram.BotCommandScope,
    commands: Mapping[str, str],
    language: str | None,
) -> None:
    wanted = tuple(telegram.BotCommand(command, does) for command, does in commands.items())
    if await bot.get_my_commands(scope, language) != wanted:
        await bot.set_my_commands(wanted, scope, language)


async def _show_menu(bot: telegram.Bot) -> None:
    """The button beside the input line opens the list of commands."""
    if (await bot.get_chat_menu_button()).type != telegram.MenuButton.COMMANDS:
        await bot.set_chat_menu_button(menu_button=telegram.MenuButtonCommands())
