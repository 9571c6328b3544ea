"""What a store promises about the outbox: order, leases and hold-backs, and what is said once."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from uno_chat.contract import (
    Address,
    Conversation,
    Outgoing,
    OutKind,
    Settled,
    Transaction,
    User,
)
from uno_chat.testing.store_kit.steps import (
    ANN,
    BOB,
    CLUB,
    FAMILY,
    NOW,
    ON,
    Case,
    later,
    notice,
    page,
    promise,
    receipt,
)


class LanePromises:
    shared = False
    """Whether several processes may use the store at once. Then what one of them had on its way
    when it died comes back when the lease runs out, else at once.
    """

    @promise
    async def test_a_notice_is_taken_as_it_was_queued(self, case: Case) -> None:
        sent = Outgoing(
            OutKind.TOAST, ANN, None, "press:1", 4, '{"x":1}', fresh=True, expires=later(3)
        )
        await case.queue(sent)
        row = await case.take_out()
        assert (row.out, row.attempts) == (sent, 0)

    @promise
    async def test_a_notice_is_said_once_however_it_ended(self, case: Case) -> None:
        for how in Settled:
            for _ in range(2):
                await case.queue(notice(how))
            row = await case.take_out()
            await case.queue(notice(how))
            await case.settle(row, how)
            await case.queue(notice(how))
            await case.kill()
            await case.queue(notice(how))
            assert await case.next_out() is None

    @promise
    async def test_it_counts_what_was_said_by_the_beginning_of_its_name(self, case: Case) -> None:
        names = ("note 1", "note 2", "note_3", "Note 4", "no", "other")
        await case.queue(*(notice(name) for name in names), notice("note 5", ANN), page(1, "note"))
        await case.send_all()
        await case.queue(notice("note 1"), notice("note 6"))
        count = await case.do(lambda t: t.count_said(FAMILY, "note "))
        assert count == 3
        assert await case.do(lambda t: t.count_said(ANN, "note")) == 1
        assert await case.do(lambda t: t.count_said(ANN, "x")) == 0

    @promise
    async def test_the_same_notice_goes_to_every_address(self, case: Case) -> None:
        await case.queue(notice("deal"), notice("deal", ANN), notice("deal", BOB))
        rows = [await case.take_out() for _ in range(3)]
        assert [row.out.to for row in rows] == [FAMILY, ANN, BOB]
        assert len({row.key for row in rows} - {""}) == 3

    @promise
    async def test_a_lane_is_sent_in_order(self, case: Case) -> None:
        await case.queue(*(notice(str(n)) for n in range(12)))
        row = await case.take_out()
        assert await case.next_out() is None, "only the head of a lane may be on its way"
        await case.sent(row)
        rest = await case.send_all()
        assert [row.out.name, *(out.name for out in rest)] == [str(n) for n in range(12)]

    @promise
    async def test_the_oldest_row_is_sent_first_and_busy_lanes_are_left_alone(
        self, case: Case
    ) -> None:
        await case.queue(notice("1", ANN), notice("2", ANN), notice("3", BOB), notice("4"))
        assert await case.next_out(busy=[ANN, BOB, FAMILY]) is None
        assert (await case.take_out(busy=[ANN])).out.name == "3"
        assert (await case.take_out()).out.name == "1"
        assert (await case.take_out()).out.name == "4"

    @promise
    async def test_only_networks_that_are_asked_for_are_served(self, case: Case) -> None:
        there = User("other", "ann")
        await case.queue(notice("1", there), notice("2"), notice("3", ANN))
        assert (await case.take_out()).out.name == "2"

        def take(t: Transaction) -> tuple[str, ...]:
            asked = ("", "none", "kit none", "other", "other kit")
            rows = [t.next_outbox(on.split(), NOW, (), later(60)) for on in asked]
            return tuple("-" if row is None else row.out.name for row in rows)

        assert await case.do(take) == ("-", "-", "3", "1", "-")
        assert await case.do(lambda t: t.next_send([])) is None

    @promise
    async def test_of_all_networks_the_oldest_row_is_sent_first(self, case: Case) -> None:
        there = User("other", "ann")
        await case.queue(notice("1"), notice("2", there), notice("3"), notice("4", there))
        said = []
        for _ in range(4):
            row = await case.do(lambda t: t.next_outbox(["other", "kit"], NOW, (), later(60)))
            assert row is not None
            said.append(row.out.name)
            await case.sent(row)
        assert said == ["1", "2", "3", "4"]

    @promise
    async def test_a_person_and_a_room_of_the_same_name_are_two_lanes(self, case: Case) -> None:
        same: list[Address] = [User("kit", "x"), Conversation("kit", "x")]
        same.append(Conversation("kit", "x", "thread"))
        await case.queue(*(notice("1", to) for to in same))
        assert [(await case.take_out()).out.to for _ in same] == same

    @promise
    async def test_a_lease_that_ran_out_is_given_again_and_counted(self, case: Case) -> None:
        await case.queue(notice("1"), notice("2"))
        row = await case.take_out()
        assert await case.next_out(later(59.999)) is None
        assert await case.take_out(later(60)) == replace(row, attempts=1)
        assert await case.take_out(later(120)) == replace(row, attempts=2)

    @promise
    async def test_a_page_is_under_way_from_its_lease_to_its_end(self, case: Case) -> None:
        await case.queue(page(1, to=ANN), notice("1", BOB))

        async def under_way() -> list[bool]:
            return await case.do(lambda t: [t.under_way(to) for to in (ANN, BOB, FAMILY)])

        assert await under_way() == [False, False, False]
        row, _ = await case.take_out(), await case.take_out()
        assert await under_way() == [True, False, False]
        await case.postpone(row, later(9), attempted=False)
        assert await under_way() == [False, False, False]
        again = await case.take_out(later(9))
        assert await under_way() == [True, False, False]
        await case.sent(again)
        assert await under_way() == [False, False, False]

    @promise
    async def test_whoever_lost_the_lease_of_a_row_has_no_say_in_it(self, case: Case) -> None:
        await case.queue(notice("1"), page(1, to=ANN), notice("2"))
        lost = [await case.take_out(), await case.take_out()]
        assert [await case.leased(row) for row in lost] == lost
        assert await case.do(lambda t: t.leased_all([])) == []
        mine = [await case.take_out(later(60)), await case.take_out(later(60))]
        for row in lost:
            await case.sent(row, receipt("m1"), ("r7",))
            await case.postpone(row, later(60), attempted=False)
            await case.forget(row)
            assert await case.leased(row) is None
        assert await case.next_out(later(60)) is None
        assert await case.slots(ANN) == ()
        both = [*mine, *lost]
        assert await case.do(lambda t: t.leased_all(both)) == [*mine, None, None]
        for row in mine:
            assert await case.leased(row) == row
            await case.sent(row, receipt("m2"))
            assert await case.leased(row) is None
        assert [slot.message for slot in await case.slots(ANN)] == [receipt("m2").message]
        assert (await case.take_out(later(60))).out == notice("2")

    @promise
    async def test_what_was_on_its_way_when_the_process_died_comes_back(self, case: Case) -> None:
        await case.queue(notice("1"), notice("2"), page(1, to=ANN))
        first, second = await case.take_out(), await case.take_out()
        await case.kill()
        now = later(60) if self.shared else NOW
        assert await case.take_out(now) == replace(first, attempts=1)
        assert await case.take_out(now) == replace(second, attempts=1)

    @promise
    async def test_what_was_on_its_way_to_a_room_that_moved_comes_back_too(
        self, case: Case
    ) -> None:
        await case.queue(notice("1"))
        row = await case.take_out()
        await case.do(lambda t: t.move_conversation(FAMILY, CLUB))
        assert await case.leased(row) == replace(row, out=notice("1", CLUB))
        assert await case.next_out() is None
        await case.kill()
        again = await case.take_out(later(60) if self.shared else NOW)
        assert again == replace(row, out=notice("1", CLUB), attempts=1)

    @promise
    async def test_a_lane_held_back_waits_and_the_others_go_on(self, case: Case) -> None:
        await case.queue(notice("1"), notice("2"), notice("3", ANN))
        row = await case.take_out()
        await case.postpone(row, later(10), attempted=False)
        await case.queue(notice("4"))
        assert (await case.take_out()).out.name == "3"
        assert await case.next_out(later(9.999)) is None
        await case.kill()
        assert await case.next_out(later(9.999), busy=[ANN]) is None
        assert await case.take_out(later(10), busy=[ANN]) == row
        await case.sent(row)
        assert (await case.take_out(later(10), busy=[ANN])).out.name == "2"

    @promise
    async def test_an_attempt_that_may_have_been_seen_stays_counted(self, case: Case) -> None:
        await case.queue(notice("1"))
        row = await case.take_out()
        await case.postpone(row, later(1), attempted=True)
        again = await case.take_out(later(1))
        assert again == replace(row, attempts=1)
        await case.postpone(again, later(2), attempted=False)
        assert await case.take_out(later(2)) == replace(row, attempts=1)

    @promise
    async def test_giving_a_row_back_twice_forgets_one_attempt(self, case: Case) -> None:
        await case.queue(notice("1"))
        row = await case.take_out()
        await case.postpone(row, NOW, attempted=False)
        await case.postpone(row, NOW, attempted=False)
        assert await case.take_out() == row

    @promise
    async def test_a_row_that_is_done_is_done(self, case: Case) -> None:
        await case.queue(notice("1"), page(1, to=ANN), notice("2"))
        first, shown = await case.take_out(), await case.take_out()
        await case.sent(first)
        await case.sent(shown)
        second = await case.take_out()
        for row in (first, shown, replace(first, id=first.id + 1_000)):
            await case.sent(row)
            await case.postpone(row, NOW, attempted=False)
            await case.forget(row)
        assert await case.next_out() is None
        assert await case.take_out(later(60)) == replace(second, attempts=1)

    @promise
    async def test_it_says_when_to_send_next(self, case: Case) -> None:
        assert await case.do(lambda t: t.next_send(ON)) is None
        await case.queue(notice("1"), notice("2", CLUB))
        assert await _when(case) <= NOW
        for seconds in (10, 20):
            await case.postpone(await case.take_out(), later(seconds), attempted=False)
        assert await _when(case) == later(10)
        row = await case.take_out(later(10))
        await case.sent(row)
        assert await _when(case) == later(20)
        await case.sent(await case.take_out(later(20)))
        assert await case.do(lambda t: t.next_send(ON)) is None


async def _when(case: Case) -> datetime:
    when = await case.do(lambda t: t.next_send(ON))
    assert when is not None
    return when
