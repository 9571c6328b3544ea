"""What was said while we were away comes once, whole and in order, whatever goes wrong."""

from __future__ import annotations

import json
from typing import Protocol

import pytest

from uno_chat.contract import (
    AccountRefused,
    Batch,
    Conversation,
    Findable,
    Joined,
    Left,
    Moved,
    RetryLater,
    Said,
    TargetMoved,
    Unreachable,
    User,
)
from uno_chat.testing.ear import Ear
from uno_chat.testing.matrix import BAD_GATEWAY, Account, Api, Dropped, Gateway, LocalMatrix, Person
from uno_chat_matrix import MatrixAdapter, read_settings

CLIENT = "/_matrix/client/v3"


class Uno(Protocol):
    account: Account
    ear: Ear
    gateway: Gateway
    api: Api


def words(batch: Batch) -> list[str]:
    return [e.event.text for e in batch.envelopes if isinstance(e.event, Said)]


async def family(uno: Uno, matrix: LocalMatrix, version: str = "") -> tuple[Person, str]:
    """Ann and a room of hers, in which we are."""
    ann = await matrix.person("Ann")
    room = await matrix.family("Family", ann, bot=uno.account.user, version=version)
    (came,) = await uno.ear.hear()
    assert came.event == Joined(User("matrix", uno.account.user))
    return ann, room


async def test_what_was_said_before_we_came_was_not_said_to_us(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann = await matrix.person("Ann")
    room = await ann.opens("Family", uno.account.user)
    await ann.say("!uno new", room)
    await uno.ear.hear()
    await ann.say("!uno table", room)
    await uno.ear.hear()
    assert [e.event for e in uno.ear.heard if isinstance(e.event, Said)] == [Said("!uno table")]
    assert uno.ear.heard[-1].name == "Ann"
    assert uno.ear.heard[-1].title == "Family"


async def test_the_first_sync_of_an_account_takes_up_nothing_old(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, room = await family(uno, matrix)
    await ann.say("!uno new", room)
    uno.ear.cursor = None
    assert (await uno.ear.pull()).envelopes == ()
    await ann.say("!uno table", room)
    assert words(await uno.ear.pull()) == ["!uno table"]


async def test_all_that_was_said_during_an_absence_comes_once_and_in_order(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, room = await family(uno, matrix)
    await uno.ear.adapter.close()
    lines = [f"!uno {number}" for number in range(210)]
    for text in lines:
        await ann.say(text, room)
    before = uno.ear.cursor
    await uno.ear.adapter.open()
    first = await uno.ear.pull()
    assert words(first) == lines
    uno.ear.cursor = before
    assert (await uno.ear.pull()).envelopes == first.envelopes


async def test_a_change_of_our_name_hides_nothing_that_was_said_before(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, room = await family(uno, matrix)
    await ann.say("!uno new", room)
    path = f"{CLIENT}/profile/{uno.account.user}/displayname"
    await uno.api.call("PUT", path, {"displayname": "Dealer"})
    for number in range(120):
        await ann.say(f"line {number}", room)
    assert words(await uno.ear.pull())[0] == "!uno new"


async def test_the_account_is_found_by_its_whole_id(uno: Uno) -> None:
    assert isinstance(uno.ear.adapter, Findable)
    assert uno.ear.adapter.found_as == uno.account.user


async def test_who_is_put_out_and_comes_back_hears_nothing_of_the_time_between(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, room = await family(uno, matrix)
    await ann.kick(uno.account.user, room)
    (gone,) = await uno.ear.hear()
    us = User("matrix", uno.account.user)
    assert (gone.event, gone.sender.id) == (Left(us, us=True), ann.id)
    await ann.say("!uno end", room)
    await ann.invite(uno.account.user, room)
    await uno.ear.hear()
    await ann.say("!uno table", room)
    assert words(await uno.ear.pull()) == ["!uno table"]


async def test_words_in_several_rooms_come_in_the_order_of_time(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, room = await family(uno, matrix)
    other = await matrix.family("Clan", ann, bot=uno.account.user)
    await uno.ear.hear()
    for number, where in enumerate((room, other, other, room, other)):
        await ann.say(str(number), where)
    assert words(await uno.ear.pull()) == ["0", "1", "2", "3", "4"]


async def test_nothing_of_people_whom_the_account_ignores(uno: Uno, matrix: LocalMatrix) -> None:
    ann, eve = await matrix.person("Ann"), await matrix.person("Eve")
    room = await matrix.family("Family", ann, eve, bot=uno.account.user)
    await uno.ear.hear()
    path = f"{CLIENT}/user/{uno.account.user}/account_data/m.ignored_user_list"
    await uno.api.call("PUT", path, {"ignored_users": {eve.id: {}}})
    await eve.say("!uno end", room)
    await eve.direct(uno.account.user)
    await ann.say("!uno new", room)
    envelopes = await uno.ear.hear()
    assert [e.sender.id for e in envelopes] == [ann.id]
    assert json.loads(uno.ear.cursor or "")[1] == []


async def test_a_token_that_the_homeserver_does_not_know_is_replaced(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, room = await family(uno, matrix)
    uno.ear.cursor = json.dumps(["of another homeserver", []])
    assert (await uno.ear.pull()).envelopes == ()
    await ann.say("!uno new", room)
    assert words(await uno.ear.pull()) == ["!uno new"]


async def test_a_broken_gateway_is_asked_again_after_a_while(uno: Uno, matrix: LocalMatrix) -> None:
    ann, room = await family(uno, matrix)
    await ann.say("!uno new", room)
    for fault in (BAD_GATEWAY, Dropped(done=True)):
        uno.gateway.plan(fault, path="/sync")
        with pytest.raises(RetryLater) as told:
            await uno.ear.pull()
        assert told.value.after.total_seconds() >= 2
    assert words(await uno.ear.pull()) == ["!uno new"]


@pytest.mark.parametrize("path", ["/messages", "/state/m.room.name", "/event/"])
async def test_what_fails_on_the_way_fails_the_whole_sync_and_is_made_up_for(
    uno: Uno, matrix: LocalMatrix, path: str
) -> None:
    ann, room = await family(uno, matrix)
    page = await uno.ear.say(Conversation("matrix", room), "the table")
    assert page is not None
    await uno.ear.pull()  # what we say ourselves is understood without asking
    await ann.say("first", room, reply_to=page.id)
    for number in range(120):
        await ann.say(f"line {number}", room)
    await uno.ear.adapter.close()  # forgets what it knew of the room
    await uno.ear.adapter.open()
    uno.gateway.plan(BAD_GATEWAY, path=path)
    with pytest.raises(RetryLater):
        await uno.ear.pull()
    batch = await uno.ear.pull()
    assert len(words(batch)) == 121
    assert batch.envelopes[0].event == Said("first", to_us=True)


@pytest.mark.parametrize("fault", [BAD_GATEWAY, Dropped(done=False), Dropped(done=True)])
async def test_an_invitation_is_followed_until_it_is_answered(
    uno: Uno, matrix: LocalMatrix, fault: Dropped
) -> None:
    ann = await matrix.person("Ann")
    room = await ann.opens("Family", uno.account.user)
    batch = await uno.ear.pull()
    assert room in (batch.cursor or "")
    uno.gateway.plan(fault, path="/join/")
    await uno.ear.pull()
    fresh = Ear(uno.ear.adapter, uno.ear.cursor)  # as after a crash: only the cursor is left
    await uno.ear.adapter.close()
    await uno.ear.adapter.open()
    await ann.say("hello", room)
    while json.loads(fresh.cursor or "")[1]:
        await fresh.pull()
    assert uno.account.user in await ann.members(room)
    came = [e.event for e in (*uno.ear.heard, *fresh.heard)]
    assert came.count(Joined(User("matrix", uno.account.user))) == 1


async def test_an_invitation_that_was_taken_back_is_forgotten(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann = await matrix.person("Ann")
    room = await ann.opens("Family", uno.account.user)
    await uno.ear.pull()
    await ann.kick(uno.account.user, room)
    while json.loads(uno.ear.cursor or "")[1]:
        await uno.ear.pull()
    assert uno.account.user not in await ann.members(room)


@pytest.mark.parametrize("version", ["11", "12"])
async def test_a_room_that_is_replaced_takes_its_table_along(
    uno: Uno, matrix: LocalMatrix, version: str
) -> None:
    ann, old = await family(uno, matrix, version)
    new = await ann.upgrade(old)
    await ann.invite(uno.account.user, new)
    envelopes = await uno.ear.hear()
    while not any(isinstance(e.event, Moved) for e in envelopes):
        envelopes = await uno.ear.hear()
    (moved,) = [e for e in envelopes if isinstance(e.event, Moved)]
    assert moved.event == Moved(Conversation("matrix", new))
    assert moved.conversation == Conversation("matrix", old)
    await uno.ear.say(Conversation("matrix", new), "the table")


async def test_a_public_room_that_is_replaced_is_followed(uno: Uno, matrix: LocalMatrix) -> None:
    ann = await matrix.person("Ann")
    old = await ann.opens("Family", uno.account.user, preset="public_chat")
    await uno.ear.hear()
    new = await ann.upgrade(old)
    envelopes = await uno.ear.hear()
    assert [e.event for e in envelopes] == [Moved(Conversation("matrix", new))]


@pytest.mark.parametrize("version", ["11", "12"])
async def test_whoever_is_not_invited_into_the_new_room_says_so(
    uno: Uno, matrix: LocalMatrix, version: str
) -> None:
    ann, old = await family(uno, matrix, version)
    new = await ann.upgrade(old)
    with pytest.raises(TargetMoved) as moved:
        await uno.ear.say(Conversation("matrix", old), "the table")
    assert moved.value.to == Conversation("matrix", new)
    with pytest.raises(Unreachable) as told:
        await uno.ear.say(moved.value.to, "the table")
    assert told.value.remedy == "invite"


async def test_no_room_can_pretend_to_replace_another(uno: Uno, matrix: LocalMatrix) -> None:
    _, room = await family(uno, matrix)
    eve = await matrix.person("Eve")
    claim = {"predecessor": {"room_id": room, "event_id": "$any"}}
    await eve.opens("Trap", uno.account.user, creation_content=claim)
    envelopes = await uno.ear.hear()
    assert not [e for e in envelopes if isinstance(e.event, Moved)]


async def test_whoever_is_put_out_or_muted_is_told_apart(uno: Uno, matrix: LocalMatrix) -> None:
    ann, room = await family(uno, matrix)
    where = Conversation("matrix", room)
    await ann.set_state("m.room.power_levels", {"events_default": 50}, room)
    with pytest.raises(Unreachable) as told:
        await uno.ear.say(where, "the table")
    assert told.value.remedy == "allow"
    await ann.kick(uno.account.user, room)
    with pytest.raises(Unreachable) as told:
        await uno.ear.say(where, "the table")
    assert told.value.remedy == "invite"


async def test_an_account_that_was_logged_out_stops(uno: Uno) -> None:
    await uno.api.call("POST", f"{CLIENT}/logout", {})
    with pytest.raises(AccountRefused, match="matrix_access_token"):
        await uno.ear.pull()
    with pytest.raises(RetryLater):
        await uno.ear.say(Conversation("matrix", "!room"), "the table")


async def test_a_homeserver_that_is_away_is_asked_again_when_it_opens() -> None:
    settings = {"homeserver": "http://127.0.0.1:9", "user": "@uno:localhost", "access_token": "x"}
    with pytest.raises(RetryLater):
        await MatrixAdapter(read_settings(settings)).open()
