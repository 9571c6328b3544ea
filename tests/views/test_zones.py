"""Time zones are found by city in the reader's language, by their own names, and by region."""

from datetime import UTC
from zoneinfo import ZoneInfo, available_timezones

import pytest

from uno_chat.views import Reader, languages, zones_like, zones_named
from uno_chat.views.tokens import MOST_BYTES
from uno_chat.views.zone_pages import zone_choices
from uno_chat.views.zones import city, is_region, pages, region_name, regions


@pytest.mark.parametrize(
    ("text", "language", "zone"),
    [
        ("Europe/Lisbon", "en", "Europe/Lisbon"),
        ("lisbon", "en", "Europe/Lisbon"),
        ("Lisbonne", "fr", "Europe/Lisbon"),
        ("LISBON", "fr", "Europe/Lisbon"),
        ("são paulo", "en", "America/Sao_Paulo"),
        ("sao-paulo", "fr", "America/Sao_Paulo"),
        ("new_york", "en", "America/New_York"),
        ("utc", "en", "UTC"),
        ("etc/gmt+5", "en", "Etc/GMT+5"),
        ("etc/gmt-5", "en", "Etc/GMT-5"),
        ("Asia/Calcutta", "en", "Asia/Calcutta"),
        ("calcutta", "fr", "Asia/Kolkata"),
    ],
)
def test_a_zone_is_found_by_any_of_its_names(text: str, language: str, zone: str) -> None:
    assert zones_named(text, language) == (zone,)


@pytest.mark.parametrize("text", ["", "nowhere", "localtime", "Factory", "../UTC", "x" * 500])
def test_what_is_no_zone_is_none(text: str) -> None:
    assert zones_named(text, "en") == ()


def test_the_nearest_names_are_told() -> None:
    assert zones_like("lisbn", "fr")[0] == "Lisbonne"
    assert zones_like("xqxqxq", "fr") == ()


def test_every_zone_we_know_is_found_by_its_own_name() -> None:
    for zone in available_timezones() - {"localtime", "Factory"}:
        assert zones_named(zone, "en") == (zone,)


@pytest.mark.parametrize("language", languages())
def test_every_place_is_reached_in_three_taps(language: str) -> None:
    reader = Reader(language, UTC, "")
    first = [choice.token.split(".", 3)[3] for choice in zone_choices((), reader)]
    assert first == [f"zone {region}" for region in regions()]
    reached: set[str] = set()
    for words in first:
        second = zone_choices(tuple(words.split()[1:]), reader)
        for choice in second:
            part = choice.token.split(".", 3)[3].split()[1:]
            third = zone_choices(tuple(part), reader) if len(part) == 2 else (choice,)
            assert len(third) < 50
            reached |= {one.token.split(".", 3)[3].removeprefix("zone ") for one in third}
            assert all(len(one.token.encode()) <= MOST_BYTES for one in third)
    assert reached == {
        zone for region in regions() for page in pages(region, language) for zone in page
    }
    assert len(reached) > 300
    assert all(ZoneInfo(zone) for zone in reached)


def test_a_part_that_is_none_shows_all_parts() -> None:
    reader = Reader("en", UTC, "")
    assert zone_choices(("america", "99"), reader) == zone_choices(("america",), reader)
    assert zone_choices(("atlantis",), reader) == zone_choices((), reader)


def test_regions_are_told_from_cities() -> None:
    assert is_region("Europe")
    assert is_region("america 2")
    assert not is_region("america/lima")
    assert not is_region("europe x")
    names = {region_name(region, Reader("fr", UTC, "")) for region in regions()}
    assert len(names) == len(regions())
    assert "Océan Indien" in names


def test_a_place_has_a_name_in_every_language() -> None:
    assert city("Europe/Lisbon", "fr") == "Lisbonne"
    assert city("Etc/GMT+5", "fr") == "Etc/GMT+5"
