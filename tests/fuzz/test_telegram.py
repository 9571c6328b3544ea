"""Whatever is posted in Telegram's name, or comes from it: envelopes that can be kept, something
set aside, or a refusal; and it is always taken, or it would come for ever.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from uno_chat.contract import Batch, NotAuthentic, Request
from uno_chat.testing.fuzzing import (
    DEPTHS,
    TAKEN,
    Tally,
    Target,
    at_once,
    evil,
    mangled,
    search,
    texts,
    written,
)
from uno_chat.testing.keeping import kept
from uno_chat_telegram.decode import Decoder
from uno_chat_telegram.said import Me
from uno_chat_telegram.sources import HEADER, Polling, Posted

SECRET: Final = "s-e_c-0123456789abcdef"
UPDATES: Final[list[dict[str, Any]]] = list(
    json.loads(
        (Path(__file__).parents[1] / "telegram" / "updates.json").read_text(encoding="utf-8")
    ).values()
)
NOW: Final = datetime(2026, 3, 2, 12, 30, tzinfo=UTC)
DECODER: Final = Decoder(Me(5000000000, "uno_test_bot"), lambda: NOW)
POSTED: Final = Posted(SECRET, DECODER)

bodies = (
    st.builds(written, mangled(UPDATES), st.sampled_from(DEPTHS))
    | st.builds(written, mangled(UPDATES), st.just(DEPTHS[0]))
    | st.binary(max_size=60)
    | st.builds(lambda body, stop: written(body)[:stop], mangled(UPDATES), st.integers(0, 400))
)
secrets = st.just(SECRET) | texts | st.sampled_from((SECRET[:-1], SECRET + "x", SECRET.upper()))
headers = st.builds(lambda name, value: {name: value}, st.just(HEADER) | texts, secrets)
methods = st.sampled_from(("POST", "GET", "PUT", "", "post"))
anyhow = st.builds(Request, headers, bodies, st.just("POST") | methods, st.just("") | texts)
rightly = st.builds(lambda body: Request({HEADER: SECRET}, body), bodies)
requests = st.integers(0, 4).flatmap(lambda n: rightly if n else anyhow)


def posted(request: Request) -> str:
    try:
        batch = at_once(POSTED.decode(request))
    except NotAuthentic:
        assert request.headers.get(HEADER) != SECRET
        return "not authentic"
    if batch.reply.status != 200:
        return "not served"
    assert SECRET in request.headers.values()
    return kept("telegram", batch)


def polled(updates: list[object]) -> str:
    async def ask(_: int | None) -> list[object]:
        return updates

    batch: Batch = at_once(Polling(ask, DECODER).pull("5"))
    numbered = any(isinstance(one, dict) and "update_id" in one for one in updates)
    assert batch.cursor is None or (numbered and int(batch.cursor) < 2**63)
    return kept("telegram", batch)


TARGETS: Final = (
    Target("telegram: a request", requests, posted),
    Target("telegram: updates asked for", st.lists(mangled(UPDATES) | evil, max_size=4), polled),
)


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_whatever_comes_is_taken_or_refused(target: Target[Any]) -> None:
    tally = Tally()
    search(target, 300, 1, tally)
    assert 0 < tally.words[TAKEN] < tally.inputs
