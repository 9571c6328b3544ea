"""People on a homeserver do what clients do, and read everything once and in order."""

from __future__ import annotations

import asyncio

import pytest

from uno_chat.testing.matrix import LocalMatrix, RefusedError, read_by


async def test_who_is_invited_comes_and_reads_what_was_said(matrix: LocalMatrix) -> None:
    ann, ben = await matrix.person("Ann"), await matrix.person("Ben")
    room = await matrix.family("Family", ann, ben)
    said = await ann.say("hello", room)
    page = await ben.until("hello", room=room)
    assert (page.id, page.sender, page.silent) == (said, ann.id, False)
    assert ben.pages(room) == (page,)


async def test_an_edit_is_read_in_place_and_only_by_who_said_it(matrix: LocalMatrix) -> None:
    ann, ben = await matrix.person("Ann"), await matrix.person("Ben")
    room = await matrix.family("Family", ann, ben)
    said = await ann.say("first", room)
    await ben.edit(said, "forged", room)
    await ann.edit(said, "second", room)
    await ben.until("second", room=room)
    assert [page.text for page in ben.pages(room)] == ["second"]
    assert [one.kind for one in ben.seen if one.page.id == said] == ["new", "edit"]
    assert [one.notify for one in ben.seen if one.page.id == said] == [True, False]


async def test_what_is_deleted_stands_no_more_but_was_read(matrix: LocalMatrix) -> None:
    ann, ben = await matrix.person("Ann"), await matrix.person("Ben")
    room = await matrix.family("Family", ann, ben)
    said = await ann.say("a secret", room)
    await ben.until("a secret", room=room)
    await ann.redact(said, room)
    await ben.look()
    assert ben.pages(room) == ()
    assert "a secret" in [read.text for read in read_by("Ben", ben.diary)]


async def test_nothing_is_missing_after_a_look_however_much_there_was(matrix: LocalMatrix) -> None:
    ann, ben = await matrix.person("Ann"), await matrix.person("Ben")
    room = await matrix.family("Family", ann, ben)
    await ben.end()
    texts = [f"line {number}" for number in range(30)]
    for text in texts:
        await ann.say(text, room)
    await ben.look()
    await ben.look()
    assert [page.text for page in ben.pages(room)] == texts


async def test_who_comes_later_reads_what_was_said_before(matrix: LocalMatrix) -> None:
    ann, ben = await matrix.person("Ann"), await matrix.person("Ben")
    room = await matrix.family("Family", ann)
    await ann.say("before", room)
    await ann.invite(ben.id, room)
    assert (await ben.until("before", room=room)).sender == ann.id


async def test_an_audit_reads_what_no_client_shows(matrix: LocalMatrix) -> None:
    ann, ben = await matrix.person("Ann"), await matrix.person("Ben")
    room = await matrix.family("Family", ann, ben)
    rich = {"msgtype": "m.text", "body": "hand", "format": "org.matrix.custom.html"}
    carried = {"formatted_body": "<b>Red 7</b>", "org.uno": {"cards": ["Blue 2"]}}
    await ann.send({**rich, **carried}, room)
    page = await ben.until("hand", room=room)
    assert page.rich_text == "Red 7"
    (read,) = [read for read in read_by("Ben", ben.diary) if read.text == "hand"]
    assert {"Red 7", "Blue 2"} <= set(read.labels)


async def test_who_does_not_come_by_itself_decides_on_demand(matrix: LocalMatrix) -> None:
    ann, ben = await matrix.person("Ann"), await matrix.person("Ben", joins=False)
    room = await ann.direct(ben.id)
    await ben.wait_for(lambda: ben.rooms.get(room))
    assert (ben.rooms[room], ben.private) == ("invite", room)
    assert await ann.members(room) == {ann.id}
    await ben.join(room)
    await ben.say("hi")
    assert (await ann.until("hi")).sender == ben.id
    await ben.leave()
    assert await ann.members(room) == {ann.id}


async def test_who_was_put_out_may_say_no_more(matrix: LocalMatrix) -> None:
    ann, ben = await matrix.person("Ann"), await matrix.person("Ben")
    room = await matrix.family("Family", ann, ben)
    await ann.kick(ben.id, room)
    await ben.wait_for(lambda: True if ben.rooms[room] == "leave" else None)
    with pytest.raises(RefusedError) as told:
        await ben.say("still here", room)
    assert (told.value.status, told.value.code) == (403, "M_FORBIDDEN")


async def test_who_is_ignored_is_not_read(matrix: LocalMatrix) -> None:
    ann, ben = await matrix.person("Ann"), await matrix.person("Ben")
    room = await matrix.family("Family", ann, ben)
    await ben.ignore(ann.id)
    await ann.say("unheard", room)
    await ben.look()
    assert ben.pages(room) == ()


async def test_reactions_are_read_and_taken_back(matrix: LocalMatrix) -> None:
    ann, ben = await matrix.person("Ann"), await matrix.person("Ben")
    room = await matrix.family("Family", ann, ben)
    said = await ann.say("1. Red 7", room)
    await ben.redact(await ben.react("1️⃣", said, room), room)
    await ann.look()
    assert [(one.kind, one.page.text) for one in ann.seen if one.page.sender == ben.id][-2:] == [
        ("reaction", "1️⃣"),
        ("deleted", ""),
    ]


@pytest.mark.parametrize("version", ["11", "12"])
async def test_a_room_moves_and_everybody_must_be_invited_anew(
    matrix: LocalMatrix, version: str
) -> None:
    ann, ben = await matrix.person("Ann"), await matrix.person("Ben")
    old = await matrix.family("Family", ann, ben, version="11")
    new = await ann.upgrade(old, version)
    assert (":" in new) is (version == "11")
    await ann.invite(ben.id, new)
    await ann.say("here we are", new)
    await ben.until("here we are", room=new)
    assert "m.room.tombstone" in [one.kind for one in ben.seen]
    with pytest.raises(RefusedError):
        await ben.say("too late", old)


async def test_what_does_not_come_is_told_with_what_came(matrix: LocalMatrix) -> None:
    ann = await matrix.person("Ann")
    room = await matrix.family("Family", ann)
    await ann.say("something", room)
    await ann.until("something", room=room)
    with pytest.raises(TimeoutError, match=r"(?s)Ann does not read .*something"):
        await ann.until("nothing", room=room, within=0)


async def test_a_fault_in_reading_is_told_to_who_waits(matrix: LocalMatrix) -> None:
    ann = await matrix.person("Ann")
    await ann.api.call("POST", "/_matrix/client/v3/logout", {})
    with pytest.raises(RefusedError, match="M_UNKNOWN_TOKEN"):
        await ann.until("anything")
    matrix.people.clear()


async def test_two_looks_at_once_read_everything_once(matrix: LocalMatrix) -> None:
    ann = await matrix.person("Ann")
    room = await matrix.family("Family", ann)
    for number in range(5):
        await ann.say(f"line {number}", room)
        await asyncio.gather(*(ann.look() for _ in range(3)))
    assert [page.text for page in ann.pages(room)] == [f"line {number}" for number in range(5)]
    assert len(ann.seen) == len({id(one) for one in ann.seen})


async def test_odd_relations_hinder_nobody_from_reading(matrix: LocalMatrix) -> None:
    ann = await matrix.person("Ann")
    room = await matrix.family("Family", ann)
    for number, relation in enumerate(("everything", {"rel_type": 7, "event_id": [1]})):
        odd = {"msgtype": "m.text", "body": f"odd {number}", "m.relates_to": relation}
        await ann.send(odd, room)
    assert (await ann.until("odd 1", room=room)).thread == ""
