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

from uno_chat.contract import Store
from uno_chat.testing import matrix as synapse
from uno_chat.testing import postgres
from uno_chat.testing.matrix import Homeserver, LocalMatrix, local_matrix
from uno_chat_sql import plugin

settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.register_profile("dev", max_examples=500, deadline=None, print_blob=True)
settings.load_profile("ci")


def there(place: Path | None, absent: str) -> Path:
    """What tests need of this machine; without it a test is skipped, but where a change is accepted
    it fails: .ci/run installs it.
    """
    if place is None:
        (pytest.fail if "CI" in os.environ else pytest.skip)(absent)
    return place


@pytest.fixture(scope="session")
def postgres_programs() -> Path:
    """The folder of PostgreSQL's programs."""
    return there(postgres.found(), postgres.ABSENT)


@pytest.fixture(scope="session")
def cluster(postgres_programs: Path) -> Iterator[postgres.Cluster]:
    """The PostgreSQL that all tests of this process share: each has a database of its own. Whoever
    kills it, starts one of their own.
    """
    with postgres.running(postgres_programs) as server:
        yield server


@pytest.fixture(scope="session")
def migrated(cluster: postgres.Cluster) -> str:
    """A database with our tables and no row, to be copied."""
    name = cluster.database()
    asyncio.run(_open(plugin(cluster.url(name))))
    return name


async def _open(store: Store) -> None:
    """Open it, which makes its tables, and close it again."""
    await store.open()
    await store.close()


@pytest.fixture
def postgres_url(cluster: postgres.Cluster, migrated: str) -> Iterator[str]:
    """A database of one's own, with our tables and no row."""
    name = cluster.database(migrated)
    yield cluster.url(name)
    cluster.drop(name)


@pytest.fixture(scope="session")
def synapse_python() -> Path:
    """A Python that has Synapse."""
    return there(synapse.found(), synapse.ABSENT)


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
