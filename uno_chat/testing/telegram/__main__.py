"""Runs a local Telegram until stopped: its address on the first line, the world over its control.

python -m uno_chat.testing.telegram [--port N] [--ephemeral] [--no-limit]
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from uno_chat.testing.telegram import BotApiServer, Limit, LocalTelegram, going


async def _run(*, port: int, ephemeral: bool, limited: bool) -> None:
    limit = Limit() if limited else None
    server = BotApiServer(LocalTelegram(clock=going(), limit=limit, ephemeral=ephemeral))
    sys.stdout.write(f"{await server.start(port)}\n")
    sys.stdout.flush()
    try:
        await asyncio.Event().wait()
    finally:
        await server.stop()


def main() -> None:
    """Read the options and serve."""
    parser = argparse.ArgumentParser(prog="python -m uno_chat.testing.telegram")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--ephemeral", action="store_true")
    parser.add_argument("--no-limit", dest="limited", action="store_false")
    options = parser.parse_args()
    try:
        asyncio.run(_run(port=options.port, ephemeral=options.ephemeral, limited=options.limited))
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()
