"""Somebody asks what is kept, has it, and is forgotten over Telegram; a group bans somebody."""

from __future__ import annotations

import json
from datetime import timedelta

from uno_chat.contract import Player, Transaction, User
from uno_chat.testing.telegram.stage import Stage


async def test_a_button_asks_and_a_button_forgets_in_the_midst_of_a_round(stage: Stage) -> None:
    async with stage.open() as one:
        _, _, zelda = await stage.welcome(one, "Ann", "Ben", "Zelda")
        await stage.deal(one, "Family", ("Ann", "Ben", "Zelda"))
        await one.say("Zelda", "privacy")
        assert "What I keep of you" in zelda.pages()[-1].all_text
        zelda.press("Export my data")
        await one.settle()
        exported = zelda.pages()[-1].all_text
        assert "Your data, part 1 of 1" in exported
        lines = [json.loads(line) for line in exported.splitlines() if line.startswith("{")]
        assert {"is": "account", "who": f"telegram:{zelda.id}", "hands": True} in lines
        await one.say("Zelda", "privacy")
        zelda.press("Forget me")
        await one.settle()
        assert "You lose your seat at Family #1." in zelda.pages()[-1].all_text
        zelda.press("Forget me now")
        await one.settle()
        assert zelda.pages()[-1].all_text.startswith("I have forgotten you.")
        table = await one.table(1)
        assert [seat.name for seat in table.seats] == ["Ann", "Ben", "Abacus"]
        assert table.play is not None

        def player(tx: Transaction) -> Player | None:
            return tx.player(User("telegram", str(zelda.id)))

        assert await one.store.transact(player) is None
        await one.later(timedelta(seconds=1))
        await one.say("Zelda", "tables")
        assert "You sit at no table." in zelda.pages()[-1].all_text
        assert await one.store.transact(player) is not None


async def test_whom_the_owner_of_a_group_bans_is_played_for_and_stays_out(stage: Stage) -> None:
    async with stage.open() as one:
        _, ben, _ = await stage.welcome(one, "Ann", "Ben", "Cat")
        await stage.deal(one, "Family", ("Ann", "Ben", "Cat"))
        await one.say("Ann", "/ban Ben", group="Family")
        table = await one.table(1)
        assert [seat.name for seat in table.seats] == ["Ann", "Abacus", "Cat"]
        await one.say("Ben", "/join", group="Family")
        assert ben.pages()[-1].all_text.startswith("You cannot sit at tables of this group")
        await one.say("Ann", "/unban Ben", group="Family")
        await one.say("Ben", "/join", group="Family")
        assert (await one.table(1)).seats[-1].name == "Ben"
