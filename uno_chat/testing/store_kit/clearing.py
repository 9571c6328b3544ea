"""What a store promises about tables that were closed long ago, if it can forget them at all."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial

from uno_chat.contract import Alarm, Clearing, Sat, Transaction
from uno_chat.testing.store_kit.steps import (
    ANN,
    NOW,
    Case,
    arrival,
    later,
    notice,
    page,
    promise,
    receipt,
    table,
)


class ClearingPromises:
    @promise
    async def test_when_a_table_was_closed_comes_back(self, case: Case) -> None:
        if not await case.do(_can):
            return
        for version, closed in ((1, None), (2, later(5)), (3, later(6))):
            saved = replace(table(7, version, is_open=closed is None), closed=closed)
            await case.save(saved)
            assert await case.do(lambda t: t.table(7)) == saved

    @promise
    async def test_of_a_table_closed_long_ago_only_its_rounds_stay(self, case: Case) -> None:
        if not await case.do(_can):
            return
        await case.save(*(replace(table(n, is_open=False), closed=later(n)) for n in (1, 2)))
        await case.do(_fill)
        for number in (1, 2):
            await case.queue(page(3, "hand:1", ANN, table=number))
            await case.sent(await case.take_out(), receipt(str(number)))
        before = [await case.do(partial(_around, number=n)) for n in (1, 2)]
        assert await _clear(case, closed=later(1)) == 0
        assert [await case.do(partial(_around, number=n)) for n in (1, 2)] == before
        assert await _clear(case, closed=later(1.001)) == 1
        its_round = [Sat(1, 1, "s1", 0, 5)]
        assert await case.do(partial(_around, number=1)) == ["first", *its_round]
        assert await case.do(partial(_around, number=2)) == before[1]
        assert await case.do(lambda t: t.seats_of(5)) == (*its_round, *before[1][-2:])
        assert await case.do(lambda t: t.ring(later(60))) == 1

    @promise
    async def test_an_open_table_is_not_forgotten_however_old(self, case: Case) -> None:
        if not await case.do(_can):
            return
        await case.save(table(1), replace(table(2), closed=NOW))
        assert await _clear(case, closed=later(9_999)) == 0
        assert await case.do(lambda t: t.tables_of(1)) == (1, 2)

    @promise
    async def test_a_table_counts_from_when_it_is_known_to_be_closed(self, case: Case) -> None:
        if not await case.do(_can):
            return
        await case.save(table(1, is_open=False))
        assert await _clear(case, closed=later(9), now=later(10)) == 0
        assert await _clear(case, closed=later(10), now=later(20)) == 0
        assert await _clear(case, closed=later(11), now=later(20)) == 1
        assert await case.do(lambda t: t.table(1)) is None

    @promise
    async def test_what_was_handled_and_said_is_forgotten_as_well(self, case: Case) -> None:
        if not await case.do(_can):
            return
        await case.save(replace(table(1, is_open=False), closed=NOW), table(2))
        await case.receive(arrival("1"), arrival("2", at=later(5)))
        for _ in range(2):
            await case.finish(await case.take_in())
        for number in (1, 2):
            await case.queue(notice(str(number), table=number))
            await case.sent(await case.take_out())
        assert await _clear(case, before=later(3), closed=later(5)) == 3
        assert await case.receive(arrival("1"), arrival("2")) == [True, False]

    @promise
    async def test_the_number_of_a_forgotten_table_is_not_given_again(self, case: Case) -> None:
        if not await case.do(_can):
            return
        number = await case.do(lambda t: t.new_table_id())
        await case.save(replace(table(number, is_open=False), closed=NOW))
        assert await _clear(case, closed=later(1)) == 1
        await case.kill()
        assert await case.do(lambda t: t.new_table_id()) > number


def _can(t: Transaction) -> bool:
    return isinstance(t, Clearing)


async def _clear(case: Case, closed: datetime, before: datetime = NOW, now: datetime = NOW) -> int:
    """How many go until nothing is left."""

    def body(t: Transaction) -> int | None:
        assert isinstance(t, Clearing)
        return t.clear(before, closed, now)

    count = 0
    while (gone := await case.do(body)) is not None:
        count += gone
    return count


def _fill(t: Transaction) -> None:
    """Something of each kind at two tables."""
    for number in (1, 2):
        t.append_record(number, 1, ["first"])
        t.note_seats([Sat(number, 0, "s1", 3, 5), Sat(number, 1, "s1", 0, 5)])
        t.set_alarms(number, [Alarm("turn", 1, later(60))])


def _around(t: Transaction, number: int) -> list[object]:
    """What there is of a table: itself, its page, its record, whose seats were whose."""
    rows = (t.table(number), t.slot(number, "hand:1", ANN))
    return [*filter(None, rows), *t.record(number, 1), *t.seats_at(number)]
