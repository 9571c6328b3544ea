"""What becomes of groups: supergroups, topics, members who come and go."""

from collections.abc import Awaitable, Callable

import pytest
import telegram
from telegram.error import BadRequest, ChatMigrated, Forbidden

from uno_chat.testing.telegram import Bot, Group, Kind, LocalTelegram, Person

Fresh = Callable[[], Awaitable[list[telegram.Update]]]


@pytest.fixture
def clan(local: LocalTelegram, ann: Person, ben: Person, bot: Bot) -> Group:
    """A basic group, of which nothing waits."""
    group = local.group("Clan", ann, ben, bot, kind=Kind.GROUP)
    bot.updates.drop()
    return group


async def test_a_group_that_becomes_a_supergroup_says_so_twice(
    clan: Group, client: telegram.Bot, fresh: Fresh
) -> None:
    """1.4 [O]"""
    old = clan.migrate()
    assert clan.id != old.id
    leaving, coming = [update.message for update in await fresh()]
    assert leaving is not None
    assert (leaving.chat.id, leaving.migrate_to_chat_id) == (old.id, clan.id)
    assert leaving.chat.type == "group"
    assert coming is not None
    assert (coming.chat.id, coming.migrate_from_chat_id) == (clan.id, old.id)
    assert coming.chat.type == "supergroup"
    await client.send_message(clan.id, "here")


async def test_the_error_may_come_before_the_message(
    clan: Group, client: telegram.Bot, fresh: Fresh
) -> None:
    """1.4 [S]"""
    old = clan.migrate(announce=False)
    with pytest.raises(ChatMigrated) as refused:
        await client.send_message(old.id, "x")
    assert refused.value.new_chat_id == clan.id
    assert await fresh() == []
    clan.announce_move(old)
    assert len(await fresh()) == 2


async def test_the_old_id_takes_no_message_and_no_members(
    clan: Group, client: telegram.Bot, ann: Person
) -> None:
    """1.4 [S]: reading the chat itself goes on."""
    sent = await client.send_message(clan.id, "table")
    old = clan.migrate()
    for refused in (
        lambda: client.send_photo(old.id, b"picture"),
        lambda: client.delete_message(old.id, sent.message_id),
        lambda: client.pin_chat_message(old.id, sent.message_id),
        lambda: client.get_chat_member(old.id, ann.id),
        lambda: client.get_chat_administrators(old.id),
    ):
        with pytest.raises(ChatMigrated):
            await refused()
    assert (await client.get_chat(old.id)).title == "Clan"


async def test_the_old_messages_are_void(clan: Group, client: telegram.Bot) -> None:
    """1.4 [S]: an edit asks for less than a message, so it is not told where the group went."""
    sent = await client.send_message(clan.id, "table")
    old = clan.migrate()
    with pytest.raises(BadRequest, match=r"(?i)^message_id_invalid$"):
        await client.edit_message_text("x", old.id, sent.message_id)
    with pytest.raises(BadRequest, match=r"^Message to edit not found$"):
        await client.edit_message_text("x", clan.id, sent.message_id + 100)


async def test_members_and_rights_move_with_the_group(
    clan: Group, client: telegram.Bot, bot: Bot, ben: Person
) -> None:
    """1.4 [O]"""
    clan.promote(bot.account)
    clan.promote(ben.account)
    clan.migrate()
    admins = await client.get_chat_administrators(clan.id)
    assert {admin.user.id for admin in admins} == {clan.owner.id, bot.id, ben.id}


async def test_a_closed_topic_takes_nothing_from_a_plain_bot(
    local: LocalTelegram, ann: Person, bot: Bot, client: telegram.Bot, fresh: Fresh
) -> None:
    """1.4 [O]; edits too in the stricter reading"""
    forum = local.group("Forum", ann, bot, forum=True)
    topic = forum.open_topic("UNO")
    sent = await client.send_message(forum.id, "table", message_thread_id=topic)
    forum.close_topic(topic)
    assert any(u.message and u.message.forum_topic_closed for u in await fresh())
    with pytest.raises(BadRequest, match=r"(?i)^topic_closed$"):
        await client.send_message(forum.id, "x", message_thread_id=topic)
    with pytest.raises(BadRequest, match=r"(?i)^topic_closed$"):
        await client.edit_message_text("x", forum.id, sent.message_id)
    await client.send_message(forum.id, "to the general topic")
    forum.reopen_topic(topic)
    await client.edit_message_text("x", forum.id, sent.message_id)
    forum.close_topic(topic)
    forum.promote(bot.account, "can_manage_topics")
    await client.send_message(forum.id, "x", message_thread_id=topic)


async def test_the_general_topic_can_be_closed_and_has_no_number(
    local: LocalTelegram, ann: Person, bot: Bot, client: telegram.Bot
) -> None:
    """1.4 [O]"""
    forum = local.group("Forum", ann, bot, forum=True)
    with pytest.raises(BadRequest, match=r"^Message thread not found$"):
        await client.send_message(forum.id, "x", message_thread_id=1)
    forum.close_topic(0)
    with pytest.raises(BadRequest, match=r"(?i)^topic_closed$"):
        await client.send_message(forum.id, "x")
    forum.reopen_topic(0)
    await client.send_message(forum.id, "x")


async def test_a_topic_that_was_deleted_is_not_found(
    local: LocalTelegram, ann: Person, bot: Bot, client: telegram.Bot
) -> None:
    """1.4 [S]"""
    forum = local.group("Forum", ann, bot, forum=True)
    topic = forum.open_topic("UNO")
    sent = await client.send_message(forum.id, "table", message_thread_id=topic)
    forum.delete_topic(topic)
    with pytest.raises(BadRequest, match=r"^Message thread not found$"):
        await client.send_message(forum.id, "x", message_thread_id=topic)
    with pytest.raises(BadRequest, match=r"^Message to edit not found$"):
        await client.edit_message_text("x", forum.id, sent.message_id)
    assert "table" not in [page.text for page in ann.pages(forum)]


async def test_a_bot_with_the_right_opens_and_closes_topics(
    local: LocalTelegram, ann: Person, bot: Bot, client: telegram.Bot, family: Group, fresh: Fresh
) -> None:
    """1.2 [O]"""
    forum = local.group("Forum", ann, bot, forum=True)
    with pytest.raises(BadRequest, match="rights to manage topics"):
        await client.create_forum_topic(forum.id, "UNO")
    forum.promote(bot.account, "can_manage_topics")
    await fresh()
    topic = await client.create_forum_topic(forum.id, "UNO")
    (update,) = await fresh()
    assert update.message is not None
    assert update.message.message_thread_id == topic.message_thread_id
    await client.close_forum_topic(forum.id, topic.message_thread_id)
    with pytest.raises(BadRequest, match=r"(?i)^topic_not_modified$"):
        await client.close_forum_topic(forum.id, topic.message_thread_id)
    await client.reopen_forum_topic(forum.id, topic.message_thread_id)
    with pytest.raises(BadRequest, match=r"^Message thread not found$"):
        await client.reopen_forum_topic(forum.id, 999)
    with pytest.raises(BadRequest, match="forum"):
        await client.create_forum_topic(family.id, "UNO")
    for name in ("", "x" * 129):
        with pytest.raises(BadRequest):
            await client.create_forum_topic(forum.id, name)


async def test_who_leaves_or_comes_is_told_to_administrators_that_asked(
    family: Group, ben: Person, bot: Bot, client: telegram.Bot, local: LocalTelegram
) -> None:
    """1.4 [O]"""
    asked = ["message", "chat_member"]
    assert await client.get_updates(timeout=0, allowed_updates=asked) == ()
    ben.leave(family)
    ben.join(family)
    assert all(u.message for u in await client.get_updates(timeout=0))
    bot.updates.drop()
    family.promote(bot.account)
    local.person("Zoe").join(family)
    ben.leave(family)
    kinds = [u.chat_member for u in await client.get_updates(timeout=0) if u.chat_member]
    assert [(c.old_chat_member.status, c.new_chat_member.status) for c in kinds] == [
        ("left", "member"),
        ("member", "left"),
    ]
    assert kinds[-1].new_chat_member.user.id == ben.id
    bot.updates.drop()
    await client.get_updates(timeout=0, allowed_updates=[])
    ben.join(family)
    assert all(u.message for u in await client.get_updates(timeout=0))


async def test_rights_of_the_bot_are_told_to_it(family: Group, bot: Bot, fresh: Fresh) -> None:
    """1.4 [O]"""
    family.promote(bot.account, "can_pin_messages")
    family.demote(bot.account)
    family.restrict(bot.account)
    changes = [update.my_chat_member for update in await fresh()]
    assert [c.new_chat_member.status for c in changes if c is not None] == [
        "administrator",
        "member",
        "restricted",
    ]


async def test_a_group_title_may_hold_markup(
    local: LocalTelegram, ann: Person, bot: Bot, client: telegram.Bot
) -> None:
    """[C]: field report B19"""
    group = local.group("<b>A & B", ann, bot)
    assert (await client.get_chat(group.id)).title == "<b>A & B"


async def test_people_who_are_out_see_nothing_and_say_nothing(
    family: Group, ben: Person, client: telegram.Bot
) -> None:
    """[L]"""
    ben.leave(family)
    await client.send_message(family.id, "without Ben")
    assert ben.pages(family) == ()
    assert "without Ben" not in [moment.page.text for moment in ben.seen]
    with pytest.raises(LookupError, match="Ben"):
        ben.say("hello?", family)
    with pytest.raises(Forbidden):
        await client.send_message(ben.id, "hello?")


async def test_a_newcomer_finds_what_was_said_unless_history_is_hidden(
    family: Group, clan: Group, local: LocalTelegram, client: telegram.Bot
) -> None:
    """1.4 [O]"""
    zoe = local.person("Zoe")
    clan.migrate()
    for group in (family, clan):
        await client.send_message(group.id, "before Zoe")
        zoe.join(group)
    assert "before Zoe" in [page.text for page in zoe.pages(family)]
    assert [s.page.chat for s in zoe.seen if s.page.text == "before Zoe"] == [family.id]
    assert "before Zoe" not in [page.text for page in zoe.pages(clan)]


async def test_an_edit_of_what_is_hidden_stays_hidden(
    clan: Group, local: LocalTelegram, client: telegram.Bot, ben: Person
) -> None:
    """1.4 [O]"""
    zoe = local.person("Zoe")
    clan.migrate()
    sent = await client.send_message(clan.id, "before Zoe")
    zoe.join(clan)
    await client.edit_message_text("edited", clan.id, sent.message_id)
    assert ben.seen[-1].page.text == "edited"
    assert "edited" not in [moment.page.text for moment in zoe.seen]
