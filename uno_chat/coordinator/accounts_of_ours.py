"""What our own account on each network is found as, for people who read this on another one.

It is kept where every worker finds it: whoever answers need not be who has the account open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from uno_chat.contract import Transaction
from uno_chat.coordinator.tickets import OURS

_BEGINS: Final = "account "


def keep_account(tx: Transaction, network: str, found_as: str) -> None:
    """An account was opened."""
    name = f"{_BEGINS}{network}"
    if tx.memory(OURS, name).get(name, "") != found_as:
        tx.remember(OURS, {name: found_as or None})


def accounts_of_ours(tx: Transaction, networks: Iterable[str]) -> dict[str, str]:
    """As what we are found on each of these networks, where that is known."""
    kept = tx.memory(OURS, _BEGINS)
    found = ((network, kept.get(f"{_BEGINS}{network}")) for network in networks)
    return {network: name for network, name in found if name}
