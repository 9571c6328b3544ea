"""What can be done to messages that stand: edits, deletions, pins, reactions, replies."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
import telegram
from telegram import InlineKeyboardButton as Button
from telegram import InlineKeyboardMarkup as Markup
from telegram.error import BadRequest

from uno_chat.testing.telegram import Bot, Group, Kind, LocalTelegram, Person

Fresh = Callable[[], Awaitable[list[telegram.Update]]]
HAND = Markup.from_button(Button("My hand", callback_data="hand"))
NOT_MODIFIED = (
    "Message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


async def test_an_edit_shows_in_place_and_makes_no_sound(
    client: telegram.Bot, family: Group, ann: Person
) -> None:
    """1.5 [O]"""
    sent = await client.send_message(family.id, "table 1", reply_markup=HAND)
    edited = await client.edit_message_text(
        "table 2", family.id, sent.message_id, reply_markup=HAND
    )
    assert isinstance(edited, telegram.Message)
    assert (edited.message_id, edited.text) == (sent.message_id, "table 2")
    assert edited.edit_date is not None
    assert [page.text for page in ann.pages(family)][-1] == "table 2"
    assert [(s.kind, s.notify) for s in ann.seen[-2:]] == [("new", True), ("edit", False)]


async def test_a_message_may_be_silent(client: telegram.Bot, family: Group, ann: Person) -> None:
    """1.5 [O]"""
    await client.send_message(family.id, "x", disable_notification=True)
    assert not ann.seen[-1].notify


async def test_an_edit_without_a_keyboard_takes_it_away(
    client: telegram.Bot, family: Group, ann: Person
) -> None:
    """1.5 [O]"""
    sent = await client.send_message(family.id, "table", reply_markup=HAND)
    await client.edit_message_text("table", family.id, sent.message_id)
    assert ann.pages(family)[-1].buttons == ()


async def test_a_keyboard_is_edited_alone(client: telegram.Bot, family: Group, ann: Person) -> None:
    """1.5 [O]"""
    sent = await client.send_message(family.id, "table")
    await client.edit_message_reply_markup(family.id, sent.message_id, reply_markup=HAND)
    assert ann.pages(family)[-1].all_text == "table\nMy hand"
    await client.edit_message_reply_markup(family.id, sent.message_id)
    assert ann.pages(family)[-1].all_text == "table"
    with pytest.raises(BadRequest) as refused:
        await client.edit_message_reply_markup(family.id, sent.message_id)
    assert str(refused.value) == NOT_MODIFIED


async def test_an_edit_must_change_something(client: telegram.Bot, family: Group) -> None:
    """1.5 [S]"""
    html = "<b>table</b>"
    sent = await client.send_message(family.id, html, parse_mode="HTML", reply_markup=HAND)
    with pytest.raises(BadRequest) as refused:
        await client.edit_message_text(
            html, family.id, sent.message_id, parse_mode="HTML", reply_markup=HAND
        )
    assert str(refused.value) == NOT_MODIFIED
    await client.edit_message_text("table", family.id, sent.message_id, reply_markup=HAND)


async def test_what_is_not_there_cannot_be_edited(
    client: telegram.Bot, family: Group, ann: Person
) -> None:
    """1.5 [S]"""
    sent = await client.send_message(family.id, "table")
    ann.delete(sent.message_id, family)
    with pytest.raises(BadRequest, match=r"^Message to edit not found$"):
        await client.edit_message_text("x", family.id, sent.message_id)
    with pytest.raises(BadRequest, match=r"^Message identifier is not specified$"):
        await client.edit_message_text("x", family.id)
    with pytest.raises(BadRequest, match=r"^Chat_id is empty$"):
        await client.edit_message_text("x", message_id=sent.message_id)


async def test_the_messages_of_others_cannot_be_edited(
    client: telegram.Bot, family: Group, ann: Person
) -> None:
    """1.5 [S]"""
    said = ann.say("hello", family)
    with pytest.raises(BadRequest, match=r"^Message can't be edited$"):
        await client.edit_message_text("x", family.id, said.id)


async def test_a_message_can_be_edited_for_ever(
    client: telegram.Bot, local: LocalTelegram, family: Group
) -> None:
    """1.5 [O]"""
    sent = await client.send_message(family.id, "table")
    local.advance(timedelta(days=400))
    await client.edit_message_text("table 2", family.id, sent.message_id)


async def test_a_text_has_no_caption_and_a_picture_no_text(
    client: telegram.Bot, family: Group
) -> None:
    """1.5 [S]"""
    text = await client.send_message(family.id, "table")
    picture = await client.send_photo(family.id, b"picture", caption="score")
    with pytest.raises(BadRequest, match=r"^There is no caption in the message to edit$"):
        await client.edit_message_caption(family.id, text.message_id, caption="x")
    with pytest.raises(BadRequest, match=r"^There is no text in the message to edit$"):
        await client.edit_message_text("x", family.id, picture.message_id)
    edited = await client.edit_message_caption(
        family.id, picture.message_id, caption="<b>x</b>", parse_mode="HTML"
    )
    assert isinstance(edited, telegram.Message)
    assert (edited.caption, len(edited.caption_entities)) == ("x", 1)


async def test_a_bot_deletes_its_own_for_48_hours(
    client: telegram.Bot, local: LocalTelegram, family: Group, ann: Person
) -> None:
    """1.5 [O]"""
    young = await client.send_message(family.id, "young")
    old = await client.send_message(family.id, "old")
    local.advance(timedelta(hours=48, seconds=-1))
    await client.delete_message(family.id, young.message_id)
    assert ann.seen[-1].kind == "delete"
    local.advance(timedelta(seconds=1))
    with pytest.raises(BadRequest, match=r"^Message can't be deleted$"):
        await client.delete_message(family.id, old.message_id)
    assert [page.text for page in ann.pages(family)][-1] == "old"


async def test_a_bot_deletes_others_messages_in_private_or_with_the_right(
    client: telegram.Bot, family: Group, ann: Person, bot: Bot
) -> None:
    """1.5 [O]"""
    alone = ann.say("hello")
    await client.delete_message(ann.id, alone.id)
    said = ann.say("hello", family)
    with pytest.raises(BadRequest, match=r"^Message can't be deleted$"):
        await client.delete_message(family.id, said.id)
    family.promote(bot.account, "can_pin_messages")
    with pytest.raises(BadRequest, match=r"^Message can't be deleted$"):
        await client.delete_message(family.id, said.id)
    family.promote(bot.account, "can_delete_messages")
    await client.delete_message(family.id, said.id)
    with pytest.raises(BadRequest, match=r"^Message to delete not found$"):
        await client.delete_message(family.id, said.id)


async def test_several_are_deleted_at_once_and_missing_ones_skipped(
    client: telegram.Bot, family: Group, ann: Person
) -> None:
    """1.5 [O]"""
    before = ann.pages(family)
    sent = [(await client.send_message(family.id, "x")).message_id for _ in range(3)]
    await client.delete_messages(family.id, [*sent, 999])
    assert ann.pages(family) == before
    await client.delete_messages(family.id, list(range(900, 1000)))
    for numbers in ([], list(range(900, 1001))):
        with pytest.raises(BadRequest, match="identifiers"):
            await client.delete_messages(family.id, numbers)


async def test_a_pin_needs_a_right_in_groups(
    client: telegram.Bot, family: Group, bot: Bot, ann: Person
) -> None:
    """1.5 [O]"""
    sent = await client.send_message(family.id, "table")
    with pytest.raises(BadRequest, match="rights to manage pinned messages in the chat"):
        await client.pin_chat_message(family.id, sent.message_id)
    family.promote(bot.account, "can_delete_messages")
    with pytest.raises(BadRequest, match="rights to manage pinned messages in the chat"):
        await client.pin_chat_message(family.id, sent.message_id)
    family.promote(bot.account, "can_pin_messages")
    await client.pin_chat_message(family.id, sent.message_id)
    assert [page.text for page in ann.pages(family) if page.pinned] == ["table"]
    chat = await client.get_chat(family.id)
    assert chat.pinned_message is not None
    assert chat.pinned_message.message_id == sent.message_id
    await client.unpin_chat_message(family.id, sent.message_id)
    assert not any(page.pinned for page in ann.pages(family))
    with pytest.raises(BadRequest, match=r"^Message to unpin not found$"):
        await client.unpin_chat_message(family.id)


async def test_a_pin_makes_a_sound_unless_it_is_silent(
    client: telegram.Bot, family: Group, bot: Bot, ann: Person
) -> None:
    """1.5 [O]"""
    family.promote(bot.account)
    sent = await client.send_message(family.id, "table")
    for silent in (False, True):
        await client.pin_chat_message(family.id, sent.message_id, disable_notification=silent)
        assert [s.notify for s in ann.seen if s.kind == "pin"][-1] is not silent
    alone = await client.send_message(ann.id, "hand")
    await client.pin_chat_message(ann.id, alone.message_id)
    assert not [s.notify for s in ann.seen if s.kind == "pin"][-1]


async def test_in_a_basic_group_all_may_pin_if_members_may(
    client: telegram.Bot, local: LocalTelegram, ann: Person, bot: Bot
) -> None:
    """1.5 [O]"""
    group = local.group("Clan", ann, bot, kind=Kind.GROUP)
    sent = await client.send_message(group.id, "table")
    with pytest.raises(BadRequest, match="rights to manage pinned messages"):
        await client.pin_chat_message(group.id, sent.message_id)
    group.chat.permissions |= {"can_pin_messages"}
    await client.pin_chat_message(group.id, sent.message_id)
    group.migrate()
    group.chat.permissions |= {"can_pin_messages"}
    sent = await client.send_message(group.id, "table")
    with pytest.raises(BadRequest, match="rights to manage pinned messages"):
        await client.pin_chat_message(group.id, sent.message_id)


async def test_in_private_a_bot_may_pin_and_hears_of_it(
    client: telegram.Bot, ann: Person, fresh: Fresh
) -> None:
    """1.5 [O] [S]: of its own doings a bot hears of pins, titles, topics and leaving."""
    sent = await client.send_message(ann.id, "hand")
    await client.pin_chat_message(ann.id, sent.message_id)
    (update,) = await fresh()
    assert update.message is not None
    assert update.message.pinned_message is not None
    assert update.message.pinned_message.message_id == sent.message_id
    await client.unpin_all_chat_messages(ann.id)
    assert not any(page.pinned for page in ann.pages())
    with pytest.raises(BadRequest, match=r"^Message to pin not found$"):
        await client.pin_chat_message(ann.id, 999)


async def test_a_bot_has_one_reaction(client: telegram.Bot, family: Group, ann: Person) -> None:
    """1.5 [O]"""
    said = ann.say("uno!", family)
    await client.set_message_reaction(family.id, said.id, "👍")
    await client.set_message_reaction(family.id, said.id)
    with pytest.raises(BadRequest, match=r"(?i)reactions_too_many"):
        await client.set_message_reaction(family.id, said.id, ["👍", "👎"])
    with pytest.raises(BadRequest, match=r"(?i)reaction_invalid"):
        await client.set_message_reaction(family.id, said.id, telegram.ReactionTypePaid())


async def test_a_reply_needs_what_it_replies_to(
    client: telegram.Bot, family: Group, ann: Person
) -> None:
    """1.5 [S]"""
    said = ann.say("/new@uno_test_bot", family)
    sent = await client.send_message(
        family.id, "x", reply_parameters=telegram.ReplyParameters(said.id)
    )
    assert sent.reply_to_message is not None
    assert sent.reply_to_message.message_id == said.id
    gone = telegram.ReplyParameters(999)
    with pytest.raises(BadRequest, match=r"^Message to be replied not found$"):
        await client.send_message(family.id, "x", reply_parameters=gone)
    anyway = telegram.ReplyParameters(999, allow_sending_without_reply=True)
    assert (
        await client.send_message(family.id, "x", reply_parameters=anyway)
    ).reply_to_message is None


async def test_numbers_are_counted_by_chat_in_supergroups_and_elsewhere_together(
    client: telegram.Bot, local: LocalTelegram, family: Group, ann: Person, bot: Bot
) -> None:
    """1.5 [O]: an id is unique inside its chat, and no more."""
    other = local.group("Other", ann, bot)
    first = (await client.send_message(family.id, "x")).message_id
    assert (await client.send_message(other.id, "x")).message_id == first
    alone = (await client.send_message(ann.id, "x")).message_id
    ann.say("y")
    assert (await client.send_message(ann.id, "x")).message_id == alone + 2


async def test_that_it_is_typing_shows_nothing(
    client: telegram.Bot, family: Group, ann: Person
) -> None:
    """[L]"""
    before = len(ann.seen)
    await client.send_chat_action(family.id, "typing")
    assert len(ann.seen) == before
