"""Buttons that are pressed, and the answers to them."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
import telegram
from telegram import InlineKeyboardButton as Button
from telegram import InlineKeyboardMarkup as Markup
from telegram.error import BadRequest

from uno_chat.testing.telegram import Bot, Group, LocalTelegram, Person

TOO_OLD = r"(?i)^query is too old and response timeout expired or query id is invalid$"
HAND = Markup([[Button("My hand", callback_data="hand:7"), Button("Catch", callback_data="catch")]])
Fresh = Callable[[], Awaitable[list[telegram.Update]]]


async def test_a_press_tells_who_what_and_where(
    client: telegram.Bot, family: Group, ben: Person, fresh: Fresh
) -> None:
    """1.3 [O]"""
    sent = await client.send_message(family.id, "table", reply_markup=HAND)
    query_id = ben.press("hand", family)
    (update,) = await fresh()
    query = update.callback_query
    assert query is not None
    assert (query.id, query.from_user.id, query.data) == (query_id, ben.id, "hand:7")
    assert isinstance(query.message, telegram.Message)
    assert (query.message.chat.id, query.message.message_id) == (family.id, sent.message_id)
    assert query.message.reply_markup == HAND
    assert query.chat_instance


async def test_only_the_presser_sees_the_answer(
    client: telegram.Bot, family: Group, ann: Person, ben: Person
) -> None:
    """1.3 [O]: without having started the bot, in any group."""
    await client.send_message(family.id, "table", reply_markup=HAND)
    query = ben.press("hand", family)
    assert query is not None
    await client.answer_callback_query(query, "R5 G7 B+2 W+4", show_alert=True)
    assert ben.toasts == ("R5 G7 B+2 W+4",)
    assert ben.seen[-1].kind == "alert"
    assert "R5" not in "".join(moment.page.all_text for moment in ann.seen)


async def test_an_answer_without_alert_is_a_toast_and_an_empty_one_nothing(
    client: telegram.Bot, family: Group, ben: Person
) -> None:
    """1.3 [O]"""
    await client.send_message(family.id, "table", reply_markup=HAND)
    for text in ("Too late", ""):
        query = ben.press("hand", family)
        assert query is not None
        await client.answer_callback_query(query, text)
    assert [(s.kind, s.page.text) for s in ben.seen if s.kind in ("toast", "alert")] == [
        ("toast", "Too late")
    ]


async def test_an_answer_has_200_characters(
    client: telegram.Bot, family: Group, ben: Person
) -> None:
    """1.2 [O]"""
    await client.send_message(family.id, "table", reply_markup=HAND)
    query = ben.press("hand", family)
    assert query is not None
    with pytest.raises(BadRequest, match=r"(?i)message_too_long"):
        await client.answer_callback_query(query, "x" * 201)
    with pytest.raises(BadRequest, match=r"(?i)message_too_long"):
        await client.answer_callback_query(query, "🟥" * 101)
    await client.answer_callback_query(query, "x" * 200)


async def test_a_press_is_answered_once(client: telegram.Bot, family: Group, ben: Person) -> None:
    """1.3 [S]"""
    await client.send_message(family.id, "table", reply_markup=HAND)
    query = ben.press("hand", family)
    assert query is not None
    await client.answer_callback_query(query, "once")
    with pytest.raises(BadRequest, match=TOO_OLD):
        await client.answer_callback_query(query, "twice")
    assert ben.toasts == ("once",)


async def test_a_press_must_be_answered_within_15_seconds(
    client: telegram.Bot, local: LocalTelegram, family: Group, ben: Person
) -> None:
    """1.3 [S] [O]: no time is documented; 15 s stand beside the same id elsewhere."""
    await client.send_message(family.id, "table", reply_markup=HAND)
    soon, late = ben.press("hand", family), ben.press("hand", family)
    assert soon is not None
    assert late is not None
    local.advance(timedelta(seconds=15))
    await client.answer_callback_query(soon, "here")
    local.advance(timedelta(seconds=1))
    with pytest.raises(BadRequest, match=TOO_OLD):
        await client.answer_callback_query(late, "here")


async def test_an_unknown_press_cannot_be_answered(client: telegram.Bot) -> None:
    """1.3 [S]"""
    with pytest.raises(BadRequest, match=TOO_OLD):
        await client.answer_callback_query("12345", "here")


async def test_a_bot_cannot_answer_for_another(
    local: LocalTelegram,
    client: telegram.Bot,
    connect: Callable[[Bot], Awaitable[telegram.Bot]],
    family: Group,
    ben: Person,
) -> None:
    """1.3 [S]"""
    other = await connect(local.bot("other_bot"))
    await client.send_message(family.id, "table", reply_markup=HAND)
    query = ben.press("hand", family)
    assert query is not None
    with pytest.raises(BadRequest, match=TOO_OLD):
        await other.answer_callback_query(query, "here")


@pytest.mark.parametrize(("seconds", "comes"), [(149, True), (150, False)])
async def test_a_press_that_waits_150_seconds_never_comes(
    client: telegram.Bot,
    local: LocalTelegram,
    family: Group,
    ben: Person,
    fresh: Fresh,
    *,
    seconds: int,
    comes: bool,
) -> None:
    """1.3, 1.7 [S]"""
    await client.send_message(family.id, "table", reply_markup=HAND)
    ben.press("hand", family)
    local.advance(timedelta(seconds=seconds))
    assert bool(await fresh()) is comes


async def test_a_modified_client_can_send_any_data(
    client: telegram.Bot, family: Group, ben: Person, fresh: Fresh
) -> None:
    """1.3 [O]"""
    await client.send_message(family.id, "table", reply_markup=HAND)
    ben.press_data("settings:9:\u202e", ben.pages(family)[-1], family)
    (update,) = await fresh()
    assert update.callback_query is not None
    assert update.callback_query.data == "settings:9:\u202e"


async def test_a_press_on_what_is_gone_carries_an_inaccessible_message(
    client: telegram.Bot, family: Group, ben: Person, fresh: Fresh
) -> None:
    """1.3 [O]; the client reads it as a Message of the year 1970 [X]"""
    sent = await client.send_message(family.id, "table", reply_markup=HAND)
    page = ben.pages(family)[-1]
    await client.delete_message(family.id, sent.message_id)
    ben.press_data("hand:7", page, family)
    (update,) = await fresh()
    assert update.callback_query is not None
    message = update.callback_query.message
    assert message is not None
    assert not message.is_accessible
    assert (message.message_id, message.chat.id) == (sent.message_id, family.id)


async def test_an_answer_may_open_a_link_to_the_bot_only(
    client: telegram.Bot, family: Group, ben: Person
) -> None:
    """1.2 [O]"""
    await client.send_message(family.id, "table", reply_markup=HAND)
    query = ben.press("hand", family)
    assert query is not None
    with pytest.raises(BadRequest, match=r"(?i)url_invalid"):
        await client.answer_callback_query(query, url="https://example.org")
    await client.answer_callback_query(query, url="https://t.me/uno_test_bot?start=seat")
    assert (ben.seen[-1].kind, ben.seen[-1].page.text) == (
        "link",
        "https://t.me/uno_test_bot?start=seat",
    )


async def test_a_press_does_not_open_the_private_chat(
    client: telegram.Bot, family: Group, ben: Person
) -> None:
    """1.4 [O]"""
    await client.send_message(family.id, "table", reply_markup=HAND)
    ben.press("hand", family)
    with pytest.raises(telegram.error.Forbidden, match="can't initiate conversation"):
        await client.send_message(ben.id, "your hand")


async def test_people_press_what_stands_there(
    client: telegram.Bot, family: Group, ben: Person
) -> None:
    """[L]"""
    sent = await client.send_message(family.id, "table", reply_markup=HAND)
    await client.edit_message_text("table", family.id, sent.message_id)
    with pytest.raises(LookupError, match="'hand'"):
        ben.press("hand", family)
