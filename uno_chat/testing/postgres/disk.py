"""A disk that is small enough to be filled, for a server that runs out of it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_CHUNK: Final = bytes(2**16)


@dataclass(frozen=True, slots=True)
class Disk:
    """Everything on it is in ``folder``."""

    folder: Path

    def fill(self) -> None:
        """Not a byte is free."""
        with suppress(OSError), self._ballast.open("ab", buffering=0) as file:
            while file.write(_CHUNK):
                pass

    def free(self) -> None:
        """There is room again."""
        self._ballast.unlink(missing_ok=True)

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"


@contextmanager
def small_disk(megabytes: int) -> Iterator[Disk | None]:
    """A disk in memory; None where we may not mount one, which takes root."""
    with TemporaryDirectory(prefix="uno-chat-disk-") as folder:
        size = f"size={megabytes}m,mode=0755"
        if not _ran("mount", "-t", "tmpfs", "-o", size, "uno-chat", folder):
            yield None
            return
        try:
            yield Disk(Path(folder))
        finally:
            _ran("umount", "--lazy", folder)


def _ran(*command: str) -> bool:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    return subprocess.run(command, capture_output=True, check=False).returncode == 0  # noqa: S603 - our own words
