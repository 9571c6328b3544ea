"""``uno-chat play`` with what people put on its command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TURNED = "\u202eMallory"


def test_a_name_that_would_turn_text_round_is_shown_plain_and_gets_its_cards_again_and_again(
    tmp_path: Path,
) -> None:
    """The second time the table that waits knows the person by the plain name."""
    words = ["--plain", "--language", "en", "--seed", "3", "--players", "3", "--names", TURNED]
    place = {
        "UNO_CHAT_DATABASE_URL": f"sqlite:///{tmp_path}/play.db",
        "XDG_DATA_HOME": str(tmp_path),
    }
    for _ in range(2):
        ran = subprocess.run(
            [sys.executable, "-m", "uno_chat", "play", *words],
            input="",
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, **place},
            check=True,
        )
        assert "-- To Mallory --" in ran.stdout
        assert "Your hand (7)" in ran.stdout
        assert TURNED not in ran.stdout
        assert "must press Start" not in ran.stdout
