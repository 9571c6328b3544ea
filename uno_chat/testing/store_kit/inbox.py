"""What a store promises about the inbox."""

from __future__ import annotations

from dataclasses import replace

from uno_chat.testing.store_kit.steps import NOW, Case, arrival, later, promise


class InboxPromises:
    @promise
    async def test_an_arrival_is_taken_as_it_came(self, case: Case) -> None:
        sent = arrival("e1", "table:7", later(-5), '{"kind":"Said"}')
        assert await case.receive(sent) == [True]
        row = await case.take_in()
        assert (row.arrival, row.attempts) == (sent, 0)

    @promise
    async def test_an_arrival_is_received_once(self, case: Case) -> None:
        assert await case.receive(arrival("1"), arrival("1")) == [True, False]
        assert await case.receive(arrival("1", "other lane", later(9), "other")) == [False]
        row = await case.take_in()
        assert row.arrival == arrival("1")
        await case.finish(row)
        assert await case.receive(arrival("1")) == [False]
        assert await case.next_in() is None

    @promise
    async def test_another_account_has_arrivals_of_its_own(self, case: Case) -> None:
        other = replace(arrival("1"), account="other")
        assert await case.receive(arrival("1"), other) == [True, True]

    @promise
    async def test_a_lane_is_taken_in_order(self, case: Case) -> None:
        arrivals = [arrival(str(n), at=later(-n)) for n in range(12)]
        await case.receive(*arrivals)
        assert await case.handle_all() == arrivals

    @promise
    async def test_the_oldest_head_comes_first_and_busy_lanes_are_left_alone(
        self, case: Case
    ) -> None:
        await case.receive(arrival("a1", "a"), arrival("a2", "a"), arrival("b1", "b"))
        await case.receive(arrival("c1", "c"))
        heads = [(await case.take_in(busy=busy)).arrival.event_id for busy in ("", "a", "ab")]
        assert heads == ["a1", "b1", "c1"]
        assert await case.next_in(busy={"a", "b", "c"}) is None

    @promise
    async def test_a_row_that_failed_holds_its_lane_back_and_no_other(self, case: Case) -> None:
        await case.receive(arrival("a1", "a"), arrival("a2", "a"), arrival("b1", "b"))
        first = await case.take_in()
        await case.fail(first, later(10))
        assert (await case.take_in()).arrival.event_id == "b1"
        assert await case.next_in(later(9.999), busy=["b"]) is None
        again = await case.take_in(later(10))
        assert (again.id, again.arrival, again.attempts) == (first.id, first.arrival, 1)
        await case.fail(first, later(20))
        assert (await case.take_in(later(20))).attempts == 2

    @promise
    async def test_a_row_set_aside_for_good_lets_its_lane_go_on(self, case: Case) -> None:
        await case.receive(arrival("1"), arrival("2"))
        first = await case.take_in()
        await case.fail(first, None)
        assert (await case.take_in()).arrival.event_id == "2"
        assert await case.receive(arrival("1")) == [False]
        assert not await case.do(lambda t: t.take_inbox(first.id))

    @promise
    async def test_a_row_can_be_taken_again_until_it_is_finished(self, case: Case) -> None:
        await case.receive(arrival("1"))
        row = await case.take_in()
        assert await case.do(lambda t: t.take_inbox(row.id))
        await case.finish(row)
        assert not await case.do(lambda t: t.take_inbox(row.id))
        assert not await case.do(lambda t: t.take_inbox(row.id + 1_000))

    @promise
    async def test_a_row_that_somebody_works_at_is_left_alone_for_a_while(self, case: Case) -> None:
        await case.receive(arrival("a1", "a"), arrival("a2", "a"), arrival("b1", "b"))
        row = await case.take_in()
        await case.do(lambda t: t.keep_inbox(row.id, later(30)))
        assert (await case.take_in()).arrival.event_id == "b1"
        assert await case.next_in(later(29.999), busy=["b"]) is None
        assert await case.take_in(later(30)) == row
        assert await case.do(lambda t: t.take_inbox(row.id))
        await case.finish(row)
        await case.do(lambda t: t.keep_inbox(row.id, later(30)))
        assert (await case.take_in()).arrival.event_id == "a2"

    @promise
    async def test_a_row_that_was_taken_and_not_finished_survives_a_kill(self, case: Case) -> None:
        await case.receive(arrival("1"), arrival("2"))
        row = await case.take_in()
        await case.fail(row, later(10))
        await case.kill()
        assert await case.next_in() is None
        assert await case.take_in(later(10)) == replace(row, attempts=1)
        assert await case.receive(arrival("1"), arrival("3")) == [False, True]

    @promise
    async def test_what_could_not_be_read_waits_for_nobody(self, case: Case) -> None:
        await case.do(lambda t: t.set_aside("account", "1", NOW, "{"))
        await case.do(lambda t: t.set_aside("account", "1", NOW, "other"))
        assert await case.next_in() is None

    @promise
    async def test_a_cursor_is_where_it_was_left(self, case: Case) -> None:
        assert await case.do(lambda t: t.cursor("a")) is None
        await case.do(lambda t: t.save_cursor("a", "10"))
        await case.do(lambda t: t.save_cursor("b", "99"))
        await case.do(lambda t: t.save_cursor("a", "11"))
        assert await case.do(lambda t: (t.cursor("a"), t.cursor("b"))) == ("11", "99")

    @promise
    async def test_what_an_adapter_keeps_is_its_own(self, case: Case) -> None:
        await case.do(lambda t: t.remember("a", {"room 1": "x", "room 2": "y", "Room": "z"}))
        await case.do(lambda t: t.remember("b", {"room 1": "other"}))
        await case.do(lambda t: t.remember("a", {"room 1": "newer", "room 2": None, "no": None}))
        assert await case.do(lambda t: t.memory("a")) == {"room 1": "newer", "Room": "z"}
        assert await case.do(lambda t: t.memory("a", "room ")) == {"room 1": "newer"}
        assert await case.do(lambda t: t.memory("a", "r%_*")) == {}
        assert await case.do(lambda t: t.memory("b")) == {"room 1": "other"}
        assert await case.do(lambda t: t.memory("c")) == {}
