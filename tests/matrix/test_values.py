"""What people write as JSON is read, however deep they nest it; the rest is not lost with it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.contract import Envelope, Said, Sealed, Unreadable
from uno_chat_matrix.client import Refused, _read
from uno_chat_matrix.decode import Part, decoded
from uno_chat_matrix.session import Me
from uno_chat_matrix.values import _shallow, read

NOW: Final = datetime(2026, 12, 1, tzinfo=UTC)
DEPTHS: Final = (99, 100, 101, 500, 990, 30_000)
json_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda parts: st.lists(parts) | st.dictionaries(st.text(), parts),
    max_leaves=20,
)


def event(words: str, **more: object) -> dict[str, Any]:
    content = {"msgtype": "m.text", "body": words, **more}
    told = {"type": "m.room.message", "sender": "@ann:localhost", "event_id": f"${words[:9]}"}
    return {**told, "origin_server_ts": 1_796_013_877_812, "content": content}


def heard(*events: object) -> list[Envelope | Unreadable]:
    """The events of a room as they come over the wire; "deep" is a list in so many others."""
    told = read(json.dumps(events).replace('"deep"', "[" * 30_000 + "]" * 30_000))
    assert isinstance(told, list)
    return list(decoded(Part("!group", tuple(told)), Me("@uno:localhost", "Uno"), NOW))


@pytest.mark.parametrize("depth", DEPTHS)
def test_what_lies_too_deep_is_left_out_and_nothing_beside_it(depth: int) -> None:
    nested = '{"a": [' * (depth // 2) + '"]}"' + "]}" * (depth // 2)
    told = read(f'[{{"before": "[[\\"", "deep": {nested}, "after": {{"x": [1]}}}}, 2]')
    assert isinstance(told, list)
    assert (told[0]["before"], told[0]["after"], told[1]) == ('[["', {"x": [1]}, 2)


@given(json_data)
def test_what_does_not_lie_deep_is_as_it_was(data: object) -> None:
    assert json.loads(_shallow(json.dumps(data))) == data


@pytest.mark.parametrize(
    "broken", ["[" * 30_000, "]" * 30_000, "[" * 3000 + "}" * 3000, '["' * 999]
)
def test_what_is_no_json_is_none_however_deep(broken: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        read(broken)


def test_words_beside_something_deep_are_heard_and_so_is_everybody_else() -> None:
    found = heard(event("r7", more="deep"), event("r8"))
    assert [one.event for one in found if isinstance(one, Envelope)] == [Said("r7"), Said("r8")]


def test_an_event_that_is_just_not_too_deep_to_be_read_stops_nobody() -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    part = Part("!group", (event("r7", more=deep), event("r8")))
    first, second = decoded(part, Me("@uno:localhost", "Uno"), NOW)
    assert isinstance(first, Unreadable)
    assert json.loads(first.raw)["sender"] == "@ann:localhost"
    assert isinstance(second, Envelope)


def test_half_a_character_in_a_name_spoils_no_words() -> None:
    names = {"@ann:localhost": "An\ud800n"}
    part = Part("!group", (event("r7"),), title="\udfff", names=names)
    (one,) = decoded(part, Me("@uno:localhost", "Uno"), NOW)
    assert isinstance(one, Envelope)
    assert (one.name, one.title, one.event) == ("An?n", "?", Said("r7"))


def test_a_thread_or_a_key_with_a_name_longer_than_any_is_kept_by_every_database() -> None:
    """Anybody may write what they like there."""
    long = "$" + "x" * 5000
    relation = {"m.relates_to": {"rel_type": "m.thread", "event_id": long}}
    first, second = heard(event("r7", **relation), event("r8"))
    assert isinstance(first, Unreadable)
    assert isinstance(second, Envelope)
    sealed = event("x") | {"type": "m.room.encrypted", "content": {"session_id": long}}
    part = Part("!group", (sealed,))
    (one,) = decoded(part, Me("@uno:localhost", "Uno", reads=True), NOW)
    assert isinstance(one, Envelope)
    assert isinstance(one.event, Sealed)
    assert len(one.event.key) <= 100


@pytest.mark.parametrize(
    ("told", "header", "after"),
    [
        (10**400, "", timedelta(hours=1)),
        (-5, "", timedelta(0)),
        (None, "9" * 5000, None),
        (None, "999999999", timedelta(hours=1)),
        (None, "7", timedelta(seconds=7)),
    ],
)
def test_no_pause_is_longer_than_an_hour(
    told: int | None, header: str, after: timedelta | None
) -> None:
    body = {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": told}
    with pytest.raises(Refused) as refused:
        _read("GET sync", httpx.Response(429, headers={"Retry-After": header}, json=body))
    assert refused.value.after == after
