"""The texts of one language, read from its ``.po`` file as it is when they are first needed.

English is what the texts are written in, so it has no file. An unknown language is English.
"""

from __future__ import annotations

from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ENGLISH = "en"
_FILE = "uno_chat.po"


@cache
def languages() -> tuple[str, ...]:
    """All languages that people can read here, English first."""
    found = (folder.name for folder in _folder().iterdir() if (folder / _FILE).is_file())
    return (ENGLISH, *sorted(found))


@lru_cache(maxsize=256)
def nearest(language: str) -> str:
    """The language we have for a code like ``fr-CA``, English where there is none."""
    code = language.replace("_", "-").split("-")[0].lower()
    return code if code in languages() else ENGLISH


def language_named(text: str) -> str | None:
    """The language that somebody calls by its code or by its name in any of our languages."""
    wanted = text.strip().casefold()
    return next((code for code in languages() if wanted in _names(code)), None)


def own_name(language: str) -> str:
    """What a language calls itself."""
    return Locale(language).get_display_name() or language


@cache
def locale_of(language: str) -> Locale:
    """How one of ``languages`` writes times and lists."""
    # British English, because its lists and short times are plainer.
    return Locale("en", "GB") if language == ENGLISH else Locale(language)


@cache
def catalogue(language: str) -> NullTranslations:
    """The texts of one of ``languages``."""
    if language == ENGLISH:
        return NullTranslations()
    with (_folder() / language / _FILE).open("rb") as file:
        texts = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, texts)
    compiled.seek(0)
    return GNUTranslations(compiled)


def _folder() -> Traversable:
    return files("uno_chat.views") / "locale"


@cache
def _names(language: str) -> frozenset[str]:
    known = (Locale(language).get_display_name(reader) for reader in languages())
    return frozenset({language, *((name or language).casefold() for name in known)})
