"""A group or a network that is lost: told once wherever else the table is, where it goes on."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from uno_chat.contract import Left, User
from uno_chat.coordinator import concerns_us
from uno_chat.coordinator.losing import LONG
from uno_chat.coordinator.outages import fails
from uno_chat.coordinator.profiles import custom
from uno_chat.testing.desk import NET, Desk, room
from uno_chat.testing.several import connect, playing, texts, three_networks

MINUTE = timedelta(minutes=1)


@pytest.fixture
def desk() -> Desk:
    """Ann of the family and Bo of the clan on IRC play, Ann is to move."""
    desk = three_networks()
    playing(desk)
    return desk


def lost(desk: Desk, chat: str) -> bool:
    return custom(desk.rows.rooms[room(chat)]).lost is not None


def moves(desk: Desk, *lines: tuple[str, str]) -> None:
    for who, words in lines:
        assert desk.say(who, words) == "done"
        desk.later(desk.settings.hold)


# --- a group ------------------------------------------------------------------------------------


@pytest.mark.parametrize("remedy", ["invite", "allow", "topic"])
def test_a_group_that_is_lost_is_told_once_in_the_others_where_the_game_goes_on(
    desk: Desk, remedy: str
) -> None:
    desk.beyond["irc:clan"] = remedy
    since = len(desk.sent)
    moves(desk, ("ann", "r5"), ("irc:bo", "r7"), ("ann", "r6"))
    assert not desk.to("irc:clan", since)
    told = [sent for sent in desk.to("family", since) if "any more" in sent.text]
    assert [sent.text for sent in told] == [
        "Family #1: nothing arrives in “Clan” on IRC any more. Bo plays on in private."
    ]
    assert "Also in “Clan” on IRC (nothing arrives there)." in texts(desk, "family", since)


def put_out(desk: Desk, chat: str = "irc:clan") -> None:
    """Bo removes us from a group."""
    gone = desk.envelope("irc:bo", Left(User("irc", "uno"), us=True), chat)
    assert desk.take(gone) == "left"


def test_that_we_were_put_out_of_a_group_is_told_at_once_in_the_others_and_once(desk: Desk) -> None:
    since = len(desk.sent)
    put_out(desk)
    assert lost(desk, "irc:clan")
    assert [sent.text for sent in desk.to("family", since) if "any more" in sent.text] == [
        "Family #1: nothing arrives in “Clan” on IRC any more. Bo plays on in private."
    ]
    assert "Also in “Clan” on IRC (nothing arrives there)." in texts(desk, "family", since)
    since = len(desk.sent)
    desk.beyond["irc:clan"] = "invite"
    moves(desk, ("ann", "r5"))
    put_out(desk)
    assert "any more" not in texts(desk, "family", since)


def test_a_group_that_lets_us_in_again_is_told_as_soon_as_something_arrives_there(
    desk: Desk,
) -> None:
    put_out(desk)
    since = len(desk.sent)
    moves(desk, ("ann", "r5"))
    assert not lost(desk, "irc:clan")
    assert "Family #1: “Clan” on IRC is reached again." in texts(desk, "family", since)


def test_that_somebody_else_left_a_group_or_closed_a_private_chat_is_kept_by_nobody(
    desk: Desk,
) -> None:
    us, bo = User("irc", "uno"), User("irc", "bo")
    assert concerns_us(desk.envelope("irc:bo", Left(us, us=True), "irc:clan"))
    assert not concerns_us(desk.envelope("irc:bo", Left(bo), "irc:clan"))
    assert not concerns_us(desk.envelope("irc:bo", Left(us, us=True), None))


def test_a_group_that_is_reached_again_is_told_and_reads_the_newest_page(desk: Desk) -> None:
    desk.beyond["irc:clan"] = "invite"
    moves(desk, ("ann", "r5"))
    assert lost(desk, "irc:clan")
    del desk.beyond["irc:clan"]
    since = len(desk.sent)
    moves(desk, ("irc:bo", "r7"))
    assert not lost(desk, "irc:clan")
    assert desk.to("irc:clan", since)
    assert "Family #1: “Clan” on IRC is reached again." in texts(desk, "family", since)
    assert "Also in “Clan” on IRC.\n" in texts(desk, "family", since)


def test_of_a_group_whose_people_read_in_another_one_nobody_is_named(desk: Desk) -> None:
    connect(desk, "irc:tribe", "irc:cy")
    desk.beyond["irc:clan"] = "invite"
    since = len(desk.sent)
    moves(desk, ("ann", "r5"))
    assert "Family #1: nothing arrives in “Clan” on IRC any more." in [
        sent.text for sent in desk.to("family", since)
    ]
    assert "Family #1: nothing arrives in “Clan” any more." in [
        sent.text for sent in desk.to("irc:tribe", since)
    ]


def test_a_group_that_is_the_only_one_is_lost_as_ever() -> None:
    desk = three_networks()
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6 B6", "bob": "R7 R8 B8"})
    desk.beyond["family"] = "invite"
    since = len(desk.sent)
    moves(desk, ("ann", "r5"), ("bob", "r7"))
    assert {sent.chat for sent in desk.sent[since:]} == {"@ann", "@bob"}
    del desk.beyond["family"]
    since = len(desk.sent)
    moves(desk, ("ann", "r6"))
    assert desk.to("family", since)
    assert not any("again" in sent.text for sent in desk.sent[since:])


def test_when_all_groups_are_lost_the_game_goes_on_in_private(desk: Desk) -> None:
    desk.beyond |= {"family": "invite", "irc:clan": "invite"}
    since = len(desk.sent)
    moves(desk, ("ann", "r5"), ("irc:bo", "r7"), ("ann", "r6"))
    assert {sent.chat for sent in desk.sent[since:]} == {"@ann", "@irc:bo"}


# --- a network ----------------------------------------------------------------------------------


def test_a_network_that_fails_for_long_is_told_once_with_who_plays_from_it(desk: Desk) -> None:
    began = desk.now
    desk.do(lambda tx: fails(tx, "irc", began))
    since = len(desk.sent)
    moves(desk, ("ann", "r5"))
    assert not [sent for sent in desk.sent[since:] if "not reached" in sent.text]
    desk.later(LONG)
    moves(desk, ("irc:bo", "r7"), ("ann", "r6"), ("irc:bo", "r8"))
    told = [sent for sent in desk.sent[since:] if "not reached" in sent.text]
    assert [(sent.chat, sent.text) for sent in told] == [
        ("family", "Family #1: IRC is not reached now. Only a turn of Bo waits for that.")
    ]


def test_a_network_that_fails_again_is_told_again(desk: Desk) -> None:
    for number in range(2):
        began = desk.now
        desk.do(partial(fails, network="irc", since=began))
        desk.later(LONG)
        since = len(desk.sent)
        moves(desk, ("ann", "r5") if not number else ("ann", "r6"))
        assert any("not reached" in sent.text for sent in desk.to("family", since))
        desk.do(lambda tx: fails(tx, "irc", None))
        if not number:
            moves(desk, ("irc:bo", "r7"))


def test_a_table_on_one_network_hears_nothing_of_it() -> None:
    desk = three_networks()
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6 B6", "bob": "R7 R8 B8"})
    began = desk.now
    desk.do(lambda tx: fails(tx, NET, began))
    desk.later(2 * LONG)
    moves(desk, ("ann", "r5"))
    assert not any("not reached" in sent.text for sent in desk.sent)
