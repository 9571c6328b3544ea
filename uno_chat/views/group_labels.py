"""What settings are called on buttons: shorter than in a sentence, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from uno_chat.views.reader import Reader
from uno_chat.views.summary import editions

_ON = "on"


def option_labels(r: Reader) -> Mapping[str, Mapping[str, str]]:
    """Options by name, their values by word; a switch has one label."""
    return {
        "edition": editions(r),
        "stacking": {
            "off": r.t("no stacking"),
            "same": r.t("stacking"),
            "cross": r.t("stacking, also mixed"),
        },
        "wd4": {
            "bluff": r.t("bluff with Wild Draw Four"),
            "no_bluff": r.t("no bluff with Wild Draw Four"),
            "always": r.t("Wild Draw Four always allowed"),
        },
        "seven_o": {_ON: r.t("seven-o")},
        "jump_in": {_ON: r.t("jump-in")},
        "smackdown": {_ON: r.t("6-smackdown")},
        "multi_play": {_ON: r.t("several cards at once")},
        "keep_drawing": {_ON: r.t("drawing until a card fits")},
        "force_play": {_ON: r.t("a drawn card that fits is played")},
        "must_play": {_ON: r.t("drawing only when nothing fits")},
        "strict": {_ON: r.t("a wrong card costs 2 cards")},
    }


def uno_modes(r: Reader) -> Mapping[str, str]:
    """How UNO is policed, by the words that are typed."""
    return {
        "official": r.t("a missed UNO can be caught"),
        "capped": r.t("caught only for a while"),
        "auto": r.t("the table says UNO"),
        "auto-penalty": r.t("a missed UNO costs cards at once"),
        "off": r.t("no UNO call"),
    }


def scorings(r: Reader) -> Mapping[str, str]:
    """How a match is won."""
    return {"winner": r.t("the winner scores"), "lowest": r.t("lowest total wins")}


def absences(r: Reader) -> Mapping[str, str]:
    """What becomes of the seat of who stays away."""
    return {
        "keep": r.t("a computer plays for the absent"),
        "substitute": r.t("others may take their seat"),
        "remove": r.t("the absent are taken out"),
    }


def vacations(r: Reader) -> Mapping[str, str]:
    """What the vacation of somebody does."""
    return {
        "autopilot": r.t("a computer plays on vacations"),
        "pause": r.t("a vacation stops the clock"),
        "none": r.t("no vacation"),
    }
