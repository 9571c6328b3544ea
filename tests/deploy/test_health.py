"""What compose asks tells a host that lives from one that does not."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from ruamel.yaml import YAML

from uno_chat.coordinator import House
from uno_chat.runtime import Service, utc_now
from uno_chat.runtime.addresses import Bind
from uno_chat.runtime.listening import listening
from uno_chat.testing.desk import Desk
from uno_chat.testing.fake_network import LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.memory_store import MemoryStore


async def test_the_question_is_answered_by_a_host_and_by_nobody_else(deploy: Path) -> None:
    (compose,) = YAML(typ="safe").load(deploy / "compose.yaml")["services"].values()
    kind, program, *words = compose["healthcheck"]["test"]
    assert (kind, program) == ("CMD", "python")
    adapter = FakeNetwork(utc_now).adapter()
    house = Service(
        House({adapter.network: LIKE_TELEGRAM}, Desk().house.seeds), MemoryStore(), [adapter]
    )
    async with listening(house.door, Bind("127.0.0.1", 0)) as at:
        asked = [word.replace("127.0.0.1:8080", str(at)) for word in words]
        assert asked != words
        assert await ended(*asked) == 0
    assert await ended(*asked) == 1


async def ended(*words: str) -> int:
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, stderr=asyncio.subprocess.DEVNULL
    )
    return await process.wait()
