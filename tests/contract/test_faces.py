"""What others are written against changes only with its version, and in 1.x only by additions."""

from pathlib import Path

import pytest

from uno_chat.contract import STORE_VERSION, VERSION
from uno_chat.testing.face import Face, broken, face_of_adapters, face_of_stores, read, written

FACES = Path(__file__).with_name("faces")
NOW = {"adapters": (VERSION, face_of_adapters()), "stores": (STORE_VERSION, face_of_stores())}
HOW = (
    "The contract is not what its version says. If that version was in a release, raise it: by 0.1 "
    "for an addition as uno_chat/contract/version.py allows it, else to the next whole number. "
    "Then: python -m uno_chat.testing.face tests/contract/faces, and a line in CHANGELOG.md."
)


@pytest.mark.parametrize("who", NOW)
def test_the_contract_is_what_its_version_says(who: str) -> None:
    version, face = NOW[who]
    file = FACES / f"{who}-{version}.txt"
    assert file.is_file(), HOW
    assert written(face) == file.read_text(encoding="utf-8"), HOW
    assert read(written(face)) == face


@pytest.mark.parametrize("who", NOW)
def test_what_was_written_for_an_earlier_version_finds_all_that_it_needs(who: str) -> None:
    version, face = NOW[who]
    major = version.partition(".")[0]
    earlier = sorted(FACES.glob(f"{who}-{major}.*.txt"))
    assert earlier
    for file in earlier:
        assert broken(read(file.read_text(encoding="utf-8")), face) == [], file.name


OLD: Face = {
    "value Page": ("text: str", "place: int = 0"),
    "methods Page": ("parse(text: str) -> Page",),
    "protocol Adapter": ("async open() -> None",),
    "kinds Event": ("Said", "Pressed"),
    "kinds Block": ("Heading", "Link"),
    "function line": ("(text: str) -> Page",),
}
ADDED: tuple[Face, ...] = (
    {"value Page": (*OLD["value Page"], "colour: str = ''")},
    {"methods Page": ("length: int", *OLD["methods Page"])},
    {"protocol Ranked": ("async manages() -> bool",)},
    {"kinds Event": (*OLD["kinds Event"], "Sealed")},
)
CHANGED: tuple[Face, ...] = (
    {"value Page": (*OLD["value Page"], "colour: str")},
    {"value Page": ("text: str", "colour: str = ''", "place: int = 0")},
    {"value Page": ("text: str",)},
    {"value Page": ("text: str", "place: int = 1")},
    {"methods Page": ()},
    {"protocol Adapter": ("async open() -> None", "async rest() -> None")},
    {"kinds Event": ("Said",)},
    {"kinds Block": ("Heading", "Link", "Hologram")},
    {"function line": ("(text: str, mark: str = '') -> Page",)},
)


@pytest.mark.parametrize("more", ADDED, ids=str)
def test_an_addition_that_nobody_need_know_breaks_nothing(more: Face) -> None:
    assert broken(OLD, {**OLD, **more}) == []


@pytest.mark.parametrize("other", CHANGED, ids=str)
def test_everything_else_breaks_what_was_written_before(other: Face) -> None:
    assert broken(OLD, {**OLD, **other}) == list(other)


def test_a_name_that_is_gone_is_missed() -> None:
    assert broken(OLD, {name: lines for name, lines in OLD.items() if "line" not in name}) == [
        "function line"
    ]
