"""What the tests of deploy/ share: its folder, the guide's examples, what a key may be."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from uno_chat.runtime import adapter_names, read_configuration

ROOT = Path(__file__).parents[2]

Examples = Callable[[str], list[str]]
Known = Callable[[dict[str, str]], None]
Tool = Callable[[str], str]


@pytest.fixture
def root() -> Path:
    return ROOT


@pytest.fixture
def deploy() -> Path:
    return ROOT / "deploy"


@pytest.fixture
def examples(deploy: Path) -> Examples:
    """The blocks of the operator's guide that are written in a language."""
    guide = (deploy / "README.md").read_text(encoding="utf-8")
    return lambda language: re.findall(rf"(?ms)^```{language}\n(.*?)^```", guide)


@pytest.fixture
def known(tmp_path: Path) -> Known:
    """Raises ConfigurationError unless the host knows these variables; secrets need no file."""
    secret = tmp_path / "secret"
    secret.write_text("x", encoding="utf-8")

    def check(variables: dict[str, str]) -> None:
        there = {
            name: str(secret) if name.endswith("_FILE") else value
            for name, value in variables.items()
        }
        config = read_configuration(None, there, adapter_names())
        _ = config.http_bind, config.log_level
        for name in config.adapters:
            assert name in adapter_names()

    return check


@pytest.fixture
def tool() -> Tool:
    """The path of a program that not every machine has; without it the test is skipped, but where
    a change is accepted it fails: .ci/run installs them all.
    """

    def found(name: str) -> str:
        path = shutil.which(name, path=f"{ROOT}/.venv/bin:/usr/sbin:/usr/bin:/bin:/usr/local/bin")
        if path is None:
            absent = pytest.fail if "CI" in os.environ else pytest.skip
            absent(f"there is no {name} on this machine")
        return path

    return found
