"""Every call and every answer is held to the Bot API as data."""

import json
from collections.abc import Callable
from itertools import chain
from typing import Any

import httpx
import pytest
import telegram
from telegram.error import EndPointNotFound

from uno_chat.testing.telegram import ApiError, Bot, Group, LocalTelegram, Person
from uno_chat.testing.telegram.contract import VERSION, checked, fits, method_named
from uno_chat.testing.telegram.methods import METHODS
from uno_chat.testing.telegram.reduce import reduced, written
from uno_chat.testing.telegram.shapes import CONTRACT

Post = Callable[..., Any]


@pytest.fixture
def post(url: str, bot: Bot) -> Post:
    """Posts a call as JSON; the whole answer."""

    async def posted(method: str, **params: object) -> dict[str, Any]:
        async with httpx.AsyncClient(verify=False) as client:
            answer = await client.post(f"{url}/bot{bot.token}/{method}", json=params)
        body: dict[str, Any] = answer.json()
        assert body["ok"] is (answer.status_code == 200)
        assert body.get("error_code", 200) == answer.status_code
        return body

    return posted


def test_it_is_bot_api_10_3_and_knows_which_methods_it_lacks() -> None:
    """4 [O]"""
    assert VERSION == "10.3"
    waits = {"getUpdates", "setWebhook", "deleteWebhook", "getWebhookInfo"}
    assert set(CONTRACT["methods"]) == set(METHODS) | waits
    assert len(CONTRACT["methods"]) + len(CONTRACT["others"]) == 185


def test_the_contract_can_be_made_anew_from_itself() -> None:
    """[L]: what is kept of a type is enough to keep it again"""
    unions: dict[str, dict[str, Any]] = {name: {} for name in CONTRACT["unions"]}
    updates = {kind: {"r": False, "t": "String"} for kind in CONTRACT["updates"]}
    whole = {
        "version": CONTRACT["version"],
        "methods": {**CONTRACT["methods"], **{name: {} for name in CONTRACT["others"]}},
        "types": {**CONTRACT["types"], **unions},
    }
    again = json.loads(written(reduced(whole)))
    assert again["methods"] == CONTRACT["methods"]
    assert again["types"] == CONTRACT["types"]
    assert again["others"] == CONTRACT["others"]
    assert set(again["updates"]) <= updates.keys()


async def test_a_method_that_is_none_is_not_found(client: telegram.Bot) -> None:
    """2.1 [P]"""
    with pytest.raises(EndPointNotFound):
        await client.do_api_request("sendCards")


async def test_a_method_that_is_not_modelled_says_so(client: telegram.Bot, ann: Person) -> None:
    """3.3 [L]: not 404, which the client would take for a bad token"""
    with pytest.raises(telegram.error.NetworkError, match="does not know the method sendPoll"):
        await client.send_poll(ann.id, "?", ["a", "b"])
    with pytest.raises(telegram.error.NetworkError, match="does not read MarkdownV2"):
        await client.send_message(ann.id, "*x*", parse_mode="MarkdownV2")


async def test_methods_are_known_by_any_case_and_by_get_too(url: str, bot: Bot) -> None:
    """4 [S]"""
    async with httpx.AsyncClient(verify=False) as http:
        answer = await http.get(f"{url}/bot{bot.token}/GETME")
        assert answer.json()["result"]["username"] == "uno_test_bot"
        answer = await http.get(f"{url}/bot{bot.token}/getChat", params={"chat_id": "12345"})
        assert answer.json()["description"] == "Bad Request: chat not found"


@pytest.mark.parametrize(
    ("method", "params", "why"),
    [
        ("sendMessage", {"text": "x"}, "chat_id is empty"),
        ("sendMessage", {"chat_id": 1}, "message text is empty"),
        ("deleteMessage", {"chat_id": 1}, "message identifier is not specified"),
        ("answerCallbackQuery", {}, 'parameter "callback_query_id" is required'),
        ("sendMessage", {"chat_id": 1, "txt": "x", "text": "x"}, 'no parameter "txt"'),
        ("deleteMessage", {"chat_id": 1, "message_id": "one"}, "must be of type Number"),
        ("deleteMessage", {"chat_id": 1, "message_id": True}, "must be of type Number"),
        ("sendMessage", {"chat_id": [], "text": "x"}, 'field "chat_id" must be of type'),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "disable_notification": "perhaps"},
            "must be of type Boolean",
        ),
        ("setMyCommands", {"commands": "[oops"}, "can't parse commands JSON object"),
        ("setMyCommands", {"commands": {}}, "must be of type Array"),
        ("setMyCommands", {"commands": [5]}, "must be of type Object"),
        ("setMyCommands", {"commands": [{"command": "new"}]}, 'find field "description"'),
        ("sendPhoto", {"chat_id": 1, "photo": [5]}, 'field "photo" must be a file'),
    ],
)
def test_a_call_that_does_not_fit_is_refused(method: str, params: dict[str, Any], why: str) -> None:
    """3.3 [L], 4 [O]"""
    with pytest.raises(ApiError, match=why) as refused:
        checked(method, params)
    assert refused.value.code == 400


def test_values_come_as_strings_or_as_they_are() -> None:
    """2.1 [P]: forms hold strings, and JSON in them"""
    markup = {"inline_keyboard": [[{"text": "a", "callback_data": "x"}]]}
    asked = {"chat_id": "-1001", "text": "5", "disable_notification": "true"}
    found = checked("sendMessage", {**asked, "reply_markup": json.dumps(markup)})
    assert found == {
        "chat_id": -1001,
        "text": "5",
        "disable_notification": True,
        "reply_markup": markup,
    }
    assert checked("sendMessage", {"chat_id": "@clan", "text": "x"})["chat_id"] == "@clan"


async def test_bodies_that_cannot_be_read_are_refused(url: str, bot: Bot) -> None:
    """3.3 [L]"""
    call = f"{url}/bot{bot.token}/getMe"
    async with httpx.AsyncClient(verify=False) as http:
        for content, kind in (
            (b"{", "application/json"),
            (b"[]", "application/json"),
            (b"x", "text/plain"),
        ):
            answer = await http.post(call, content=content, headers={"content-type": kind})
            assert answer.status_code == 400
        part = b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n"
        form = {"content-type": "multipart/form-data; boundary=x"}
        answer = await http.post(call, content=part, headers=form)
        assert "can't read a part" in answer.json()["description"]
        assert (await http.post(f"{url}/else")).status_code == 404


async def test_a_body_may_come_in_pieces(url: str, bot: Bot, ann: Person) -> None:
    """3.3 [L]"""

    async def pieces() -> Any:  # noqa: ANN401 - what httpx takes
        for piece in (b'{"chat_id": ', str(ann.id).encode(), b', "text": "x"}'):
            yield piece

    async with httpx.AsyncClient(verify=False) as http:
        answer = await http.post(
            f"{url}/bot{bot.token}/sendMessage",
            content=pieces(),
            headers={"content-type": "application/json"},
        )
    assert answer.json()["result"]["text"] == "x"


async def test_every_answer_is_of_the_type_that_is_documented(
    post: Post, local: LocalTelegram, family: Group, ann: Person, bot: Bot
) -> None:
    """4 [O]"""
    ann.say("/table@uno_test_bot", family)
    family.promote(bot.account)
    button = {"text": "a", "callback_data": "x", "style": "danger"}
    keyboard = {"inline_keyboard": [[button]]}
    chat = {"chat_id": family.id}
    wanted: list[tuple[str, dict[str, Any], str]] = [
        ("getMe", {}, "User"),
        ("sendMessage", {**chat, "text": "x", "reply_markup": keyboard}, "Message"),
        ("getUpdates", {}, "Array of Update"),
        ("getChat", chat, "ChatFullInfo"),
        ("getChat", {"chat_id": ann.id}, "ChatFullInfo"),
        ("getChatAdministrators", chat, "Array of ChatMember"),
        ("getChatMember", {**chat, "user_id": bot.id}, "ChatMember"),
        ("getChatMemberCount", chat, "Integer"),
        ("getWebhookInfo", {}, "WebhookInfo"),
        ("getMyCommands", {}, "Array of BotCommand"),
        ("getMyName", {}, "BotName"),
        ("getMyDescription", {}, "BotDescription"),
        ("getMyShortDescription", {}, "BotShortDescription"),
        ("getChatMenuButton", {}, "MenuButton"),
        ("getMyDefaultAdministratorRights", {}, "ChatAdministratorRights"),
        ("setMyCommands", {"commands": []}, "Boolean"),
    ]
    for method, params, kind in wanted:
        fits(kind, (await post(method, **params))["result"])
    number = (await post("sendMessage", **chat, text="y"))["result"]["message_id"]
    fits("Message", (await post("editMessageText", **chat, message_id=number, text="z"))["result"])
    fits("Boolean", (await post("pinChatMessage", **chat, message_id=number))["result"])
    fits("ChatFullInfo", (await post("getChat", **chat))["result"])
    assert local.calls[-1].code == 200


def test_an_answer_is_exact() -> None:
    """[L]"""
    user = {"id": 1, "is_bot": False, "first_name": "Ann"}
    fits("User", user)
    for wrong in ({"id": "1"}, {"is_bot": "false"}, {"first_name": 5}, {"name": "Ann"}):
        with pytest.raises(ApiError):
            fits("User", user | wrong)
    with pytest.raises(ApiError, match="first_name"):
        fits("User", {"id": 1, "is_bot": False})


def test_every_method_is_named_as_telegram_names_it() -> None:
    """4 [O]"""
    for name in chain(METHODS, ("getUpdates",)):
        assert method_named(name.casefold()) == name
