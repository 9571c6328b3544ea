"""What a store promises about what was played and won, which stays when records go."""

from __future__ import annotations

from dataclasses import replace

from uno_chat.contract import OF_ALL, Standing
from uno_chat.testing.store_kit.steps import CLUB, FAMILY, Case, later, promise

_ANN = Standing(FAMILY, 1, matches=1, won=1, rounds=3, rounds_won=2, points=210)
_BOB = Standing(FAMILY, 2, matches=1, rounds=3, rounds_won=1, points=40)
_ALL = Standing(FAMILY, OF_ALL, matches=1, rounds=3)


class StandingPromises:
    @promise
    async def test_what_is_played_is_added_to_what_was(self, case: Case) -> None:
        await case.do(lambda t: t.add_standings([_BOB, _ANN, _ALL]))
        await case.do(lambda t: t.add_standings([_ANN, _ALL]))
        await case.kill()
        twice = Standing(FAMILY, 1, 2, 2, 6, 4, 420)
        all_ = Standing(FAMILY, OF_ALL, 2, 0, 6)
        assert await case.do(lambda t: t.standings_in(FAMILY)) == (all_, twice, _BOB)
        assert await case.do(lambda t: t.standings_in(CLUB)) == ()

    @promise
    async def test_what_somebody_played_is_found_wherever_it_was(self, case: Case) -> None:
        there = replace(_ANN, conversation=CLUB)
        await case.do(lambda t: t.add_standings([_ANN, there, _BOB]))
        assert await case.do(lambda t: t.standings_of(1)) == (there, _ANN)
        assert await case.do(lambda t: t.standings_of(3)) == ()

    @promise
    async def test_what_was_one_persons_is_anothers_or_nobodys(self, case: Case) -> None:
        there = replace(_BOB, conversation=CLUB)
        await case.do(lambda t: t.add_standings([_ANN, _BOB, there]))
        await case.do(lambda t: t.move_standings(2, 2))
        assert await case.do(lambda t: t.standings_of(2)) == (there, _BOB)
        await case.do(lambda t: t.move_standings(2, 1))
        both = Standing(FAMILY, 1, 2, 1, 6, 3, 250)
        assert await case.do(lambda t: t.standings_of(1)) == (replace(there, player=1), both)
        assert await case.do(lambda t: t.standings_of(2)) == ()
        await case.do(lambda t: t.move_standings(1, None))
        assert await case.do(lambda t: t.standings_in(FAMILY)) == ()

    @promise
    async def test_what_was_played_moves_with_its_conversation(self, case: Case) -> None:
        since = replace(_ANN, conversation=CLUB)
        await case.do(lambda t: t.add_standings([_ANN, _BOB, since]))
        await case.do(lambda t: t.move_conversation(FAMILY, FAMILY))
        assert await case.do(lambda t: t.standings_in(FAMILY)) == (_ANN, _BOB)
        await case.do(lambda t: t.move_conversation(FAMILY, CLUB))
        assert await case.do(lambda t: t.standings_in(FAMILY)) == ()
        both = Standing(CLUB, 1, 2, 2, 6, 4, 420)
        moved = replace(_BOB, conversation=CLUB)
        assert await case.do(lambda t: t.standings_in(CLUB)) == (both, moved)

    @promise
    async def test_what_was_played_long_ago_is_not_pruned(self, case: Case) -> None:
        await case.do(lambda t: t.add_standings([_ANN]))
        await case.do(lambda t: t.prune(later(10_000_000)))
        assert await case.do(lambda t: t.standings_in(FAMILY)) == (_ANN,)
