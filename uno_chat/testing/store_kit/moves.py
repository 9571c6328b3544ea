"""What a store promises when a conversation changes its name."""

from __future__ import annotations

from dataclasses import replace

from uno_chat.contract import Conversation, Room, Slot
from uno_chat.testing.store_kit.steps import (
    ANN,
    CLUB,
    FAMILY,
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

NEW = Conversation("kit", "family-100")


class MovePromises:
    @promise
    async def test_a_room_keeps_what_is_known_of_it(self, case: Case) -> None:
        await case.do(lambda t: t.remember_room(FAMILY, "Family"))
        await case.do(lambda t: t.set_room_language(FAMILY, "de"))
        await case.do(lambda t: t.set_room_profile(FAMILY, "old"))
        await _move(case)
        assert await case.do(lambda t: t.room(FAMILY)) is None
        assert await case.do(lambda t: t.room(NEW)) == Room(NEW, "Family", "de", "old")

    @promise
    async def test_what_is_known_of_the_new_room_goes_first(self, case: Case) -> None:
        await case.do(lambda t: t.remember_room(FAMILY, "Family"))
        await case.do(lambda t: t.set_room_language(FAMILY, "de"))
        await case.do(lambda t: t.set_room_profile(FAMILY, "old"))
        await case.do(lambda t: t.remember_room(NEW, "Big family"))
        await case.do(lambda t: t.set_room_profile(NEW, "new"))
        await _move(case)
        assert await case.do(lambda t: t.room(NEW)) == Room(NEW, "Big family", "de", "new")

    @promise
    async def test_its_tables_are_found_in_the_new_one(self, case: Case) -> None:
        await case.save(table(1), table(2, rooms=(CLUB, FAMILY, NEW)), table(3, rooms=(CLUB,)))
        await case.save(table(4, is_open=False))
        await _move(case)
        assert await case.do(lambda t: (t.tables_in(FAMILY), t.tables_in(NEW))) == ((), (1, 2))
        assert await case.do(lambda t: t.tables_in(CLUB)) == (2, 3)
        assert await case.do(lambda t: t.table(2)) == table(2, rooms=(CLUB, NEW))
        assert await case.do(lambda t: t.table(4)) == table(4, rooms=(NEW,), is_open=False)
        await case.save(table(1, 2, rooms=(NEW,)))

    @promise
    async def test_its_pages_are_kept_and_their_messages_forgotten(self, case: Case) -> None:
        private = Conversation("kit", "private")
        for out, message in (
            (page(1), receipt("m1")),
            (page(2, "hand:1", ANN), receipt("m2")),
            (page(3, "hand:2", ANN), receipt("m3", private)),
            (page(4, to=CLUB), receipt("m4", CLUB)),
        ):
            await case.queue(out)
            await case.sent(await case.take_out(), message, ("r7",))
        await _move(case)
        assert await case.slots(FAMILY) == ()
        assert await case.slots(NEW) == (Slot(1, "table", NEW, None, 1, ("r7",)),)
        kept = [slot.message for slot in await case.slots(ANN)]
        assert kept == [receipt("m3", private).message, None]
        assert (await case.slots(CLUB))[0].message is not None

    @promise
    async def test_what_is_to_be_said_there_is_said_in_the_new_one(self, case: Case) -> None:
        await case.queue(notice("1"), page(1), notice("2"), notice("other", CLUB))
        row = await case.take_out()
        await case.queue(notice("3", NEW))
        await _move(case)
        await case.postpone(row, later(5), attempted=False)
        assert (await case.take_out(later(4))).out.to == CLUB
        assert await case.next_out(later(4)) is None
        said = [(out.name, out.to) for out in await case.send_all(later(5), busy=[CLUB])]
        assert said == [("1", NEW), ("table", NEW), ("2", NEW), ("3", NEW)]
        assert await case.do(lambda t: t.next_send(ON)) == later(64)

    @promise
    async def test_what_was_said_there_is_not_said_again(self, case: Case) -> None:
        await case.queue(notice("before"))
        await case.sent(await case.take_out())
        await case.queue(notice("both"), notice("both", NEW), page(1), page(2, to=NEW))
        await _move(case)
        await case.queue(notice("before", NEW), notice("both", NEW), page(3, to=NEW))
        said = [(out.name, out.revision) for out in await case.send_all()]
        assert sorted(said) == [("both", 0), ("table", 3)]

    @promise
    async def test_what_is_on_its_way_there_stays_on_its_way(self, case: Case) -> None:
        await case.queue(page(1))
        row = await case.take_out()
        await _move(case)
        await case.queue(page(2, to=NEW))
        assert await case.next_out() is None
        again = await case.take_out(later(60))
        assert again == replace(row, out=page(1, to=NEW), attempts=1)
        await case.sent(again, receipt("m1", NEW))
        assert (await case.take_out(later(60))).out == page(2, to=NEW)

    @promise
    async def test_of_two_lanes_in_one_the_longer_wait_holds(self, case: Case) -> None:
        for seconds, to in ((5, FAMILY), (9, NEW)):
            await case.queue(notice(str(seconds), to))
            await case.postpone(await case.take_out(), later(seconds), attempted=False)
        await _move(case)
        assert await case.next_out(later(8)) is None
        assert (await case.take_out(later(9))).out == notice("5", NEW)

    @promise
    async def test_a_page_that_the_new_one_shows_already_stays(self, case: Case) -> None:
        for out in (page(7, to=NEW), page(1), page(2, "hand:1")):
            await case.queue(out)
            await case.sent(await case.take_out())
        await _move(case)
        shown = [(slot.name, slot.revision) for slot in await case.slots(NEW)]
        assert shown == [("table", 7), ("hand:1", 2)]

    @promise
    async def test_what_arrived_there_waits_in_the_lane_of_the_new_one(self, case: Case) -> None:
        old, new, thread = str(FAMILY), str(NEW), str(Conversation(FAMILY.network, FAMILY.id, "5"))
        await case.receive(arrival("1", old), arrival("2", thread), arrival("3", new))
        await case.receive(arrival("4", old), arrival("5", "table:1"))
        await _move(case)
        order = [(a.event_id, a.lane) for a in await case.handle_all(busy=["table:1", old])]
        assert order == [("1", new), ("2", thread), ("3", new), ("4", new)]

    @promise
    async def test_its_threads_are_conversations_of_their_own(self, case: Case) -> None:
        thread = Conversation(FAMILY.network, FAMILY.id, "5")
        await case.do(lambda t: t.remember_room(thread, "Thread"))
        await case.save(table(1, rooms=(thread,)))
        await case.queue(page(1, to=thread))
        await case.sent(await case.take_out(), receipt("m1", thread))
        await _move(case)
        assert await case.do(lambda t: t.tables_in(thread)) == (1,)
        slots = await case.slots(thread)
        assert [slot.message for slot in slots] == [receipt("m1", thread).message]

    @promise
    async def test_a_move_to_itself_changes_nothing(self, case: Case) -> None:
        await case.queue(page(1))
        await case.sent(await case.take_out(), receipt("m1"))
        await case.do(lambda t: t.move_conversation(FAMILY, FAMILY))
        slots = await case.slots(FAMILY)
        assert [slot.message for slot in slots] == [receipt("m1").message]

    @promise
    async def test_moving_twice_changes_nothing_more(self, case: Case) -> None:
        await case.save(table(1))
        await case.queue(page(1))
        await _move(case)
        await case.sent(await case.take_out(), receipt("m1", NEW))
        await _move(case)
        slots = await case.slots(NEW)
        assert [slot.message for slot in slots] == [receipt("m1", NEW).message]
        assert await case.do(lambda t: t.tables_in(NEW)) == (1,)


async def _move(case: Case) -> None:
    await case.do(lambda t: t.move_conversation(FAMILY, NEW))
