"""``uno-chat people export|forget ACCOUNT``: what a host does who is asked."""

from __future__ import annotations

import argparse
import asyncio
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

from uno_chat import game
from uno_chat.cli.house import config_argument, configuration, language_of, store_of
from uno_chat.cli.main import DONE, BadUse
from uno_chat.contract import Player, Store, Transaction, User
from uno_chat.coordinator import House, UnreadableTable, exported, forget
from uno_chat.runtime import Configuration

T = TypeVar("T")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``people``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, does in (
        ("export", "print all that is kept of a person, a JSON object a line"),
        ("forget", "forget a person with all accounts, which cannot be undone"),
    ):
        action = actions.add_parser(name, help=does, description=does, allow_abbrev=False)
        action.add_argument("account", help="one of the accounts, like telegram:1234567")
        config_argument(action)


def run(args: argparse.Namespace) -> int:
    """Do it for whoever has this account."""
    config = configuration(args)
    user = _user(args.account)
    if args.action == "export":
        for line in _do(store_of(config), lambda tx: exported(tx, _player(tx, user))):
            print(line)
        return DONE
    try:
        count = _do(store_of(config), lambda tx: _forgotten(tx, config, _player(tx, user)))
    except UnreadableTable as error:
        raise BadUse(str(error)) from None
    print(f"Forgotten, with {count} account{'' if count == 1 else 's'}.")
    return DONE


def _user(text: str) -> User:
    try:
        return User.parse(text)
    except ValueError:
        raise BadUse(
            f"{text} is no account: write its network and its id there, like telegram:1234567."
        ) from None


def _player(tx: Transaction, user: User) -> Player:
    player = tx.player(user)
    if player is None:
        raise BadUse(f"Nobody with the account {user} is known.")
    return player


def _forgotten(tx: Transaction, config: Configuration, player: Player) -> int:
    house = House(
        networks={},
        seeds=lambda _table, _round: secrets.token_bytes(game.SEED_SIZE),
        language=language_of(config) or "en",
    )
    now = datetime.now(UTC)
    forget(house, tx, player, f"host {now.isoformat()}", now)
    return len(player.users)


def _do(store: Store, body: Callable[[Transaction], T]) -> T:
    async def opened() -> T:
        await store.open()
        try:
            return await store.transact(body)
        finally:
            await store.close()

    return asyncio.run(opened())
