"""Who may know which card when, by the records alone, and what people read beyond it.

Cards count by their kind: whoever saw one red 5 lie open may read of red 5. Whether a page depends
on hidden cards at all is the business of ``watching``.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from uno_chat import game
from uno_chat.table import Table
from uno_chat.testing.audit import Record, opened
from uno_chat.testing.people import card_names
from uno_chat.views import Reader, decode, face_of

_OPEN: Final = {"opened", "opening-returned", "opening-ignored", "played", "wrong-card"}
_OVER: Final = {"round-won", "seed"}
_CODE: Final = re.compile(r"W\+4|W|[RYGB](?:\+2|[0-9SR])")


@dataclass(frozen=True, slots=True)
class Read:
    """What one person read: a text, the labels and the tokens of its buttons."""

    who: str
    at: datetime
    text: str
    labels: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()


@dataclass(slots=True)
class _Round:
    """Since when a kind of card is known: to everybody under "", else to the name of a seat."""

    began: datetime
    since: dict[str, dict[str, datetime]] = field(default_factory=lambda: defaultdict(dict))

    def tell(self, who: str, codes: Iterable[str], at: datetime) -> None:
        for code in codes:
            self.since[who].setdefault(code, at)

    def known(self, who: str, at: datetime) -> set[str]:
        told = (*self.since[""].items(), *self.since[who].items())
        return {code for code, since in told if since <= at}


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the rounds of one table told whom, in their order."""

    title: str
    rounds: tuple[_Round, ...]

    def of(self, who: str, at: datetime) -> set[str] | None:
        """The codes of all cards that somebody may name; None before the first deal. What lay
        open in the round before may still be talked of.
        """
        begun = [each for each in self.rounds if each.began <= at][-2:]
        return set().union(*(each.known(who, at) for each in begun)) if begun else None


def knowledge(table: Table, records: Mapping[int, Record]) -> Knowledge:
    """Everything that the records of a table tell of who held and saw what."""
    rounds = (_round(table, number, record) for number, record in records.items())
    return Knowledge(f"{table.title} #{table.id}", tuple(rounds))


def _round(table: Table, number: int, record: Record) -> _Round:
    lines = opened(table, number, record)
    events: list[Mapping[str, Any]] = [json.loads(line) for line in lines[1:]]
    names = [table.seat(seat).name for seat in json.loads(lines[0])["seats"]]
    found = _Round(_at(events[0]))
    for stop, event in enumerate(events, 1):
        if event["event"] == "seed":
            break
        hands = game.replay(lines, stop).round.hands
        for name, hand in zip(names, hands, strict=True):
            everybody = event["event"] in _OVER
            found.tell("" if everybody else name, (card.code for card in hand), _at(event))
        if event["event"] in _OPEN:
            found.tell("", _CODE.findall(f"{event['card']} {event.get('more') or ''}"), _at(event))
        if event["event"] == "hand-shown":
            author = hands[event["author"]]
            found.tell(names[event["to"]], (card.code for card in author), _at(event))
    return found


def _at(event: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(event["at"])


def leaks(tables: Sequence[Knowledge], seen: Iterable[Read], language: str = "en") -> Iterator[str]:
    """Every card that somebody read of and could not know. Where a page names its table, what is
    known of the other tables does not count.
    """
    naming = _Naming(language)
    for read in seen:
        first = read.text.split("\n")[0].split(" · ")[0]
        meant = [one for one in tables if one.title == first] or tables
        told = [known for one in meant if (known := one.of(read.who, read.at)) is not None]
        if told:
            yield from (
                f"{read.who} reads of {code} at {read.at}: {read.text}"
                for code in naming.codes(read) - set().union(*told)
            )


class _Naming:
    """How cards are named in a language: coloured ones by their names; on buttons and in short
    texts also by their short ones. The names of wild cards stand in many sentences about rules.
    """

    def __init__(self, language: str) -> None:
        reader = Reader(language, UTC, "")
        self._names = {n: card.code for n, card in card_names(language).items() if not card.wild}
        self._pattern = re.compile(rf"(?<![+\w])(?:{'|'.join(map(re.escape, self._names))})(?!\w)")
        self._shorts = {face_of(card, reader).short: card.code for card in game.CARDS.values()}

    def codes(self, read: Read) -> set[str]:
        said = "\n".join((read.text, *read.labels))
        named = {self._names[name] for name in self._pattern.findall(said)}
        words = re.split(r"[\s,.:()“”]+", said)
        short = {self._shorts[word] for word in words if word in self._shorts}
        return named | short | {code for token in read.tokens for code in _carried(token)}


def _carried(token: str) -> list[str]:
    """The card that a button lays down."""
    found = decode(token)
    word = "" if found is None else found.words.split()[0].upper()
    return [word] if _CODE.fullmatch(word) else []
