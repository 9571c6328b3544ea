"""What a turn costs where every message and edit counts against the little an account may call."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.coordinator import BadSetting, House, agreed
from uno_chat.runtime.limits import MOMENT
from uno_chat.table import Settings
from uno_chat.testing.desk import Desk
from uno_chat.testing.evening import Clock, Evening, evening
from uno_chat.testing.fake_network import LIKE_MATRIX, FakeNetwork
from uno_chat.testing.memory_store import MemoryStore

NAMES = ("ann", "ben", "eve")
AFTER = timedelta(minutes=2)
"""After so long nothing waits for its time any more."""
TABLE, NEXT = ("edit", "family"), ("new", "@ben")
HANDS = ("R5 R6 B1", "R7 R8 B7", "G1 G2 G3")


@dataclass(frozen=True, slots=True)
class Turn:
    """What people say from given cards, on red 4 with Ann to move; and what is shown for it."""

    name: str
    lines: tuple[tuple[str, str], ...]
    shown: tuple[tuple[str, str], ...]
    hands: tuple[str, str, str] = HANDS
    stock: str = ""
    settings: tuple[str, ...] = ()


TURNS = (
    Turn("a card", (("ann", "r5"),), (TABLE, NEXT)),
    Turn("a card by its number", (("ann", "1"),), (TABLE, NEXT)),
    Turn(
        "a Skip", (("ann", "rs"),), (TABLE, ("new", "@eve")), hands=("RS R6 B1", "R7 R8", "G1 G2")
    ),
    Turn(
        "a Reverse",
        (("ann", "rr"),),
        (TABLE, ("new", "@eve")),
        hands=("RR R6 B1", "R7 R8", "G1 G2"),
    ),
    Turn(
        "a Draw Two, drawn",
        (("ann", "r+2"),),
        (TABLE, ("new", "@eve")),
        hands=("R+2 R6 B1", "R7 R8", "G1 G2"),
    ),
    Turn("a Wild", (("ann", "w blue"),), (TABLE, NEXT), hands=("W R6 B1", "R7 R8", "G1 G2")),
    Turn("a card drawn that does not fit", (("ann", "draw"),), (TABLE, NEXT), stock="G9"),
    Turn(
        "the question what to do with a drawn card",
        (("ann", "draw"),),
        (("new", "@ann"),),
        stock="R9",
    ),
    Turn(
        "a drawn card that is laid",
        (("ann", "draw"), ("ann", "1")),
        (("new", "@ann"), TABLE, NEXT),
        stock="R9",
    ),
    Turn(
        "a drawn card that is kept",
        (("ann", "draw"), ("ann", "keep")),
        (("new", "@ann"), TABLE, NEXT),
        stock="R9",
    ),
    Turn(
        "a Wild Draw Four, accepted",
        (("ann", "w+4 blue"), ("ben", "accept")),
        (TABLE, NEXT, TABLE, ("new", "@eve")),
        hands=("W+4 B6 B1", "R7 R8", "G1 G2"),
    ),
    Turn(
        "a Wild Draw Four, challenged with success: who doubted sees the hand and moves",
        (("ann", "w+4 blue"), ("ben", "challenge")),
        (TABLE, NEXT, TABLE, NEXT),
        hands=("W+4 R6 B1", "R7 R8", "G1 G2"),
    ),
    Turn(
        "a Wild Draw Four, challenged in vain: who doubted sees the hand, and another moves",
        (("ann", "w+4 blue"), ("ben", "challenge")),
        (TABLE, NEXT, TABLE, NEXT, ("new", "@eve")),
        hands=("W+4 B6 B1", "R7 R8", "G1 G2"),
    ),
    Turn(
        "last but one card with UNO",
        (("ann", "r5 uno"),),
        (TABLE, NEXT),
        hands=("R5 R6", "R7 R8", "G1 G2"),
    ),
    Turn(
        "a missed UNO that is caught: an answer to who caught, the penalty is read at the table",
        (("ann", "r5"), ("eve", "catch")),
        (TABLE, NEXT, ("new", "@eve"), TABLE),
        hands=("R5 R6", "R7 R8", "G1 G2"),
    ),
    Turn("a catch in vain", (("eve", "catch"),), (("new", "@eve"),)),
    Turn("a card that does not fit", (("ann", "b1"),), (("new", "@ann"),)),
    Turn("a number that is on no line", (("ann", "99"),), (("new", "@ann"),)),
    Turn("somebody else's turn", (("ben", "r7"),), (("new", "@ben"),)),
    Turn("words that mean nothing", (("ben", "frobnicate"),), (("new", "@ben"),)),
    Turn("the own hand", (("eve", "hand"),), (("new", "@eve"),)),
    Turn("help", (("eve", "help"),), (("new", "@eve"),)),
    Turn("a move in advance", (("ben", "next r7"),), (("new", "@ben"),)),
    Turn(
        "hands that go round: everybody is shown the new one",
        (("ann", "r0"),),
        (TABLE, ("new", "@ann"), NEXT, ("new", "@eve")),
        hands=("R0 R6 B1", "R7 R8", "G1 G2"),
        settings=("seven_o=on",),
    ),
    Turn(
        "a seven whose partner is named with it: both are shown what they hold now",
        (("ann", "r7 swap eve"),),
        (TABLE, ("new", "@ann"), NEXT, ("new", "@eve")),
        hands=("R7 R6 B1", "R1 R8", "G1 G2"),
        settings=("seven_o=on",),
    ),
    Turn(
        "a seven, and then with whom",
        (("ann", "r7"), ("ann", "2")),
        (("new", "@ann"), TABLE, NEXT, ("new", "@ann"), ("new", "@eve")),
        hands=("R7 R6 B1", "R1 R8", "G1 G2"),
        settings=("seven_o=on",),
    ),
    Turn(
        "hands that are shuffled: everybody is shown the new one",
        (("ann", "ws red"),),
        (TABLE, ("new", "@ann"), NEXT, ("new", "@eve")),
        hands=("WS R6 B1", "R1 R8", "G1 G2"),
        settings=("edition=pack112_2018",),
    ),
    Turn(
        "a card that somebody else may jump in on",
        (("ann", "r5"),),
        (TABLE, NEXT, ("new", "@eve")),
        hands=("R5 R6 B1", "R7 R8", "R5 G2"),
        settings=("jump_in=on",),
    ),
)


@asynccontextmanager
async def dealt(*settings: str) -> AsyncIterator[tuple[Evening, MemoryStore]]:
    """Ann, Ben and Eve have just been dealt."""
    clock, store = Clock(), MemoryStore()
    network = FakeNetwork(clock, capabilities=LIKE_MATRIX)
    agreement = agreed(Settings(), ("pace=1h", "hold=0s", *settings))
    assert not isinstance(agreement, BadSetting)
    house = House({network.name: LIKE_MATRIX}, lambda _, n: game.seed_from_int(n), agreement)
    async with evening(network, store, house, clock) as one:
        for name in NAMES:
            network.contact(name)
        for name, words in zip(NAMES, ("new", "join", "join"), strict=True):
            await one.say(name, f"!uno {words}", group="family")
        await one.later(AFTER)
        await one.say("ann", "!uno deal", group="family")
        await one.later(AFTER)
        yield one, store


async def lay(one: Evening, store: MemoryStore, turn: Turn) -> None:
    """Ann is to move on red 4; all see how the cards lie."""
    hands = dict(zip(NAMES, turn.hands, strict=True))
    Desk(rows=store.rows, now=one.clock()).lay("ann", "R4", hands, stock=turn.stock)
    for name in NAMES:
        await one.say(name, "hand")
    await one.say("ann", "!uno table", group="family")
    await one.later(AFTER)


async def passes(one: Evening, time: timedelta) -> None:
    """So much time, and the moment that what nobody is called by waits for others."""
    await one.later(time)
    await one.later(2 * MOMENT)


async def shown_for(one: Evening, *lines: tuple[str, str]) -> list[tuple[str, str]]:
    """What is shown for lines; those with the prefix of a group are said there."""
    since = len(one.network.shown)
    for who, line in lines:
        await one.say(who, line, group="family" if line.startswith("!uno") else None)
        await passes(one, timedelta(seconds=15))
    return sorted((showing.kind, showing.chat) for showing in one.network.shown[since:])


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.name)
async def test_a_turn_costs_what_is_waited_for_and_nothing_else(turn: Turn) -> None:
    async with dealt(*turn.settings) as (one, store):
        await lay(one, store, turn)
        calls = one.network.calls.copy()
        assert await shown_for(one, *turn.lines) == sorted(turn.shown)
        made = one.network.calls - calls
        assert made["send"] + made["edit"] == len(turn.shown)
        assert await one.store.transact(lambda tx: tx.next_send(one.service.accounts)) is None


async def test_a_deal_shows_everybody_the_own_cards_and_calls_one() -> None:
    async with dealt() as (one, _):
        first = [s for s in one.network.shown if "Your hand" in s.page.text]
        assert sorted(s.chat for s in first) == ["@ann", "@ben", "@eve"]
        assert [s.chat for s in first if s.notify] == ["@ann"]
        assert all(s.kind == "new" for s in first)


async def test_a_time_that_runs_out_costs_a_turn_and_a_word_to_whoever_let_it() -> None:
    async with dealt() as (one, store):
        await lay(one, store, TURNS[0])
        since = len(one.network.shown)
        await passes(one, timedelta(hours=1, minutes=10))
        shown = sorted((s.kind, s.chat) for s in one.network.shown[since:])
        assert shown == [TABLE, ("new", "@ann"), NEXT]


async def test_the_time_to_catch_is_shown_when_it_begins_and_when_the_next_may_move() -> None:
    async with dealt("hold=60s") as (one, store):
        await lay(one, store, replace(TURNS[0], hands=("R5 R6", "R7 R8", "G1 G2")))
        assert await shown_for(one, ("ann", "r5")) == [TABLE]
        since = len(one.network.shown)
        await passes(one, timedelta(seconds=60))
        assert sorted((s.kind, s.chat) for s in one.network.shown[since:]) == [TABLE, NEXT]


async def test_a_vote_asks_each_other_one_and_tells_all_what_came_of_it() -> None:
    async with dealt() as (one, store):
        await lay(one, store, TURNS[0])
        others = [("new", "@ben"), ("new", "@eve")]
        assert await shown_for(one, ("ann", "!uno pause 2h")) == [TABLE, *others]
        assert await shown_for(one, ("ben", "yes")) == [TABLE, ("new", "family")]


async def test_a_round_that_ends_is_told_once_and_shows_no_hand() -> None:
    async with dealt() as (one, store):
        await lay(one, store, replace(TURNS[0], hands=("R5", "R7 R8", "G1 G2")))
        assert await shown_for(one, ("ann", "r5")) == [TABLE, ("new", "family")]


async def test_a_six_asks_everybody_who_has_to_smack_and_nobody_twice() -> None:
    async with dealt("smackdown=on") as (one, store):
        await lay(one, store, replace(TURNS[0], hands=("R6 R5 B1", "R7 R8", "G1 G2")))
        everybody = [("new", "@ann"), ("new", "@ben"), ("new", "@eve")]
        assert await shown_for(one, ("ann", "r6")) == [TABLE, *everybody]
        assert await shown_for(one, ("ann", "smack")) == [TABLE]


async def test_computers_that_move_in_a_moment_are_shown_once_together() -> None:
    async with dealt("pause=2s-3s") as (one, store):
        await one.say("ann", "!uno end now", group="family")
        await one.say("ann", "!uno new", "!uno add easy", "!uno add easy", group="family")
        await one.later(AFTER)
        await one.say("ann", "!uno deal", group="family")
        await one.later(AFTER)
        Desk(rows=store.rows, now=one.clock()).lay("ann", "R4", {"ann": "R5 R6 R7"}, table=2)
        since = len(one.network.shown)
        await one.say("ann", "r5")
        for _ in range(30):
            await one.later(timedelta(seconds=1))
        shown = sorted((s.kind, s.chat) for s in one.network.shown[since:])
        assert shown == [TABLE, ("new", "@ann")]


async def test_who_sits_down_changes_one_page() -> None:
    async with dealt() as (one, _):
        await one.say("ann", "!uno end now", "!uno new", group="family")
        await one.later(AFTER)
        assert await shown_for(one, ("ben", "!uno join")) == [TABLE]
