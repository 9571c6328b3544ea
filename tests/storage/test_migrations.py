"""The tables that migrations make are those that the models declare, also after being killed."""

import re
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

from uno_chat.contract import Conversation, Player, Room, StoreError, User
from uno_chat.coordinator import watched
from uno_chat_sql import migrate
from uno_chat_sql.models import metadata
from uno_chat_sql.sqlite import SqliteFile, sqlite_version


def schema(connection: Connection) -> set[str]:
    """Every table and index as it was declared, without what SQLite and Alembic add."""
    rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    ours = [sql for name, sql in rows if "alembic" not in name and "sqlite_" not in name]
    return {" ".join(re.sub("([,()])", r" \1 ", sql).split()) for sql in ours}


def test_migrations_make_what_the_models_declare(tmp_path: Path) -> None:
    with closing(SqliteFile(tmp_path / "migrated.db")) as file:
        migrated = schema(file._connection)
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        metadata.create_all(connection)
        declared = schema(connection)
    engine.dispose()
    assert migrated == declared


def test_a_database_of_the_first_version_keeps_its_people(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/uno.db")
    with engine.begin() as connection:
        command.upgrade(migrate._config(connection), "0001")
        connection.execute(text("INSERT INTO player VALUES (7, 'Ann', 'fr', 'kit:ann')"))
        connection.execute(text("INSERT INTO room VALUES ('kit:family', 'Family', NULL)"))
    engine.dispose()
    with closing(SqliteFile(tmp_path / "uno.db")) as file:
        ann = file.transact(lambda t: t.player_by_id(7))
        family = file.transact(lambda t: t.room(Conversation("kit", "family")))
    assert ann == Player(7, "Ann", "fr", (), User("kit", "ann"))
    assert family == Room(Conversation("kit", "family"), "Family", None)


def test_a_database_of_the_first_version_was_watched_when_something_came_last(
    tmp_path: Path,
) -> None:
    """So that the time of the upgrade is an outage, and costs nobody a turn."""
    engine = create_engine(f"sqlite:///{tmp_path}/uno.db")
    with engine.begin() as connection:
        command.upgrade(migrate._config(connection), "0001")
        for number, at in ((1, 1772366400000), (2, 1772366399000)):
            row = f"({number}, 'kit', '{number}', 'lane', {at}, '', 0, NULL, 'done', NULL)"
            connection.execute(text(f"INSERT INTO inbox VALUES {row}"))
    engine.dispose()
    with closing(SqliteFile(tmp_path / "uno.db")) as file:
        assert file.transact(watched) == datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_nobody_watched_before_a_new_database(tmp_path: Path) -> None:
    with closing(SqliteFile(tmp_path / "uno.db")) as file:
        assert file.transact(watched) is None


def test_alembic_finds_nothing_to_do_either(tmp_path: Path) -> None:
    with closing(SqliteFile(tmp_path / "uno.db")) as file:
        command.check(migrate._config(file._connection))


def test_the_program_expects_the_last_migration(tmp_path: Path) -> None:
    with closing(SqliteFile(tmp_path / "uno.db")) as file:
        scripts = ScriptDirectory.from_config(migrate._config(file._connection))
    assert scripts.get_current_head() == migrate.HEAD


def test_a_database_is_made_by_upgrade_and_looking_makes_none(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"
    assert sqlite_version(path) is None
    assert not path.exists()
    for _ in range(2):
        SqliteFile(path).close()
    assert sqlite_version(path) == migrate.HEAD


def test_looking_does_not_disturb_who_works(tmp_path: Path) -> None:
    with closing(SqliteFile(tmp_path / "uno.db")) as file, file._connection.begin():
        assert sqlite_version(tmp_path / "uno.db") == migrate.HEAD


def test_a_migration_that_stops_in_the_middle_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(Exception):
        pass

    def half(connection: Connection, place: str) -> None:
        command.upgrade(migrate._config(connection), migrate.HEAD)
        raise Stopped(place)

    monkeypatch.setattr("uno_chat_sql.sqlite.bring_up_to_date", half)
    with pytest.raises(Stopped):
        SqliteFile(tmp_path / "uno.db")
    monkeypatch.undo()
    assert sqlite_version(tmp_path / "uno.db") is None
    SqliteFile(tmp_path / "uno.db").close()


def test_an_older_program_leaves_a_newer_database_alone(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"
    with closing(SqliteFile(path)) as file, file._connection.begin():
        file._connection.execute(text("UPDATE alembic_version SET version_num = '0999'"))
    before = path.read_bytes()
    with pytest.raises(StoreError, match=rf"uno\.db was written by a newer .*0999.*{migrate.HEAD}"):
        SqliteFile(path)
    assert path.read_bytes() == before
