"""What tests of stores share: a PostgreSQL that may be killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from uno_chat.testing.postgres import Cluster, running


@pytest.fixture(scope="package")
def own_cluster(postgres_programs: Path) -> Iterator[Cluster]:
    """A server of one's own; who kills it, starts it again."""
    with running(postgres_programs) as server:
        yield server


@pytest.fixture
def latin(cluster: Cluster) -> Iterator[str]:
    """A database that has no sign for most of what people write."""
    cluster.ask("CREATE DATABASE latin OWNER uno ENCODING 'LATIN1' TEMPLATE template0")
    yield cluster.url("latin")
    cluster.drop("latin")
