"""What Synapse sends, as it was recorded, and what is made of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.contract import (
    Contacted,
    Conversation,
    Envelope,
    Joined,
    Left,
    Message,
    Moved,
    Reacted,
    Said,
    Unreadable,
    User,
    envelope_from_json,
    envelope_to_json,
)
from uno_chat_matrix.bridges import USUAL
from uno_chat_matrix.decode import Above, Part, decoded, is_arrival, since_arrival
from uno_chat_matrix.session import Me

Read = Callable[..., list[Envelope | Unreadable]]

ME: Final = Me("@uno:localhost", "Uno")
NOW: Final = datetime(2026, 12, 1, tzinfo=UTC)
ANN, BOB, US = (User("matrix", f"@{name}:localhost") for name in ("ann", "bob", "uno"))
GROUP: Final = Conversation("matrix", "!group")
NEWER: Final = Conversation("matrix", "!newer")


def one(found: list[Envelope | Unreadable]) -> Envelope:
    (envelope,) = found
    assert isinstance(envelope, Envelope)
    assert envelope_from_json(envelope_to_json(envelope)) == envelope
    return envelope


def message(body: object, **more: object) -> dict[str, Any]:
    content = {"msgtype": "m.text", "body": body, **more}
    return {
        "type": "m.room.message",
        "sender": "@ann:localhost",
        "event_id": "$e",
        "origin_server_ts": 1_796_013_877_812,
        "content": content,
    }


def reaction(key: str, on: str) -> dict[str, Any]:
    relation = {"rel_type": "m.annotation", "event_id": on, "key": key}
    return message("") | {"type": "m.reaction", "content": {"m.relates_to": relation}}


def heard(*events: Mapping[str, object], me: Me = ME, **known: Any) -> list[Envelope | Unreadable]:  # noqa: ANN401 - fields of a Part
    return list(decoded(Part("!group", events, **known), me, NOW))


def test_a_command_in_a_group(read: Read) -> None:
    envelope = one(read("said in a group", title="Family", names={ANN.id: "Ann"}))
    assert envelope.event == Said("!uno new")
    assert (envelope.sender, envelope.name, envelope.conversation) == (ANN, "Ann", GROUP)
    assert (envelope.private, envelope.title, envelope.language) == (False, "Family", None)
    assert envelope.at.utcoffset() == datetime.now(UTC).utcoffset()


def test_who_shows_no_name_is_called_by_the_account(read: Read) -> None:
    assert one(read("said in a group")).name == "ann"


@pytest.mark.parametrize("name", ["mentioned", "mentioned as clients did"])
def test_a_mention_is_for_us_and_our_name_is_no_word(read: Read, name: str) -> None:
    assert one(read(name)).event == Said("join", to_us=True)


@pytest.mark.parametrize("name", ["replied", "replied as clients did"])
def test_an_answer_to_us_is_for_us_and_does_not_repeat_what_it_answers(
    read: Read, name: str, ours_above: dict[str, Above]
) -> None:
    assert one(read(name, above=ours_above)).event == Said("join", to_us=True)
    assert one(read(name)).event == Said("join")


@pytest.mark.parametrize("key", ["2", "2\ufe0f\u20e3", "2\u20e3", "2\ufe0f"])
def test_a_number_on_a_message_of_ours_is_told_however_it_is_written(key: str) -> None:
    on = Message(Conversation("matrix", "!group", "$thread"), "$ours")
    above = {"$ours": Above(ours=True, thread="$thread")}
    envelope = one(heard(reaction(key, "$ours"), above=above))
    assert (envelope.event, envelope.conversation) == (Reacted(2, on), on.conversation)


def test_a_number_on_a_page_in_private(read: Read, ours_above: dict[str, Above]) -> None:
    envelope = one(read("reacted", above=ours_above, other=BOB.id))
    assert isinstance(envelope.event, Reacted)
    assert envelope.event.number == 2
    assert envelope.private


def test_what_else_people_put_on_messages_is_no_event() -> None:
    above = {"$ours": Above(ours=True), "$theirs": Above(ours=False)}
    for key, on in (
        ("👍", "$ours"),
        ("2", "$theirs"),
        ("2", "$unknown"),
        ("-1", "$ours"),
        ("", ""),
    ):
        assert heard(reaction(key, on), above=above) == []
    assert one(heard(reaction("🔟", "$ours"), above=above)).event == Reacted(
        10, Message(GROUP, "$ours")
    )


def test_a_thread_is_a_conversation_and_its_links_are_no_answers(
    read: Read, ours_above: dict[str, Above]
) -> None:
    first = one(read("a thread's first"))
    envelope = one(read("said in a thread", above=ours_above))
    assert envelope.event == Said("!uno new")
    assert envelope.conversation == Conversation("matrix", "!group", first.id)


@pytest.mark.parametrize(
    "name", ["said by us", "edited", "no words", "deleted", "renamed", "made a private room"]
)
def test_what_is_nothing_new_for_us_is_no_event(read: Read, name: str) -> None:
    found = read(name)
    assert [each.event for each in found if isinstance(each, Envelope)] in ([], [Joined(US)])
    assert not [each for each in found if isinstance(each, Unreadable)]


def test_what_cannot_be_read_is_named_by_its_event(read: Read) -> None:
    (unreadable,) = read("unreadable")
    assert isinstance(unreadable, Unreadable)
    assert json.loads(unreadable.raw)["event_id"] == unreadable.id


def test_nothing_from_before_we_came_in_is_read(read: Read) -> None:
    assert one(read("came into a group", title="Family")).event == Joined(US)


def test_whoever_leaves_is_named(read: Read) -> None:
    envelope = one(read("left"))
    assert (envelope.event, envelope.conversation) == (Left(BOB), GROUP)


def test_being_put_out_is_told_with_who_did_it(read: Read) -> None:
    envelope = one(read("kicked"))
    assert (envelope.event, envelope.sender, envelope.conversation) == (
        Left(US, us=True),
        ANN,
        NEWER,
    )


def test_coming_into_the_room_that_replaces_another_moves_it(read: Read) -> None:
    envelope = one(read("came into the new room", before="!group"))
    assert (envelope.event, envelope.conversation) == (Moved(NEWER), GROUP)


def test_whoever_invites_us_alone_opens_the_private_channel(read: Read) -> None:
    envelope = one(read("came into a private room", other=ANN.id, names={ANN.id: "Ann"}))
    assert (envelope.event, envelope.private) == (Contacted(), True)
    assert (envelope.sender, envelope.name, envelope.title) == (ANN, "Ann", "")


def test_whoever_comes_to_us_opens_it_too_and_we_alone_do_not(read: Read) -> None:
    assert read("made a private room", other=ANN.id) == []
    envelope = one(read("came to us", other=ANN.id))
    assert (envelope.event, envelope.sender, envelope.private) == (Contacted(), ANN, True)


def test_words_in_private_are_for_us_as_they_are(read: Read) -> None:
    envelope = one(read("said in private", other=ANN.id))
    assert (envelope.event, envelope.private) == (Said("r7"), True)


def test_a_room_for_two_in_which_a_third_is_is_a_group(read: Read) -> None:
    assert one(read("said in private")).private is False


@pytest.mark.parametrize(
    ("body", "words", "to_us"),
    [
        ("@uno:localhost new", "new", True),
        ("@uno:localhost: new", "new", True),
        ("@uno join", "join", True),
        ("Uno: join", "join", True),
        ("uno, join", "join", True),
        ("uno", "uno", False),
        ("Uno r7", "Uno r7", False),
        ("unopened", "unopened", False),
        ("@unofficial join", "@unofficial join", False),
        ("> r7", "> r7", False),
    ],
)
def test_a_name_at_the_beginning_calls_us_if_it_is_no_word(
    body: str, words: str, *, to_us: bool
) -> None:
    assert one(heard(message(body))).event == Said(words, to_us=to_us)


def test_a_bare_name_counts_where_it_is_marked_as_a_mention() -> None:
    marked = message("Uno r7", **{"m.mentions": {"user_ids": [ME.id]}})
    assert one(heard(marked)).event == Said("r7", to_us=True)


def test_whoever_says_whom_a_message_mentions_means_nobody_else() -> None:
    link = f'<a href="https://matrix.to/#/{ME.id}">Uno</a> said so'
    told = message("Uno said so", formatted_body=link, **{"m.mentions": {}})
    assert one(heard(told)).event == Said("Uno said so")


def test_a_link_to_somebody_whose_id_begins_like_ours_is_no_mention() -> None:
    link = f'<a href="https://matrix.to/#/{ME.id}.example">Uno</a> said so'
    assert one(heard(message("Uno said so", formatted_body=link))).event == Said("Uno said so")


def test_the_time_of_a_foreign_homeserver_is_when_it_came() -> None:
    event = message("uno") | {"sender": "@eve:elsewhere.example", "origin_server_ts": 7}
    assert one(heard(event)).at == NOW
    assert one(heard(message("uno"))).at < NOW


@pytest.mark.parametrize("body", [None, 7, ["r7"], "half a \ud83d"])
def test_a_body_that_is_no_text_is_set_aside_and_blocks_nothing(body: object) -> None:
    found = heard(message(body), message("r7"))
    assert [type(each) for each in found] == [Unreadable, Envelope]


def test_an_event_without_a_name_keeps_the_one_it_is_given() -> None:
    event = message("r7")
    del event["event_id"]
    first, second = heard(*(event | {"unsigned": {"age": age}} for age in (1, 2)))
    assert first == second
    assert isinstance(first, Unreadable)
    assert first.id.startswith("raw-")


def test_only_a_change_of_state_changes_who_is_here() -> None:
    content = {"membership": "join"}
    event = message("") | {"type": "m.room.member", "content": content, "sender": ME.id}
    assert heard(event) == []
    assert not is_arrival(event, ME.id)
    assert is_arrival(event | {"state_key": ME.id}, ME.id)


def test_the_last_arrival_counts() -> None:
    def came(was: str) -> dict[str, Any]:
        before = {"prev_content": {"membership": was}}
        return message("") | {
            "type": "m.room.member",
            "state_key": ME.id,
            "content": {"membership": "join"},
            "unsigned": before,
        }

    first, second, renamed = came("invite"), came("leave"), came("join")
    before, since = since_arrival([first, message("a"), second, renamed, message("b")], ME.id)
    assert (list(before), since) == ([first, message("a")], (second, renamed, message("b")))


@pytest.mark.parametrize(
    ("sender", "bridged"),
    [
        ("@telegram_7100000001:localhost", True),
        ("@_discord_81384788765712384:localhost", True),
        ("@whatsapp_4915112345678:localhost", True),
        ("@whatsapp_lid-77:localhost", True),
        ("@signal_6f3e7a2c-1b5d-4c8e-9a0f-2d4b6c8e0a1b:localhost", True),
        ("@slack_t024be7ld-u024be7lh:localhost", True),
        ("@irc_libera_ann:localhost", True),
        ("@relay:localhost", True),
        ("@ann:localhost", False),
        ("@telegram_fan:localhost", False),
        ("@signal:localhost", False),
        ("@relayed:localhost", False),
    ],
)
def test_accounts_behind_bridges_are_told_apart(sender: str, *, bridged: bool) -> None:
    me = Me(ME.id, ME.name, bridged=(*USUAL, "@relay:localhost"))
    event = message("!uno join") | {"sender": sender}
    assert one(heard(event, me=me)).bridged is bridged


def test_what_a_bridge_writes_as_the_own_account_of_somebody_was_said_elsewhere() -> None:
    event = message("!uno join")
    puppet = event | {"content": {**event["content"], "fi.mau.double_puppet_source": "mautrix"}}
    assert [one(heard(each)).bridged for each in (event, puppet)] == [False, True]


JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(content=JSON, prev=JSON, key=st.none() | st.text())
@pytest.mark.parametrize("kind", ["m.room.message", "m.reaction", "m.room.member"])
def test_no_event_stops_those_behind_it(
    kind: str, content: object, prev: object, key: str | None
) -> None:
    event = message("") | {"type": kind, "content": content, "unsigned": prev}
    event |= {} if key is None else {"state_key": key}
    assert heard(event, message("r7"))[-1] == heard(message("r7"))[0]
