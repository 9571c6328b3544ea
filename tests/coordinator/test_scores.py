"""What was played and won in a group is told where it was, of whom it is, and stays as it is."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from uno_chat.contract import Conversation, Moved, Said, Standing
from uno_chat.coordinator import exported
from uno_chat.testing.desk import NET, Desk
from uno_chat.testing.pairing import link, two_networks

RULES = "goal=9"
COUNTS = (
    "A match counts when two people at least play it to its end; whoever leaves has played and"
    " not won."
)
ORDER = (
    "In order of matches won, then of rounds won; of equals, whoever I have known longer is first."
)
FAMILY = Conversation(NET, "family")


@pytest.fixture
def desk() -> Desk:
    """A match of one round, at a table of three, is dealt."""
    desk = Desk()
    desk.family("ann", "bob", "cat", settings=RULES)
    return desk


def page(desk: Desk, who: str = "ann", group: str | None = "family") -> list[str]:
    """What somebody reads who asks for it."""
    assert desk.say(who, "/stats", group) == "stats"
    return desk.to(group or f"@{who}")[-1].text.splitlines()


def again(desk: Desk, *people: str) -> None:
    for who in people:
        desk.say(who, "/ready", "family")


def score(desk: Desk, who: str, room: Conversation = FAMILY) -> Standing | None:
    return desk.rows.standings.get((room, desk.player(who)))


@pytest.mark.reported("80", "G10")
def test_a_group_is_told_who_has_played_and_won_how_much(desk: Desk) -> None:
    desk.win("bob")
    again(desk, "ann", "bob", "cat")
    desk.win("bob")
    again(desk, "ann", "bob", "cat")
    desk.win("ann")
    assert page(desk) == [
        "Family · statistics",
        "Played here: 3 matches, 3 rounds",
        "Bob: 2 of 3 matches won, 2 of 3 rounds, 24 points",
        "Ann: 1 of 3 matches won, 1 of 3 rounds, 12 points",
        "Cat: 0 of 3 matches won, 0 of 3 rounds",
        COUNTS,
        ORDER,
    ]


@pytest.mark.reported("80")
def test_a_match_against_computers_alone_counts_nowhere() -> None:
    desk = Desk()
    desk.family("ann", computers=2, settings=RULES)
    desk.win("ann")
    assert page(desk) == ["Family · statistics", "No match has counted here yet.", COUNTS]


def test_a_table_that_is_closed_before_the_end_of_its_match_counts_nothing() -> None:
    desk = Desk()
    desk.family("ann", "bob", settings="goal=500")
    desk.win("ann")
    desk.say("ann", "/end now", "family")
    assert desk.rows.standings == {}


def test_everybody_is_told_in_private_what_was_played_in_each_group(desk: Desk) -> None:
    desk.win("ann")
    desk.lobby("ann", "bob", group="club", settings=RULES)
    desk.say("ann", "/#2 deal", "club")
    desk.lay("ann", "R4", {"ann": "R5", "bob": "R1 R2 R3 R4"}, table=2)
    desk.say("ann", "#2 r5")
    assert page(desk, group=None) == [
        "What you have played",
        "Club: 1 of 1 match won, 1 of 1 round, 10 points",
        "Family: 1 of 1 match won, 1 of 1 round, 12 points",
        "Together: 2 of 2 matches won, 2 of 2 rounds, 22 points",
        COUNTS,
    ]
    assert page(desk, "eve", None)[1] == "No match of yours has counted yet."


def test_a_match_counts_in_its_own_group_and_in_no_other_where_it_is_shown(desk: Desk) -> None:
    club = Conversation(NET, "club")
    table = desk.rows.tables[1]
    desk.rows.tables[1] = replace(table, rooms=(*table.rooms, club))
    desk.win("ann")
    assert {room for room, _ in desk.rows.standings} == {FAMILY}


def test_all_topics_of_a_group_count_together(desk: Desk) -> None:
    topic = replace(FAMILY, thread="7")
    desk.rows.tables[1] = replace(desk.rows.tables[1], rooms=(topic,))
    desk.win("ann")
    assert score(desk, "ann") is not None
    assert page(desk)[1] == "Played here: 1 match, 1 round"


def test_in_private_a_group_of_topics_is_called_as_in_them(desk: Desk) -> None:
    topic = replace(FAMILY, thread="7")
    desk.rows.tables[1] = replace(desk.rows.tables[1], rooms=(topic,))
    del desk.rows.rooms[FAMILY]
    desk.win("ann")
    asks = desk.envelope("ann", Said("/table"), "family")
    desk.take(replace(asks, conversation=topic, title="Clan"))
    assert page(desk, group=None)[1].startswith("Clan: 1 of 1 match won")
    desk.take(replace(asks, id="later", conversation=topic, title="Tribe"))
    assert page(desk, group=None)[1].startswith("Tribe: 1 of 1 match won")


def test_a_group_that_moves_takes_it_along(desk: Desk) -> None:
    desk.win("ann")
    clan = Conversation(NET, "clan")
    desk.take(desk.envelope("ann", Moved(clan), "family"))
    assert score(desk, "ann") is None
    assert score(desk, "ann", clan) is not None
    assert page(desk, group="clan")[1] == "Played here: 1 match, 1 round"


def test_names_are_those_of_now_and_two_of_one_name_are_told_apart(desk: Desk) -> None:
    desk.win("ann")
    for who in ("ann", "bob"):
        number = desk.player(who)
        desk.rows.players[number] = replace(desk.rows.players[number], name="Kim")
    told = [line.partition(":")[0] for line in page(desk, "cat")[2:5]]
    assert told == ["Kim", "Kim 2", "Cat"]


def test_a_long_list_is_cut_with_a_sentence(desk: Desk) -> None:
    desk.win("ann")
    for number in range(25):
        desk.say(f"guest{number}", "/start")
        player = desk.player(f"guest{number}")
        desk.rows.standings[FAMILY, player] = Standing(FAMILY, player, matches=1, rounds=1)
    told = page(desk)
    assert len([line for line in told if line.startswith("Guest")]) == 17
    assert told[-3] == "8 more have played here."


def test_one_person_with_two_accounts_counts_as_one() -> None:
    desk = two_networks()
    desk.family("ann", "bob", "cat", settings=RULES)
    desk.win("ann")
    desk.say("bare:bea", "start")
    bea = desk.player("bare:bea")
    desk.rows.standings[FAMILY, bea] = Standing(FAMILY, bea, 4, 3, 5, 4, 70)
    link(desk, "ann", "bare:bea")
    assert score(desk, "bare:bea") == Standing(FAMILY, desk.player("ann"), 5, 4, 6, 5, 82)
    assert (FAMILY, bea) not in desk.rows.standings
    assert page(desk)[2] == "Ann: 4 of 5 matches won, 5 of 6 rounds, 82 points"


def test_who_is_forgotten_is_counted_no_more_and_the_group_is(desk: Desk) -> None:
    desk.win("ann")
    before = desk.player("ann")
    desk.say("ann", "forget me now")
    assert not any(player == before for _, player in desk.rows.standings)
    told = page(desk, "bob")
    assert told[1] == "Played here: 1 match, 1 round"
    assert [line.partition(":")[0] for line in told[2:4]] == ["Bob", "Cat"]


def test_who_is_banned_has_played_all_the_same(desk: Desk) -> None:
    desk.win("bob")
    desk.say("ann", "/ban bob", "family")
    assert page(desk)[2].startswith("Bob: 1 of 1 match won")


def test_it_is_handed_out_with_all_else_that_is_kept(desk: Desk) -> None:
    desk.win("ann")
    player = desk.rows.players[desk.player("ann")]
    found = map(json.loads, desk.do(lambda tx: exported(tx, player)))
    assert [line for line in found if line["is"] == "score"] == [
        {
            "is": "score",
            "group": "fake:family",
            "matches": 1,
            "won": 1,
            "rounds": 1,
            "rounds_won": 1,
            "points": 12,
        }
    ]


def test_after_a_match_it_has_a_button_which_answers_in_the_group(desk: Desk) -> None:
    desk.win("ann")
    (table,) = [one for one in desk.to("family") if "[Statistics]" in one.text][-1:]
    assert "[Rematch]" in table.text
    before = len(desk.sent)
    assert desk.press("bob", "stats", "family") == "stats"
    assert desk.to("family", before)[-1].text.startswith("Family · statistics")


def test_where_nobody_plays_with_us_another_bot_was_asked(desk: Desk) -> None:
    before = len(desk.sent)
    assert desk.say("ann", "/stats", "club") == "ignored"
    assert desk.sent[before:] == []
    assert desk.say("ann", "/stats", "club", to_us=True) == "stats"
    assert desk.to("club")[-1].text.startswith("Club · statistics")
    desk.win("ann")
    desk.say("ann", "/end now", "family")
    assert desk.say("ann", "/stats", "family") == "stats"


def test_in_french_it_is_asked_for_and_told_in_french() -> None:
    desk = Desk(language="fr")
    desk.family("ann", "bob", settings="goal=6")
    desk.win("ann")
    assert desk.say("ann", "/statistiques", "family") == "stats"
    told = desk.to("family")[-1].text.replace("\xa0", " ").splitlines()
    assert told[:4] == [
        "Family · statistiques",
        "Joué ici : 1 partie, 1 manche",
        "Ann : 1 partie gagnée sur 1, 1 manche sur 1, 6 points",
        "Bob : 0 partie gagnée sur 1, 0 manche sur 1",
    ]
