"""The editions: which cards are in the box and where the printed rules differ. Data only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from uno_chat.game.cards import Card, Symbol
from uno_chat.game.packs import (
    CLASSIC,
    WITH_DOWNPOUR,
    WITH_SHUFFLE_HANDS,
    WITH_SWAP_HANDS,
    pack_of,
)


class ReverseStarter(StrEnum):
    """Who begins after an opening Reverse with three players or more."""

    DEALER = "dealer"
    DEALERS_RIGHT = "dealers-right"


@dataclass(frozen=True, slots=True)
class Edition:
    """`wilds` are how many of each wild card there are; `returned` cards never open a round; where
    `only_numbers_open`, others are turned over without effect. `defaults` are the options this
    edition changes. `playing_cards` look like those of ordinary packs."""

    name: str
    wilds: Mapping[str, int] = field(default_factory=lambda: CLASSIC)
    returned: frozenset[Symbol] = frozenset({Symbol.WILD_DRAW_FOUR})
    only_numbers_open: bool = False
    reverse_starter: ReverseStarter = ReverseStarter.DEALER
    defaults: Mapping[str, int | str | bool] = field(default_factory=dict)
    playing_cards: bool = False

    @property
    def pack(self) -> tuple[Card, ...]:
        """Its cards as it is sold."""
        return pack_with(self.name)


@cache
def pack_with(edition: str, *counts: tuple[str, int]) -> tuple[Card, ...]:
    """The cards of an edition with other counts of some of its wild cards."""
    wilds = EDITIONS[edition].wilds
    return pack_of({**wilds, **{code: count for code, count in counts if code in wilds}})


_FOURS = frozenset({Symbol.WILD_DRAW_FOUR})

_ALL = (
    Edition("classic108"),
    Edition(
        "mattel2001",
        returned=_FOURS | {Symbol.WILD},
        reverse_starter=ReverseStarter.DEALERS_RIGHT,
        defaults={"uno_penalty": 4},
    ),
    Edition("pack112_2015", WITH_SWAP_HANDS),
    Edition("pack112_2018", WITH_SHUFFLE_HANDS),
    Edition("first_out_2022", only_numbers_open=True, defaults={"goal": 0}),
    Edition("h2o", WITH_DOWNPOUR),
    Edition("standard_decks", playing_cards=True),
    Edition("elimination", defaults={"scoring": "elimination"}),
    Edition("partners", defaults={"teams": True}),
    # Nobody has published rules of Speed UNO: these are our own.
    Edition("speed", defaults={"jump_in": True, "auto_draw": True}),
)

EDITIONS: Mapping[str, Edition] = MappingProxyType({edition.name: edition for edition in _ALL})
