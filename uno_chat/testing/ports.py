"""A port of the loopback interface for a program that has to be told one."""

from __future__ import annotations

import random
import socket
from typing import Final

_ASKED_FOR: Final = range(20_000, 32_768)
"""Below those that the system gives to whoever asks for any, which every connection does: one of
them is soon somebody else's.
"""


def free_port() -> int:
    """One on which nobody listens, and which stays free until it is used, and between two uses."""
    while True:
        port = random.choice(_ASKED_FOR)
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
