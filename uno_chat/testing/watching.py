"""A store that looks over the shoulder of whoever makes pages.

It notes from which tables everything was made that is shown or queued. And it makes every page
twice: once as it is, once with all cards dealt anew that its reader cannot know. Both have to be
the same to the letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from random import Random
from typing import TypeVar, cast

from uno_chat import game
from uno_chat.contract import (
    Delivery,
    OutboxRow,
    Outgoing,
    Store,
    StoredTable,
    Toast,
    Transaction,
    User,
)
from uno_chat.coordinator import Shown, from_stored
from uno_chat.coordinator.messages import from_payload
from uno_chat.coordinator.shelf import to_text
from uno_chat.table import Play, Table

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Made:
    """What was shown or queued, and the tables as they were then; ``same``: hidden cards do not
    matter."""

    what: Delivery | Toast | Outgoing
    tables: tuple[Table, ...]
    same: bool = True


@dataclass(slots=True)
class WatchedStore:
    """A store around another one; ``made`` has what was shown by its key, and again
    where it had failed on its way. ``trip`` sees every table before it is saved and may raise.
    """

    store: Store
    luck: Random
    trip: Callable[[StoredTable], None] = lambda _: None
    made: dict[str, list[Made]] = field(default_factory=dict)
    queued: list[Made] = field(default_factory=list)
    exchanged: int = 0

    async def open(self) -> None:
        await self.store.open()

    async def close(self) -> None:
        await self.store.close()

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        return await self.store.transact(lambda tx: self._watched(body, tx))

    def _watched(self, body: Callable[[Transaction], T], tx: Transaction) -> T:
        reading = _Reading(tx, trip=self.trip)
        result = body(cast("Transaction", reading))
        self.queued += reading.queued
        for number, (row, shown) in enumerate(_pages(result)):
            viewer = _viewer(tx, row, shown)
            other = _Reading(tx, partial(self._otherwise, viewer=viewer))
            again = list(_pages(body(cast("Transaction", other))))
            self._note(shown, reading, same=again[number : number + 1] == [(row, shown)])
        return result

    def _note(self, shown: Shown, first: _Reading, *, same: bool) -> None:
        for what in (shown.delivery, shown.farewell):
            if what is not None:
                self.made.setdefault(what.key, []).append(Made(what, first.tables, same))

    def _otherwise(self, stored: StoredTable, viewer: int | None) -> StoredTable:
        table = from_stored(stored)
        seat = None if viewer is None else table.seat_of(viewer)
        other = otherwise(table, seat.id if seat else None, self.luck)
        self.exchanged += other != table
        return replace(stored, state=to_text(other))


def _pages(made: object) -> Iterator[tuple[OutboxRow, Shown]]:
    """The rows that were made into pages in a transaction, be it one or several at once."""
    match made:
        case (OutboxRow() as row, Shown() as shown):
            yield row, shown
        case list():
            for one in made:
                yield from _pages(one)


def _viewer(tx: Transaction, row: OutboxRow, shown: Shown) -> int | None:
    """The one player who will see it; None for everybody."""
    if isinstance(shown.delivery, Toast):
        press = from_payload(row.out.payload).press
        return None if press is None else press.player
    person = tx.player(row.out.to) if isinstance(row.out.to, User) else None
    return person.id if person else None


class _Reading:
    """A transaction that notes what is read and queued, and may tell another story of tables."""

    def __init__(
        self,
        tx: Transaction,
        story: Callable[[StoredTable], StoredTable] = lambda stored: stored,
        trip: Callable[[StoredTable], None] = lambda _: None,
    ) -> None:
        self.tx = tx
        self._trip = trip
        self.queued: list[Made] = []
        self._story = story
        self._stored: dict[int, StoredTable] = {}

    def __getattr__(self, name: str) -> object:
        return getattr(self.tx, name)

    @property
    def tables(self) -> tuple[Table, ...]:
        return tuple(map(from_stored, self._stored.values()))

    def table(self, number: int) -> StoredTable | None:
        stored = self.tx.table(number)
        if stored is not None:
            self._stored[number] = stored
        return None if stored is None else self._story(stored)

    def save_table(self, table: StoredTable) -> None:
        self._trip(table)
        self.tx.save_table(table)
        self._stored[table.id] = table

    def queue(self, out: Outgoing, now: datetime) -> None:
        self.queued.append(Made(out, self.tables))
        self.tx.queue(out, now)


def otherwise(table: Table, seat: str | None, luck: Random) -> Table:
    """The table with everything exchanged that this seat (None: an onlooker) cannot know."""
    play = table.play
    if play is None:
        return table
    own = None if seat is None else play.index(seat)
    return replace(table, play=replace(_unplanned(play, seat), round=_dealt(play, own, luck)))


def _dealt(play: Play, own: int | None, luck: Random) -> game.Round:
    round_ = play.round
    hidden = [hand for number, hand in enumerate(round_.hands) if number != own]
    pool = [card for hand in (*hidden, round_.stock, round_.buried) for card in hand]
    luck.shuffle(pool)
    cards = iter(pool)

    def anew(hand: tuple[game.Card, ...]) -> tuple[game.Card, ...]:
        return tuple(next(cards) for _ in hand)

    hands = [hand if number == own else anew(hand) for number, hand in enumerate(round_.hands)]
    round_ = round_._replace(
        hands=tuple(hands), stock=anew(round_.stock), buried=anew(round_.buried)
    )
    return round_._replace(pending=_pending(round_, own), shown=_shown(round_, own))


def _pending(round_: game.Round, own: int | None) -> game.Pending:
    match round_.pending:
        case game.AnswerFour(author=author, evidence=evidence) as answer if author != own:
            return replace(answer, evidence=replace(evidence, rest=round_.hands[author]))
        case game.PlayOrKeep(seat=seat) as pending if seat != own:
            return replace(pending, card=round_.hands[seat][-1])
        case pending:
            return pending


def _shown(round_: game.Round, own: int | None) -> game.Shown | None:
    shown = round_.shown
    if shown is None or shown.to == own:
        return shown
    return replace(shown, cards=round_.hands[shown.author])


def _unplanned(play: Play, seat: str | None) -> Play:
    """What others chose in advance, and what computers are about to do."""
    early = play.early if play.early and play.early.seat == seat else None
    window = replace(play.window, catchers=()) if play.window else None
    lists = tuple(one for one in play.prepared if one.seat == seat)
    clock = replace(play.clock, act_at=None)
    return replace(play, early=early, window=window, clock=clock, prepared=lists)
