"""What must hold of every table, in sentences about what does not: none is a good answer.

Records are replayed and compared with what is stored; pages are made again and compared with what
people see.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, Protocol

from uno_chat import game
from uno_chat.contract import (
    Address,
    Delivery,
    Document,
    OutboxRow,
    Outgoing,
    OutKind,
    Slot,
    StoredTable,
    Transaction,
)
from uno_chat.coordinator import House, from_stored, show
from uno_chat.table import Phase, Play, Table
from uno_chat.testing.fake_chats import Page
from uno_chat.testing.people import offers, own_hand
from uno_chat.views import languages

Record = tuple[str, ...]
_ANY_TIME: Final = datetime(2026, 1, 1, tzinfo=UTC)
_FROM_NOW: Final = re.compile(r"(?<=\d\d:\d\d)(?: UTC)?(?: \([^)]*\))?")
_SEED: Final = '"event":"seed"'


def records_of(tx: Transaction, table: int) -> dict[int, Record]:
    """The record of every round of a table, by its number."""
    last = tx.last_round(table) or 0
    return {number: tx.record(table, number) for number in range(1, last + 1)}


def record_faults(table: Table, records: dict[int, Record]) -> Iterator[str]:
    """Every round replays, starts with the scores before it and ends as it is stored."""
    if list(records) != list(range(1, table.rounds + 1)):
        yield f"table {table.id} played {table.rounds} rounds and has records of {list(records)}"
        return
    before: game.Match | None = None
    for number, lines in records.items():
        try:
            before, faults = _replayed(table, number, lines, before)
        except game.ReplayError as error:
            faults = [str(error)]
        yield from (f"table {table.id}, round {number}: {fault}" for fault in faults)


def _replayed(
    table: Table, number: int, lines: Record, before: game.Match | None
) -> tuple[game.Match | None, list[str]]:
    play = table.play
    faults = [] if before is None else list(_scores(lines[0], before))
    if play is not None and play.number == number:
        return None, [*faults, *_in_play(play, opened(table, number, lines))]
    if _SEED not in lines[-1]:
        return None, [*faults, "the record has no end"]
    ended = game.replay(lines)
    given_up = not isinstance(ended.round.pending, game.Over)
    if given_up and (table.phase is not Phase.ENDED or number < table.rounds):
        return None, [*faults, "the round was never finished"]
    if number == table.rounds and not given_up:
        faults += _result(table, ended)
    return ended.match, faults


def _scores(header: str, before: game.Match) -> Iterator[str]:
    """A round starts with the scores with which the one before it ended, or a new match."""
    data = json.loads(header)
    had = {seat: points for seat, points in data["scores"].items() if points}
    wanted = {} if before.over else {s: points for s, points in before.scores.items() if points}
    if data["round_no"] > 1 and had != wanted:
        yield f"begins with scores {had} instead of {wanted}"


def opened(table: Table, number: int, lines: Record) -> Record:
    """A record as it would be if its round ended here and the seed were told."""
    play = table.play
    if play is None or play.number != number:
        return lines
    return (*lines, game.seed_line(len(lines), _ANY_TIME, play.round.deal.seed))


def _in_play(play: Play, lines: Record) -> Iterator[str]:
    replayed = game.replay(lines).round
    if game.round_to_data(replayed) != game.round_to_data(play.round):
        yield "the record does not lead to the stored round"


def _result(table: Table, ended: game.Replayed) -> Iterator[str]:
    result, over = table.result, ended.round.pending
    hands = tuple(tuple(card.code for card in hand) for hand in ended.round.hands)
    if result is None or not isinstance(over, game.Over):
        yield "the record is complete, the round is not"
        return
    winner = result.order[over.winner]
    if (result.winner, result.points, result.hands) != (winner, over.points, hands):
        yield "the record does not end as the round did"
    if table.match is None or dict(table.match.scores) != dict(ended.match.scores):
        yield "the record does not lead to the stored scores"


class Network(Protocol):
    """A network whose pages are looked at."""

    def pages(self, chat: str) -> tuple[Page, ...]:
        """What stands in a chat now."""

    def looks(self, document: Document) -> Page:
        """How a page looks there."""


def page_faults(
    house: House, tx: Transaction, network: Network, table: StoredTable, now: datetime
) -> Iterator[str]:
    """Every page of a table shows its newest state; of a hand, what its owner holds and can do."""
    for name, to in _slots_of(tx, table):
        slot = tx.slot(table.id, name, to)
        document = _document_now(house, tx, table, name, to, now)
        wanted = None if document is None else network.looks(document)
        if wanted is None or (slot is None and not from_stored(table).rounds):
            continue
        shown = None if slot is None else _shown(network, slot)
        same = _same_table if name == "table" else _same_hand
        if shown is None or not same(shown, wanted):
            is_now = "nothing" if shown is None else shown.all_text
            yield f"{name} of table {table.id} at {to} shows:\n{is_now}\nnot:\n{wanted.all_text}"


def _slots_of(tx: Transaction, table: StoredTable) -> Iterator[tuple[str, Address]]:
    for room in table.rooms:
        yield "table", room
    for number in table.players:
        person = tx.player_by_id(number)
        if person is not None:
            yield "hand", person.private


def _shown(network: Network, slot: Slot) -> Page | None:
    if slot.message is None:
        return None
    pages = network.pages(slot.message.conversation.id)
    return next((page for page in pages if page.message == slot.message), None)


def _document_now(
    house: House, tx: Transaction, table: StoredTable, name: str, to: Address, now: datetime
) -> Document | None:
    row = OutboxRow(0, Outgoing(OutKind.SLOT, to, table.id, name), 0, "")
    shown = show(house, tx, row, now)
    if shown is None or not isinstance(shown.delivery, Delivery):
        return None
    return shown.delivery.document


def _same_table(shown: Page, wanted: Page) -> bool:
    return _FROM_NOW.sub("", shown.all_text) == _FROM_NOW.sub("", wanted.all_text)


def _same_hand(shown: Page, wanted: Page) -> bool:
    """What others did meanwhile is not shown again to whoever does not have to act."""
    return offers(shown) == offers(wanted) and _hands(shown) == _hands(wanted)


def _hands(page: Page) -> list[str | None]:
    """The cards of the reader, in whatever language."""
    return [own_hand(page.text, language) for language in languages()]
