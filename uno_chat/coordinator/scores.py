"""What was played and won in a group: added up when a match is over, read when somebody asks.

A match counts in the group that its table is at home in, whatever topic of it; in no other where it
is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from uno_chat.contract import (
    OF_ALL,
    Conversation,
    Player,
    Standing,
    StoredTable,
    Transaction,
)
from uno_chat.table import Score
from uno_chat.views import GroupScores, OwnScores, Won

MOST_SHOWN: Final = 20
"""So many people of a group are listed at most."""


def add_up(tx: Transaction, stored: StoredTable, score: Score) -> None:
    """A match is over that counts. Whoever is no more, because accounts were linked meanwhile, is
    left out.
    """
    group = _whole(stored.rooms[0])
    mine = (
        Standing(
            group,
            one.player,
            matches=1,
            won=int(one.player in score.winners),
            rounds=one.rounds,
            rounds_won=one.won,
            points=one.points,
        )
        for one in score.played
        if tx.player_by_id(one.player) is not None
    )
    tx.add_standings((Standing(group, OF_ALL, matches=1, rounds=score.rounds), *mine))


def has_scores(tx: Transaction, room: Conversation) -> bool:
    """Whether any match has counted in a group."""
    return bool(tx.standings_in(_whole(room)))


def scores_of_group(tx: Transaction, room: Conversation) -> GroupScores:
    """Who has played here, whoever won most first."""
    group = _whole(room)
    found = {one.player: one for one in tx.standings_in(group)}
    whole = found.pop(OF_ALL, Standing(group, OF_ALL))
    best = sorted(found.values(), key=lambda one: (-one.won, -one.rounds_won, one.player))
    people = tuple(_people(tx, best[:MOST_SHOWN]))
    more = len(best) - MOST_SHOWN
    return GroupScores(_title(tx, room), whole.matches, whole.rounds, people, max(more, 0))


def scores_of_person(tx: Transaction, player: Player) -> OwnScores:
    """What somebody has played, in each group."""
    mine = tx.standings_of(player.id)
    return OwnScores(tuple(_won(_title(tx, one.conversation), one) for one in mine))


def _people(tx: Transaction, best: list[Standing]) -> Iterator[Won]:
    for one in best:
        player = tx.player_by_id(one.player)
        if player is not None:
            yield _won(player.name, one)


def _won(name: str, one: Standing) -> Won:
    return Won(name, one.matches, one.won, one.rounds, one.rounds_won, one.points)


def _title(tx: Transaction, room: Conversation) -> str:
    known = tx.room(_whole(room)) or tx.room(room)
    return "" if known is None else known.title


def _whole(room: Conversation) -> Conversation:
    """The group of a topic."""
    return replace(room, thread="")
