"""What a seat that is not on turn means to do when it is: one list, for its next turn only.

A list is as secret as a hand: nothing of it is printed, and only its owner's page tells it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from uno_chat import game


@dataclass(frozen=True, slots=True)
class DrawAndPlay:
    """Draw, and play the card if it fits; ``uno`` says the word with it."""

    uno: bool = field(default=False, repr=False)


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing by itself: the turn is an ordinary one."""


Doing = game.Play | game.Draw | game.Accept | game.Challenge | DrawAndPlay | Wait


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to do if it can be done; with ``colour`` only while that one counts."""

    doing: Doing = field(repr=False)
    colour: game.Colour | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The list of a seat, tried from the first item on at ``due`` (None: its turn has not come).
    ``spent``: its turn came and nothing of it could be done.
    """

    seat: str
    items: tuple[Item, ...] = field(repr=False)
    due: datetime | None = None
    spent: bool = False
