"""What several commands share: the configuration, the store, the log."""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from uno_chat.contract import Adapter, Store
from uno_chat.coordinator import KEPT, KEPT_TABLES, duration
from uno_chat.runtime import (
    Configuration,
    ConfigurationError,
    adapter_names,
    make_adapter,
    make_store,
    read_configuration,
)
from uno_chat.runtime.logbook import write_to
from uno_chat.views import languages, nearest, profiles


def config_argument(parser: argparse.ArgumentParser) -> None:
    """``--config PATH``, for every command that needs the database."""
    parser.add_argument("--config", metavar="PATH", help="a TOML file (or UNO_CHAT_CONFIG)")


def configuration(args: argparse.Namespace) -> Configuration:
    """The configuration that counts; raises ConfigurationError, also for what is used later."""
    config = read_configuration(args.config, os.environ, adapter_names())
    _ = (
        config.log_level,
        config.log_format,
        config.http_bind,
        config.metrics_bind,
        zone_of(config),
        language_of(config),
        keep_tables(config),
    )
    return config


def zone_of(config: Configuration) -> ZoneInfo:
    """The time zone of those who have not named another; raises ConfigurationError."""
    name = config.values.get("time_zone", "UTC")
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ConfigurationError(
            f"time_zone {name!r} is not known: write one like Europe/Lisbon, or UTC."
        ) from None


def keep_tables(config: Configuration) -> timedelta:
    """How long a table is kept after it was closed; raises ConfigurationError."""
    named = config.values.get("keep_tables")
    return kept_for(named, "keep_tables") if named else KEPT_TABLES


def kept_for(text: str, where: str) -> timedelta:
    """How long something is kept that has ended; raises ConfigurationError naming where it was
    asked for.
    """
    try:
        kept = duration(text)
    except ValueError:
        raise ConfigurationError(f"{where} is a time like 90d, up to a year, not {text}.") from None
    if kept < KEPT:
        raise ConfigurationError(
            f"{where} is at least {KEPT.days}d, not {text}: a network may send the same again for"
            " a week, which would then be taken for something new."
        )
    return kept


def language_of(config: Configuration) -> str | None:
    """The language of those who have not named another; raises ConfigurationError."""
    named = config.values.get("language")
    return known_language(named, "language") if named else None


def known_language(named: str, where: str) -> str:
    """A language that we have, as in ``fr`` or ``fr-CA``; raises ConfigurationError naming where
    it was asked for.
    """
    if nearest(named) != named.split("-", maxsplit=1)[0].lower():
        raise ConfigurationError(f"{where} is one of {', '.join(languages())}, not {named}.")
    return named


def adapter_of(config: Configuration, name: str) -> Adapter:
    """The adapter of a network, which is also told how we present ourselves; raises
    ConfigurationError.
    """
    profile = json.dumps(profiles(nearest(config.values.get("language", ""))), ensure_ascii=False)
    return make_adapter(name, {"profile": profile, **config.settings_of(name)})


def store_of(config: Configuration) -> Store:
    """The store that the configuration names; raises ConfigurationError."""
    return make_store(config.database_url)


def log_to(config: Configuration, path: Path | None = None) -> None:
    """Send the log to standard error, or to a file where the screen is taken."""
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(path, encoding="utf-8")
    write_to(handler, config.log_level, config.log_format)
    # APScheduler tells of every wake-up, Alembic of every plug-in it has.
    for chatty in ("apscheduler", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
