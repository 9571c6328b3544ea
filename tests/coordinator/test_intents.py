"""Every intent does what it says, pressed and typed alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from uno_chat.contract import OutKind, Said
from uno_chat.table import Level, Phase
from uno_chat.testing.desk import Desk, Sent

TOAST, NOTICE, SLOT = OutKind.TOAST, OutKind.NOTICE, OutKind.SLOT


def seats(desk: Desk, table: int = 1) -> list[str]:
    return [seat.name for seat in desk.table(table).present]


def since(desk: Desk, before: int) -> list[tuple[OutKind, str]]:
    return [(sent.kind, sent.chat) for sent in desk.sent[before:]]


@pytest.mark.reported("31", "G1")
def test_new_opens_a_table_in_the_group_with_what_is_agreed(desk: Desk) -> None:
    assert desk.say("ann", "/new goal=200 pace=8h", "family") == "opened"
    table = desk.table()
    assert (table.title, seats(desk), table.phase) == ("Family", ["Ann"], Phase.LOBBY)
    assert table.settings.options.goal == 200
    assert since(desk, 0) == [(SLOT, "family")]
    assert desk.sent[0].text.startswith("Family #1\nOfficial rules · to 200 · 8 hours a turn")


def test_a_group_without_a_title_has_a_table_with_a_number(desk: Desk) -> None:
    desk.take(replace(desk.envelope("ann", Said("/new"), "family"), title=""))
    assert desk.sent[0].text.startswith("Table 1\n")


def test_people_join_leave_and_are_followed_by_a_host(desk: Desk) -> None:
    desk.lobby("ann", "bob", "cat")
    assert seats(desk) == ["Ann", "Bob", "Cat"]
    assert desk.say("ann", "leave") == "done"
    assert seats(desk) == ["Bob", "Cat"]
    assert desk.table().host == desk.player("bob")


def test_a_deep_link_joins(desk: Desk) -> None:
    desk.lobby("ann")
    assert desk.contact("bob", f"join-1-{desk.table().door}") == "done"
    assert seats(desk) == ["Ann", "Bob"]


@pytest.mark.parametrize("words", ["join-1", "join-1-", "join-1-bcdfghjk", "join-2", "hand-1"])
def test_who_counts_through_the_numbers_of_tables_sits_down_at_none(desk: Desk, words: str) -> None:
    """Whoever knows our name in Telegram can write that, and tables are numbered one by one."""
    desk.lobby("ann")
    since = len(desk.sent)
    desk.contact("mallory", words)
    desk.say("mallory", f"#1 {words.split('-', maxsplit=1)[0]}")
    desk.press_token("mallory", "1.1..join")
    desk.press_token("mallory", "1.1..join door=bcdfghjk")
    desk.say("mallory", "/#1 join", "elsewhere")
    assert seats(desk) == ["Ann"]
    assert "Family" not in "".join(sent.text for sent in desk.sent[since:])


def test_each_table_has_a_link_of_its_own(desk: Desk) -> None:
    desk.lobby("ann")
    desk.lobby("ann", group="club")
    assert desk.table(1).door != desk.table(2).door
    desk.contact("bob", f"join-1-{desk.table(2).door}")
    assert seats(desk) == ["Ann"]


def test_a_table_from_before_links_were_secret_is_joined_by_its_number(desk: Desk) -> None:
    desk.lobby("ann")
    desk.put(replace(desk.table(), door=""))
    assert desk.contact("bob", "join-1") == "done"


def test_who_is_asked_at_which_table_sits_down_from_private_by_the_button(desk: Desk) -> None:
    desk.lobby("ann")
    desk.lobby("ann", group="family")
    desk.contact("bob")
    assert desk.say("bob", "/join", "family") == "puzzled"
    token = desk.to("@bob")[-1].tokens[1]
    assert desk.press_token("bob", token) == "done"
    assert [seat.name for seat in desk.table(2).seats] == ["Ann", "Bob"]


def test_computers_are_added_and_people_kicked_by_name_or_by_seat(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    assert desk.say("ann", "/add hard", "family") == "done"
    assert desk.say("ann", "add") == "done"
    assert seats(desk) == ["Ann", "Bob", "Abacus", "Bolt"]
    assert desk.table().seats[2].sitter.kind == "computer"
    assert [getattr(seat.sitter, "level", None) for seat in desk.table().seats[2:]] == [
        *(Level.HARD, Level.NORMAL)
    ]
    assert desk.say("ann", "kick bo", "family") == "ignored"  # not said to us
    assert desk.say("ann", "/kick bob", "family") == "done"
    assert desk.press("ann", "kick s3", "family") == "done"
    assert seats(desk) == ["Ann", "Bolt"]


def test_who_is_kicked_is_told_so_and_nobody_else_is(desk: Desk) -> None:
    desk.lobby("ann", "bob", "cat")
    desk.say("bob", "hand")
    before = len(desk.sent)
    assert desk.say("ann", "/kick bob", "family") == "done"
    (told,) = [sent for sent in desk.sent[before:] if sent.kind is NOTICE]
    assert (told.chat, told.notify) == ("@bob", True)
    assert told.text.splitlines() == [
        "Family #1",
        "Ann has taken your seat away.",
    ]
    assert desk.say("ann", "/kick ann", "family") == "done"
    assert desk.to("@ann", before) == []


def test_settings_are_shown_and_changed(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    before = len(desk.sent)
    assert desk.say("bob", "/settings", "family") == "settings"
    assert since(desk, before) == [(NOTICE, "@bob")]
    assert desk.say("ann", "/settings goal=300 uno=auto", "family") == "done"
    assert desk.table().settings.options.goal == 300


def test_deal_asks_who_is_not_ready_and_only_once(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.win("ann")
    desk.say("bob", "ready")
    before = len(desk.sent)
    for _ in range(3):
        desk.say("ann", "/deal", "family")
    asked = [sent for sent in desk.sent[before:] if sent.chat == "@cat" and sent.kind is NOTICE]
    assert len(asked) == 1
    assert "Are you ready?" in asked[0].text
    assert desk.press("cat", "ready") == "done"
    assert desk.table().phase is Phase.PLAYING
    assert desk.table().rounds == 2


def test_end_closes_the_table(desk: Desk) -> None:
    desk.family("ann", "bob")
    assert desk.say("ann", "/end now", "family") == "done"
    assert desk.table().phase is Phase.ENDED
    assert not desk.rows.tables[1].open
    assert desk.rows.alarms == {}
    assert "closed" in desk.to("@bob")[-1].text


@pytest.mark.parametrize("typed", [True, False])
def test_a_move_is_the_same_pressed_and_typed(typed: bool) -> None:  # noqa: FBT001 - a parameter of the test
    desk = Desk()
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 W+4 G1", "bob": "G7 G8"})
    do = desk.say if typed else desk.press
    assert do("ann", "w+4 green") == "done"
    assert do("bob", "challenge") == "done"
    play = desk.table().play
    assert play is not None
    assert [len(hand) for hand in play.round.hands][:2] == [6, 2]
    assert do("bob", "g7") == "done"
    play = desk.table().play
    assert play is not None
    assert play.round.discard[-1].code == "G7"


def test_a_catch_names_a_seat_a_name_or_nobody(desk: Desk) -> None:
    for words in ("catch", "catch ann", "catch An", "catch s1", "/#1 catch ann"):
        desk = Desk()
        desk.family("ann", "bob", "cat")
        desk.lay("ann", "R4", {"ann": "R5 R6", "bob": "R7 R8"})
        desk.say("ann", "r5")
        assert desk.say("cat", words) == "done"
        desk.later(desk.settings.tie)
        play = desk.table().play
        assert play is not None
        assert len(play.round.hands[0]) == 3, words


def test_a_button_goes_by_the_seat_even_if_a_name_reads_like_one(desk: Desk) -> None:
    desk.say("ann", "/new", "family")
    desk.take(desk.envelope("bob", Said("/join"), "family", name="s3"))
    desk.take(desk.envelope("cat", Said("/join"), "family"))
    assert seats(desk) == ["Ann", "s3", "Cat"]
    assert desk.press("ann", "kick s3", "family") == "done"
    assert seats(desk) == ["Ann", "s3"]
    assert desk.say("ann", "/kick s3", "family") == "done"
    assert seats(desk) == ["Ann"]


@pytest.mark.reported("B16")
@pytest.mark.parametrize(
    ("words", "kind", "chat", "text"),
    [
        ("hand", SLOT, "@ann", "Your hand"),
        ("rules", NOTICE, "@ann", "Seven cards each"),
        ("settings", NOTICE, "@ann", "Your settings"),
        ("#1 settings", NOTICE, "@ann", "Settings are fixed"),
        ("help", NOTICE, "@ann", "UNO by message"),
        ("start", NOTICE, "@ann", "Your tables"),
        ("tables", NOTICE, "@ann", "Your tables"),
        ("table", NOTICE, "@ann", "On top"),
    ],
)
def test_pages_are_shown_to_who_asks_in_private(
    desk: Desk, words: str, kind: OutKind, chat: str, text: str
) -> None:
    desk.family("ann", "bob")
    before = len(desk.sent)
    desk.say("ann", words)
    (new,) = [sent for sent in desk.sent[before:] if sent.edits is None]
    assert (new.kind, new.chat) == (kind, chat)
    assert text in new.text


def test_the_table_is_shown_anew_in_its_group_and_the_old_page_says_so(desk: Desk) -> None:
    desk.family("ann", "bob")
    old = desk.to("family")[-2]
    before = len(desk.sent)
    assert desk.say("bob", "/table", "family") == "table"
    assert since(desk, before) == [(SLOT, "family"), (SLOT, "family")]
    new, farewell = desk.sent[before:]
    assert (new.edits, new.notify) == (None, True)
    assert farewell == Sent(
        SLOT, "family", "The table is further down.", edits=farewell.edits, name="table"
    )
    assert farewell.edits is not None
    assert old.text == new.text


def test_my_hand_in_the_group_is_answered_on_the_button_for_the_presser_alone(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"bob": "R5 W+4"})
    before = len(desk.sent)
    assert desk.press("bob", "hand", "family") == "hand"
    assert since(desk, before) == [(TOAST, "@bob")]
    assert desk.sent[-1].text.startswith("On top: R4\nYour hand (2): R5 W+4\n")


def test_a_long_page_is_written_and_the_press_that_asked_for_it_ended(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    before = len(desk.sent)
    assert desk.press("bob", "rules", "family") == "rules"
    assert sorted(since(desk, before)) == [(NOTICE, "@bob"), (TOAST, "@bob")]
    toast, page = sorted(desk.sent[before:], key=lambda sent: sent.kind is NOTICE)
    assert toast.text == ""
    assert "Seven cards each" in page.text


def test_help_in_a_group_tells_what_can_be_typed_there(desk: Desk) -> None:
    desk.say("ann", "/help", "family")
    assert "/new – opens a table" in desk.to("@ann")[-1].text
    desk.say("ann", "help")
    assert "r7 uno – play, and say UNO with it" in desk.to("@ann")[-1].text


@pytest.mark.reported("75", "G11")
def test_a_language_is_the_persons_in_private_and_the_groups_in_the_group(desk: Desk) -> None:
    desk.family("ann", "bob")
    before = len(desk.sent)
    assert desk.say("ann", "language fr") == "puzzled"
    assert desk.say("ann", "/table", "family") == "table"
    hand, said = desk.to("@ann", before)
    assert "Ta main" in hand.text
    assert "français" in said.text
    assert "On top" in desk.to("family", before)[0].text
    before = len(desk.sent)
    desk.admins = {("bob", "family")}
    assert desk.say("bob", "/language français", "family") == "puzzled"
    assert "Sur le tas" in desk.to("family", before)[0].text
    assert desk.to("@bob", before)[0].text == "I speak français here from now on."
    assert desk.to("@ann", before) == []


def test_words_of_the_own_and_of_the_groups_language_work_in_a_group(desk: Desk) -> None:
    desk.admins = {("ann", "family")}
    desk.say("ann", "/language fr", "family")
    desk.say("ann", "language en")
    desk.lobby("ann", "bob")
    assert desk.say("bob", "/piocher", "family") == "no"
    assert desk.say("bob", "/draw", "family") == "no"
