"""What happened, as lines: the facts of one act are folded into one line, small acts are shared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby

from uno_chat import game
from uno_chat.table import NOBODY
from uno_chat.table.facts import Code, Fact
from uno_chat.views.arrangements import who_left
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
        "swapped",
        "rotated",
        "hands-shuffled",
        "round-won",
    }
)
"""What happens by itself after an act, and belongs to its line."""

_UNSAID = frozenset(
    {
        *("reversed", "kept", "accepted", "smack-ended", "departed"),
        *(Code.DREW_FOR_DEAL, Code.HANDED_OVER),
    }
)
"""What another line says already. That a drawn card was kept is not told either: it would say
that the card could have been played."""

_TAKEN = frozenset({Code.SEAT_TAKEN, Code.REPLACED})
"""After which somebody else is called by the name of a seat."""

_SHARED = frozenset({"drew", "smacked", Code.SAT_DOWN, Code.SETTINGS_CHANGED})
"""Small acts that neighbours share a line for."""


def lines(view: TableView, facts: Iterable[Fact], reader: Reader) -> tuple[str, ...]:
    """One line for each act, oldest first; neighbours who did the same small thing share one."""
    return tuple(newest_first(view, facts, reader))[::-1]


def newest_first(view: TableView, facts: Iterable[Fact], reader: Reader) -> Iterator[str]:
    """The same, newest first, for whoever does not want all."""
    acts = ([fact for fact in act if fact.code not in _UNSAID] for act in _acts(facts))
    told = groupby((act for act in acts if act), key=_small)
    for small, group in reversed([(small, tuple(group)) for small, group in told]):
        yield from reversed(tuple(_told(view, small, group, reader)))


def sentence(view: TableView, fact: Fact, reader: Reader) -> str:
    """One fact as a line of its own."""
    return _line((clause(_as_then(view, fact, reader), fact, reader),), reader)


def _as_then(view: TableView, fact: Fact, reader: Reader) -> TableView:
    """The table with its seats called by who sat there then, not by who plays on for them."""
    known = view.happenings
    if not any(one.code in _TAKEN for one in known):
        return view
    after = known[known.index(fact) + 1 :] if fact in known else ()
    taken = [one for one in after if one.code in _TAKEN]
    if not taken:
        return view
    names = {one.seat: who_left(one.text, reader) for one in reversed(taken)}
    seats = (replace(seat, name=names.get(seat.id, seat.name)) for seat in view.seats)
    return replace(view, seats=tuple(seats))


def _acts(facts: Iterable[Fact]) -> Iterator[tuple[Fact, ...]]:
    act: list[Fact] = []
    for fact in facts:
        if act and not _follows(act, fact):
            yield tuple(act)
            act = []
        act.append(fact)
    if act:
        yield tuple(act)


def _follows(act: Sequence[Fact], fact: Fact) -> bool:
    if fact.code == Code.TIMED_OUT:
        return False
    if fact.code in _FOLLOWS or fact.cause is game.Cause.TIMEOUT:
        return True
    match fact.code:
        case "drew":
            return fact.why != game.Why.TURN
        case "played":
            return act[-1].code in {"jumped-in", "drew"} and act[-1].seat == fact.seat
        case "smack-ended":
            return act[-1].code == "smacked"
        case "uno-called":
            # A table that says UNO for everybody does so in the moment of the play.
            played = [one for one in act if one.code == "played"]
            return bool(played) and (fact.seat, fact.at) == (played[0].seat, played[0].at)
    return False


def _small(act: Sequence[Fact]) -> str:
    """What was done, if it is a single thing that neighbours may have done too."""
    only = act[0]
    if len(act) > 1 or (only.code == "drew" and only.number != 1):
        return ""
    return only.code if only.code in _SHARED else ""


def _told(
    view: TableView, small: str, acts: Iterable[Sequence[Fact]], reader: Reader
) -> Iterator[str]:
    said = [
        tuple(clause(_as_then(view, fact, reader), fact, reader) for fact in act) for act in acts
    ]
    firsts = {act[0].name: act[0] for act in said}
    if small and (len(firsts) > 1 or small == Code.SETTINGS_CHANGED):
        yield _line(tuple(firsts.values()), reader)
    else:
        yield from (_line(act, reader) for act in said)


def _line(act: Sequence[Clause], reader: Reader) -> str:
    """What one person did is joined, what the next one did stands behind a semicolon; several who
    did the same are named together.
    """
    of_one = [tuple(own) for _, own in groupby(act, key=lambda one: one.name)]
    parts = [_part(tuple(same), reader) for _, same in groupby(of_one, key=_shared)]
    line = reduce(lambda first, then: reader.t("{first}; {then}", first=first, then=then), parts)
    named = act[0].name not in {"", who_left(NOBODY, reader)}
    return line if named else line[:1].upper() + line[1:]


def _shared(own: tuple[Clause, ...]) -> object:
    """The same for all who did the same, else something of its own."""
    return tuple(one.each for one in own) if all(one.each for one in own) else own


def _part(same: tuple[tuple[Clause, ...], ...], reader: Reader) -> str:
    first = same[0]
    if len(same) == 1:
        doings = tuple(one.doing for one in first)
        if not first[0].name:  # nobody's: two opening cards of a kind went back
            doings = tuple(dict.fromkeys(doings))
        return _with_name(first[0].name, reader.all_of(doings), reader)
    names = reader.all_of(own[0].name for own in same)
    return _with_name(names, reader.all_of(one.each for one in first), reader)


def _with_name(name: str, doings: str, reader: Reader) -> str:
    if not name:
        return doings
    return reader.tc("happening", "{name} {doings}", name=name, doings=doings)
