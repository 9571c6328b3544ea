"""``uno-chat run``: serve the configured networks until SIGTERM or Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
import signal

from uno_chat import game
from uno_chat.cli.house import (
    adapter_of,
    config_argument,
    configuration,
    language_of,
    log_to,
    store_of,
    zone_of,
)
from uno_chat.cli.main import DONE
from uno_chat.cli.playing import NETWORK
from uno_chat.contract import Adapter, Puller
from uno_chat.coordinator import House
from uno_chat.runtime import Configuration, ConfigurationError, Service


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``run``."""
    config_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    config = configuration(args)
    log_to(config)
    service = _service(config)
    asyncio.run(_serve(service))
    return DONE


def _service(config: Configuration) -> Service:
    if not config.adapters:
        raise ConfigurationError(
            "No network to serve: name one, like UNO_CHAT_ADAPTERS=telegram (or play here: "
            "uno-chat play)."
        )
    if NETWORK in config.adapters:
        raise ConfigurationError("The terminal is served by uno-chat play: name another network.")
    adapters = [_pulling(adapter_of(config, name)) for name in config.adapters]
    house = House(
        networks={adapter.network: adapter.capabilities for adapter in adapters},
        seeds=lambda _table, _round: secrets.token_bytes(game.SEED_SIZE),
        zone=zone_of(config),
        language=language_of(config) or "en",
    )
    return Service(house, store_of(config), adapters)


def _pulling(adapter: Adapter) -> Adapter:
    """Only networks that are asked are served so far; there is no door for those that call."""
    if not isinstance(adapter.source, Puller):
        raise ConfigurationError(
            f"Webhooks are not served yet: leave {adapter.network}_mode at polling."
        )
    return adapter


async def _serve(service: Service) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # no such signals on Windows
            loop.add_signal_handler(number, stop.set)
    async with service:
        stopped = asyncio.create_task(stop.wait())
        fault = asyncio.create_task(service.failed())
        await asyncio.wait((stopped, fault), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if fault.done():
            fault.result()
        fault.cancel()
