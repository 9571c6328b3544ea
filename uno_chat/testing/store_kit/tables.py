"""What a store promises about tables and the records of their rounds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uno_chat.contract import Conflict, Conversation, StoredTable, Transaction
from uno_chat.testing.store_kit.steps import CLUB, FAMILY, Case, arrival, promise, table


class TablePromises:
    @promise
    async def test_no_two_tables_have_the_same_number(self, case: Case) -> None:
        numbers = [await case.do(lambda t: t.new_table_id()) for _ in range(3)]
        await case.save(*(table(number) for number in numbers))
        await case.kill()
        numbers += await case.do(lambda t: [t.new_table_id(), t.new_table_id()])
        assert len(set(numbers)) == 5
        assert 0 < min(numbers) <= max(numbers) < 1_000

    @promise
    async def test_a_table_comes_back_as_it_was_saved_last(self, case: Case) -> None:
        assert await case.do(lambda t: t.table(7)) is None
        first = StoredTable(7, 1, 3, '{"a":1}', (CLUB, FAMILY), (5, 2, 9), open=True, phase="lobby")
        second = StoredTable(7, 2, 4, '{"b":2}', (FAMILY,), (2, 9, 5, 1), open=False, phase="over")
        for saved in (first, second):
            await case.save(saved)
            assert await case.do(lambda t: t.table(7)) == saved

    @promise
    async def test_who_saves_over_another_version_gets_a_conflict(self, case: Case) -> None:
        await case.save(table(7, 1), table(7, 2))
        for lost in (table(7, 1), table(7, 2), table(7, 4), table(8, 2)):
            with pytest.raises(Conflict):
                await case.save(replace(lost, state="lost", rooms=(CLUB,), open=False))
        assert await case.do(lambda t: t.table(7)) == table(7, 2)
        assert await case.do(lambda t: (t.table(8), t.tables_in(CLUB))) == (None, ())

    @promise
    async def test_a_conflict_takes_everything_of_its_transaction_back(self, case: Case) -> None:
        def body(t: Transaction) -> None:
            t.receive(arrival("1"))
            t.save_table(table(8))
            t.save_table(table(7))

        await case.save(table(7))
        with pytest.raises(Conflict):
            await case.do(body)
        assert await case.next_in() is None
        assert await case.do(lambda t: t.table(8)) is None

    @promise
    async def test_open_tables_are_found_by_room_and_player_oldest_first(self, case: Case) -> None:
        await case.save(table(12), table(9, rooms=(CLUB, FAMILY)), table(3, players=(2,)))
        await case.save(table(5, is_open=False), table(4, rooms=(), players=()))
        assert await case.do(lambda t: t.tables_in(FAMILY)) == (3, 9, 12)
        assert await case.do(lambda t: t.tables_in(CLUB)) == (9,)
        assert await case.do(lambda t: t.tables_of(1)) == (9, 12)
        assert await case.do(lambda t: t.tables_of(2)) == (3, 9, 12)
        assert await case.do(lambda t: t.tables_of(3)) == ()

    @promise
    async def test_a_table_is_found_where_it_is_now(self, case: Case) -> None:
        await case.save(table(1), table(2))
        await case.save(table(1, 2, rooms=(CLUB,), players=(2, 3)), table(2, 2, is_open=False))
        assert await case.do(lambda t: (t.tables_in(FAMILY), t.tables_in(CLUB))) == ((), (1,))
        assert await case.do(lambda t: [t.tables_of(n) for n in (1, 2, 3)]) == [(), (1,), (1,)]
        await case.save(table(2, 3))
        assert await case.do(lambda t: (t.tables_in(FAMILY), t.tables_of(1))) == ((2,), (2,))

    @promise
    async def test_a_thread_has_tables_of_its_own(self, case: Case) -> None:
        thread = Conversation(FAMILY.network, FAMILY.id, "5")
        await case.save(table(1, rooms=(thread,)), table(2))
        assert await case.do(lambda t: (t.tables_in(thread), t.tables_in(FAMILY))) == ((1,), (2,))

    @promise
    async def test_a_record_grows_in_order(self, case: Case) -> None:
        await case.do(lambda t: t.append_record(7, 2, ["a", "b"]))
        await case.do(lambda t: t.append_record(7, 2, []))
        await case.do(lambda t: t.append_record(7, 2, ["c"]))
        await case.do(lambda t: t.append_record(7, 2, [str(n) for n in range(20)]))
        await case.do(lambda t: t.append_record(7, 1, ["other round"]))
        await case.do(lambda t: t.append_record(8, 3, ["other table"]))
        expected = ("a", "b", "c", *(str(n) for n in range(20)))
        assert await case.do(lambda t: t.record(7, 2)) == expected
        assert await case.do(lambda t: t.record(7, 3)) == ()
        assert await case.do(lambda t: [t.last_round(n) for n in (7, 8, 9)]) == [2, 3, None]
