"""The benchmarks of the whole still run; what they measure is for people to read."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from uno_chat import game

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.mark.parametrize(
    ("name", "options", "rows"),
    [
        ("actions.py", ["--actions", "8", "--tables", "1,2"], 2),
        ("waiting_tables.py", ["--tables", "0,3"], 2),
        (
            "load.py",
            ["--tables", "2", "--actions", "2", "--workers", "1", "--engines", "sqlite"],
            1,
        ),
        ("pending_deadlines.py", ["--pending", "0,5", "--due", "3", "--idle", "0"], 2),
    ],
)
def test_a_benchmark_prints_a_row_for_each_size(
    folder: Path, name: str, options: list[str], rows: int
) -> None:
    command = [sys.executable, str(BENCHMARKS / name), *options, "--folder", str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stdout.splitlines()) == 1 + rows


def test_every_edition_and_every_switch_has_a_row_on_the_page_of_house_rules(folder: Path) -> None:
    command = [sys.executable, str(BENCHMARKS / "house_rules.py"), "--rounds", "2"]
    ran = subprocess.run([*command, "--folder", str(folder)], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr
    page = (folder / "house_rules.md").read_text(encoding="utf-8")
    usual = game.Options().as_mapping()
    switches = {f"{name}=on" for name, value in usual.items() if value is False} - {"strict=on"}
    wanted = {*switches, *(f"edition={name}" for name in game.EDITIONS)}
    assert not [rules for rules in wanted if f"`{rules}" not in page and f" {rules}`" not in page]
    plot = ET.parse(folder / "house_rules.svg")
    assert len(plot.findall(".//{*}circle")) == 3 * page.count("| `")


def test_a_day_is_forgotten_while_somebody_else_acts(postgres_programs: Path) -> None:
    command = [sys.executable, str(BENCHMARKS / "old_rows.py"), "--day", "500", "--tables", "50"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert postgres_programs.exists()
    assert ran.stdout.count("census of 50 open tables") == 2
    assert re.search(r"(?m)^forgotten: \d{3} rows and tables in", ran.stdout)


def test_races_between_two_networks_are_held() -> None:
    command = [sys.executable, str(BENCHMARKS / "two_networks.py"), "--races", "4"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    tables = [text.splitlines()[1:] for text in ran.stdout.split("\n\n")]
    assert [len(rows) for rows in tables] == [12, 12, 12]
    rows = [line.split() for rows in tables for line in rows]
    assert {row[-1] for row in rows if float(row[2]) < float(row[1])} == {"0"}


def test_whoever_has_to_move_waits_less_than_who_looks_on_where_calls_are_few() -> None:
    command = [sys.executable, str(BENCHMARKS / "few_calls.py"), "--hours", "2"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    rows = [[float(cell) for cell in line.split()] for line in ran.stdout.splitlines()[2:]]
    assert [row[0] for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert all(move <= looks for row in rows for move, looks in zip(row[1:4], row[4:], strict=True))


def test_the_rounds_in_which_people_prepare_are_played_to_their_end() -> None:
    command = [sys.executable, str(BENCHMARKS / "preplay.py"), "--rounds", "3"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    shares = [line.split()[-2] for line in ran.stdout.splitlines()[1:]]
    assert [share == "0%" for share in shares] == [True, False, False]
