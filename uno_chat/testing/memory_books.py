"""What a store in memory keeps of rounds and matches: records, whose seats were whose, sums."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from uno_chat.contract import Conversation, Sat, Standing
from uno_chat.testing.memory_rows import Rows, kept_text


class Books:
    """The part of a transaction that writes and reads them."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def append_record(self, table: int, round_no: int, lines: Sequence[str]) -> None:
        if lines:
            before = self.record(table, round_no)
            self._rows.records[table, round_no] = before + tuple(map(kept_text, lines))

    def record(self, table: int, round_no: int) -> tuple[str, ...]:
        return self._rows.records.get((table, round_no), ())

    def last_round(self, table: int) -> int | None:
        return max((r for t, r in self._rows.records if t == table), default=None)

    def open_record_anew(self, table: int, round_no: int, line: str) -> None:
        if lines := self.record(table, round_no):
            self._rows.records[table, round_no] = (kept_text(line), *lines[1:])

    def note_seats(self, seats: Collection[Sat]) -> None:
        self._rows.seats |= {(s.table, s.round_no, s.seat, s.line): s for s in seats}

    def seats_of(self, player: int) -> tuple[Sat, ...]:
        return tuple(sat for sat in self._rows.noted() if sat.player == player)

    def seats_at(self, table: int) -> tuple[Sat, ...]:
        return tuple(sat for sat in self._rows.noted() if sat.table == table)

    def add_standings(self, standings: Iterable[Standing]) -> None:
        for one in standings:
            key = one.conversation, one.player
            had = self._rows.standings.get(key, Standing(*key))
            self._rows.standings[key] = Standing(
                *key,
                had.matches + one.matches,
                had.won + one.won,
                had.rounds + one.rounds,
                had.rounds_won + one.rounds_won,
                had.points + one.points,
            )

    def standings_in(self, conversation: Conversation) -> tuple[Standing, ...]:
        found = (one for (where, _), one in self._rows.standings.items() if where == conversation)
        return tuple(sorted(found, key=lambda one: one.player))

    def standings_of(self, player: int) -> tuple[Standing, ...]:
        found = (one for (_, whose), one in self._rows.standings.items() if whose == player)
        return tuple(sorted(found, key=lambda one: str(one.conversation)))

    def move_standings(self, player: int, to: int | None) -> None:
        mine = self.standings_of(player)
        for one in mine if to != player else ():
            del self._rows.standings[one.conversation, player]
            if to is not None:
                self.add_standings([replace(one, player=to)])
