"""Whoever hides behind a group or a channel is told so, and never becomes a player or a host."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial

import pytest

from uno_chat.contract import Envelope, Said, User, envelope_to_json
from uno_chat.coordinator import failed
from uno_chat.testing.desk import NET, Desk

HINT = (
    "I cannot see who wrote this, so nobody could be dealt in. Write as yourself, or use the"
    " buttons."
)
HIDDEN = User(NET, "family")


def hidden(desk: Desk, text: str, *, to_us: bool = False) -> Envelope:
    envelope = desk.envelope("family", Said(text, to_us), "family")
    return replace(envelope, anonymous=True)


@pytest.mark.parametrize("text", ["/new", "/join", "/deal", "/hand", "/language fr", "!uno", "/#1"])
def test_one_sentence_stands_in_the_conversation_and_nothing_is_done(desk: Desk, text: str) -> None:
    assert desk.take(hidden(desk, text)) == "anonymous"
    assert [(sent.chat, sent.text) for sent in desk.sent] == [("family", HINT)]
    assert desk.rows.tables == {}
    assert HIDDEN not in desk.rows.users


def test_somebody_hidden_neither_joins_nor_ends_a_table(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    before = desk.table()
    for text in ("/join", "/end", "/kick bob"):
        desk.take(hidden(desk, text))
    assert desk.table() == before


def test_the_sentence_is_in_the_language_of_the_room(desk: Desk) -> None:
    desk.admins = {("ann", "family")}
    desk.say("ann", "/language fr", "family")
    desk.take(hidden(desk, "/new"))
    assert desk.sent[-1].text.startswith("Je ne vois pas qui a écrit cela")


def test_words_for_another_bot_are_left_alone(desk: Desk) -> None:
    assert desk.take(hidden(desk, "/weather")) == "ignored"
    assert desk.take(hidden(desk, "/weather", to_us=True)) == "anonymous"
    assert desk.take(hidden(desk, "good morning")) == "ignored"


def test_the_same_words_that_come_twice_are_answered_once(desk: Desk) -> None:
    envelope = hidden(desk, "/new")
    desk.take(envelope)
    desk.take(envelope)
    assert len(desk.sent) == 1


def test_a_button_works_for_the_person_who_pressed_it(desk: Desk) -> None:
    desk.take(hidden(desk, "/new"))
    desk.lobby("ann")
    desk.press("bob", "join", "family")
    assert [seat.name for seat in desk.table().seats] == ["Ann", "Bob"]


def test_words_that_fail_are_answered_in_the_conversation(desk: Desk) -> None:
    row = desk.arrival(hidden(desk, "/new"))
    desk.do(lambda tx: tx.receive(row))
    until: datetime | None = desk.now
    while until is not None:
        desk.now = until
        waiting = desk.do(lambda tx: tx.next_inbox(desk.now, ()))
        assert waiting is not None
        until = desk.do(partial(failed, desk.house, row=waiting, now=desk.now, why="Fault"))
    desk.show_all()
    assert [sent.chat for sent in desk.sent] == ["family"]
    assert HIDDEN not in desk.rows.users


def test_an_envelope_keeps_that_it_is_anonymous(desk: Desk) -> None:
    assert '"anonymous":true' in envelope_to_json(hidden(desk, "/new"))
