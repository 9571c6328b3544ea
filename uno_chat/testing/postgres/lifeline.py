"""Runs the command it is given for as long as somebody holds the other end of standard input.

So a server outlives no test run, however that one ends. ``lifeline.py USER COMMAND…``; the user is
empty for whoever runs this.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from threading import Thread
from types import FrameType


def _main(user: str, command: list[str]) -> int:
    server = subprocess.Popen(command, user=user or None, stdin=subprocess.DEVNULL)  # noqa: S603 - our own words

    def end(_number: int = 0, _frame: FrameType | None = None) -> None:
        server.send_signal(signal.SIGQUIT)  # at once, and nothing is left of it

    def until_let_go() -> None:
        sys.stdin.read()
        end()

    signal.signal(signal.SIGTERM, end)
    Thread(target=until_let_go, daemon=True).start()
    code = server.wait()
    os._exit(code if code >= 0 else 1)


if __name__ == "__main__":
    _main(sys.argv[1], sys.argv[2:])
