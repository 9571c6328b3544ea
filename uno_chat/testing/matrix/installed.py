"""Where the Synapse of the tests lives: outside of our own environment, which it would crowd."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

VERSION: Final = "1.163.2"
CLIENT: Final = "0.26.0"
"""Of matrix-nio, for people whose client encrypts."""
_FOLDER: Final = f"synapse-{VERSION}-nio-{CLIENT}"
VARIABLE: Final = "SYNAPSE_PYTHON"
"""Names a Python that has Synapse, where it is not the one that ``install`` makes. It is no setting
of Uno Chat, which refuses what begins like one and is none.
"""

ABSENT: Final = (
    f"there is no Synapse: run `make synapse`, or name a Python that has it in {VARIABLE}"
)


def cached(environ: Mapping[str, str] = os.environ) -> Path:
    """The Python that ``install`` makes, be it there or not."""
    cache = Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "uno-chat" / _FOLDER / "bin" / "python"


def found(environ: Mapping[str, str] = os.environ) -> Path | None:
    """The Python that has Synapse; None if there is none."""
    python = Path(environ.get(VARIABLE) or cached(environ))
    return python if python.exists() else None


def install(environ: Mapping[str, str] = os.environ) -> Path:
    """Install Synapse into the cache folder of this user, unless there is one."""
    there = found(environ)
    if there is not None:
        return there
    python = cached(environ)
    half = python.parents[1].with_name(f"{_FOLDER}.part")
    subprocess.run([sys.executable, "-m", "venv", "--clear", half], check=True)  # noqa: S603 - our own words
    words = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    wanted = (f"matrix-synapse=={VERSION}", f"matrix-nio[e2e]=={CLIENT}")
    subprocess.run([half / "bin/python", *words, *wanted], check=True)  # noqa: S603 - our own words
    half.rename(python.parents[1])
    return python
