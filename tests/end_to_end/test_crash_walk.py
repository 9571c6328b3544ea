"""A house that is killed while people play loses nothing, doubles nothing and leaks nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

WALK = Path(__file__).parents[1] / "benchmarks" / "crash_walk.py"


@pytest.mark.parametrize(("network", "kills"), [("plain", 15), ("idempotent", 8)])
def test_a_house_that_is_killed_again_and_again_goes_on(
    folder: Path, network: str, kills: int
) -> None:
    options = ["--network", network, "--kills", str(kills), "--folder", str(folder)]
    walk = subprocess.run(
        [sys.executable, str(WALK), *options], capture_output=True, text=True, check=False
    )
    assert walk.returncode == 0, walk.stdout + walk.stderr
