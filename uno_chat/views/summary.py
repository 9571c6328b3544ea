"""What is played at a table, in one line: official rules and every agreed difference from them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, assert_never

from uno_chat import game
from uno_chat.table.pace import Night, Pace
from uno_chat.table.settings import Absent, Settings, Vacations
from uno_chat.views.house_rules import house_rules
from uno_chat.views.names import shown
from uno_chat.views.pieces import card_count
from uno_chat.views.reader import Reader

_REMEMBERED: Final = 256
"""What is agreed at a table stays so while it is shown many times."""


def summary(settings: Settings, reader: Reader) -> str:
    """``Official rules · to 500 · 24 hours a turn``."""
    agreed = tuple(_agreed(settings, reader))
    first = reader.t("House rules") if agreed else reader.t("Official rules")
    parts = (first, *_edition(settings, reader), *_frame(settings, reader), *agreed)
    return " · ".join(dict.fromkeys(parts))


@lru_cache(_REMEMBERED)
def differences(settings: Settings, reader: Reader) -> tuple[str, ...]:
    """What differs from the official rules, goal and pace left aside."""
    return tuple(dict.fromkeys((*_edition(settings, reader), *_agreed(settings, reader))))


def _edition(settings: Settings, reader: Reader) -> Iterator[str]:
    """Which box is played with, unless it is the classic one: two against two without teams is
    that."""
    edition = settings.options.edition
    parted = edition == "partners" and not settings.options.teams
    if edition != game.Options().edition and not parted:
        yield editions(reader).get(edition, edition)


def editions(reader: Reader) -> dict[str, str]:
    """The boxes that can be played with, by the words that are typed."""
    return {
        game.Options().edition: reader.t("classic edition"),
        "mattel2001": reader.t("edition of 2001"),
        "pack112_2015": reader.t("112 cards of 2015"),
        "pack112_2018": reader.t("112 cards of 2018"),
        "first_out_2022": reader.t("edition of 2022"),
        "h2o": reader.t("H2O edition"),
        "standard_decks": reader.t("two ordinary packs"),
        "elimination": reader.t("elimination"),
        "partners": reader.t("two against two"),
        "speed": reader.t("speed, by our own rules"),
    }


@cache
def _usual(edition: str) -> game.Options:
    """What an edition is without any change."""
    return game.Options.of({"edition": edition})


def _agreed(settings: Settings, reader: Reader) -> Iterator[str]:
    """What people agreed on that their edition does not say."""
    options = settings.options
    yield from (rule.name for rule in house_rules(options, reader))
    usual = _usual(options.edition)
    if options.customizable != usual.customizable:
        yield reader.t("{count} Wild Customizable", count=options.customizable)
    if options.custom_text:
        yield reader.t("Wild Customizable: {text}", text=shown(options.custom_text))
    if options.downpours != usual.downpours:
        yield reader.t("{count} of each Wild Downpour", count=options.downpours)
    if options.scoring is not usual.scoring:
        yield _scoring(options.scoring, reader)
    yield from _uno(settings, reader)
    yield from _of_the_absent(settings, reader)


def _scoring(scoring: game.Scoring, reader: Reader) -> str:
    match scoring:
        case game.Scoring.WINNER:
            return reader.t("the winner gets the points")
        case game.Scoring.LOWEST:
            return reader.t("lowest total wins")
        case game.Scoring.ELIMINATION:
            return reader.t("whoever reaches the goal is out")
    assert_never(scoring)


def _frame(settings: Settings, reader: Reader) -> Iterator[str]:
    yield _goal(settings.options, reader)
    yield pace_of(settings.pace, reader)


def _goal(options: game.Options, reader: Reader) -> str:
    if options.best_of:
        return reader.tn("best of {count} round", "best of {count} rounds", options.best_of)
    goal = options.goal
    return reader.t("to {goal}", goal=goal) if goal else reader.t("first out wins")


def pace_of(pace: Pace, reader: Reader) -> str:
    """``24 hours a turn, 2 days in reserve``."""
    if pace.base is None:
        return reader.t("no time limit")
    turn = reader.t("{time} a turn", time=reader.span(pace.base))
    parts = [turn]
    if pace.bank:
        parts.append(reader.t("{time} in reserve", time=reader.span(pace.bank)))
    if pace.weekend:
        parts.append(reader.t("weekends do not count"))
    if pace.night is Night.STOPS:
        parts.append(reader.t("nights do not count"))
    return ", ".join(parts)


def _of_the_absent(settings: Settings, reader: Reader) -> Iterator[str]:
    if settings.vacation is Vacations.PAUSE:
        yield reader.t("a vacation stops the clock")
    if settings.vacation is Vacations.NONE:
        yield reader.t("no vacation")
    if settings.absent is Absent.SUBSTITUTE:
        yield reader.t("others may take the seat of who stays away")
    if settings.absent is Absent.REMOVE:
        yield reader.t("who stays away is taken out")


def _uno(settings: Settings, reader: Reader) -> Iterator[str]:
    options = settings.options
    usual = _usual(options.edition)
    match options.uno_mode:
        case game.UnoMode.AUTO:
            yield reader.t("the table says UNO")
        case game.UnoMode.AUTO_PENALTY:
            yield reader.t("a missed UNO costs cards without a catch")
        case game.UnoMode.NONE:
            yield reader.t("no UNO call")
        case game.UnoMode.CALL:
            if settings.capped:
                yield reader.t("a missed UNO can be caught for a limited time")
    if options.uno_penalty != usual.uno_penalty:
        yield reader.t("{count} for a missed UNO", count=card_count(options.uno_penalty, reader))
    if options.false_catch:
        yield reader.t("{count} for a wrong catch", count=card_count(options.false_catch, reader))
    if options.false_uno:
        yield reader.t("{count} for a wrong UNO", count=card_count(options.false_uno, reader))
