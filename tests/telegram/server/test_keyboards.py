"""What Telegram takes as an inline keyboard."""

from typing import Any

import pytest
import telegram
from telegram import InlineKeyboardButton as Button
from telegram import InlineKeyboardMarkup as Markup
from telegram.error import BadRequest

from uno_chat.testing.telegram import Bot, Group, Person


def rows(count: int, in_row: int, label: str = "R4") -> Markup:
    return Markup([[Button(label, callback_data="x")] * in_row for _ in range(count)])


@pytest.mark.parametrize("data", ["p" * 64, "ä" * 32])
async def test_a_button_carries_64_bytes(client: telegram.Bot, family: Group, data: str) -> None:
    """1.2 [O]"""
    await client.send_message(
        family.id, "x", reply_markup=Markup.from_button(Button("a", callback_data=data))
    )


@pytest.mark.parametrize("data", ["p" * 65, "ä" * 33, ""])
async def test_a_button_carries_no_more_and_not_nothing(
    client: telegram.Bot, family: Group, data: str
) -> None:
    """1.2 [O]"""
    markup = {"inline_keyboard": [[{"text": "a", "callback_data": data}]]}
    with pytest.raises(BadRequest, match=r"(?i)^Button_data_invalid$"):
        await client.send_message(family.id, "x", api_kwargs={"reply_markup": markup})


@pytest.mark.parametrize(
    ("markup", "why"),
    [
        (rows(101, 1), "reply markup is too long"),
        (rows(13, 8), "reply markup is too long"),
        (rows(1, 9), "too many buttons in a row"),
        (rows(50, 1, "x" * 200), "reply markup is too long"),
    ],
)
async def test_a_keyboard_has_8_in_a_row_100_in_all_and_10_kilobytes(
    client: telegram.Bot, family: Group, markup: Markup, why: str
) -> None:
    """1.2 [P] [C]"""
    for most in (rows(12, 8), rows(25, 4)):
        await client.send_message(family.id, "x", reply_markup=most)
    with pytest.raises(BadRequest, match=f"(?i){why}"):
        await client.send_message(family.id, "x", reply_markup=markup)


@pytest.mark.parametrize(
    ("button", "why"),
    [
        ({"text": "a"}, "text buttons are unallowed in the inline keyboard"),
        ({"text": "a", "url": "http://localhost/"}, "wrong http url"),
        ({"text": "a", "url": "nothing"}, "wrong http url"),
        ({"text": "a", "web_app": {"url": "https://e.org"}}, "button_type_invalid"),
        ({"text": "a", "pay": True}, "button_type_invalid"),
        ({"text": " ", "callback_data": "x"}, "text must be non-empty"),
        ({"text": "a", "callback_data": "x", "style": "yellow"}, "style"),
        ({"text": "a", "callback_data": "x", "url": "https://e.org"}, "exactly one action"),
        ({"callback_data": "x"}, 'can\'t find field "text"'),
        ({"text": "a", "callback_dat": "x"}, 'no field "callback_dat"'),
    ],
)
async def test_a_button_does_one_thing_that_telegram_knows(
    client: telegram.Bot, family: Group, button: dict[str, Any], why: str
) -> None:
    """1.2 [O]"""
    markup = {"inline_keyboard": [[button]]}
    with pytest.raises(BadRequest, match=f"(?i){why}"):
        await client.send_message(family.id, "x", api_kwargs={"reply_markup": markup})


async def test_buttons_have_three_colours(client: telegram.Bot, family: Group, ann: Person) -> None:
    """0 [O]"""
    styles = ["danger", "success", "primary"]
    row = [Button(style, callback_data="x", style=style) for style in styles]
    sent = await client.send_message(family.id, "x", reply_markup=Markup([row]))
    assert sent.reply_markup is not None
    assert [button.style for button in sent.reply_markup.inline_keyboard[0]] == styles
    assert [button.style for button in ann.pages(family)[-1].buttons] == styles


async def test_a_disabled_button_cannot_be_pressed(
    client: telegram.Bot, family: Group, ann: Person
) -> None:
    """0 [O]"""
    markup = {"inline_keyboard": [[{"text": "R4", "disabled": {}}]]}
    await client.send_message(family.id, "x", api_kwargs={"reply_markup": markup})
    with pytest.raises(LookupError, match="R4"):
        ann.press("R4", family)


async def test_a_web_app_opens_from_private_chats_only(
    client: telegram.Bot, ann: Person, bot: Bot
) -> None:
    """1.8 [O]"""
    app = Button("a", web_app=telegram.WebAppInfo("https://e.org"))
    await client.send_message(ann.id, "x", reply_markup=Markup.from_button(app))
    assert ann.pages(bot)[-1].buttons[0].does == "web_app"


async def test_what_removes_a_reply_keyboard_shows_no_buttons(
    client: telegram.Bot, family: Group
) -> None:
    """1.2 [O]"""
    markup = telegram.ReplyKeyboardRemove()
    sent = await client.send_message(family.id, "x", reply_markup=markup)
    assert sent.reply_markup is None
