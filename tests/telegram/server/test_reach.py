"""Who can be written to, and what Telegram says of the others."""

from collections.abc import Awaitable, Callable

import pytest
import telegram
from telegram import InlineKeyboardButton as Button
from telegram import InlineKeyboardMarkup as Markup
from telegram.error import BadRequest, Forbidden

from uno_chat.testing.telegram import Bot, Group, Kind, LocalTelegram, Person

Fresh = Callable[[], Awaitable[list[telegram.Update]]]


async def test_nobody_is_written_to_before_they_press_start(
    client: telegram.Bot, family: Group, ben: Person
) -> None:
    """1.4 [S]: a stranger is not even found"""
    ben.say("the bot does not hear this", family)
    with pytest.raises(BadRequest, match=r"^Chat not found$"):
        await client.send_message(ben.id, "your hand")
    ben.say("/join@uno_test_bot", family)
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await client.send_message(ben.id, "your hand")
    ben.start()
    assert (await client.send_message(ben.id, "your hand")).chat.id == ben.id


async def test_a_deep_link_brings_its_payload(
    client: telegram.Bot, family: Group, ben: Person, fresh: Fresh
) -> None:
    """1.4 [O] [P]"""
    link = telegram.helpers.create_deep_linked_url("uno_test_bot", "t" * 64)
    markup = Markup.from_button(Button("Join", url=link))
    await client.send_message(family.id, "table", reply_markup=markup)
    ben.press("join", family)
    (update,) = await fresh()
    assert update.message is not None
    assert update.message.text == f"/start {'t' * 64}"
    assert (update.message.chat.type, update.message.chat.id) == ("private", ben.id)
    await client.send_message(ben.id, "your hand")


async def test_a_payload_has_64_characters_of_few_kinds(ben: Person, bot: Bot) -> None:
    """1.2 [O]"""
    for payload in ("t" * 65, "a b", "a.b", "ä"):
        with pytest.raises(ValueError, match="payload"):
            ben.start(payload, bot)


async def test_who_blocks_is_not_reached_and_the_bot_is_told(
    client: telegram.Bot, ann: Person, fresh: Fresh
) -> None:
    """1.4 [S] [O]"""
    sent = await client.send_message(ann.id, "your hand")
    ann.block()
    (update,) = await fresh()
    assert update.my_chat_member is not None
    assert update.my_chat_member.chat.type == "private"
    assert update.my_chat_member.new_chat_member.status == "kicked"
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await client.send_message(ann.id, "your hand")
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await client.edit_message_text("your hand now", ann.id, sent.message_id)


async def test_who_comes_back_is_reached_and_the_bot_is_told(
    client: telegram.Bot, ann: Person, fresh: Fresh
) -> None:
    """1.4 [O]"""
    ann.block()
    await fresh()
    ann.start()
    member, start = await fresh()
    assert member.my_chat_member is not None
    assert member.my_chat_member.old_chat_member.status == "kicked"
    assert member.my_chat_member.new_chat_member.status == "member"
    assert start.message is not None
    assert start.message.text == "/start"
    await client.send_message(ann.id, "your hand")


async def test_the_first_start_is_no_change_of_membership(ben: Person, fresh: Fresh) -> None:
    """1.4 [O]: in private chats it comes when the bot is blocked or unblocked only."""
    ben.start()
    (update,) = await fresh()
    assert update.message is not None


async def test_a_deleted_account_is_not_reached(client: telegram.Bot, ann: Person) -> None:
    """1.4 [S]"""
    sent = await client.send_message(ann.id, "your hand")
    ann.delete_account()
    with pytest.raises(Forbidden, match="user is deactivated"):
        await client.send_message(ann.id, "your hand")
    with pytest.raises(Forbidden, match="user is deactivated"):
        await client.edit_message_text("x", ann.id, sent.message_id)


@pytest.mark.parametrize("chat", [12345, -12345, -1001234567890, "@nowhere"])
async def test_an_unknown_chat_is_not_found(client: telegram.Bot, chat: int | str) -> None:
    """1.4 [S]"""
    with pytest.raises(BadRequest, match=r"^Chat not found$"):
        await client.send_message(chat, "x")


async def test_no_chat_is_named(client: telegram.Bot) -> None:
    """1.4 [S]"""
    with pytest.raises(BadRequest, match=r"^Chat_id is empty$"):
        await client.send_message("", "x")


async def test_bots_do_not_write_to_bots(client: telegram.Bot, local: LocalTelegram) -> None:
    """1.4 [S]"""
    with pytest.raises(Forbidden, match="bot can't send messages to bots"):
        await client.send_message(local.bot("other_bot").id, "x")


@pytest.mark.parametrize("kind", [Kind.GROUP, Kind.SUPERGROUP])
async def test_a_bot_that_was_put_out_is_told_so(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person, fresh: Fresh, kind: Kind
) -> None:
    """1.4 [S]: the message about its own leaving is the last one."""
    group = local.group("Group", ann, bot, kind=kind)
    sent = await client.send_message(group.id, "table")
    await fresh()
    group.put_out(bot.account)
    ann.say("/new@uno_test_bot", group)
    member, left = await fresh()
    assert member.my_chat_member is not None
    assert member.my_chat_member.new_chat_member.status == "kicked"
    assert left.message is not None
    assert left.message.left_chat_member is not None
    assert left.message.left_chat_member.id == bot.id
    with pytest.raises(Forbidden, match=f"bot was kicked from the {kind} chat"):
        await client.send_message(group.id, "x")
    with pytest.raises(Forbidden, match=f"bot was kicked from the {kind} chat"):
        await client.edit_message_text("x", group.id, sent.message_id)


async def test_a_bot_that_was_put_out_may_read_a_basic_group_and_no_other(
    client: telegram.Bot, local: LocalTelegram, bot: Bot, ann: Person
) -> None:
    """1.4 [S]"""
    basic = local.group("Basic", ann, bot, kind=Kind.GROUP)
    other = local.group("Super", ann, bot)
    basic.put_out(bot.account)
    other.put_out(bot.account)
    assert (await client.get_chat(basic.id)).title == "Basic"
    with pytest.raises(Forbidden, match="bot was kicked from the supergroup chat"):
        await client.get_chat(other.id)


async def test_a_bot_that_is_let_in_again_is_told_and_may_write(
    client: telegram.Bot, family: Group, bot: Bot, fresh: Fresh
) -> None:
    """1.4 [O]"""
    family.put_out(bot.account)
    await fresh()
    family.let_in(bot.account)
    member, joined = await fresh()
    assert member.my_chat_member is not None
    assert member.my_chat_member.new_chat_member.status == "member"
    assert joined.message is not None
    assert [user.id for user in joined.message.new_chat_members] == [bot.id]
    await client.send_message(family.id, "x")


async def test_a_group_that_never_saw_the_bot_is_closed_to_it(
    client: telegram.Bot, local: LocalTelegram, ann: Person
) -> None:
    """1.4 [S]"""
    basic = local.group("Basic", ann, kind=Kind.GROUP)
    closed = local.group("Closed", ann)
    public = local.group("Public", ann, username="uno_public")
    with pytest.raises(BadRequest, match=r"^Chat not found$"):
        await client.get_chat(basic.id)
    with pytest.raises(Forbidden, match="bot is not a member of the supergroup chat"):
        await client.get_chat(closed.id)
    assert (await client.get_chat("@UNO_public")).id == public.id
    with pytest.raises(Forbidden, match="bot is not a member of the supergroup chat"):
        await client.send_message("@uno_public", "x")


async def test_leaving_is_leaving(client: telegram.Bot, family: Group, fresh: Fresh) -> None:
    """1.4 [S]"""
    await client.leave_chat(family.id)
    member, left = await fresh()
    assert member.my_chat_member is not None
    assert member.my_chat_member.new_chat_member.status == "left"
    assert left.message is not None
    assert left.message.left_chat_member is not None
    with pytest.raises(Forbidden, match="bot is not a member of the supergroup chat"):
        await client.send_message(family.id, "x")


async def test_a_bot_that_may_not_speak_is_told_so(
    client: telegram.Bot, family: Group, bot: Bot
) -> None:
    """1.4 [S]"""
    family.restrict(bot.account)
    with pytest.raises(BadRequest, match="rights to send text messages to the chat"):
        await client.send_message(family.id, "x")
    family.restrict(bot.account, "can_send_messages")
    await client.send_message(family.id, "x")
    with pytest.raises(BadRequest, match=r"(?i)not enough rights to send photos to the chat"):
        await client.send_photo(family.id, b"picture")
    family.promote(bot.account)
    await client.send_photo(family.id, b"picture")


async def test_who_sits_where_can_be_asked(
    client: telegram.Bot, family: Group, ann: Person, ben: Person, bot: Bot, local: LocalTelegram
) -> None:
    """1.4 [O]"""
    family.promote(bot.account, "can_pin_messages")
    assert (await client.get_chat_member(family.id, ann.id)).status == "creator"
    assert (await client.get_chat_member(family.id, ben.id)).status == "member"
    me = await client.get_chat_member(family.id, bot.id)
    assert isinstance(me, telegram.ChatMemberAdministrator)
    assert (me.can_pin_messages, me.can_delete_messages) == (True, False)
    zoe = local.person("Zoe")
    assert (await client.get_chat_member(family.id, zoe.id)).status == "left"
    family.put_out(ben.account)
    assert (await client.get_chat_member(family.id, ben.id)).status == "kicked"
    family.restrict(bot.account, "can_send_messages")
    assert (await client.get_chat_member(family.id, bot.id)).status == "restricted"
    admins = await client.get_chat_administrators(family.id)
    assert [admin.user.id for admin in admins] == [ann.id]
    assert await client.get_chat_member_count(family.id) == 2
    assert await client.get_chat_member_count(ann.id) == 2


async def test_where_members_are_hidden_only_administrators_can_look_them_up(
    client: telegram.Bot, family: Group, ben: Person, bot: Bot
) -> None:
    """1.4 [O]: "only guaranteed to work for other users if the bot is an administrator"."""
    family.chat.hidden_members = True
    with pytest.raises(BadRequest, match=r"(?i)chat_admin_required"):
        await client.get_chat_member(family.id, ben.id)
    assert (await client.get_chat_member(family.id, bot.id)).status == "member"
    family.promote(bot.account)
    assert (await client.get_chat_member(family.id, ben.id)).status == "member"


async def test_a_private_chat_has_no_administrators(client: telegram.Bot, ann: Person) -> None:
    """1.4 [S]"""
    with pytest.raises(BadRequest, match="There are no administrators in the private chat"):
        await client.get_chat_administrators(ann.id)
    with pytest.raises(BadRequest, match=r"^User not found$"):
        await client.get_chat_member(ann.id, 12345)


async def test_ids_need_52_bits(family: Group, ann: Person) -> None:
    """1.2 [O]"""
    assert 2**32 < ann.id < 2**52
    assert -(2**52) < family.id < -(2**32)
