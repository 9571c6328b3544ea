"""What a store promises about transactions as a whole, and about what values come back as."""

from __future__ import annotations

import asyncio
from datetime import timedelta, timezone
from functools import partial
from typing import Final

import pytest

from uno_chat.contract import Alarm, Conversation, Settled, StoreError, Transaction
from uno_chat.testing.store_kit.steps import (
    ANN,
    BOB,
    FAMILY,
    NOW,
    ON,
    Case,
    arrival,
    later,
    notice,
    page,
    promise,
    receipt,
    table,
)

HOSTILE: Final = (
    "'; DROP TABLE outbox; -- \" ` \\ %s %(a)s :a ?1 $1 {0}",
    "\u202eright to left\u202c שלום 你好",
    "👩\u200d👩\u200d👧 🟥 e\u0301 \ufeff\u200b",
    "line\nline\r\n\ttab\x1b[31m\x7f",
    "x" * 100_000,
    "🃏" * 25_000,
)
NO_TEXT: Final = {"a\0b": "a\ufffdb", "\ud83d alone": "\ufffd alone", "\udcff": "\ufffd"}
"""What no database takes, and what is kept instead."""


class WholePromises:
    @promise
    async def test_what_a_body_returns_comes_back(self, case: Case) -> None:
        answer = object()
        assert await case.do(lambda _: answer) is answer

    @promise
    async def test_a_body_that_raises_leaves_nothing(self, case: Case) -> None:
        error = RuntimeError("in the middle")

        def body(t: Transaction) -> None:
            put_in(t)
            raise error

        nothing = await case.do(found)
        with pytest.raises(RuntimeError) as raised:
            await case.do(body)
        assert raised.value is error
        assert await case.do(found) == nothing
        await case.do(put_in)
        assert await case.do(found) == PUT_IN

    @promise
    async def test_a_body_that_raises_takes_nothing_away(self, case: Case) -> None:
        def body(t: Transaction) -> None:
            waiting = t.next_inbox(NOW, ())
            assert waiting is not None
            t.finish_inbox(waiting.id, "done")
            t.remember("account", {"key": None, "another": "x"})
            t.set_alarms(7, ())
            t.set_room_language(FAMILY, "xx")
            t.append_record(7, 1, ["another"])
            t.move_conversation(FAMILY, Conversation("kit", "elsewhere"))
            raise KeyError

        await case.do(put_in)
        with pytest.raises(KeyError):
            await case.do(body)
        assert await case.do(found) == PUT_IN

    @promise
    async def test_transactions_side_by_side_do_not_lose_each_others_work(self, case: Case) -> None:
        def count(t: Transaction) -> None:
            t.save_cursor("counter", str(int(t.cursor("counter") or 0) + 1))

        await asyncio.gather(*(case.do(count) for _ in range(20)))
        assert await case.do(lambda t: t.cursor("counter")) == "20"

    @promise
    async def test_it_opens_and_closes_as_often_as_one_likes(self, case: Case) -> None:
        await case.do(put_in)
        await case.store.open()
        await case.store.close()
        await case.store.close()
        await case.store.open()
        assert await case.do(found) == PUT_IN

    @promise
    async def test_a_closed_store_says_so(self, case: Case) -> None:
        await case.store.close()
        with pytest.raises(StoreError):
            await case.do(found)

    @promise
    async def test_what_was_committed_survives_a_kill(self, case: Case) -> None:
        await case.do(put_in)
        await case.kill()
        assert await case.do(found) == PUT_IN
        await case.kill()
        assert await case.do(found) == PUT_IN

    @promise
    async def test_any_text_comes_back_as_it_was(self, case: Case) -> None:
        for text in HOSTILE:
            assert await case.do(partial(texts, text=text)) == {text}

    @promise
    async def test_what_is_no_text_is_replaced_and_stops_nothing(self, case: Case) -> None:
        for text, kept in NO_TEXT.items():
            assert await case.do(partial(texts, text=text)) == {kept}
        assert await case.receive(*map(arrival, NO_TEXT)) == [True] * len(NO_TEXT)
        assert await case.receive(*map(arrival, NO_TEXT)) == [False] * len(NO_TEXT)
        assert {row.event_id for row in await case.handle_all()} == set(NO_TEXT.values())

    @promise
    async def test_times_are_utc_and_kept_to_the_millisecond(self, case: Case) -> None:
        given = later(0.000_999).astimezone(timezone(timedelta(hours=5, minutes=30)))
        await case.receive(arrival("1", at=given))
        await case.do(lambda t: t.set_alarms(7, [Alarm("turn", 1, given)]))
        await case.queue(page(1, expires=given))
        row, out = await case.take_in(), await case.take_out(now=given)
        await case.postpone(out, given, attempted=True)
        back = [
            row.arrival.at,
            out.out.expires,
            await case.do(lambda t: t.next_alarm()),
            await case.do(lambda t: t.next_send(ON)),
        ]
        assert back == [NOW] * 4
        assert {time.utcoffset() for time in back if time is not None} == {timedelta(0)}

    @promise
    async def test_what_ended_long_ago_can_be_forgotten(self, case: Case) -> None:
        await case.receive(*(arrival(str(n), at=later(n)) for n in range(3)))
        for _ in range(2):
            row = await case.take_in()
            await case.finish(row)
        await case.do(lambda t: t.set_aside("account", "bytes", NOW, "?"))
        assert await case.do(lambda t: t.prune(NOW)) == 0
        assert await case.do(lambda t: t.prune(later(0.5))) == 2
        assert await case.do(lambda t: t.prune(later(9_999))) == 1
        assert (await case.take_in()).arrival.event_id == "2"
        assert await case.receive(arrival("2")) == [False]

    @promise
    async def test_what_was_said_at_an_open_table_is_not_forgotten(self, case: Case) -> None:
        await case.save(table(1), table(2, is_open=False))
        await case.queue(notice("waits", BOB, None))
        for name, number in (("open", 1), ("closed", 2), ("none", None)):
            await case.queue(notice(name, table=number))
            await case.sent(await case.take_out(busy=[BOB]))
        assert await case.do(lambda t: t.prune(NOW)) == 0
        assert await case.do(lambda t: t.prune(later(9_999))) == 2
        await case.queue(notice("open"))
        assert await case.next_out(busy=[BOB]) is None
        assert (await case.take_out()).out.name == "waits"


def put_in(t: Transaction) -> None:
    """One row of each kind."""
    t.receive(arrival("1"))
    t.set_aside("account", "bytes", NOW, "?")
    t.save_cursor("account", "17")
    t.remember("account", {"key": "secret"})
    t.remember_player(ANN, "Ann", "en")
    t.remember_room(FAMILY, "Family")
    t.save_table(table(t.new_table_id()))
    t.append_record(7, 1, ["first", "second"])
    t.set_alarms(7, [Alarm("turn", 1, later(60))])
    t.queue(page(3), NOW)
    out = t.next_outbox(ON, NOW, (), later(60))
    assert out is not None
    t.settle(out, Settled.SENT, receipt("m1"), ("r7", "draw"))
    t.queue(notice("deal"), NOW)


def found(t: Transaction) -> dict[str, object]:
    """What is there of all that."""
    player, room = t.player(ANN), t.room(FAMILY)
    waiting = t.next_inbox(NOW, ())
    shown = t.slots_at(FAMILY)
    return {
        "inbox": waiting and waiting.arrival.event_id,
        "cursor": t.cursor("account"),
        "memory": t.memory("account"),
        "player": player and (player.name, player.language),
        "room": room and (room.title, room.language),
        "tables": len(t.tables_in(FAMILY)),
        "seats": len(t.tables_of(1)),
        "record": t.record(7, 1),
        "alarm": t.next_alarm(),
        "slot": [(slot.name, slot.message, slot.revision, slot.menu) for slot in shown],
        "to send": t.next_send(ON) is not None,
    }


PUT_IN: Final = {
    "inbox": "1",
    "cursor": "17",
    "memory": {"key": "secret"},
    "player": ("Ann", "en"),
    "room": ("Family", None),
    "tables": 1,
    "seats": 1,
    "record": ("first", "second"),
    "alarm": later(60),
    "slot": [("table", receipt("m1").message, 3, ("r7", "draw"))],
    "to send": True,
}


def texts(t: Transaction, text: str) -> set[str]:
    """Put a text wherever one can be put, and collect what is there then."""
    number = t.new_table_id()
    t.save_table(table(number, state=text))
    t.append_record(number, 1, [text])
    t.save_cursor("account", text)
    t.remember("account", {text: text})
    t.receive(arrival(f"payload {number}", payload=text))
    t.queue(notice(f"notice {number}", payload=text), NOW)
    stored, row, out = t.table(number), t.next_inbox(NOW, ()), t.next_outbox(ON, NOW, (), later(60))
    assert stored is not None
    assert row is not None
    assert out is not None
    t.finish_inbox(row.id, text)
    t.settle(out, Settled.SENT, None)
    player, room = t.remember_player(ANN, text, None), t.remember_room(FAMILY, text)
    kept = {player.name, room.title, stored.state, *t.record(number, 1), str(t.cursor("account"))}
    kept |= {part for pair in t.memory("account", text).items() for part in pair}
    t.remember("account", {text: None})
    return kept | {row.arrival.payload, out.out.payload}
