"""Asking a network who manages a conversation."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

from uno_chat.contract import DeliveryError, Ranked
from uno_chat.coordinator import AskRank
from uno_chat.runtime.faults import tell
from uno_chat.runtime.receiving import Account

log = logging.getLogger(__name__)

WITHIN: Final = 5.0
"""Seconds that a network gets: whoever pressed a button waits for it."""


def may_ask(accounts: Mapping[str, Account], asked: AskRank) -> bool:
    """Whether it is for this worker to ask a network; not if another one serves it."""
    account = accounts.get(asked.conversation.network)
    return account is None or account.is_open or account.served.is_set()


async def manages(accounts: Mapping[str, Account], asked: AskRank) -> bool | None:
    """What the network says, None if it does not answer."""
    account = accounts.get(asked.conversation.network)
    if account is None or not account.is_open or not isinstance(account.adapter, Ranked):
        return None
    try:
        async with asyncio.timeout(WITHIN):
            return await account.adapter.manages(asked.user, asked.conversation)
    except (DeliveryError, TimeoutError):
        return None
    except Exception as error:  # noqa: BLE001 - one broken adapter must not stop the others
        tell(log, error, "asking %s who manages a conversation", account.network)
        return None
