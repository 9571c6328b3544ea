"""Our own stores keep the promises of the contract."""

import shutil
from itertools import count
from pathlib import Path

import pytest

from uno_chat.contract import Store
from uno_chat.testing.memory_store import MemoryStore
from uno_chat.testing.store_kit import Reopen, StoreConformance
from uno_chat_sql import plugin


class TestMemoryStore(StoreConformance):
    @pytest.fixture
    def store(self) -> Store:
        return MemoryStore()

    @pytest.fixture
    def reopen(self) -> Reopen:
        def reopen(store: Store) -> Store:
            assert isinstance(store, MemoryStore)
            return MemoryStore(store.rows)

        return reopen


class TestSqliteStore(StoreConformance):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Store:
        return plugin(f"sqlite:///{tmp_path}/0/uno.db")

    @pytest.fixture
    def reopen(self, tmp_path: Path) -> Reopen:
        """What lies on the disk when a process is killed: the file and its log, as they are."""
        folders = count(1)

        def reopen(_: Store) -> Store:
            number = next(folders)
            shutil.copytree(tmp_path / str(number - 1), tmp_path / str(number))
            return plugin(f"sqlite:///{tmp_path}/{number}/uno.db")

        return reopen


class TestPostgresStore(StoreConformance):
    shared = True

    @pytest.fixture
    def store(self, postgres_url: str) -> Store:
        return plugin(postgres_url)

    @pytest.fixture
    def reopen(self, postgres_url: str) -> Reopen:
        """The server goes on: it does not even know that a process was killed."""
        return lambda _: plugin(postgres_url)
