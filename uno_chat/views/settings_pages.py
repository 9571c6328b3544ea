"""The settings of a table, by the names under which they are typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from uno_chat import game
from uno_chat.contract import Block, Document, Heading, Mark, Paragraph, Span, line
from uno_chat.table.pace import PRESETS, Pace
from uno_chat.table.settings import UNO_MODES, Absent, Settings, Vacations
from uno_chat.table.state import Phase, Table
from uno_chat.views.durations import length
from uno_chat.views.pieces import table_name
from uno_chat.views.project import table_view
from uno_chat.views.reader import Reader
from uno_chat.views.sense import applies
from uno_chat.views.summary import summary

_OF_UNO = ("uno", "uno_penalty", "false_catch", "false_uno")
_OF_TIME = ("pace", "hold", "tie", "pause", "absent", "vacation")
_OF_THE_MATCH = ("edition", "goal", "scoring", "best_of", "teams")


def settings_page(table: Table, reader: Reader) -> Document:
    """What is agreed, and how the host changes it before the first deal."""
    view = table_view(table)
    blocks = (
        Heading(table_name(view, reader)),
        line(summary(view.settings, reader)),
        *agreed_lines(view.settings, reader),
    )
    if view.phase is not Phase.LOBBY:
        return Document((*blocks, line(reader.t("Settings are fixed once cards are dealt."))))
    return Document((*blocks, *_how(reader)))


def agreed_lines(settings: Settings, reader: Reader) -> Iterator[Block]:
    """A line for each matter; house rules are all that belong to no other."""
    values = {n: value for n, value in values_of(settings) if applies(settings.options, n)}
    house = [name for name in values if name not in {*_OF_THE_MATCH, *_OF_UNO, *_OF_TIME}]
    for label, names in (
        (reader.t("Match:"), _OF_THE_MATCH),
        (reader.t("House rules:"), house),
        (reader.t("UNO:"), _OF_UNO),
        (reader.t("Time:"), _OF_TIME),
    ):
        yield _typed(label, (f"{name}={values[name]}" for name in names if name in values))


def _how(reader: Reader) -> Iterator[Block]:
    """How the host changes them, and what there is to choose from."""
    example = reader.command("settings goal=200 stacking=same pace=8h")
    yield line(reader.t("The host changes them like this: {example}", example=example))
    for name, words in _to_choose_from():
        yield line(reader.t("{name} is one of: {words}", name=name, words=", ".join(words)))


def _to_choose_from() -> Iterator[tuple[str, Iterable[str]]]:
    usual = game.Options()
    yield "edition", game.EDITIONS
    for name in usual.as_mapping():
        value = getattr(usual, name)
        if isinstance(value, StrEnum) and name != "uno_mode":
            yield name, type(value)
    yield "uno", UNO_MODES
    yield "pace", (*PRESETS, "24h+48h")
    yield "absent", Absent
    yield "vacation", Vacations


def _typed(label: str, words: Iterable[str]) -> Paragraph:
    spans = [Span(label)]
    for word in words:
        spans += [Span(" "), Span(word, frozenset({Mark.CODE}))]
    return Paragraph(tuple(spans))


def values_of(settings: Settings) -> Iterator[tuple[str, str]]:
    """By the names under which they are set."""
    for name, value in settings.options.as_mapping().items():
        if name == "uno_mode":
            yield "uno", _uno_mode(settings)
        elif isinstance(value, bool):
            yield name, "on" if value else "off"
        else:
            yield name, str(value) or "off"
    yield "pace", _pace(settings.pace)
    yield "hold", length(settings.hold)
    yield "tie", length(settings.tie)
    yield "pause", "-".join(map(length, settings.pause))
    yield "absent", settings.absent.value
    yield "vacation", settings.vacation.value


def _uno_mode(settings: Settings) -> str:
    mode = settings.options.uno_mode
    agreed = mode, settings.capped and mode is game.UnoMode.CALL
    return next(word for word, meant in UNO_MODES.items() if meant == agreed)


def _pace(pace: Pace) -> str:
    """As it is typed: ``daily``, ``24h+48h/2h``."""
    named = next((name for name, preset in PRESETS.items() if preset.pace == pace), None)
    if named is not None:
        return named
    bank = f"+{length(pace.bank)}/{length(pace.refill)}" if pace.bank else ""
    return f"{length(pace.base)}{bank}"
