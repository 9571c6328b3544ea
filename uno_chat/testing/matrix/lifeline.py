"""Run by the Python of Synapse: the homeserver, for as long as somebody holds the other end of
standard input. So it outlives no test run, however that one ends.
"""

from __future__ import annotations

import os
import runpy
import sys
from threading import Thread


def _until_let_go() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    Thread(target=_until_let_go, daemon=True).start()
    runpy.run_module("synapse.app.homeserver", run_name="__main__", alter_sys=True)
