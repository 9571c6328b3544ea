"""The README shows what really happens: its game is played again, letter by letter."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, time, timedelta
from pathlib import Path

import pytest

from uno_chat.contract import Quota
from uno_chat.coordinator.connecting import MOST
from uno_chat.coordinator.reminding import MOST_A_DAY
from uno_chat.runtime.pulse import CALM
from uno_chat.table import IN_GROUPS, habits, vacation
from uno_chat.table.absence import STRIKES
from uno_chat.table.pace import PRESETS, SHORT, Night, Pace
from uno_chat.views import Reader
from uno_chat_matrix import CAPABILITIES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TRANSCRIPT = re.compile(r"is what\s+`(printf .*?)`\s+prints:\n\n```text\n(.*?)```", re.DOTALL)
TOLD = re.compile(r"is what\s+`python (\S+) (\w+)`\s+prints:\n\n```text\n(.*?)```", re.DOTALL)
STORIES = {story: (script, text) for script, story, text in TOLD.findall(README)}
PACE = re.compile(r"^\| `([a-z]+)`(?:, unless agreed otherwise)? \| (.*) \|$", re.MULTILINE)
ON_MATRIX = CAPABILITIES.per_account
NIGHTS = {Night.COUNTS: "counts", Night.STOPS: "stands still", Night.ROLLS: "no turn ends"}

Shell = Callable[[str], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A new machine: no games yet, and `uno-chat` as it is installed here."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": path, "HOME": str(tmp_path), "LANG": "C.UTF-8"}

    def run(line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", line],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_the_transcript_is_what_the_command_prints(shell: Shell) -> None:
    found = TRANSCRIPT.search(README)
    assert found is not None
    command, transcript = found.groups()
    assert shell(command).stdout.strip() == transcript.strip()


@pytest.mark.parametrize("story", ["evening", "week", "turn"])
def test_the_pages_shown_are_those_that_people_got(story: str) -> None:
    script, text = STORIES[story]
    command = [sys.executable, str(ROOT / script), story]
    ran = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    assert ran.stdout.strip() == text.strip(), ran.stderr


@pytest.mark.reported("T5")
def test_the_paces_shown_are_those_that_are_played() -> None:
    shown = {name: tuple(told.split(" | ")) for name, told in PACE.findall(README)}
    assert tuple(shown) == tuple(PRESETS)
    assert shown.pop("untimed")[0] == "no limit"
    assert PRESETS["untimed"].pace == Pace(None)
    assert shown == {name: cells(PRESETS[name].pace) for name in shown}
    assert "`daily`, unless agreed otherwise" in README
    assert PRESETS["daily"].pace == IN_GROUPS.pace


def cells(pace: Pace) -> tuple[str, ...]:
    assert pace.base is not None
    times = map(Reader("en", UTC, "").span, (pace.base, pace.bank, pace.refill))
    return (*times, NIGHTS[pace.night], "do not count" if pace.weekend else "count")


@pytest.mark.parametrize(
    ("told", "so"),
    [
        ("(22:30 to 8:00 unless told)", (time(22, 30), time(8)) == habits.NIGHT),
        ("From four hours a turn on", timedelta(hours=4) == SHORT),
        ("Beyond eight a day", MOST_A_DAY == 8),
        ("begins with 4 days and earns 14 a year", timedelta(days=4) == vacation.CREDIT),
        ("earns 14 a year", 365 // vacation.EARNED_IN == 14),
        ("After three turns in a row", STRIKES == 3),
        ("in the first ten minutes", timedelta(minutes=10) == CALM),
        ("| 10 messages at once, then one in 5 seconds", Quota(10, 50, refills=True) == ON_MATRIX),
        ("can be shown in ten groups", MOST == 10),
    ],
)
def test_the_figures_are_those_that_count(told: str, *, so: bool) -> None:
    assert told in " ".join(README.split())
    assert so


def test_every_command_shown_is_one_that_exists(shell: Shell) -> None:
    shown = set(re.findall(r"uno-chat ([a-z]+)", README))
    assert shown >= {"play", "run", "check", "record", "replay", "simulate", "scenario"}
    for name in shown:
        assert shell(f"uno-chat {name} --help").returncode == 0, name


def test_every_way_to_play_shown_is_taken(shell: Shell) -> None:
    ways = re.findall(r"^uno-chat play (.*?)(?:\s+#.*)?$", README, re.MULTILINE)
    assert len(ways) >= 3
    for options in ways:
        ran = shell(f"uno-chat play --plain --new {options} </dev/null")
        assert (ran.returncode, ran.stderr) == (0, ""), options
        assert ran.stdout


def test_the_record_of_a_round_played_here_replays(shell: Shell) -> None:
    play = "uno-chat play --plain --seed 1 --names North --players 2 --level hard"
    idle = "yes $'draw\\nkeep\\naccept' | head -100"  # what does not fit is refused in a sentence
    ran = shell(f"{idle} | {play} && uno-chat record 1 > round.jsonl")
    assert ran.returncode == 0, ran.stderr
    assert shell("uno-chat replay round.jsonl").returncode == 0
    shell("sed -i '$!s/\"R/\"G/' round.jsonl")
    broken = shell("uno-chat replay round.jsonl")
    assert broken.returncode == 1
    assert "line" in broken.stderr.casefold()
