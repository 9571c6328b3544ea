"""The operator's guide names only what is there, and every variable that is."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from uno_chat.runtime.addresses import hook_url
from uno_chat.runtime.configuration import KEYS, PREFIX
from uno_chat.testing.matrix import AppService
from uno_chat_matrix.places import alias_of
from uno_chat_matrix.settings import KEYS as MATRIX_KEYS
from uno_chat_telegram.settings import KEYS as TELEGRAM_KEYS

NAME = re.compile(r"\bUNO_CHAT_[A-Z0-9_]+")
NOT_FOR_OPERATORS = {"telegram_profile", "telegram_webhook_url", "telegram_webhook_secret"}


def plain(name: str) -> str:
    """A key; of another account on the same network, that of the first."""
    return re.sub(r"^([a-z]+)2_", r"\1_", name.removeprefix(PREFIX).lower().removesuffix("_file"))


def possible() -> set[str]:
    own = (("telegram", TELEGRAM_KEYS), ("matrix", MATRIX_KEYS))
    adapters = {f"{name}_{key}" for name, keys in own for key in keys}
    return {*KEYS, *adapters} - NOT_FOR_OPERATORS


FILES = (
    *("README.md", "Containerfile", "compose.yaml", "compose.postgres.yaml", "uno-chat.service"),
    *(
        "uno-chat-backup.service",
        "backup.sh",
        "restore.sh",
        "connect.sh",
        "kubernetes/configmap.yaml",
    ),
)


@pytest.mark.parametrize("name", FILES)
def test_every_variable_that_is_named_exists(deploy: Path, name: str) -> None:
    named = set(map(plain, NAME.findall((deploy / name).read_text(encoding="utf-8"))))
    assert named, "there is something to check"
    assert named <= possible()


def test_the_table_of_the_readme_has_every_variable(root: Path) -> None:
    rows = re.findall(r"(?m)^\| (`UNO_CHAT.*?) \|", (root / "README.md").read_text("utf-8"))
    assert {plain(name) for row in rows for name in NAME.findall(row)} == possible()


def test_every_file_that_the_guide_names_is_there(root: Path, deploy: Path) -> None:
    guide = (deploy / "README.md").read_text(encoding="utf-8")
    assert "[README.md](../README.md#how-to-host-it)" in guide
    assert "## How to host it" in (root / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\bdeploy/[\w./-]+", guide))
    assert named >= {"deploy/uno-chat.service", "deploy/Containerfile", "deploy/kubernetes"}
    linked = {f"deploy/{path}" for path in re.findall(r"\]\(([\w./-]+)\)", guide)}
    assert {name for name in named | linked if not (root / name).exists()} == set()
    anchors = {re.sub(r"[^\w -]", "", t).lower().replace(" ", "-") for t in headings(guide)}
    assert set(re.findall(r"\]\(#(.*?)\)", guide)) <= anchors


def headings(guide: str) -> list[str]:
    return re.findall(r"^## (.*)$", guide, re.MULTILINE)


def test_every_sentence_that_the_guide_explains_is_one_that_is_said(
    root: Path, deploy: Path
) -> None:
    guide = (deploy / "README.md").read_text(encoding="utf-8")
    happens = guide.index("## What happens when")
    does = guide.index("## What to do when")
    said = " ".join(
        path.read_text(encoding="utf-8")
        for folder in ("uno_chat", "adapters", "storage")
        for path in (root / folder).rglob("*.py")
    )
    said = re.sub(r'"\s+f?"', "", said)
    said = said.replace("is ours now: we %s", "is ours now: we receive and send")
    explained = re.findall(r"^\| `(.*?)` \|", guide[does:], re.MULTILINE)
    assert explained
    logged = re.findall(r"(?m)^\|[^|]*\|[^|]*\|([^|]*)\|", guide[happens:does])
    explained += [line for cell in logged for line in re.findall(r"`(.*?)`", cell)]
    runbook = (deploy / "runbook.md").read_text(encoding="utf-8")
    explained += re.findall(r"`([^`]*…[^`]*)`", runbook)
    for sentence in explained:
        for part in sentence.replace("Address already in use", "").split("…"):
            assert part.strip(" :") in said, sentence


def test_a_value_of_the_guide_is_one_that_works(
    examples: Callable[[str], list[str]], known: Callable[[dict[str, str]], None]
) -> None:
    lines = [
        line
        for block in examples("sh")
        for line in block.splitlines()
        if re.match(r"UNO_CHAT_\w+=\S+$", line)
    ]
    assert len(lines) == 3
    known(dict(line.split("=", 1) for line in lines))


@pytest.mark.parametrize("more", [None, "UNO_CHAT_LANGUAGE=fr\n"])
def test_the_check_of_the_guide_has_the_variables_of_the_unit(
    examples: Callable[[str], list[str]],
    known: Callable[[dict[str, str]], None],
    tmp_path: Path,
    more: str | None,
) -> None:
    """Also where nobody had to write the file of more variables."""
    (block,) = (one for one in examples("sh") if "exec /opt/uno-chat/bin/uno-chat check" in one)
    (words,) = re.findall(r"(?s)^sudo (sh -c '.*?')$", block, re.MULTILINE)
    words = words.replace("/etc/uno-chat", str(tmp_path))
    words = words.replace("exec /opt/uno-chat/bin/uno-chat check", "exec env")
    if more is not None:
        (tmp_path / "environment").write_text(more)
    done = subprocess.run(["sh", "-euc", words], capture_output=True, text=True, check=True)
    told = dict(line.split("=", 1) for line in done.stdout.splitlines() if PREFIX in line)
    known(told)
    assert told.get("UNO_CHAT_LANGUAGE") == (more and "fr")
    assert {"UNO_CHAT_ADAPTERS", "UNO_CHAT_TELEGRAM_TOKEN_FILE"} <= told.keys()


def test_what_is_added_to_the_unit_are_variables_that_exist(
    examples: Callable[[str], list[str]], known: Callable[[dict[str, str]], None]
) -> None:
    lines = [line for block in examples("ini") for line in block.splitlines()]
    set_there = [
        line.removeprefix("Environment=") for line in lines if line.startswith("Environment=UNO")
    ]
    assert len(set_there) == 7
    known(dict(line.replace("%i", "1").split("=", 1) for line in set_there))


def test_the_registration_is_one_that_fits(examples: Callable[[str], list[str]]) -> None:
    block, *_ = examples("yaml")
    told = YAML(typ="safe").load(block)
    assert told.keys() == AppService("", "uno", "uno").as_json().keys()
    assert told["url"] == hook_url("http://127.0.0.1:8080", "matrix")
    users, aliases = told["namespaces"]["users"], told["namespaces"]["aliases"]
    alias = alias_of("@uno:example.org", "@ann:example.org", 0)
    assert re.fullmatch(aliases[0]["regex"], f"#{alias}:example.org")
    assert re.fullmatch(users[0]["regex"], f"@{told['sender_localpart']}:example.org")


def test_prometheus_is_told_to_ask_the_job_that_alerts_are_about(
    examples: Callable[[str], list[str]], deploy: Path, tool: Callable[[str], str], tmp_path: Path
) -> None:
    shutil.copy(deploy / "prometheus" / "alerts.yaml", tmp_path)
    alerts = (tmp_path / "alerts.yaml").read_text("utf-8")
    _, *blocks = examples("yaml")
    (at_home,), (in_pods,) = (YAML(typ="safe").load(one)["scrape_configs"] for one in blocks)
    for job in (at_home, in_pods):
        assert f'job="{job["job_name"]}"' in alerts
    (tmp_path / "prometheus.yaml").write_text(blocks[0], "utf-8")  # Debian's knows no Kubernetes
    words = (tool("promtool"), "check", "config", "prometheus.yaml")
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (target,) = at_home["static_configs"][0]["targets"]
    guide = (deploy / "README.md").read_text("utf-8")
    assert f"UNO_CHAT_METRICS_BIND={target}" in guide
    (kept,) = in_pods["relabel_configs"]
    for name in ("kubernetes/deployment.yaml", "kubernetes-split/work.yaml"):
        assert f"- name: {kept['regex']}\n" in (deploy / name).read_text("utf-8")
