"""Whatever anybody says, presses or opens at a table, in whatever order and under whatever name:
every row is handled to its end, no card is lost, strangers move nothing, and no hand is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.contract import (
    Contacted,
    Envelope,
    Event,
    Joined,
    Left,
    Message,
    Pressed,
    Reacted,
    Said,
    Sealed,
)
from uno_chat.table import Play
from uno_chat.testing.desk import Desk, room, user
from uno_chat.testing.fuzzing import TAKEN, Tally, Target, search, texts
from uno_chat.testing.memory_rows import Rows
from uno_chat.testing.several import BARE, EDITED, connect
from uno_chat.views import languages, vocabulary

SEATED: Final = ("ann", "ben", "irc:bo")
OTHERS: Final = ("dan", "matrix:mo")
GROUPS: Final = (None, None, "family", "family", "irc:clan", "matrix:hall")
SECRET: Final = re.compile(r"\b(?:[yj]9|(?:yellow|jaune) 9|9 (?:yellow|jaune))", re.IGNORECASE)
"""A card that Ann alone holds, as it is named."""
KNOWN: Final = sorted({word for language in languages() for word in vocabulary(language)})
CARDS: Final = sorted({code.lower() for code in game.CARDS if code != "Y9"})
MANY: Final = "next " + "r7, " * 900


@dataclass(frozen=True, slots=True)
class Step:
    """Somebody does something, in a group or in private."""

    who: str
    group: str | None
    event: Event
    name: str
    title: str


def lobby() -> Desk:
    """Ann's family waits with Ben and, from a group on another network, Bo."""
    desk = Desk(others={"matrix": EDITED, "irc": BARE})
    desk.lobby("ann", "ben")
    connect(desk)
    desk.say("irc:bo", "!uno join", "irc:clan")
    desk.say("dan", "/new", "matrix:hall")
    return desk


def playing() -> Desk:
    """Ann is to move."""
    desk = lobby()
    desk.say("ann", "/deal", "family")
    desk.lay("ann", "R4", {"ann": "R5 R6 W Y9 Y9", "ben": "R7 R8 B8", "bo": "G1 W+4 B2"})
    return desk


def naming() -> Desk:
    """Ann has laid a Wild and names no colour yet."""
    desk = playing()
    desk.say("ann", "w")
    return desk


def challenged() -> Desk:
    """Ben owes an answer to a Wild Draw Four: if he challenges, he sees what Ann held."""
    desk = playing()
    desk.lay("ann", "R4", {"ann": "W+4 R6 Y9 Y9", "ben": "R7 R8 B8", "bo": "G1 B2"})
    desk.say("ann", "w+4 green")
    return desk


def last_card() -> Desk:
    """Ann has said nothing with one card left."""
    desk = playing()
    desk.lay("ann", "R4", {"ann": "R5 Y9", "ben": "R7 R8 B8", "bo": "G1 B2"})
    desk.say("ann", "r5")
    return desk


STATES: Final[dict[str, Callable[[], Desk]]] = {
    made.__name__: made for made in (lobby, playing, naming, challenged, last_card)
}


@cache
def standing(state: str) -> Rows:
    """What is stored where it begins."""
    return STATES[state]().rows


pieces = st.sampled_from(KNOWN) | st.sampled_from(CARDS) | texts
numbers = st.integers(0, 99).map(str)
lines = st.builds(
    lambda front, parts: front + " ".join(parts),
    st.sampled_from(
        ("", "", "/", "!uno ", "/#1 ", "/#2 ", "next ", "/settings ", "link ", "/new ")
    ),
    st.lists(pieces | numbers, max_size=4),
) | st.sampled_from((MANY, "x" * 4096, "/new " + "goal=200 " * 400, "/catch " + "\u202e" * 3000))
words = st.sampled_from((*CARDS, "draw", "keep", "uno", "join", "leave", "end", "kick s2", "yes 1"))
tokens = (
    st.builds(
        "1.{}.{}.{}".format, st.integers(0, 3), st.integers(0, 9) | st.just(""), words | lines
    )
    | texts
)
events = st.one_of(
    st.builds(Said, lines, st.booleans()),
    st.builds(Said, lines, st.just(True)),  # noqa: FBT003 - to us
    st.builds(Said, words, st.just(True)),  # noqa: FBT003 - to us
    st.builds(Pressed, tokens, st.none(), st.none() | st.just("a1")),
    st.builds(Contacted, st.sampled_from(("", "join-1", "hand-1", "join-2", "hand-2", "join-9"))),
    st.builds(Reacted, st.integers(0, 40), st.just(Message(room("family"), "m1"))),
    st.builds(Sealed, texts.filter(lambda text: text.isprintable())),
    st.builds(Joined, st.just(user("dan"))),
    st.builds(Left, st.sampled_from([user(who) for who in (*SEATED, *OTHERS)])),
)
storable = texts.filter(lambda text: not re.search("[\ud800-\udfff]", text))
sensible = st.sampled_from(
    (
        "r5",
        "r6",
        "w green",
        "draw",
        "keep",
        "accept",
        "challenge",
        "green",
        "uno",
        "catch ann",
        "leave",
    )
)
anything = st.builds(
    Step, st.sampled_from((*SEATED, *OTHERS)), st.sampled_from(GROUPS), events, storable, storable
)
something = st.builds(
    Step,
    st.sampled_from(SEATED),
    st.none(),
    st.builds(Said, sensible, st.just(True)),  # noqa: FBT003 - to us
    st.just("Somebody"),
    st.just(""),
)
steps = something | anything


def taken(case: tuple[str, list[Step]]) -> str:
    state, done = case
    desk = Desk(others={"matrix": EDITED, "irc": BARE}, rows=standing(state).copy(), _events=1000)
    results = [result for step in done for result in stepped(desk, step)]
    typed = " ".join(str(step.event) + step.name + step.title for step in done)
    if "9" not in typed:
        may_know = {"@ann", "@ben"} if state == "challenged" else {"@ann"}
        told = [
            sent for sent in desk.sent if SECRET.search(sent.text) and sent.chat not in may_know
        ]
        assert not told, "a hand is told"
    return TAKEN if {"done", "connected"} & {*results} else "answered"


def stepped(desk: Desk, step: Step) -> list[str]:
    """Let it happen, and look at what is there afterwards."""
    before = desk.table()
    envelope = replace(
        desk.envelope(step.who, step.event, step.group, name=step.name), title=step.title
    )
    if _is_storable(envelope):
        desk.take(envelope)
    table = desk.table()
    if table.play is not None and before.play is not None:
        if step.who in OTHERS:
            assert table.play.round == before.play.round, "a stranger moved something"
        if table.play.number == before.play.number:
            assert cards_of(table.play) == cards_of(before.play), "a card is lost"
    return desk.results


def _is_storable(envelope: Envelope) -> bool:
    """What an adapter gives out: it sets aside what has half a character in it."""
    return not re.search("[\ud800-\udfff]", str(envelope))


def cards_of(play: Play) -> list[str]:
    """All cards of a round."""
    lying = (play.round.stock, play.round.discard, play.round.buried)
    return sorted(card.code for cards in (*play.round.hands, *lying) for card in cards)


TARGETS: Final = (
    Target(
        "chat: steps at a table",
        st.tuples(st.sampled_from(sorted(STATES)), st.lists(steps, min_size=1, max_size=3)),
        taken,
    ),
)


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_whatever_is_done_at_a_table_is_answered(target: Target[Any]) -> None:
    tally = Tally()
    search(target, 150, 1, tally)
    assert 0 < tally.words[TAKEN] < tally.inputs
