"""Messages in a group that one member sees, which came with Bot API 10.2 and 10.3."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
import telegram
from telegram import InlineKeyboardButton as Button
from telegram import InlineKeyboardMarkup as Markup
from telegram.error import BadRequest

from uno_chat.testing.telegram import Bot, Group, Kind, LocalTelegram, Person

Fresh = Callable[[], Awaitable[list[telegram.Update]]]
HAND = Markup.from_button(Button("R4", callback_data="play:R4"))


@pytest.fixture
def local() -> LocalTelegram:
    return LocalTelegram(ephemeral=True)


@pytest.fixture
def admin(family: Group, bot: Bot) -> Bot:
    """The bot as an administrator of the family."""
    family.promote(bot.account, "can_pin_messages")
    bot.updates.drop()
    return bot


@pytest.fixture
async def table(client: telegram.Bot, family: Group) -> telegram.Message:
    """A message with a button to press."""
    markup = Markup.from_button(Button("Hand", callback_data="hand"))
    return await client.send_message(family.id, "table", reply_markup=markup)


async def whisper(
    client: telegram.Bot,
    group: Group,
    to: Person,
    text: str = "R5 G7",
    **wanted: Any,  # noqa: ANN401 - fields of the Bot API
) -> telegram.Message:
    asked = {"receiver_user_id": to.id, **wanted}
    return await client.send_message(
        group.id, text, reply_markup=HAND, api_kwargs={"ephemeral_message_parameters": asked}
    )


async def test_one_member_sees_it_and_nobody_else(
    client: telegram.Bot, family: Group, ann: Person, ben: Person, admin: Bot
) -> None:
    """0 [O]: an administrator may send one at any time, unasked"""
    sent = await whisper(client, family, ben)
    assert sent.message_id == 0
    assert sent.api_kwargs["ephemeral_message_id"] > 0
    assert sent.api_kwargs["receiver_user"]["id"] == ben.id
    page = ben.pages(family)[-1]
    assert (page.text, page.ephemeral) == ("R5 G7", True)
    assert "R5 G7" not in [moment.page.text for moment in ann.seen]
    assert "R5 G7" not in [page.text for page in ann.pages(family)]
    assert admin.privacy


@pytest.mark.usefixtures("table")
async def test_a_plain_bot_sends_one_within_15_seconds_of_a_press(
    client: telegram.Bot, local: LocalTelegram, family: Group, ann: Person, ben: Person
) -> None:
    """0 [O]"""
    with pytest.raises(BadRequest, match=r"(?i)^chat_admin_required$"):
        await whisper(client, family, ben)
    query = ben.press("Hand", family)
    with pytest.raises(BadRequest, match=r"(?i)^chat_admin_required$"):
        await whisper(client, family, ann, callback_query_id=query)
    local.advance(timedelta(seconds=15))
    await whisper(client, family, ben, callback_query_id=query)
    local.advance(timedelta(seconds=1))
    with pytest.raises(BadRequest, match=r"(?i)^query is too old"):
        await whisper(client, family, ben, callback_query_id=query)


async def test_it_goes_to_members_of_groups_only(
    client: telegram.Bot, local: LocalTelegram, family: Group, ann: Person, admin: Bot
) -> None:
    """0 [O]"""
    for stranger in (local.person("Zoe").id, admin.id):
        with pytest.raises(BadRequest, match=r"(?i)^user_not_participant$"):
            await client.send_message(
                family.id,
                "x",
                api_kwargs={"ephemeral_message_parameters": {"receiver_user_id": stranger}},
            )
    channel = local.group("News", ann, admin, kind=Kind.CHANNEL)
    channel.promote(admin.account)
    with pytest.raises(BadRequest, match="only to groups"):
        await whisper(client, channel, ann)
    with pytest.raises(BadRequest, match="only to groups"):
        await client.send_message(
            ann.id, "x", api_kwargs={"ephemeral_message_parameters": {"receiver_user_id": ann.id}}
        )


@pytest.mark.usefixtures("admin")
async def test_it_is_edited_and_deleted_by_methods_of_its_own(
    client: telegram.Bot, family: Group, ben: Person
) -> None:
    """0 [O]"""
    sent = await whisper(client, family, ben)
    one = {
        "chat_id": family.id,
        "receiver_user_id": ben.id,
        "ephemeral_message_id": sent.api_kwargs["ephemeral_message_id"],
    }
    for number in (0, one["ephemeral_message_id"]):
        with pytest.raises(BadRequest, match="not found"):
            await client.edit_message_text("x", family.id, number + 1000)
    edit = {**one, "text": "G7", "reply_markup": HAND}
    assert await client.do_api_request("editEphemeralMessageText", edit) is True
    assert ben.pages(family)[-1].text == "G7"
    with pytest.raises(BadRequest, match="not modified"):
        await client.do_api_request("editEphemeralMessageText", edit)
    assert await client.do_api_request("editEphemeralMessageReplyMarkup", one) is True
    assert ben.pages(family)[-1].buttons == ()
    assert await client.do_api_request("deleteEphemeralMessage", one) is True
    assert not any(page.ephemeral for page in ben.pages(family))
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await client.do_api_request("editEphemeralMessageText", edit)


@pytest.mark.usefixtures("admin")
async def test_an_edit_has_1024_characters(
    client: telegram.Bot, family: Group, ben: Person
) -> None:
    """0 [C]"""
    sent = await whisper(client, family, ben, "x" * 4096)
    one = {
        "chat_id": family.id,
        "receiver_user_id": ben.id,
        "ephemeral_message_id": sent.api_kwargs["ephemeral_message_id"],
    }
    with pytest.raises(BadRequest, match=r"(?i)^media_caption_too_long$"):
        await client.do_api_request("editEphemeralMessageText", {**one, "text": "y" * 1025})
    await client.do_api_request("editEphemeralMessageText", {**one, "text": "y" * 1024})


@pytest.mark.usefixtures("admin")
async def test_a_press_on_it_comes_like_any_other(
    client: telegram.Bot, family: Group, ben: Person, fresh: Fresh
) -> None:
    """0 [O] [X]"""
    sent = await whisper(client, family, ben)
    ben.press("R4", family)
    (update,) = await fresh()
    assert update.callback_query is not None
    assert update.callback_query.data == "play:R4"
    message = update.callback_query.message
    assert isinstance(message, telegram.Message)
    assert message.message_id == 0
    number = sent.api_kwargs["ephemeral_message_id"]
    assert message.api_kwargs["ephemeral_message_id"] == number
    await update.callback_query.answer("played")
    assert ben.toasts == ("played",)


async def test_one_may_take_the_place_of_the_one_that_was_pressed(
    client: telegram.Bot, family: Group, ben: Person, admin: Bot
) -> None:
    """0 [O]"""
    await whisper(client, family, ben, "R5 G7")
    query = ben.press("R4", family)
    await whisper(
        client, family, ben, "G7", callback_query_id=query, replace_callback_query_message=True
    )
    assert [page.text for page in ben.pages(family) if page.ephemeral] == ["G7"]
    first = ben.pages(family)[0]
    query = ben.press_data("x", first, family)
    await whisper(
        client, family, ben, "B2", callback_query_id=query, replace_callback_query_message=True
    )
    assert [page.text for page in ben.pages(family) if page.ephemeral] == ["G7", "B2"]
    assert admin.presses


async def test_nothing_says_whether_it_was_seen(
    client: telegram.Bot, local: LocalTelegram, family: Group, ben: Person, admin: Bot
) -> None:
    """0 [O]"""
    await whisper(client, family, ben, "seen")
    local.ephemerals.expire()
    assert not any(page.ephemeral for page in ben.pages(family))
    local.ephemerals.arrive = False
    assert (await whisper(client, family, ben, "lost")).message_id == 0
    assert "lost" not in [moment.page.text for moment in ben.seen]
    assert admin.privacy


async def test_it_counts_as_a_message(
    client: telegram.Bot, family: Group, ben: Person, admin: Bot
) -> None:
    """0 [C]: asked there and not answered; the stricter reading"""
    for _ in range(20):
        await whisper(client, family, ben)
    with pytest.raises(telegram.error.RetryAfter):
        await client.send_message(family.id, "x")
    assert admin.privacy


async def test_an_ephemeral_command_is_seen_by_the_bot_alone_and_may_be_answered(
    client: telegram.Bot,
    local: LocalTelegram,
    family: Group,
    ann: Person,
    ben: Person,
    fresh: Fresh,
) -> None:
    """0 [O]"""
    commands = [
        {"command": "new", "description": "Open a table"},
        {"command": "hand", "description": "My hand", "is_ephemeral": True},
    ]
    await client.set_my_commands([], api_kwargs={"commands": commands})
    assert ben.command("new", family) is not None
    await fresh()
    assert ben.command("hand", family) is None
    (update,) = await fresh()
    assert update.message is not None
    assert update.message.text == "/hand@uno_test_bot"
    assert update.message.from_user is not None
    assert update.message.from_user.id == ben.id
    assert "ephemeral_message_id" in update.message.api_kwargs
    assert "/hand@uno_test_bot" not in [moment.page.text for moment in ann.seen]
    number = update.message.api_kwargs["ephemeral_message_id"]
    for_ben = {"ephemeral_message_parameters": {"receiver_user_id": ben.id}}
    command = {"reply_parameters": {"ephemeral_message_id": number}}
    await client.send_message(family.id, "R5 G7", api_kwargs={**for_ben, **command})
    assert ben.pages(family)[-1].text == "R5 G7"
    local.advance(timedelta(seconds=16))
    with pytest.raises(BadRequest, match=r"(?i)^query is too old"):
        await client.send_message(family.id, "R5 G7", api_kwargs={**for_ben, **command})


async def test_the_form_of_bot_api_10_2_is_refused(
    client: telegram.Bot, family: Group, ben: Person, admin: Bot
) -> None:
    """0 [X]"""
    with pytest.raises(BadRequest, match="receiver_user_id"):
        await client.send_message(family.id, "x", api_kwargs={"receiver_user_id": ben.id})
    assert admin.privacy


async def test_a_network_without_them_knows_nothing_of_them() -> None:
    """[L]: the default"""
    local = LocalTelegram()
    assert not local.ephemerals.on
