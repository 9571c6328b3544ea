"""Hands change their owners while private pages are out: what stood there plays nobody's cards."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from uno_chat import game
from uno_chat.contract import Capabilities
from uno_chat.table import Table
from uno_chat.testing.desk import Desk
from uno_chat.testing.fake_network import LIKE_MATRIX
from uno_chat.testing.people import own_hand
from uno_chat.views import decode

PEOPLE = ("ann", "bob", "cat")
SWAPS = "edition=pack112_2015 seven_o=on last_card_trades=on jump_in=on uno=auto"
SHUFFLES = "edition=pack112_2018 seven_o=on last_card_trades=on smackdown=on jump_in=on uno=auto"
CLOCKED = "edition=pack112_2015 seven_o=on last_card_trades=on stacking=same"
NETWORKS = {"matrix": LIKE_MATRIX, "plain": Capabilities(prefix="!uno ")}
MIXED = {"ann": "R7 WH W R3 R3 G7 B7 Y7", "bob": "R0 B0 R3 Y7 G0 B2", "cat": "R7 R0 Y3 Y4 G7 B6"}


def seat_of(table: Table, who: str) -> int:
    """Where somebody sits in the round."""
    assert table.play is not None
    return next(
        number
        for number, seat in enumerate(table.play.order)
        if table.seat(seat).name.casefold() == who
    )


def cards(desk: Desk) -> dict[str, str]:
    """All hands as they are, and the top of the discard; nothing once the round is over."""
    table = desk.table()
    if table.play is None:
        return {}
    round_ = table.play.round
    held = {who: round_.hands[seat_of(table, who)] for who in PEOPLE}
    laid = game.text_of(round_.discard)
    return {who: game.text_of(game.in_order(hand)) for who, hand in held.items()} | {"laid": laid}


def owner(desk: Desk) -> str:
    """Who has to decide."""
    table = desk.table()
    assert table.play is not None
    assert table.play.owner is not None
    return table.seat(table.play.owner).name.casefold()


def decides(token: str) -> int | None:
    """Of which decision a button is; None for one that is good at any time."""
    found = decode(token)
    return None if found is None else found.decision


def offered(desk: Desk, who: str) -> list[str]:
    """Every button of a decision that somebody ever got in private, the newest last."""
    sent = (token for page in desk.to(f"@{who}") for token in page.tokens)
    return [token for token in dict.fromkeys(sent) if decides(token) is not None]


def standing(desk: Desk, who: str) -> dict[str, str]:
    """The messages in somebody's private chat as they read now, the oldest first."""
    pages = {}
    for number, sent in enumerate(desk.sent, 1):
        if sent.chat == f"@{who}" and sent.name == "hand":
            pages[sent.edits or f"m{number}"] = sent.text
    return pages


def of_one(before: str, after: str) -> bool:
    """Whether somebody's hand only lost cards, or got some: it was not traded."""
    first, then = Counter(before.split()), Counter(after.split())
    return first <= then or then <= first


def now(desk: Desk) -> int:
    """The decision that is owed."""
    play = desk.table().play
    return 0 if play is None else play.clock.number


def moves(desk: Desk, luck: Random) -> None:
    """Whoever has to decide presses what trades hands, if there is such a button, or anything."""
    who = owner(desk)
    desk.say(who, "hand")
    able = [token for token in offered(desk, who) if decides(token) == now(desk)]
    trading = [t for t in able if any(mark in t for mark in ("swap", "7", "0.", "wh", "ws"))]
    desk.press_token(who, luck.choice(trading if trading and luck.random() < 0.7 else able))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("rules", [SWAPS, SHUFFLES, CLOCKED])
def test_no_old_button_plays_a_card_and_every_page_shows_the_hand_that_is_ones_own(
    rules: str, seed: int
) -> None:
    desk, luck = Desk(), Random(seed)
    desk.family(*PEOPLE, settings=rules)
    desk.lay("ann", "R4", MIXED)
    for who in PEOPLE:
        desk.say(who, "hand")
    for _ in range(15):
        newest = {who: list(standing(desk, who))[-1] for who in PEOPLE}
        before = cards(desk)
        moves(desk, luck)
        held = cards(desk)
        if not held:
            break
        for who in PEOPLE:
            pages = standing(desk, who)
            assert own_hand(list(pages.values())[-1]) == held[who]
            if not of_one(before[who], held[who]):
                assert own_hand(pages[newest[who]]) in {None, held[who]}
            old = [token for token in offered(desk, who) if decides(token) != now(desk)]
            for token in luck.sample(old, min(3, len(old))):
                desk.press_token(who, token)
                assert cards(desk) == held, token


@pytest.mark.parametrize("network", ["matrix", "plain"])
@pytest.mark.parametrize("seed", range(2))
def test_a_number_of_a_hand_that_was_traded_away_lays_no_card(network: str, seed: int) -> None:
    luck = Random(seed)
    desk = Desk(NETWORKS[network])
    desk.family(*PEOPLE, settings="seven_o=on uno=auto")
    for _ in range(6):
        desk.lay("ann", "R4", {"ann": "R7 R3 R5 G1", "bob": "R6 B1 B2", "cat": "R8 Y1 Y2"})
        for who in PEOPLE:
            desk.say(who, "hand")
        taken = luck.choice(("bob", "cat"))
        desk.say("ann", f"r7 swap {taken}")
        before, number = cards(desk), luck.randrange(1, 5)
        assert before["ann"] == {"bob": "R6 B1 B2", "cat": "R8 Y1 Y2"}[taken]
        desk.say("ann", str(number))
        assert cards(desk) == before
        desk.say(taken, "hand")
        menu = next(s.menu for s in desk.rows.slots.values() if s.to.id == taken)
        plays = [decode(token) for token in menu]
        assert not any(one and one.words in {"r6", "r8"} for one in plays)
