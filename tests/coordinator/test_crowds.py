"""Whoever floods is not answered each time, loses no move, and opens no tables without end."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat.contract import Conversation, Envelope, OutKind, Said, User
from uno_chat.coordinator.crowds import WITHIN, CountedCrowd, Load
from uno_chat.coordinator.ordering import A_DAY_IN_A_GROUP, A_DAY_OF_ONE
from uno_chat.testing.desk import NOON, Desk

SLOWLY = "That is a lot in one minute."


def said(number: int, who: str = "ann", group: str = "") -> Envelope:
    chat = Conversation("fake", group or f"@{who}")
    text = Said("help")
    return Envelope(f"e{number}", NOON, User("fake", who), who, chat, not group, text)


def heard(crowd: CountedCrowd, *numbers: int, who: str = "ann", group: str = "") -> list[Load]:
    return [crowd.heard(said(number, who, group), NOON) for number in numbers]


def test_the_first_that_is_too_many_is_told_and_the_rest_is_spared() -> None:
    crowd = CountedCrowd(of_one=2)
    assert heard(crowd, 1, 2, 3, 4) == [Load.FINE, Load.FINE, Load.TOLD, Load.SPARED]
    assert heard(crowd, 5, who="bob") == [Load.FINE]


def test_what_is_handled_again_is_counted_once_and_gets_the_same_answer() -> None:
    crowd = CountedCrowd(of_one=2)
    assert heard(crowd, 1, 1, 1, 2, 3, 3) == [Load.FINE] * 4 + [Load.TOLD] * 2


def test_after_a_minute_everybody_is_answered_again() -> None:
    crowd = CountedCrowd(of_one=1)
    assert heard(crowd, 1, 2) == [Load.FINE, Load.TOLD]
    assert crowd.heard(said(3), NOON + WITHIN) is Load.FINE


def test_many_people_in_one_conversation_are_a_crowd_together() -> None:
    crowd = CountedCrowd(of_one=5, of_all=3)
    loads = [heard(crowd, n, who=f"p{n}", group="family")[0] for n in range(5)]
    assert loads == [Load.FINE] * 3 + [Load.SPARED] * 2
    assert heard(crowd, 9, who="p1") == [Load.FINE]


def test_nobody_is_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_chat.coordinator.crowds._REMEMBERED", 10)
    crowd = CountedCrowd()
    for number in range(100):
        now = NOON + number * WITHIN
        crowd.heard(replace(said(number, f"p{number}"), at=now), now)
    assert len(crowd.lately) <= 12


def test_moves_count_and_only_answers_are_spared(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 B1 B2", "bob": "R7 R8 R9"})
    desk.crowd = CountedCrowd(of_one=3)
    for _ in range(10):
        desk.say("ann", "help")
        desk.say("ann", "hand")
        desk.press("ann", "y9")
    texts = [sent.text for sent in desk.to("@ann")]
    assert len([text for text in texts if text.startswith(SLOWLY)]) == 1
    assert len([text for text in texts if text.startswith("UNO by message")]) <= 2
    assert desk.say("ann", "r5") == "done"
    assert "Ann played red 5" in desk.to("family")[-1].text
    assert "Ann played red 5" in desk.to("@bob")[-1].text


def test_a_press_that_is_not_answered_ends_all_the_same(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.crowd = CountedCrowd(of_one=1)
    desk.press("bob", "draw")
    before = len(desk.sent)
    desk.press("bob", "draw")
    desk.press("bob", "rules")
    toasts = [sent for sent in desk.sent[before:] if sent.kind is OutKind.TOAST]
    assert [toast.text for toast in toasts] == ["", ""]


@pytest.mark.parametrize("words", ["help", "hand", "settings", "privacy", "tables", "nonsense"])
def test_nothing_is_written_to_whoever_is_spared(desk: Desk, words: str) -> None:
    desk.family("ann", "bob")
    desk.crowd = CountedCrowd(of_one=1)
    for _ in range(2):
        desk.say("ann", words)
    before = len(desk.sent)
    for _ in range(5):
        desk.say("ann", words)
    assert desk.sent[before:] == []


def test_one_who_floods_spares_nobody_else(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.crowd = CountedCrowd(of_one=2)
    for _ in range(10):
        desk.say("ann", "help")
    desk.say("bob", "help")
    assert desk.to("@bob")[-1].text.startswith("UNO by message")


def test_one_person_opens_so_many_tables_a_day(desk: Desk) -> None:
    for number in range(1, A_DAY_OF_ONE + 1):
        assert desk.say("ann", "/new", "family") == "opened"
        desk.say("ann", f"/#{number} end", "family")
    assert desk.say("ann", "/new", "family") == "remarked"
    assert desk.to("@ann")[-1].text == (
        "Many tables were opened today: play at one of them, or try tomorrow."
    )
    assert desk.say("bob", "/new", "family") == "opened"
    desk.now += timedelta(days=1)
    assert desk.say("ann", "/new", "family") == "opened"


def test_one_group_opens_so_many_tables_a_day(desk: Desk) -> None:
    for number in range(1, A_DAY_IN_A_GROUP + 1):
        who = f"p{number % 7}"
        assert desk.say(who, "/new", "family") == "opened"
        desk.say(who, f"/#{number} end", "family")
    assert desk.say("zoe", "/new", "family") == "remarked"
    assert desk.say("zoe", "/new", "club") == "opened"


def test_all_that_is_kept_is_not_handed_out_all_the_time(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    assert desk.say("ann", "export my data") == "exported"
    assert desk.say("ann", "export my data") == "remarked"
    assert desk.to("@ann")[-1].text.startswith("You had all of it not long ago: ask again at ")
    desk.now += timedelta(hours=1)
    assert desk.say("ann", "export my data") == "exported"


def test_a_house_that_counts_nobody_answers_everything(desk: Desk) -> None:
    assert {desk.say("ann", "help") for _ in range(200)} == {"help"}
