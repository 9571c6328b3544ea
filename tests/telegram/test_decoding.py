"""What Telegram posts, byte by byte as it does, and what is made of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.contract import (
    Batch,
    Contacted,
    Conversation,
    Envelope,
    Joined,
    Left,
    Message,
    Moved,
    NotAuthentic,
    Pressed,
    Request,
    Said,
    User,
    envelope_from_json,
    envelope_to_json,
)
from uno_chat_telegram.decode import Decoder
from uno_chat_telegram.said import NOBODY, Me
from uno_chat_telegram.sources import Polling, Posted

SECRET: Final = "s-e_c"
RECORDED: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("updates.json").read_text(encoding="utf-8")
)
ME: Final = Me(5000000000, "uno_test_bot")
ANNA, BEN, ZOE = (User("telegram", f"710000000{n}") for n in (1, 2, 3))
US: Final = User("telegram", "5000000000")
CLAN: Final = Conversation("telegram", "-1003100000003")
TOPIC: Final = Conversation("telegram", "-1003100000002", "77")
BEFORE: Final = Conversation("telegram", "-4900000001")
AFTER: Final = Conversation("telegram", "-1003100000009")
CAME_IN: Final = datetime(2026, 3, 2, 12, 30, tzinfo=UTC)


def decoded(body: bytes, me: Me = ME) -> Batch:
    source = Posted(SECRET, Decoder(me, lambda: CAME_IN))
    return asyncio.run(source.decode(Request({"X-Telegram-Bot-Api-Secret-Token": SECRET}, body)))


def read(name: str) -> list[Envelope]:
    batch = decoded(json.dumps(RECORDED[name]).encode())
    assert batch.unreadable == ()
    assert batch.cursor is None
    return list(batch.envelopes)


def test_a_command_in_a_topic() -> None:
    assert read("a command in a topic") == [
        Envelope(
            id="870011201",
            at=datetime(2026, 3, 2, 12, tzinfo=UTC),
            sender=ANNA,
            name="Anna <b> Ø.",
            conversation=TOPIC,
            private=False,
            event=Said("/new goal=200", to_us=True),
            language="de",
            title="Family & friends",
        )
    ]


def test_the_general_topic_and_threads_of_replies_are_no_topics() -> None:
    (general,) = read("words in the general topic")
    assert general.conversation == Conversation("telegram", "-1003100000002")
    (reply,) = read("a reply in a group without topics")
    assert reply.conversation == CLAN
    assert reply.event == Said("deal", to_us=True)


def test_a_deep_link_opens_the_private_chat() -> None:
    (envelope,) = read("a deep link")
    assert envelope.event == Contacted("join-7")
    assert envelope.private
    assert envelope.conversation == Conversation("telegram", ANNA.id)
    assert envelope.language == "pt-BR"


def test_a_press_is_as_old_as_its_arrival_and_never_as_its_message() -> None:
    (press,) = read("a press")
    private = Conversation("telegram", ANNA.id)
    on = Message(private, "12")
    assert press.event == Pressed("1.7.14.w+4 b uno", on, "4382423489238423")
    assert (press.sender, press.private, press.at) == (ANNA, True, CAME_IN)


def test_a_press_in_a_topic_and_one_under_a_message_that_is_gone() -> None:
    (press,) = read("a press in a topic")
    assert press.event == Pressed("1.7..catch", Message(TOPIC, "512"), "4382423489238424")
    (late,) = read("a press under a message that is gone")
    assert late.event == Pressed("1.7..catch", Message(CLAN, "512"), "4382423489238425")
    assert late.conversation == CLAN


@pytest.mark.parametrize(
    ("name", "sender", "shown"),
    [
        ("an anonymous administrator", CLAN, "Clan"),
        ("a channel as sender", Conversation("telegram", "-1001999999999"), "News"),
    ],
)
def test_who_hides_is_nobody_whom_one_could_write_to(
    name: str, sender: Conversation, shown: str
) -> None:
    (envelope,) = read(name)
    assert envelope.anonymous
    assert envelope.sender == User("telegram", sender.id)
    assert envelope.name == shown
    assert envelope.conversation == CLAN
    assert isinstance(envelope.event, Said)
    assert envelope.event.to_us


def test_nobody_else_is_anonymous() -> None:
    names = RECORDED.keys() - {
        "an anonymous administrator",
        "a channel as sender",
        "the supergroup it became",
    }
    assert not any(envelope.anonymous for name in names for envelope in read(name))


def test_both_messages_of_a_move_tell_from_where_to_where() -> None:
    for name in ("a group that becomes a supergroup", "the supergroup it became"):
        (envelope,) = read(name)
        assert (envelope.conversation, envelope.event) == (BEFORE, Moved(AFTER))


def test_each_who_comes_is_an_envelope_of_its_own_and_we_are_not_among_them() -> None:
    came = read("three who come, one of them us")
    assert [(e.id, e.event) for e in came] == [
        ("870011213", Joined(BEN)),
        ("870011213.1", Joined(ZOE)),
    ]
    (left,) = read("one who leaves")
    assert left.event == Left(BEN)


def test_our_own_coming_and_going_is_told_once() -> None:
    (blocked,) = read("we are blocked")
    assert (blocked.event, blocked.sender, blocked.private) == (Left(US, us=True), BEN, True)
    (added,) = read("we come into a group with few rights")
    assert (added.event, added.conversation, added.title) == (Joined(US), CLAN, "Clan")
    assert read("we become administrator") == []


@pytest.mark.parametrize(
    "name",
    [
        "a command of another bot",
        "an edited message",
        "a picture",
        "the post of a channel",
        "the words of another bot",
        "a press under a message that was sent inline",
        "the start of a game of Telegram's own",
        "a kind of update from the future",
    ],
)
def test_what_is_none_of_our_business_is_nothing(name: str) -> None:
    assert read(name) == []


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("/NEW@UNO_TEST_BOT", Said("/NEW", to_us=True)),
        ("/new@uno_test_bot", Said("/new", to_us=True)),
        ("/new@uno_test_bot\n4 players", Said("/new\n4 players", to_us=True)),
        ("/new@uno_test_bots", None),
        ("/new", Said("/new")),
        ("@Uno_test_bot deal", Said("deal", to_us=True)),
        ("@uno_test_bot: deal", Said("deal", to_us=True)),
        ("@uno_test_bot", Said("", to_us=True)),
        ("@uno_test_botany deal", Said("@uno_test_botany deal")),
        ("ask @uno_test_bot", Said("ask @uno_test_bot")),
        ("/start@uno_test_bot join-7", Said("/start join-7", to_us=True)),
        ("/ new@other", Said("/ new@other")),
        ("a@b.example", Said("a@b.example")),
    ],
)
def test_words_are_ours_when_they_begin_with_our_name(text: str, event: Said | None) -> None:
    update = json.loads(json.dumps(RECORDED["a command of another bot"]))
    update["message"]["text"] = text
    found = [envelope.event for envelope in decoded(json.dumps(update).encode()).envelopes]
    assert found == ([] if event is None else [event])


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("/start", Contacted("")),
        ("/start  join-7 ", Contacted("join-7")),
        ("/start@uno_test_bot x", Contacted("x")),
        ("/starter", Said("/starter")),
        ("r7 uno", Said("r7 uno")),
        ("/start@other_bot", None),
    ],
)
def test_start_in_private_opens_the_chat(text: str, event: Said | Contacted | None) -> None:
    update = json.loads(json.dumps(RECORDED["a deep link"]))
    update["message"]["text"] = text
    found = [envelope.event for envelope in decoded(json.dumps(update).encode()).envelopes]
    assert found == ([] if event is None else [event])


def test_before_the_account_is_open_no_name_is_ours() -> None:
    body = json.dumps(RECORDED["a command in a topic"]).encode()
    assert decoded(body, NOBODY) == Batch()


@pytest.mark.parametrize("secret", ["", "s-e_", "s-e_cc", "S-E_C", "s-e_ç"])
def test_a_wrong_secret_is_refused(secret: str) -> None:
    source = Posted(SECRET, Decoder(ME, lambda: CAME_IN))
    with pytest.raises(NotAuthentic):
        asyncio.run(source.decode(Request({"x-telegram-bot-api-secret-token": secret}, b"{}")))


@pytest.mark.parametrize(
    "name", ["x-telegram-bot-api-secret-token", "X-TELEGRAM-BOT-API-SECRET-TOKEN"]
)
def test_the_secret_is_found_however_its_header_is_written(name: str) -> None:
    source = Posted(SECRET, Decoder(ME, lambda: CAME_IN))
    request = Request({"Host": "x", name: SECRET}, b'{"update_id": 1}')
    assert asyncio.run(source.decode(request)) == Batch()


def test_the_unreadable_keeps_its_number_or_has_a_name_of_its_contents() -> None:
    numbered = decoded(b'{"update_id": 5, "message": {}}').unreadable
    assert [(one.id, json.loads(one.raw)["update_id"]) for one in numbered] == [("5", 5)]
    first, again, other = (decoded(body).unreadable[0] for body in (b"{", b"{", b"}"))
    assert first == again
    assert first.id != other.id


@pytest.mark.parametrize("number", [True, -1, 2**52, 10**4000, 1.0, "7", [7], None])
def test_a_number_that_telegram_would_not_give_names_no_update(number: object) -> None:
    """Else the next question would be for what comes after it."""

    async def ask(_: int | None) -> list[object]:
        return [{**RECORDED["a press"], "update_id": number}]

    batch = asyncio.run(Polling(ask, Decoder(ME, lambda: CAME_IN)).pull("5"))
    assert (batch.envelopes, batch.cursor, len(batch.unreadable)) == ((), None, 1)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("from", "id"), {"id": 1}),
        (("from", "id"), "7100000001"),
        (("from", "id"), 2**63),
        (("from", "language_code"), ["en"]),
        (("from", "language_code"), False),
        (("chat", "id"), [1]),
        (("chat", "title"), {"a": 1}),
        (("message_thread_id",), "77"),
    ],
)
def test_what_is_no_number_or_no_text_is_set_aside(path: tuple[str, ...], value: object) -> None:
    update = json.loads(json.dumps(RECORDED["a command in a topic"]))
    update["message"]["message_thread_id"] = 77
    holder = update["message"]
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    batch = decoded(json.dumps(update).encode())
    assert (batch.envelopes, len(batch.unreadable)) == ((), 1)


def test_what_happened_at_no_time_is_set_aside() -> None:
    update = json.loads(json.dumps(RECORDED["we are blocked"]))
    del update["my_chat_member"]["date"]
    batch = decoded(json.dumps(update).encode())
    assert (batch.envelopes, len(batch.unreadable)) == ((), 1)


@given(st.binary())
def test_no_bytes_are_too_strange(body: bytes) -> None:
    batch = decoded(body)
    assert batch == decoded(body)
    assert len(batch.unreadable) == 1
    batch.unreadable[0].raw.encode()


def places(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Every place in some JSON."""
    if path:
        yield path
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in items:
            yield from places(part, (*path, key))


JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
def test_one_spoilt_place_never_raises_and_whatever_is_read_can_be_stored(
    data: st.DataObject,
) -> None:
    update = json.loads(json.dumps(data.draw(st.sampled_from(list(RECORDED.values())))))
    *path, last = data.draw(st.sampled_from(list(places(update))))
    holder = update
    for key in path:
        holder = holder[key]
    holder[last] = data.draw(JSON)
    batch = Decoder(ME, lambda: CAME_IN).batch([update, RECORDED["a deep link"]])
    assert batch.envelopes[-1].event == Contacted("join-7")
    for envelope in batch.envelopes:
        stored = envelope_to_json(envelope)
        stored.encode()
        assert envelope_from_json(stored) == envelope
    for unreadable in batch.unreadable:
        (unreadable.id + unreadable.raw).encode()
