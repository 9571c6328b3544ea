"""``uno-chat db upgrade`` and ``uno-chat db copy FROM``: what an operator does with a database."""

from __future__ import annotations

import argparse
import asyncio

from uno_chat.cli.house import config_argument, configuration, store_of
from uno_chat.cli.main import DONE, BadUse
from uno_chat.contract import Copying, Store, Upgradable


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``db``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    upgrade = actions.add_parser("upgrade", help="run what migrations are due", allow_abbrev=False)
    copy = actions.add_parser(
        "copy", help="take over everything from an SQLite database", allow_abbrev=False
    )
    copy.add_argument("source", metavar="FROM", help="its URL: sqlite:///PATH")
    for action in (upgrade, copy):
        config_argument(action)


def run(args: argparse.Namespace) -> int:
    """Do it and say so."""
    store = store_of(configuration(args))
    if args.action == "upgrade":
        asyncio.run(_upgrade(store))
        print("The database is up to date.")
    else:
        _copy(store, args.source)
    return DONE


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
