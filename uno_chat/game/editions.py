"""The editions: which cards are in the box and where the printed rules differ. Data only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from uno_chat.game.cards import Card, Symbol
from uno_chat.game.packs import CLASSIC, WITH_DOWNPOUR, WITH_SHUFFLE_HANDS, WITH_SWAP_HANDS


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
    Edition("elimination", defaults={"scoring": "elimination"}),
    Edition("partners", defaults={"teams": True}),
    # Nobody has published rules of Speed UNO: these are our own.
    Edition("speed", defaults={"jump_in": True, "auto_draw": True}),
)

EDITIONS: Mapping[str, Edition] = MappingProxyType({edition.name: edition for edition in _ALL})
