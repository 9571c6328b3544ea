"""A table whose people are on different networks: who is told where, and what an outage stops."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat.contract import Said
from uno_chat.coordinator.outages import missed
from uno_chat.coordinator.serving import NEVER_TOLD
from uno_chat.table import Play
from uno_chat.testing.desk import NET, Desk, Sent, decisive, room
from uno_chat.testing.several import connect, playing, texts, three_networks

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


@pytest.fixture
def desk() -> Desk:
    """Ann of the family and Bo of the clan on IRC play, Ann is to move."""
    desk = three_networks()
    playing(desk)
    return desk


def play(desk: Desk) -> Play:
    found = desk.table().play
    assert found is not None
    return found


def owner(desk: Desk) -> str:
    seat = play(desk).owner
    assert seat is not None
    return desk.table().seat(seat).name


def calls(desk: Desk, since: int) -> list[Sent]:
    return [sent for sent in desk.sent[since:] if sent.notify and sent.chat[0] != "@"]


# --- who is called where ------------------------------------------------------------------------


def test_whoever_is_reached_nowhere_else_is_called_on_the_own_network_alone(desk: Desk) -> None:
    desk.beyond["@irc:bo"] = "start"
    since = len(desk.sent)
    desk.say("ann", "r5")
    (call,) = calls(desk, since)
    assert (call.chat, call.mentions) == ("irc:clan", ("irc:bo",))
    assert not any(sent.mentions for sent in desk.to("family", since))


def test_whoever_is_in_no_group_of_the_table_is_named_in_all_and_mentioned_in_none(
    desk: Desk,
) -> None:
    desk.say("irc:bo", "!uno disconnect", "irc:clan")
    desk.admins = {("matrix:cy", "matrix:club")}
    connect(desk, "matrix:club", "matrix:cy")
    desk.beyond["@irc:bo"] = "start"
    since = len(desk.sent)
    desk.say("ann", "r5")
    assert {call.chat for call in calls(desk, since)} == {"family", "matrix:club"}
    assert not any(sent.mentions for sent in desk.sent[since:])


def test_a_last_call_is_made_where_its_person_can_be_called(desk: Desk) -> None:
    desk.beyond["@irc:bo"] = "start"
    desk.say("ann", "r5")
    since = len(desk.sent)
    desk.later(DAY - MINUTE)
    said = [sent for sent in desk.sent[since:] if "Bo, " in sent.text]
    assert said
    assert {sent.chat for sent in said} == {"irc:clan"}
    assert {sent.mentions for sent in said} == {("irc:bo",)}


# --- who was told -------------------------------------------------------------------------------


def test_a_page_on_a_network_of_others_tells_nobody_of_the_own_turn(desk: Desk) -> None:
    said = desk.arrival(desk.envelope("ann", Said("r5"), None))
    desk.do(lambda tx: tx.receive(said))
    desk.work()
    rows = desk.rows
    family = [out for out in rows.outbox.values() if out.out.to.network == NET]
    assert family
    for row in [out for out in rows.outbox.values() if out.out.to.network == "irc"]:
        del rows.outbox[row.id]
    desk.show_all()
    assert owner(desk) == "Bo"
    assert decisive(desk.later(DAY)) == ["deadline"]
    assert owner(desk) == "Bo"
    assert decisive(desk.later(NEVER_TOLD)) == ["deadline"]
    assert owner(desk) == "Ann"


# --- a network that is down ---------------------------------------------------------------------


def test_an_outage_of_the_network_of_others_costs_nobody_time_and_gives_nobody_any(
    desk: Desk,
) -> None:
    began = desk.now
    desk.do(lambda tx: missed(tx, "irc", began, began + 2 * HOUR))
    desk.later(DAY - MINUTE)
    assert owner(desk) == "Ann"
    assert decisive(desk.later(MINUTE)) == ["deadline"]
    assert owner(desk) == "Bo"


def test_an_outage_of_the_own_network_is_made_up_for(desk: Desk) -> None:
    desk.say("ann", "r5")
    began = desk.now
    desk.do(lambda tx: missed(tx, "irc", began, began + 2 * HOUR))
    desk.later(DAY + HOUR)
    assert owner(desk) == "Bo"
    assert decisive(desk.later(HOUR)) == ["deadline"]
    assert owner(desk) == "Ann"


# --- where somebody lives -----------------------------------------------------------------------


@pytest.mark.parametrize("zone", [True, False])
def test_whoever_plays_from_another_network_is_asked_for_the_zone_all_the_same(
    zone: bool,  # noqa: FBT001 - a parameter of a test
) -> None:
    desk = three_networks()
    if zone:
        desk.say("ann", "/new", "family")
        desk.say("ann", "/zone Lisbon", "family")
    else:
        desk.say("ann", "/new", "family")
    connect(desk)
    desk.say("irc:bo", "!uno join", "irc:clan")
    desk.say("ann", "/deal", "family")
    desk.lay("ann", "R4", {"ann": "R5 R6 B6", "bo": "R7 R8 B8"})
    desk.say("ann", "r5")
    assert any("zone" in sent.text for sent in desk.to("@irc:bo"))
    assert any("zone" in sent.text for sent in desk.to("@ann")) is not zone


# --- two people of one name ---------------------------------------------------------------------


def two_anns(desk: Desk) -> Desk:
    """Ann is on both networks, and so is her name."""
    desk.lobby("ann")
    connect(desk)
    desk.take(desk.envelope("irc:bo", Said("!uno join"), "irc:clan", name="Ann"))
    return desk


def test_one_name_on_two_networks_is_told_apart_on_every_page() -> None:
    desk = two_anns(three_networks())
    since = len(desk.sent)
    desk.say("ann", "/deal", "family")
    desk.lay("ann (irc)", "R4", {"ann (irc)": "R5 R6 B1", "ann (fake)": "R1 B2"})
    desk.say("irc:bo", "r5")
    desk.say("irc:bo", "!uno table", "irc:clan")
    for chat in ("family", "irc:clan", "@ann", "@irc:bo"):
        said = texts(desk, chat, since)
        assert {"Ann (Fake)", "Ann (IRC)"} & set(re.findall(r"Ann \(\w+\)", said)), said
        assert not re.search(r"\bAnn\b(?! \()", said), said


@pytest.mark.parametrize(
    ("words", "word", "left"),
    [
        ("kick ann", "puzzled", ["Ann (Fake)", "Ann (IRC)"]),
        ("kick ann irc", "done", ["Ann"]),
        ("kick Ann (IRC)", "done", ["Ann"]),
        ("kick ann (i", "done", ["Ann"]),
    ],
)
def test_whoever_names_one_of_two_says_of_which_network(
    words: str, word: str, left: list[str]
) -> None:
    desk = two_anns(three_networks())
    assert desk.say("ann", f"/{words}", "family") == word
    assert [seat.name for seat in desk.table().seats] == left
    if word == "puzzled":
        assert desk.to("@ann")[-1].text == "Whom do you mean: Ann (Fake) or Ann (IRC)?"


def test_a_catch_that_fits_two_catches_nobody() -> None:
    desk = two_anns(three_networks())
    desk.say("cat", "/join", "family")
    desk.say("ann", "/deal", "family")
    desk.lay("ann (irc)", "R4", {"ann (irc)": "R5 R6", "ann (fake)": "B1 B2", "cat": "B3 B4"})
    desk.say("irc:bo", "r5")
    assert desk.say("cat", "catch ann") == "puzzled"
    assert desk.say("cat", "catch ann irc") == "done"
    desk.later(desk.settings.tie)
    sizes = [len(hand) for hand in play(desk).round.hands]
    assert sorted(sizes) == [2, 2, 3]


# --- a race between two networks ----------------------------------------------------------------


@pytest.mark.parametrize(("slow", "fast"), [("ann", "irc:bo"), ("irc:bo", "ann")])
def test_whoever_called_first_is_not_caught_because_the_own_network_is_slower(
    desk: Desk, slow: str, fast: str
) -> None:
    """What counts is when the house gets it; the tie makes up for the difference."""
    desk.lay(slow.rpartition(":")[2], "R4", {"ann": "R5 R6", "bo": "R7 R8"})
    desk.say(slow, "r5" if slow == "ann" else "r7")
    called = desk.envelope(slow, Said("uno"), None)
    desk.later(SECOND)
    assert desk.say(fast, "catch") == "done"
    desk.later(desk.settings.tie - 2 * SECOND)
    assert desk.take(called) == "done"
    desk.later(desk.settings.tie)
    assert sorted(len(hand) for hand in play(desk).round.hands) == [1, 2]


# --- names that mean something elsewhere ---------------------------------------------------------


@pytest.mark.parametrize("name", ["@room", "@bob", "@bob:example.org", "<b>Bob</b>", "*Bob*"])
def test_a_name_of_one_network_calls_nobody_on_another(name: str) -> None:
    desk = three_networks()
    desk.lobby("ann", "cat")
    connect(desk)
    desk.take(desk.envelope("irc:bo", Said("!uno join"), "irc:clan", name=name))
    desk.say("ann", "/deal", "family")
    assert not [sent.text for sent in desk.sent if "@" in sent.text]
    assert not any(sent.mentions for sent in desk.sent)
    for typed in (name, name.removeprefix("@").upper()):
        assert desk.say("ann", f"nudge {typed}") == "no"  # found, and not awaited


# --- each group in its own way ------------------------------------------------------------------


def test_ways_to_the_private_chat_are_shown_where_the_network_has_them() -> None:
    desk = three_networks()
    desk.able = replace(desk.able, contact_links=True)
    playing(desk)
    desk.say("ann", "/table", "family")
    desk.say("irc:bo", "!uno table", "irc:clan")
    assert "[Play in private]" in texts(desk, "family")
    assert "Play in private" not in texts(desk, "irc:clan")


def test_a_table_out_of_sight_in_one_group_is_shown_anew_there_alone(desk: Desk) -> None:
    desk.admins = {("matrix:cy", "matrix:club")}
    connect(desk, "matrix:club", "matrix:cy")
    (shown,) = [slot for slot in desk.rows.slots.values() if slot.to == room("family")]
    assert shown.message is not None
    desk.buried = {shown.message.id}
    since = len(desk.sent)
    desk.say("ann", "r5")
    pages = {s.chat: s.edits for s in desk.sent[since:] if "Ann played" in s.text}
    assert pages["family"] is None
    assert pages["matrix:club"] is not None


def test_only_the_host_sets_up_a_table_where_it_is_not_at_home() -> None:
    desk = three_networks()
    desk.lobby("ann")
    desk.admins = {("matrix:cy", "matrix:club"), ("adi", "family")}
    connect(desk, "matrix:club", "matrix:cy")
    since = len(desk.sent)
    desk.say("matrix:cy", "!uno settings", "matrix:club")
    assert not desk.to("matrix:club", since)
    assert desk.to("@matrix:cy", since)
    desk.say("adi", "/settings", "family")
    assert desk.to("family", since)
