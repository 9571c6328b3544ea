"""The homeserver of the tests is found, starts, keeps its data, limits, and calls a service."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from uno_chat.testing.http import Answer, HttpServer, Request
from uno_chat.testing.matrix import (
    Api,
    AppService,
    Homeserver,
    LocalMatrix,
    Person,
    RefusedError,
    found,
    homeserver,
    local_matrix,
)
from uno_chat.testing.matrix.installed import VARIABLE, VERSION, cached, install
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.ports import free_port


@pytest.fixture
def own_folder() -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture
async def own(own_folder: Path, synapse_python: Path) -> AsyncIterator[Homeserver]:
    """A homeserver that a test may kill."""
    server = Homeserver(own_folder, synapse_python)
    yield server
    server.kill()


def test_it_is_where_the_variable_says_or_in_the_cache(tmp_path: Path) -> None:
    here = {"XDG_CACHE_HOME": str(tmp_path)}
    assert found(here) is None
    python = cached(here)
    python.parent.mkdir(parents=True)
    python.touch()
    assert found(here) == install(here) == python
    assert found({**here, VARIABLE: str(tmp_path / "no python")}) is None


@pytest.mark.parametrize(("where", "ends"), [("CI", "1 error"), ("NOWHERE", "1 skipped")])
def test_its_absence_is_told_and_where_a_change_is_accepted_it_is_an_error(
    where: str, ends: str
) -> None:
    words = ("-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-k", "is_not_read")
    kept = {name: value for name, value in os.environ.items() if name != "CI"}
    told = subprocess.run(
        [sys.executable, *words, Path(__file__).with_name("test_people.py")],
        env={**kept, where: "true", VARIABLE: "/no/python"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        check=False,
    ).stdout.decode()
    assert "there is no Synapse: run `make synapse`" in told
    assert ends in told


async def test_everything_said_outlives_a_power_failure(own: Homeserver) -> None:
    await own.start()
    async with local_matrix(own) as matrix:
        ann = await matrix.person("Ann")
        room = await matrix.family("Family", ann)
        await ann.say("before", room)
        own.kill()
        late = asyncio.ensure_future(ann.say("meanwhile", room))
        await own.start()
        await late
        await ann.until("meanwhile", room=room)
        assert [page.text for page in ann.pages(room)] == ["before", "meanwhile"]
        await own.stop()


async def test_a_start_that_fails_shows_why(own: Homeserver) -> None:
    own.services = (AppService("not an address", "uno", "("),)
    with pytest.raises(RuntimeError, match=r"(?s)Synapse did not start:.*regex"):
        await own.start()


async def test_it_does_not_outlive_whoever_started_it(own: Homeserver) -> None:
    await own.start()
    assert own._process is not None
    assert own._process.stdin is not None
    own._process.stdin.close()
    assert await asyncio.to_thread(own._process.wait, PATIENCE) == 1


async def test_a_port_that_somebody_took_is_left_to_them(
    own: Homeserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    port = taken.sockets[0].getsockname()[1]
    ports = [port]
    monkeypatch.setattr(homeserver, "free_port", lambda: ports.pop() if ports else free_port())
    await own.start()
    assert own.port != port
    taken.close()


async def _talk(who: Person, room: str, lines: int) -> None:
    for number in range(lines):
        await who.say(f"line {number}", room)


async def test_one_account_can_be_limited(matrix: LocalMatrix) -> None:
    ann = await matrix.person("Ann")
    room = await matrix.family("Family", ann)
    await matrix.limit(ann.id, per_second=1, burst=2)
    with pytest.raises(RefusedError) as told:
        await _talk(ann, room, 60)  # on a slow machine some may be taken again meanwhile
    assert told.value.code == "M_LIMIT_EXCEEDED"
    assert 0 < told.value.body["retry_after_ms"] <= 1000
    await matrix.limit(ann.id)
    await _talk(ann, room, 5)


async def test_an_application_service_is_called(own: Homeserver) -> None:
    asked: list[Request] = []

    async def heard(request: Request) -> Answer:
        asked.append(request)
        return Answer(200, b"{}")

    ears = HttpServer(heard)
    own.services = (AppService(await ears.start(), "unobot", "unobot"),)
    await own.start()
    async with local_matrix(own) as matrix:
        ann = await matrix.person("Ann")
        room = await ann.opens("Family", "@unobot:localhost")
        await Api(matrix.api.http, "as-token").call("POST", f"/_matrix/client/v3/join/{room}", {})
        await ann.say("hello", room)
        end = time.monotonic() + PATIENCE
        while b"hello" not in b"".join(request.body for request in asked):
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
    assert {request.headers["authorization"] for request in asked} == {"Bearer hs-token"}
    await ears.stop()


async def test_the_limits_of_synapse_hold_where_they_are_wanted(own: Homeserver) -> None:
    own.limits = True
    await own.start()
    async with local_matrix(own) as matrix:
        ann = await matrix.person("Ann")
        room = await matrix.family("Family", ann)
        with pytest.raises(RefusedError) as told:
            await _talk(ann, room, 60)  # on a slow machine some may be taken again meanwhile
        assert told.value.code == "M_LIMIT_EXCEEDED"
        assert told.value.body["retry_after_ms"] > 0


def test_it_is_the_version_that_is_pinned(synapse_python: Path) -> None:
    words = [str(synapse_python), "-c", "import synapse; print(synapse.__version__)"]
    assert subprocess.run(words, capture_output=True, check=True).stdout.decode().strip() == VERSION
