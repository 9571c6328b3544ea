"""How every test runs: hypothesis tries the same examples each time unless asked to search.

`pytest --hypothesis-profile=dev` draws fresh examples and remembers the ones that failed.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from uno_chat.testing.matrix import ABSENT, Homeserver, LocalMatrix, found, local_matrix

settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.register_profile("dev", max_examples=500, deadline=None, print_blob=True)
settings.load_profile("ci")


@pytest.fixture(scope="session")
def synapse_python() -> Path:
    """A Python that has Synapse; without it a test is skipped, but where a change is accepted it
    fails: .ci/run installs it.
    """
    python = found()
    if python is None:
        absent = pytest.fail if "CI" in os.environ else pytest.skip
        absent(ABSENT)
    return python


@pytest.fixture(scope="session")
def homeserver(synapse_python: Path) -> Iterator[Homeserver]:
    """The homeserver that all tests of this process share: everybody on it is new in each test.
    Whoever kills it, starts one of their own.
    """
    with TemporaryDirectory() as folder:
        server = Homeserver(Path(folder), synapse_python)
        asyncio.run(server.start())
        yield server
        server.kill()


@pytest.fixture
async def matrix(homeserver: Homeserver) -> AsyncIterator[LocalMatrix]:
    """A homeserver on which nobody is yet."""
    async with local_matrix(homeserver) as local:
        yield local
