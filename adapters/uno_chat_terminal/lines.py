"""Lines of a stream, read in a thread of its own: a terminal, a pipe and a file are all the same.

The thread reads the descriptor through a reader of its own. Whoever waits in ``sys.stdin`` when
Python ends makes it end badly; and a loop cannot watch a plain file.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import TextIO


async def lines_of(stream: TextIO) -> AsyncIterator[str]:
    """Yield each line without its end; bytes that are no text are replaced."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def pump() -> None:
        with suppress(RuntimeError):  # the loop has ended: nobody is interested any more
            for line in _own_reader(stream):
                loop.call_soon_threadsafe(lines.put_nowait, line.rstrip("\r\n"))
            loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=pump, daemon=True, name="terminal lines").start()
    while (line := await lines.get()) is not None:
        yield line


def _own_reader(stream: TextIO) -> TextIO:
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):  # a stream in memory
        return stream
    return open(descriptor, encoding=stream.encoding, errors="replace", closefd=False)
