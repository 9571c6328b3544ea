"""A bridge between two groups of a table: nothing acts twice, and the group hears of it once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uno_chat.contract import Said
from uno_chat.coordinator import hears_itself
from uno_chat.testing.desk import Desk
from uno_chat.testing.several import connect, playing, texts, three_networks

WARNING = "A bridge repeats here"


@pytest.fixture
def desk() -> Desk:
    """Ann of the family and Bo of the clan on IRC play, Ann is to move."""
    desk = three_networks()
    playing(desk)
    return desk


def heard(desk: Desk, text: str, group: str | None = "irc:clan") -> bool:
    """Whether we know our own words in what a relay account says."""
    said = desk.envelope("irc:relay", Said(text), group)
    known = desk.do(lambda tx: hears_itself(tx, said, desk.now))
    desk.show_all()
    return known


def page(desk: Desk) -> str:
    """What the family reads."""
    return next(s.text for s in reversed(desk.to("family")) if "On top" in s.text)


def test_a_command_that_a_bridge_repeats_is_done_once(desk: Desk) -> None:
    assert desk.say("ann", "/r5", "family") == "done"
    for words in ("/r5", "!uno r6", "!uno draw"):
        said = desk.envelope("irc:ann", Said(words), "irc:clan")
        since, before = len(desk.sent), desk.table()
        assert desk.take(replace(said, bridged=True)) == "bridged"
        assert desk.table() == before
        assert not desk.to("@irc:ann", since)
    assert texts(desk, "irc:clan").count(WARNING) == 1
    assert WARNING not in texts(desk, "family")


def test_whoever_comes_over_a_bridge_to_the_only_group_is_told_why_that_does_nothing() -> None:
    desk = three_networks()
    desk.lobby("ann")
    said = desk.envelope("ghost", Said("/join"), "family")
    assert desk.take(replace(said, bridged=True)) == "bridged"
    assert WARNING not in texts(desk, "family")
    assert "over a bridge" in texts(desk, "family")


@pytest.mark.parametrize("form", ["{}", "<uno> {}", "[fake] uno: {}"])
def test_our_own_page_that_comes_back_is_told_once(desk: Desk, form: str) -> None:
    for _ in range(3):
        assert heard(desk, form.format(page(desk)))
    assert texts(desk, "irc:clan").count(WARNING) == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Family #1 is fun\nand long", id="talk about a table"),
        pytest.param("Who joins Family #1", id="one line"),
        pytest.param("Family #2 · round 1\nOn top: red 5", id="another table"),
        pytest.param("Clan #1 · round 1\nOn top: red 5", id="another name"),
        pytest.param("> Family #1 · round 1\n> On top: red 5\n\nlook!", id="an answer to a page"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_people_say_is_not_taken_for_ours(desk: Desk, text: str) -> None:
    assert not heard(desk, text)
    assert WARNING not in texts(desk, "irc:clan")


def test_a_page_in_private_or_of_a_table_that_is_nowhere_else_is_nobodys_echo(desk: Desk) -> None:
    assert not heard(desk, page(desk), None)
    desk.say("irc:bo", "!uno disconnect", "irc:clan")
    assert not heard(desk, page(desk), "irc:clan")
    assert not heard(desk, page(desk), "family")


def test_two_groups_of_one_network_need_no_bridge_between_them() -> None:
    desk = three_networks()
    desk.lobby("ann")
    desk.admins = {("cat", "club")}
    connect(desk, "club", "cat")
    said = desk.envelope("ghost", Said("/join"), "club")
    assert desk.take(replace(said, bridged=True)) == "bridged"
    assert WARNING not in texts(desk, "club")
