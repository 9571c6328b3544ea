"""Choosing a time zone in two or three taps: a region, perhaps a part of it, a city."""

from __future__ import annotations

from collections.abc import Iterator

from uno_chat.contract import Choice
from uno_chat.views.pieces import loose
from uno_chat.views.reader import Reader
from uno_chat.views.zones import city, example_city, pages, region_name, regions

_IN_A_ROW = 3


def zone_choices(words: tuple[str, ...], reader: Reader) -> tuple[Choice, ...]:
    """The choices for words like none, "asia" or "asia 2", whatever else they are."""
    match words:
        case (region, *more) if region in regions():
            parts = pages(region, reader.language)
            number = int(more[0]) if more and more[0].isdecimal() else 0
            if len(parts) == 1 or 1 <= number <= len(parts):
                return tuple(_cities(parts[max(number, 1) - 1], reader))
            return tuple(_parts(region, parts, reader))
    named = ((region_name(region, reader), f"zone {region}") for region in regions())
    return tuple(_rows(named))


def zone_hints(reader: Reader, before: str = "") -> tuple[str, ...]:
    """How a zone is chosen or written, in a group with something ``before`` it."""
    typed = before + reader.t("zone {city}", city=example_city(reader.language))
    return (reader.t("Choose where you live, or write it: {example}", example=typed),)


def _cities(zones: tuple[str, ...], reader: Reader) -> Iterator[Choice]:
    return _rows((city(zone, reader.language), f"zone {zone}") for zone in zones)


def _parts(region: str, parts: tuple[tuple[str, ...], ...], reader: Reader) -> Iterator[Choice]:
    """Parts of a region by their first and last city."""
    for number, zones in enumerate(parts, start=1):
        first, last = (city(zone, reader.language) for zone in (zones[0], zones[-1]))
        yield loose(f"{first} – {last}", f"zone {region} {number}", group=f"part {number}")


def _rows(named: Iterator[tuple[str, str]]) -> Iterator[Choice]:
    for place, (label, words) in enumerate(named):
        yield loose(label, words, group=f"row {place // _IN_A_ROW}")
