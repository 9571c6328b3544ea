"""Whom a group has banned sits at none of its tables; whoever decides for the group says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from uno_chat.contract import OutKind
from uno_chat.table import Phase
from uno_chat.testing.desk import Desk
from uno_chat.testing.pairing import link, two_networks

NOT_HERE = "You cannot sit at tables of this group: Ann has banned you."
GONE = "Bob cannot sit at tables of this group any more."


def last(desk: Desk, who: str) -> str:
    return desk.to(f"@{who}")[-1].text


def sits(desk: Desk, who: str, number: int = 1) -> bool:
    return desk.table(number).seat_of(desk.player(who)) is not None


def test_in_a_round_a_computer_plays_on_and_the_others_see_it(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    hands = desk.table().play
    assert desk.say("ann", "/ban bob", "family") == "remarked"
    assert last(desk, "ann") == GONE
    assert not sits(desk, "bob")
    assert desk.table().seat("s2").name == "Abacus"
    after = desk.table().play
    assert hands is not None
    assert after is not None
    assert after.round.hands == hands.round.hands
    assert "Abacus plays on for Bob" in desk.to("family")[-1].text


@pytest.mark.parametrize("begin", [Desk.family, Desk.lobby])
def test_whose_seat_is_lost_by_it_is_told_so_at_once(
    desk: Desk, begin: Callable[..., None]
) -> None:
    begin(desk, "ann", "bob", "cat")
    desk.say("bob", "hand")
    before = len(desk.sent)
    desk.say("ann", "/ban bob", "family")
    (told,) = [sent for sent in desk.to("@bob", before) if sent.kind is OutKind.NOTICE]
    assert told.notify
    assert told.text.splitlines() == [
        "Family #1",
        "Ann has taken your seat away.",
    ]


def test_an_admin_who_does_not_sit_there_takes_the_seat_away_as_one(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.admins = {("dan", "family")}
    desk.say("dan", "/ban bob", "family")
    told = [sent.text for sent in desk.to("@bob") if sent.kind is OutKind.NOTICE]
    assert told[-1].endswith("Your seat was taken away by the host or an admin.")
    desk.say("bob", "/join", "family")
    assert last(desk, "bob") == "You cannot sit at tables of this group: Dan has banned you."


def test_of_who_is_forgotten_a_ban_tells_no_name(desk: Desk) -> None:
    desk.lobby("ann", "bob", "cat")
    desk.say("ann", "/ban bob", "family")
    desk.say("ann", "forget me now")
    desk.say("bob", "/join", "family")
    assert last(desk, "bob") == "You cannot sit at tables of this group: you have been banned."


def test_where_no_round_is_played_the_seat_is_left(desk: Desk) -> None:
    desk.lobby("ann", "bob", "cat")
    desk.say("ann", "/ban bob", "family")
    assert [seat.name for seat in desk.table().seats] == ["Ann", "Cat"]


@pytest.mark.parametrize("words", ["/join", "/new", "/sit"])
def test_who_is_banned_sits_down_at_no_table_of_the_group(desk: Desk, words: str) -> None:
    desk.lobby("ann", "bob", "cat")
    desk.say("ann", "/ban bob", "family")
    assert desk.say("bob", words, "family") == "remarked"
    assert last(desk, "bob") == NOT_HERE
    assert len(desk.rows.tables) == 1
    assert not sits(desk, "bob")


def test_a_link_into_the_private_chat_is_no_way_round(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    desk.say("ann", "/ban bob", "family")
    desk.contact("bob", f"join-1-{desk.table().door}")
    assert last(desk, "bob") == NOT_HERE


def test_nor_is_another_account_of_the_same_person() -> None:
    desk = two_networks()
    desk.lobby("ann", "bob")
    link(desk, "bob", "bare:bo")
    desk.say("ann", "/ban bob", "family")
    desk.say("bare:bo", "unlink")
    assert desk.contact("bare:bo", f"join-1-{desk.table().door}") == "remarked"
    assert last(desk, "bare:bo") == NOT_HERE


def test_in_other_groups_nothing_changes(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    desk.lobby("cat", "bob", group="club")
    desk.say("ann", "/ban bob", "family")
    assert sits(desk, "bob", 2)
    assert desk.say("bob", "/new", "club") == "opened"


def test_at_all_tables_of_the_group_the_seat_is_lost(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    desk.lobby("cat", "bob")
    desk.admins = {("ann", "family")}
    desk.say("ann", "/ban bob", "family")
    assert not sits(desk, "bob", 1)
    assert not sits(desk, "bob", 2)


def test_a_host_who_is_banned_by_an_admin_is_followed_by_the_next(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.admins = {("cat", "family")}
    desk.say("cat", "/ban ann", "family")
    assert desk.table().host == desk.player("bob")


def test_where_only_the_banned_played_the_table_ends(desk: Desk) -> None:
    desk.family("bob", computers=1)
    desk.admins = {("ann", "family")}
    desk.say("ann", "/ban bob", "family")
    assert desk.table().phase is Phase.ENDED


@pytest.mark.parametrize("words", ["/ban bob", "/unban bob", "/ban"])
def test_nobody_else_decides(desk: Desk, words: str) -> None:
    desk.lobby("ann", "bob", "cat")
    desk.say("cat", words, "family")
    assert last(desk, "cat").startswith("Only an admin of the group or the host of a table here")
    assert sits(desk, "bob")


def test_it_is_taken_back_by_name_or_by_number(desk: Desk) -> None:
    for words in ("/unban bob", "/unban 1"):
        desk.lobby("ann", "bob")
        number = max(desk.rows.tables)
        desk.say("ann", "/ban bob", "family")
        desk.say("ann", words, "family")
        assert last(desk, "ann") == "Bob may sit at tables of this group again."
        assert desk.say("bob", f"/#{number} join", "family") == "done"
        desk.say("ann", f"/#{number} end", "family")


def test_who_is_banned_is_listed_for_those_who_decide(desk: Desk) -> None:
    desk.lobby("ann", "bob", "cat")
    desk.say("ann", "/ban", "family")
    assert last(desk, "ann") == "Nobody is banned here."
    for name in ("bob", "cat"):
        desk.say("ann", f"/ban {name}", "family")
    desk.say("ann", "/ban", "family")
    assert last(desk, "ann") == "Banned here: 1) Bob and 2) Cat. “/unban NUMBER” ends it."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("/ban zoe", "Nobody at the table is called “zoe”."),
        ("/ban ann", "You cannot ban yourself: “leave” gives your seat back."),
        ("/ban abacus", "Abacus is a computer: “kick” takes it off its seat."),
        ("/unban zoe", "Nobody called “zoe” is banned here."),
    ],
)
def test_what_makes_no_sense_is_one_sentence(desk: Desk, words: str, said: str) -> None:
    desk.lobby("ann", "bob", computers=1)
    before = desk.table()
    desk.say("ann", words, "family")
    assert last(desk, "ann") == said
    assert desk.table() == before


def test_in_private_no_group_is_meant(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    desk.say("ann", "ban bob")
    assert last(desk, "ann") == "That is done in the group where the table is."


def test_banned_twice_is_banned_once(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    desk.say("ann", "/ban bob", "family")
    desk.say("ann", "/unban bob", "family")
    desk.say("bob", "/join", "family")
    desk.say("ann", "/ban bob", "family")
    desk.say("ann", "/ban", "family")
    assert last(desk, "ann").startswith("Banned here: 1) Bob.")


def test_who_is_forgotten_stays_banned_and_is_not_named(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    desk.say("ann", "/ban bob", "family")
    desk.say("bob", "forget me now")
    assert "bob" not in repr(desk.rows.rooms).casefold()
    desk.say("ann", "/ban", "family")
    assert last(desk, "ann") == "Banned here: 1) ?. “/unban NUMBER” ends it."
    desk.later()
    desk.now = desk.now.replace(minute=30)
    assert desk.say("bob", "/join", "family") == "remarked"
    assert last(desk, "bob") == NOT_HERE
    desk.say("ann", "/unban 1", "family")
    assert desk.say("bob", "/join", "family") == "done"
