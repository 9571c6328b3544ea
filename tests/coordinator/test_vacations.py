"""A vacation is a person's: it is booked once, and holds at every table."""

from __future__ import annotations

from datetime import timedelta

from uno_chat.testing.desk import Desk

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


def two_tables(desk: Desk) -> None:
    desk.family("ann", "bob", "cat", settings="pace=daily hold=0s")
    desk.lobby("ann", "dan", group="club", settings="pace=daily vacation=none")
    desk.say("ann", "/#2 deal", "club")


def test_a_vacation_begins_at_all_tables_and_says_where_there_is_none(desk: Desk) -> None:
    two_tables(desk)
    desk.lay("bob", "R4", {"bob": "B5 B6", "ann": "Y1 Y2"})
    before = len(desk.sent)
    assert desk.say("ann", "vacation 3d") == "remarked"
    said = desk.to("@ann", before)[-1].text
    assert "You are on vacation for 3 days. Left for another time: 24 hours." in said
    assert "There is no vacation at Club #2: play there." in said
    page = "\n".join(one.text for one in desk.to("family", before))
    assert "Ann is on vacation for 3 days" in page
    assert "on vacation" in page
    assert desk.table().seat("s1").vacation == desk.now + 3 * DAY
    assert desk.table(2).seat("s1").vacation is None


def test_who_is_played_for_is_left_in_peace(desk: Desk) -> None:
    two_tables(desk)
    desk.lay("cat", "R4", {"cat": "B5 B6", "ann": "Y1 Y2"}, stock="G1 G2 G3")
    desk.say("ann", "vacation 3d")
    before = len(desk.sent)
    desk.say("cat", "draw")
    play = desk.table().play
    assert play is not None
    assert play.owner == "s1"
    assert {one.notify for one in desk.to("@ann", before)} == {False}


def test_who_is_back_in_a_turn_is_asked(desk: Desk) -> None:
    two_tables(desk)
    desk.lay("cat", "R4", {"cat": "B5 B6", "ann": "Y1 Y2"}, stock="G1 G2 G3")
    desk.say("ann", "vacation 3d")
    desk.say("cat", "draw")
    before = len(desk.sent)
    desk.say("ann", "back")
    assert [one.edits for one in desk.to("@ann", before) if one.name == "hand"] == [None]


def test_being_back_ends_it_everywhere_and_keeps_the_rest(desk: Desk) -> None:
    two_tables(desk)
    desk.say("ann", "vacation 3d")
    desk.now += DAY
    before = len(desk.sent)
    assert desk.say("ann", "back") == "remarked"
    said = [one.text for one in desk.to("@ann", before)]
    assert any("Welcome back. Vacation left: 3 days." in text for text in said)
    assert desk.table().seat("s1").vacation is None


def test_how_much_there_is_is_told_and_no_more_is_given(desk: Desk) -> None:
    two_tables(desk)
    desk.say("ann", "/vacation", "family")
    assert "You have 4 days of vacation." in desk.to("@ann")[-1].text
    desk.say("ann", "vacation soon")
    assert "Write how long, like “vacation 3d”." in desk.to("@ann")[-1].text
    for words in ("vacation 5d", "vacation 2h"):
        desk.say("ann", words)
        said = desk.to("@ann")[-1].text
        assert "A vacation is at least 12 hours long, and you have 4 days." in said
    desk.say("ann", "vacation 1d")
    desk.say("ann", "vacation 1d")
    assert "“back” ends it. Left for another time: 3 days." in desk.to("@ann")[-1].text
