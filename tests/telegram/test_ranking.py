"""Who manages a group, asked over the real HTTP stack."""

from __future__ import annotations

from datetime import timedelta

import pytest

from uno_chat.contract import (
    Conversation,
    Ranked,
    Rejected,
    RetryLater,
    User,
)
from uno_chat.testing.telegram import Group, LocalTelegram, Person, flood
from uno_chat_telegram import TelegramAdapter


def user(person: Person) -> User:
    return User("telegram", str(person.id))


def room(group: Group, topic: str = "") -> Conversation:
    return Conversation("telegram", str(group.id), topic)


@pytest.mark.reported("53")
async def test_owner_and_admins_manage_a_group_and_nobody_else(
    family: Group, ann: Person, ben: Person, local: LocalTelegram, adapter: TelegramAdapter
) -> None:
    stranger = local.person("Cleo")
    people = (ann, ben, stranger)
    assert isinstance(adapter, Ranked)
    assert [await adapter.manages(user(one), room(family)) for one in people] == [
        True,
        False,
        False,
    ]
    family.promote(ben.account)
    assert await adapter.manages(user(ben), room(family))


async def test_an_anonymous_admin_is_one_and_a_topic_has_the_admins_of_its_group(
    family: Group, ben: Person, adapter: TelegramAdapter
) -> None:
    family.promote(ben.account, anonymous=True)
    assert await adapter.manages(user(ben), room(family, "7"))


async def test_who_left_manages_nothing_any_more(
    family: Group, ben: Person, adapter: TelegramAdapter
) -> None:
    family.promote(ben.account)
    family.put_out(ben.account)
    assert not await adapter.manages(user(ben), room(family))


async def test_what_cannot_be_found_out_is_an_error_that_says_why(
    family: Group, ben: Person, local: LocalTelegram, adapter: TelegramAdapter
) -> None:
    with pytest.raises(Rejected):
        await adapter.manages(User("telegram", "7"), room(family))
    local.faults.plan(flood(timedelta(seconds=17)), method="getChatMember")
    with pytest.raises(RetryLater) as later:
        await adapter.manages(user(ben), room(family))
    assert later.value.after == timedelta(seconds=17)
