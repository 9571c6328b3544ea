"""The checks that whole games are held to do find what is wrong: here it is planted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from uno_chat import game
from uno_chat.contract import Delivery, Document, User, line
from uno_chat.table import (
    Act,
    AtTable,
    Deal,
    Join,
    Open,
    Outcome,
    Settings,
    Table,
    decide,
    open_table,
)
from uno_chat.testing.audit import record_faults
from uno_chat.testing.books import (
    Arrived,
    Said,
    accepted,
    arrival_faults,
    move_faults,
    recorded,
    showing_faults,
)
from uno_chat.testing.fake_network import FakeNetwork
from uno_chat.testing.knowing import Read, knowledge, leaks
from uno_chat.testing.watching import otherwise
from uno_chat.views import Reader, face_of

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
USERS = {1: User("fake", "ann"), 2: User("fake", "bob")}

Lines = tuple[str, ...]


@pytest.fixture
def dealt() -> Outcome:
    """Ann and Bob have their cards."""
    settings = Settings(hold=timedelta(0), tie=timedelta(0))
    table = open_table(Open(1, 1, "ann", "family", settings), NOON).table
    return step(step(Outcome(table), Join(2, "bob")), Deal(1))


def step(before: Outcome, command: AtTable) -> Outcome:
    out = decide(before.table, command, NOON, game.seed_from_int(3))
    assert isinstance(out, Outcome)
    return replace(out, record=before.record + out.record)


def played(out: Outcome, acts: int) -> tuple[Table, Lines]:
    """After so many acts, or when the round is over; the lines of its record."""
    luck = Random(1)
    for _ in range(acts):
        play = out.table.play
        if play is None or play.owner is None:
            break
        moves = game.choices(play.round, play.order.index(play.owner))
        by = out.table.seat(play.owner).player or 0
        out = step(out, Act(by, luck.choice(moves[:-1] or moves)))
    return out.table, tuple(text for part in out.record for text in part.lines)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda lines: lines[:-2], id="the end is missing"),
        pytest.param(lambda lines: (*lines[:5], *lines[6:]), id="an event is missing"),
        pytest.param(lambda lines: (*lines[:5], *lines[4:]), id="an event stands twice"),
        pytest.param(lambda lines: (lines[0], *lines[2:4], lines[1], *lines[4:]), id="disorder"),
    ],
)
@pytest.mark.parametrize("acts", [12, 500], ids=["in play", "over"])
def test_a_record_that_is_not_that_of_the_round_is_found(
    dealt: Outcome, acts: int, spoil: Callable[[Lines], Lines]
) -> None:
    table, lines = played(dealt, acts)
    assert (table.play is None) == (acts == 500)
    assert list(record_faults(table, {1: lines})) == []
    assert list(record_faults(table, {1: spoil(lines)}))
    assert list(record_faults(table, {}))


def test_scores_that_the_record_does_not_lead_to_are_found(dealt: Outcome) -> None:
    table, lines = played(dealt, 500)
    assert table.match is not None
    rich = replace(table.match, scores={**table.match.scores, "s1": 999})
    assert list(record_faults(replace(table, match=rich), {1: lines}))


def test_moves_that_are_lost_or_made_twice_are_found(dealt: Outcome) -> None:
    table, lines = played(dealt, 12)
    moves = recorded(table, {1: lines}, USERS)
    assert moves.total() == 12
    assert list(move_faults(table, moves, moves)) == []
    (one, *_) = moves
    assert list(move_faults(table, moves + Counter([one]), moves))
    assert list(move_faults(table, moves, moves + Counter([one])))


def test_only_what_was_accepted_counts_as_a_move() -> None:
    network = FakeNetwork(lambda: NOON)
    done, refused = (network.press_token("ann", "1.7.3.r7 uno") for _ in range(2))
    arrived = [Arrived(done, "done", 0), Arrived(refused, "no", 0)]
    assert accepted(arrived, network) == {(7, User("fake", "ann"), "r7"): 1}


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [Arrived("e1", None, 0)],
        [Arrived("e1", "set aside", 6)],
        [Arrived("e1", "done", 1)],
        [Arrived("e1", "done", 0)] * 2,
        [Arrived("e1", "done", 0), Arrived("e2", "done", 0)],
    ],
)
def test_what_is_not_handled_once_and_well_is_found(rows: list[Arrived]) -> None:
    network = FakeNetwork(lambda: NOON)
    network.contact("ann")
    assert list(arrival_faults([Arrived("e1", "done", 0)], network)) == []
    assert list(arrival_faults(rows, network))


async def shown(*rows: int) -> FakeNetwork:
    """A network on which these outbox rows were shown to Ann, one after the other."""
    network = FakeNetwork(lambda: NOON)
    network.contact("ann")
    adapter = network.adapter()
    for row in rows:
        to, page = User("fake", "ann"), Document((line("hello"),))
        await adapter.deliver(Delivery(f"{row}.0", to, page))
    return network


@pytest.mark.parametrize(
    ("rows", "ended"),
    [
        ([7, 7], "sent"),
        ([7, 7], "perhaps"),
        ([], "sent"),
        ([7], None),
        ([8, 7], "sent"),
        ([5, 5, 7], "sent"),
    ],
)
async def test_what_was_not_shown_once_in_its_turn_is_found(
    rows: list[int], ended: str | None
) -> None:
    right = await shown(5, 7)
    assert list(showing_faults([Said(7, "sent")], right, most_doubled=0)) == []
    assert list(showing_faults([Said(7, ended)], await shown(*rows), most_doubled=0))


def test_only_what_a_seat_cannot_know_is_exchanged(dealt: Outcome) -> None:
    table, _ = played(dealt, 4)
    other = otherwise(table, "s1", Random(1))
    assert table.play is not None
    assert other.play is not None
    before, after = table.play.round, other.play.round
    assert game.sight(before, 0) == game.sight(after, 0)
    assert before.hands[1] != after.hands[1]
    every = [(*r.hands[0], *r.hands[1], *r.stock, *r.discard) for r in (before, after)]
    assert Counter(every[0]) == Counter(every[1])


def reading(who: str, text: str = "", label: str = "", token: str = "") -> Read:
    return Read(who, NOON, text, (label,), (token,))


@pytest.mark.parametrize("who", ["ann", "bob", "eve"])
def test_whoever_reads_of_a_card_that_is_neither_open_nor_theirs_is_found(
    dealt: Outcome, who: str
) -> None:
    table, lines = played(dealt, 8)
    known = [knowledge(table, {1: lines})]
    assert table.play is not None
    laid = {json.loads(text).get("card") for text in lines}
    hands = dict(zip(("ann", "bob"), table.play.round.hands, strict=True))
    for owner, hand in hands.items():
        known_too = hands.get(who, ()) if who != owner else ()
        secret = [c for c in hand if not (c.wild or c.code in laid or c in known_too)]
        assert secret
        for card in secret:
            face = face_of(card, Reader("en", UTC, ""))
            reads = [
                reading(who, f"family #1\n{owner}: {face.name}"),
                reading(who, "family #1", label=face.short),
                reading(who, face.short),
                reading(who, token=f"1.1.7.{card.code.lower()} uno"),
            ]
            found = [bool(list(leaks(known, [read]))) for read in reads]
            assert found == [who != owner] * 4


def test_what_lay_open_and_all_hands_after_the_end_may_be_read(dealt: Outcome) -> None:
    table, lines = played(dealt, 500)
    known = [knowledge(table, {1: lines})]
    names = [face_of(card, Reader("en", UTC, "")).name for card in game.replay(lines).round.discard]
    assert table.result is not None
    left = [face_of(game.CARDS[c], Reader("en", UTC, "")).name for c in sum(table.result.hands, ())]
    assert list(leaks(known, [reading("eve", ", ".join((*names, *left)))])) == []
