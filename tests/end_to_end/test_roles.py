"""``uno-chat run --only …``: processes that receive, work or send play a match together."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from uno_chat.coordinator import from_stored
from uno_chat.testing.audit import record_faults, records_of
from uno_chat.testing.hosting import TWELVE, Host
from uno_chat.testing.telegram import LocalTelegram, going
from uno_chat.testing.telegram.hosting import hosts
from uno_chat.testing.telegram.pressing import gathered
from uno_chat_sql import plugin

ROLES = ("receive", "work", "send")


def shared_out(made: Sequence[Host]) -> None:
    """Each of them does one thing."""
    for host, role in zip(made, ROLES, strict=True):
        host.program = TWELVE.replace('["run"]', f'["run", "--only", "{role}"]')
        assert host.program != TWELVE


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
async def test_three_processes_that_do_one_thing_each_play_a_match(
    folder: Path, postgres_url: str
) -> None:
    telegram = LocalTelegram(clock=going())
    bot = telegram.bot("uno_test_bot")
    async with hosts(telegram, bot, *(folder / r for r in ROLES), program=TWELVE) as made:
        shared_out(made)
        receives, works, sends = made
        match = gathered(telegram, bot)
        for host in made:
            await host.start(database_url=postgres_url)
        await match.deal()
        await match.play(3)
        await works.kill()
        await works.start(database_url=postgres_url)
        await match.play(3)
        await sends.stop()  # another one could go on at once
        await sends.start(database_url=postgres_url)
        await match.play(6)
        await match.is_over()
        assert [await host.stop() for host in made] == [0, 0, 0]
        for host, does in ((receives, "receive"), (sends, "send")):
            assert f"telegram is ours now: we {does}" in host.log
        assert "ours" not in works.log
        assert "Traceback" not in "".join(host.log for host in made)
    store = plugin(postgres_url)
    await store.open()
    stored, records = await store.transact(lambda tx: (tx.table(1), records_of(tx, 1)))
    await store.close()
    assert stored is not None
    assert list(record_faults(from_stored(stored), records)) == []
