"""One ``uno-chat run`` with two bots of one network, each in a group of its own."""

from __future__ import annotations

from pathlib import Path

from uno_chat.testing.hosting import TWELVE
from uno_chat.testing.telegram import LocalTelegram, going
from uno_chat.testing.telegram.hosting import hosts
from uno_chat.testing.telegram.pressing import gathered


async def test_two_groups_play_with_a_bot_each(folder: Path) -> None:
    telegram = LocalTelegram(clock=going())
    second, first = telegram.bot("uno_other_bot"), telegram.bot("uno_test_bot")
    async with hosts(telegram, first, folder, program=TWELVE) as (host,):
        match = gathered(telegram, second)
        await host.start(
            adapters="telegram,telegram2",
            telegram2_token=second.token,
            telegram2_api_url=host.given["telegram_api_url"],
        )
        await match.deal()
        cat = telegram.person("Cat")
        club = telegram.group("Club", cat, first)
        cat.command("new", club)
        await telegram.reads(cat, "Cat: host, must press Start", club)
        await match.play(12)
        await match.is_over()
        assert await host.stop() == 0
        assert "Traceback" not in host.log
    sent = [call for call in telegram.calls if call.method == "sendMessage" and call.code == 200]
    assert {call.bot for call in sent} == {first.id, second.id}
