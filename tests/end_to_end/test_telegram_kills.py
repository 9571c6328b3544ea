"""Whoever plays over Telegram reads the same whether the process is killed meanwhile or not."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

KILLS = Path(__file__).parents[1] / "benchmarks" / "telegram_kills.py"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
def test_two_matches_read_the_same_when_the_process_is_killed_again_and_again(
    folder: Path,
) -> None:
    ran = subprocess.run(
        [sys.executable, str(KILLS), "--folder", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    kills = int(ran.stdout.splitlines()[1].split()[2])
    assert kills >= 1
