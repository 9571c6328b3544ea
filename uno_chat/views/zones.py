"""Time zones as people find them: by the names of cities in their language, and by region.

What is offered are the zones of places, without names that are kept for old programs; what is
understood is every name that ``zoneinfo`` knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache, partial
from types import MappingProxyType
from zoneinfo import available_timezones

from babel.core import get_global
from babel.dates import get_timezone_location

from uno_chat.views.catalogue import ENGLISH, locale_of, nearest
from uno_chat.views.reader import Reader
from uno_chat.views.signs import without_accents

NEAR = 3
"""How many names are suggested for one that is unknown."""
_NO_ZONES = {"localtime", "factory"}
_NO_PLACES = {None, "001", "ZZ"}
_MOST = 42
"""How many zones one page offers."""
_FEWEST = 2


def zones_named(text: str, language: str) -> tuple[str, ...]:
    """The zones of this name: an IANA name, a city in English or in this language; mostly one."""
    wanted = _plain(text)
    exact = _known().get(wanted)
    if exact is not None:
        return (exact,)
    found = (_cities(code).get(wanted, ()) for code in (nearest(language), ENGLISH))
    return next(filter(None, found), ())


def zones_like(text: str, language: str) -> tuple[str, ...]:
    """The cities and names that are nearest to a name that is none, as they can be typed."""
    names = _typed(nearest(language))
    # Names like Etc/GMT+2 mean the opposite of what they say.
    said = [name for name in names if not name.startswith("etc/")]
    near = get_close_matches(_plain(text), said, n=2 * NEAR, cutoff=0.5)
    places = {zones_named(names[plain], language): names[plain] for plain in reversed(near)}
    return tuple(names[plain] for plain in near if names[plain] in places.values())[:NEAR]


def city(zone: str, language: str) -> str:
    """What the place of a zone is called: ``Lisbonne``; the name itself where it is no place."""
    return _places(nearest(language)).get(zone, zone)


def example_city(language: str) -> str:
    """A city that can be typed."""
    return city(zones_named("lisbon", ENGLISH)[0], language)


@cache
def regions() -> tuple[str, ...]:
    """The regions that zones are offered by, in lower case."""
    parts = [zone.partition("/")[0].lower() for zone in _offered()]
    return tuple(region for region in sorted(set(parts)) if parts.count(region) >= _FEWEST)


def is_region(text: str) -> bool:
    """Whether words name a region, or a part of one ("america 2")."""
    first, _, number = text.lower().partition(" ")
    return first in regions() and (not number or number.isdecimal())


@cache
def pages(region: str, language: str) -> tuple[tuple[str, ...], ...]:
    """The zones of a region by the names of their cities, in pages of about the same length."""
    named = _places(nearest(language))
    here = (zone for zone in _offered() if zone.lower().startswith(f"{region}/"))
    zones = sorted(here, key=lambda zone: _plain(named[zone]))
    count = -(-len(zones) // _MOST)
    size = -(-len(zones) // max(count, 1))
    return tuple(tuple(zones[n * size : (n + 1) * size]) for n in range(count))


def region_name(region: str, r: Reader) -> str:
    """A region in the reader's language."""
    match region:
        case "africa":
            return r.t("Africa")
        case "america":
            return r.t("America")
        case "antarctica":
            return r.t("Antarctica")
        case "asia":
            return r.t("Asia")
        case "atlantic":
            return r.t("Atlantic Ocean")
        case "australia":
            return r.t("Australia")
        case "europe":
            return r.t("Europe")
        case "indian":
            return r.t("Indian Ocean")
        case "pacific":
            return r.t("Pacific Ocean")
    return region.title()


@cache
def _known() -> Mapping[str, str]:
    names = {_plain(zone): zone for zone in sorted(available_timezones())}
    return MappingProxyType({p: zone for p, zone in names.items() if p not in _NO_ZONES})


@cache
def _offered() -> tuple[str, ...]:
    aliases, places = get_global("zone_aliases"), get_global("zone_territories")
    known = (zone for zone in _known().values() if "/" in zone and zone not in aliases)
    return tuple(sorted(zone for zone in known if places.get(zone) not in _NO_PLACES))


@cache
def _places(language: str) -> Mapping[str, str]:
    """The city of every zone that is offered."""
    called = partial(get_timezone_location, locale=locale_of(language), return_city=True)
    return MappingProxyType({zone: called(zone) for zone in _offered()})


@cache
def _cities(language: str) -> Mapping[str, tuple[str, ...]]:
    """Zones by their cities as people type them, also by the last part of their own names."""
    found: dict[str, tuple[str, ...]] = {}
    for zone, name in _places(language).items():
        for plain in {_plain(name), _plain(zone.rpartition("/")[2])}:
            found[plain] = (*found.get(plain, ()), zone)
    return MappingProxyType(found)


@cache
def _typed(language: str) -> Mapping[str, str]:
    cities = {_plain(name): name for name in _places(language).values()}
    return MappingProxyType({**_known(), **cities})


def _plain(text: str) -> str:
    """A name as people type it: without accents, case and the signs between words."""
    kept = without_accents(text.casefold())
    return " ".join(kept.replace("_", " ").replace("-", " ").split())
