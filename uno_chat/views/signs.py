"""Texts as they are typed: without accents, without what nobody sees."""

from __future__ import annotations

import unicodedata


def without_accents(text: str) -> str:
    """Letters alone; nothing is one sign that can be two."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def as_seen(text: str) -> str:
    """In common letters, without marks of direction and the like, which come along when copied."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(sign for sign in plain if unicodedata.category(sign) != "Cf")
