"""The systemd unit is one that systemd understands, locks in, and gives time to stop."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from uno_chat.testing.telegram import LocalTelegram
from uno_chat.testing.telegram.hosting import hosts

EXPOSED_AT_MOST = 15
"""Of 100. What is left is that it talks to networks."""
DENIED = """
import ctypes, mmap, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0):
    sys.exit(77)
try:
    mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_EXEC)
except PermissionError:
    from uno_chat.cli import main
    sys.exit(main(["run"]))
"""
"""Ask of the kernel what MemoryDenyWriteExecute= asks (PR_SET_MDWE), see that it does, and run."""


UNITS = {
    "uno-chat.service": "/opt/uno-chat/bin/uno-chat",
    "uno-chat-backup.service": "/opt/uno-chat/deploy/backup.sh",
}
"""Every service, and the program that it starts."""


def settings_of(path: Path, of: str = "[Service]") -> dict[str, list[str]]:
    """The settings of a section, each with its values."""
    settings: dict[str, list[str]] = {}
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line
        elif line and line[0] != "#" and section == of:
            name, _, value = line.partition("=")
            settings.setdefault(name, []).append(value)
    return settings


@pytest.fixture
def unit(deploy: Path) -> dict[str, list[str]]:
    return settings_of(deploy / "uno-chat.service")


@pytest.fixture
def backup(deploy: Path) -> dict[str, list[str]]:
    return settings_of(deploy / "uno-chat-backup.service")


@pytest.fixture(params=sorted(UNITS))
def startable(request: pytest.FixtureRequest, deploy: Path, tmp_path: Path) -> Path:
    """A unit with a program that is there, as it is after the guide was followed."""
    name = str(request.param)
    program = UNITS[name]
    text = (deploy / name).read_text(encoding="utf-8")
    assert text.count(f"={program} ") == 1
    path = tmp_path / name
    path.write_text(text.replace(program, "/bin/true"), encoding="utf-8")
    return path


def analyzed(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *words], capture_output=True, text=True, check=False)


def test_systemd_finds_nothing_wrong_with_it(tool: Callable[[str], str], startable: Path) -> None:
    done = analyzed(tool("systemd-analyze"), "verify", str(startable))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    startable.write_text(startable.read_text().replace("PrivateTmp", "PrivateTemp"))
    done = analyzed(tool("systemd-analyze"), "verify", str(startable))
    assert "PrivateTemp" in done.stderr


def test_the_guide_makes_instances_of_it_with_a_user_in_common_and_ports_of_their_own(
    tool: Callable[[str], str], deploy: Path, tmp_path: Path, examples: Callable[[str], list[str]]
) -> None:
    text = (deploy / "uno-chat.service").read_text(encoding="utf-8")
    (tmp_path / "uno-chat@.service").write_text(
        text.replace(UNITS["uno-chat.service"], "/bin/true")
    )
    (block,) = (one for one in examples("ini") if "%i" in one)
    added = tmp_path / "uno-chat@.service.d" / "instance.conf"
    added.parent.mkdir()
    added.write_text(block)
    done = analyzed(tool("systemd-analyze"), "verify", str(tmp_path / "uno-chat@1.service"))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    added.write_text(block.replace("User", "Usr"))
    done = analyzed(tool("systemd-analyze"), "verify", str(tmp_path / "uno-chat@1.service"))
    assert "Usr" in done.stderr
    settings = settings_of(tmp_path / "uno-chat@.service.d" / "instance.conf", "[Service]")
    assert all(bind.endswith("%i") for bind in settings["Environment"])
    made = "\n".join(examples("sh"))
    assert "cp uno-chat.service uno-chat@.service" in made
    assert "uno-chat@.service.d/instance.conf" in made


def test_systemd_finds_it_locked_in(tool: Callable[[str], str], startable: Path) -> None:
    words = ("security", "--offline=true", "--no-pager", f"--threshold={EXPOSED_AT_MOST}")
    done = analyzed(tool("systemd-analyze"), *words, str(startable))
    assert done.returncode == 0, done.stdout[-300:]
    startable.write_text("[Service]\nExecStart=/bin/true\n")
    assert analyzed(tool("systemd-analyze"), *words, str(startable)).returncode != 0


def test_systemd_finds_nothing_wrong_with_the_timer(
    tool: Callable[[str], str], deploy: Path, tmp_path: Path
) -> None:
    text = (deploy / "uno-chat-backup.service").read_text(encoding="utf-8")
    program = UNITS["uno-chat-backup.service"]
    (tmp_path / "uno-chat-backup.service").write_text(text.replace(program, "/bin/true"))
    timer = tmp_path / "uno-chat-backup.timer"
    text = (deploy / timer.name).read_text(encoding="utf-8")
    timer.write_text(text)
    done = analyzed(tool("systemd-analyze"), "verify", str(timer))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    timer.write_text(text.replace("03:30:00", "33:30:00"))
    done = analyzed(tool("systemd-analyze"), "verify", str(timer))
    assert "33:30:00" in done.stderr


def test_whoever_makes_the_copies_is_locked_in_as_the_host_is(
    unit: dict[str, list[str]], backup: dict[str, list[str]]
) -> None:
    begins = list(unit).index("CapabilityBoundingSet")
    locks = {name: unit[name] for name in list(unit)[begins:]}
    assert len(locks) > 20
    assert {name: backup.get(name) for name in locks} == locks


def test_whoever_makes_the_copies_is_the_user_of_the_host(
    unit: dict[str, list[str]], backup: dict[str, list[str]]
) -> None:
    """Without a name of its own, a user who exists while a unit runs is called like that."""
    assert "User" not in unit
    assert (backup["User"], backup["DynamicUser"], unit["DynamicUser"]) == (
        ["uno-chat"],
        ["yes"],
        ["yes"],
    )
    (folders,) = backup["StateDirectory"]
    assert folders.split()[0] == unit["StateDirectory"][0]
    assert f"%S/{folders.split()[1]}" in backup["ExecStart"][0]
    ours = dict(text.split("=", 1) for text in unit["Environment"])
    assert backup["Environment"] == [f"UNO_CHAT_DATABASE_URL={ours['UNO_CHAT_DATABASE_URL']}"]


def test_the_guide_puts_everything_where_the_timer_finds_it(
    backup: dict[str, list[str]], examples: Callable[[str], list[str]], deploy: Path
) -> None:
    shell = "\n".join(examples("sh"))
    folder = Path(backup["ExecStart"][0].split()[0]).parent
    line = next(line for line in shell.splitlines() if f"-t {folder}" in line)
    for name in ("backup.sh", "connect.sh", "restore.sh"):
        assert f"deploy/{name}" in line
        assert (deploy / name).exists()
    for name in ("uno-chat-backup.service", "uno-chat-backup.timer"):
        assert f"deploy/{name}" in shell


def test_it_is_given_longer_to_stop_than_it_takes(unit: dict[str, list[str]]) -> None:
    (patience,) = map(int, unit["TimeoutStopSec"])
    assert patience > 10


def test_it_knows_where_everything_is(
    unit: dict[str, list[str]], known: Callable[[dict[str, str]], None]
) -> None:
    variables = dict(text.split("=", 1) for text in unit["Environment"])
    known(variables)
    folder = f"%S/{unit['StateDirectory'][0]}"
    assert variables["UNO_CHAT_DATABASE_URL"] == f"sqlite:///{folder}/uno-chat.db"
    lent = {text.partition(":")[0] for text in unit["LoadCredential"]}
    read = {value for name, value in variables.items() if name.endswith("_FILE")}
    assert read == {f"%d/{name}" for name in lent}


def test_the_guide_makes_what_it_loads(
    unit: dict[str, list[str]], examples: Callable[[str], list[str]]
) -> None:
    shell = "\n".join(examples("sh"))
    for text in unit["LoadCredential"]:
        assert f"/dev/stdin {text.partition(':')[2]}" in shell
    program = unit["ExecStart"][0].split()[0]
    assert f"venv {Path(program).parents[1]}" in shell
    guide = (Path(__file__).parents[2] / "deploy" / "README.md").read_text(encoding="utf-8")
    assert unit["EnvironmentFile"][0].lstrip("-") in guide


async def test_it_works_where_no_memory_is_both_written_and_run(tmp_path: Path) -> None:
    if sys.platform != "linux" or ctypes.CDLL(None).prctl(66, 0, 0, 0, 0) < 0:
        pytest.skip("this kernel cannot deny it")
    telegram = LocalTelegram()
    bot = telegram.bot("uno_test_bot")
    async with hosts(telegram, bot, tmp_path, program=DENIED) as (host,):
        await host.start(http_bind="127.0.0.1:0")
        await telegram.until(lambda: bot.polling)
        assert await host.stop() == 0
    assert "Traceback" not in host.log
