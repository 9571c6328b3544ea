"""What was played and won: in a group, for everybody there, and of one person, in all groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from uno_chat.contract import Block, Document, Heading, line
from uno_chat.views.names import shown
from uno_chat.views.pieces import points
from uno_chat.views.reader import Reader


@dataclass(frozen=True, slots=True)
class Won:
    """What somebody, or one person in a group, has played and won of it; points only where whoever
    wins a round writes them down.
    """

    name: str
    matches: int
    won: int
    rounds: int
    rounds_won: int
    points: int


@dataclass(frozen=True, slots=True)
class GroupScores:
    """What was played in a group, and who did, in order; so many ``more`` are not listed."""

    title: str
    matches: int
    rounds: int
    people: tuple[Won, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class OwnScores:
    """What one person has played, by the title of the group."""

    groups: tuple[Won, ...]


def group_scores_page(scores: GroupScores, reader: Reader) -> Document:
    """Who has played and won how much, and what counts."""
    return Document(tuple(_group(scores, reader)))


def own_scores_page(scores: OwnScores, reader: Reader) -> Document:
    """What the reader has played and won, in each group and together."""
    return Document(tuple(_own(scores, reader)))


def _group(scores: GroupScores, r: Reader) -> Iterator[Block]:
    group = scores.title or r.t("this group")
    yield Heading(r.t("{group} · statistics", group=shown(group)))
    if not scores.matches:
        yield line(r.t("No match has counted here yet."))
    else:
        played = (_matches(scores.matches, r), _rounds(scores.rounds, r))
        yield line(r.t("Played here: {matches}, {rounds}", matches=played[0], rounds=played[1]))
    names = _names([one.name for one in scores.people])
    yield from (line(_won(name, one, r)) for name, one in zip(names, scores.people, strict=True))
    if scores.more:
        more = r.tn("{count} more has played here.", "{count} more have played here.", scores.more)
        yield line(more)
    yield line(_what_counts(r))
    if len(scores.people) > 1:
        yield line(
            r.t(
                "In order of matches won, then of rounds won; of equals, whoever I have known"
                " longer is first."
            )
        )


def _own(scores: OwnScores, r: Reader) -> Iterator[Block]:
    yield Heading(r.t("What you have played"))
    if not scores.groups:
        yield line(r.t("No match of yours has counted yet."))
    nameless = r.t("a group without a name")
    yield from (line(_won(shown(one.name or nameless), one, r)) for one in scores.groups)
    if len(scores.groups) > 1:
        together = r.t("Together")
        yield line(_won(together, _together(scores.groups), r))
    yield line(_what_counts(r))


def _what_counts(r: Reader) -> str:
    return r.t(
        "A match counts when two people at least play it to its end; whoever leaves has played and"
        " not won."
    )


def _won(name: str, one: Won, r: Reader) -> str:
    parts = {
        "matches": r.tn(
            "{won} of {count} match won", "{won} of {count} matches won", one.matches, won=one.won
        ),
        "rounds": r.tn(
            "{won} of {count} round", "{won} of {count} rounds", one.rounds, won=one.rounds_won
        ),
    }
    if not one.points:
        return r.t("{name}: {matches}, {rounds}", name=name, **parts)
    worth = points(one.points, r)
    return r.t("{name}: {matches}, {rounds}, {points}", name=name, points=worth, **parts)


def _matches(count: int, r: Reader) -> str:
    return r.tn("{count} match", "{count} matches", count)


def _rounds(count: int, r: Reader) -> str:
    return r.tn("{count} round", "{count} rounds", count)


def _names(names: Iterable[str]) -> Iterator[str]:
    """Each as it is now; who is called like somebody before has a number behind it."""
    known: Counter[str] = Counter()
    for name in map(shown, names):
        known[name.casefold()] += 1
        count = known[name.casefold()]
        yield name if count == 1 else f"{name} {count}"


def _together(groups: Iterable[Won]) -> Won:
    each = [(one.matches, one.won, one.rounds, one.rounds_won, one.points) for one in groups]
    return Won("", *map(sum, zip(*each, strict=True)))
