"""Nothing hidden rests anywhere but in the tables themselves, over whole games played anyhow."""

from __future__ import annotations

import re
from datetime import timedelta
from operator import methodcaller
from random import Random

import pytest

from uno_chat import game
from uno_chat.contract import Arrival, Envelope, Said, envelope_to_json
from uno_chat.coordinator import lane_of
from uno_chat.table import Phase, Play
from uno_chat.testing.desk import Desk
from uno_chat.views import words_of

CODE = re.compile(r"\b(?:[RYGB](?:\d|S|R|\+2)|W\+4|W)(?![\w+])", re.IGNORECASE)
PEOPLE = ("ann", "bob", "cat")


def open_cards(desk: Desk) -> set[str]:
    """The faces that everybody has seen in this round, and those that are open at its end."""
    table = desk.table()
    seen = {fact.card for fact in table.happenings if fact.card}
    if table.play is not None:
        seen |= {card.code for card in table.play.round.discard}
    return seen


def typed_cards(text: str) -> set[str]:
    return {found.upper() for found in CODE.findall(text)}


def resting(desk: Desk) -> str:
    """Every text in the store, but for tables, records and what people said themselves."""
    rows = desk.rows
    parts = [
        *(row.out.payload + row.out.name for row in rows.outbox.values()),
        *(name for _, name in rows.said),
        *(ended.result + ended.why for ended in (*rows.said.values(), *rows.handled.values())),
        *(token for slot in rows.slots.values() for token in slot.menu),
        *(player.name for player in rows.players.values()),
        *(room.title for room in rows.rooms.values()),
        *rows.cursors.values(),
    ]
    return "\n".join(parts)


def some_words(play: Play, seat: int, luck: Random) -> str:
    """What a person might try: what fits, what does not, what is not even there."""
    hand = play.round.hands[seat]
    tries = [words_of(game.Play(card)) for card in hand]
    tries += [f"next {card}, draw, play if it fits" for card in tries]
    tries += ["draw", "keep", "accept", "challenge", "uno", "catch", "green", "hand", "table"]
    if game.owner(play.round) == seat and luck.random() < 0.8:
        tries = [words_of(move) for move in game.choices(play.round, seat)]
    return luck.choice(tries)


def act(desk: Desk, luck: Random) -> tuple[Envelope, set[str]]:
    """Somebody does something; the cards that the words themselves name."""
    play = desk.table().play
    who = luck.choice(PEOPLE)
    seat = None if play is None else play.index(f"s{PEOPLE.index(who) + 1}")
    words = "ready" if play is None or seat is None else some_words(play, seat, luck)
    group = luck.choice([None, None, "family"])
    if luck.random() < 0.5:
        return desk.pressing(who, desk.token(words), group), typed_cards(words)
    return desk.envelope(who, Said(f"/{words}"), group), typed_cards(words)


@pytest.mark.parametrize("seed", range(3))
def test_no_hidden_card_rests_in_the_outbox_or_anywhere_else(seed: int) -> None:
    desk, luck = Desk(), Random(seed)
    desk.family(*PEOPLE, computers=1, settings="goal=100 hold=4s tie=2s pause=1s")
    rested = 0
    for _ in range(150):
        if desk.table().phase in {Phase.MATCH_OVER, Phase.ENDED}:
            break
        before = open_cards(desk)
        envelope, said = act(desk, luck)
        at = desk.now
        row = Arrival("fake", envelope.id, lane_of(envelope), at, envelope_to_json(envelope))
        desk.do(methodcaller("receive", row))
        desk.work()
        text = resting(desk)
        rested += bool(desk.rows.outbox)
        assert typed_cards(text) <= before | open_cards(desk) | said
        desk.later(timedelta(seconds=1))
        assert typed_cards(resting(desk)) <= open_cards(desk) | before
    assert rested > 40


@pytest.mark.parametrize("seed", range(2))
def test_nobody_is_shown_a_card_of_somebody_else(seed: int) -> None:
    """By what pages say about hands: the words of one's own hand stand in no other chat."""
    desk, luck = Desk(), Random(seed)
    desk.family(*PEOPLE, settings="goal=100 hold=0s tie=0s")
    for _ in range(120):
        play = desk.table().play
        if play is None:
            break
        shown = len(desk.sent)
        envelope, _ = act(desk, luck)
        desk.take(envelope)
        for sent in desk.sent[shown:]:
            assert sent.chat.startswith("@") or "Your hand" not in sent.text
            for token in sent.tokens:
                decided = token.split(".")[2]
                assert sent.chat.startswith("@") or not decided
