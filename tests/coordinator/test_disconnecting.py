"""A table out of one of its conversations, and what is the home's alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uno_chat.contract import Conversation, Moved, Said
from uno_chat.testing.desk import Desk, room
from uno_chat.testing.several import connect, playing, rooms, texts, three_networks


@pytest.fixture
def desk() -> Desk:
    return three_networks()


def test_a_group_that_is_disconnected_keeps_a_farewell_and_its_people_keep_their_hands(
    desk: Desk,
) -> None:
    playing(desk)
    since = len(desk.sent)
    assert desk.say("irc:bo", "!uno disconnect", "irc:clan") == "disconnected"
    assert rooms(desk) == ["fake:family"]
    assert texts(desk, "irc:clan", since) == (
        "Family #1\nThis table is not shown here any more; it goes on in “Family” on Fake. "
        "Whoever sits there plays on in private."
    )
    assert "Family #1 is not shown in “Clan” on IRC any more." in texts(desk, "family", since)
    since = len(desk.sent)
    desk.say("ann", "r5")
    assert desk.say("irc:bo", "r7") == "done"
    assert not desk.to("irc:clan", since)
    assert "Also in" not in desk.to("family")[-1].text


def test_the_page_of_a_group_that_can_be_edited_becomes_the_farewell(desk: Desk) -> None:
    desk.lobby("ann")
    desk.admins = {("matrix:cy", "matrix:clan")}
    connect(desk, "matrix:clan", "matrix:cy")
    (page,) = desk.to("matrix:clan")
    desk.say("ann", "/disconnect 2", "family")
    (farewell,) = desk.to("matrix:clan")[1:]
    assert farewell.edits is not None
    assert page.text != farewell.text
    assert not farewell.tokens


@pytest.mark.parametrize(
    ("who", "words", "group"),
    [
        pytest.param("ann", "/disconnect 2", "family", id="the host, from home"),
        pytest.param("ann", "disconnect 2", None, id="the host, in private"),
        pytest.param("adi", "/disconnect 2", "family", id="an admin of the home"),
        pytest.param("irc:cy", "!uno disconnect", "irc:clan", id="anyone, where nobody is admin"),
        pytest.param("irc:cy", "!uno disconnect 2", "irc:clan", id="the same by number"),
    ],
)
def test_either_side_can_disconnect(desk: Desk, who: str, words: str, group: str | None) -> None:
    playing(desk)
    desk.admins = {("adi", "family")}
    assert desk.say(who, words, group) == "disconnected"
    assert rooms(desk) == ["fake:family"]


@pytest.mark.parametrize(
    ("who", "words", "group"),
    [
        pytest.param("bob", "/disconnect 2", "family", id="a member of the home"),
        pytest.param("irc:bo", "disconnect 2", None, id="a player in private"),
        pytest.param("irc:bo", "!uno disconnect 1", "irc:clan", id="a guest the home"),
        pytest.param("irc:bo", "!uno disconnect 3", "irc:clan", id="a guest another guest"),
        pytest.param("matrix:bo", "!uno disconnect", "matrix:club", id="no admin there"),
    ],
)
def test_nobody_else_can(desk: Desk, who: str, words: str, group: str | None) -> None:
    playing(desk)
    desk.admins = {("matrix:cy", "matrix:club")}
    connect(desk, "matrix:club", "matrix:cy")
    before = rooms(desk)
    assert desk.say(who, words, group) == "no"
    assert rooms(desk) == before


def test_at_home_and_in_private_one_has_to_say_which(desk: Desk) -> None:
    playing(desk)
    for words, group in (("/disconnect", "family"), ("disconnect", None), ("disconnect 3", None)):
        assert desk.say("ann", words, group) == "remarked"
        assert desk.to("@ann")[-1].text == (
            "Which group? “/disconnect 1” for “Family” or “/disconnect 2” for “Clan” on IRC"
        )


def test_the_last_group_stays(desk: Desk) -> None:
    desk.lobby("ann")
    for words, group in (
        ("/disconnect", "family"),
        ("/disconnect 1", "family"),
        ("disconnect", None),
    ):
        assert desk.say("ann", words, group) == "remarked"
        assert desk.to("@ann")[-1].text == "The table is shown in no other group."
    assert rooms(desk) == ["fake:family"]


def test_when_the_home_goes_the_next_group_gives_the_table_its_name(desk: Desk) -> None:
    playing(desk)
    assert desk.say("ann", "/disconnect 1", "family") == "disconnected"
    assert rooms(desk) == ["irc:clan"]
    assert desk.table().title == "Clan"
    assert desk.to("family")[-1].text.startswith("Clan #1\nThis table is not shown here any more")


def test_a_group_comes_back_with_a_new_code_and_a_new_page(desk: Desk) -> None:
    playing(desk)
    desk.say("irc:bo", "!uno disconnect", "irc:clan")
    since = len(desk.sent)
    connect(desk)
    assert "Also in “Family” on Fake." in texts(desk, "irc:clan", since)
    assert "On top" in texts(desk, "irc:clan", since)


def test_nobody_who_is_not_seated_reaches_a_table_from_a_group_it_has_left(desk: Desk) -> None:
    desk.lobby("ann")
    connect(desk)
    desk.say("irc:bo", "!uno disconnect", "irc:clan")
    assert desk.say("irc:bo", "!uno #1 join", "irc:clan") == "puzzled"
    assert [seat.name for seat in desk.table().seats] == ["Ann"]


# --- one home -----------------------------------------------------------------------------------


def test_a_table_is_called_by_its_home_whatever_other_groups_are_called(desk: Desk) -> None:
    desk.lobby("ann")
    connect(desk)
    for who, group in (("irc:bo", "irc:clan"), ("ann", "family"), ("irc:bo", "irc:clan")):
        desk.say(who, "!uno table", group)
        assert desk.table().title == "Family"
    desk.take(replace(desk.envelope("ann", Said("/table"), "family"), title="Home"))
    assert desk.table().title == "Home"
    desk.say("irc:bo", "!uno table", "irc:clan")
    assert desk.to("irc:clan")[-1].text.startswith("Home #1\nAlso in “Home” on Fake.\n")


def test_a_group_that_is_called_otherwise_is_so_on_the_pages_of_the_others(desk: Desk) -> None:
    desk.lobby("ann")
    connect(desk)
    desk.take(replace(desk.envelope("irc:bo", Said("!uno table"), "irc:clan"), title="Tribe"))
    assert "Also in “Tribe” on IRC." in desk.to("family")[-1].text


def test_a_table_keeps_the_time_of_its_home(desk: Desk) -> None:
    desk.lobby("ann")
    connect(desk)
    desk.say("ann", "/zone Lisbon", "family")
    desk.say("irc:bo", "!uno zone Cairo", "irc:clan")
    assert desk.table().zone == "Europe/Lisbon"
    desk.say("ann", "/disconnect 1", "family")
    assert desk.table().zone == "Africa/Cairo"


def test_admins_of_another_group_decide_nothing_for_the_table(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    desk.admins = {("matrix:cy", "matrix:clan"), ("adi", "family")}
    connect(desk, "matrix:clan", "matrix:cy")
    for words in ("kick bob", "settings goal=200", "end"):
        assert desk.say("matrix:cy", f"!uno {words}", "matrix:clan") == "no"
    assert desk.say("adi", "/kick bob", "family") == "done"


def test_a_group_that_moves_stays_connect(desk: Desk) -> None:
    playing(desk)
    desk.take(desk.envelope("irc:bo", Moved(Conversation("irc", "tribe")), "irc:clan"))
    assert rooms(desk) == ["fake:family", "irc:tribe"]
    since = len(desk.sent)
    desk.say("ann", "r5")
    assert [sent.chat for sent in desk.to("irc:tribe", since)]
    assert room("irc:clan") not in desk.rows.tables[1].rooms
