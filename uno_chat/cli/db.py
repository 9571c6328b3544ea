"""``uno-chat db upgrade``, ``copy FROM``, ``prune`` and ``silence ACCOUNT``: what an operator does
with a database.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Final

from uno_chat.cli.house import config_argument, configuration, keep_tables, kept_for, store_of
from uno_chat.cli.main import DONE, BadUse
from uno_chat.contract import Clearing, Copying, Examined, Store, Transaction, Upgradable
from uno_chat.coordinator import KEPT, KEPT_TABLES, silence
from uno_chat.runtime import Configuration

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
        "prune",
        help="forget what was handled and said long ago, and tables closed long ago",
        allow_abbrev=False,
    )
    prune.add_argument(
        "--older-than",
        metavar="TIME",
        default=DAYS,
        help=f"like 90d, at least (default) {DAYS}: so long a network may send the same again",
    )
    prune.add_argument(
        "--tables-older-than",
        metavar="TIME",
        help="the same of tables, counted from when they were closed (default: keep_tables of the"
        f" configuration, else {KEPT_TABLES.days}d)",
    )
    silenced = actions.add_parser(
        "silence",
        help="say nothing more of what waits on an account that is served no longer",
        allow_abbrev=False,
    )
    silenced.add_argument("account", metavar="ACCOUNT", help="its name, like telegram2")
    for action in (upgrade, copy, prune, silenced):
        config_argument(action)


def run(args: argparse.Namespace) -> int:
    """Do it and say so."""
    config = configuration(args)
    store = store_of(config)
    match args.action:
        case "upgrade":
            print(f"The database is up to date{asyncio.run(_upgrade(store))}.")
        case "copy":
            _copy(store, args.source)
        case "silence":
            _silence(store, config, args.account)
        case _:
            count = asyncio.run(_all(store, _old(args, config)))
            print(
                f"{count} rows and closed tables were forgotten; open tables, people and records"
                " are as they were."
            )
    return DONE


def _old(args: argparse.Namespace, config: Configuration) -> Callable[[Transaction], int | None]:
    """What is to be forgotten; raises ConfigurationError."""
    now, named = datetime.now(UTC), args.tables_older_than
    tables = keep_tables(config) if named is None else kept_for(named, "--tables-older-than")
    before = now - kept_for(args.older_than, "--older-than")
    return partial(_some, before=before, closed=now - tables, now=now)


def _some(tx: Transaction, before: datetime, closed: datetime, now: datetime) -> int | None:
    """A few rows; None when there are no more."""
    if isinstance(tx, Clearing):
        return tx.clear(before, closed, now)
    return tx.prune(before) or None


async def _all(store: Store, some: Callable[[Transaction], int | None]) -> int:
    """A few rows at a time, until there is nothing more; whoever is at work there goes on."""
    await store.open()
    count = 0
    try:
        while (gone := await store.transact(some)) is not None:
            count += gone
            await asyncio.sleep(PAUSE)
    finally:
        await store.close()
    return count


def _silence(store: Store, config: Configuration, account: str) -> None:
    if account in config.adapters:
        raise BadUse(f"{account} is among the adapters: take it out first, and stop who serves it.")
    count = asyncio.run(_all(store, lambda tx: silence(tx, account, datetime.now(UTC)) or None))
    print(f"{count} pages and messages on {account} will not be said.")


async def _upgrade(store: Store) -> str:
    """Says which one it is: whoever forgot to name one has made an SQLite file."""
    if isinstance(store, Upgradable):
        await store.upgrade()
    else:
        await store.open()
        await store.close()
    findings = await store.examine() if isinstance(store, Examined) else ()
    return f": {findings[0].name}" if findings else ""


def _copy(store: Store, source: str) -> None:
    if not isinstance(store, Copying):
        raise BadUse("Only a PostgreSQL takes over another database: name it in the configuration.")
    try:
        copied = asyncio.run(store.copy_from(source))
    except ValueError as error:
        raise BadUse(str(error)) from None
    for name, count in copied.items():
        print(f"{count:10} {name}")
    print("All of it is there, row by row. It stays where it was copied from, too.")
