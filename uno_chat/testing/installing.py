"""Distributions as they are installed: wheels that are built without the network, and an
environment that holds them and nothing of the clone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path


def ran(*command: str | Path, at: Path) -> str:
    """What a program prints; it must succeed."""
    clone = {"PYTHONPATH", "PYTHONHOME"}  # they would lead back into it
    kept = {name: value for name, value in os.environ.items() if name not in clone}
    done = subprocess.run(  # noqa: S603 - a test's own words
        command, cwd=at, env=kept, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def wheel_of(project: Path, into: Path) -> Path:
    """Build the wheel of a project by the hatchling that is here."""
    ran(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", into, at=project)
    newest, *_ = sorted(into.glob("*.whl"), key=lambda path: path.stat().st_mtime, reverse=True)
    return newest


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment in a folder; what ours holds is lent to it.

    A path in a .pth file lends packages without its own .pth files, so the clone stays out.
    """

    home: Path

    @classmethod
    def empty(cls, home: Path) -> Installed:
        """One with nothing but what is lent."""
        venv.create(home, symlinks=True)
        here = cls(home)
        lent = sysconfig.get_path("purelib") + "\n"
        (here._path("purelib") / "lent.pth").write_text(lent, encoding="utf-8")
        return here

    @property
    def programs(self) -> Path:
        """The folder of its programs."""
        return self._path("scripts")

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.programs / "python"

    def install(self, *what: str | Path) -> None:
        """Let pip of ours install something into it, with these words."""
        pip = (sys.executable, "-m", "pip", "--python", self.python, "--disable-pip-version-check")
        ran(*pip, "install", "--quiet", *what, at=self.home)

    def add(self, wheel: Path) -> None:
        """Put a wheel into it, and nothing that it needs."""
        self.install("--isolated", "--no-index", "--no-deps", "--ignore-installed", wheel)

    def _path(self, name: str) -> Path:
        at = {"base": str(self.home), "platbase": str(self.home)}
        return Path(sysconfig.get_path(name, "venv", vars=at))
