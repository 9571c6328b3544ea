"""What happened, as lines: the facts of one act are folded into one line, small acts are shared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby

from uno_chat import game
from uno_chat.table.facts import Code, Fact
from uno_chat.views.clauses import Clause, clause
from uno_chat.views.project import TableView
from uno_chat.views.reader import Reader

_FOLLOWS = frozenset(
    {
        "skipped",
        "reversed",
        "reshuffled",
        "kept",
        "opened",
        "opening-returned",
        "opening-ignored",
        "round-won",
    }
)
"""What happens by itself after an act, and belongs to its line."""

_UNSAID = frozenset({"reversed", "kept", "departed", Code.DREW_FOR_DEAL})
"""What another line says already. That a drawn card was kept is not told either: it would say
that the card could have been played."""


def lines(view: TableView, facts: Iterable[Fact], reader: Reader) -> tuple[str, ...]:
    """One line for each act, oldest first; neighbours who did the same small thing share one."""
    acts = ([fact for fact in act if fact.code not in _UNSAID] for act in _acts(facts))
    groups = groupby((act for act in acts if act), key=_small)
    return tuple(text for small, group in groups for text in _told(view, small, group, reader))


def sentence(view: TableView, fact: Fact, reader: Reader) -> str:
    """One fact as a line of its own."""
    return _line((clause(view, fact, reader),), reader)


def _acts(facts: Iterable[Fact]) -> Iterator[tuple[Fact, ...]]:
    act: list[Fact] = []
    for fact in facts:
        if act and not _follows(act[-1], fact):
            yield tuple(act)
            act = []
        act.append(fact)
    if act:
        yield tuple(act)


def _follows(before: Fact, fact: Fact) -> bool:
    if fact.code == Code.TIMED_OUT:
        return False
    if fact.code in _FOLLOWS or fact.cause == "timeout":
        return True
    if fact.code == "drew":
        return fact.why != game.Why.TURN
    # A table that says UNO for everybody does so in the moment of the play.
    said = fact.code == "uno-called" and before.code == "played"
    return said and (fact.seat, fact.at) == (before.seat, before.at)


def _small(act: Sequence[Fact]) -> str:
    """What was done, if it is a single thing that neighbours may have done too."""
    only = act[0]
    if len(act) > 1 or (only.code == "drew" and only.number != 1):
        return ""
    return only.code if only.code in {"drew", Code.SAT_DOWN} else ""


def _told(
    view: TableView, small: str, acts: Iterable[Sequence[Fact]], reader: Reader
) -> Iterator[str]:
    done = tuple(acts)
    who = tuple(dict.fromkeys(view.name(act[0].seat) for act in done))
    if not small or len(who) == 1:
        said = (tuple(clause(view, fact, reader) for fact in act) for act in done)
        yield from (_line(act, reader) for act in said)
    elif small == Code.SAT_DOWN:
        yield reader.t("{names} sat down", names=reader.all_of(who))
    else:
        yield reader.t("{names} drew a card each", names=reader.all_of(who))


def _line(act: Sequence[Clause], reader: Reader) -> str:
    """What one person did is joined, what the next one did stands behind a semicolon."""
    parts = []
    for name, group in groupby(act, key=lambda one: one.name):
        doings = reader.all_of(one.doing for one in group)
        parts.append(_with_name(name, doings, reader))
    line = reduce(lambda first, then: reader.t("{first}; {then}", first=first, then=then), parts)
    return line if act[0].name else line[:1].upper() + line[1:]


def _with_name(name: str, doings: str, reader: Reader) -> str:
    if not name:
        return doings
    return reader.tc("happening", "{name} {doings}", name=name, doings=doings)
