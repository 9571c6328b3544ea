"""What a bot tells about itself: commands by scope and language, names, descriptions, menus."""

from __future__ import annotations

import re
from typing import Final

from uno_chat.testing.telegram.accounts import Json
from uno_chat.testing.telegram.bots import scope_key
from uno_chat.testing.telegram.calls import Call
from uno_chat.testing.telegram.chats import ADMIN_RIGHTS
from uno_chat.testing.telegram.errors import bad

_COMMAND: Final = re.compile(r"[a-z0-9_]{1,32}")
_LANGUAGE: Final = re.compile(r"[a-z]{2}")
_SCOPES: Final = {
    *("default", "all_private_chats", "all_group_chats", "all_chat_administrators"),
    *("chat", "chat_administrators", "chat_member"),
}


def set_commands(call: Call) -> bool:
    """The commands that clients offer in a scope and language."""
    commands = call.params["commands"]
    if len(commands) > 100:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    if not all(_COMMAND.fullmatch(command["command"]) for command in commands):
        raise bad("BOT_COMMAND_INVALID")
    call.bot.commands[_scope(call), _language(call)] = commands
    return True


def get_commands(call: Call) -> list[Json]:
    """Those of exactly this scope and language."""
    return call.bot.commands.get((_scope(call), _language(call)), [])


def delete_commands(call: Call) -> bool:
    """Forget those of this scope and language."""
    call.bot.commands.pop((_scope(call), _language(call)), None)
    return True


def _scope(call: Call) -> str:
    scope = call.params.get("scope", {"type": "default"})
    if scope["type"] not in _SCOPES:
        raise bad("unsupported type of BotCommandScope")
    return scope_key(scope)


def _language(call: Call) -> str:
    code: str = call.params.get("language_code", "")
    if code and not _LANGUAGE.fullmatch(code):
        raise bad("LANG_CODE_INVALID")
    return code


_TEXTS: Final = {
    "Name": "name",
    "Description": "description",
    "ShortDescription": "short_description",
}


def set_text(call: Call) -> bool:
    """The name, description or short description in a language."""
    name = _TEXTS[call.method.removeprefix("setMy")]
    call.bot.texts[name, _language(call)] = call.params.get(name, "")
    return True


def get_text(call: Call) -> Json:
    """The same, read back; for a language without its own the one for all."""
    name = _TEXTS[call.method.removeprefix("getMy")]
    texts = call.bot.texts
    own = texts.get((name, _language(call))) or texts.get((name, ""), "")
    return {name: own or (call.bot.account.first_name if name == "name" else "")}


def set_menu(call: Call) -> bool:
    """The button beside the input line, for one private chat or all."""
    menu = call.params.get("menu_button", {"type": "default"})
    call.bot.menu[call.params.get("chat_id", 0)] = menu
    return True


def get_menu(call: Call) -> Json:
    """The same, read back."""
    menus = call.bot.menu
    return menus.get(call.params.get("chat_id", 0)) or menus.get(0) or {"type": "commands"}


def set_default_rights(call: Call) -> bool:
    """The rights that clients suggest for the bot as an administrator."""
    channels = call.params.get("for_channels", False)
    call.bot.default_rights[channels] = call.params.get("rights", {})
    return True


def get_default_rights(call: Call) -> Json:
    """The same, read back."""
    rights = call.bot.default_rights.get(call.params.get("for_channels", False), {})
    return dict.fromkeys((*ADMIN_RIGHTS, "is_anonymous"), False) | rights
