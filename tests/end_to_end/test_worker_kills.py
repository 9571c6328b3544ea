"""Two workers over one PostgreSQL lose and double nothing, whoever is killed meanwhile."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

KILLS = Path(__file__).parents[1] / "benchmarks" / "worker_kills.py"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
def test_a_match_is_played_to_its_end_by_workers_that_are_killed_again_and_again(
    postgres_programs: Path,  # noqa: ARG001 - skips where there are none
) -> None:
    ran = subprocess.run(
        [sys.executable, str(KILLS), "--workers", "2", "--tables", "1", "--gap", "3"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "'kill" in ran.stdout
