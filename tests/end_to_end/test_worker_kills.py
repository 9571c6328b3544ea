"""Several workers over one PostgreSQL lose, double and leak nothing, whatever goes wrong."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

KILLS = Path(__file__).parents[1] / "benchmarks" / "worker_kills.py"

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that"
)


def ran(*words: str) -> str:
    """What the benchmark prints; it finds nothing wrong."""
    command = [sys.executable, str(KILLS), "--workers", "3", "--tables", "1", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_everything_goes_wrong_once(
    postgres_programs: Path,  # noqa: ARG001 - skips where there are none
) -> None:
    assert "15 troubles, 0 faults" in ran("--each", "--gap", "0.5")
