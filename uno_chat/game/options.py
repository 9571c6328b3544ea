"""What a table plays: an edition and its house rules, as one value that cannot contradict itself.

The names are those of rules.md 3.1; a caller gives any part of them to `Options.of`.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Self

from uno_chat.game.cards import Card
from uno_chat.game.editions import EDITIONS, Edition, pack_with
from uno_chat.game.option_faults import OptionFault, OptionsError
from uno_chat.game.option_values import plain, read, unknown

FEWEST_SEATS, MOST_SEATS = 2, 10
MOST_IN_THE_RAIN = 6
LONGEST_TEXT = 120
CUSTOMIZABLE, DOWNPOURS = 3, 2


class Scoring(StrEnum):
    """Who writes points: the winner those of all others, or everybody their own; these win by the
    lowest total, or lose by reaching the goal until one is left."""

    WINNER = "winner"
    LOWEST = "lowest"
    ELIMINATION = "elimination"


class FourRule(StrEnum):
    """When a Wild Draw Four may be laid while the current colour is in the hand."""

    BLUFF = "bluff"
    NO_BLUFF = "no_bluff"
    ALWAYS = "always"


class Stacking(StrEnum):
    """What may answer a card that makes the next player draw: nothing, its like, or any such."""

    OFF = "off"
    SAME = "same"
    CROSS = "cross"


class UnoMode(StrEnum):
    """Who says UNO: the players, or the table; or a missed call costs cards without a catch."""

    CALL = "call"
    AUTO = "auto"
    AUTO_PENALTY = "auto_penalty"
    NONE = "none"

    @property
    def by_players(self) -> bool:
        """Whether they have to say it themselves."""
        return self in {UnoMode.CALL, UnoMode.AUTO_PENALTY}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`goal` 0 means that the first to go out wins the match, unless `best_of` so many rounds are
    counted instead of points; penalties are numbers of cards. Where the edition has such cards so
    many `customizable`, with an agreed text or none, and `downpours` of each kind are played."""

    edition: str = "classic108"
    goal: int = 500
    scoring: Scoring = Scoring.WINNER
    best_of: int = 0
    teams: bool = False
    wd4: FourRule = FourRule.BLUFF
    uno_mode: UnoMode = UnoMode.CALL
    uno_penalty: int = 2
    false_catch: int = 0
    false_uno: int = 0
    strict: bool = False
    force_play: bool = False
    must_play: bool = False
    save_wilds: bool = False
    stacking: Stacking = Stacking.OFF
    deflect: bool = False
    seven_o: bool = False
    jump_in: bool = False
    jump_in_fours: bool = False
    smackdown: bool = False
    keep_drawing: bool = False
    multi_play: bool = False
    auto_draw: bool = False
    no_action_finish: bool = False
    last_card_trades: bool = False
    customizable: int = CUSTOMIZABLE
    custom_text: str = ""
    downpours: int = DOWNPOURS

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise unknown(OptionFault.UNKNOWN_EDITION, self.edition, EDITIONS)
        for name, (least, most) in _LIMITS.items():
            if not least <= getattr(self, name) <= most:
                raise OptionsError(OptionFault.OUT_OF_RANGE, name=name, least=least, most=most)
        if len(self.custom_text) > LONGEST_TEXT or not self.custom_text.isprintable():
            raise OptionsError(OptionFault.NOT_A_TEXT, name="custom_text", most=LONGEST_TEXT)
        for impossible, fault, name, other in _conflicts(self):
            if impossible:
                raise OptionsError(fault, choice=self._chosen(name), other=other)

    @classmethod
    def of(cls, given: Mapping[str, object]) -> Self:
        """The edition's own options with these in place of some; text is read, as in `goal=200`.

        Raises OptionsError, naming the nearest option where a name is unknown.
        """
        edition = EDITIONS.get(str(given.get("edition", cls().edition)))
        printed = edition.defaults if edition else {}
        wanted = {**printed, **given}
        chosen: dict[str, Any] = {name: read(name, value, _USUAL) for name, value in wanted.items()}
        if chosen.get("best_of") and "goal" not in given:
            chosen["goal"] = 0
        return replace(cls(), **chosen)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that are played with, in the order of a new pack."""
        downpours = (("WD1", self.downpours), ("WD2", self.downpours))
        return pack_with(self.edition, ("WC", self.customizable), *downpours)

    @property
    def seats(self) -> range:
        """How many can play: two against two are four, and two Downpours of each kind keep more
        than six drawing for ever."""
        if self.teams:
            return range(4, 5)
        most = MOST_IN_THE_RAIN if self.rains > 1 else MOST_SEATS
        return range(FEWEST_SEATS, most + 1)

    @property
    def rains(self) -> int:
        """How many Downpours of each kind are played."""
        return self.downpours if "WD1" in self.printed.wilds else 0

    @property
    def counted(self) -> bool:
        """Whether anything is written down from round to round: points, or rounds that were won."""
        return self.goal > 0 or self.best_of > 0

    @property
    def printed(self) -> Edition:
        return EDITIONS[self.edition]

    def _chosen(self, name: str) -> str:
        """An option and its value, as they are written."""
        value = plain(getattr(self, name))
        return f"{name}={'on' if value is True else value}"

    def as_mapping(self) -> dict[str, int | str | bool]:
        """Every option by name, in plain values; `of` reads it back."""
        return {name: plain(value) for name, value in asdict(self).items()}


_PENALTY = (0, 20)
_LIMITS = {
    "goal": (0, 1_000_000),
    "best_of": (0, 99),
    "customizable": (0, 3),
    "downpours": (0, DOWNPOURS),
    "uno_penalty": _PENALTY,
    "false_catch": _PENALTY,
    "false_uno": _PENALTY,
}


def _conflicts(o: Options) -> tuple[tuple[bool, OptionFault, str, str], ...]:
    """What cannot be: whether it is so, what is wrong, which option is to blame, with what."""
    needs, clash = OptionFault.NEEDS, OptionFault.CLASH
    called = o.uno_mode is UnoMode.CALL
    trades = o.seven_o or any(card.effect and card.effect.hands for card in o.pack)
    forced = o.force_play or o.must_play
    wilds = o.printed.wilds
    blank, rain = "WC" in wilds, "WD1" in wilds
    texted = o.custom_text != ""
    return (
        (o.teams and o.scoring is not Scoring.WINNER, clash, "scoring", "teams=on"),
        (
            o.best_of > 0 and o.scoring is not Scoring.WINNER,
            clash,
            "scoring",
            f"best_of={o.best_of}",
        ),
        (o.best_of > 0 and o.goal > 0, clash, "best_of", f"goal={o.goal}"),
        (o.scoring is not Scoring.WINNER and o.goal == 0, clash, "scoring", "goal=0"),
        (o.false_catch > 0 and not called, needs, "false_catch", "uno_mode=call"),
        (o.false_uno > 0 and not called, needs, "false_uno", "uno_mode=call"),
        (texted and not blank, needs, "custom_text", "edition=pack112_2018"),
        (
            o.customizable != CUSTOMIZABLE and not blank,
            needs,
            "customizable",
            "edition=pack112_2018",
        ),
        (o.downpours != DOWNPOURS and not rain, needs, "downpours", "edition=h2o"),
        (o.keep_drawing and o.rains > 0, clash, "keep_drawing", "edition=h2o"),
        (o.last_card_trades and not trades, needs, "last_card_trades", "seven_o=on"),
        (o.save_wilds and not forced, needs, "save_wilds", "must_play=on"),
        (o.jump_in_fours and not o.jump_in, needs, "jump_in_fours", "jump_in=on"),
        (o.strict and o.wd4 is FourRule.NO_BLUFF, clash, "strict", "wd4=no_bluff"),
    )


_USUAL = asdict(Options())
