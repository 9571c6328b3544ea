"""References and envelopes are stored as text: whatever is written is read back the same."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.contract import (
    ALARM,
    Alarm,
    Contacted,
    Conversation,
    Envelope,
    Event,
    Joined,
    Left,
    Message,
    Moved,
    Pressed,
    Reacted,
    Said,
    User,
    address_from_text,
    address_to_text,
    envelope_from_json,
    envelope_to_json,
    rang,
    rung,
    table_lane,
)

text = st.text(min_size=1, max_size=60).filter(
    lambda t: not any("\ud800" <= c <= "\udfff" for c in t)
)
networks = st.sampled_from(["telegram", "matrix"])
users = st.builds(User, networks, text)
conversations = st.builds(Conversation, networks, text, st.just("") | text)
messages = st.builds(Message, conversations, text)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Said, text, st.booleans()),
    st.builds(Pressed, text, st.none() | messages, st.none() | text),
    st.builds(Reacted, st.integers(), messages),
    st.builds(Joined, users),
    st.builds(Left, users),
    st.builds(Contacted, text),
    st.builds(Moved, conversations),
)
envelopes = st.builds(
    Envelope,
    id=text,
    at=st.datetimes(timezones=st.just(UTC)),
    sender=users,
    name=text,
    conversation=conversations,
    private=st.booleans(),
    event=events,
    language=st.none() | text,
    title=text,
    anonymous=st.booleans(),
    bridged=st.booleans(),
)


@given(users, conversations, messages)
def test_a_reference_reads_back_what_it_wrote(u: User, c: Conversation, m: Message) -> None:
    assert User.parse(str(u)) == u
    assert Conversation.parse(str(c)) == c
    assert Message.parse(str(m)) == m


@given(users | conversations)
def test_a_person_and_a_room_of_the_same_name_are_two_addresses(a: User | Conversation) -> None:
    assert address_from_text(address_to_text(a)) == a


@given(envelopes)
def test_an_envelope_reads_back_what_it_wrote(envelope: Envelope) -> None:
    assert envelope_from_json(envelope_to_json(envelope)) == envelope


def test_an_envelope_from_before_senders_could_be_hidden_or_bridged_is_still_read() -> None:
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    place = Conversation("telegram", "-1")
    ann = User("telegram", "7")
    envelope = Envelope("1", noon, ann, "Ann", place, private=False, event=Said("/new"))
    stored = envelope_to_json(envelope).replace(',"anonymous":false,"bridged":false', "")
    assert "anonymous" not in stored
    assert envelope_from_json(stored) == envelope


@pytest.mark.parametrize("body", ['{"key":"3","on":"matrix:r#1"}', '{"on":"matrix:r#1"}'])
def test_an_event_of_another_form_is_unreadable(body: str) -> None:
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    room, ann = Conversation("matrix", "r"), User("matrix", "ann")
    event = Reacted(3, Message(room, "1"))
    stored = envelope_to_json(Envelope("1", noon, ann, "Ann", room, private=True, event=event))
    older = stored.replace('{"number":3,"on":"matrix:r#1"}', body)
    assert older != stored
    with pytest.raises(ValueError, match="not a Reacted"):
        envelope_from_json(older)


@pytest.mark.parametrize("bad", ["", "telegram", ":", "telegram:", ":7"])
def test_a_broken_reference_is_refused(bad: str) -> None:
    for kind in (User, Conversation, Message):
        with pytest.raises(ValueError, match="nothing is called"):
            kind.parse(bad)


@pytest.mark.parametrize("name", ["x" * 801, "é" * 134, "a/" * 268, "x" * 70_000])
def test_what_no_index_of_a_database_has_room_for_is_not_made(name: str) -> None:
    with pytest.raises(ValueError, match="signs"):
        User("telegram", name)
    with pytest.raises(ValueError, match="signs"):
        Conversation("telegram", "1", name)


def test_the_longest_name_of_any_network_is_made() -> None:
    longest = "!" + "ü" * 127
    assert Conversation.parse(str(Conversation("matrix", longest, longest))).thread == longest


def test_half_a_character_names_no_thread() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        Conversation("matrix", "!r", "\ud800")


def test_a_message_without_an_id_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing is called"):
        Message.parse("telegram:7")


@pytest.mark.parametrize(("network", "name"), [("", "7"), ("a:b", "7"), ("a", ""), ("a", "\ud83d")])
def test_what_could_not_be_read_back_is_not_made(network: str, name: str) -> None:
    for kind in (User, Conversation):
        with pytest.raises(ValueError, match=r"nothing is called|surrogates"):
            kind(network, name)
    with pytest.raises(ValueError, match=r"nothing is called|surrogates"):
        Message(Conversation("a", "7"), name if network == "a" else "")


def test_an_envelope_keeps_its_moment() -> None:
    at = datetime(2026, 11, 29, 12, 0, 0, 123000, tzinfo=UTC)
    user = User("terminal", "one")
    room = Conversation("terminal", "room")
    envelope = Envelope("1", at, user, "One", room, private=False, event=Said("r7"))
    assert envelope_from_json(envelope_to_json(envelope)).at == at


def test_an_alarm_that_rang_is_read_back_to_the_millisecond() -> None:
    due = datetime(2026, 3, 1, 12, 0, 0, 123_000, tzinfo=UTC)
    row = rung(7, Alarm("hold", 41, due))
    assert (row.account, row.lane, row.at) == (ALARM, table_lane(7), due)
    assert row.event_id == row.payload == "7:hold:41:1772366400123"
    assert rang(row) == (7, Alarm("hold", 41, due))


def test_a_message_keeps_its_place_and_one_of_an_older_version_has_none() -> None:
    room = Conversation("telegram", "-100+1")
    for message in (Message(room, "7", 7), Message(room, "a+7"), Message(room, "a+7", 0)):
        read = Message.parse(str(message))
        assert (read, read.place) == (message, message.place)
    assert Message.parse("telegram:-1001#7").place is None
