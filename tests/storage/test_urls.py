"""A URL leads to a store, or to a sentence that repeats nothing of it."""

import sys
from pathlib import Path

import pytest

from uno_chat_sql import plugin, urls

POSTGRES = "postgresql+asyncpg://ann:secret@host"


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("uno.db", "The database URL cannot be read: write sqlite:///PATH, or postgresql"),
        ("the secrets of another file", "The database URL cannot be read"),
        (
            "postgresql://ann:secret@host/uno",
            "not served: write sqlite:///PATH for SQLite, or",
        ),
        ("mysql://ann:secret@host/uno", "Databases of this kind are not served"),
        ("secret://ann@host/uno", "Databases of this kind are not served"),
        ("sqlite://", "An SQLite database is a file: write sqlite:///PATH"),
        ("sqlite:///:memory:", "An SQLite database is a file: write sqlite:///PATH"),
        ("sqlite:///uno.db?mode=ro", "An SQLite database is a file: write sqlite:///PATH"),
        ("sqlite://uno.db", "An SQLite database is a file: write sqlite:///PATH"),
        (POSTGRES, "names no server or no database: write postgresql"),
        ("postgresql+asyncpg:///uno", "names no server or no database: write postgresql"),
        (f"{POSTGRES}/uno?sslmode=require", "nothing, .host=FOLDER for a socket, or .ssl= and one"),
        (f"{POSTGRES}/uno?host=/secret,/b", "host=FOLDER for a socket, or .ssl= and one of"),
        (f"{POSTGRES}/uno?host=/secret&host=/b", "host=FOLDER for a socket, or .ssl= and one of"),
        (f"{POSTGRES}:secret/uno", "The database URL cannot be read: write sqlite:///PATH, or"),
        (f"{POSTGRES}:99999/uno", "The database URL cannot be read: write postgresql"),
        ("postgresql+asyncpg://ann:its@secret/word@host/uno", "in the password %40 for @"),
        ("postgresql+asyncpg://ann:its@secret@host/uno", "in the password %40 for @"),
        ("postgresql+asyncpg://ann:its@sec:secret@host/uno", "The database URL cannot be read"),
        ("postgresql+asyncpg://ann/secret@host/uno", "in the password %40 for @"),
        (f"{POSTGRES}/uno?ssl=secret", "one of disable, allow, prefer, require, verify-ca"),
    ],
)
def test_a_url_that_cannot_be_used_is_refused_with_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as raised:
        plugin(url)
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        (f"{POSTGRES}/uno", "PostgreSQL at host:5432"),
        (f"{POSTGRES}:6000/uno?ssl=verify-full", "PostgreSQL at host:6000"),
        ("postgresql+asyncpg://ann@/uno?host=/run/sockets", "PostgreSQL at /run/sockets"),
    ],
)
def test_a_server_is_named_without_who_we_are_there(url: str, place: str) -> None:
    read = urls.read(url)
    assert not isinstance(read, Path)
    assert urls.place(read) == place


def test_postgresql_without_its_library_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.delitem(sys.modules, "asyncpg", raising=False)
    with pytest.raises(ValueError, match=r"pip install 'uno-chat\[postgres\]'"):
        plugin(f"{POSTGRES}/uno")
