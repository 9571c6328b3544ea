"""``uno-chat db upgrade``: bring the database up to date."""

from __future__ import annotations

import argparse
import asyncio

from uno_chat.cli.house import config_argument, configuration, store_of
from uno_chat.cli.main import DONE
from uno_chat.contract import Store, Upgradable


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``db``."""
    parser.add_argument("action", choices=["upgrade"], help="upgrade: run what migrations are due")
    config_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Migrate and say so."""
    store = store_of(configuration(args))
    asyncio.run(_upgrade(store))
    print("The database is up to date.")
    return DONE


async def _upgrade(store: Store) -> None:
    if isinstance(store, Upgradable):
        await store.upgrade()
    else:
        await store.open()
        await store.close()
