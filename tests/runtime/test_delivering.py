"""Whatever answer a delivery gets, its row is sent, settled or tried again, never for ever."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat.contract import (
    Conversation,
    Delivery,
    Outgoing,
    OutKind,
    Receipt,
    Settled,
    Toast,
)
from uno_chat.coordinator.lanes import press_lane
from uno_chat.coordinator.messages import Message, Press, Silence, to_payload
from uno_chat.runtime import delivering, sending
from uno_chat.testing.desk import NET, Desk
from uno_chat.testing.fake_adapter import FakeAdapter
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.faults import Blocked, Deleted, Fault, Lost, Refused, Renamed, TooMany
from uno_chat.testing.office import (
    ANN,
    BOB,
    CLAN,
    FAMILY,
    Office,
    hand,
    notice,
    office,
    table,
)


async def test_a_network_that_says_later_is_asked_then(desk: Desk) -> None:
    async with office(desk) as here:
        here.fail(TooMany(timedelta(seconds=34)))
        await here.put(notice("1"), notice("2", BOB))
        await here.send()
        assert here.held(ANN) == timedelta(seconds=34)
        assert len(here.new("@bob")) == 1
        await here.send(timedelta(seconds=34))
        assert here.ended(notice("1")) == Settled.SENT


async def test_a_network_that_serves_nobody_is_asked_less_and_less(desk: Desk) -> None:
    async with office(desk) as here:
        await here.put(notice("1"))
        waits = []
        for _ in range(9):
            here.fail(Refused())
            await here.send()
            waits.append(here.held(ANN).total_seconds())
            here.now += here.held(ANN)
        assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]
        await here.send()
        assert here.ended(notice("1")) == Settled.SENT
        here.fail(Refused())
        await here.put(notice("2"))
        await here.send()
        assert here.held(ANN) == timedelta(seconds=1)


@pytest.mark.parametrize("shown", [True, False])
async def test_a_notice_whose_answer_was_lost_is_perhaps_sent_and_never_again(
    desk: Desk,
    shown: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    async with office(desk) as here:
        here.fail(Lost(shown=shown))
        await here.put(notice("1"), notice("2"))
        await here.send()
        assert here.ended(notice("1")) == Settled.PERHAPS
        assert here.ended(notice("2")) == Settled.SENT
        await here.send(timedelta(hours=1))
        assert len(here.new("@ann")) == 1 + shown


async def test_a_network_that_knows_keys_shows_a_lost_notice_once(desk: Desk) -> None:
    async with office(desk, replace(LIKE_TELEGRAM, idempotent_sends=True)) as here:
        here.fail(Lost(shown=True), Lost(shown=True))
        await here.put(notice("1"))
        for _ in range(3):
            await here.send(timedelta(seconds=10))
        assert here.ended(notice("1")) == Settled.SENT
        assert len(here.new("@ann")) == 1


async def test_a_new_page_is_sent_again_until_it_is_certain_for_a_table_may_wait_for_it(
    desk: Desk,
) -> None:
    async with office(desk) as here:
        here.fail(Lost(shown=False), Lost(shown=False), Lost(shown=True))
        await here.put(table())
        waits = []
        for _ in range(3):
            await here.send()
            waits.append(here.held(FAMILY).total_seconds())
            here.now += here.held(FAMILY)
        assert waits == [2, 4, 8]
        await here.send()
        assert here.store.rows.outbox == {}
        assert len(here.new("family")) == 2
        slot = here.slot("table", FAMILY)
        assert slot is not None
        assert slot.message is not None


async def test_an_edit_whose_answer_was_lost_is_repeated_until_it_is_certain(desk: Desk) -> None:
    async with office(desk) as here:
        await here.put(table(1))
        await here.send()
        waits = []
        for _ in range(7):
            here.fail(Lost(shown=True))
            await here.put(table(2))
            await here.send()
            waits.append(here.held(FAMILY).total_seconds())
            here.now += here.held(FAMILY)
        assert waits == [2, 4, 8, 16, 32, 60, 60]
        await here.send()
        slot = here.slot("table", FAMILY)
        assert slot is not None
        assert slot.revision == 2
        assert len(here.new("family")) == 1


async def test_a_message_that_is_gone_is_sent_anew(desk: Desk) -> None:
    async with office(desk) as here:
        await here.put(table(1))
        await here.send()
        old = here.slot("table", FAMILY)
        assert old is not None
        assert old.message is not None
        here.network.delete(old.message)
        await here.put(table(2))
        await here.send()
        new = here.slot("table", FAMILY)
        assert new is not None
        assert new.message != old.message
        assert len(here.new("family")) == 2


async def test_what_is_gone_although_it_was_new_is_given_up(desk: Desk) -> None:
    async with office(desk) as here:
        here.fail(*[Deleted()] * 50)
        await here.put(notice("1"), table())
        await here.send()
        assert here.ended(notice("1")) == Settled.DEAD
        assert here.store.rows.outbox == {}
        assert here.network.calls["send"] == 2


@pytest.mark.reported("59")
@pytest.mark.parametrize("told_first", [True, False])
async def test_a_group_that_moved_is_followed_whoever_says_it_first(
    desk: Desk,
    told_first: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    async with office(desk) as here:
        here.fail(Renamed(CLAN))
        await here.put(table(1), notice("1", FAMILY))
        if told_first:
            await here.sender.step()
            while not here.network.calls["send"]:  # noqa: ASYNC110 - no event says so
                await asyncio.sleep(0)  # until it is on its way to the old name
            await here.store.transact(lambda tx: tx.move_conversation(FAMILY, CLAN))
        await here.send()
        if not told_first:
            await here.store.transact(lambda tx: tx.move_conversation(FAMILY, CLAN))
        await here.send()
        assert here.store.rows.tables[1].rooms == (CLAN,)
        assert here.ended(notice("1", CLAN)) == Settled.SENT
        assert (len(here.new("clan")), here.new("family")) == (2, [])
        assert here.slot("table", CLAN) is not None


async def test_groups_that_lead_back_to_each_other_do_not_send_us_round(desk: Desk) -> None:
    async with office(desk) as here:
        here.fail(*[Renamed(CLAN), Renamed(FAMILY)] * 20)
        await here.put(table(1))
        await here.send()
        assert here.store.rows.outbox == {}
        assert here.network.calls["send"] <= 3


async def test_a_person_or_a_press_cannot_move(desk: Desk) -> None:
    async with office(desk) as here:
        here.fail(*[Renamed(CLAN)] * 20)
        payload = to_payload(Message(Silence(), Press("ack1", desk.player("ann"))))
        toast = Outgoing(OutKind.TOAST, press_lane(NET, "ack1"), None, "t", payload=payload)
        await here.put(notice("1"), toast)
        await here.send()
        assert (here.ended(notice("1")), here.ended(toast)) == (Settled.DEAD, Settled.DEAD)


async def test_an_answer_that_the_network_takes_no_more_is_dropped_without_a_word(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    async with office(desk) as here:
        here.fail(Deleted())
        payload = to_payload(Message(Silence(), Press("ack1", desk.player("ann"))))
        toast = Outgoing(OutKind.TOAST, press_lane(NET, "ack1"), None, "t", payload=payload)
        await here.put(toast)
        await here.send()
        assert here.ended(toast) == Settled.DROPPED
        assert caplog.messages == []


@pytest.mark.parametrize("fault", [Blocked()])
async def test_who_cannot_be_reached_holds_up_nothing(desk: Desk, fault: Fault) -> None:
    async with office(desk) as here:
        here.fail(fault)
        await here.put(notice("1"), notice("2"), hand())
        await here.send()
        assert here.ended(notice("1")) == Settled.DEAD
        assert here.ended(notice("2")) == Settled.SENT


async def test_what_the_network_will_never_take_is_told_to_the_operator(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    async with office(desk) as here:
        nowhere = notice("1", Conversation(NET, "no such chat of ann"))
        await here.put(nowhere, notice("2"))
        await here.send()
        assert here.ended(nowhere) == Settled.DEAD
        assert here.ended(notice("2")) == Settled.SENT
        assert (
            caplog.messages == ["outbox row 1 was refused: Rejected"] or "Rejected" in caplog.text
        )
        assert "ann" not in caplog.text


class Broken(FakeAdapter):
    """Raises what no adapter may raise."""

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        raise KeyError(f"hand of ann in {delivery}")


async def test_an_adapter_that_breaks_holds_up_nothing_for_ever(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    async with office(desk) as here:
        here.account.adapter = Broken(NET, LIKE_TELEGRAM, here.network.call)
        await here.put(notice("1"), table(1))
        for _ in range(20):
            await here.send(timedelta(minutes=2))
        assert here.ended(notice("1")) == Settled.PERHAPS
        assert here.store.rows.outbox == {}
        assert "ann" not in caplog.text


async def test_an_adapter_that_hangs_is_taken_to_have_lost_the_answer(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hanging(FakeAdapter):
        async def deliver(self, delivery: Delivery | Toast) -> Receipt:
            await asyncio.Event().wait()
            return await super().deliver(delivery)

    monkeypatch.setattr(delivering, "WITHIN", 0)
    async with office(desk) as here:
        here.account.adapter = Hanging(NET, LIKE_TELEGRAM, here.network.call)
        await here.put(notice("1"))
        await here.send()
        assert here.ended(notice("1")) == Settled.PERHAPS


async def test_a_page_that_cannot_be_made_is_given_up_in_the_end(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("Ann holds R7")

    async with office(desk) as here:
        monkeypatch.setattr(sending, "show", broken)
        await here.put(hand(), notice("1", BOB))
        for _ in range(4):
            await here.send(timedelta(minutes=2))
            assert len(here.store.rows.outbox) == 1
        await here.send(timedelta(minutes=2))
        assert here.store.rows.outbox == {}
        assert here.ended(notice("1", BOB)) == Settled.DEAD
        assert "R7" not in caplog.text


async def test_what_was_under_way_when_a_process_died_is_not_said_twice(desk: Desk) -> None:
    async with office(desk) as here:
        await here.put(notice("1"), hand(1, BOB))
        for _ in range(2):
            await here.store.transact(
                lambda tx: tx.next_outbox((NET,), here.now, (), here.now + timedelta(minutes=1))
            )
        here.store.rows.holds.clear()
        await here.send()
        assert here.ended(notice("1")) == Settled.PERHAPS
        assert here.new("@ann") == []
        assert len(here.new("@bob")) == 1


async def begun_and_killed(here: Office, times: int) -> None:
    """Workers take what is next, and are killed before its network has answered."""
    for _ in range(times):
        await here.store.transact(
            lambda tx: tx.next_outbox((NET,), here.now, (), here.now + timedelta(minutes=1))
        )
        here.store.rows.holds.clear()


async def test_attempts_of_workers_that_were_killed_make_no_pause_longer(desk: Desk) -> None:
    """It is not the network that did not answer them."""
    async with office(desk) as here:
        await here.put(table())
        await begun_and_killed(here, 7)
        here.fail(Lost(shown=False))
        await here.send()
        assert here.held(FAMILY) == timedelta(seconds=2)


async def test_attempts_of_workers_that_were_killed_give_no_page_up(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with office(desk) as here:
        await here.put(hand(), table())
        await begun_and_killed(here, 14)
        monkeypatch.setattr(sending, "show", lambda *_: 1 / 0)
        here.account.adapter = Broken(NET, LIKE_TELEGRAM, here.network.call)
        await here.send()
        monkeypatch.undo()
        await here.send(timedelta(minutes=2))
        assert len(here.store.rows.outbox) == 2
        here.account.adapter = here.network.adapter()
        await here.send(timedelta(minutes=2))
        assert here.store.rows.outbox == {}
        assert len(here.new("@ann")) == len(here.new("family")) == 1
