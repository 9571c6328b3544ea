"""Tables to look at: dealt and played by chance from a seed, one moment after the other."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from uno_chat import game
from uno_chat.table import (
    Act,
    AtTable,
    Deal,
    DrawAndPlay,
    Item,
    Join,
    Open,
    Outcome,
    Phase,
    Play,
    Prepare,
    Refused,
    Ring,
    Settings,
    Table,
    alarms,
    decide,
    open_table,
)
from uno_chat.views import Reader

NOW = datetime(2026, 3, 3, 18, 30, tzinfo=UTC)
NAMES = ("North", "East", "South", "West", "Up", "Down", "Left", "Right", "In", "Out")


@dataclass(frozen=True, slots=True)
class Moment:
    """A table after a command, and what came of the command."""

    table: Table
    now: datetime
    command: AtTable | None = None
    outcome: Outcome | Refused | None = None


def seated(players: int, settings: Settings | None = None) -> Table:
    """A lobby with so many people; the first is the host."""
    opened = Open(7, 1, NAMES[0], "Family", settings or Settings())
    table = open_table(opened, NOW).table
    for number in range(2, players + 1):
        out = decide(table, Join(number, NAMES[number - 1]), NOW, bytes(32))
        assert isinstance(out, Outcome)
        table = out.table
    return table


def dealt(players: int, seed: int = 1, settings: Settings | None = None) -> Table:
    """The first turn of a round."""
    out = decide(seated(players, settings), Deal(1), NOW, game.seed_from_int(seed))
    assert isinstance(out, Outcome)
    return out.table


def arranged(
    options: dict[str, object],
    hands: tuple[str, ...],
    *,
    top: str,
    colour: str = "R",
    pending: game.Pending | None = None,
    smack: tuple[int, ...] | None = None,
) -> Table:
    """A round in which seat number 0, called North, is to move; ``smack`` are who has pressed."""
    table = dealt(len(hands), 1, Settings(options=game.Options.of(options)))
    play = table.play
    assert play is not None
    order = tuple(seat.id for seat in table.seats)
    round_ = play.round._replace(
        hands=tuple(map(game.cards, hands)),
        discard=(game.card("R1"), game.card(top)),
        colour=game.Colour(colour),
        pending=pending or game.Turn(0),
        direction=game.CLOCKWISE,
        smack=None if smack is None else game.SmackOpen(1, frozenset(smack)),
    )
    clock = replace(play.clock, handed=True)
    return replace(table, happenings=(), play=replace(play, round=round_, order=order, clock=clock))


def played(
    players: int, seed: int, settings: Settings | None = None, *, plans: bool = False
) -> Iterator[Moment]:
    """A whole round by chance, one moment for each command that changed something; with ``plans``
    people also think ahead."""
    chance, now = random.Random(seed), NOW
    table = dealt(players, seed, settings)
    yield Moment(table, now)
    while table.phase is Phase.PLAYING:
        now += timedelta(seconds=chance.choice((1, 20, 90)))
        ahead = _plans(table, chance) if plans else ()
        for command in (*_rings(table, now), *ahead, *_moves(table, chance)):
            out = decide(table, command, now, game.seed_from_int(seed + 1))
            if isinstance(out, Outcome):
                table = out.table
            yield Moment(table, now, command, out)
            if table.phase is not Phase.PLAYING:
                return


def _rings(table: Table, now: datetime) -> Iterator[AtTable]:
    for wake in alarms(table):
        if wake.due <= now:
            yield Ring(wake.kind, wake.number)


def _moves(table: Table, chance: random.Random) -> Iterator[AtTable]:
    """What whoever owes a decision does, and now and then somebody else."""
    play = table.play
    if play is None or play.owner is None:
        return
    number = play.index(play.owner)
    assert number is not None
    aside = list(_aside(play))
    if aside and chance.random() < 0.5:
        number, move = chance.choice(aside)
    else:
        move = chance.choice(game.choices(play.round, number))
    if isinstance(move, game.Play) and chance.random() < 0.5:
        move = game.with_uno(move)
    player = table.seat(play.order[number]).player
    assert player is not None
    yield Act(player, move)


def _plans(table: Table, chance: random.Random) -> Iterator[AtTable]:
    """What somebody who waits may prepare; often it can be done, and sometimes it is void."""
    play = table.play
    if play is None:
        return
    number = chance.randrange(len(play.order))
    player = table.seat(play.order[number]).player
    assert player is not None
    if chance.random() < 0.5:
        hand = [card for card in play.round.hands[number] if not card.wild]
        items = [Item(game.Play(card, uno=True)) for card in chance.sample(hand, len(hand))]
        yield Prepare(player, (*items[:6], Item(DrawAndPlay())))


def _aside(play: Play) -> Iterator[tuple[int, game.Move]]:
    """What house rules let others do."""
    for number in range(len(play.order)):
        jump = game.sight(play.round, number).jump
        if jump is not None:
            yield number, jump
        if game.check(play.round, number, game.Smack()) is None:
            yield number, game.Smack()


@pytest.fixture
def reader() -> Reader:
    """English, on a clock of universal time."""
    return Reader("en", UTC, "/")


@pytest.fixture
def french() -> Reader:
    return Reader("fr", UTC, "/")


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def lobby() -> Callable[..., Table]:
    """``lobby(players, settings)``."""
    return seated


@pytest.fixture
def deal() -> Callable[..., Table]:
    """``deal(players, seed, settings)``."""
    return dealt


@pytest.fixture
def play() -> Callable[..., Iterator[Moment]]:
    """``play(players, seed, settings)``; with ``plans`` people also think ahead."""
    return played


@pytest.fixture
def arrange() -> Callable[..., Table]:
    """``arrange(options, hands, top=…, colour=…, pending=…, smack=…)``."""
    return arranged
