"""``uno-chat run``: serve the configured networks until SIGTERM or Ctrl-C, wholly or in part."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import secrets
import signal

from uno_chat import game
from uno_chat.cli.house import (
    adapter_of,
    config_argument,
    configuration,
    keep_tables,
    language_of,
    log_to,
    store_of,
    zone_of,
)
from uno_chat.cli.main import DONE, BadUse
from uno_chat.cli.playing import NETWORK
from uno_chat.contract import Puller, Shared, StoreError
from uno_chat.coordinator import CountedCrowd, House
from uno_chat.runtime import (
    ALL,
    Configuration,
    ConfigurationError,
    Role,
    Roles,
    Service,
    spare_what_is_there,
)
from uno_chat.runtime.addresses import Bind
from uno_chat.runtime.listening import listening

log = logging.getLogger(__name__)


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``run``."""
    config_argument(parser)
    parser.add_argument(
        "--only",
        metavar="ROLES",
        help="one or two of receive, work, send, with a comma between them: what this worker does, "
        "where others over the same PostgreSQL do the rest (default: everything)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    roles = _roles(args.only)
    config = configuration(args)
    log_to(config)
    try:
        service = _service(config, roles)
        asyncio.run(_serve(service, _door(config, service), config.metrics_bind))
    except (ConfigurationError, StoreError) as error:
        if config.log_format == "json":  # where lines are counted, that it ends is one of them
            log.critical("it cannot go on, so it ends: %s", error)
        raise
    return DONE


def _roles(only: str | None) -> Roles:
    """Raises BadUse."""
    if only is None:
        return ALL
    try:
        return frozenset(Role(name.strip()) for name in only.split(","))
    except ValueError:
        raise BadUse(
            f"--only {only} is unknown: name receive, work or send, with a comma between two."
        ) from None


def _service(config: Configuration, roles: Roles) -> Service:
    if not config.adapters:
        raise ConfigurationError(
            "No network to serve: name one, like UNO_CHAT_ADAPTERS=telegram (or play here: "
            "uno-chat play)."
        )
    if NETWORK in config.adapters:
        raise ConfigurationError("The terminal is served by uno-chat play: name another network.")
    adapters = [adapter_of(config, name) for name in config.adapters]
    house = House(
        networks={adapter.network: adapter.capabilities for adapter in adapters},
        seeds=lambda _table, _round: secrets.token_bytes(game.SEED_SIZE),
        zone=zone_of(config),
        language=language_of(config) or "en",
        operator=config.values.get("operator", ""),
        kept_tables=keep_tables(config),
        crowd=CountedCrowd(),
    )
    store = store_of(config)
    if roles != ALL and not isinstance(store, Shared):
        raise BadUse(
            "Work is shared over PostgreSQL; with SQLite one process does everything: leave --only."
        )
    return Service(house, store, adapters, roles=roles)


def _door(config: Configuration, service: Service) -> Bind | None:
    """Where to listen, if a network calls us or the operator wants to ask whether we live."""
    called = not all(isinstance(adapter.source, Puller) for adapter in service.adapters)
    return config.http_bind if called or config.values.get("http_bind") else None


async def _serve(service: Service, at: Bind | None, watched_at: Bind | None) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # no such signals on Windows
            loop.add_signal_handler(number, stop.set)
    async with contextlib.AsyncExitStack() as stack:
        if at is not None:  # before any network is told to call, and until the last has its answer
            await stack.enter_async_context(listening(service.door, at))
        if watched_at is not None:
            watched = listening(service.panel, watched_at, "metrics_bind")
            await stack.enter_async_context(watched)
        await stack.enter_async_context(service)
        spare_what_is_there()
        stopped = asyncio.create_task(stop.wait())
        fault = asyncio.create_task(service.failed())
        await asyncio.wait((stopped, fault), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if fault.done():
            fault.result()
        fault.cancel()
