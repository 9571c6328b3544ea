"""Bad use ends with exit code 2 and one sentence that says what to do; nothing is traced back."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from uno_chat.cli import main
from uno_chat.testing.patience import PATIENCE

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "game" / "golden" / "classic.jsonl"


def uno_chat(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "uno_chat", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "the following arguments are required: COMMAND; see uno-chat --help"),
        ("simulat", "there is no command 'simulat'; did you mean 'simulate'?"),
        ("simulate --playrs 4", "there is no --playrs; did you mean --players?"),
        ("simulate --round=4", "there is no --round=4; did you mean --rounds?"),
        ("simulate 4 5", "nothing is known to do with 4 5; see uno-chat simulate --help"),
        ("simulate --players four", "argument --players: invalid int value: 'four'; see "),
        ("simulate --players 1", "--players is a number from 2 to 10, not 1."),
        ("simulate --players 11", "A round has 2 to 10 seats, not 11."),
        ("simulate --rounds 0", "--rounds is a number from 1 to 1000000000, not 0."),
        ("simulate --jobs 0", "--jobs is a number from 1, not 0."),
        ("simulate --strategy esy", "there is no strategy 'esy'; did you mean 'easy'?"),
        ("simulate --strategy easy,hard,easy", "--strategy names 3 players: name one for all, or"),
        ("simulate --rules stacking", "--rules is written like stacking=same,goal=200; 'stacking'"),
        ("simulate --rules goals=3", "--rules: There is no option 'goals'; did you mean 'goal'?"),
        (
            "simulate --rules goal=0,scoring=lowest",
            "--rules: scoring=lowest does not go with goal=0",
        ),
        ("replay", "the following arguments are required: record; see uno-chat replay --help"),
        ("replay no/such/file", "no/such/file cannot be read: No such file or directory."),
        (f"replay {GOLDEN} --at -1", "--at is the number of an event, from 0, not -1."),
        ("run --only pull", "--only pull is unknown: name receive, work or send, with a comma"),
        ("scenario", "the following arguments are required: PATH; see uno-chat scenario --help"),
    ],
)
def test_one_sentence_says_what_is_wrong(words: str, said: str) -> None:
    done = uno_chat(*words.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"uno-chat: {said}")
    assert done.stderr.count("\n") == 1


def test_a_scenario_file_that_cannot_be_read_is_bad_use(tmp_path: Path) -> None:
    done = uno_chat("scenario", str(tmp_path / "none.json"))
    assert done.returncode == 2
    assert "none.json" in done.stderr
    assert done.stderr.count("\n") == 1


def test_half_a_character_in_a_scenario_is_said_in_a_sentence(
    tmp_path: Path,
) -> None:
    path = tmp_path / "half.json"
    path.write_text('[{"id": "\\ud800", "players": ["A", "B"]}]', encoding="utf-8")
    done = uno_chat("scenario", str(path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_help_names_every_command() -> None:
    done = uno_chat("--help")
    assert done.returncode == 0
    for name in ("play", "run", "scenario", "simulate", "replay", "record", "check", "db"):
        assert f"    {name} " in done.stdout


def test_help_is_quick_because_it_loads_no_room() -> None:
    code = "import atexit, sys; atexit.register(lambda: print(*sys.modules))"
    code += "; import uno_chat.cli; uno_chat.cli.main(['--help'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rooms = {name.split(".")[1] for name in done.stdout.split() if name.startswith("uno_chat.")}
    assert rooms == {"cli", "contract"}


TELEGRAM = {
    "ADAPTERS": "telegram",
    "TELEGRAM_TOKEN": "123456:ABC-made-up-token-of-thirty-five-ch",
    "TELEGRAM_MODE": "webhook",
    "TELEGRAM_API_URL": "http://127.0.0.1:9",
    "WEBHOOK_URL": "https://uno.example.org",
    "WEBHOOK_SECRET": "a-secret-of-some-length-1234",
}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"TELEGRAM_MODE": "webhok"}, "telegram_mode is polling or webhook, not 'webhok'."),
        ({"WEBHOOK_SECRET": "short"}, "webhook_secret must be 16 to 256 letters, digits, _ and -"),
        ({"WEBHOOK_URL": ""}, "webhook_url in environment variable UNO_CHAT_WEBHOOK_URL is empty"),
        ({"WEBHOOK_URL": "uno.example.org"}, "webhook_url is the address of this server as the"),
        ({"WEBHOOK_URL": "https://uno.example.org/in/telegram"}, "without /in/telegram (that is"),
        (
            {"HTTP_BIND": "8080"},
            "http_bind is written like 127.0.0.1:8080 or [::1]:8080, not '8080'",
        ),
    ],
)
def test_a_webhook_that_cannot_work_is_told_before_anything_is_tried(
    tmp_path: Path, wrong: dict[str, str], said: str
) -> None:
    ran = hosting(tmp_path, wrong)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert said in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert "ABC-made-up" not in ran.stderr


def test_that_it_ends_is_an_event_too_where_events_are_counted(tmp_path: Path) -> None:
    ran = hosting(tmp_path, {"TELEGRAM_MODE": "webhok", "LOG_FORMAT": "json"})
    event, sentence = ran.stderr.splitlines()
    told = json.loads(event)
    assert (told["level"], told["event"]) == ("CRITICAL", "it cannot go on, so it ends: %s")
    assert sentence == f"uno-chat: {told['why']}"


def test_a_port_that_is_taken_is_told_before_a_network_is_told_to_call(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        at = f"127.0.0.1:{taken.getsockname()[1]}"
        ran = hosting(tmp_path, {"HTTP_BIND": at})
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        f"uno-chat: Cannot listen on {at}: Address already in use. Set http_bind to a free address"
        " of this machine.\n"
    )


def hosting(tmp_path: Path, wrong: dict[str, str]) -> subprocess.CompletedProcess[str]:
    given = {f"UNO_CHAT_{name}": value for name, value in (TELEGRAM | wrong).items()}
    kept = {name: value for name, value in os.environ.items() if "UNO_CHAT" not in name}
    env = {**kept, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), **given}
    words = [sys.executable, "-m", "uno_chat", "run"]
    return subprocess.run(
        words, env=env, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE
    )


def test_a_full_disk_is_said_in_a_sentence() -> None:
    command = [sys.executable, "-m", "uno_chat", "simulate", "--rounds", "5", "--jobs", "1"]
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 1
    assert "No space left" in ran.stderr
    assert "Traceback" not in ran.stderr


TOO_LONG = (
    "FAIL  operator: UNO_CHAT_OPERATOR is too long, people read only its first 120 characters: make"
    " it a name and an address"
)


@pytest.mark.parametrize(
    ("contact", "told"),
    [
        ("Uno e.V.,  uno@example.org", "ok    operator"),
        (
            "🃏" * 61,
            TOO_LONG,
        ),
    ],
)
def test_check_tells_what_nobody_would_read_of_who_runs_it(
    contact: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("UNO_CHAT_DATABASE_URL", f"sqlite:///{tmp_path}/games.db")
    monkeypatch.setenv("UNO_CHAT_OPERATOR", contact)
    assert main(["check"]) == 1  # no network is named
    assert told in capsys.readouterr().out.splitlines()
