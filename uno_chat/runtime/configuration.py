"""The configuration of a host: a TOML file, and environment variables that override it.

Every key has one name: ``database_url`` in the file is ``UNO_CHAT_DATABASE_URL`` outside. A
secret may be given as ``…_FILE``, the path of a file that holds it. A key without a value is
refused: it is a variable that was forgotten somewhere, and its default may be another database.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from string import digits
from typing import Final

from uno_chat.runtime.addresses import LOOPBACK, Bind, hook_url, read_bind
from uno_chat.runtime.bounds import read_small

PREFIX: Final = "UNO_CHAT_"
CONFIG: Final = "UNO_CHAT_CONFIG"
KEYS: Final = frozenset(
    {
        "database_url",
        "adapters",
        "log_level",
        "log_format",
        "language",
        "time_zone",
        "operator",
        "keep_tables",
        "http_bind",
        "metrics_bind",
        "webhook_url",
        "webhook_secret",
    }
)
"""Keys of the house itself; an adapter's keys begin with its name ("telegram_token")."""
_WHO: Final = ("token", "user")
"""Keys of an adapter that say which account it is."""
LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATS: Final = ("text", "json")


class ConfigurationError(Exception):
    """The configuration cannot be used; the text says what, where and how to mend it."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """Values by key, as text. The repr names keys only: some values are secret."""

    values: Mapping[str, str]

    def __repr__(self) -> str:
        return f"Configuration({', '.join(sorted(self.values))})"

    @property
    def database_url(self) -> str:
        """Where everything is kept; an SQLite file in the user's data folder by default."""
        return self.values.get("database_url") or f"sqlite:///{data_folder() / 'uno-chat.db'}"

    @property
    def adapters(self) -> tuple[str, ...]:
        """The adapters to serve, each once: for two would read one account."""
        names = (name.strip() for name in self.values.get("adapters", "").split(","))
        return tuple(dict.fromkeys(filter(None, names)))

    @property
    def log_level(self) -> str:
        """One of LEVELS; raises ConfigurationError."""
        level = self.values.get("log_level", "INFO").upper()
        if level not in LEVELS:
            raise ConfigurationError(f"log_level is one of {', '.join(LEVELS)}, not {level}.")
        return level

    @property
    def log_format(self) -> str:
        """One of FORMATS; raises ConfigurationError."""
        form = self.values.get("log_format", FORMATS[0]).lower()
        if form not in FORMATS:
            raise ConfigurationError(f"log_format is one of {', '.join(FORMATS)}, not {form}.")
        return form

    @property
    def http_bind(self) -> Bind:
        """Where to listen, if anything is to be listened to; raises ConfigurationError."""
        return self._bind("http_bind") or LOOPBACK

    @property
    def metrics_bind(self) -> Bind | None:
        """Where whoever watches this host may ask how it is, if anywhere; raises
        ConfigurationError. Never where networks call: that is open to the world.
        """
        return self._bind("metrics_bind")

    def _bind(self, key: str) -> Bind | None:
        try:
            return read_bind(self.values[key], key) if self.values.get(key) else None
        except ValueError as error:
            raise ConfigurationError(str(error)) from None

    def settings_of(self, adapter: str) -> Mapping[str, str]:
        """What an adapter is made from: its own keys without its name, and the web keys, of which
        ``webhook_url`` leads to this adapter; raises ConfigurationError.
        """
        own = {
            key.removeprefix(f"{adapter}_"): value
            for key, value in self.values.items()
            if key.startswith(f"{adapter}_")
        }
        shared = {key: value for key, value in self.values.items() if key.startswith("webhook_")}
        try:
            if base := shared.get("webhook_url"):
                shared["webhook_url"] = hook_url(base, adapter)
        except ValueError as error:
            raise ConfigurationError(str(error)) from None
        return {**shared, **own}


def read_configuration(
    path: str | None, environment: Mapping[str, str], adapters: Iterable[str]
) -> Configuration:
    """Read the file (if any) and the environment; raises ConfigurationError.

    ``adapters`` are the names whose keys are known.
    """
    known = tuple(adapters)
    path = environment.get(CONFIG) if path is None else path
    if path is not None and not path.strip():
        raise ConfigurationError(
            f"The name of the configuration file, in --config or {CONFIG}, is empty: give it a"
            " value, or leave it out."
        )
    values = {} if path is None else _from_file(Path(path), known)
    for name, value in sorted(environment.items()):
        if name.startswith(PREFIX) and name != CONFIG:
            key = name.removeprefix(PREFIX).lower()
            values.update(_checked(key, value, f"environment variable {name}", known))
    config = Configuration(values)
    _served_once(config)
    return config


def _served_once(config: Configuration) -> None:
    """Two that served one account would take its messages from each other."""
    first: dict[tuple[str, str, str], str] = {}
    for name in config.adapters:
        for key in _WHO:
            if value := config.values.get(f"{name}_{key}", "").strip():
                other = first.setdefault((name.rstrip(digits), key, value), name)
                if other != name:
                    raise ConfigurationError(
                        f"{name}_{key} is that of {other}, too: give {name} an account of its own,"
                        " or leave it out of the adapters."
                    )


def _from_file(path: Path, adapters: tuple[str, ...]) -> dict[str, str]:
    try:
        data = tomllib.loads(read_small(path).decode())
    except OSError as error:
        raise ConfigurationError(
            f"Cannot read the configuration {path}: {error.strerror}. Give another with --config."
        ) from None
    except ValueError as error:
        raise ConfigurationError(f"{path} is not TOML: {error}") from None
    except RecursionError:
        raise ConfigurationError(f"{path} is not TOML that can be read: lists in lists.") from None
    values: dict[str, str] = {}
    for key, value in sorted(data.items()):  # a …_file after what it counts instead of
        values.update(_checked(key, _text(key, value, path), f"{path}", adapters))
    return values


def _text(key: str, value: object, path: Path) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str() | int() | float():
            return str(value)
        case list():
            return ",".join(str(part) for part in value)
        case _:
            raise ConfigurationError(f"{path}: {key} must be a text, a number or a list.")


def _checked(key: str, value: str, where: str, adapters: tuple[str, ...]) -> dict[str, str]:
    """One key with its value; the content of the file for a ``_file`` key."""
    plain = key.removesuffix("_file")
    if plain not in KEYS and not any(_is_of(plain, name) for name in adapters):
        hint = nearest(key, (*KEYS, *(f"{name}_token" for name in adapters)))
        raise ConfigurationError(f"Unknown key {key!r} in {where}{hint or '.'}")
    if not value.strip():
        raise ConfigurationError(f"{key} in {where} is empty: give it a value, or leave it out.")
    if plain == key:
        return {key: value}
    try:
        if text := read_small(Path(value)).decode().strip():
            return {plain: text}
        why: str | None = "it is empty"
    except OSError as error:
        why = error.strerror
    except ValueError:
        why = "it is not text, or too much of it"
    raise ConfigurationError(f"Cannot read {value}, named by {key} in {where}: {why}.")


def _is_of(key: str, adapter: str) -> bool:
    """Whether it is a key of an adapter, or of another account of its ("telegram2_token")."""
    rest = key.removeprefix(adapter)
    return rest != key and rest.lstrip(digits).startswith("_")


def nearest(name: str, known: Iterable[str]) -> str:
    """``; did you mean 'x'?`` for the closest known name, or nothing."""
    close = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def data_folder() -> Path:
    """Where a user's games are kept (XDG base directories; made by the store)."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "uno-chat"
