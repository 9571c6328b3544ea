"""An adapter of somebody else, written by ``adapters/README.md``, works beside the wheel alone.

It is for XMPP, which has nothing in common with the networks that we serve: standing connections,
identity that only a room's server knows, archives. Its own tests hold it to the kit before a real
server, and play a match over ``uno-chat run``.
"""

import ast
import os
import re
import shutil
from pathlib import Path

import pytest

from uno_chat.testing.installing import Installed, ran, wheel_of

ROOT = Path(__file__).parents[2]
XMPP = Path(__file__).with_name("uno-chat-xmpp")
NO_SERVER = "there is no prosody, an XMPP server: apt-get install prosody"
LONGEST = 400
"""Lines of code in all, blank ones, comments and docstrings aside."""
SKIPPED = {
    "a correction names a message, be it still there or not",
    "no refusal of XMPP names a time",
    "nobody can post to an adapter that pulls",
    "this network declares no answers to a press",
    "this network declares no buttons",
    "this network declares no idempotent sends",
    "this network declares no pages in a group for one person",
    "this network declares no threads",
    "this network has no bridges",
}
"""What the kit does not ask of such a network; every other promise is kept."""

ours = pytest.mark.skipif(
    not shutil.which("prosody") and not os.environ.get("CI"), reason=NO_SERVER
)


def test_it_is_as_small_as_an_adapter_may_be() -> None:
    files = [*XMPP.glob("uno_chat_xmpp/*.py"), XMPP / "pyproject.toml"]
    assert 0 < sum(map(lines_of_code, files)) <= LONGEST


def lines_of_code(file: Path) -> int:
    source = file.read_text(encoding="utf-8")
    nodes = ast.walk(ast.parse(source)) if file.suffix == ".py" else ()
    told = {
        number
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for number in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    lines = enumerate(source.splitlines(), 1)
    return sum(bool(line.partition("#")[0].strip()) for n, line in lines if n not in told)


def install_as_a_host_would(into: Installed, wheel: Path) -> None:
    """With the library that it needs, which is none of ours."""
    try:
        into.install(wheel)
    except AssertionError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"slixmpp, its library, cannot be installed here: {error}")


@ours
def test_an_adapter_from_elsewhere_keeps_every_promise_and_serves_a_match(tmp_path: Path) -> None:
    assert shutil.which("prosody"), NO_SERVER
    clean = Installed.empty(tmp_path / "clean")
    clean.add(wheel_of(ROOT, tmp_path))
    install_as_a_host_would(clean, wheel_of(XMPP, tmp_path))
    shutil.copytree(XMPP / "kit", tmp_path / "there" / "kit")
    shutil.copy(XMPP / "pytest.ini", tmp_path / "there")
    tests = (clean.python, "-m", "pytest", "-p", "no:cacheprovider", "-rs", "kit")
    told = ran(*tests, at=tmp_path / "there")
    assert set(re.findall(r"^SKIPPED .*?\.py:\d+: (.*)$", told, re.MULTILINE)) == SKIPPED
