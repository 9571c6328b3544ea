"""People who play whole games on a fake network, by what they are shown and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC
from functools import cache
from random import Random
from typing import Final, Protocol

from uno_chat import game
from uno_chat.contract import Message
from uno_chat.testing.fake_chats import Page
from uno_chat.views import Reader, face_of, languages, vocabulary

_NUMBERED: Final = re.compile(r"(\d+)\) (.+)")
_IN_HAND: Final = re.compile(r"(\d+)\) (.+?)(?: \(([^)]*)\))?(?=, \d+\) |$)")
_QUOTED: Final = re.compile("[“«]\xa0?([^”»]+?)\xa0?[”»](?: \\(([^)]+)\\))?")
_NUMBER: Final = re.compile(r"(?:^|, )\d+\) ")
_BETWEEN: Final = re.compile(r", (?![^(]*\))")
_TIMES: Final = re.compile(r" \(?×(\d+)")
_SQUARES: Final = re.compile("[🟥🟨🟩🟦] ")
_TYPED: Final = (("Open my hand", "hand"), ("I am ready", "ready"))
"""What buttons say that is typed in another word."""
_MARKS: Final = re.compile(r"^[^\w(]+")
"""What stands before a label and need not be typed: a square, a warning."""
_IN_FULL: Final = re.compile(r"[(,]")
_NOT_ASKED: Final = (
    *("UNO!", "Catch", "Table", "Leave", "My hand", "Rules", "Settings"),
    *("Join", "Add computer", "Deal", "Close the table"),
)
_IDLE: Final = ("Draw", "Keep it")
_NOT_ASKED_WORDS: Final = ("hand", "table", "leave", "rules", "settings", "join", "zone", "deal")


class Network(Protocol):
    """What people who play need of a network; a private chat is called "@" and the person."""

    def pages(self, chat: str) -> tuple[Page, ...]:
        """What stands in a chat now, oldest first."""

    def press_token(
        self, who: str, token: str, *, on: Message | None = None, group: str | None = None
    ) -> str:
        """A person presses a button; the event's id."""

    def say(self, who: str, text: str, *, group: str | None = None) -> str:
        """A person says a line; the event's id."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a page offers: a button with its token, a line with its number, or a word.

    ``wild``: a colour has to be said with it. ``more``: the line tells only what is other than in
    the offer before, so its words alone mean nothing ("yellow" after "Wild (red)").
    """

    label: str
    token: str = ""
    number: int = 0
    more: bool = False
    wild: bool = False
    word: str = ""


def offers(page: Page) -> tuple[Offer, ...]:
    """All that a page offers, in reading order."""
    pressed = (Offer(label, token) for label, token in page.buttons)
    return (*_lines(page), *pressed)


def _lines(page: Page) -> Iterator[Offer]:
    count = 0
    for line in _SQUARES.sub("", page.text).splitlines():
        hand = tuple(_IN_HAND.finditer(line.partition(": ")[2]))
        if hand and not count and int(hand[0][1]) == 1:
            count = len(hand)
            yield from filter(None, map(_card, hand))
            continue
        parts = [_NUMBERED.fullmatch(part) for part in line.split(" · ")]
        for part in parts:
            if part is None or int(part[1]) != count + 1:
                break
            count += 1
            more = bool(_IN_FULL.search(line)) and not _IN_FULL.search(part[2])
            yield Offer(part[2], number=count, more=more, wild=_is_wild(part[2]))
        if line.startswith(_can_write()):
            found = _QUOTED.findall(line)
            yield from (Offer(label or word, word=word) for word, label in found)


def _card(found: re.Match[str]) -> Offer | None:
    """A card of a numbered hand, if it can be laid."""
    number, name, note = found.groups()
    fits = any(word in (note or "") for word in _fitting())
    return Offer(name, number=int(number), wild=_is_wild(name)) if fits else None


@cache
def _can_write() -> tuple[str, ...]:
    """How a line with words begins, in every language."""
    said = (Reader(code, UTC, "").t("You can write {words}.", words="|") for code in languages())
    return tuple(text.partition("|")[0] for text in said)


@cache
def _fitting() -> tuple[str, ...]:
    """What stands behind a card that can be laid, in every language."""
    readers = [Reader(code, UTC, "") for code in languages()]
    bluffs = (r.t("a bluff: you hold {colour}", colour="|").partition("|")[0] for r in readers)
    return (*(r.tc("card", "fits") for r in readers), *bluffs)


def _is_wild(label: str) -> bool:
    """Whether a label ends with the name of a card that has no colour, in any language."""
    names = ((name, card) for code in languages() for name, card in card_names(code).items())
    return any(card.wild and label.endswith(name) for name, card in names)


@dataclass(slots=True)
class Person:
    """One person at one table, which pages call ``table`` ("family #1").

    ``words``: types although there are buttons. ``forgets`` is how often UNO is not said,
    ``hoards`` how often nothing is played that could be, ``catches`` how often somebody is
    accused, ``insists`` how often a page is answered again that has not changed since. ``taken``
    are the offers that were taken so far. ``group`` is where the table stands, if it is read there
    that all have to be ready.
    """

    network: Network
    name: str
    table: str
    luck: Random
    language: str = "en"
    words: bool = False
    forgets: float = 0.2
    hoards: float = 0.05
    catches: float = 0.05
    insists: float = 0.0
    group: str = ""
    answered: Page | None = field(default=None, repr=False)
    taken_in_group: tuple[Page, ...] = field(default=(), repr=False)
    taken: list[Offer] = field(default_factory=list, repr=False)

    def act(self) -> tuple[str, ...]:
        """Do what the newest page of this table asks for; the ids of the events, none if nothing
        is asked.
        """
        ready = self._ready
        if ready is not None:
            self.taken_in_group = self.network.pages(self.group)
            return (self.network.say(self.name, ready.word, group=self.group),)
        page = self.page
        if page is None or (page == self.answered and self.luck.random() >= self.insists):
            return ()
        if self.luck.random() < self.catches:
            return (self._take(page, self._offer(page, "Catch")),)
        self.answered = page
        asked = self._asked(page)
        return self._answer(page, self._choice(asked)) if asked else ()

    @property
    def page(self) -> Page | None:
        """The newest private page of this table that offers anything."""
        for page in reversed(self.network.pages(f"@{self.name}")):
            if page.text.split("\n")[0].split(" · ")[0] == self.table and offers(page):
                return page
        return None

    @property
    def hand(self) -> str | None:
        """The codes of the cards on the newest private page of this table that shows any."""
        for page in reversed(self.network.pages(f"@{self.name}")):
            if page.text.split("\n")[0].split(" · ")[0] == self.table:
                found = own_hand(page.text, self.language)
                if found is not None:
                    return found
        return None

    @property
    def asked(self) -> bool:
        """Whether the newest page waits for an answer that was not given yet."""
        if self._ready is not None:
            return True
        page = self.page
        return page is not None and page != self.answered and bool(self._asked(page))

    @property
    def _ready(self) -> Offer | None:
        """What is to be written in the group, where the table waits until this person is ready."""
        wanted = {self._said(text) for text in ("Next round", "Rematch")}
        done = {self._said(text) for text in ("ready", "wants a rematch")}
        pages = self.network.pages(self.group) if self.group else ()
        for page in reversed(pages if pages != self.taken_in_group else ()):
            lines = page.text.split("\n")
            result = any(
                self._said(f"the {what} is over") in lines[0] for what in ("round", "match")
            )
            if lines[0].startswith(f"{self.table} · ") and not result:
                return None  # the next round is played
            if lines[0] == self.table and offers(page):
                cells = {cell for line in lines if self.name in line for cell in line.split("  ")}
                found = (offer for offer in offers(page) if offer.label in wanted)
                return next(found, None) if done.isdisjoint(cells) else None
        return None

    def _asked(self, page: Page) -> list[Offer]:
        others = {self._said(text) for text in _NOT_ASKED}
        known = vocabulary(self.language)
        return [
            offer
            for offer in offers(page)
            if offer.label not in others and known.get(offer.word) not in _NOT_ASKED_WORDS
        ]

    def _choice(self, asked: list[Offer]) -> Offer:
        idle = {self._said(text) for text in _IDLE}
        busy = [offer for offer in asked if offer.label not in idle]
        return self.luck.choice(busy if busy and self.luck.random() >= self.hoards else asked)

    def _answer(self, page: Page, offer: Offer) -> tuple[str, ...]:
        says_uno = self._holds_two(page) and self.luck.random() >= self.forgets
        uno = (self._take(page, self._offer(page, "UNO!")),) if says_uno else ()
        return (*uno, self._take(page, offer))

    def _offer(self, page: Page, text: str) -> Offer:
        """The offer with this label; where it is not on the page, it can be said."""
        label = self._said(text)
        return next((offer for offer in offers(page) if offer.label == label), Offer(label))

    def _holds_two(self, page: Page) -> bool:
        hand = self._reader.t("Your hand ({count})", count=2)
        return any(line.startswith(hand) for line in page.text.splitlines())

    def _take(self, page: Page, offer: Offer) -> str:
        """Press it, or type its number or what it says; the event's id."""
        self.taken.append(offer)
        if offer.token and not self.words:
            return self.press(offer.token, page.message)
        remark = Reader(self.language, UTC, "").t("{card}, a bluff", card="")
        text = _MARKS.sub("", offer.label).removesuffix(remark)
        text = next((word for label, word in _TYPED if self._said(label) == text), text)
        if offer.more or (offer.number and self.luck.random() < 0.5):
            text = str(offer.number)
        if offer.wild:
            text = f"{text} {self.luck.choice([*game.Colour]).lower()}"
        text = offer.word or text
        return self.say(text.casefold().replace("(", "").replace(")", ""))

    def press(self, token: str, on: Message | None = None) -> str:
        """Press a button; the event's id."""
        return self.network.press_token(self.name, token, on=on)

    def say(self, text: str) -> str:
        """Say something to this table, in private; the event's id."""
        number = self.table.rpartition("#")[2]
        return self.network.say(self.name, f"#{number} {text}" if self._sits_at_several else text)

    @property
    def _sits_at_several(self) -> bool:
        firsts = (page.text.split("\n")[0] for page in self.network.pages(f"@{self.name}"))
        return len({found[0] for first in firsts if (found := re.search(r"#\d+", first))}) > 1

    @property
    def _reader(self) -> Reader:
        return Reader(self.language, UTC, "")

    def _said(self, text: str) -> str:
        return self._reader.t(text)


def card_names(language: str) -> dict[str, game.Card]:
    """Every way in which a page names a card in full, in a language."""
    reader = Reader(language, UTC, "")
    return {face_of(card, reader).name: card for card in game.CARDS.values()}


def own_hand(text: str, language: str = "en") -> str | None:
    """The codes of the cards that stand in full behind "Your hand", in order."""
    reader, names = Reader(language, UTC, ""), card_names(language)
    label = reader.t("Your hand ({count})", count=0).partition("0")[0]
    for line in _SQUARES.sub("", text).splitlines():
        told = line.partition(": ")[2]
        parts = _NUMBER.split(told)[1:] if _NUMBER.match(told) else _BETWEEN.split(told)
        found = [_named(part, names) for part in parts] if line.startswith(label) else []
        cards = [card for card in found if card is not None]
        if cards and len(cards) == len(found):
            counts = [_TIMES.search(part) for part in parts]
            hand = [
                c for c, n in zip(cards, counts, strict=True) for _ in range(int(n[1]) if n else 1)
            ]
            return game.text_of(game.in_order(hand))
    return None


def offered(offer: Offer, language: str) -> tuple[str, ...]:
    """The codes of the cards that an offer may be about, as whoever takes it says."""
    if offer.more:
        return tuple(card.code for card in game.CARDS.values() if card.wild)
    named = _named(_SQUARES.sub("", _MARKS.sub("", offer.label)).strip(), card_names(language))
    spoken = offer.token.rpartition(".")[2]  # what a button says, whatever its label does
    return (spoken, offer.label if named is None else named.code)


def _named(text: str, names: Mapping[str, game.Card]) -> game.Card | None:
    """The card that a text begins with; a remark may stand behind it."""
    known = [name for name in names if text.startswith(name)]
    return names[max(known, key=len)] if known else None
