"""What a store promises about players and rooms."""

from __future__ import annotations

from dataclasses import replace

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
