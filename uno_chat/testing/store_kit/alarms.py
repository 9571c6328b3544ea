"""What a store promises about alarms."""

from __future__ import annotations

from uno_chat.contract import Alarm, Arrival, Transaction
from uno_chat.testing.store_kit.steps import NOW, Case, later, promise


class AlarmPromises:
    @promise
    async def test_a_table_has_the_alarms_that_were_set_last(self, case: Case) -> None:
        await _set(case, 1, Alarm("turn", 1, later(10)), Alarm("window", 4, later(20)))
        await _set(case, 2, Alarm("turn", 1, later(40)))
        await _set(case, 1, Alarm("window", 4, later(30)))
        assert await case.do(lambda t: t.next_alarm()) == later(30)
        await _set(case, 1)
        assert await case.do(lambda t: t.next_alarm()) == later(40)
        await _set(case, 2)
        assert await case.do(lambda t: t.next_alarm()) is None

    @promise
    async def test_an_alarm_that_is_due_becomes_an_inbox_row(self, case: Case) -> None:
        await _set(case, 7, Alarm("turn", 3, later(10)), Alarm("turn", 4, later(10.001)))
        assert await case.do(lambda t: t.ring(later(9.999))) == 0
        assert await case.do(lambda t: t.ring(later(10))) == 1
        name = f"7:turn:3:{round(later(10).timestamp() * 1000)}"
        row = await case.take_in()
        assert row.arrival == Arrival("alarm", name, "table:7", later(10), name)
        assert await case.do(lambda t: t.next_alarm()) == later(10.001)

    @promise
    async def test_an_alarm_rings_once(self, case: Case) -> None:
        await _set(case, 7, Alarm("turn", 3, NOW))
        assert [await case.do(lambda t: t.ring(NOW)) for _ in range(3)] == [1, 0, 0]
        await _set(case, 7, Alarm("turn", 3, NOW))
        await case.do(lambda t: t.ring(NOW))
        assert len(await case.handle_all()) == 1

    @promise
    async def test_alarms_ring_earliest_first_and_no_more_than_asked(self, case: Case) -> None:
        for number in (3, 1, 2):
            await _set(case, number, Alarm("turn", 1, later(10 - number)))
        assert await case.do(lambda t: t.ring(later(9), limit=2)) == 2
        assert await case.do(lambda t: t.ring(later(9), limit=2)) == 1
        lanes = [arrived.lane for arrived in await case.handle_all()]
        assert lanes == ["table:3", "table:2", "table:1"]

    @promise
    async def test_what_fell_due_while_nobody_was_there_rings_afterwards(self, case: Case) -> None:
        await _set(case, 7, Alarm("turn", 3, later(10)))
        await case.kill()
        assert await case.do(lambda t: t.ring(later(9_999))) == 1
        await case.kill()
        assert await case.do(lambda t: t.ring(later(9_999))) == 0
        assert (await case.take_in()).arrival.at == later(10)


async def _set(case: Case, table: int, *alarms: Alarm) -> None:
    def body(t: Transaction) -> None:
        t.set_alarms(table, alarms)

    await case.do(body)
