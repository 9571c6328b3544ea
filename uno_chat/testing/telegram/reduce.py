"""Makes contract.json: the part of the Bot API that the server here knows, as data.

    python -m uno_chat.testing.telegram.reduce SCHEMA > uno_chat/testing/telegram/contract.json

SCHEMA holds ``methods.NAME.PARAMETER`` and ``types.NAME.FIELD``, each with ``t`` (type), ``r``
(required) and, where the documentation states them, ``len`` (least, most, unit) and ``range``. Ours
was taken from the MIT-licensed schema in the source distribution of aiogram 3.31.0: names, types
and numbers, no texts.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]

METHODS: Final = (
    *("getMe", "getUpdates", "setWebhook", "deleteWebhook"),
    *("getWebhookInfo", "sendMessage", "sendPhoto", "sendDocument"),
    *("sendChatAction", "editMessageText", "editMessageCaption", "editMessageReplyMarkup"),
    *("deleteMessage", "deleteMessages", "answerCallbackQuery", "setMessageReaction"),
    *("pinChatMessage", "unpinChatMessage", "unpinAllChatMessages", "getChat"),
    *("getChatMember", "getChatAdministrators", "getChatMemberCount", "leaveChat"),
    *("createForumTopic", "closeForumTopic", "reopenForumTopic", "setMyCommands"),
    *("getMyCommands", "deleteMyCommands", "setMyName", "getMyName"),
    *("setMyDescription", "getMyDescription", "setMyShortDescription", "getMyShortDescription"),
    *(
        "setChatMenuButton",
        "getChatMenuButton",
        "setMyDefaultAdministratorRights",
        "getMyDefaultAdministratorRights",
    ),
    *("editEphemeralMessageText", "editEphemeralMessageReplyMarkup", "deleteEphemeralMessage"),
)
ANSWERS: Final = (
    *("Update", "Message", "User", "Chat"),
    *("CallbackQuery", "InaccessibleMessage", "ChatMemberUpdated", "ChatFullInfo"),
    *("ChatMemberOwner", "ChatMemberAdministrator", "ChatMemberMember", "ChatMemberRestricted"),
    *("ChatMemberLeft", "ChatMemberBanned", "WebhookInfo", "MessageReactionUpdated"),
    *("ReactionTypeEmoji", "ForumTopic", "ForumTopicCreated", "ForumTopicClosed"),
    *("ForumTopicReopened", "PhotoSize", "Document", "AcceptedGiftTypes"),
    *("BotName", "BotDescription", "BotShortDescription", "ChatPermissions"),
)
UNIONS: Final = {
    "BotCommandScope": [
        *("Default", "AllPrivateChats", "AllGroupChats", "AllChatAdministrators"),
        *("Chat", "ChatAdministrators", "ChatMember"),
    ],
    "MenuButton": ["Commands", "WebApp", "Default"],
    "ReactionType": ["Emoji", "CustomEmoji", "Paid"],
    "ChatMember": ["Owner", "Administrator", "Member", "Restricted", "Left", "Banned"],
}
NOT_OURS: Final = {
    "InputRichMessage",
    "InputFile",
    "SuggestedPostParameters",
    "ReplyKeyboardMarkup",
}
_LEAF: Final = {"Integer", "String", "Boolean", "True", "Float", "InputFile"}


def reduced(schema: Json) -> Json:
    """The methods named here with every type they take, and the types they answer with."""
    types = {**schema["types"]}
    methods = {name: _without(schema["methods"][name]) for name in METHODS}
    asked = _closure(types, (field for method in methods.values() for field in method.values()))
    kept = asked | set(ANSWERS)
    unions = {name: [name + end for end in ends] for name, ends in UNIONS.items()}
    unions["MaybeInaccessibleMessage"] = ["Message", "InaccessibleMessage"]
    known = kept | _LEAF | set(unions)
    return {
        "version": schema["version"],
        "methods": methods,
        "others": sorted(set(schema["methods"]) - set(methods)),
        "updates": sorted(schema["types"]["Update"].keys() - {"update_id"}),
        "unions": unions,
        "types": {
            name: {key: field for key, field in types[name].items() if _names(field) <= known}
            for name in sorted(kept)
            if name not in unions
        },
    }


def _without(method: Json) -> Json:
    return {
        key: field for key, field in method.items() if not _names(field) & (NOT_OURS - _LEAF)
    } | {
        key: {**field, "t": _ours(field["t"])}
        for key, field in method.items()
        if "ReplyKeyboardMarkup" in field["t"]
    }


def _ours(kind: str) -> str:
    return " or ".join(part for part in kind.split(" or ") if part not in NOT_OURS)


def _names(field: Json) -> set[str]:
    return set(re.split(r" or |Array of ", field["t"])) - {""}


def _closure(types: Json, fields: Iterable[Json]) -> set[str]:
    found: set[str] = set()
    todo = [name for field in fields for name in _names(field)]
    while todo:
        for name in _parts(todo.pop()):
            if name not in _LEAF | found | NOT_OURS:
                found.add(name)
                todo += [n for field in types[name].values() for n in _names(field)]
    return found


def _parts(name: str) -> Iterator[str]:
    yield from (name + end for end in UNIONS.get(name, [""]))


def written(contract: Json) -> str:
    """As JSON with one method or type on a line, so that a change can be read."""
    head = {key: contract[key] for key in ("version", "unions", "updates", "others")}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    for part in ("methods", "types"):
        rows = (f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in contract[part].items())
        lines.append(f'"{part}": {{\n' + ",\n".join(rows) + "\n}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.write(written(reduced(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))))
