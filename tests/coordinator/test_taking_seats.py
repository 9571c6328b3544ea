"""Somebody plays on where another stays away: old pages close, and the hand goes to the new one."""

from __future__ import annotations

from datetime import timedelta

import pytest

from uno_chat.table import Absent, Phase
from uno_chat.testing.desk import Desk

HOUR = timedelta(hours=1)


def offered(desk: Desk) -> None:
    """Ann stays away from a round with Bob and Cat, until her seat is free."""
    desk.family("ann", "bob", "cat", settings="pace=daily hold=0s absent=substitute")
    desk.lay("ann", "R4", {"ann": "B5 B6 B7"}, stock="G9 G8 G7")
    desk.now += 25 * HOUR
    desk.say("bob", "skip ann")
    desk.say("cat", "yes")
    desk.say("bob", "/pause 1h", "family")
    desk.say("cat", "yes")
    desk.now += 1 * HOUR
    desk.lay("bob", "R4", {"ann": "B5 B6 B7", "bob": "Y1", "cat": "Y2"})
    desk.later(72 * HOUR)


def test_a_free_seat_is_offered_by_a_button_and_taken_with_its_hand(desk: Desk) -> None:
    offered(desk)
    page = "\n".join(one.text for one in desk.to("family"))
    assert "Ann stays away: anybody here may play on instead" in page
    assert "[Play on for Ann]" in page
    before = len(desk.sent)
    assert desk.press("dan", "sit s1", "family") == "done"
    (hand,) = [one for one in desk.to("@dan", before) if one.name == "hand"]
    assert "blue 5, blue 6, blue 7" in hand.text
    left = "\n".join(one.text for one in desk.to("@ann", before))
    assert "Dan plays on for you now, with your cards." in left
    assert "You have no seat at this table any more." in left
    assert "blue" not in left
    table = desk.to("family", before)[-1].text
    assert "Dan plays on for Ann" in table
    assert "Ann stays away: anybody here may play on instead" in table  # it was not Dan


def test_a_seat_that_is_not_free_is_not_taken(desk: Desk) -> None:
    offered(desk)
    desk.say("dan", "/sit bob", "family")
    assert desk.to("@dan")[-1].text.endswith("Bob has not left that seat. /join takes another.")
    assert desk.say("dan", "/sit", "family") == "done"
    desk.say("eve", "/sit", "family")
    assert "Nobody has left a seat to be played on. /join" in desk.to("@eve")[-1].text


def test_who_sits_down_by_the_own_name_is_told_how_to_join(desk: Desk) -> None:
    desk.lobby("ann", "bob", computers=1)
    assert desk.say("dan", "/sit Dan", "family") == "puzzled"
    nobody = "Nobody at the table is called “Dan”. /join takes a free seat."
    assert desk.to("@dan")[-1].text == nobody
    desk.say("dan", "/sit Abacus", "family")
    assert "Abacus is a computer and keeps that seat. /join" in desk.to("@dan")[-1].text


def test_who_sits_nowhere_is_told_where_one_joins(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    assert desk.say("cat", "join") == "puzzled"
    assert "One joins in the group where a table is shown, with /join" in desk.to("@cat")[-1].text


def test_the_seat_of_who_may_come_back_is_not_free(desk: Desk) -> None:
    desk.family("ann", "bob", "cat", settings="pace=daily hold=0s")
    desk.now += 25 * HOUR
    desk.say("bob", "skip ann")
    desk.say("cat", "yes")
    desk.say("dan", "/sit ann", "family")
    kept = "A computer plays for Ann, who may still come back. /join takes another seat."
    assert desk.to("@dan")[-1].text.endswith(kept)


@pytest.mark.reported("T42")
def test_what_becomes_of_absent_seats_is_agreed_before_the_deal(desk: Desk) -> None:
    desk.lobby("ann", "bob", settings="absent=remove")
    assert desk.table().settings.absent is Absent.REMOVE
    assert "who stays away is taken out" in desk.to("family")[0].text
    desk.say("ann", "/settings absent=maybe", "family")
    assert "keep, substitute, remove" in desk.to("@ann")[-1].text


def test_a_muster_deals_without_who_is_not_ready(desk: Desk) -> None:
    desk.lobby("ann", "bob", "cat", settings="pace=daily")
    desk.later(13 * HOUR)
    desk.say("ann", "/deal", "family")
    assert "without those who are not ready." in desk.to("family")[-1].text
    assert "Are you ready?" in desk.to("@cat")[-1].text
    desk.say("bob", "ready")
    desk.later(13 * HOUR)
    assert desk.table().phase is Phase.PLAYING
    assert [seat.name for seat in desk.table().present] == ["Ann", "Bob"]
    assert "You did not come, so you lost your seat." in "".join(o.text for o in desk.to("@cat"))


def test_who_leaves_after_the_round_says_so_and_plays_on(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    assert desk.say("cat", "leave after") == "done"
    assert "leaves after this round" in desk.to("family")[-1].text
    desk.win("ann")
    assert [seat.name for seat in desk.table().present] == ["Ann", "Bob"]


@pytest.mark.reported("T21")
def test_a_lobby_that_nobody_fills_says_that_it_is_closed(desk: Desk) -> None:
    desk.lobby("ann", "bob", settings="pace=daily")
    desk.later(25 * HOUR)
    texts = [one.text for one in desk.to("family")]
    assert "The table was closed, because nobody came" in "\n".join(texts[-2:])
