"""What people do on Telegram and what arrives of it, over the real HTTP stack."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random

import pytest

from uno_chat.contract import (
    Choice,
    Choices,
    Contacted,
    Conversation,
    Delivery,
    Document,
    Envelope,
    Joined,
    Left,
    Message,
    Moved,
    Pressed,
    Puller,
    Said,
    User,
    contact_link,
    line,
)
from uno_chat.testing.telegram import Bot, Group, Kind, LocalTelegram, Person
from uno_chat_telegram import TelegramAdapter

Heard = Callable[[], Awaitable[list[Envelope]]]

BUTTON = Document((line("the table"), Choices((Choice("Catch", "1.7..catch"),))))


def user(person: Person) -> User:
    return User("telegram", str(person.id))


def room(group: Group, topic: int = 0) -> Conversation:
    return Conversation("telegram", str(group.id), str(topic or ""))


async def test_commands_for_us_arrive_without_our_name(
    family: Group, ann: Person, heard: Heard
) -> None:
    ann.command("new goal=200", family)
    ann.say("/new@other_bot", family)
    ann.command("hand")
    in_group, alone = await heard()
    assert (in_group.event, in_group.sender) == (Said("/new goal=200", to_us=True), user(ann))
    assert in_group.conversation == room(family)
    assert in_group.title == "Family"
    assert (alone.event, alone.private) == (Said("/hand"), True)


async def test_an_answer_to_our_message_is_for_us(
    family: Group, ann: Person, adapter: TelegramAdapter, heard: Heard
) -> None:
    receipt = await adapter.deliver(Delivery("k", room(family), BUTTON))
    assert receipt.message is not None
    ann.say("deal", family, reply_to=int(receipt.message.id))
    (envelope,) = await heard()
    assert envelope.event == Said("deal", to_us=True)


async def test_an_edited_message_is_no_second_word(
    family: Group, ann: Person, heard: Heard
) -> None:
    said = ann.command("new", family)
    assert said is not None
    ann.edit(said, "/end@uno_test_bot", family)
    ann.command("table", family)
    assert [e.event for e in await heard()] == [
        Said("/new", to_us=True),
        Said("/table", to_us=True),
    ]


@pytest.mark.reported("G9")
async def test_whoever_hides_is_told_apart_and_their_buttons_work(
    family: Group, ann: Person, adapter: TelegramAdapter, heard: Heard
) -> None:
    family.promote(ann.account, anonymous=True)
    ann.say("/join@uno_test_bot", family, anonymous=True)
    ann.say("/join@uno_test_bot", family, channel={"id": -1009876, "type": "channel", "title": "N"})
    await adapter.deliver(Delivery("k", room(family), BUTTON))
    ann.press("Catch", family)
    admin, channel, press = await heard()
    assert (admin.anonymous, admin.sender.id) == (True, str(family.id))
    assert (channel.anonymous, channel.sender.id) == (True, "-1009876")
    assert (press.anonymous, press.sender, press.name) == (False, user(ann), "Ann")


async def test_a_link_into_the_private_chat_brings_its_payload_from_who_never_started(
    family: Group, ben: Person, adapter: TelegramAdapter, heard: Heard
) -> None:
    document = Document((line("lobby"), contact_link("Join", "join-7")))
    await adapter.deliver(Delivery("k", room(family), document))
    ben.press("Join", family)
    (envelope,) = await heard()
    assert (envelope.event, envelope.sender) == (Contacted("join-7"), user(ben))
    assert envelope.private


async def test_a_press_names_its_message_and_comes_even_when_that_is_gone(
    family: Group, ann: Person, adapter: TelegramAdapter, heard: Heard
) -> None:
    receipt = await adapter.deliver(Delivery("k", room(family), BUTTON))
    assert receipt.message is not None
    (page,) = (page for page in ann.pages(family) if page.buttons)
    ann.press("Catch", family)
    ann.delete(int(receipt.message.id), family)
    ann.press_data("forged", page, family)
    first, late = [envelope.event for envelope in await heard()]
    assert isinstance(first, Pressed)
    assert (first.token, first.on) == ("1.7..catch", receipt.message)
    assert isinstance(late, Pressed)
    assert (late.token, late.on) == ("forged", receipt.message)


@pytest.mark.reported("B20", "G9")
async def test_topics_are_conversations_of_their_own(
    local: LocalTelegram, ann: Person, bot: Bot, adapter: TelegramAdapter, heard: Heard
) -> None:
    forum = local.group("Forum", ann, bot, forum=True)
    topic = forum.open_topic("UNO")
    await heard()
    ann.command("new", forum, topic=topic)
    ann.command("new", forum)
    inside, general = await heard()
    assert inside.conversation == room(forum, topic)
    assert general.conversation == room(forum)
    receipt = await adapter.deliver(Delivery("k", inside.conversation, BUTTON))
    assert receipt.message == Message(room(forum, topic), str(ann.pages(forum)[-1].id))
    assert ann.pages(forum)[-1].thread == topic
    ann.press("Catch", forum)
    (press,) = await heard()
    assert press.conversation == room(forum, topic)
    assert isinstance(press.event, Pressed)
    assert press.event.on == receipt.message


@pytest.mark.reported("B15")
async def test_coming_and_going(
    local: LocalTelegram, family: Group, bot: Bot, ben: Person, heard: Heard
) -> None:
    us = User("telegram", str(bot.id))
    zoe = local.person("Zoë")
    zoe.join(family)
    ben.leave(family)
    family.put_out(bot.account)
    family.let_in(bot.account)
    events = [(e.event, e.conversation) for e in await heard()]
    assert events == [
        (Joined(user(zoe)), room(family)),
        (Left(user(ben)), room(family)),
        (Left(us, us=True), room(family)),
        (Joined(us), room(family)),
    ]


async def test_blocking_and_unblocking_us_is_leaving_and_coming_back(
    ann: Person, bot: Bot, heard: Heard
) -> None:
    ann.block()
    ann.unblock()
    us = User("telegram", str(bot.id))
    assert [(e.event, e.private, e.sender) for e in await heard()] == [
        (Left(us, us=True), True, user(ann)),
        (Joined(us), True, user(ann)),
    ]


@pytest.mark.reported("59")
async def test_a_move_is_told_with_both_names(
    local: LocalTelegram, ann: Person, bot: Bot, heard: Heard
) -> None:
    clan = local.group("Clan", ann, bot, kind=Kind.GROUP)
    await heard()
    old = clan.migrate()
    moves = [(e.conversation, e.event) for e in await heard()]
    assert moves == [(Conversation("telegram", str(old.id)), Moved(room(clan)))] * 2


@pytest.mark.reported("B19")
async def test_names_and_titles_arrive_as_they_are(
    local: LocalTelegram, bot: Bot, heard: Heard
) -> None:
    names = ("<b>_a*b_</b>", "שלום\u202e", "a\u200bb\u200d\U0001f469", "x" * 64)
    for name in names:
        person = local.person(name, language="")
        person.start()
        group = local.group(name, person, bot)
        bot.updates.drop()
        person.command("new", group)
        (envelope,) = await heard()
        assert (envelope.name, envelope.title, envelope.language) == (name, name, None)


async def test_the_time_is_that_of_telegram_in_whole_seconds(
    local: LocalTelegram, ann: Person, heard: Heard
) -> None:
    ann.say("r7")
    local.advance(timedelta(hours=3, seconds=1.7))
    ann.say("r8")
    first, second = await heard()
    assert second.at - first.at == timedelta(hours=3, seconds=1)


# how updates come


def events(envelopes: tuple[Envelope, ...]) -> list[str]:
    return [e.event.text for e in envelopes if isinstance(e.event, Said)]


async def pull(adapter: TelegramAdapter, cursor: str | None) -> tuple[list[str], str | None]:
    assert isinstance(adapter.source, Puller)
    batch = await adapter.source.pull(cursor)
    return events(batch.envelopes), batch.cursor


async def test_nothing_is_confirmed_before_the_next_pull(
    ann: Person, bot: Bot, adapter: TelegramAdapter
) -> None:
    ann.say("one")
    words, cursor = await pull(adapter, None)
    assert (words, len(bot.updates.waiting())) == (["one"], 1)
    assert (await pull(adapter, None))[0] == ["one"]
    ann.say("two")
    assert (await pull(adapter, cursor))[0] == ["two"]
    assert len(bot.updates.waiting()) == 1


async def test_an_update_that_nobody_can_read_holds_up_nothing(
    ann: Person, bot: Bot, adapter: TelegramAdapter
) -> None:
    ann.say("spoilt")
    bot.updates.edit(lambda payload: {**payload, "date": "yesterday"})
    ann.say("fine")
    assert isinstance(adapter.source, Puller)
    batch = await adapter.source.pull(None)
    assert events(batch.envelopes) == ["fine"]
    assert [one.id for one in batch.unreadable] == [str(bot.updates.log[-2].id)]
    assert "spoilt" in batch.unreadable[0].raw
    ann.say("next")
    assert (await pull(adapter, batch.cursor))[0] == ["next"]


async def test_what_comes_twice_has_the_same_name(
    ann: Person, bot: Bot, adapter: TelegramAdapter
) -> None:
    ann.say("one")
    assert isinstance(adapter.source, Puller)
    first = await adapter.source.pull(None)
    bot.updates.repeat([bot.updates.log[-1].id])
    ann.say("two")
    again = await adapter.source.pull(first.cursor)
    assert events(again.envelopes) == ["one", "two"]
    assert again.envelopes[0] == first.envelopes[0]
    assert (await pull(adapter, first.cursor))[1] == again.cursor


async def test_whatever_their_order_all_arrive(
    ann: Person, bot: Bot, adapter: TelegramAdapter
) -> None:
    for number in range(9):
        ann.say(str(number))
    bot.updates.reorder(Random(1))
    words, cursor = await pull(adapter, None)
    assert sorted(words) == [str(number) for number in range(9)]
    ann.say("last")
    assert (await pull(adapter, cursor))[0] == ["last"]


async def test_a_quiet_week_after_which_the_numbers_begin_anew_loses_nothing(
    local: LocalTelegram, ann: Person, adapter: TelegramAdapter
) -> None:
    cursor: str | None = None
    for number in range(9):
        ann.say(f"week {number}")
        words, cursor = await pull(adapter, cursor)
        assert words == [f"week {number}"]
        local.advance(timedelta(days=8))
