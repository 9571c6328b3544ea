"""Rows of the outbox go in order, side by side, within the quotas, and wait for no other lane."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from operator import methodcaller

import pytest

from uno_chat.contract import (
    Capabilities,
    Conversation,
    Delivery,
    Outgoing,
    OutKind,
    Quota,
    Receipt,
    RetryLater,
    Said,
    Settled,
    Toast,
    User,
)
from uno_chat.coordinator.lanes import press_lane
from uno_chat.coordinator.messages import Message, Press, Silence, to_payload
from uno_chat.runtime.sending import AT_ONCE
from uno_chat.testing.desk import NET, NOON, Desk
from uno_chat.testing.fake_adapter import FakeAdapter
from uno_chat.testing.fake_chats import Json
from uno_chat.testing.fake_network import LIKE_MATRIX, LIKE_TELEGRAM
from uno_chat.testing.faults import Deleted, Fault, Fine, Lost, TooMany
from uno_chat.testing.office import ANN, BOB, FAMILY, Office, notice, office, table

# --- order --------------------------------------------------------------------------------------


async def test_a_lane_keeps_its_order_and_lanes_go_side_by_side(desk: Desk) -> None:
    async with office(desk) as here:
        rows = [notice(f"{n}", to) for n in range(5) for to in (ANN, BOB)]
        await here.put(*rows)
        under_way: list[int] = []
        real = here.network.call

        async def call(method: str, params: Json) -> Json:
            under_way.append(len(here.sender.tasks))
            return await real(method, params)

        here.account.adapter = FakeAdapter(NET, LIKE_TELEGRAM, call)
        await here.send()
        keys = [showing.key for showing in here.network.shown if showing.chat == "@ann"]
        assert keys == sorted(keys, key=lambda key: int(key.split(".")[0]))
        assert len(keys) == 5
        assert set(under_way) == {2}


async def test_a_lane_with_much_to_say_does_not_keep_others_waiting(desk: Desk) -> None:
    async with office(desk) as here:
        await here.put(*(notice(f"{n}") for n in range(50)), notice("one", BOB))
        await here.sender.step()
        await here.sender.step()
        assert set(here.sender.tasks) == {ANN, BOB}
        await here.send()
        chats = [showing.chat for showing in here.network.shown]
        assert chats.index("@bob") <= 1


async def test_no_more_is_under_way_than_may_be(desk: Desk) -> None:
    async with office(desk) as here:
        lanes = [press_lane(NET, f"a{n}") for n in range(AT_ONCE + 3)]
        await here.put(*(replace(notice("x"), to=lane) for lane in lanes))
        assert [await here.sender.step() for _ in range(2)] == [True, False]
        assert len(here.sender.tasks) == AT_ONCE
        await here.send()
        assert here.store.rows.outbox == {}


async def test_what_cannot_be_made_does_not_keep_back_what_is_due_with_it(desk: Desk) -> None:
    async with office(desk) as here:
        broken, whole = replace(notice("broken"), payload="{"), notice("whole", BOB)
        await here.put(broken, whole)
        await here.send()
        assert [here.ended(one) for one in (broken, whole)] == [Settled.DEAD, Settled.SENT]


async def test_what_is_due_together_takes_its_quota_once(desk: Desk) -> None:
    able = replace(LIKE_TELEGRAM, per_account=Quota(2, 60))
    async with office(desk, able) as here:
        await here.put(notice("1"), notice("2", BOB), notice("3", Conversation(NET, "family")))
        await here.send()
        assert len(here.network.shown) == 2
        await here.send(timedelta(seconds=61))
        assert len(here.network.shown) == 3


async def test_the_answer_to_a_press_waits_for_no_quota_and_uses_none_up(desk: Desk) -> None:
    able = replace(LIKE_TELEGRAM, per_conversation=Quota(1, 60), per_account=Quota(1, 60))
    async with office(desk, able) as here:
        await here.put(notice("1"))
        await here.send()
        for n in range(3):
            event = here.network.press_token("ann", "1.1..hand")
            ack = f"ack{event.removeprefix('e')}"
            payload = to_payload(Message(Silence(), Press(ack, desk.player("ann"))))
            await here.put(
                Outgoing(OutKind.TOAST, press_lane(NET, ack), None, f"{n}", payload=payload)
            )
        await here.send()
        assert [s.kind for s in here.network.shown] == ["new", "toast", "toast", "toast"]


async def test_an_answer_that_comes_too_late_is_dropped(desk: Desk) -> None:
    async with office(desk) as here:
        payload = to_payload(Message(Silence(), Press("ack1", desk.player("ann"))))
        lane = press_lane(NET, "ack1")
        late = Outgoing(OutKind.TOAST, lane, None, "t", payload=payload, expires=NOON)
        await here.put(late)
        await here.send()
        assert (here.ended(late), here.network.calls["answer"]) == (Settled.DROPPED, 0)


# --- limits -------------------------------------------------------------------------------------


@pytest.mark.reported("62")
async def test_a_quota_puts_a_lane_off_and_loses_nothing(desk: Desk) -> None:
    able = replace(LIKE_TELEGRAM, per_conversation=Quota(2, 60))
    async with office(desk, able) as here:
        await here.put(*(notice(f"{n}") for n in range(5)), notice("x", BOB))
        await here.send()
        assert Counter(s.chat for s in here.network.shown) == {"@ann": 2, "@bob": 1}
        assert here.held(ANN) == timedelta(seconds=60)
        await here.send(timedelta(seconds=59))
        assert len(here.new("@ann")) == 2
        await here.send(timedelta(seconds=1))
        await here.send(timedelta(seconds=60))
        assert len(here.new("@ann")) == 5


@pytest.mark.reported("62")
async def test_of_a_page_that_waits_for_its_quota_the_latest_is_shown(desk: Desk) -> None:
    able = replace(LIKE_TELEGRAM, per_conversation=Quota(1, 60))
    async with office(desk, able) as here:
        await here.put(table(1))
        await here.send()
        for revision in range(2, 9):
            await here.put(table(revision))
            await here.send(timedelta(seconds=1))
        await here.send(timedelta(seconds=60))
        assert here.network.calls["send"] + here.network.calls["edit"] == 2
        slot = here.slot("table", FAMILY)
        assert slot is not None
        assert slot.revision == 8


async def test_turns_at_five_tables_of_a_group_that_had_its_share_are_told_at_once(
    desk: Desk,
) -> None:
    able = replace(LIKE_TELEGRAM, per_conversation=Quota(20, 60))
    async with office(desk, able) as here:
        desk.rows = here.store.rows
        for number in range(2, 6):
            desk.lobby("ann", "bob")
            desk.say("ann", f"/#{number} deal", "family")
        for number in range(1, 6):
            desk.lay("ann", "R4", {"ann": "R5 B1 B2", "bob": "R7 R8 R9"}, table=number)
        await here.put(*(notice(f"chatter {n}", FAMILY) for n in range(20)))
        await here.send()
        for number in range(1, 6):
            said = desk.arrival(desk.envelope("ann", Said(f"#{number} r5"), None))
            await here.store.transact(methodcaller("receive", said))
        desk.rows = here.store.rows
        assert desk.work() == ["done"] * 5
        before = len(here.network.shown)
        await here.send(timedelta(seconds=1))
        now = here.network.shown[before:]
        told = [s.page.text for s in now if (s.chat, s.kind) == ("@bob", "new")]
        assert len(told) == 5
        assert all("Your turn" in text for text in told)
        assert not any(s.chat == "family" for s in now)
        for _ in range(12):
            await here.send(timedelta(seconds=10))
        tables = [s for s in here.network.shown[before:] if s.chat == "family"]
        assert len(tables) == 5


# --- networks that are not there ----------------------------------------------------------------


async def test_what_is_for_a_network_that_is_not_there_waits(desk: Desk) -> None:
    async with office(desk) as here:
        elsewhere = notice("1", User("gone", "ann"))
        await here.store.transact(lambda tx: tx.remember_player(User("gone", "ann"), "Ann", None))
        await here.put(elsewhere, notice("2"))
        here.account.is_open = False
        await here.send()
        assert here.ended(elsewhere) == ""
        assert [queued.attempts for queued in here.store.rows.outbox.values()] == [0, 0]
        assert here.held(ANN) == timedelta(seconds=5)
        here.account.is_open = True
        await here.send(timedelta(seconds=5))
        assert here.ended(notice("2")) == Settled.SENT
        here.account.refused = "the token is wrong"
        await here.put(notice("3"))
        await here.send()
        assert here.held(ANN) == timedelta(minutes=10)


# --- taking leave of an old page ----------------------------------------------------------------


async def two_pages(here: Office, *faults: Fault) -> Sequence[str]:
    await here.put(table(1))
    await here.send()
    here.fail(*faults)
    await here.put(table(2, fresh=True))
    await here.send()
    return [page.text.split("\n")[0] for page in here.network.pages("family")]


async def test_a_new_page_takes_the_buttons_off_the_old_one(desk: Desk) -> None:
    async with office(desk) as here:
        old, new = await two_pages(here)
        assert old == "The table is further down."
        assert new.startswith("Family #1")
        page = here.network.pages("family")[0]
        assert page.buttons == ()


@pytest.mark.parametrize("fault", [Deleted(), Lost(shown=False), TooMany(timedelta(seconds=9))])
async def test_if_that_fails_nothing_else_does(desk: Desk, fault: Fault) -> None:
    async with office(desk) as here:
        old, _ = await two_pages(here, Fine(), fault)
        assert old.startswith("Family #1")
        slot = here.slot("table", FAMILY)
        assert slot is not None
        assert slot.revision == 2
        assert here.store.rows.outbox == {}


async def test_it_is_left_out_where_a_quota_has_no_room_for_it(desk: Desk) -> None:
    async with office(desk, replace(LIKE_TELEGRAM, per_conversation=Quota(2, 60))) as here:
        old, _ = await two_pages(here)
        assert old.startswith("Family #1")


@pytest.mark.parametrize(("spent", "waits"), [(True, True), (None, True), (False, False)])
async def test_an_adapter_that_knows_what_is_used_up_says_so(
    desk: Desk, *, spent: bool | None, waits: bool
) -> None:
    """A room that cannot be made so soon is no reason to keep everybody else waiting."""
    async with office(desk, LIKE_MATRIX) as here:

        class PutsOffAnn(FakeAdapter):
            async def deliver(self, delivery: Delivery | Toast) -> Receipt:
                if isinstance(delivery, Delivery) and delivery.to == ANN:
                    raise RetryLater(timedelta(seconds=300), spent=spent)
                return await super().deliver(delivery)

        here.account.adapter = PutsOffAnn(NET, LIKE_MATRIX, here.network.call)
        await here.put(notice("one", ANN))
        await here.send()
        await here.put(notice("two", BOB))
        await here.send(timedelta(seconds=5))
        assert (here.new("@bob") == []) is waits


@pytest.mark.parametrize(("able", "waits"), [(LIKE_TELEGRAM, False), (LIKE_MATRIX, True)])
async def test_a_limit_of_the_account_holds_every_lane_and_one_of_a_chat_its_own(
    desk: Desk, able: Capabilities, *, waits: bool
) -> None:
    async with office(desk, able) as here:
        here.fail(TooMany(timedelta(seconds=9)))
        await here.put(notice("one", ANN))
        await here.send()
        await here.put(notice("two", BOB))
        await here.send(timedelta(seconds=5))
        assert (here.new("@bob") == []) is waits
        for _ in range(2):  # an account whose quota is spent may call once then, and later again
            await here.send(timedelta(seconds=5))
        assert [len(here.new(chat)) for chat in ("@ann", "@bob")] == [1, 1]
