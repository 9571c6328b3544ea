"""What a store knows of a person beyond the name: whose seats were whose, and how it forgets."""

from __future__ import annotations

import json
from dataclasses import replace

from uno_chat.contract import Arrival, Player, Sat, Settled, User
from uno_chat.testing.store_kit.steps import (
    ANN,
    BOB,
    NOW,
    Case,
    arrival,
    later,
    notice,
    page,
    promise,
    receipt,
)


class PersonalPromises:
    @promise
    async def test_whose_a_seat_was_is_found_by_person_and_by_table(self, case: Case) -> None:
        first, second = Sat(7, 1, "s1", 0, 1), Sat(7, 1, "s1", 12, 2)
        other = Sat(3, 0, "s2", 4, 1)
        await case.do(lambda t: t.note_seats([second, first, other]))
        assert await case.do(lambda t: t.seats_of(1)) == (other, first)
        assert await case.do(lambda t: t.seats_at(7)) == (first, second)
        assert await case.do(lambda t: t.seats_of(3)) == ()

    @promise
    async def test_of_what_is_noted_for_the_same_line_the_last_counts(self, case: Case) -> None:
        await case.do(lambda t: t.note_seats([Sat(7, 1, "s1", 5, 1)]))
        await case.do(lambda t: t.note_seats([Sat(7, 1, "s1", 5, 2)]))
        assert await case.do(lambda t: t.seats_at(7)) == (Sat(7, 1, "s1", 5, 2),)

    @promise
    async def test_only_the_first_line_of_a_record_is_written_anew(self, case: Case) -> None:
        await case.do(lambda t: t.append_record(7, 1, ["Ann", "red 7"]))
        await case.do(lambda t: t.append_record(7, 2, ["Ann"]))
        await case.do(lambda t: t.open_record_anew(7, 1, "?"))
        await case.do(lambda t: t.open_record_anew(8, 1, "?"))
        assert await case.do(lambda t: t.record(7, 1)) == ("?", "red 7")
        assert await case.do(lambda t: t.record(7, 2)) == ("Ann",)
        assert await case.do(lambda t: t.record(8, 1)) == ()

    @promise
    async def test_who_is_forgotten_comes_back_as_somebody_new(self, case: Case) -> None:
        ann = await case.do(lambda t: t.remember_player(ANN, "Ann", "fr"))
        await case.do(lambda t: t.set_profile(ann.id, "hers"))
        await case.do(lambda t: t.forget([ANN, BOB]))
        assert await case.do(lambda t: t.player(ANN)) is None
        assert await case.do(lambda t: t.player_by_id(ann.id)) is None
        again = await case.do(lambda t: t.remember_player(ANN, "Annie", None))
        assert again == Player(again.id, "Annie", None, (ANN,), ANN)
        assert again.id != ann.id

    @promise
    async def test_a_player_is_there_as_long_as_one_user_is(self, case: Case) -> None:
        ann = await case.do(lambda t: t.remember_player(ANN, "Ann", None))
        await case.do(lambda t: t.remember_player(BOB, "Bob", None))
        await case.do(lambda t: t.move_user(BOB, ann.id))
        await case.do(lambda t: t.forget([ANN]))
        left = await case.do(lambda t: t.player_by_id(ann.id))
        assert left == replace(ann, users=(BOB,), private=BOB)
        await case.do(lambda t: t.forget([BOB]))
        assert await case.do(lambda t: t.player_by_id(ann.id)) is None

    @promise
    async def test_what_is_on_its_way_to_who_is_forgotten_is_on_nobodys(self, case: Case) -> None:
        await case.queue(
            notice("one", ANN), notice("two", ANN), notice("one", BOB), page(1, to=ANN)
        )
        row = await case.take_out()
        await case.do(lambda t: t.forget([ANN]))
        assert await case.leased(row) is None
        await case.settle(row, Settled.SENT, receipt("m1"))
        assert await case.slots(ANN) == ()
        assert await case.send_all() == [notice("one", BOB)]
        await case.queue(notice("one", ANN))
        assert await case.send_all() == [notice("one", ANN)]

    @promise
    async def test_what_was_shown_to_who_is_forgotten_is_not_known(self, case: Case) -> None:
        await case.queue(page(1, "hand", ANN), page(1, "hand", BOB))
        for _ in range(2):
            await case.sent(await case.take_out(), receipt("m1"), ("r7",))
        await case.do(lambda t: t.forget([ANN]))
        assert await case.slots(ANN) == ()
        assert len(await case.slots(BOB)) == 1

    @promise
    async def test_what_waits_in_the_inbox_is_handled_and_counts_once_all_the_same(
        self, case: Case
    ) -> None:
        said = _said("e1", ANN)
        await case.receive(said)
        await case.do(lambda t: t.forget([ANN]))
        assert await case.handle_all() == [said]
        assert await case.receive(said) == [False]

    @promise
    async def test_what_was_set_aside_is_forgotten_without_being_taken_again(
        self, case: Case
    ) -> None:
        said, other = _said("e1", ANN), _said("e2", BOB)
        await case.receive(said, other)
        for _ in range(2):
            await case.fail(await case.take_in(), None)
        await case.do(lambda t: t.set_aside("kit", "e3", NOW, f"<{ANN.id}>"))
        await case.do(lambda t: t.set_aside("kit", "e4", NOW, "<eve>"))
        await case.do(lambda t: t.forget([ANN]))
        assert await case.receive(said, other) == [False, False]
        assert await case.do(lambda t: t.prune(later(1))) == 3


def _said(event: str, user: User) -> Arrival:
    return arrival(event, payload=json.dumps({"sender": str(user)}, separators=(",", ":")))
