"""The neutral page: a handful of blocks that every network can show at least as text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from uno_chat.contract.refs import User

CONTACT: Final = "contact:"
"""How the target of a link to the private chat begins; the payload follows."""


class Mark(StrEnum):
    """How a piece of text stands out, where the network can."""

    BOLD = "bold"
    CODE = "code"
    SPOILER = "spoiler"


class Tint(StrEnum):
    """The colour of a card. A hint beside the words, never instead of them."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Span:
    """Some text, shown as it is: an adapter escapes whatever its markup would read.

    A network that can shows ``at`` (aware) in the time of whoever reads instead of the text, and
    calls the person ``mentions``, one of its own users, to the message; elsewhere the text is
    enough.
    """

    text: str
    marks: frozenset[Mark] = frozenset()
    at: datetime | None = None
    mentions: User | None = None


@dataclass(frozen=True, slots=True)
class Heading:
    """The first line: which table this is."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One line of text in spans."""

    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        """The line without marks."""
        return "".join(span.text for span in self.spans)


@dataclass(frozen=True, slots=True)
class Face:
    """A card in words: ``short`` is at most 4 characters ("R7", "W+4"), ``name`` is complete;
    ``note`` stands behind either of them, in brackets; it tells ``count``, how many such cards
    there are, if there are several.

    ``token`` is what laying it says. Only a network without buttons is made pages with such cards;
    the core gives them numbers, which then stand in front of their names, and hands on no token.
    """

    short: str
    name: str
    tint: Tint | None = None
    note: str = ""
    count: int = 1
    token: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """A row of cards with a label in front ("Your hand (5)")."""

    label: str
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One seat: all cells are finished text; ``active`` marks who has to decide."""

    name: str
    cells: tuple[str, ...]
    active: bool = False


@dataclass(frozen=True, slots=True)
class Players:
    """The seats of a table, in playing order; ``colon`` stands between a name and its cells where
    they are written as a line, with the spaces that the reader's language wants."""

    rows: tuple[Row, ...]
    colon: str = ": "


@dataclass(frozen=True, slots=True)
class Choice:
    """Something one can do: a button, or a numbered line where there are none.

    ``token`` is what comes back in ``Pressed``; neighbours of one ``group`` share a row. ``label``
    is short enough for a button; ``name`` is what a numbered line says instead, if not empty.
    """

    label: str
    token: str
    tint: Tint | None = None
    group: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """Choices in the order of their numbers; ``prompt`` tells how to answer in words."""

    options: tuple[Choice, ...]
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A way to another place: an address of the web, or one that ``contact_link`` made."""

    label: str
    target: str


@dataclass(frozen=True, slots=True)
class Divider:
    """A pause between two parts of a page."""


Block = Heading | Paragraph | Cards | Players | Choices | Link | Divider


@dataclass(frozen=True, slots=True)
class Document:
    """A page of blocks, top to bottom."""

    blocks: tuple[Block, ...]


def contact_link(label: str, payload: str = "") -> Link:
    """A way to the private chat; whoever takes it arrives as ``Contacted(payload)``.

    A payload has up to 64 letters, digits, "_" and "-". For networks that have ``contact_links``.
    """
    return Link(label, f"{CONTACT}{payload}")


def line(text: str) -> Paragraph:
    """A paragraph of one unmarked span."""
    return Paragraph((Span(text),))
