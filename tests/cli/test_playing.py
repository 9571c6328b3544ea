"""``uno-chat play`` with what people put on its command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TURNED = "\u202eMallory"


def playing(folder: Path, said: str, *words: str) -> str:
    """What is printed where these lines come from a pipe."""
    place = {"UNO_CHAT_DATABASE_URL": f"sqlite:///{folder}/play.db", "XDG_DATA_HOME": str(folder)}
    wanted = ["--plain", "--language", "en", "--seed", "3", "--players", "3", *words]
    ran = subprocess.run(
        [sys.executable, "-m", "uno_chat", "play", *wanted],
        input=said,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **place},
        check=True,
    )
    return ran.stdout


def test_a_name_that_would_turn_text_round_is_shown_plain_and_gets_its_cards_again_and_again(
    tmp_path: Path,
) -> None:
    """The second time the table that waits knows the person by the plain name."""
    for _ in range(2):
        told = playing(tmp_path, "", "--names", TURNED)
        assert "-- To Mallory --" in told
        assert "Your hand (7)" in told
        assert TURNED not in told
        assert "must press Start" not in told


@pytest.mark.parametrize("name", ["North", "South"])
def test_another_table_closes_all_that_wait_in_mid_round_or_not(tmp_path: Path, name: str) -> None:
    playing(tmp_path, "4\n/new\n", "--names", "North")
    told = playing(tmp_path, "tables\n", "--names", name, "--new")
    for number in (1, 2):
        assert f"At this terminal #{number}\nThe table was closed\n" in told
    assert "At this terminal #3 · round 1" in told
    assert "Your hand (7)" in told
    assert told.rpartition("Your tables")[2].split("\n")[1].startswith("At this terminal #3: ")
    assert "That can only be done" not in told
