"""A table in a second conversation: by what code, and said by whom."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat.contract import Said
from uno_chat.coordinator.connecting import MOST
from uno_chat.coordinator.customs import IN_A_GROUP
from uno_chat.coordinator.guessing import GUESSES
from uno_chat.table.inviting import LASTS, TRIES
from uno_chat.testing.desk import Desk
from uno_chat.testing.several import code, connect, rooms, texts, three_networks

MINUTE = timedelta(minutes=1)


@pytest.fixture
def desk() -> Desk:
    return three_networks()


# --- a second conversation ----------------------------------------------------------------------


def test_a_code_of_the_host_shows_the_table_in_another_group_where_people_sit_down(
    desk: Desk,
) -> None:
    desk.lobby("ann")
    since = len(desk.sent)
    connect(desk)
    assert rooms(desk) == ["fake:family", "irc:clan"]
    (page,) = desk.to("irc:clan")
    assert page.text.startswith("Family #1\nAlso in “Family” on Fake.\n")
    assert "Family #1 is now shown in “Clan” on IRC, too." in texts(desk, "family", since)
    assert desk.say("irc:bo", "!uno join", "irc:clan") == "done"
    assert [seat.name for seat in desk.table().seats] == ["Ann", "Bo"]
    (edited,) = [s for s in desk.to("family", since) if "Bo" in s.text]
    assert edited.edits is not None
    assert "Also in “Clan” on IRC." in edited.text


def test_what_is_said_in_either_group_is_said_to_the_same_table(desk: Desk) -> None:
    desk.lobby("ann")
    connect(desk)
    desk.say("irc:bo", "!uno join", "irc:clan")
    assert desk.say("ann", "/deal", "family") == "done"
    desk.lay("ann", "R4", {"ann": "R5 B6", "bo": "R7 B8"})
    assert desk.say("ann", "/r5 uno", "family") == "done"
    desk.later(desk.settings.hold)
    assert desk.say("irc:bo", "!uno r7 uno", "irc:clan") == "done"
    assert desk.table().play is not None
    assert "Bo" in texts(desk, "family")
    assert "Ann" in texts(desk, "irc:clan")


def test_each_group_reads_its_own_language_and_commands(desk: Desk) -> None:
    desk.lobby("ann")
    connect(desk)
    desk.say("irc:bo", "!uno language fr", "irc:clan")
    desk.say("irc:bo", "!uno table", "irc:clan")
    assert "Aussi dans «\xa0Family\xa0» sur Fake." in desk.to("irc:clan")[-1].text
    desk.say("ann", "/table", "family")
    assert any("Also in “Clan” on IRC." in sent.text for sent in desk.to("family"))


def test_two_groups_of_one_network_are_not_told_what_network_they_are_on(desk: Desk) -> None:
    desk.lobby("ann")
    desk.admins = {("cat", "club")}
    assert desk.say("cat", f"/connect {code(desk)}", "club") == "connected"
    assert "Also in “Family”.\n" in desk.to("club")[0].text


def test_a_group_without_a_name_is_told_by_its_network(desk: Desk) -> None:
    desk.lobby("ann")
    said = desk.envelope("irc:bo", Said(f"!uno connect {code(desk)}"), "irc:clan")
    desk.take(replace(said, title=""))
    assert any("Also in a group on IRC." in sent.text for sent in desk.to("family"))


# --- the code -----------------------------------------------------------------------------------


def test_only_the_host_and_admins_of_the_home_get_a_code(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    connect(desk)
    assert desk.say("bob", "/connect", "family") == "no"
    assert desk.say("irc:bo", "!uno connect", "irc:clan") == "no"
    desk.admins = {("bob", "family")}
    assert code(desk, "bob")
    assert code(desk, "ann", None)


def test_an_admin_of_another_group_where_it_is_shown_gets_none(desk: Desk) -> None:
    desk.lobby("ann")
    desk.admins = {("matrix:cy", "matrix:club")}
    connect(desk, "matrix:club", "matrix:cy")
    assert desk.say("matrix:cy", "!uno connect", "matrix:club") == "no"


def test_a_code_is_shown_to_nobody_but_who_asked(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    secret = code(desk)
    assert [sent.chat for sent in desk.sent if secret in sent.text] == ["@ann"]


def test_a_code_is_good_for_once(desk: Desk) -> None:
    desk.lobby("ann")
    secret = code(desk)
    assert desk.say("irc:bo", f"!uno connect {secret}", "irc:clan") == "connected"
    assert desk.say("irc:cy", f"!uno connect {secret}", "irc:club") == "remarked"
    assert rooms(desk) == ["fake:family", "irc:clan"]


def test_a_code_is_good_for_an_hour(desk: Desk) -> None:
    desk.lobby("ann")
    secret = code(desk)
    desk.later(LASTS - MINUTE)
    desk.later(MINUTE)
    assert desk.say("irc:bo", f"!uno connect {secret}", "irc:clan") == "remarked"
    assert "not any more" in desk.to("@irc:bo")[-1].text


def test_after_some_wrong_codes_the_right_one_is_good_for_nothing(desk: Desk) -> None:
    desk.lobby("ann")
    secret = code(desk)
    for number in range(TRIES):
        mallory = f"irc:mallory{number // GUESSES}"
        assert desk.say(mallory, f"!uno connect 1-wrong{number}", "irc:clan") == "remarked"
    assert desk.say("irc:bo", f"!uno connect {secret}", "irc:clan") == "remarked"
    assert desk.say("irc:bo", f"!uno connect {code(desk)}", "irc:clan") == "connected"


def test_fewer_wrong_codes_do_not_spoil_the_right_one(desk: Desk) -> None:
    desk.lobby("ann")
    secret = code(desk)
    for number in range(GUESSES - 1):
        desk.say("irc:bo", f"!uno connect 1-wrong{number}", "irc:clan")
    said = secret.upper().replace("-", " - ")
    assert desk.say("irc:bo", f"!uno connect {said}", "irc:clan") == "connected"


def test_who_guesses_has_to_wait_and_spoils_the_code_for_nobody(desk: Desk) -> None:
    desk.lobby("ann")
    secret = code(desk)
    for number in range(3 * GUESSES):
        desk.say("irc:mallory", f"!uno connect 1-wrong{number}", "irc:hall")
    assert desk.say("irc:mallory", f"!uno connect {secret}", "irc:hall") == "remarked"
    assert desk.to("@irc:mallory")[-1].text.startswith("Too many wrong codes")
    assert desk.say("irc:bo", f"!uno connect {secret}", "irc:clan") == "connected"


@pytest.mark.parametrize(
    "words", ["7-abcdefgh", "1-", "abcdefgh", "1-abc def", "999999999999-abcd"]
)
def test_what_is_no_code_is_answered_like_a_wrong_one(desk: Desk, words: str) -> None:
    desk.lobby("ann")
    assert desk.say("irc:bo", f"!uno connect {words}", "irc:clan") == "remarked"
    assert desk.to("@irc:bo")[-1].text == (
        "That code is not good, or not any more. Ask the host for a new one."
    )
    assert not desk.to("irc:clan")


def test_a_code_of_a_closed_table_is_worth_nothing(desk: Desk) -> None:
    desk.lobby("ann")
    secret = code(desk)
    desk.say("ann", "/end", "family")
    assert desk.say("irc:bo", f"!uno connect {secret}", "irc:clan") == "remarked"
    assert rooms(desk) == ["fake:family"]


# --- who may say it -----------------------------------------------------------------------------


def test_where_admins_are_known_only_they_have_a_table_shown(desk: Desk) -> None:
    desk.lobby("ann")
    secret = code(desk)
    assert desk.say("matrix:bo", f"!uno connect {secret}", "matrix:clan") == "remarked"
    desk.admins = None
    assert desk.say("matrix:bo", f"!uno connect {secret}", "matrix:clan") == "puzzled"
    desk.admins = {("matrix:bo", "matrix:clan")}
    assert desk.say("matrix:bo", f"!uno connect {secret}", "matrix:clan") == "connected"


def test_the_host_of_a_table_that_is_only_a_guest_decides_nothing_for_a_group(desk: Desk) -> None:
    desk.lobby("ann")
    desk.admins = {("matrix:cy", "matrix:clan")}
    connect(desk, "matrix:clan", "matrix:cy")
    desk.say("matrix:bo", "!uno join", "matrix:clan")
    desk.say("ann", "/leave", "family")
    assert desk.table().host == desk.player("matrix:bo")
    assert desk.say("matrix:bo", "!uno language fr", "matrix:clan") == "remarked"


def test_a_code_said_in_private_shows_nothing(desk: Desk) -> None:
    desk.lobby("ann")
    assert desk.say("irc:bo", f"connect {code(desk)}") == "remarked"
    assert "in the group where" in desk.to("@irc:bo")[-1].text


def test_a_table_is_not_shown_twice_in_a_group(desk: Desk) -> None:
    desk.lobby("ann")
    secret = code(desk)
    assert desk.say("ann", f"/connect {secret}", "family") == "remarked"
    assert desk.say("irc:bo", f"!uno connect {secret}", "irc:clan") == "connected"


def test_a_group_with_forty_tables_takes_no_other(desk: Desk) -> None:
    for number in range(IN_A_GROUP):
        desk.say(f"irc:p{number}", "!uno new", "irc:clan")
    desk.say("ann", "/new", "family")
    number = max(desk.rows.tables)
    desk.say("ann", "/connect", "family")
    found = re.search(rf"/connect ({number}-\S+?)”", desk.sent[-1].text)
    assert found is not None
    assert desk.say("irc:bo", f"!uno connect {found[1]}", "irc:clan") == "puzzled"
    desk.say("irc:p0", "!uno #1 end", "irc:clan")
    assert desk.say("irc:bo", f"!uno connect {found[1]}", "irc:clan") == "connected"


def test_a_table_is_shown_in_ten_groups_at_most(desk: Desk) -> None:
    desk.lobby("ann")
    for number in range(1, MOST):
        connect(desk, f"irc:clan{number}")
    assert desk.say("irc:bo", f"!uno connect {code(desk)}", "irc:more") == "remarked"
    assert len(rooms(desk)) == MOST
