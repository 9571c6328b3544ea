"""The kit bites: stores with one fault each, and the promise that the kit finds broken."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

import pytest

from uno_chat.contract import (
    Address,
    Alarm,
    Arrival,
    Conversation,
    InboxRow,
    OutboxRow,
    Outgoing,
    OutKind,
    Player,
    Receipt,
    Settled,
    Store,
    StoredTable,
    Transaction,
    User,
)
from uno_chat.testing.memory_rows import Queued, Rows, Waiting
from uno_chat.testing.memory_store import MemoryStore, MemoryTransaction
from uno_chat.testing.store_kit import TESTS, Reopen, StoreConformance

T = TypeVar("T")


class ReceivesTwice(MemoryTransaction):
    def receive(self, arrival: Arrival) -> bool:
        number = self._number("inbox")
        self._rows.inbox[number] = Waiting(InboxRow(number, arrival, 0))
        return True


class ForgetsWhatWasHandled(MemoryTransaction):
    def finish_inbox(self, row: int, result: str) -> None:
        super().finish_inbox(row, result)
        self._rows.handled.clear()


class MixesLanes(MemoryTransaction):
    def next_inbox(self, now: datetime, busy: Collection[str]) -> InboxRow | None:
        rows = [w.row for w in self._rows.inbox.values() if w.held is None or w.held <= now]
        return next((row for row in reversed(rows) if row.arrival.lane not in busy), None)


class GoesAroundAFailure(MemoryTransaction):
    def next_inbox(self, now: datetime, busy: Collection[str]) -> InboxRow | None:
        for waiting in self._rows.inbox.values():
            held = waiting.held is not None and waiting.held > now
            if waiting.row.arrival.lane not in busy and not held:
                return waiting.row
        return None


class TakesWhatIsDone(MemoryTransaction):
    def take_inbox(self, row: int) -> bool:
        return row <= self._rows.numbers.get("inbox", 0)


class SavesOverOthers(MemoryTransaction):
    def save_table(self, table: StoredTable) -> None:
        self._rows.tables[table.id] = table


class FindsClosedTables(MemoryTransaction):
    def tables_in(self, conversation: Conversation) -> tuple[int, ...]:
        tables = self._rows.tables.values()
        return tuple(sorted(t.id for t in tables if conversation in t.rooms))


class MakesPlayersAnew(MemoryTransaction):
    def remember_player(self, user: User, name: str, language: str | None) -> Player:
        self._rows.users.pop(user, None)
        return super().remember_player(user, name, language)


class ForgetsWhatAPlayerTold(MemoryTransaction):
    def remember_player(self, user: User, name: str, language: str | None) -> Player:
        met = super().remember_player(user, name, language)
        self._rows.players[met.id] = replace(met, profile="")
        return met


class SendsHandsToWhoWasParted(MemoryTransaction):
    def move_user(self, user: User, player: int | None) -> Player:
        was = {number: known.private for number, known in self._rows.players.items()}
        moved = super().move_user(user, player)
        for number, private in was.items():
            if number in self._rows.players:
                known = self._rows.players[number]
                self._rows.players[number] = replace(known, private=private)
        return moved


class KeepsWhoIsNoMore(MemoryTransaction):
    def move_user(self, user: User, player: int | None) -> Player:
        before = dict(self._rows.players)
        moved = super().move_user(user, player)
        self._rows.players = before | self._rows.players
        return moved


class TakesAnybodysPlace(MemoryTransaction):
    def set_private(self, player: int, user: User) -> None:
        known = self._rows.players[player]
        self._rows.players[player] = replace(known, private=user)


class ForgetsWhatARoomTold(MemoryTransaction):
    def set_room_profile(self, conversation: Conversation, profile: str) -> None:
        pass


class RingsTwice(MemoryTransaction):
    def ring(self, now: datetime, limit: int = 200) -> int:
        alarms = dict(self._rows.alarms)
        rung = super().ring(now, limit)
        self._rows.alarms = alarms
        return rung


class LosesMilliseconds(MemoryTransaction):
    def set_alarms(self, table: int, alarms: Collection[Alarm]) -> None:
        whole = [replace(alarm, due=alarm.due.replace(microsecond=0)) for alarm in alarms]
        super().set_alarms(table, whole)


class SaysTwice(MemoryTransaction):
    def settle(
        self, row: OutboxRow, how: Settled, receipt: Receipt | None, menu: tuple[str, ...] = ()
    ) -> None:
        super().settle(row, how, receipt, menu)
        self._rows.said.clear()


class SettlesForOthers(MemoryTransaction):
    def _leased(self, row: OutboxRow) -> Queued | None:
        return self._rows.outbox.get(row.id)


class TakesShiftsFromOthers(MemoryTransaction):
    def take_shift(self, account: str, worker: str, now: datetime, until: datetime) -> bool:
        return super().take_shift(account, worker, max(now, until), until)


class TakesOverEmptyHanded(MemoryTransaction):
    def take_shift(self, account: str, worker: str, now: datetime, until: datetime) -> bool:
        holds = dict(self._rows.holds)
        taken = super().take_shift(account, worker, now, until)
        self._rows.holds = holds
        return taken


class ServesEveryNetwork(MemoryTransaction):
    def next_outbox(
        self, networks: Collection[str], now: datetime, busy: Collection[Address], lease: datetime
    ) -> OutboxRow | None:
        return super().next_outbox([*networks, "kit", "other"], now, busy, lease)


class GivesAwayWhatIsKept(MemoryTransaction):
    def keep_inbox(self, row: int, until: datetime) -> None:
        """Nothing is kept."""


class IgnoresLeases(MemoryTransaction):
    def next_outbox(
        self, networks: Collection[str], now: datetime, busy: Collection[Address], lease: datetime
    ) -> OutboxRow | None:
        row = super().next_outbox(networks, now, busy, lease)
        self._rows.holds.clear()
        return row


class IgnoresBusyLanes(MemoryTransaction):
    def next_outbox(
        self, networks: Collection[str], now: datetime, busy: Collection[Address], lease: datetime
    ) -> OutboxRow | None:
        return super().next_outbox(networks, now, busy and (), lease)


class CountsNoAttempts(MemoryTransaction):
    def next_outbox(
        self, networks: Collection[str], now: datetime, busy: Collection[Address], lease: datetime
    ) -> OutboxRow | None:
        row = super().next_outbox(networks, now, busy, lease)
        if row is not None:
            self._rows.outbox[row.id] = replace(self._rows.outbox[row.id], attempts=0)
        return row


class ChangesWhatIsOnItsWay(MemoryTransaction):
    def queue(self, out: Outgoing, now: datetime) -> None:
        for queued in self._rows.outbox.values():
            if out.kind is OutKind.SLOT and queued.page == (out.table, out.name, out.to):
                self._rows.outbox[queued.id] = replace(queued, out=out)
                return
        super().queue(out, now)


class LosesANewerPage(MemoryTransaction):
    def settle(
        self, row: OutboxRow, how: Settled, receipt: Receipt | None, menu: tuple[str, ...] = ()
    ) -> None:
        page = self._rows.outbox[row.id].page if row.id in self._rows.outbox else None
        super().settle(row, how, receipt, menu)
        later = [q.id for q in self._rows.outbox.values() if q.page == page]
        for number in later:
            del self._rows.outbox[number]


class ForgetsTheHold(MemoryTransaction):
    def postpone(self, row: OutboxRow, lane_ready: datetime, *, attempted: bool) -> None:
        super().postpone(row, lane_ready, attempted=attempted)
        self._rows.holds.clear()


class KeepsAMessageThatIsGone(MemoryTransaction):
    def forget_message(self, row: OutboxRow) -> None:
        slots = dict(self._rows.slots)
        super().forget_message(row)
        self._rows.slots = slots


class LeavesTablesBehind(MemoryTransaction):
    def move_conversation(self, old: Conversation, new: Conversation) -> None:
        tables, standings = dict(self._rows.tables), dict(self._rows.standings)
        super().move_conversation(old, new)
        self._rows.tables, self._rows.standings = tables, standings


class PrunesWhatWaits(MemoryTransaction):
    def prune(self, before: datetime) -> int:
        self._rows.inbox.clear()
        return super().prune(before)


class ForgetsTooMuch(MemoryTransaction):
    def clear(self, before: datetime, closed: datetime, now: datetime) -> int | None:
        self._rows.tables.clear()
        self._rows.records.clear()
        return super().clear(before, closed, now)


class Planted(MemoryStore):
    """A good store with a faulty transaction in it."""

    def __init__(self, faulty: type[MemoryTransaction], rows: Rows | None = None) -> None:
        super().__init__(rows)
        self.faulty = faulty

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        return await super().transact(lambda _: body(self.faulty(self.rows)))

    def survivor(self) -> Store:
        return type(self)(self.faulty, self.rows)


class KeepsHalf(Planted):
    """What a body did before it raised stays."""

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        return body(self.faulty(self.rows))


class ReadsWhatIsOld(Planted):
    """The last of two bodies side by side wins."""

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        rows = self.rows.copy()
        await asyncio.sleep(0)
        answer = body(self.faulty(rows))
        self.rows = rows
        return answer


class KeepsLeases(Planted):
    async def open(self) -> None:
        holds = self.rows.holds
        await super().open()
        self.rows.holds = holds


class WritesLate(Planted):
    """The last transaction is lost with the process."""

    def __init__(self, faulty: type[MemoryTransaction], rows: Rows | None = None) -> None:
        super().__init__(faulty, rows)
        self.before = self.rows

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        self.before = self.rows.copy()
        return await super().transact(body)

    def survivor(self) -> Store:
        return WritesLate(self.faulty, self.before)


FAULTS: list[tuple[type[Planted], type[MemoryTransaction], str]] = [
    (Planted, ReceivesTwice, "an_arrival_is_received_once"),
    (Planted, ForgetsWhatWasHandled, "an_arrival_is_received_once"),
    (Planted, MixesLanes, "a_lane_is_taken_in_order"),
    (Planted, GoesAroundAFailure, "a_row_that_failed_holds_its_lane_back_and_no_other"),
    (Planted, TakesWhatIsDone, "a_row_can_be_taken_again_until_it_is_finished"),
    (Planted, SavesOverOthers, "who_saves_over_another_version_gets_a_conflict"),
    (Planted, FindsClosedTables, "open_tables_are_found_by_room_and_player_oldest_first"),
    (Planted, ForgetsWhatAPlayerTold, "what_a_player_told_is_kept_as_it_is"),
    (Planted, ForgetsWhatARoomTold, "what_a_room_told_is_kept_as_it_is"),
    (Planted, MakesPlayersAnew, "a_newer_name_and_the_first_language_are_kept"),
    *(
        (Planted, fault, "hands_arrive_where_was_chosen_as_long_as_that_is_the_players")
        for fault in (SendsHandsToWhoWasParted, TakesAnybodysPlace)
    ),
    (Planted, KeepsWhoIsNoMore, "users_of_several_networks_can_be_one_player"),
    (Planted, RingsTwice, "an_alarm_rings_once"),
    (Planted, LosesMilliseconds, "times_are_utc_and_kept_to_the_millisecond"),
    (Planted, SaysTwice, "a_notice_is_said_once_however_it_ended"),
    (Planted, IgnoresLeases, "a_lane_is_sent_in_order"),
    (Planted, IgnoresBusyLanes, "the_oldest_row_is_sent_first_and_busy_lanes_are_left_alone"),
    (Planted, GivesAwayWhatIsKept, "a_row_that_somebody_works_at_is_left_alone_for_a_while"),
    (Planted, TakesShiftsFromOthers, "one_worker_has_the_shift_until_its_time_is_over"),
    (Planted, TakesOverEmptyHanded, "whoever_takes_over_sends_at_once_what_was_on_its_way"),
    (Planted, ServesEveryNetwork, "only_networks_that_are_asked_for_are_served"),
    (Planted, SettlesForOthers, "whoever_lost_the_lease_of_a_row_has_no_say_in_it"),
    (Planted, CountsNoAttempts, "a_lease_that_ran_out_is_given_again_and_counted"),
    (Planted, ChangesWhatIsOnItsWay, "a_page_on_its_way_is_left_as_it_is"),
    (Planted, LosesANewerPage, "a_page_on_its_way_is_left_as_it_is"),
    (Planted, ForgetsTheHold, "a_lane_held_back_waits_and_the_others_go_on"),
    (Planted, KeepsAMessageThatIsGone, "a_message_that_is_gone_is_forgotten_and_sent_anew"),
    (Planted, LeavesTablesBehind, "its_tables_are_found_in_the_new_one"),
    (Planted, PrunesWhatWaits, "what_ended_long_ago_can_be_forgotten"),
    (Planted, LeavesTablesBehind, "what_was_played_moves_with_its_conversation"),
    (Planted, ForgetsTooMuch, "of_a_table_closed_long_ago_only_its_rounds_stay"),
    (Planted, ForgetsTooMuch, "an_open_table_is_not_forgotten_however_old"),
    (KeepsHalf, MemoryTransaction, "a_body_that_raises_leaves_nothing"),
    (ReadsWhatIsOld, MemoryTransaction, "transactions_side_by_side_do_not_lose_each_others_work"),
    (KeepsLeases, MemoryTransaction, "what_was_on_its_way_when_the_process_died_comes_back"),
    (WritesLate, MemoryTransaction, "what_was_committed_survives_a_kill"),
]


class Kit(StoreConformance):
    """The kit as a third party subclasses it; not collected, run below."""


def survivor(store: Store) -> Store:
    assert isinstance(store, Planted)
    return store.survivor()


def broken(store_class: type[Planted], faulty: type[MemoryTransaction]) -> set[str]:
    """The promises that a store breaks."""
    names = set()
    reopen: Reopen = survivor
    for name, test in TESTS.items():
        try:
            test(Kit(), store_class(faulty), reopen)
        except (Exception, pytest.fail.Exception):  # noqa: BLE001 - a fault may raise anything
            names.add(name.removeprefix("test_"))
    return names


@pytest.mark.parametrize(
    ("store_class", "faulty", "caught_by"),
    FAULTS,
    ids=[(faulty if cls is Planted else cls).__name__ for cls, faulty, _ in FAULTS],
)
def test_a_planted_fault_is_caught(
    store_class: type[Planted], faulty: type[MemoryTransaction], caught_by: str
) -> None:
    assert caught_by in broken(store_class, faulty)


def test_a_store_without_a_fault_is_not_blamed() -> None:
    assert broken(Planted, MemoryTransaction) == set()


def test_a_promise_cannot_be_replaced() -> None:
    with pytest.raises(TypeError, match="Lenient replaces test_an_alarm_rings_once:"):
        type("Lenient", (StoreConformance,), {"test_an_alarm_rings_once": None})


def test_a_promise_cannot_be_replaced_from_beside() -> None:
    beside = type("Beside", (), {"test_an_alarm_rings_once": lambda _: None})
    with pytest.raises(TypeError, match="Lenient replaces test_an_alarm_rings_once:"):
        type("Lenient", (beside, StoreConformance), {})


def test_no_promise_hides_another_of_the_same_name() -> None:
    parts = [part for part in StoreConformance.__mro__ if part is not StoreConformance]
    names = [name for part in parts for name in vars(part) if name.startswith("test_")]
    assert sorted(names) == sorted(TESTS)
