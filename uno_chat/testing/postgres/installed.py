"""Where the programs of PostgreSQL are on this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

VARIABLE: Final = "UNO_CHAT_POSTGRES"
"""Names the folder of PostgreSQL's programs, where it is not one of those that are looked into."""

ABSENT: Final = (
    "there is no PostgreSQL: install it (Debian and Ubuntu: postgresql), or name the folder of its"
    f" programs in {VARIABLE}"
)
_DEBIAN: Final = Path("/usr/lib/postgresql")


def found(environ: Mapping[str, str] = os.environ) -> Path | None:
    """The folder of the newest server's programs; None if there is none."""
    named = environ.get(VARIABLE)
    if named:
        places = [Path(named)]
    else:
        versions = [path for path in _DEBIAN.glob("*/bin") if path.parent.name.isdecimal()]
        places = sorted(versions, key=lambda path: int(path.parent.name), reverse=True)
        initdb = shutil.which("initdb")
        places += [Path(initdb).resolve().parent] if initdb else []
    return next((place for place in places if (place / "initdb").exists()), None)
