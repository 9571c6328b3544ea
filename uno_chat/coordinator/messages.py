"""What waits in the outbox to be said once: a page by name, with what fills it, as JSON.

No card that is not public or the reader's own word rests here: pages with hands are made when
they are sent.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

import cattrs
from cattrs.strategies import configure_tagged_union

from uno_chat.coordinator.converting import converter
from uno_chat.table import Fact, Refused
from uno_chat.views import Remark, Trouble, cut

GROUP_HELP: Final = "group help"
"""The name of the page that says what can be typed in a group."""
LONGEST_PART: Final = 200
"""How much of what somebody wrote is told back, at the most."""
PRIVACY: Final = "privacy"
"""The name of the page that says what is kept of its reader."""
STATS: Final = "stats"
"""The name of the page that tells a group, or in private its reader, what was played and won."""
DIGEST: Final = "digest"
"""The name of the page that lists the tables that wait for its reader."""


@dataclass(frozen=True, slots=True)
class Told:
    """A fact of the table; of a ``decision``, as long as that is owed."""

    fact: Fact
    decision: int | None = None


@dataclass(frozen=True, slots=True)
class No:
    """A refusal of the table or the game; of a ``line``, if a card was said by its number."""

    refused: Refused
    line: int = 0


@dataclass(frozen=True, slots=True)
class Puzzled:
    """An answer of ours before any table was asked; what fills it is as in ``trouble_page``."""

    trouble: Trouble
    text: str = ""
    names: tuple[str, ...] = ()
    tables: tuple[int, ...] = ()
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A page by its name: that of a Look, or "settings", or ``GROUP_HELP``. A ``leaf`` of a hand
    is shown in the message where the hand stands.
    """

    name: str
    leaf: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A part of the settings of whoever or whatever group it is written to, or of the table that
    it is about; in place of the message ``on``, if there is one.
    """

    part: str = ""
    on: str = ""


@dataclass(frozen=True, slots=True)
class Remarked:
    """What came of setting something; what fills it is as in ``remark_page``."""

    remark: Remark
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of all that is kept of whoever it is written to: which, of how many, and how
    long messages may be there.
    """

    number: int
    count: int
    room: int


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing to say: a press is only acknowledged."""


Saying = Told | No | Puzzled | Page | Sheet | Part | Remarked | Silence


@dataclass(frozen=True, slots=True)
class Press:
    """A press that waits for its answer: how the network names it, whose it is, in which
    conversation it was made (empty in private), and by which of the player's users (empty in rows
    of versions that knew one for each).
    """

    ack: str
    player: int
    room: str = ""
    user: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """A saying, and the press it answers, if any."""

    saying: Saying
    press: Press | None = None


def remarked(remark: Remark, **parts: str) -> Remarked:
    """A remark with those of its parts that are there."""
    told = ((name, cut(part, LONGEST_PART)) for name, part in parts.items() if part)
    return Remarked(remark, tuple(told))


def word_of(saying: Saying) -> str:
    """A word for the operator: what kind of an answer, and why, if it is a refusal."""
    match saying:
        case No(refused):
            return f"no: {refused.reason}"
        case Puzzled(trouble):
            return f"puzzled: {trouble}"
        case _:
            return type(saying).__name__.lower()


def _converter() -> cattrs.Converter:
    made = converter()
    configure_tagged_union(Saying, made, tag_name="is")
    return made


_CONVERTER: Final = _converter()


def to_payload(message: Message) -> str:
    """Write a message for the outbox."""
    return json.dumps(_CONVERTER.unstructure(message), ensure_ascii=False, separators=(",", ":"))


def from_payload(text: str) -> Message:
    """Read what ``to_payload`` wrote."""
    return _CONVERTER.structure(json.loads(text), Message)
