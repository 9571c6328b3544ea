"""Every text that people read stands in every catalogue, complete and in good order."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import uno_chat.views
from uno_chat.views.catalogue import ENGLISH, language_named, languages, nearest, own_name

VIEWS = Path(uno_chat.views.__file__).parent
MODULES = [path for path in sorted(VIEWS.glob("*.py")) if path.name != "__init__.py"]
TRANSLATED = [language for language in languages() if language != ENGLISH]
KEYWORDS = {"t": None, "tn": (1, 2), "tc": ((1, "c"), 2)}
DATE = re.compile(r"[EdMyHms: ]+")
PLACE = re.compile(r"\{(\w+)\}")

Key = tuple[str | None, str]
"""Context and first form of a text."""


def texts() -> dict[Key, tuple[str, ...]]:
    """Every text in the code: its key, and all its forms in English."""
    found: dict[Key, tuple[str, ...]] = {}
    for _, _, message, _, context in extract_from_dir(VIEWS, keywords=KEYWORDS):
        forms = message if isinstance(message, tuple) else (message,)
        found[(context, forms[0])] = forms
    return found


def catalogue(language: str) -> Catalog:
    with (VIEWS / "locale" / language / "uno_chat.po").open("rb") as file:
        return read_po(file, abort_invalid=True)


def forms(value: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ())


def translated(language: str) -> Iterator[tuple[Key, tuple[str, ...], bool]]:
    """Every entry: its key, its forms, whether it is a guess that nobody has looked at."""
    for message in catalogue(language):
        if message.id:
            key = (message.context, forms(message.id)[0])
            yield key, forms(message.string), message.fuzzy


def places(text: str) -> set[str]:
    return set(PLACE.findall(text))


def test_there_is_a_language_besides_english() -> None:
    assert "fr" in TRANSLATED
    assert len(texts()) > 200


@pytest.mark.reported("75", "G11")
@pytest.mark.parametrize("language", TRANSLATED)
def test_no_entry_is_missing_and_none_is_unused(language: str) -> None:
    wanted, there = set(texts()), {key for key, _, _ in translated(language)}
    assert sorted(wanted - there, key=str) == []
    assert sorted(there - wanted, key=str) == []
    assert not catalogue(language).obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_entry_is_empty_or_a_guess(language: str) -> None:
    entries = list(translated(language))
    assert [key for key, said, _ in entries if not said or not all(said)] == []
    assert [key for key, _, fuzzy in entries if fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_places_of_the_original(language: str) -> None:
    english = texts()
    for key, said, _ in translated(language):
        whole = places(english[key][-1])
        assert places(said[-1]) == whole, key
        assert places(said[0]) <= whole, key


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_plural_has_all_forms_of_its_language(language: str) -> None:
    book = catalogue(language)
    for message in book:
        if message.pluralizable:
            assert len(forms(message.string)) == book.num_plurals, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_short_names_of_cards_are_short(language: str) -> None:
    letters = [
        said[0]
        for (context, text), said, _ in translated(language)
        if context == "short card" and text in {"R", "Y", "G", "B"}
    ]
    assert len(set(letters)) == 4
    assert all(len(letter) == 1 for letter in letters)


def test_french_signs_do_not_stand_alone_at_the_begin_of_a_line() -> None:
    """The space before them does not break; words that people type have usual spaces."""
    alone = re.compile("« | [;:!?»]")
    said = [(key, text) for key, texts, _ in translated("fr") for text in texts]
    assert [text for key, text in said if key[0] != "word" and alone.search(text)] == []


def test_a_language_is_found_by_its_code_and_by_its_names() -> None:
    assert nearest("fr-CA") == nearest("FR_fr") == nearest("fr") == "fr"
    assert nearest("xx") == nearest("") == "en"
    said = ("Français", "french", "fr", " ENGLISH ", "anglais", "x")
    assert [language_named(text) for text in said] == ["fr", "fr", "fr", "en", "en", None]
    assert own_name("fr") == "français"


# --- no text passes by the catalogues ---------------------------------------------------------

_SHOWN = {"Heading", "Span", "line", "strong", "coded", "Cards", "Row", "Choices", "Face", "Link"}
_LABELLED = {"Choice": (0,), "button": (1,), "loose": (0,)}
_NAMED = {"label", "name", "note", "prompt", "text"}
_SAID = {"t", "tn", "tc"}


def bypassing(source: str) -> list[str]:
    """Words in English that are shown without a translation."""
    tree = ast.parse(source)
    return [word for call in ast.walk(tree) for word in _words_of_call(call)]


def _words_of_call(node: ast.AST) -> Iterator[str]:
    if not isinstance(node, ast.Call):
        return
    name = _called(node)
    if name in _LABELLED:
        shown = [node.args[place] for place in _LABELLED[name] if place < len(node.args)]
    elif name in _SHOWN:
        shown = list(node.args)
    else:
        return
    shown += [word.value for word in node.keywords if word.arg in _NAMED]
    for argument in shown:
        yield from _literals(argument)


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _literals(node: ast.AST) -> Iterator[str]:
    """Letters in string constants, but not in those that are translated or compared with."""
    if isinstance(node, ast.Call):
        if _called(node) in {*_SAID, *_LABELLED}:
            return
        children: list[ast.AST] = [*node.args, *(word.value for word in node.keywords)]
    elif isinstance(node, ast.Compare | ast.Subscript):
        return
    else:
        children = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if any(sign.isalpha() for sign in node.value):
            yield node.value
        return
    for child in children:
        yield from _literals(child)


def test_no_text_is_shown_without_translation() -> None:
    found = {path.name: bypassing(path.read_text(encoding="utf-8")) for path in MODULES}
    assert {name: words for name, words in found.items() if words} == {}


def spoken(source: str) -> list[str]:
    """Constants that look like English for people, wherever they stand."""
    tree = ast.parse(source)
    quiet = {id(node) for part in ast.walk(tree) for node in _quiet(part)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in quiet
        and not DATE.fullmatch(node.value)
        and re.search(r"[A-Za-z]{2}.*\s[A-Za-z]|[A-Z][a-z]{2}", node.value)
    ]


def _quiet(node: ast.AST) -> Iterator[ast.AST]:
    """What is translated, documents the code, is raised, is a pattern or said to us."""
    match node:
        case ast.Expr(ast.Constant() as text):
            yield text
        case ast.Raise():
            yield from ast.walk(node)
        case ast.Call() if _called(node) in _SAID:
            yield from node.args
        case ast.Call() if _called(node) in {"button", "loose", "command", "_command"}:
            yield from node.args


def test_no_other_constant_looks_like_a_text_for_people() -> None:
    found = {path.name: spoken(path.read_text(encoding="utf-8")) for path in MODULES}
    assert {name: words for name, words in found.items() if words} == {}


def test_a_constant_that_looks_like_a_text_is_noticed() -> None:
    assert spoken('x = "Your turn"\ny = r.t("Your turn")\nz = "turn"') == ["Your turn"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('Heading("Hello")', ["Hello"]),
        ('line(f"{name} is here")', [" is here"]),
        ('Span(" – ")', []),
        ('line(reader.t("Hello"))', []),
        ('button(view, "Go", "go")', ["Go"]),
        ('button(view, r.t("Go"), "go", group="row")', []),
        ('button(view, r.t("Go"), "go", name="go there")', ["go there"]),
        ('Row(name, (r.t("a") if x == "b" else "c",))', ["c"]),
    ],
)
def test_a_text_that_passes_by_is_noticed(source: str, words: list[str]) -> None:
    assert bypassing(source) == words


def test_what_is_translated_is_written_out() -> None:
    """A text that is put together, or stands deep inside another call, is not found by whoever
    translates."""
    found = {text for forms in texts().values() for text in forms}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _called(node) in _SAID:
                written = node.args[_called(node) == "tc" :][: 2 if _called(node) == "tn" else 1]
                said = {text.value for text in written if isinstance(text, ast.Constant)}
                assert len(said) == len(written), path.name
                assert said <= found, path.name
