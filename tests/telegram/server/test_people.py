"""People on the local Telegram: what they can do, and what is known of what they saw."""

from collections.abc import Awaitable, Callable

import pytest
import telegram
from telegram import InlineKeyboardButton as Button
from telegram import InlineKeyboardMarkup as Markup

from uno_chat.testing.telegram import Bot, Group, LocalTelegram, Person, rendered


async def test_everything_that_somebody_saw_is_kept_in_order(
    client: telegram.Bot, family: Group, ben: Person
) -> None:
    """3.3 [L]"""
    sent = await client.send_message(family.id, "table")
    await client.edit_message_text("table 2", family.id, sent.message_id)
    await client.delete_message(family.id, sent.message_id)
    assert [(s.kind, s.page.text) for s in ben.seen[-3:]] == [
        ("new", "table"),
        ("edit", "table 2"),
        ("delete", "table 2"),
    ]
    assert all(s.viewers == {family.owner.id, ben.id} for s in ben.seen[-3:])


async def test_a_card_that_was_shown_for_a_moment_is_found(
    client: telegram.Bot, family: Group, ann: Person, ben: Person
) -> None:
    """3.3 [L]: in texts and on buttons, though it is gone from the page"""
    markup = Markup.from_button(Button("play W+4", callback_data="x"))
    sent = await client.send_message(ann.id, "hand", reply_markup=markup)
    await client.edit_message_text("hand", ann.id, sent.message_id)
    assert "W+4" not in "".join(page.all_text for page in ann.pages())
    assert "W+4" in "".join(moment.page.all_text for moment in ann.seen)
    assert "W+4" not in "".join(moment.page.all_text for moment in ben.seen)
    await client.send_message(family.id, "table")


async def test_private_chats_with_two_bots_are_two(
    local: LocalTelegram, client: telegram.Bot, bot: Bot, ann: Person
) -> None:
    """[L]"""
    other = local.bot("other_bot")
    ann.start(bot=other)
    await client.send_message(ann.id, "hand")
    assert [page.text for page in ann.pages(bot)] == ["/start", "hand"]
    assert [page.text for page in ann.pages(other)] == ["/start"]


async def test_the_newest_button_with_that_label_is_pressed(
    client: telegram.Bot, bot: Bot, family: Group, ann: Person
) -> None:
    """[L]"""
    for turn in "123":
        markup = Markup.from_button(Button("Draw a card", callback_data=f"draw:{turn}"))
        await client.send_message(family.id, turn, reply_markup=markup)
    ann.press("draw", family)
    assert bot.updates.log[-1].payload["data"] == "draw:3"
    first = next(page for page in ann.pages(family) if page.text == "1")
    ann.press("draw", family, message=first.id)
    assert bot.updates.log[-1].payload["data"] == "draw:1"
    with pytest.raises(LookupError, match="Draw a card"):
        ann.press("Keep", family)


async def test_a_press_goes_to_the_bot_whose_button_it_is(
    local: LocalTelegram,
    bot: Bot,
    connect: Callable[[Bot], Awaitable[telegram.Bot]],
    family: Group,
    ann: Person,
) -> None:
    """1.3 [O]"""
    other = local.bot("other_bot")
    family.let_in(other.account)
    markup = Markup.from_button(Button("Weather", callback_data="w"))
    client = await connect(other)
    await client.send_message(family.id, "It rains.", reply_markup=markup)
    ann.press("Weather", family)
    assert other.updates.log[-1].kind == "callback_query"
    assert bot.updates.log[-1].kind != "callback_query"


async def test_what_a_client_cannot_do_is_said(client: telegram.Bot, ann: Person, bot: Bot) -> None:
    """[L]"""
    app = Button("Board", web_app=telegram.WebAppInfo("https://e.org"))
    await client.send_message(ann.id, "x", reply_markup=Markup.from_button(app))
    with pytest.raises(LookupError, match="Board"):
        ann.press("Board", bot)
    with pytest.raises(LookupError, match="no message 999"):
        ann.delete(999, bot)


async def test_only_who_started_can_speak_in_private(local: LocalTelegram, bot: Bot) -> None:
    """[L]"""
    zoe = local.person("Zoe")
    with pytest.raises(LookupError, match="must press Start"):
        zoe.say("hand", bot)
    zoe.start(bot=bot)
    zoe.block(bot)
    with pytest.raises(LookupError, match="must press Start"):
        zoe.say("hand", bot)
    zoe.unblock(bot)
    zoe.say("hand", bot)


async def test_only_an_administrator_can_hide_behind_the_group(family: Group, ben: Person) -> None:
    """1.4 [O]"""
    with pytest.raises(LookupError, match="Ben"):
        ben.say("/new@uno_test_bot", family, anonymous=True)


async def test_a_closed_topic_is_closed_to_people(
    local: LocalTelegram, ann: Person, ben: Person, bot: Bot
) -> None:
    """[L]"""
    forum = local.group("Forum", ann, ben, bot, forum=True)
    topic = forum.open_topic("UNO")
    forum.close_topic(topic)
    with pytest.raises(LookupError, match="Ben"):
        ben.say("hello", forum, topic=topic)
    ann.say("hello", forum, topic=topic)


async def test_links_lead_to_bots_that_are_here(ann: Person, bot: Bot) -> None:
    """[L]"""
    for link in ("https://t.me/no_such_bot?start=x", "https://example.org/uno_test_bot"):
        with pytest.raises(LookupError, match="leads to no bot"):
            ann.follow(link)
    ann.follow("https://t.me/UNO_test_bot")
    assert bot.updates.log[-1].payload["text"] == "/start"


async def test_pages_can_be_read_as_text(client: telegram.Bot, ann: Person, bot: Bot) -> None:
    """[L]"""
    markup = Markup([[Button("R4", callback_data="a"), Button("Draw", callback_data="b")]])
    await client.send_message(ann.id, "Your hand", reply_markup=markup)
    names = [(ann.id, "Ann"), (bot.id, "Uno")]
    assert rendered(ann.pages(), names) == ("Ann:\n/start\n\nUno:\nYour hand\n[R4] [Draw]\n")


async def test_sound_is_made_for_others_only(family: Group, ann: Person, ben: Person) -> None:
    """1.5 [O]"""
    ann.say("hello", family)
    assert (ann.seen[-1].notify, ben.seen[-1].notify) == (True, True)
    ann.say("alone")
    assert not ann.seen[-1].notify
