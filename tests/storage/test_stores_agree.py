"""The store in memory and those in SQL answer alike, whatever happens in whatever order.

Coordinator and runtime are tested over the one and run over the other.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import TypeVar

import pytest

from uno_chat.contract import (
    Address,
    Alarm,
    Arrival,
    Conflict,
    Conversation,
    Message,
    OutboxRow,
    Outgoing,
    OutKind,
    Receipt,
    Sat,
    Settled,
    Standing,
    StoredTable,
    Transaction,
    User,
)
from uno_chat.testing.memory_rows import Rows
from uno_chat.testing.memory_store import MemoryTransaction
from uno_chat_sql import plugin, postgres
from uno_chat_sql.sqlite import SqliteFile

T = TypeVar("T")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
ON = ("kit", "net")
ROOMS = [Conversation("kit", "a"), Conversation("kit", "b"), Conversation("kit", "a", "thread")]
HANDLING = ["finish", "take", "later", "never"]
GIVING_BACK = ["forget", "attempted", "unseen", "unseen"]
ENDS = [*Settled, *[Settled.SENT] * 5]
NAMES = ["", "Ann", "a\0"]
LANES = [*map(str, ROOMS), "table:1", "table:2"]
ADDRESSES: list[Address] = [*ROOMS, User("kit", "a"), User("net", "a")]


@dataclass
class Run:
    """A store, its clock, and the rows that were taken from it, by the order of their taking."""

    t: Transaction
    now: datetime = NOW
    inbox: list[int] = field(default_factory=list)
    outbox: list[OutboxRow] = field(default_factory=list)


Step = Callable[[Run], object]


def in_seconds(run: Run, seconds: int) -> datetime:
    return run.now + timedelta(seconds=seconds)


def tick(run: Run, seconds: int) -> object:
    run.now = in_seconds(run, seconds)
    return run.now


def receive(run: Run, event: str, lane: str) -> object:
    return run.t.receive(Arrival("account", event, lane, run.now, "{}"))


def next_inbox(run: Run, busy: list[str]) -> object:
    row = run.t.next_inbox(run.now, busy)
    if row is None:
        return None
    run.inbox.append(row.id)
    return row.arrival, row.attempts


def handle(run: Run, which: int, how: str) -> object:
    if which > len(run.inbox):
        return None
    row = run.inbox[-which]
    if how == "finish":
        run.t.finish_inbox(row, "done")
    elif how != "take":
        run.t.fail_inbox(row, in_seconds(run, 5) if how == "later" else None, "boom")
    return run.t.take_inbox(row)


def queue(run: Run, out: Outgoing) -> None:
    run.t.queue(out, run.now)


def next_outbox(run: Run, busy: list[Address], on: Sequence[str] = ON) -> object:
    row = run.t.next_outbox(on, run.now, busy, in_seconds(run, 10))
    if row is None:
        return None
    run.outbox.append(row)
    return row.out, row.attempts, [r.key for r in run.outbox].index(row.key)


def settle(run: Run, which: int, how: Settled, message: str | None) -> None:
    if which > len(run.outbox):
        return
    answer = None if message is None else Receipt(Message(ROOMS[0], message))
    run.t.settle(run.outbox[-which], how, answer, ("r7",) * which)


def give_back(run: Run, which: int, how: str) -> None:
    if which > len(run.outbox):
        return
    row = run.outbox[-which]
    if how == "forget":
        run.t.forget_message(row)
        return
    run.t.postpone(row, in_seconds(run, 7), attempted=how == "attempted")


def set_alarms(run: Run, table: int, due: dict[int, int]) -> None:
    alarms = [Alarm("turn", number, in_seconds(run, s)) for number, s in due.items()]
    run.t.set_alarms(table, alarms)


def ring(run: Run, limit: int) -> object:
    return run.t.ring(run.now, limit), run.t.next_alarm()


def save(run: Run, table: StoredTable) -> object:
    before = run.t.table(table.id)
    version = table.version + (before.version if before is not None else 0)
    try:
        run.t.save_table(replace(table, version=version))
    except Conflict:
        return "conflict"
    return "saved"


def move(run: Run, old: int, new: int) -> None:
    run.t.move_conversation(ROOMS[old], ROOMS[new])


def meet(run: Run, who: int, name: str, language: str | None) -> object:
    player = run.t.remember_player(User("kit", str(who)), name, language)
    run.t.set_profile(player.id, name)
    room = run.t.remember_room(ROOMS[who], name)
    run.t.set_room_profile(ROOMS[who], language or "")
    return player, room


def part(run: Run, who: int, to: int | None, place: int) -> object:
    """A user goes to another player or becomes a new one; another place is chosen."""
    try:
        moved = run.t.move_user(User("kit", str(who)), to)
    except LookupError:
        return "nobody"
    run.t.set_private(moved.id, User("kit", str(place)))
    return moved, run.t.player_by_id(moved.id)


def forget(run: Run, who: int) -> object:
    run.t.forget([User("kit", str(who)), User("net", "a")])
    return run.t.player(User("kit", str(who)))


def note(run: Run, seat: Sat) -> object:
    run.t.note_seats([seat])
    run.t.append_record(seat.table, seat.round_no, [seat.seat])
    run.t.open_record_anew(seat.table, seat.line, seat.seat)
    return run.t.seats_of(seat.player), run.t.seats_at(1), run.t.record(1, 1)


def play(run: Run, who: int, where: int, to: int | None) -> object:
    """A match ends; somebody goes on as another, or is forgotten."""
    run.t.add_standings([Standing(ROOMS[where], who, 1, who % 2, 3, who, 10 * who)])
    if to != 4:
        run.t.move_standings(who, to)
    return [run.t.standings_in(room) for room in ROOMS], run.t.standings_of(who)


def prune(run: Run, ago: int) -> object:
    return run.t.prune(in_seconds(run, -ago))


def a_page(draw: Random) -> Outgoing:
    to, table, name = draw.choice(ADDRESSES), draw.choice([1, 1, 2]), draw.choice(["table", "hand"])
    fresh, expires = draw.random() < 0.3, draw.choice([None, NOW])
    return Outgoing(OutKind.SLOT, to, table, name, draw.randint(1, 9), fresh=fresh, expires=expires)


def a_notice(draw: Random) -> Outgoing:
    to, table = draw.choice(ADDRESSES), draw.choice([None, 1, 2])
    return Outgoing(OutKind.NOTICE, to, table, draw.choice("abcde"), payload="{}")


def a_table(draw: Random) -> StoredTable:
    rooms = tuple(draw.sample(ROOMS, draw.randint(0, 2)))
    players = tuple(draw.sample((1, 2, 3), draw.randint(0, 3)))
    version = draw.choice([1, 1, 1, 1, 2])
    return StoredTable(draw.randint(1, 2), version, 1, "{}", rooms, players, draw.random() < 0.7)


def a_seat(draw: Random) -> Sat:
    table, number, line = draw.randint(1, 2), draw.randint(0, 2), draw.randint(0, 2)
    return Sat(table, number, draw.choice(["s1", "s2"]), line, draw.randint(1, 3))


def some(draw: Random, of: Sequence[T]) -> list[T]:
    return draw.sample(of, draw.choice([0, 0, 1, 2]))


def a_message(draw: Random) -> str | None:
    return draw.choice([None, "1", "2"])


def a_player(draw: Random) -> int | None:
    return draw.choice([None, 1, 2, 3, 4])


def a_language(draw: Random) -> str | None:
    return draw.choice([None, "de", "fr"])


def due(draw: Random) -> dict[int, int]:
    return {draw.randint(1, 3): draw.randint(0, 9) for _ in range(draw.randint(0, 3))}


Draw = Callable[[Random], Step]
STEPS: list[tuple[int, Draw]] = [
    (2, lambda d: partial(tick, seconds=d.randint(0, 6))),
    (2, lambda d: partial(receive, event=d.choice("abcdefgh"), lane=d.choice(LANES))),
    (2, lambda d: partial(next_inbox, busy=some(d, LANES))),
    (2, lambda d: partial(handle, which=d.randint(1, 3), how=d.choice(HANDLING))),
    (6, lambda d: partial(queue, out=d.choice([a_page, a_page, a_notice])(d))),
    (
        6,
        lambda d: partial(
            next_outbox, busy=some(d, ADDRESSES), on=d.choice([ON, ON, ON[:1], ON[1:]])
        ),
    ),
    (
        4,
        lambda d: partial(settle, which=d.randint(1, 3), how=d.choice(ENDS), message=a_message(d)),
    ),
    (3, lambda d: partial(give_back, which=d.randint(1, 3), how=d.choice(GIVING_BACK))),
    (2, lambda d: partial(set_alarms, table=d.randint(1, 2), due=due(d))),
    (2, lambda d: partial(ring, limit=d.randint(1, 3))),
    (2, lambda d: partial(save, table=a_table(d))),
    (2, lambda d: partial(move, old=d.randint(0, 2), new=d.randint(0, 2))),
    (2, lambda d: partial(part, who=d.randint(0, 2), to=a_player(d), place=d.randint(0, 2))),
    (1, lambda d: partial(forget, who=d.randint(0, 2))),
    (1, lambda d: partial(note, seat=a_seat(d))),
    (1, lambda d: partial(play, who=d.randint(0, 3), where=d.randint(0, 2), to=a_player(d))),
    (2, lambda d: partial(meet, who=d.randint(0, 2), name=d.choice(NAMES), language=a_language(d))),
]
"""How to draw a step, and how often: sending and what stands in its way most."""


def seen(run: Run) -> object:
    """All that can be looked at without changing it."""
    t, send = run.t, run.t.next_send(ON)
    return (
        [t.slots_at(to) for to in ADDRESSES],
        [(t.tables_in(room), t.room(room)) for room in ROOMS],
        [(t.tables_of(n), t.table(n), t.player_by_id(n)) for n in range(1, 9)],
        (t.next_alarm(), send and max(send, run.now)),
    )


def drained(run: Run) -> object:
    """All that still waits, taken and finished."""
    run.now = in_seconds(run, 1_000)
    left: list[object] = []
    while (said := next_outbox(run, [])) is not None:
        left.append(said)
        run.t.settle(run.outbox[-1], Settled.SENT, None)
    while (arrived := next_inbox(run, [])) is not None:
        left.append(arrived)
        run.t.finish_inbox(run.inbox[-1], "done")
    return left


class Undone(Exception):
    """Ends a transaction so that the database is empty again."""


def walk(seed: int, t: Transaction) -> None:
    """The same over both, step by step."""
    weights, draws = zip(*STEPS, strict=True)
    memory, sql, draw = Run(MemoryTransaction(Rows())), Run(t), Random(seed)
    for _ in range(150):
        step = draw.choices(draws, weights)[0](draw)
        assert step(sql) == step(memory), step
        assert seen(sql) == seen(memory), step
    assert prune(sql, 20) == prune(memory, 20)
    assert drained(sql) == drained(memory)
    raise Undone


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteFile]:
    with closing(SqliteFile(tmp_path_factory.mktemp("agree") / "uno.db")) as opened:
        yield opened


@pytest.mark.parametrize("seed", range(25))
def test_memory_and_sqlite_answer_alike(file: SqliteFile, seed: int) -> None:
    with pytest.raises(Undone):
        file.transact(partial(walk, seed))


@pytest.mark.parametrize("seed", range(25, 29))
async def test_memory_and_postgresql_answer_alike(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(postgres, "WITHIN", 60)
    store = plugin(postgres_url)
    await store.open()
    with pytest.raises(Undone):
        await store.transact(partial(walk, seed))
    await store.close()
