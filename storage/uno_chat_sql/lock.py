"""One process per file: a lock on a side file, let go by the system when the process dies."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from uno_chat.contract import InUse

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        os.lseek(handle, 1 << 20, os.SEEK_SET)  # beyond the number, which others want to read
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock(database: Path) -> int:
    """Lock the side file of a database and return its handle, to be closed when done; raises
    InUse when another process holds it.
    """
    side = database.with_name(database.name + ".lock")
    handle = os.open(side, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(handle)
    except OSError as error:
        os.close(handle)
        holder = side.read_text("ascii", "replace").strip()
        raise InUse(
            f"{database} is in use by another Uno Chat (process {holder or 'unknown'}): stop that"
            " one first, or choose another database."
        ) from error
    os.ftruncate(handle, 0)
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, b"%d\n" % os.getpid())
    return handle
