"""``uno-chat check``: what works and what does not, one line each with the remedy."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator

from uno_chat.cli.house import adapter_of, config_argument, configuration, store_of
from uno_chat.cli.main import DONE, NO
from uno_chat.contract import (
    AccountRefused,
    Adapter,
    Examined,
    Finding,
    RetryLater,
    Store,
    StoreError,
)
from uno_chat.runtime import Configuration, ConfigurationError
from uno_chat.views import LONGEST_CONTACT, cut


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``check``."""
    config_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print a line for everything that was tested; NO if one of them failed."""
    return asyncio.run(_check(configuration(args)))


async def _check(config: Configuration) -> int:
    code = DONE
    async for name, trouble in _tests(config):
        print(f"ok    {name}" if trouble is None else f"FAIL  {name}: {trouble}")
        code = code if trouble is None else NO
    return code


async def _tests(config: Configuration) -> AsyncIterator[tuple[str, str | None]]:
    """What is tested, and what is wrong with it."""
    for found in await _database(config):
        yield found
    if contact := config.values.get("operator"):
        yield "operator", _too_long(contact)
    if not config.adapters:
        yield "networks", "none is named: set UNO_CHAT_ADAPTERS, like telegram"
    for name in config.adapters:
        for found in await _network(config, name):
            yield found


def _too_long(contact: str) -> str | None:
    """The page that says who runs the house has room for a line."""
    whole = " ".join(contact.split())
    if cut(whole, LONGEST_CONTACT) == whole:
        return None
    return (
        f"UNO_CHAT_OPERATOR is too long, people read only its first {LONGEST_CONTACT} characters:"
        " make it a name and an address"
    )


async def _database(config: Configuration) -> list[tuple[str, str | None]]:
    try:
        findings = await _looked_at(store_of(config))
    except (StoreError, ConfigurationError) as error:
        return [("database", str(error))]
    return [("database", None), *((f"database: {one.name}", one.trouble) for one in findings)]


async def _looked_at(store: Store) -> tuple[Finding, ...]:
    """Opening may bring a database up to date; who can look without that does."""
    if isinstance(store, Examined):
        return await store.examine()
    await store.open()
    await store.close()
    return ()


async def _network(config: Configuration, name: str) -> list[tuple[str, str | None]]:
    try:
        findings = await _examined(adapter_of(config, name))
    except (AccountRefused, ConfigurationError) as error:
        return [(name, str(error))]
    except RetryLater as later:
        return [(name, f"not reachable now: {later}. Check its address, and the way there.")]
    told = [(f"{name}: {finding.name}", finding.trouble) for finding in findings]
    return [(name, None), *told]


async def _examined(adapter: Adapter) -> tuple[Finding, ...]:
    """Opening tells a network where we are; who can look without that does."""
    try:
        if isinstance(adapter, Examined):
            return await adapter.examine()
        await adapter.open()
        return ()
    finally:
        await adapter.close()
