"""All that a body may do, lent from the parts. A part is one subject and its statements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection

from uno_chat.contract import Transaction
from uno_chat_sql.alarms import Alarms
from uno_chat_sql.forgetting import Forgetting
from uno_chat_sql.inbox import Inbox
from uno_chat_sql.lanes import Lanes
from uno_chat_sql.memories import Memories
from uno_chat_sql.moving import Moving
from uno_chat_sql.outbox import Outbox
from uno_chat_sql.people import People
from uno_chat_sql.pruning import Progress, Pruning
from uno_chat_sql.records import Records
from uno_chat_sql.shifts import Shifts
from uno_chat_sql.slots import Slots
from uno_chat_sql.standings import Standings
from uno_chat_sql.statements import Statements
from uno_chat_sql.tables import Tables

T = TypeVar("T")


class SqlTransaction:
    """A ``Transaction`` over a connection; who makes it begins and ends it.
    ``careful`` locks what else is only compared when it is written, for a body that others were
    quicker than. ``progress`` is how far pruning has come.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        careful: bool = False,
        progress: Progress | None = None,
    ) -> None:
        statements = Statements(connection)
        inbox = Inbox(statements, careful=careful)
        people, slots = People(statements), Slots(statements)
        tables, lanes = Tables(statements, people.expect), Lanes(statements)
        self._lend_inbox(inbox)
        self._lend_memories(Memories(statements))
        self._lend_people(people)
        self._lend_tables(tables)
        self._lend_records(Records(statements))
        outbox = Outbox(statements, lanes, slots)
        self.forget = Forgetting(statements, people, outbox).forget
        self._lend_alarms(Alarms(statements, inbox))
        self._lend_outbox(outbox)
        shifts = Shifts(statements)
        self._lend_shifts(shifts)
        standings = Standings(statements)
        self._lend_standings(standings)
        moving = Moving(statements, tables, people, outbox, standings)
        self.move_conversation = moving.move_conversation
        self._finish = outbox.flush
        self._parts = inbox, lanes, shifts
        pruning = Pruning(statements, progress or Progress())
        self.prune, self.clear = pruning.prune, pruning.clear

    def run(self, body: Callable[[Transaction], T]) -> T:
        """A body, and what is put down after all else."""
        done = body(self)
        self._finish()
        return done

    @property
    def has_news(self) -> bool:
        """Whether other workers have something to do because of it."""
        return any(part.has_news for part in self._parts)

    def _lend_inbox(self, inbox: Inbox) -> None:
        self.receive = inbox.receive
        self.set_aside = inbox.set_aside
        self.next_inbox = inbox.next_inbox
        self.keep_inbox = inbox.keep_inbox
        self.take_inbox = inbox.take_inbox
        self.finish_inbox = inbox.finish_inbox
        self.fail_inbox = inbox.fail_inbox
        self.cursor = inbox.cursor
        self.save_cursor = inbox.save_cursor

    def _lend_shifts(self, shifts: Shifts) -> None:
        self.take_shift = shifts.take_shift
        self.has_shift = shifts.has_shift
        self.end_shift = shifts.end_shift

    def _lend_memories(self, memories: Memories) -> None:
        self.memory = memories.memory
        self.remember = memories.remember

    def _lend_people(self, people: People) -> None:
        self.player = people.player
        self.player_by_id = people.player_by_id
        self.remember_player = people.remember_player
        self.move_user = people.move_user
        self.set_private = people.set_private
        self.set_language = people.set_language
        self.set_profile = people.set_profile
        self.room = people.room
        self.remember_room = people.remember_room
        self.set_room_language = people.set_room_language
        self.set_room_profile = people.set_room_profile

    def _lend_tables(self, tables: Tables) -> None:
        self.new_table_id = tables.new_table_id
        self.table = tables.table
        self.save_table = tables.save_table
        self.tables_in = tables.tables_in
        self.tables_of = tables.tables_of

    def _lend_records(self, records: Records) -> None:
        self.append_record = records.append_record
        self.record = records.record
        self.last_round = records.last_round
        self.open_record_anew = records.open_record_anew
        self.note_seats = records.note_seats
        self.seats_of = records.seats_of
        self.seats_at = records.seats_at

    def _lend_standings(self, standings: Standings) -> None:
        self.add_standings = standings.add_standings
        self.standings_in = standings.standings_in
        self.standings_of = standings.standings_of
        self.move_standings = standings.move_standings

    def _lend_alarms(self, alarms: Alarms) -> None:
        self.set_alarms = alarms.set_alarms
        self.ring = alarms.ring
        self.next_alarm = alarms.next_alarm

    def _lend_outbox(self, outbox: Outbox) -> None:
        self.queue = outbox.queue
        self.count_said = outbox.count_said
        self.next_outbox = outbox.next_outbox
        self.leased = outbox.leased
        self.leased_all = outbox.leased_all
        self.under_way = outbox.under_way
        self.settle = outbox.settle
        self.postpone = outbox.postpone
        self.forget_message = outbox.forget_message
        self.next_send = outbox.next_send
        self.slot = outbox.slot
        self.slots_at = outbox.slots_at
