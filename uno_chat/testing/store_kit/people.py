"""What a store promises about players and rooms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uno_chat.contract import Conversation, Player, Room, User
from uno_chat.testing.store_kit.steps import ANN, BOB, FAMILY, Case, promise


class PeoplePromises:
    @promise
    async def test_a_player_is_made_once_and_found_again(self, case: Case) -> None:
        assert await case.do(lambda t: t.player(ANN)) is None
        ann = await case.do(lambda t: t.remember_player(ANN, "Ann", "de"))
        bob = await case.do(lambda t: t.remember_player(BOB, "Bob", None))
        assert ann == Player(ann.id, "Ann", "de", (ANN,), ANN)
        assert bob == Player(bob.id, "Bob", None, (BOB,), BOB)
        assert ann.id != bob.id
        assert await case.do(lambda t: t.player(ANN)) == ann
        assert await case.do(lambda t: t.player_by_id(bob.id)) == bob
        assert await case.do(lambda t: t.player_by_id(ann.id + bob.id)) is None

    @promise
    async def test_users_of_two_networks_are_two_players(self, case: Case) -> None:
        other = User("other", ANN.id)
        odd = User("kit", "ann:other/x#1")
        players = await case.do(
            lambda t: {t.remember_player(user, "Ann", None).id for user in (ANN, other, odd)}
        )
        assert len(players) == 3
        known = await case.do(lambda t: t.player(odd))
        assert known is not None
        assert known.users == (odd,)

    @promise
    async def test_users_of_several_networks_can_be_one_player(self, case: Case) -> None:
        ann = await case.do(lambda t: t.remember_player(ANN, "Ann", None))
        bob = await case.do(lambda t: t.remember_player(BOB, "Bob", "de"))
        await case.do(lambda t: t.set_profile(ann.id, "hers"))
        both = await case.do(lambda t: t.move_user(BOB, ann.id))
        assert both == replace(ann, users=(ANN, BOB), profile="hers")
        assert both == await case.do(lambda t: t.player(BOB))
        assert both == await case.do(lambda t: t.player_by_id(ann.id))
        assert await case.do(lambda t: t.player_by_id(bob.id)) is None
        named = await case.do(lambda t: t.remember_player(BOB, "Bobby", None))
        assert named == replace(both, name="Bobby")

    @promise
    async def test_a_user_can_become_a_new_player(self, case: Case) -> None:
        bob = await case.do(lambda t: t.remember_player(BOB, "Bob", "de"))
        ann = await case.do(lambda t: t.remember_player(ANN, "Ann", None))
        await case.do(lambda t: t.move_user(ANN, bob.id))
        await case.do(lambda t: t.set_profile(bob.id, "his"))
        new = await case.do(lambda t: t.move_user(ANN, None))
        assert new == Player(new.id, "Bob", "de", (ANN,), ANN)
        assert new.id not in {ann.id, bob.id}
        assert await case.do(lambda t: t.player(ANN)) == new
        assert await case.do(lambda t: t.player(BOB)) == replace(bob, profile="his")

    @promise
    async def test_hands_arrive_where_was_chosen_as_long_as_that_is_the_players(
        self, case: Case
    ) -> None:
        carl = User("other", "carl")
        one = await case.do(lambda t: t.remember_player(BOB, "Bob", None))
        await case.do(lambda t: [t.remember_player(user, "?", None) for user in (ANN, carl)])
        await case.do(lambda t: [t.move_user(user, one.id) for user in (ANN, carl)])
        eve = User("kit", "eve")
        await case.do(lambda t: t.remember_player(eve, "Eve", None))
        await case.do(lambda t: t.set_private(one.id, eve))
        assert await _private(case, BOB) == BOB
        await case.do(lambda t: t.set_private(one.id, carl))
        assert await _private(case, BOB) == carl
        await case.do(lambda t: t.move_user(ANN, None))
        assert await _private(case, BOB) == carl
        await case.do(lambda t: t.move_user(ANN, one.id))
        await case.do(lambda t: t.move_user(carl, None))
        assert await _private(case, BOB) == ANN
        assert await _private(case, carl) == carl

    @promise
    async def test_the_number_of_a_player_who_is_no_more_is_not_given_again(
        self, case: Case
    ) -> None:
        ann = await case.do(lambda t: t.remember_player(ANN, "Ann", None))
        bob = await case.do(lambda t: t.remember_player(BOB, "Bob", None))
        await case.do(lambda t: t.move_user(BOB, ann.id))
        carl = await case.do(lambda t: t.remember_player(User("kit", "carl"), "Carl", None))
        assert carl.id not in {ann.id, bob.id}

    @promise
    async def test_nobody_moves_to_or_from_nowhere(self, case: Case) -> None:
        ann = await case.do(lambda t: t.remember_player(ANN, "Ann", None))
        with pytest.raises(LookupError):
            await case.do(lambda t: t.move_user(BOB, ann.id))
        with pytest.raises(LookupError):
            await case.do(lambda t: t.move_user(ANN, ann.id + 1))
        assert await case.do(lambda t: t.move_user(ANN, ann.id)) == ann

    @promise
    async def test_a_newer_name_and_the_first_language_are_kept(self, case: Case) -> None:
        ann = await case.do(lambda t: t.remember_player(ANN, "Ann", None))
        await case.do(lambda t: t.remember_player(ANN, "Anne", "fr"))
        await case.do(lambda t: t.remember_player(ANN, "", "it"))
        known = await case.do(lambda t: t.player(ANN))
        assert known == replace(ann, name="Anne", language="fr")

    @promise
    async def test_a_chosen_language_stays(self, case: Case) -> None:
        ann = await case.do(lambda t: t.remember_player(ANN, "Ann", "fr"))
        await case.do(lambda t: t.set_language(ann.id, "it"))
        again = await case.do(lambda t: t.remember_player(ANN, "Ann", "fr"))
        assert again == await case.do(lambda t: t.player(ANN)) == replace(ann, language="it")

    @promise
    async def test_what_a_player_told_is_kept_as_it_is(self, case: Case) -> None:
        ann = await case.do(lambda t: t.remember_player(ANN, "Ann", "fr"))
        bob = await case.do(lambda t: t.remember_player(BOB, "Bob", "fr"))
        await case.do(lambda t: t.set_profile(ann.id, '{"zone": "Europe/Lisbon"}'))
        again = await case.do(lambda t: t.remember_player(ANN, "Anne", None))
        assert again == replace(ann, name="Anne", profile='{"zone": "Europe/Lisbon"}')
        assert again == await case.do(lambda t: t.player(ANN))
        assert bob == await case.do(lambda t: t.player_by_id(bob.id))

    @promise
    async def test_what_a_room_told_is_kept_as_it_is(self, case: Case) -> None:
        made = await case.do(lambda t: t.remember_room(FAMILY, "Family"))
        await case.do(lambda t: t.set_room_profile(FAMILY, '{"starters": "admins"}'))
        again = await case.do(lambda t: t.remember_room(FAMILY, "Kin"))
        assert again == replace(made, title="Kin", profile='{"starters": "admins"}')
        assert again == await case.do(lambda t: t.room(FAMILY))

    @promise
    async def test_a_room_is_made_once_with_its_newest_title(self, case: Case) -> None:
        assert await case.do(lambda t: t.room(FAMILY)) is None
        made = await case.do(lambda t: t.remember_room(FAMILY, "Family"))
        assert made == Room(FAMILY, "Family", None)
        await case.do(lambda t: t.set_room_language(FAMILY, "de"))
        await case.do(lambda t: t.remember_room(FAMILY, "Kin"))
        last = await case.do(lambda t: t.remember_room(FAMILY, ""))
        assert last == await case.do(lambda t: t.room(FAMILY)) == Room(FAMILY, "Kin", "de")

    @promise
    async def test_a_thread_is_a_room_of_its_own(self, case: Case) -> None:
        thread = Conversation(FAMILY.network, FAMILY.id, "5")
        await case.do(lambda t: t.remember_room(thread, "Thread"))
        assert await case.do(lambda t: t.room(FAMILY)) is None
        assert await case.do(lambda t: t.room(thread)) == Room(thread, "Thread", None)


async def _private(case: Case, user: User) -> User:
    known = await case.do(lambda t: t.player(user))
    assert known is not None
    return known.private
