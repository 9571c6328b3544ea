"""A hand is shown in a room of exactly two, which is found or made, and to nobody else."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

import pytest

from uno_chat.contract import (
    Contacted,
    Conversation,
    Message,
    RetryLater,
    Said,
    Sealed,
    TargetGone,
    Unreachable,
    User,
)
from uno_chat.testing.ear import Ear
from uno_chat.testing.matrix import BAD_GATEWAY, Account, Api, Gateway, LocalMatrix, Person
from uno_chat_matrix import MatrixAdapter, read_settings
from uno_chat_matrix.places import alias_of

CLIENT = "/_matrix/client/v3"


class Uno(Protocol):
    account: Account
    ear: Ear
    gateway: Gateway
    api: Api


def user(person: Person) -> User:
    return User("matrix", person.id)


def room_of(message: Message | None) -> str:
    assert message is not None
    return message.conversation.id


async def invited(uno: Uno, person: Person) -> str:
    """The room into which a hand that could not be shown has invited somebody, who waits."""
    person.joins = False
    with pytest.raises(Unreachable) as told:
        await uno.ear.say(user(person), "a hand")
    assert told.value.remedy == "accept"
    return await person.wait_for(lambda: person.private or None)


async def shared(uno: Uno, person: Person) -> str:
    """The room in which somebody has come to us, as we have heard."""
    room = await invited(uno, person)
    await person.join(room)
    await uno.ear.hear()
    return room


def invitations(person: Person) -> int:
    return sum(showing.kind == "invite" for showing in person.seen)


async def test_the_first_hand_invites_and_the_next_one_arrives(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann = await matrix.person("Ann")
    room = await invited(uno, ann)
    await ann.join(room)
    (came,) = await uno.ear.hear()
    assert (came.event, came.sender, came.private) == (Contacted(), user(ann), True)
    assert came.name == "Ann"
    assert room_of(await uno.ear.say(user(ann), "your hand")) == room
    await ann.until("your hand", room=room)
    assert await ann.members(room) == {ann.id, uno.account.user}
    await ann.say("r7", room)
    (said,) = await uno.ear.hear()
    assert (said.event, said.private) == (Said("r7"), True)


async def test_a_hand_before_the_other_has_come_is_not_sent(uno: Uno, matrix: LocalMatrix) -> None:
    ann = await matrix.person("Ann")
    room = await invited(uno, ann)
    assert await invited(uno, ann) == room
    await ann.join(room)
    await ann.look()
    assert ann.pages(room) == ()
    assert invitations(ann) == 1


async def test_nobody_else_can_be_brought_in_nor_read_what_was_said_before(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann = await matrix.person("Ann")
    room = await shared(uno, ann)
    for kind, key, value in (
        ("m.room.power_levels", "invite", 100),
        ("m.room.history_visibility", "history_visibility", "joined"),
        ("m.room.join_rules", "join_rule", "invite"),
    ):
        state = await ann.api.call("GET", f"{CLIENT}/rooms/{room}/state/{kind}/")
        assert state[key] == value
        assert state.get("users", {}).get(ann.id, 0) == 0


async def test_a_room_whose_making_nobody_noted_is_found_again(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann = await matrix.person("Ann")
    uno.gateway.plan(BAD_GATEWAY, path="/account_data/m.direct")  # where it would be noted
    uno.gateway.plan(BAD_GATEWAY, path="/account_data/m.direct")
    for _ in range(2):
        with pytest.raises(RetryLater):
            await uno.ear.say(user(ann), "a hand")
    room = await invited(uno, ann)
    assert invitations(ann) == 1
    mine = await uno.api.call("GET", f"{CLIENT}/user/{uno.account.user}/account_data/m.direct")
    assert mine == {ann.id: [room]}


async def test_hands_at_the_same_time_make_one_room_each(uno: Uno, matrix: LocalMatrix) -> None:
    people = [await matrix.person(name, joins=False) for name in ("Ann", "Bob", "Cat")]
    tries = [uno.ear.say(user(person), "a hand") for person in people]
    told = await asyncio.gather(*tries, return_exceptions=True)
    assert [str(error) for error in told] == ["accept"] * 3
    mine = await uno.api.call("GET", f"{CLIENT}/user/{uno.account.user}/account_data/m.direct")
    assert set(mine) == {person.id for person in people}


async def test_after_a_restart_the_room_is_the_same(uno: Uno, matrix: LocalMatrix) -> None:
    ann = await matrix.person("Ann")
    room = await shared(uno, ann)
    await uno.ear.adapter.close()
    await uno.ear.adapter.open()
    assert room_of(await uno.ear.say(user(ann), "your hand")) == room


async def test_whoever_left_is_asked_back_at_once_and_only_once(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann = await matrix.person("Ann")
    room = await shared(uno, ann)
    await ann.leave(room)
    await ann.wait_for(lambda: True if ann.rooms[room] == "leave" else None)
    for _ in range(2):
        assert await invited(uno, ann) == room
    await ann.wait_for(lambda: True if ann.rooms[room] == "invite" else None)
    assert invitations(ann) == 2
    await ann.join(room)
    assert room_of(await uno.ear.say(user(ann), "your hand")) == room


async def test_whoever_declined_is_left_alone_for_an_hour(uno: Uno, matrix: LocalMatrix) -> None:
    ann = await matrix.person("Ann")
    room = await invited(uno, ann)
    await ann.leave(room)
    await ann.wait_for(lambda: True if ann.rooms[room] == "leave" else None)
    await invited(uno, ann)
    await ann.look()
    assert ann.rooms[room] == "leave"
    settings = read_settings(
        {
            "homeserver": matrix.server.url,
            "user": uno.account.user,
            "access_token": uno.account.token,
        }
    )
    later = Ear(MatrixAdapter(settings, now=lambda: datetime.now(UTC) + timedelta(hours=2)))
    await later.begin()
    with pytest.raises(Unreachable):
        await later.say(user(ann), "a hand")
    await ann.wait_for(lambda: True if ann.rooms[room] == "invite" else None)
    await later.adapter.close()


async def test_a_room_that_somebody_opened_with_us_is_used(uno: Uno, matrix: LocalMatrix) -> None:
    ann = await matrix.person("Ann")
    room = await ann.direct(uno.account.user)
    (came,) = await uno.ear.hear()
    assert (came.event, came.sender, came.name) == (Contacted(), user(ann), "Ann")
    assert room_of(await uno.ear.say(user(ann), "your hand")) == room
    assert len(ann.rooms) == 1


@pytest.mark.parametrize("ours", [True, False])
async def test_where_a_third_has_come_in_the_hand_is_withheld_and_a_new_room_is_made(
    uno: Uno, matrix: LocalMatrix, *, ours: bool
) -> None:
    ann, eve = await matrix.person("Ann"), await matrix.person("Eve")
    room = await shared(uno, ann) if ours else await ann.direct(uno.account.user)
    if not ours:
        await uno.ear.hear()
    host = uno.api if ours else ann.api
    await host.call("POST", f"{CLIENT}/rooms/{room}/invite", {"user_id": eve.id})
    await eve.inside(room)
    other = await _elsewhere(uno, ann, room)
    assert await ann.members(other) == {ann.id, uno.account.user}
    await eve.look()
    assert not any("hand" in showing.page.text for showing in eve.seen)
    await ann.say("r7", room)
    envelopes = await uno.ear.hear()
    assert [e.private for e in envelopes if e.event == Said("r7")] == [False]


async def _elsewhere(uno: Uno, ann: Person, room: str) -> str:
    """The room in which a hand arrives instead."""
    ann.joins = False
    with pytest.raises(Unreachable):
        await uno.ear.say(user(ann), "a hand")
    other = await ann.wait_for(lambda: next((r for r in ann.rooms if r != room), None))
    await ann.join(other)
    assert room_of(await uno.ear.say(user(ann), "your hand")) == other
    return other


async def test_a_page_in_an_older_room_is_shown_anew_where_it_is_private(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann = await matrix.person("Ann")
    await shared(uno, ann)
    old = await uno.ear.say(user(ann), "your hand")
    room = await ann.direct(uno.account.user)
    while not any(e.conversation.id == room for e in uno.ear.heard):
        await uno.ear.hear()
    with pytest.raises(TargetGone):
        await uno.ear.say(user(ann), "your new hand", replaces=old)
    assert room_of(await uno.ear.say(user(ann), "your new hand")) == room


async def test_an_alias_that_somebody_else_has_taken_leads_us_nowhere(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, eve = await matrix.person("Ann"), await matrix.person("Eve")
    alias = alias_of(uno.account.user, ann.id, 0)
    trap = await eve.opens("Trap", uno.account.user, ann.id, room_alias_name=alias)
    await ann.inside(trap)
    await uno.ear.hear()
    await eve.leave(trap)
    ann.joins = False
    with pytest.raises(Unreachable):
        await uno.ear.say(user(ann), "a hand")
    room = await ann.wait_for(lambda: next((r for r in ann.rooms if r != trap), None))
    await ann.join(room)
    assert room_of(await uno.ear.say(user(ann), "your hand")) == room


async def test_whoever_is_gone_for_good_is_unreachable(uno: Uno, matrix: LocalMatrix) -> None:
    ann = await matrix.person("Ann")
    await shared(uno, ann)
    await ann.delete_account()
    await uno.ear.hear()  # that she has left
    with pytest.raises(Unreachable):
        await uno.ear.say(user(ann), "a hand")


async def test_a_room_that_becomes_encrypted_is_left_for_one_in_which_we_can_read(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann = await matrix.person("Ann")
    room = await ann.direct(uno.account.user)
    await uno.ear.hear()
    assert room_of(await uno.ear.say(user(ann), "your hand")) == room
    await ann.set_state("m.room.encryption", {"algorithm": "m.megolm.v1.aes-sha2"}, room)
    (told,) = await uno.ear.hear()
    assert (told.event, told.conversation.id) == (Sealed(), room)
    await _elsewhere(uno, ann, room)


@pytest.mark.parametrize("name", ["ann", "@ann", "7"])
async def test_what_is_no_account_is_refused(uno: Uno, name: str) -> None:
    with pytest.raises(Exception, match="no account of Matrix"):
        await uno.ear.say(User("matrix", name), "a hand")


async def test_a_room_for_more_that_was_called_direct_is_a_group(
    uno: Uno, matrix: LocalMatrix
) -> None:
    ann, bob = await matrix.person("Ann"), await matrix.person("Bob")
    room = await ann.opens("", uno.account.user, bob.id, direct=True)
    await bob.inside(room)
    await uno.ear.hear()
    await ann.say("!uno new", room)
    envelopes: list[Any] = await uno.ear.hear()
    assert (envelopes[-1].event, envelopes[-1].private) == (Said("!uno new"), False)
    assert envelopes[-1].conversation == Conversation("matrix", room)
