"""What settings are called on buttons: shorter than in a sentence, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from uno_chat.views.house_rules import ON, all_rules
from uno_chat.views.reader import Reader
from uno_chat.views.summary import editions


def option_labels(r: Reader) -> Mapping[str, Mapping[str, str]]:
    """House rules by name, their values by word; a switch has one label."""
    usual = {
        "stacking": {"off": r.t("no stacking")},
        "wd4": {"bluff": r.t("bluff with Wild Draw Four")},
    }
    agreed = {
        name: usual.get(name, {}) | {value: rule.name for value, rule in values.items()}
        for name, values in all_rules(r).items()
        if name != "teams"
    }
    several = {name: labels for name, labels in agreed.items() if len(labels) > 1}
    return {**several, **agreed}


def label_of(choice: str, r: Reader) -> str | None:
    """What a setting is called that is typed like this ("goal=0"); None if it has no name."""
    name, _, value = choice.partition("=")
    if name == "best_of" and value.isdecimal():
        return r.tn("best of {count} round", "best of {count} rounds", int(value))
    usual = {
        "edition": editions(r),
        "uno": uno_modes(r),
        "scoring": scorings(r),
        "goal": {"0": r.t("first out wins")},
        **option_labels(r),
        "teams": {ON: r.t("two against two")},
    }
    return usual.get(name, {}).get(value)


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
    return {
        "winner": r.t("the winner scores"),
        "lowest": r.t("lowest total wins"),
        "elimination": r.t("whoever reaches the goal is out"),
    }


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
