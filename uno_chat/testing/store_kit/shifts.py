"""What a store promises about who serves an account."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat.contract import Transaction, User
from uno_chat.testing.store_kit.steps import NOW, Case, later, notice, promise

ACCOUNT = "kit"


class ShiftPromises:
    @promise
    async def test_one_worker_has_the_shift_until_its_time_is_over(self, case: Case) -> None:
        assert await _take(case, "a") is True
        assert await _take(case, "b", later(9.999)) is False
        assert await _has(case) == ["a"]
        assert await _take(case, "b", later(10)) is True
        assert await _has(case) == ["b"]
        assert await _take(case, "a", later(19.999)) is False

    @promise
    async def test_whoever_has_the_shift_keeps_it(self, case: Case) -> None:
        assert await _take(case, "a") is True
        assert await _take(case, "a", later(5)) is True
        assert await _take(case, "b", later(14.999)) is False
        assert await _take(case, "a", later(99)) is True
        assert await _take(case, "b", later(108)) is False

    @promise
    async def test_a_shift_ends_for_whoever_has_it(self, case: Case) -> None:
        await _take(case, "a")
        await case.do(lambda t: t.end_shift(ACCOUNT, "b"))
        assert await _has(case) == ["a"]
        await case.do(lambda t: t.end_shift(ACCOUNT, "a"))
        await case.do(lambda t: t.end_shift(ACCOUNT, "a"))
        assert await _has(case) == []
        assert await _take(case, "b") is True

    @promise
    async def test_every_account_has_a_shift_of_its_own(self, case: Case) -> None:
        await _take(case, "a")
        assert await case.do(lambda t: t.take_shift("other", "b", NOW, later(10))) is True
        assert await case.do(lambda t: t.has_shift("other", "a")) is False

    @promise
    async def test_whoever_has_the_shift_can_hand_it_over(self, case: Case) -> None:
        def body(t: Transaction) -> bool:
            t.end_shift(ACCOUNT, "a")
            return t.take_shift(ACCOUNT, "b", NOW, later(10))

        await _take(case, "a")
        assert await case.do(body) is True
        assert await _has(case) == ["b"]
        assert await _take(case, "a", later(9.999)) is False
        assert await _take(case, "b", later(5)) is True

    @promise
    async def test_a_shift_outlives_a_kill(self, case: Case) -> None:
        await _take(case, "a")
        await case.kill()
        assert await _take(case, "b", later(9)) is False
        assert await _take(case, "b", later(10)) is True

    @promise
    async def test_whoever_takes_over_sends_at_once_what_was_on_its_way(self, case: Case) -> None:
        await _take(case, "a")
        await case.queue(notice("1"), notice("2", User("other", "ann")))
        row = await case.take_out()
        held = await case.do(lambda t: t.next_outbox(["other"], NOW, (), later(60)))
        assert held is not None
        assert await _take(case, "a", later(5)) is True
        assert await case.next_out(later(5)) is None
        assert await _take(case, "b", later(15)) is True
        assert await case.take_out(later(15)) == replace(row, attempts=1)
        assert await case.leased(row) is None
        assert await case.leased(held) == held

    @promise
    async def test_whoever_ends_a_shift_gives_back_what_was_on_its_way(self, case: Case) -> None:
        await _take(case, "a")
        await case.queue(notice("1"))
        row = await case.take_out()
        await case.do(lambda t: t.end_shift(ACCOUNT, "b"))
        assert await case.next_out() is None
        await case.do(lambda t: t.end_shift(ACCOUNT, "a"))
        assert await case.take_out() == replace(row, attempts=1)

    @promise
    async def test_what_has_to_wait_waits_for_whoever_takes_over_too(self, case: Case) -> None:
        await _take(case, "a")
        await case.queue(notice("1"))
        await case.postpone(await case.take_out(), later(30), attempted=False)
        assert await _take(case, "b", later(15)) is True
        assert await case.next_out(later(29.999)) is None


async def _take(case: Case, worker: str, now: datetime = NOW) -> bool:
    return await case.do(lambda t: t.take_shift(ACCOUNT, worker, now, later(10, now)))


async def _has(case: Case) -> list[str]:
    def body(t: Transaction) -> list[str]:
        return [worker for worker in ("a", "b") if t.has_shift(ACCOUNT, worker)]

    return await case.do(body)
