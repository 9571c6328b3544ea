"""A table that changes every second is shown all the time, and never more often than allowed."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from random import Random

from uno_chat.testing.people import Person
from uno_chat.testing.telegram import Stage

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")
SECOND = timedelta(seconds=1)
SOON = 4 * SECOND


async def test_sixty_changes_in_a_minute_are_shown_every_few_seconds_and_cost_no_refusal(
    stage: Stage,
) -> None:
    async with stage.open() as one:
        await stage.welcome(one, *NAMES)
        family = await stage.deal(one, "Family", NAMES)
        people = [Person(stage.scene, name, "Family #1", Random(name)) for name in NAMES]
        await one.later(60 * SECOND)
        since = len(stage.local.calls)
        for _ in range(60):
            (mover,) = (person for person in people if person.asked)
            mover.act()
            await one.settle()
            await one.later(SECOND)
        for _ in range(SOON // SECOND - 1):
            await one.later(SECOND)
        (table,) = await stage.tables(one)
        assert await stage.stale(one, table) == []
        assert len(table.records[1]) > 60
    calls = stage.local.calls[since:]
    assert {call.code for call in calls} == {200}
    shown = [call.at for call in calls if call.params.get("chat_id") == str(family.id)]
    assert max(later - one for one, later in pairwise(shown)) <= SOON
