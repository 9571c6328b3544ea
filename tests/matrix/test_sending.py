"""What is sent reads as it should, is shown once, and fails as it should."""

from __future__ import annotations

from datetime import timedelta
from typing import Protocol

import pytest

from uno_chat.contract import (
    Conversation,
    Delivery,
    Document,
    Message,
    Paragraph,
    Rejected,
    RetryLater,
    Span,
    TargetGone,
    Unreachable,
    User,
)
from uno_chat.testing.ear import Ear
from uno_chat.testing.matrix import Account, Api, Gateway, LocalMatrix, Person
from uno_chat_matrix import MatrixAdapter, read_settings


class Uno(Protocol):
    account: Account
    ear: Ear
    gateway: Gateway
    api: Api


async def family(uno: Uno, matrix: LocalMatrix, version: str = "") -> tuple[Person, Conversation]:
    ann = await matrix.person("Ann")
    room = await matrix.family("Family", ann, bot=uno.account.user, version=version)
    await uno.ear.hear()
    return ann, Conversation("matrix", room)


async def test_a_page_with_a_sound_calls_whom_it_mentions_and_an_edit_calls_nobody(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, room = await family(uno, matrix)
    calls = Document((Paragraph((Span("Ann", mentions=User("matrix", ann.id)), Span(", play"))),))
    sent = await uno.ear.adapter.deliver(Delivery("k1", room, calls, notify=True))
    page = await ann.until("Ann, play", room=room.id)
    assert (page.silent, page.mentions) == (False, frozenset({ann.id}))
    assert ann.seen[-1].notify
    await uno.ear.adapter.deliver(Delivery("k2", room, calls, replaces=sent.message))
    await uno.ear.say(room, "the table")
    assert (await ann.until("the table", room=room.id)).silent
    assert not any(showing.notify for showing in ann.seen[-2:])


async def test_a_page_in_a_thread_stands_there_and_is_edited_there(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, room = await family(uno, matrix)
    root = await ann.say("let us play here", room.id)
    await ann.say("!uno new", room.id, thread=root)
    said = (await uno.ear.hear(2))[-1]
    assert said.conversation == Conversation("matrix", room.id, root)
    message = await uno.ear.say(said.conversation, "the table")
    assert (await ann.until("the table", room=room.id)).thread == root
    assert await uno.ear.say(said.conversation, "the new table", replaces=message) == message
    page = await ann.until("the new table", room=room.id)
    assert (page.id, page.thread) == (message and message.id, root)


async def test_a_number_on_a_page_in_a_thread_names_the_page_as_it_was_sent(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, room = await family(uno, matrix)
    root = await ann.say("let us play here", room.id)
    await uno.ear.hear()
    message = await uno.ear.say(Conversation("matrix", room.id, root), "the table")
    assert message is not None
    await uno.ear.adapter.close()  # forgets what it sent
    await uno.ear.adapter.open()
    await ann.react("2️⃣", message.id, room.id)
    (came,) = await uno.ear.hear()
    assert getattr(came.event, "on", None) == message
    assert came.conversation == message.conversation


async def test_a_reaction_that_was_put_twice_is_told_once_and_none_that_is_taken_back(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, room = await family(uno, matrix)
    message = await uno.ear.say(room, "the table")
    assert message is not None
    first = await ann.react("1️⃣", message.id, room.id)
    with pytest.raises(Exception, match="M_DUPLICATE_ANNOTATION"):
        await ann.react("1️⃣", message.id, room.id)
    await ann.redact(first, room.id)
    await ann.say("!uno table", room.id)
    envelopes = await uno.ear.hear()
    assert len(envelopes) <= 2
    assert sum(type(e.event).__name__ == "Reacted" for e in envelopes) <= 1


async def test_an_edit_of_what_was_deleted_is_told(uno: Uno, matrix: LocalMatrix) -> None:
    ann, room = await family(uno, matrix)
    message = await uno.ear.say(room, "the table")
    assert message is not None
    await ann.redact(message.id, room.id)
    with pytest.raises(TargetGone):
        await uno.ear.say(room, "the new table", replaces=message)


async def test_an_edit_of_what_is_not_ours_or_not_there_is_told(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, room = await family(uno, matrix)
    theirs = await ann.say("hello", room.id)
    for event in (theirs, "$nothing"):
        with pytest.raises(TargetGone):
            await uno.ear.say(room, "the table", replaces=Message(room, event))
    await ann.look()
    assert [page.text for page in ann.pages(room.id)] == ["hello"]


async def test_an_edit_that_changes_nothing_is_not_sent(uno: Uno, matrix: LocalMatrix) -> None:
    _, room = await family(uno, matrix)
    old = await uno.ear.say(room, "the table")
    for text, calls in (("the table", 0), ("the new table", 1), ("the new table", 0)):
        uno.gateway.calls.clear()
        assert await uno.ear.say(room, text, replaces=old) == old
        assert sum("/send/" in call.path for call in uno.gateway.calls) == calls


async def test_a_message_that_is_too_large_is_refused_for_good(
    uno: Uno, matrix: LocalMatrix
) -> None:
    _, room = await family(uno, matrix)
    with pytest.raises(Rejected, match="M_TOO_LARGE"):
        await uno.ear.say(room, "あ" * 30_000)


async def test_the_limit_of_the_account_names_the_time_to_wait(
    uno: Uno, matrix: LocalMatrix
) -> None:
    _, room = await family(uno, matrix)
    await matrix.limit(uno.account.user, per_second=1, burst=2)
    with pytest.raises(RetryLater) as told:
        await _say_all(uno, room)
    assert timedelta(0) < told.value.after <= timedelta(seconds=1)


async def _say_all(uno: Uno, room: Conversation) -> None:
    for number in range(5):
        await uno.ear.say(room, f"line {number}")


@pytest.mark.parametrize("by", ["token", "password"])
async def test_what_was_sent_before_a_restart_is_not_sent_again(
    uno: Uno, matrix: LocalMatrix, by: str
) -> None:
    ann, room = await family(uno, matrix)
    given = {"homeserver": matrix.server.url, "user": uno.account.user}
    if by == "token":
        given["access_token"] = uno.account.token
    else:
        given["password"] = uno.account.password
    messages = []
    for _ in range(2):
        ear = Ear(MatrixAdapter(read_settings(given)))
        await ear.begin()
        messages.append(await ear.say(room, "the table", key="the same"))
        await ear.adapter.close()
    assert messages[0] == messages[1]
    await ann.look()
    assert [page.text for page in ann.pages(room.id)] == ["the table"]


@pytest.mark.parametrize("version", ["11", "12"])
async def test_whoever_may_put_people_out_manages_the_room(
    uno: Uno, matrix: LocalMatrix, version: str
) -> None:
    ann, bob = await matrix.person("Ann"), await matrix.person("Bob")
    title = await matrix.family("Family", ann, bob, bot=uno.account.user, version=version)
    await uno.ear.hear()
    adapter, room = uno.ear.adapter, Conversation("matrix", title)
    assert isinstance(adapter, MatrixAdapter)
    assert await adapter.manages(User("matrix", ann.id), room)
    assert not await adapter.manages(User("matrix", bob.id), room)
    await ann.power(bob.id, 50, title)
    assert await adapter.manages(User("matrix", bob.id), room)
    with pytest.raises(Unreachable):
        await adapter.manages(User("matrix", ann.id), Conversation("matrix", await bob.opens("")))
