"""The container file builds what it says, of what is there; compose runs it locked in."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import site
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

Instruction = tuple[str, str]
Parsed = Mapping[str, Any]
"""What stands in a YAML file; what is not there raises KeyError."""


@pytest.fixture
def instructions(deploy: Path) -> list[Instruction]:
    """Name and words of every instruction, with its lines joined."""
    text = re.sub(r"^#.*\n", "", (deploy / "Containerfile").read_text("utf-8"), flags=re.MULTILINE)
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line]
    return [(name, words.strip()) for name, _, words in (line.partition(" ") for line in lines)]


@pytest.fixture
def variables(instructions: list[Instruction]) -> dict[str, str]:
    """What ENV sets."""
    pairs = [word for name, words in instructions if name == "ENV" for word in shlex.split(words)]
    return dict(pair.split("=", 1) for pair in pairs)


@pytest.fixture
def compose(deploy: Path) -> Parsed:
    parsed: Parsed = YAML(typ="safe").load(deploy / "compose.yaml")
    return parsed


@pytest.fixture
def service(compose: Parsed) -> Parsed:
    service: Parsed
    (service,) = compose["services"].values()
    return service


def words_of(instructions: list[Instruction], name: str) -> list[str]:
    return [words for found, words in instructions if found == name]


# the container file


def test_a_linter_of_container_files_finds_nothing(
    tool: Callable[[str], str], deploy: Path, tmp_path: Path
) -> None:
    linter = tool(str(Path(sys.executable).with_name("hadolint")))
    done = subprocess.run([linter, deploy / "Containerfile"], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"")
    bad = tmp_path / "Containerfile"
    bad.write_text("FROM python\nRUN cd /tmp && apt-get install sudo\n")
    assert subprocess.run([linter, bad], capture_output=True, check=False).returncode == 1


def test_both_stages_are_of_the_same_image_that_names_no_registry(
    instructions: list[Instruction],
) -> None:
    images = [words.partition(" AS ")[0] for words in words_of(instructions, "FROM")]
    assert images == ["python:3.13-slim"] * 2


def test_what_is_copied_is_there_and_is_all_that_is_needed(
    root: Path, instructions: list[Instruction]
) -> None:
    copied = [words.split()[:-1] for words in words_of(instructions, "COPY")]
    sources = {name for names in copied for name in names if not names[0].startswith("--")}
    assert all((root / name).exists() for name in sources)
    project = (root / "pyproject.toml").read_text("utf-8")
    packages = re.search(r"^packages = \[(.*?)\]", project, re.MULTILINE | re.DOTALL)
    assert packages is not None
    wanted = {name.split("/")[0] for name in re.findall(r'"(.*?)"', packages[1])}
    assert sources == {*wanted, "pyproject.toml", "constraints.txt", "README.md", "LICENSE"}


def test_it_runs_as_nobody_in_particular_and_writes_to_one_place(
    instructions: list[Instruction],
    variables: dict[str, str],
    known: Callable[[dict[str, str]], None],
) -> None:
    (user,), (volume,) = words_of(instructions, "USER"), words_of(instructions, "VOLUME")
    assert re.fullmatch(r"[1-9]\d{4,}:[1-9]\d{4,}", user)
    uid, gid = user.split(":")
    assert f"install -d -m 0700 -o {uid} -g {gid} {volume}" in words_of(instructions, "RUN")
    assert variables["UNO_CHAT_DATABASE_URL"] == f"sqlite:///{volume}/uno-chat.db"
    assert variables["PYTHONDONTWRITEBYTECODE"] == "1"
    known({name: value for name, value in variables.items() if "UNO_CHAT" in name})
    assert words_of(instructions, "ENTRYPOINT") == ['["uno-chat"]']
    assert words_of(instructions, "CMD") == ['["run"]']


@pytest.fixture
def lent(tmp_path: Path) -> Path:
    """Everything that is installed beside these tests, but Uno Chat itself."""
    folder = tmp_path / "lent"
    folder.mkdir()
    for place in site.getsitepackages():
        for path in Path(place).iterdir():
            if "uno_chat" not in path.name and path.suffix != ".pth":
                (folder / path.name).symlink_to(path)
    return folder


def test_its_steps_make_a_program_that_runs(
    root: Path, instructions: list[Instruction], tmp_path: Path, lent: Path
) -> None:
    """Run as they stand, in another folder; what they would fetch is lent instead."""
    source, home = tmp_path / "src", tmp_path / "uno-chat"
    (step,) = (words for words in words_of(instructions, "RUN") if "pip" in words)
    for name in words_of(instructions, "COPY"):
        for part in () if name.startswith("--") else name.split()[:-1]:
            copy = shutil.copytree if (root / part).is_dir() else shutil.copy
            source.mkdir(exist_ok=True)
            copy(root / part, source / part)
    for place, ours in (("/opt/uno-chat", home), ("/wheels", tmp_path / "wheels")):
        assert place in step
        step = step.replace(place, str(ours))
    env = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PIP_")},
        **dict(word.split("=", 1) for word in words_of(instructions, "ARG")),
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "PYTHONPATH": str(lent),
        "PIP_NO_INDEX": "1",
        "PIP_CONFIG_FILE": os.devnull,
    }
    run(step, source, env)
    assert "uno-chat 0." in run(f"{home}/bin/uno-chat --version", tmp_path, env)
    assert "telegram" in run(f"{home}/bin/python -c '{ASK}'", tmp_path, env)
    assert not list(home.glob("lib/python*/site-packages/pip")), "nothing goes along that installs"


ASK = "from uno_chat.runtime import adapter_names as a; import uno_chat_telegram; print(a())"


def run(step: str, folder: Path, env: dict[str, str]) -> str:
    done = subprocess.run(
        ["sh", "-euc", step], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# compose


@pytest.mark.parametrize("name", ["compose.yaml", "compose.postgres.yaml"])
def test_it_is_a_compose_file(deploy: Path, tmp_path: Path, name: str) -> None:
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*words, deploy / name], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout
    bad = tmp_path / "compose.yaml"
    bad.write_text((deploy / name).read_text().replace("read_only:", "readonly:"))
    assert subprocess.run([*words, bad], capture_output=True, check=False).returncode == 1


def test_it_is_locked_in(service: Parsed) -> None:
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not {"privileged", "cap_add", "network_mode", "pid", "user", "devices"} & set(service)
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    assert int(service["stop_grace_period"].removesuffix("s")) > 10


def test_it_builds_the_container_file_from_the_top(
    service: Parsed, deploy: Path, root: Path
) -> None:
    context = (deploy / service["build"]["context"]).resolve()
    assert context == root.resolve()
    assert (context / service["build"]["dockerfile"]).is_file()


def test_its_secrets_are_files_that_the_guide_makes_and_the_host_reads(
    compose: Parsed,
    service: Parsed,
    examples: Callable[[str], list[str]],
) -> None:
    shell = "\n".join(examples("sh"))
    assert set(service["secrets"]) == set(compose["secrets"])
    read = {value for name, value in service["environment"].items() if name.endswith("_FILE")}
    assert read == {f"/run/secrets/{name}" for name in compose["secrets"]}
    for name, secret in compose["secrets"].items():
        assert secret == {"file": f"./secrets/{name}"}
        assert f"/dev/stdin secrets/{name}" in shell


def test_its_variables_and_its_volume_are_those_of_the_host(
    compose: Parsed,
    service: Parsed,
    instructions: list[Instruction],
    known: Callable[[dict[str, str]], None],
) -> None:
    unset = {
        name: re.sub(r"\$\{(\w+):-(.*)\}", r"\2", value)
        for name, value in service["environment"].items()
        if value is not None  # such a one is set where compose finds it
    }
    assert all(unset.values())
    assert "$" not in "".join(unset.values())
    known(unset)
    (volume,) = words_of(instructions, "VOLUME")
    assert [volume] == [mount.partition(":")[2] for mount in service["volumes"]]
    assert set(compose["volumes"]) == {mount.partition(":")[0] for mount in service["volumes"]}


def test_what_stands_in_the_file_beside_it_is_set(service: Parsed, deploy: Path) -> None:
    assert service["env_file"] == [{"path": ".env", "required": False}]
    assert "a file `.env` beside `compose.yaml`" in (deploy / "README.md").read_text("utf-8")


def test_its_health_is_asked_for_where_the_host_listens(
    service: Parsed,
    variables: dict[str, str],
    instructions: list[Instruction],
) -> None:
    port = variables["UNO_CHAT_HTTP_BIND"].rpartition(":")[2]
    watched = variables["UNO_CHAT_METRICS_BIND"].rpartition(":")[2]
    assert words_of(instructions, "EXPOSE") == [f"{port} {watched}"]
    assert f"http://127.0.0.1:{port}/livez" in service["healthcheck"]["test"][-1]
    assert [mapped.rpartition(":")[2] for mapped in service["ports"]] == [port]


# compose with PostgreSQL


@pytest.fixture
def added(deploy: Path) -> Parsed:
    """What the second file puts over the first."""
    parsed: Parsed = YAML(typ="safe").load(deploy / "compose.postgres.yaml")
    return parsed


def test_with_postgres_every_worker_reads_the_same_database_as_a_secret(
    added: Parsed, known: Callable[[dict[str, str]], None]
) -> None:
    for name in ("uno-chat", "worker"):
        service = added["services"][name]
        read = service["environment"]["UNO_CHAT_DATABASE_URL_FILE"]
        assert read == "/run/secrets/database_url"
        assert "database_url" in service["secrets"]
        assert service["depends_on"] == {"postgres": {"condition": "service_healthy"}}
        known(
            {
                key: value
                for key, value in service["environment"].items()
                if value and "$" not in value
            }
        )


def test_a_worker_is_locked_in_and_set_like_the_first(
    service: Parsed, compose: Parsed, added: Parsed
) -> None:
    worker = added["services"]["worker"]
    for key in (
        "image",
        "env_file",
        "read_only",
        "tmpfs",
        "cap_drop",
        "security_opt",
        "stop_grace_period",
    ):
        assert worker[key] == service[key]
    assert service["environment"].items() <= worker["environment"].items()
    assert set(worker["secrets"]) <= {*compose["secrets"], *added["secrets"]}
    assert not {"ports", "volumes"} & set(worker)


def test_the_server_listens_to_nobody_outside_and_its_password_is_no_variable(
    added: Parsed,
) -> None:
    server = added["services"]["postgres"]
    assert "ports" not in server
    assert server["environment"]["POSTGRES_PASSWORD_FILE"] == "/run/secrets/postgres_password"
    assert "POSTGRES_PASSWORD" not in server["environment"]
    (volume,) = server["volumes"]
    assert volume.partition(":")[0] in added["volumes"]


def test_the_guide_makes_the_secrets_of_postgres(
    added: Parsed, examples: Callable[[str], list[str]]
) -> None:
    shell = "\n".join(examples("sh"))
    for name, secret in added["secrets"].items():
        assert secret == {"file": f"./secrets/{name}"}
        assert f"secrets/{name}" in shell
    (block,) = (one for one in examples("sh") if "secrets/postgres_password" in one)
    touched = [line for line in block.splitlines() if "secrets/" in line]
    assert all("sudo" in line for line in touched), "the folder is the container's by then"
