"""The process is killed, or stopped, at every step of a short game: nothing is lost or doubled.

The script is the same each time and every word of it comes twice and in another order, so the
game must end in exactly the state in which it ends when nothing goes wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache, partial
from operator import methodcaller
from pathlib import Path
from random import Random
from typing import Final, TypeVar

import pytest

from uno_chat import game
from uno_chat.contract import Capabilities, OutKind, Puller, Settled, Store, Transaction
from uno_chat.coordinator import House, from_stored
from uno_chat.runtime import Service, receiving, service
from uno_chat.runtime.receiving import Account, Intake
from uno_chat.runtime.sending import Sender
from uno_chat.table import Table, alarms
from uno_chat.testing.audit import page_faults, record_faults, records_of
from uno_chat.testing.desk import NET, Desk
from uno_chat.testing.evening import DUSK
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.memory_rows import Rows
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.mortal import Died, Fuse, MortalAdapter, MortalStore
from uno_chat.testing.patience import PATIENCE
from uno_chat.views import Token, encode, words_of
from uno_chat_sql import plugin

T = TypeVar("T")

IDEMPOTENT: Final = replace(LIKE_TELEGRAM, idempotent_sends=True)
BARE: Final = Capabilities(prefix="/")
PEOPLE: Final = ("ann", "bob")
STEPS: Final = 4
NEARLY: Final = timedelta(minutes=58)
"""Nearly the whole time of a turn: late enough for a last call."""


@cache
def opening(able: Capabilities) -> Rows:
    """A round that was just dealt to Ann, Bob and a computer; nothing of it was shown yet."""
    desk = Desk(able, now=DUSK)
    desk.family(*PEOPLE, computers=1, settings="pace=1h hold=4s tie=2s pause=1s goal=0")
    desk.rows.slots.clear()
    desk.rows.said.clear()
    return desk.rows


@dataclass(slots=True)
class World:
    """What outlives a process: the network, the store, the clock, and how far the script is."""

    network: FakeNetwork
    store: Store
    now: datetime = DUSK
    done: int = 0
    lives: list[Fuse] = field(default_factory=list)

    @property
    def house(self) -> House:
        """The house is the same after every restart."""
        return House({NET: self.network.capabilities}, Desk().house.seeds)

    async def look(self, body: Callable[[Transaction], T]) -> T:
        """Look into the store, unseen by any process."""
        return await self.store.transact(body)

    async def table(self) -> Table:
        stored = await self.look(lambda tx: tx.table(1))
        assert stored is not None
        return from_stored(stored)


# --- the script ---------------------------------------------------------------------------------


def owner_of(table: Table) -> str:
    """Who has to act, "" for a computer."""
    assert table.play is not None
    number = game.owner(table.play.round) or 0
    return PEOPLE[number] if number < len(PEOPLE) else ""


async def go_on(world: World) -> None:
    """The next step of the script: whoever has to act does, twice, and others talk meanwhile."""
    table = await world.table()
    world.done += 1
    who = owner_of(table)
    if world.done == STEPS // 2:
        world.now += NEARLY
    elif not who:
        world.now += timedelta(seconds=1)
    else:
        speak(world, table, who)


def speak(world: World, table: Table, who: str) -> None:
    play, network = table.play, world.network
    assert play is not None
    (other,) = (one for one in PEOPLE if one != who)
    words = words_of(game.choices(play.round, PEOPLE.index(who))[0])
    token = encode(Token(1, play.clock.number, words))
    events = [
        network.press_token(who, token),
        network.say(who, f"#1 {words}"),
        network.say(other, "#1 draw"),
        network.press_token(other, encode(Token(1, None, "hand")), group="family"),
    ]
    for event in events:
        network.redeliver(event)
    network.shuffle(Random(world.done))


# --- one life -----------------------------------------------------------------------------------


async def live(world: World, fuse: Fuse, stopped: asyncio.Event) -> bool:
    """Run a process until the script has ended, or it has died, or was stopped; True at the end."""
    world.lives.append(fuse)
    adapter = MortalAdapter(world.network.adapter(), fuse)
    store = MortalStore(world.store, fuse)
    async with Service(world.house, store, [adapter], lambda: world.now, watches=False) as service:
        ended = asyncio.create_task(play_on(world, service))
        stop = asyncio.create_task(stopped.wait())
        fault = asyncio.create_task(service.failed())
        await asyncio.wait((ended, stop, fault), return_when=asyncio.FIRST_COMPLETED)
        for task in (ended, stop, fault):
            task.cancel()
        await asyncio.gather(ended, stop, fault, return_exceptions=True)
        if fuse.dead:
            raise Died
        return not ended.cancelled() and ended.result()


async def play_on(world: World, service: Service) -> bool:
    await settle(world, service)
    while world.done < STEPS:
        await go_on(world)
        await settle(world, service)
    return True


async def settle(world: World, service: Service) -> None:
    """Until all that was said is handled and shown."""
    said = str(len(world.network.log.texts()))
    while await world.look(lambda tx: tx.cursor(NET)) != said:  # noqa: ASYNC110 - no event says so
        await asyncio.sleep(0)
    service.wake()
    await service.quiet()


async def life_after_life(world: World, *lengths: int, kill: bool = True) -> None:
    """Let a process burn down after so many steps, then the next one, and the last one live."""
    for length in (*lengths, 0):
        stopped = asyncio.Event()
        fuse = Fuse(length)
        fuse.burnt = fuse.die if kill else stopped.set
        await world.store.open()
        try:
            if await live(world, fuse, stopped):
                await world.store.open()
                return
        except Died:
            await world.store.close()
    raise AssertionError("the last life did not end")


async def world_of(able: Capabilities, store: Store | None = None) -> World:
    network = FakeNetwork(lambda: world.now, capabilities=able)
    world = World(network, store or MemoryStore(opening(able)))
    for who in PEOPLE:
        network.contact(who)
        network.join(who, "family")
    return world


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is told to stop has the time to, however slow the machine is."""
    for wait in ("DRAIN", "LET_GO"):
        monkeypatch.setattr(service, wait, PATIENCE)


# --- what must hold -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game stands in the end."""

    table: Table
    records: dict[int, tuple[str, ...]]


async def ending(world: World) -> Ending:
    return Ending(await world.table(), await world.look(lambda tx: records_of(tx, 1)))


async def hold_against(world: World, wanted: Ending) -> None:
    """Nothing was lost, doubled, forgotten or left lying."""
    found = await ending(world)
    assert found.records == wanted.records, "a move was lost or made twice"
    assert found.table == wanted.table
    assert list(record_faults(found.table, found.records)) == []
    assert await world.look(lambda tx: tx.next_inbox(world.now, ())) is None
    stored = await world.look(lambda tx: tx.table(1))
    assert stored is not None
    faults = await world.look(
        lambda tx: list(page_faults(world.house, tx, world.network, stored, world.now))
    )
    assert faults == [], "a page does not show the newest state"
    due = min((wake.due for wake in alarms(found.table)), default=None)
    assert await world.look(lambda tx: tx.next_alarm()) == due, "an alarm was lost"


def hold_showings(world: World, *, doubt: bool) -> None:
    """Every notice was shown once, or perhaps; what can be told apart was not doubled."""
    assert isinstance(world.store, MemoryStore)
    said, shown = world.store.rows.said, world.network.times_shown()
    shown.update(s.key for s in world.network.shown if s.kind == "toast")
    assert world.store.rows.outbox == {}
    assert {ended.result for ended in said.values()} <= {Settled.SENT, Settled.PERHAPS}
    assert doubt or {ended.result for ended in said.values()} == {Settled.SENT}
    for fuse in world.lives:
        for key, out in fuse.rows.items():
            if out.kind is OutKind.SLOT:
                idempotent = world.network.capabilities.idempotent_sends
                assert shown[key] <= 1 + (doubt and not idempotent), "a page was doubled"
            else:
                sent = said[out.to, out.name].result == Settled.SENT
                assert sent <= shown[key] <= 1, "a notice was lost or doubled"


@cache
def undisturbed(able: Capabilities) -> tuple[Ending, int]:
    """How the game ends if nothing goes wrong, and how many steps that takes."""

    async def run() -> tuple[Ending, int]:
        world = await world_of(able)
        await life_after_life(world)
        hold_showings(world, doubt=False)
        return await ending(world), world.lives[0].steps

    return asyncio.run(run())


NETWORKS: Final = {"plain": LIKE_TELEGRAM, "idempotent": IDEMPOTENT, "bare": BARE}


def walk(name: str, step: int, *, kill: bool) -> None:
    async def run() -> None:
        able = NETWORKS[name]
        world = await world_of(able)
        await life_after_life(world, step, kill=kill)
        await hold_against(world, undisturbed(able)[0])
        hold_showings(world, doubt=kill)

    asyncio.run(run())


def steps_of(name: str) -> int:
    return undisturbed(NETWORKS[name])[1]


@pytest.mark.reported("33", "T58")
@pytest.mark.parametrize("part", range(2))
def test_killed_at_every_step(part: int) -> None:
    for step in range(1 + part, steps_of("plain") + 1, 2):
        walk("plain", step, kill=True)


@pytest.mark.reported("G14")
@pytest.mark.parametrize("name", ["idempotent", "bare"])
def test_killed_at_many_steps_on_other_networks(name: str) -> None:
    for step in range(1, steps_of(name) + 1, 7):
        walk(name, step, kill=True)


@pytest.mark.parametrize("name", NETWORKS)
def test_stopped_at_many_steps_there_is_no_doubt_about_any_notice(name: str) -> None:
    for step in range(1, steps_of(name) + 1, 9):
        walk(name, step, kill=False)


def test_killed_again_and_again() -> None:
    luck = Random(5)
    wanted, steps = undisturbed(LIKE_TELEGRAM)

    async def run() -> None:
        world = await world_of(LIKE_TELEGRAM)
        await life_after_life(world, *(luck.randint(1, steps // 4) for _ in range(6)))
        await hold_against(world, wanted)

    for _ in range(6):
        asyncio.run(run())


def test_killed_over_a_real_database(tmp_path: Path) -> None:
    wanted, steps = undisturbed(LIKE_TELEGRAM)

    async def run(path: Path, step: int) -> None:
        store = plugin(f"sqlite:///{path}")
        await store.open()
        await store.transact(_deal)
        world = await world_of(LIKE_TELEGRAM, store)
        await life_after_life(world, step, steps // 3)
        await hold_against(world, wanted)
        await store.close()

    for step in range(5, steps, steps // 3):
        asyncio.run(run(tmp_path / f"{step}.db", step))


def _deal(tx: Transaction) -> None:
    """Carry the opening over into another store."""
    rows = opening(LIKE_TELEGRAM)
    for user, number in rows.users.items():
        assert tx.remember_player(user, rows.players[number].name, None).id == number
    for room in rows.rooms.values():
        tx.remember_room(room.conversation, room.title)
    assert tx.new_table_id() == 1
    stored = rows.tables[1]
    for version in range(1, stored.version + 1):
        tx.save_table(replace(stored, version=version))
    for (table, number), lines in rows.records.items():
        tx.append_record(table, number, lines)
    tx.set_alarms(1, rows.alarms[1])


# --- the walk finds what is wrong ---------------------------------------------------------------


def finds_something(*steps: int) -> bool:
    try:
        for step in steps:
            walk("plain", step, kill=True)
    except AssertionError:
        return True
    return False


def test_a_notice_that_is_repeated_after_a_crash_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = steps_of("plain")
    monkeypatch.setattr(Sender, "_ended_before", lambda *_: None)
    assert finds_something(*range(1, steps + 1))


def test_a_cursor_that_moves_before_its_batch_is_kept_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = steps_of("plain")

    async def pull_for_ever(account: Account, source: Puller, into: Intake) -> None:
        network, store = account.network, into.store
        cursor = await store.transact(lambda tx: tx.cursor(network))
        while True:
            batch = await source.pull(cursor)
            cursor = batch.cursor or ""
            await store.transact(methodcaller("save_cursor", network, cursor))
            kept = partial(receiving.keep, account=network, batch=batch, now=into.now())
            await store.transact(kept)
            into.arrived()

    monkeypatch.setattr(receiving, "_pull_for_ever", pull_for_ever)
    assert finds_something(*range(1, steps + 1))
