"""Several workers over one PostgreSQL lose, double and leak nothing, whatever goes wrong."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from uno_chat.testing.traces import LONGEST, traces

KILLS = Path(__file__).parents[1] / "benchmarks" / "worker_kills.py"

FEW = ("--tables", "1", "--networks", "1")

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that"
)


def ran(*words: str) -> str:
    """What the benchmark prints; it finds nothing wrong."""
    command = [sys.executable, str(KILLS), "--workers", "3", *FEW, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_everything_goes_wrong_once(
    postgres_programs: Path,  # noqa: ARG001 - skips where there are none
) -> None:
    assert "15 troubles, 0 faults" in ran("--each", "--gap", "0.5")


def test_whatever_breaks_in_a_worker_is_told_with_its_trace(tmp_path: Path) -> None:
    (tmp_path / "worker-0.log").write_text(
        "2026-11-30 10:00:00,000 7 ERROR The connection was lost.\n"
        "2026-11-30 10:00:01,000 7 ERROR Task exception was never retrieved\n"
        "Traceback (most recent call last):\n"
        "KeyError\n"
        "2026-11-30 10:00:02,000 8 INFO it begins\n",
        "utf-8",
    )
    (tmp_path / "worker-1.log").write_text(
        "Fatal Python error: Segmentation fault\n"
        + "a frame\n" * LONGEST
        + "2026-11-30 10:00:00,000 9 ERROR handling inbox row 3 raised KeyError at work:1\n",
        "utf-8",
    )
    first, second, third = traces(tmp_path)
    assert first.startswith("worker-0.log: 2026-11-30 10:00:01")
    assert first.endswith("Traceback (most recent call last):\nKeyError")
    assert second.startswith("worker-1.log: Fatal Python error")
    assert len(second) < LONGEST + 20
    assert "inbox row 3" in third
