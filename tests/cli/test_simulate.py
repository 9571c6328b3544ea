"""`uno-chat simulate`: the keys that others rely on, the same figures from any number of jobs."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from uno_chat.cli.main import main
from uno_chat.cli.rounds import Plan, Tally, play_all
from uno_chat.cli.simulate import figures, progress
from uno_chat.game import Options
from uno_chat.testing.agreements import each_alone
from uno_chat.testing.patience import PATIENCE

ROOT = Path(__file__).parents[2]
KEYS = {
    "rounds",
    "turns_mean",
    "turns_p99",
    "wins",
    "points_mean",
    "moves",
    "moves_per_second",
    "strategies",
}


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["simulate", *words, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_json_has_exactly_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "--players", "3", "--rounds", "5", "--jobs", "1")
    assert set(found) == KEYS
    assert found["rounds"] == 5
    assert found["strategies"] == ["easy"] * 3


def test_without_json_every_figure_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--rounds", "2", "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0].replace(" ", "_") for line in lines] == [
        *("rounds", "turns_mean", "turns_p99", "wins", "points_mean", "moves"),
        *("moves_per_second", "strategies"),
    ]


def test_the_number_of_jobs_changes_nothing_but_the_time() -> None:
    plan = Plan(("easy", "normal"), Options(), seed=5, rounds=60)
    heard: list[int] = []
    alone, together = play_all(plan, 1, heard.append), play_all(plan, 2, lambda _: None)
    assert [getattr(alone, name) for name in ("wins", "points", "turns", "moves")] == [
        getattr(together, name) for name in ("wins", "points", "turns", "moves")
    ]
    assert heard == [25, 50, 60]


def test_rules_and_strategies_are_those_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--players", "2", "--rounds", "20", "--seed", "3", "--jobs", "1")
    plain = simulated(capsys, *words)
    stacked = simulated(capsys, *words, "--rules", "stacking=same, uno_mode=auto")
    sensible = simulated(capsys, *words, "--strategy", "normal,easy")
    assert sensible["strategies"] == ["normal", "easy"]
    assert len({found["turns_mean"] for found in (plain, stacked, sensible)}) == 3


@pytest.mark.parametrize("rules", each_alone(), ids=" ".join)
def test_every_edition_and_every_house_rule_is_simulated(
    capsys: pytest.CaptureFixture[str], rules: dict[str, object]
) -> None:
    seats = Options.of(rules).seats
    players = str(3 if 3 in seats else seats[0])
    typed = ",".join(f"{name}={_typed(value)}" for name, value in rules.items())
    words = ("--players", players, "--rounds", "2", "--jobs", "1", "--rules", typed)
    found = simulated(capsys, *words)
    assert sum(json.loads(str(found["wins"]))) == 2


def _typed(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def test_the_figures_are_means_over_all_rounds() -> None:
    turns = Counter({10: 98, 50: 1, 90: 1})
    plan = Plan(("easy", "easy"), Options(), 1, 100)
    found = figures(plan, Tally((60, 40), 5000, turns, 1200, 0, 0.01))
    assert found == {
        "rounds": 100,
        "turns_mean": 11.2,
        "turns_p99": 50,
        "wins": [60, 40],
        "points_mean": 50.0,
        "moves": 1200,
        "moves_per_second": 120_000,
        "strategies": ["easy", "easy"],
    }


def test_a_long_run_says_now_and_then_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    report = progress(400, lambda: now[0])
    for done in (100, 200, 300, 400):
        now[0] += 1.5
        report(done)
    assert capsys.readouterr().err == "200 of 400 rounds, about 3 s left\n"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Where tests run in the background of a shell, nothing that they start can be interrupted."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_it_can_be_interrupted_and_leaves_nothing_running(jobs: str) -> None:
    command = [sys.executable, "-m", "uno_chat", "simulate", "--rounds", "1000000", "--jobs", jobs]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stderr is not None
        assert "of 1000000 rounds" in running.stderr.readline()
        os.killpg(running.pid, signal.SIGINT)
        # Its end is the end of every process that holds the same standard error.
        out, errors = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out) == (130, "")
    assert "Traceback" not in errors


@pytest.mark.parametrize("players", ["2", "4", "10"])
def test_the_easy_player_gives_the_reference_figures(players: str) -> None:
    script = ROOT / "tests" / "benchmarks" / "reference_figures.py"
    command = [sys.executable, str(script), "--players", players, "--rounds", "4000"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def ran(script: str, *words: str) -> str:
    """What a benchmark prints."""
    command = [sys.executable, str(ROOT / "tests" / "benchmarks" / script), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_one_command_plays_every_combination() -> None:
    assert "longer than 5000 turns: 0\n" in ran("every_rule.py", "--rounds", "20")
