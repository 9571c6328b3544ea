"""Whoever writes over a bridge never becomes a player, and is told so once, not in every line."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial

import pytest

from uno_chat.contract import Contacted, Envelope, Event, Message, Reacted, Said
from uno_chat.coordinator import failed
from uno_chat.testing.desk import Desk, room, user

HINT = (
    "Ben writes over a bridge, and no hand can be shown to anybody behind one. Join with an account"
    " of this network, or where you are, if I am there."
)


def over(desk: Desk, event: Event, *, who: str = "ghost", group: str | None = "family") -> Envelope:
    return replace(desk.envelope(who, event, group, name="Ben"), bridged=True)


def saying(desk: Desk, text: str, *, to_us: bool = False) -> Envelope:
    return over(desk, Said(text, to_us))


@pytest.mark.parametrize("text", ["/new", "/join", "/deal", "/hand", "/language fr", "!uno", "/#1"])
def test_a_ghost_becomes_no_player_and_is_told_why(desk: Desk, text: str) -> None:
    assert desk.take(saying(desk, text)) == "bridged"
    assert [(sent.chat, sent.text) for sent in desk.sent] == [("family", HINT)]
    assert desk.rows.tables == {}
    assert user("ghost") not in desk.rows.users


def test_a_ghost_changes_nothing_at_a_table(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    before = desk.table()
    for text in ("/join", "/end", "/kick bob"):
        desk.take(saying(desk, text))
    assert desk.table() == before


def test_it_is_said_once_for_each_ghost_and_room(desk: Desk) -> None:
    for text in ("/join", "/join", "/hand"):
        desk.take(saying(desk, text))
    assert len(desk.sent) == 1
    desk.take(over(desk, Said("/join"), who="other"))
    desk.take(over(desk, Said("/join"), group="clan"))
    assert [sent.chat for sent in desk.sent] == ["family", "family", "clan"]


def test_what_ghosts_say_among_people_is_left_alone(desk: Desk) -> None:
    for text in ("good morning", "/weather", "r7", "uno"):
        assert desk.take(saying(desk, text)) == "ignored"
    assert desk.sent == []


def test_a_number_that_a_ghost_puts_on_a_page_plays_nothing(desk: Desk) -> None:
    desk.family("ann", "bob")
    before = desk.table()
    page = Message(room("family"), "1")
    assert desk.take(over(desk, Reacted(1, page))) in {"bridged", "ignored"}
    assert desk.table() == before


def test_the_reason_is_in_the_language_of_the_room(desk: Desk) -> None:
    desk.admins = {("ann", "family")}
    desk.say("ann", "/language fr", "family")
    desk.take(saying(desk, "/join"))
    assert desk.sent[-1].text.startswith("Ben écrit par une passerelle")


def test_a_ghost_that_opens_a_private_room_is_told_there(desk: Desk) -> None:
    assert desk.take(over(desk, Contacted(), group=None)) == "bridged"
    assert [(sent.chat, sent.text) for sent in desk.sent] == [("@ghost", HINT)]


def test_words_that_fail_are_answered_in_the_room(desk: Desk) -> None:
    row = desk.arrival(saying(desk, "/new"))
    desk.do(lambda tx: tx.receive(row))
    until: datetime | None = desk.now
    while until is not None:
        desk.now = until
        waiting = desk.do(lambda tx: tx.next_inbox(desk.now, ()))
        assert waiting is not None
        until = desk.do(partial(failed, desk.house, row=waiting, now=desk.now, why="Fault"))
    desk.show_all()
    assert [sent.chat for sent in desk.sent] == ["family"]
    assert user("ghost") not in desk.rows.users
