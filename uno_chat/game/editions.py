"""The editions: which cards are in the box and where the printed rules differ. Data only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from uno_chat.game.cards import Card, Symbol
from uno_chat.game.packs import CLASSIC


class ReverseStarter(StrEnum):
    """Who begins after an opening Reverse with three players or more."""

    DEALER = "dealer"
    DEALERS_RIGHT = "dealers-right"


@dataclass(frozen=True, slots=True)
class Edition:
    """`returned` cards never open a round; where `only_numbers_open`, others are turned over
    without effect. `defaults` are the options this edition changes."""

    name: str
    pack: tuple[Card, ...] = field(default=CLASSIC, repr=False)
    returned: frozenset[Symbol] = frozenset({Symbol.WILD_DRAW_FOUR})
    only_numbers_open: bool = False
    reverse_starter: ReverseStarter = ReverseStarter.DEALER
    defaults: Mapping[str, int | str | bool] = field(default_factory=dict)


_ALL = (Edition("classic108"),)

EDITIONS: Mapping[str, Edition] = MappingProxyType({edition.name: edition for edition in _ALL})
