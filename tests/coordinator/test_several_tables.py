"""Several tables for a person and for a group, strangers, and people who are called alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uno_chat.contract import Capabilities, Conversation, Moved, OutKind, Said, User
from uno_chat.table import Phase
from uno_chat.testing.desk import Desk
from uno_chat.views import decode


def tops(desk: Desk) -> dict[int, str]:
    """The top of the discard at every table."""
    plays = {number: desk.table(number).play for number in desk.rows.tables}
    return {number: play.round.discard[-1].code for number, play in plays.items() if play}


def two_tables(desk: Desk) -> None:
    """Table 1 in the family (Ann's turn) and table 2 in the club (Bob's turn), both play both."""
    slash = desk.able.prefix
    for number, host, other, group in ((1, "ann", "bob", "family"), (2, "bob", "ann", "club")):
        desk.say(host, f"{slash}new", group)
        desk.say(other, f"{slash}join", group)
        desk.say(host, f"{slash}deal", group)
        desk.lay(host, "R4", {host: "R5 R6 B1", other: "R7 R8 B2"}, table=number)


@pytest.mark.reported("G3")
def test_bare_words_go_to_the_only_table_that_waits(desk: Desk) -> None:
    two_tables(desk)
    assert desk.say("ann", "r5") == "done"
    assert tops(desk) == {1: "R5", 2: "R4"}


@pytest.mark.reported("B21")
def test_if_several_wait_the_question_carries_the_words_to_each(desk: Desk) -> None:
    two_tables(desk)
    desk.say("ann", "r6")
    assert desk.say("bob", "r7 uno") == "puzzled"
    question = desk.to("@bob")[-1]
    tokens = [decode(token) for token in question.tokens]
    assert [(token.table, token.words) for token in tokens if token] == [
        *((1, "r7 uno"), (2, "r7 uno"))
    ]
    assert desk.press_token("bob", question.tokens[0]) == "done"
    assert tops(desk) == {1: "R7", 2: "R4"}


@pytest.mark.parametrize("words", ["leave", "pause 2d", "emergency no power", "end"])
def test_what_cannot_be_taken_back_is_asked_where_though_one_table_waits(
    desk: Desk, words: str
) -> None:
    two_tables(desk)  # the first one waits for Ann
    tables = {number: desk.table(number) for number in (1, 2)}
    assert desk.say("ann", words) == "puzzled"
    question = desk.to("@ann")[-1]
    assert "Which table do you mean?" in question.text
    assert [token.words for token in map(decode, question.tokens) if token] == [words, words]
    assert {number: desk.table(number) for number in (1, 2)} == tables


def test_without_buttons_the_question_says_what_to_type(bare: Desk) -> None:
    two_tables(bare)
    bare.say("ann", "r6")
    bare.say("bob", "r7")
    assert bare.to("@bob")[-1].text.splitlines()[1:] == [
        "#1 r7 – Family #1",
        "#2 r7 – Club #2",
    ]
    assert bare.say("bob", "#1 r7") == "done"
    assert tops(bare) == {1: "R7", 2: "R4"}


@pytest.mark.parametrize(
    ("words", "carried"),
    [
        ("kick ann", "kick ann"),
        ("add hard", "add hard"),
        ("settings goal=200", "settings goal=200"),
        ("catch", "catch"),
        ("catch Bob", "catch Bob"),
        ("leave", "leave"),
        ("skip ann", "without ann"),
        ("hand", "hand"),
        ("kick Zoë", "hand"),
        ("catch " + "x" * 60, "hand"),
    ],
)
def test_the_question_carries_whatever_a_button_can(desk: Desk, words: str, carried: str) -> None:
    desk.lobby("ann")
    desk.lobby("ann", group="club")
    assert desk.say("ann", words) == "puzzled"
    token = decode(desk.to("@ann")[-1].tokens[1])
    assert token is not None
    assert (token.table, token.words) == (2, carried)


def test_a_number_means_a_line_of_the_newest_numbered_page(bare: Desk) -> None:
    two_tables(bare)
    for who in ("ann", "bob"):
        bare.say(who, "#2 hand")
        bare.say(who, "#1 hand")
    bare.say("ann", "1")
    assert tops(bare) == {1: "R5", 2: "R4"}
    bare.say("bob", "#2 hand")
    bare.say("bob", "1")
    assert tops(bare) == {1: "R5", 2: "R5"}


def test_a_number_can_name_its_table(bare: Desk) -> None:
    two_tables(bare)
    bare.say("bob", "#2 hand")
    bare.say("ann", "#1 hand")
    bare.say("ann", "#1 2")
    assert tops(bare) == {1: "R6", 2: "R4"}
    assert bare.say("bob", "#2 2 uno") == "done"
    assert tops(bare) == {1: "R6", 2: "R6"}


def test_a_page_of_a_group_without_buttons_says_what_to_write_and_has_no_numbers(
    bare: Desk,
) -> None:
    bare.say("ann", "!uno new", "family")
    assert "“!uno add normal” (Add computer), “!uno deal”" in bare.to("family")[-1].text
    assert bare.say("ann", "!uno 2", "family") == "puzzled"
    assert bare.say("ann", "!uno add normal", "family") == "done"
    assert [seat.name for seat in bare.table().seats] == ["Ann", "Abacus"]


@pytest.mark.reported("40", "53", "B21")
def test_several_tables_in_a_group_do_not_get_mixed_up(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    desk.say("cat", "/new", "family")
    assert desk.say("cat", "/deal", "family") == "no"  # at her own table, where she is alone
    assert "A round needs two" in desk.to("@cat")[-1].text
    assert desk.say("cat", "/join", "family") == "done"  # where she does not sit yet
    assert [seat.name for seat in desk.table(1).seats] == ["Ann", "Bob", "Cat"]
    assert desk.say("dan", "/join", "family") == "puzzled"
    assert desk.press_token("dan", desk.to("@dan")[-1].tokens[1]) == "done"
    assert [seat.name for seat in desk.table(2).seats] == ["Cat", "Dan"]


@pytest.mark.reported("B14")
def test_a_host_rules_over_the_own_table_alone(desk: Desk) -> None:
    two_tables(desk)
    before = dict(desk.rows.tables)
    for words in ("end", "deal", "kick bob", "settings goal=1", "add hard"):
        assert desk.say("ann", f"/#2 {words}", "club") == "no"
        assert "Only the host can do that: ask Bob" in desk.to("@ann")[-1].text
    assert desk.rows.tables == before
    assert desk.say("ann", "/#1 end now", "family") == "done"
    assert [desk.table(number).phase for number in (1, 2)] == [Phase.ENDED, Phase.PLAYING]


# --- strangers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["hand", "table", "settings", "rules", "leave", "end", "draw", "catch", "uno", "deal"]
)
def test_a_number_opens_no_table_of_strangers(desk: Desk, words: str) -> None:
    desk.family("ann", "bob")
    tables, shown = dict(desk.rows.tables), len(desk.sent)
    for group in (None, "club"):
        assert desk.say("eve", f"/#1 {words}", group) == "puzzled"
        assert desk.press("eve", words, group) == "puzzled"
    assert desk.rows.tables == tables
    assert {sent.text for sent in desk.sent[shown:]} == {"There is no table #1 where you sit."}
    assert {sent.chat for sent in desk.sent[shown:]} == {"@eve"}


def test_who_left_gets_no_more_out_of_old_buttons(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.say("cat", "leave now")
    assert desk.press("cat", "hand") == "puzzled"
    assert desk.press("cat", "hand", "family") == "no"
    assert "You have no seat at this table" in desk.to("@cat")[-1].text


def test_a_button_of_somebody_else_is_pressed_by_whoever_presses_it(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6", "bob": "R7 R8"})
    assert desk.press("bob", "r5") == "no"
    assert "It is Ann's turn." in desk.to("@bob")[-1].text


@pytest.mark.reported("B11")
def test_a_press_is_answered_in_the_language_of_who_pressed(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6", "bob": "R7 R8"})
    desk.say("bob", "language fr")
    assert desk.press("bob", "r7", "family") == "no"
    assert desk.sent[-1].kind is OutKind.TOAST
    assert desk.sent[-1].text.startswith("C’est au tour de Ann.")


@pytest.mark.reported("B16")
def test_a_table_of_no_such_number_is_nobodys(desk: Desk) -> None:
    desk.family("ann", "bob")
    assert desk.say("ann", "#999999999 hand") == "puzzled"
    assert desk.press_token("ann", "1.999999999999999..hand") == "puzzled"
    assert desk.press_token("ann", "1.1.999999999999999.draw") == "no"


# --- names --------------------------------------------------------------------------------------


def seated(desk: Desk) -> list[str]:
    return [seat.name for seat in desk.table().seats]


def test_two_of_the_same_name_are_told_apart(desk: Desk) -> None:
    for number, who in enumerate(("ann", "bob", "cat")):
        words = "/join" if number else "/new"
        desk.take(desk.envelope(who, Said(words), "family", name="Alex"))
    assert seated(desk) == ["Alex", "Alex 2", "Alex 3"]
    assert desk.say("ann", "/kick alex 2", "family") == "done"
    assert seated(desk) == ["Alex", "Alex 3"]


@pytest.mark.reported("64")
def test_long_and_hostile_names_are_kept_short_and_still_differ(desk: Desk) -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff" * 300
    for number, who in enumerate(("ann", "bob", "cat")):
        words = "/join" if number else "/new"
        desk.take(desk.envelope(who, Said(words), "family", name=long))
    shown = desk.to("family")[-1].text.splitlines()[2:5]
    assert len(set(shown)) == 3
    assert max(map(len, seated(desk))) <= 32
    desk.take(desk.envelope("dan", Said("/join"), "family", name="\u202e<b>*_`\n\x00"))
    assert seated(desk)[-1] == "<b>*_`"


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u2060", "\x00"])
def test_who_has_no_name_has_a_seat_all_the_same(desk: Desk, name: str) -> None:
    desk.take(desk.envelope("ann", Said("/new"), "family", name=name))
    desk.take(desk.envelope("bob", Said("/join"), "family", name=name))
    assert seated(desk) == ["?", "? 2"]


def test_a_newer_name_is_remembered_and_a_seat_keeps_its_own(desk: Desk) -> None:
    desk.lobby("ann")
    desk.take(desk.envelope("ann", Said("hand"), None, name="Queen Ann"))
    assert seated(desk) == ["Ann"]
    assert desk.rows.players[desk.player("ann")].name == "Queen Ann"


def test_a_group_that_is_called_otherwise_renames_its_tables(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lobby("cat", group="club")
    desk.take(replace(desk.envelope("bob", Said("/table"), "family"), title="The <Clan>"))
    assert any(sent.text.startswith("The <Clan> #1 ") for sent in desk.to("family"))
    assert [desk.table(number).title for number in (1, 2)] == ["The <Clan>", "Club"]
    desk.take(replace(desk.envelope("bob", Said("/table"), "family"), title=""))
    assert desk.table().title == "The <Clan>"
    desk.say("ann", "hand")
    assert any(sent.text.startswith("The <Clan> #1 · round") for sent in desk.to("@ann"))


# --- a group that moves -------------------------------------------------------------------------


@pytest.mark.reported("59", "B20")
def test_a_group_that_moves_takes_its_table_along(desk: Desk) -> None:
    desk.family("ann", "bob")
    moved = desk.envelope("ann", Moved(Conversation("fake", "clan")), "family")
    assert desk.take(moved) == "moved"
    assert desk.rows.tables[1].rooms == (Conversation("fake", "clan"),)
    shown = len(desk.sent)
    assert desk.say("bob", "/table", "clan") == "table"
    assert desk.to("clan", shown)[0].edits is None
    assert desk.say("bob", "/table", "family") == "puzzled"


def test_a_group_that_moves_in_mid_talk_loses_no_word(desk: Desk) -> None:
    """What was said before in the old group is handled before, in the order of its lane."""
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6", "bob": "R7 R8"})
    assert desk.say("ann", "/r5", "family") == "done"
    desk.take(desk.envelope("ann", Moved(Conversation("fake", "clan")), "family"))
    desk.later(desk.settings.hold)
    assert desk.say("bob", "/r7", "clan") == "done"
    assert tops(desk) == {1: "R7"}


def test_a_network_that_is_not_served_any_more_breaks_nothing(desk: Desk) -> None:
    desk.family("ann", "bob")
    gone = replace(desk.envelope("ann", Said("hand"), None), sender=User("gone", "ann"))
    assert desk.take(gone) == "puzzled"
    assert desk.sent[-1].kind is OutKind.NOTICE
    assert desk.able != Capabilities()


# --- what can be done at one of them only --------------------------------------------------------


@pytest.fixture
def playing_and_lobby(desk: Desk) -> Desk:
    """Two tables of one group: at the first a round is played, at the second none yet."""
    desk.family("ann", "bob", "cat")
    desk.lobby("ann", "bob")
    return desk


def test_an_answer_goes_to_the_table_that_asks(playing_and_lobby: Desk) -> None:
    desk = playing_and_lobby
    desk.say("bob", "pause 3 days #1")
    assert desk.say("ann", "no") == "done"
    vote = desk.table(1).vote
    assert vote is not None
    assert vote.no == ("s1",)


def test_where_two_tables_ask_the_answer_is_for_none(desk: Desk) -> None:
    two_tables(desk)
    for number in (1, 2):
        desk.say("ann", f"pause 1 day #{number}")
    assert desk.say("bob", "yes") == "puzzled"
    assert "Which table do you mean?" in desk.to("@bob")[-1].text


@pytest.mark.parametrize("words", ["/settings goal=100", "/add easy", "/deal", "/kick bob"])
def test_what_is_done_before_the_deal_is_done_where_nobody_has_dealt(
    playing_and_lobby: Desk, words: str
) -> None:
    desk = playing_and_lobby
    before = desk.table(1)
    assert desk.say("ann", words, "family") == "done"
    assert desk.table(1) == before


@pytest.mark.parametrize("words", ["pause 1d", "leave after", "time", "catch bob"])
def test_what_is_about_a_round_goes_where_one_is_played(
    playing_and_lobby: Desk, words: str
) -> None:
    desk = playing_and_lobby
    before = desk.table(2)
    assert desk.say("cat" if words == "time" else "ann", words) in {"done", "no"}
    assert desk.table(2) == before
