"""What a bot hears of what is said, and who seems to have said it."""

from collections.abc import Awaitable, Callable

import pytest
import telegram

from uno_chat.testing.telegram import Bot, Group, Kind, LocalTelegram, Person

Connect = Callable[[Bot], Awaitable[telegram.Bot]]
Fresh = Callable[[], Awaitable[list[telegram.Update]]]


async def heard(fresh: Fresh) -> list[str | None]:
    return [update.message.text for update in await fresh() if update.message is not None]


async def test_with_privacy_a_bot_hears_what_is_meant_for_it(
    family: Group, ann: Person, fresh: Fresh
) -> None:
    """1.4 [O]"""
    for text in (
        "hello",
        "/new",
        "/new@other_bot",
        "@uno_test_bot deal",
        "see /new@uno_test_bot",
        "/new@uno_test_bot",
        "/New@UNO_test_bot 4 players",
    ):
        ann.say(text, family)
    assert await heard(fresh) == ["/new@uno_test_bot", "/New@UNO_test_bot 4 players"]


async def test_a_bare_command_is_meant_for_the_bot_that_spoke_last(
    family: Group,
    ann: Person,
    client: telegram.Bot,
    connect: Connect,
    local: LocalTelegram,
    fresh: Fresh,
) -> None:
    """1.4 [O]"""
    other = local.bot("other_bot")
    family.let_in(other.account)
    await client.send_message(family.id, "table")
    await fresh()
    ann.say("so", family)
    ann.say("/table", family)
    assert await heard(fresh) == ["/table"]
    await (await connect(other)).send_message(family.id, "weather")
    ann.say("/table", family)
    assert await heard(fresh) == []


async def test_replies_to_the_bot_are_heard_and_replies_to_those(
    family: Group, ann: Person, ben: Person, client: telegram.Bot, fresh: Fresh
) -> None:
    """1.4 [O]"""
    sent = await client.send_message(family.id, "table")
    reply = ann.say("r7", family, reply_to=sent.message_id)
    ben.say("well done", family, reply_to=reply.id)
    said = ann.say("by the way", family)
    ben.say("yes", family, reply_to=said.id)
    first, second = await fresh()
    assert first.message is not None
    assert first.message.reply_to_message is not None
    assert first.message.reply_to_message.message_id == sent.message_id
    assert second.message is not None
    assert second.message.text == "well done"


async def test_clients_put_the_name_of_the_bot_to_a_command(
    family: Group, ann: Person, fresh: Fresh
) -> None:
    """1.4 [O]"""
    ann.command("catch Ben", family)
    ann.command("start")
    in_group, alone = await fresh()
    assert in_group.message is not None
    assert in_group.message.text == "/catch@uno_test_bot Ben"
    (entity,) = in_group.message.entities
    assert (entity.type, entity.offset, entity.length) == ("bot_command", 0, 19)
    assert alone.message is not None
    assert alone.message.text == "/start"


@pytest.mark.parametrize("way", ["no privacy", "admin"])
async def test_without_privacy_or_as_an_administrator_a_bot_hears_all(
    family: Group, ann: Person, bot: Bot, fresh: Fresh, way: str
) -> None:
    """1.4 [O]"""
    bot.privacy = way == "admin"
    if way == "admin":
        family.promote(bot.account)
    await fresh()
    ann.say("hello", family)
    ann.say("/new@other_bot", family)
    assert await heard(fresh) == ["hello", "/new@other_bot"]


async def test_a_bot_hears_everything_in_private(ann: Person, fresh: Fresh) -> None:
    """1.4 [O]"""
    ann.say("r7 uno")
    assert await heard(fresh) == ["r7 uno"]


async def test_service_messages_come_always(
    local: LocalTelegram, family: Group, ben: Person, fresh: Fresh
) -> None:
    """1.4 [O]"""
    zoe = local.person("Zoe")
    zoe.join(family)
    ben.leave(family)
    family.rename("Clan")
    joined, left, renamed = [update.message for update in await fresh()]
    assert joined is not None
    assert [user.id for user in joined.new_chat_members] == [zoe.id]
    assert left is not None
    assert left.left_chat_member is not None
    assert left.left_chat_member.id == ben.id
    assert renamed is not None
    assert (renamed.new_chat_title, renamed.chat.title) == ("Clan", "Clan")


async def test_a_bot_hears_neither_itself_nor_other_bots(
    family: Group,
    client: telegram.Bot,
    connect: Connect,
    local: LocalTelegram,
    bot: Bot,
    fresh: Fresh,
) -> None:
    """1.4 [O]"""
    bot.privacy = False
    other = local.bot("other_bot")
    family.let_in(other.account)
    await fresh()
    await client.send_message(family.id, "/new@uno_test_bot")
    sent = await client.send_message(family.id, "table")
    await client.edit_message_text("table 2", family.id, sent.message_id)
    await (await connect(other)).send_message(family.id, "/new@uno_test_bot")
    assert await fresh() == []


async def test_edited_messages_come_as_such_if_something_changed(
    family: Group, ann: Person, fresh: Fresh
) -> None:
    """1.7 [S]"""
    said = ann.say("/new@uno_test_bot", family)
    await fresh()
    ann.edit(said, "/new@uno_test_bot 4", family)
    ann.edit(said, "/new@uno_test_bot 4", family)
    (update,) = await fresh()
    assert update.edited_message is not None
    assert update.edited_message.text == "/new@uno_test_bot 4"
    assert update.edited_message.edit_date is not None


async def test_an_anonymous_administrator_seems_to_be_a_bot(
    family: Group, ann: Person, fresh: Fresh
) -> None:
    """1.4 [O]"""
    ann.say("/new@uno_test_bot", family, anonymous=True)
    (update,) = await fresh()
    assert update.message is not None
    assert update.message.from_user is not None
    assert update.message.from_user.id == telegram.constants.ChatID.ANONYMOUS_ADMIN
    assert update.message.sender_chat is not None
    assert update.message.sender_chat.id == family.id


async def test_a_channel_as_sender_has_a_made_up_user(
    family: Group, ann: Person, fresh: Fresh
) -> None:
    """1.4 [O]"""
    channel = {"id": -1009876, "type": "channel", "title": "News"}
    ann.say("/new@uno_test_bot", family, channel=channel)
    (update,) = await fresh()
    assert update.message is not None
    assert update.message.from_user is not None
    assert update.message.from_user.id == telegram.constants.ChatID.FAKE_CHANNEL
    assert update.message.sender_chat is not None
    assert update.message.sender_chat.type == "channel"


async def test_a_linked_channel_speaks_through_telegram(
    family: Group, bot: Bot, fresh: Fresh
) -> None:
    """1.4 [O]"""
    bot.privacy = False
    family.forward("news", {"id": -1009876, "type": "channel", "title": "News"})
    (update,) = await fresh()
    assert update.message is not None
    assert update.message.from_user is not None
    assert update.message.from_user.id == telegram.constants.ChatID.SERVICE_CHAT


async def test_the_presses_of_an_anonymous_administrator_carry_the_real_user(
    family: Group, ann: Person, client: telegram.Bot, fresh: Fresh
) -> None:
    """1.4 [O]"""
    family.promote(ann.account, anonymous=True)
    button = telegram.InlineKeyboardButton("Join", callback_data="join")
    markup = telegram.InlineKeyboardMarkup.from_button(button)
    await client.send_message(family.id, "table", reply_markup=markup)
    ann.press("Join", family)
    (update,) = await fresh()
    assert update.callback_query is not None
    assert update.callback_query.from_user.id == ann.id


async def test_a_channel_has_posts_and_no_user(
    local: LocalTelegram, ann: Person, bot: Bot, fresh: Fresh
) -> None:
    """1.4 [O]"""
    channel = local.group("News", ann, bot, kind=Kind.CHANNEL)
    channel.promote(bot.account)
    await fresh()
    ann.say("/new@uno_test_bot", channel)
    (update,) = await fresh()
    assert update.channel_post is not None
    assert update.channel_post.from_user is None
    assert update.channel_post.sender_chat is not None
    assert update.channel_post.sender_chat.id == channel.id


async def test_a_message_in_a_topic_names_it_and_in_the_general_one_does_not(
    local: LocalTelegram, ann: Person, bot: Bot, client: telegram.Bot, fresh: Fresh
) -> None:
    """1.4 [O]"""
    forum = local.group("Forum", ann, bot, forum=True)
    topic = forum.open_topic("UNO")
    await fresh()
    ann.command("new", forum, topic=topic)
    ann.command("new", forum)
    inside, general = [update.message for update in await fresh()]
    assert inside is not None
    assert (inside.message_thread_id, inside.is_topic_message) == (topic, True)
    assert general is not None
    assert (general.message_thread_id, general.is_topic_message) == (None, None)
    sent = await client.send_message(forum.id, "table", message_thread_id=topic)
    assert (sent.message_thread_id, sent.is_topic_message) == (topic, True)
    assert sent.chat.is_forum


async def test_the_language_of_a_person_comes_with_everything(
    local: LocalTelegram, fresh: Fresh
) -> None:
    """1.8 [O]"""
    zoe = local.person("Zoë", "O'Neill <b>", username="zoe_1", language="pt-BR")
    zoe.start()
    (update,) = await fresh()
    assert update.effective_user is not None
    user = update.effective_user
    assert (user.full_name, user.username, user.language_code) == (
        "Zoë O'Neill <b>",
        "zoe_1",
        "pt-BR",
    )
    silent = local.person("Yin", language="")
    silent.start()
    (update,) = await fresh()
    assert update.effective_user is not None
    assert update.effective_user.language_code is None
