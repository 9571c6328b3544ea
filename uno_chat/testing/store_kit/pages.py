"""What a store promises about pages: what is stale, what is on its way, what is shown."""

from __future__ import annotations

from dataclasses import replace

from uno_chat.contract import Receipt, Settled, Slot
from uno_chat.testing.store_kit.steps import (
    ANN,
    BOB,
    FAMILY,
    NOW,
    Case,
    later,
    notice,
    page,
    promise,
    receipt,
)


class PagePromises:
    @promise
    async def test_a_page_that_is_stale_twice_is_sent_once(self, case: Case) -> None:
        await case.queue(page(4), page(6, fresh=True, expires=later(9)), page(5, expires=later(8)))
        row = await case.take_out()
        assert row.out == page(6, fresh=True, expires=later(8))
        await case.sent(row)
        assert await case.next_out() is None

    @promise
    async def test_another_page_address_or_table_is_another_row(self, case: Case) -> None:
        pages = [page(1), page(1, "hand:1"), page(1, to=ANN), page(1, to=BOB), page(1, table=2)]
        await case.queue(*pages)
        assert await case.send_all() == pages

    @promise
    async def test_a_page_waits_where_it_was_queued_first(self, case: Case) -> None:
        await case.queue(page(1), notice("1"), page(2))
        first = await case.take_out()
        assert first.out == page(2)
        await case.sent(first)
        assert (await case.take_out()).out == notice("1")

    @promise
    async def test_a_page_on_its_way_is_left_as_it_is(self, case: Case) -> None:
        await case.queue(page(1))
        row = await case.take_out()
        await case.queue(page(2), page(3, fresh=True))
        again = await case.take_out(later(60))
        assert again == replace(row, attempts=1)
        await case.sent(again, receipt("m1"))
        newer = await case.take_out(later(60))
        assert (newer.out, newer.attempts) == (page(3, fresh=True), 0)
        assert newer.key != row.key
        await case.sent(newer)
        assert await case.next_out(later(60)) is None

    @promise
    async def test_a_page_that_may_have_been_seen_is_left_as_it_is(self, case: Case) -> None:
        await case.queue(page(1))
        row = await case.take_out()
        await case.postpone(row, NOW, attempted=True)
        await case.queue(page(2))
        again = await case.take_out()
        assert again == replace(row, attempts=1)
        await case.sent(again)
        assert (await case.take_out()).out == page(2)

    @promise
    async def test_a_page_left_by_a_process_that_died_is_left_as_it_is(self, case: Case) -> None:
        await case.queue(page(1))
        row = await case.take_out()
        await case.kill()
        await case.queue(page(2))
        assert await case.take_out(later(60)) == replace(row, attempts=1)

    @promise
    async def test_a_page_that_nobody_saw_takes_the_news_since(self, case: Case) -> None:
        await case.queue(page(1, fresh=True))
        row = await case.take_out()
        await case.queue(page(2), page(3, expires=later(99)))
        await case.postpone(row, later(1), attempted=False)
        again = await case.take_out(later(1))
        assert again == replace(row, out=page(3, fresh=True, expires=later(99)))
        await case.postpone(row, later(2), attempted=False)
        await case.queue(page(4))
        assert (await case.take_out(later(2))).out == page(4, fresh=True)
        await case.sent(row)
        assert await case.next_out(later(2)) is None

    @promise
    async def test_a_page_that_nobody_saw_notifies_if_the_news_ask_for_it(self, case: Case) -> None:
        await case.queue(page(5))
        row = await case.take_out()
        await case.queue(page(4, fresh=True))
        await case.postpone(row, NOW, attempted=False)
        assert await case.take_out() == replace(row, out=page(5, fresh=True))

    @promise
    async def test_a_page_that_was_sent_is_shown(self, case: Case) -> None:
        assert await case.slot("table", FAMILY) is None
        message = receipt("m1").message
        for revision, answer, menu in (
            (4, receipt("m1"), ("r7", "draw")),
            (5, Receipt(None), ()),
            (9, None, ("y1",)),
        ):
            await case.queue(page(revision))
            await case.sent(await case.take_out(), answer, menu)
            shown = Slot(1, "table", FAMILY, message, revision, menu)
            assert await case.slot("table", FAMILY) == shown
        await case.kill()
        assert await case.slot("table", FAMILY) == Slot(1, "table", FAMILY, message, 9, ("y1",))
        assert await case.slot("table", FAMILY, 2) is None
        assert await case.slot("table", ANN) is None

    @promise
    async def test_only_a_page_that_was_sent_is_shown(self, case: Case) -> None:
        await case.queue(page(1))
        await case.sent(await case.take_out(), receipt("m1"))
        before = await case.slots(FAMILY)
        for how in (Settled.PERHAPS, Settled.DROPPED, Settled.DEAD):
            await case.queue(page(2))
            row = await case.take_out()
            await case.settle(row, how, receipt("m2"), ("x",))
        await case.queue(notice("1"))
        await case.sent(await case.take_out(), receipt("m3"))
        assert await case.slots(FAMILY) == before

    @promise
    async def test_pages_at_an_address_come_the_one_shown_last_first(self, case: Case) -> None:
        pages = [page(1), page(1, "hand:1"), page(1, table=2), page(1, to=ANN), page(2)]
        for out in pages:
            await case.queue(out)
            await case.sent(await case.take_out())
        shown = await case.slots(FAMILY)
        assert [(s.table, s.name, s.revision) for s in shown] == [
            (1, "table", 2),
            (2, "table", 1),
            (1, "hand:1", 1),
        ]
        assert [s.to for s in await case.slots(ANN)] == [ANN]

    @promise
    async def test_a_message_that_is_gone_is_forgotten_and_sent_anew(self, case: Case) -> None:
        await case.queue(page(1))
        await case.sent(await case.take_out(), receipt("m1"), ("r7",))
        await case.queue(page(2), notice("1"))
        row = await case.take_out()
        await case.queue(page(3))
        await case.forget(row)
        shown = await case.slot("table", FAMILY)
        assert shown == Slot(1, "table", FAMILY, None, 1, ("r7",))
        assert await case.take_out() == replace(row, out=page(3))
        await case.sent(row, receipt("m2"))
        shown = await case.slot("table", FAMILY)
        assert shown == Slot(1, "table", FAMILY, receipt("m2").message, 3, ())
        assert (await case.take_out()).out == notice("1")

    @promise
    async def test_a_first_message_that_is_gone_is_sent_anew(self, case: Case) -> None:
        await case.queue(page(1))
        row = await case.take_out()
        await case.forget(row)
        assert await case.take_out() == row
        assert await case.slots(FAMILY) == ()
