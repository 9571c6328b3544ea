"""``uno-chat db upgrade``, ``copy FROM`` and ``prune``: what an operator does with a database."""

from __future__ import annotations

import argparse
import asyncio
from datetime import UTC, datetime, timedelta
from typing import Final

from uno_chat.cli.house import config_argument, configuration, store_of
from uno_chat.cli.main import DONE, BadUse
from uno_chat.contract import Copying, Store, Upgradable
from uno_chat.coordinator import KEPT, duration

DAYS: Final = f"{KEPT.days}d"
PAUSE: Final = 0.02
"""Seconds that others get between two steps."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``db``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    upgrade = actions.add_parser("upgrade", help="run what migrations are due", allow_abbrev=False)
    copy = actions.add_parser(
        "copy", help="take over everything from an SQLite database", allow_abbrev=False
    )
    copy.add_argument("source", metavar="FROM", help="its URL: sqlite:///PATH")
    prune = actions.add_parser(
        "prune", help="forget what was handled and said long ago", allow_abbrev=False
    )
    prune.add_argument(
        "--older-than",
        metavar="TIME",
        default=DAYS,
        help=f"like 90d, at least (default) {DAYS}: so long a network may send the same again",
    )
    for action in (upgrade, copy, prune):
        config_argument(action)


def run(args: argparse.Namespace) -> int:
    """Do it and say so."""
    kept = _kept(args.older_than) if args.action == "prune" else KEPT
    store = store_of(configuration(args))
    match args.action:
        case "upgrade":
            asyncio.run(_upgrade(store))
            print("The database is up to date.")
        case "copy":
            _copy(store, args.source)
        case _:
            count = asyncio.run(_prune(store, datetime.now(UTC) - kept))
            print(f"{count} rows were forgotten; tables, people and records are as they were.")
    return DONE


def _kept(text: str) -> timedelta:
    """Raises BadUse."""
    try:
        kept = duration(text)
    except ValueError:
        raise BadUse(f"--older-than is a time like 90d, up to a year, not {text}.") from None
    if kept < KEPT:
        raise BadUse(
            f"--older-than is at least {DAYS}, not {text}: a network may send the same again for"
            " a week, which would then be taken for something new."
        )
    return kept


async def _prune(store: Store, before: datetime) -> int:
    """A few rows at a time; whoever is at work there goes on."""
    await store.open()
    count = 0
    try:
        while gone := await store.transact(lambda tx: tx.prune(before)):
            count += gone
            await asyncio.sleep(PAUSE)
    finally:
        await store.close()
    return count


async def _upgrade(store: Store) -> None:
    if isinstance(store, Upgradable):
        await store.upgrade()
    else:
        await store.open()
        await store.close()


def _copy(store: Store, source: str) -> None:
    if not isinstance(store, Copying):
        raise BadUse("Only a PostgreSQL takes over another database: name it in the configuration.")
    try:
        copied = asyncio.run(store.copy_from(source))
    except ValueError as error:
        raise BadUse(str(error)) from None
    for name, count in copied.items():
        print(f"{count:10} {name}")
    print("All of it is there, row by row. What was copied from is as it was.")
