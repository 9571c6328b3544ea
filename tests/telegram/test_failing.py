"""Every way in which an attempt can fail, and what the adapter says of it; it never tries twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Final

import pytest

from uno_chat.contract import (
    Choice,
    Choices,
    Conversation,
    Delivery,
    Document,
    Message,
    OutcomeUnknown,
    Rejected,
    RetryLater,
    TargetGone,
    TargetMoved,
    Toast,
    Unreachable,
    User,
    line,
)
from uno_chat.testing.telegram import (
    ApiError,
    Bot,
    BotApiServer,
    Dropped,
    Group,
    Kind,
    LocalTelegram,
    Person,
    Silent,
    flood,
)
from uno_chat_telegram import TelegramAdapter

Page = Callable[[str], Document]
Connect = Callable[..., TelegramAdapter]

HAND: Final = "Your hand: red 7"


def to(person: Person) -> User:
    return User("telegram", str(person.id))


def room(group: Group, topic: int = 0) -> Conversation:
    return Conversation("telegram", str(group.id), str(topic or ""))


async def unreachable(adapter: TelegramAdapter, delivery: Delivery) -> str:
    with pytest.raises(Unreachable) as told:
        await adapter.deliver(delivery)
    return told.value.remedy


# people


@pytest.mark.reported("60")
async def test_who_never_started_us_has_to_and_then_is_reached(
    adapter: TelegramAdapter, ben: Person, family: Group, page: Page
) -> None:
    before = family.chat.messages.copy()
    assert await unreachable(adapter, Delivery("k", to(ben), page(HAND))) == "start"
    assert family.chat.messages == before
    ben.start("join-7")
    await adapter.deliver(Delivery("k", to(ben), page(HAND)))
    assert ben.pages()[-1].text == HAND


async def test_a_stranger_whom_telegram_does_not_know_has_to_start_us(
    adapter: TelegramAdapter, page: Page
) -> None:
    stranger = User("telegram", "7999999999")
    assert await unreachable(adapter, Delivery("k", stranger, page(HAND))) == "start"


@pytest.mark.reported("G9")
async def test_who_blocked_us_has_to_unblock_us_and_then_is_reached(
    adapter: TelegramAdapter, ann: Person, page: Page
) -> None:
    sent = await adapter.deliver(Delivery("k", to(ann), page(HAND)))
    ann.block()
    for replaces in (None, sent.message):
        delivery = Delivery("k", to(ann), page("later"), replaces)
        assert await unreachable(adapter, delivery) == "unblock"
    ann.unblock()
    await adapter.deliver(Delivery("k", to(ann), page("later"), sent.message))
    assert ann.pages()[-1].text == "later"


async def test_who_deleted_the_account_is_gone(
    adapter: TelegramAdapter, ann: Person, page: Page
) -> None:
    ann.delete_account()
    assert await unreachable(adapter, Delivery("k", to(ann), page(HAND))) == "gone"


async def test_nobody_hides_so_well_that_a_group_gets_what_is_for_one_person(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, page: Page
) -> None:
    calls, before = len(local.calls), family.chat.messages.copy()
    hidden = User("telegram", str(family.id))
    assert await unreachable(adapter, Delivery("k", hidden, page(HAND))) == "start"
    assert (len(local.calls), family.chat.messages) == (calls, before)


async def test_a_page_never_replaces_one_with_the_same_number_in_another_chat(
    adapter: TelegramAdapter, family: Group, ann: Person, page: Page
) -> None:
    async def said(place: User | Conversation) -> Message:
        message = (await adapter.deliver(Delivery("k", place, page("as it was")))).message
        assert message is not None
        return message

    table, hand = await said(room(family)), await said(to(ann))
    while table.id != hand.id:
        if int(table.id) < int(hand.id):
            table = await said(room(family))
        else:
            hand = await said(to(ann))
    for place, elsewhere in ((to(ann), table), (room(family), hand)):
        with pytest.raises(TargetGone):
            await adapter.deliver(Delivery("k2", place, page(HAND), elsewhere))
    assert ann.pages()[-1].text == ann.pages(family)[-1].text == "as it was"


# groups


@pytest.mark.reported("59", "G9")
@pytest.mark.parametrize("announced_first", [True, False])
async def test_a_group_that_became_a_supergroup_says_where_it_is(
    adapter: TelegramAdapter,
    local: LocalTelegram,
    ann: Person,
    bot: Bot,
    page: Page,
    *,
    announced_first: bool,
) -> None:
    clan = local.group("Clan", ann, bot, kind=Kind.GROUP)
    before = room(clan)
    table = await adapter.deliver(Delivery("k", before, page("table")))
    old = clan.migrate(announce=announced_first)
    with pytest.raises(TargetMoved) as told:
        await adapter.deliver(Delivery("k2", before, page("table 2")))
    assert told.value.to == room(clan)
    for place in (before, room(clan)):  # its messages stay behind
        with pytest.raises(TargetGone):
            await adapter.deliver(Delivery("k3", place, page("table 2"), table.message))
    await adapter.deliver(Delivery("k4", room(clan), page("table 2")))
    assert ann.pages(clan)[-1].text == "table 2"
    assert old.moved_to is clan.chat


async def test_where_we_were_put_out_somebody_has_to_invite_us_again(
    adapter: TelegramAdapter, family: Group, ann: Person, bot: Bot, page: Page
) -> None:
    table = await adapter.deliver(Delivery("k", room(family), page("table")))
    family.put_out(bot.account)
    for replaces in (None, table.message):
        delivery = Delivery("k2", room(family), page("table 2"), replaces)
        assert await unreachable(adapter, delivery) == "invite"
    family.let_in(bot.account)
    await adapter.deliver(Delivery("k2", room(family), page("table 2"), table.message))
    assert [p.text for p in ann.pages(family) if p.sender == bot.id] == ["table 2"]


async def test_an_unknown_group_has_to_invite_us(adapter: TelegramAdapter, page: Page) -> None:
    nowhere = Conversation("telegram", "-1001111111111")
    assert await unreachable(adapter, Delivery("k", nowhere, page("table"))) == "invite"


async def test_where_we_may_not_write_somebody_has_to_allow_it(
    adapter: TelegramAdapter, family: Group, bot: Bot, page: Page
) -> None:
    family.restrict(bot.account)
    assert await unreachable(adapter, Delivery("k", room(family), page("table"))) == "allow"


async def test_a_closed_topic_waits_and_a_deleted_one_is_gone_for_good(
    adapter: TelegramAdapter, local: LocalTelegram, ann: Person, bot: Bot, page: Page
) -> None:
    forum = local.group("Forum", ann, bot, forum=True)
    topic = forum.open_topic("UNO")
    place = room(forum, topic)
    table = await adapter.deliver(Delivery("k", place, page("table")))
    forum.close_topic(topic)
    assert await unreachable(adapter, Delivery("k2", place, page("new"))) == "topic"
    edit = Delivery("k3", place, page("table 2"), table.message)
    assert await unreachable(adapter, edit) == "topic"
    forum.reopen_topic(topic)
    await adapter.deliver(edit)
    forum.delete_topic(topic)
    with pytest.raises(TargetGone):
        await adapter.deliver(Delivery("k4", place, page("table 3"), table.message))
    assert await unreachable(adapter, Delivery("k5", place, page("table 3"))) == "topic"


# messages and presses


async def test_a_message_that_somebody_deleted_is_gone(
    adapter: TelegramAdapter, family: Group, ann: Person, page: Page
) -> None:
    table = await adapter.deliver(Delivery("k", room(family), page("table")))
    assert table.message is not None
    ann.delete(int(table.message.id), family)
    with pytest.raises(TargetGone):
        await adapter.deliver(Delivery("k2", room(family), page("table 2"), table.message))


async def test_the_message_of_somebody_else_cannot_be_edited(
    adapter: TelegramAdapter, family: Group, ann: Person, page: Page
) -> None:
    said = ann.say("/new@uno_test_bot", family)
    theirs = Message(room(family), str(said.id))
    with pytest.raises(TargetGone):
        await adapter.deliver(Delivery("k", room(family), page("table"), theirs))


@pytest.mark.parametrize("place", [Conversation("telegram", "Family"), User("telegram", "@ann")])
async def test_names_that_are_no_numbers_are_refused(
    adapter: TelegramAdapter, place: User | Conversation, page: Page
) -> None:
    with pytest.raises(Rejected):
        await adapter.deliver(Delivery("k", place, page("table")))


async def test_what_telegram_will_never_take_is_rejected(
    adapter: TelegramAdapter, family: Group, page: Page
) -> None:
    for document in (page(""), page("x" * 4097), Document(())):
        with pytest.raises(Rejected):
            await adapter.deliver(Delivery("k", room(family), document))


async def press(adapter: TelegramAdapter, ann: Person, family: Group) -> str:
    document = Document((line("table"), Choices((Choice("My hand", "hand"),))))
    await adapter.deliver(Delivery("k", room(family), document))
    query = ann.press("My hand", family)
    assert query is not None
    return query


async def test_a_press_is_answered_once_and_soon(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, ann: Person
) -> None:
    first, second = [await press(adapter, ann, family) for _ in range(2)]
    await adapter.deliver(Toast("k", first, "hand"))
    local.advance(timedelta(seconds=16))
    for late in (first, second, "never pressed"):
        with pytest.raises(TargetGone):
            await adapter.deliver(Toast("k", late, "hand"))
    assert ann.toasts == ("hand",)


# too much, too slow, not there


@pytest.mark.reported("62")
async def test_a_flood_in_one_chat_holds_up_no_other_and_no_press(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, ann: Person, page: Page
) -> None:
    ack = await press(adapter, ann, family)
    local.faults.plan(flood(timedelta(seconds=34)), chat=family.id)
    with pytest.raises(RetryLater) as told:
        await adapter.deliver(Delivery("k", room(family), page("table")))
    assert told.value.after == timedelta(seconds=34)
    await adapter.deliver(Delivery("k2", to(ann), page(HAND)))
    await adapter.deliver(Toast("k3", ack, "hand"))
    assert (ann.pages()[-1].text, ann.toasts) == (HAND, ("hand",))


async def test_the_twenty_first_message_in_a_minute_is_put_off(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, page: Page
) -> None:
    sent = await adapter.deliver(Delivery("k", room(family), page("0")))
    for number in range(1, 20):
        await adapter.deliver(Delivery("k", room(family), page(f"{number}"), sent.message))
    late = Delivery("k", room(family), page("20"), sent.message)
    with pytest.raises(RetryLater) as told:
        await adapter.deliver(late)
    local.advance(told.value.after)
    await adapter.deliver(late)


async def test_the_quota_that_is_declared_is_never_refused(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, page: Page
) -> None:
    quota = adapter.capabilities.per_conversation
    assert quota is not None
    for number in range(3 * quota.count):
        await adapter.deliver(Delivery("k", room(family), page(f"{number}")))
        if (number + 1) % quota.count == 0:
            local.advance(timedelta(seconds=quota.seconds))
    assert {call.code for call in local.calls} == {200}


@pytest.mark.parametrize("done", [True, False])
async def test_an_answer_that_is_lost_leaves_the_question_open_and_is_not_asked_again(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, page: Page, *, done: bool
) -> None:
    table = await adapter.deliver(Delivery("k", room(family), page("table")))
    for replaces in (None, table.message):
        text = "new" if replaces is None else "edited"
        calls = len(local.calls)
        local.faults.plan(Dropped(done=done))
        with pytest.raises(OutcomeUnknown):
            await adapter.deliver(Delivery("k", room(family), page(text), replaces))
        assert len(local.calls) == calls + 1
        assert any(m.content.text == text for m in family.chat.messages.values()) is done


async def test_an_answer_that_does_not_come_is_a_lost_one(
    connect: Connect, local: LocalTelegram, family: Group, page: Page
) -> None:
    adapter = connect(patience=0.5)
    await adapter.open()
    calls = len(local.calls)
    local.faults.plan(Silent(done=True))
    with pytest.raises(OutcomeUnknown):
        await adapter.deliver(Delivery("k", room(family), page("table")))
    await local.until(lambda: len(local.calls) > calls)
    assert len(local.calls) == calls + 1


@pytest.mark.parametrize("code", [500, 502, 504])
async def test_an_answer_that_says_nothing_leaves_the_question_open(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, page: Page, code: int
) -> None:
    local.faults.plan(ApiError(code))
    calls = len(local.calls)
    with pytest.raises(OutcomeUnknown):
        await adapter.deliver(Delivery("k", room(family), page("table")))
    assert len(local.calls) == calls + 1


async def test_without_a_connection_nothing_was_sent_and_later_all_is_well(
    adapter: TelegramAdapter, server: BotApiServer, url: str, family: Group, page: Page
) -> None:
    await server.stop()
    with pytest.raises(RetryLater):
        await adapter.deliver(Delivery("k", room(family), page("table")))
    await server.start(int(url.rpartition(":")[2]))
    await adapter.deliver(Delivery("k", room(family), page("table")))


async def test_before_it_is_open_and_after_it_is_closed_nothing_is_sent(
    connect: Connect, local: LocalTelegram, family: Group, page: Page
) -> None:
    adapter = connect()
    for _ in range(2):
        calls = len(local.calls)
        with pytest.raises(RetryLater):
            await adapter.deliver(Delivery("k", room(family), page("table")))
        assert len(local.calls) == calls
        await adapter.open()
        await adapter.close()


async def test_a_revoked_token_loses_no_message(
    adapter: TelegramAdapter, bot: Bot, family: Group, page: Page
) -> None:
    bot.token = f"{bot.id}:another-token-of-the-bot"
    with pytest.raises(RetryLater):
        await adapter.deliver(Delivery("k", room(family), page("table")))
