"""What happens to chats and people in mid-game, and the game goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random

import pytest

from uno_chat.contract import Conversation
from uno_chat.testing.evening import OpenHouse
from uno_chat.testing.people import Person as Player
from uno_chat.testing.telegram import Group, Kind, Page, Scene, Stage

NAMES = ("Ann", "Ben", "Cat")
PACE = timedelta(seconds=5)
OVER = "the match is over"


@dataclass(slots=True)
class Table:
    """A table that was dealt, with whoever plays there."""

    stage: Stage
    one: OpenHouse[Scene]
    family: Group
    players: list[Player]
    luck: Random

    async def play(self, acts: int = 5000) -> None:
        """So many acts, or until the match is over."""
        for _ in range(acts):
            if self.over:
                return
            asked = [player for player in self.players if player.asked]
            if asked:
                self.luck.choice(asked).act()
                await self.one.settle()
                await self.one.later(PACE)
            else:
                await self.one.pass_time()
        assert acts < 5000

    @property
    def over(self) -> bool:
        return any(OVER in player.page.text for player in self.players if player.page) or any(
            OVER in page.text for page in self.pages
        )

    @property
    def pages(self) -> list[Page]:
        """What the group reads of this table now."""
        player, bot = self.players[0], self.stage.scene.bot
        pages = self.stage.scene.people[player.name].pages(self.family)
        return [p for p in pages if p.sender == bot.id and p.text.startswith(player.table)]

    async def stall(self) -> None:
        """Play until nobody who plays is asked: it is the turn of somebody else."""
        while any(player.asked for player in self.players):
            await self.play(1)
        assert not self.over

    async def ends_well(self) -> None:
        """The match ends, the group is told, and no page is stale."""
        await self.play()
        await self.one.later(timedelta(minutes=2))
        assert any(OVER in page.text for page in self.pages)
        (table,) = await self.stage.tables(self.one)
        assert await self.stage.stale(self.one, table) == []


async def dealt(
    stage: Stage,
    one: OpenHouse[Scene],
    names: Sequence[str] = NAMES,
    kind: Kind = Kind.SUPERGROUP,
) -> Table:
    await stage.welcome(one, *names)
    family = await stage.deal(one, "Family", names, kind)
    players = [Player(stage.scene, name, "Family #1", Random(name)) for name in names]
    table = Table(stage, one, family, players, Random(1))
    await table.play(4)
    return table


@pytest.mark.parametrize("announced", [True, False], ids=["message first", "error first"])
async def test_a_group_that_becomes_a_supergroup_takes_everything_along(
    stage: Stage, *, announced: bool
) -> None:
    async with stage.open() as one:
        table = await dealt(stage, one, kind=Kind.GROUP)
        await one.say("Ann", "/language fr", group="Family")
        since = len(stage.local.calls)
        old = table.family.migrate(announce=announced)
        await table.play(3)
        if not announced:
            table.family.announce_move(old)
            await one.settle()
        await one.say("Ann", "/table", group="Family")
        assert "manche 1" in table.pages[-1].text
        room = Conversation("telegram", str(table.family.id))
        assert await one.store.transact(lambda tx: tx.tables_in(room)) == (1,)
        await one.say("Ann", "/language en", group="Family")
        await table.ends_well()
    to_old = [
        call for call in stage.local.calls[since:] if call.params.get("chat_id") == str(old.id)
    ]
    # Unless we were told first: an edit, and a new message instead.
    assert [call.code for call in to_old] == ([] if announced else [400, 400])


async def test_each_topic_of_a_forum_has_its_table_and_all_of_it_stays_there(stage: Stage) -> None:
    async with stage.open() as one:
        people = await stage.welcome(one, *NAMES)
        forum = stage.scene.group("Family", *NAMES, forum=True)
        topics = [forum.open_topic(name) for name in ("Kitchen", "Garden")]
        for topic in topics:
            for person, words in zip(people, ("new", "join", "join"), strict=True):
                person.command(words, forum, topic=topic)
                await one.settle()
                await one.later(PACE)
            people[0].command("deal", forum, topic=topic)
            await one.settle()
        tables = [
            Table(
                stage, one, forum, [Player(stage.scene, n, title, Random(n)) for n in NAMES], luck
            )
            for title, luck in (("Family #1", Random(1)), ("Family #2", Random(2)))
        ]
        await tables[0].play(4)
        forum.close_topic(topics[0])
        await tables[0].play(4)
        forum.reopen_topic(topics[0])
        for table in tables:
            await table.play()
        await one.later(timedelta(minutes=2))
        for stored in await stage.tables(one, 2):
            assert await stage.stale(one, stored) == []
        for table, topic in zip(tables, topics, strict=True):
            assert {page.thread for page in table.pages} == {topic}
            assert any(OVER in page.text for page in table.pages)


async def test_a_bot_that_was_put_out_and_comes_back_shows_the_table_again(stage: Stage) -> None:
    async with stage.open() as one:
        table = await dealt(stage, one)
        bot = stage.scene.bot.account
        table.family.put_out(bot)
        await one.settle()
        await table.play(4)
        table.family.let_in(bot)
        await one.settle()
        await table.ends_well()


async def test_whoever_leaves_the_group_plays_on_in_private(stage: Stage) -> None:
    async with stage.open() as one:
        table = await dealt(stage, one)
        stage.scene.people["Cat"].leave(table.family)
        await one.settle()
        await table.ends_well()


async def test_whoever_blocks_the_bot_is_named_and_gets_the_hand_when_it_is_unblocked(
    stage: Stage,
) -> None:
    async with stage.open("pace=untimed") as one:
        table = await dealt(stage, one)
        cat = stage.scene.people["Cat"]
        players = list(table.players)
        cat.block()
        await one.settle()
        table.players = players[:2]
        await table.stall()
        await one.later(timedelta(minutes=2))
        assert any("Cat" in p.text and "block" in p.text for p in table.pages)
        before = len(cat.seen)
        cat.unblock()
        await one.settle()
        await one.later(timedelta(minutes=2))
        assert any("Your hand" in showing.page.text for showing in cat.seen[before:])
        table.players = players
        await table.ends_well()


async def test_messages_older_than_two_days_and_deleted_ones_are_shown_all_the_same(
    stage: Stage,
) -> None:
    async with stage.open("pace=untimed") as one:
        table = await dealt(stage, one)
        await one.later(timedelta(days=3))
        await table.play(3)
        page = next(page for page in reversed(table.pages) if "On top" in page.text)
        stage.scene.people["Ann"].delete(page.id, table.family)
        for player in table.players:
            hand = stage.scene.people[player.name].pages()[-1]
            stage.scene.people[player.name].delete(hand.id)
            await one.say(player.name, "hand")
        await table.play(2)
        await one.later(timedelta(minutes=2))
        assert any("On top" in again.text and again.id != page.id for again in table.pages)
        await table.ends_well()


async def test_hidden_senders_cannot_play_but_press_and_other_words_are_left_alone(
    stage: Stage,
) -> None:
    async with stage.open() as one:
        ann, ben = await stage.welcome(one, "Ann", "Ben")
        family = stage.scene.group("Family", "Ann", "Ben")
        family.promote(ben.account, anonymous=True)
        seen = len(ann.pages(family))
        for words in ("/new@other_bot", "new", "what a day"):
            ann.say(words, family)
        await one.settle()
        assert len(ann.pages(family)) == seen + 3
        ann.say("/new@uno_test_bot", family)
        await one.settle()
        edited = ann.say("/join", family)
        channel = {"id": -1002500000009, "type": "channel", "title": "News"}
        ben.say("/join@uno_test_bot", family, anonymous=True)
        ben.say("/join@uno_test_bot", family, channel=channel)
        await one.settle()
        await one.later(PACE)
        ann.edit(edited, "/end@uno_test_bot", family)
        await one.settle()
        (stored,) = await stage.tables(one)
        assert [seat.name for seat in stored.table.seats] == ["Ann"]
        own = [p for p in ann.pages(family) if p.sender == stage.scene.bot.id]
        assert sum("cannot see who wrote" in page.text for page in own) == 2
        ben.press("Rules", family)
        await one.settle()
        assert ben.pages()[-1].text.startswith("Family #1\nOfficial rules")


HOSTILE = (
    "\U0001f9e8" * 64,
    "\u202eneB\u202d",
    "\u200b\u2060\u200d",
    "<b>_*`[x](tg://user?id=1)</b>&amp;",
    "A" * 64,
    "Zoë\nTo move: Ann",
)


async def test_no_name_however_hostile_breaks_a_page_or_passes_for_another(stage: Stage) -> None:
    async with stage.open() as one:
        table = await dealt(stage, one, HOSTILE)
        await table.ends_well()
        (stored,) = await stage.tables(one)
        names = [seat.name for seat in stored.table.seats]
        assert len({name.casefold() for name in names}) == len(HOSTILE)
        assert all(name.isprintable() and name.strip() for name in names)
    refused = [call.why for call in stage.local.calls if call.code != 200]
    assert [why for why in refused if "not modified" not in why] == []
