"""Admins of a group may do what a host may; only the network knows them, and it is asked when that
decides something, never in the middle of a transaction.
"""

from dataclasses import replace

import pytest

from uno_chat.contract import Said, User
from uno_chat.coordinator import AskRank, Ranking, handle
from uno_chat.table import Phase
from uno_chat.testing.desk import NET, Desk
from uno_chat.testing.fake_network import LIKE_TELEGRAM

NO_RANKS = replace(LIKE_TELEGRAM, ranks=False)


def family(*admins: str) -> Desk:
    """Ann's table in the family; Cleo sits nowhere."""
    desk = Desk(admins={(who, "family") for who in admins})
    desk.lobby("ann", "ben")
    return desk


@pytest.mark.reported("53", "B23")
@pytest.mark.parametrize("who", ["ben", "cleo"])
def test_an_admin_closes_a_table_also_without_a_seat(who: str) -> None:
    desk = family(who)
    assert desk.say(who, "/end", "family") == "done"
    assert desk.table().phase is Phase.ENDED


def test_an_admin_takes_a_seat_away_and_changes_what_is_played() -> None:
    desk = family("ben")
    assert desk.press("ben", "settings goal=200", "family") == "done"
    assert desk.table().settings.options.goal == 200
    assert desk.say("ben", "/kick ann", "family") == "done"
    assert [seat.name for seat in desk.table().present] == ["Ben"]


@pytest.mark.parametrize("words", ["end", "kick ben", "settings goal=200"])
def test_whoever_is_neither_host_nor_admin_is_refused(words: str) -> None:
    desk = family("cleo")
    before = desk.table()
    assert desk.say("ben", f"/{words}", "family") == "no"
    assert desk.table() == before
    assert desk.to("@ben")[-1].text.endswith("Only the host can do that: ask Ann.")


def test_an_admin_of_another_group_is_none_here() -> None:
    desk = family()
    desk.admins = {("ben", "clan")}
    assert desk.say("ben", "/end", "family") == "no"


def test_an_admin_decides_in_the_group_and_not_from_private() -> None:
    desk = family("ben")
    assert desk.say("ben", "#1 end") == "no"


def test_a_network_that_does_not_answer_costs_nothing_but_another_try() -> None:
    desk = family()
    desk.admins = None
    assert desk.say("ben", "/end", "family") == "puzzled"
    assert "Try again in a moment" in desk.to("@ben")[-1].text
    assert desk.table().phase is Phase.LOBBY
    assert desk.say("ann", "/end", "family") == "done"


def test_the_answer_is_told_in_the_language_of_who_asked() -> None:
    desk = family()
    desk.admins = None
    desk.say("ben", "language fr")
    desk.say("ben", "/end", "family")
    assert "Réessaie" in desk.to("@ben")[-1].text


def question(desk: Desk, who: str, words: str) -> object:
    """What a line in the family waits for."""
    row = desk.arrival(desk.envelope(who, Said(words), "family"))
    desk.do(lambda tx: tx.receive(row))
    waiting = desk.do(lambda tx: tx.next_inbox(desk.now, ()))
    assert waiting is not None
    return desk.do(lambda tx: handle(desk.house, tx, waiting, desk.now))


def test_the_network_is_asked_only_when_it_decides_something() -> None:
    asked = question(family(), "ben", "/end")
    assert isinstance(asked, AskRank)
    assert (asked.user, asked.conversation.id) == (User(NET, "ben"), "family")
    assert question(family(), "ann", "/end") == "done"
    assert question(family(), "ben", "/hand") == "hand"
    no_ranks = family()
    no_ranks.able = NO_RANKS
    assert question(no_ranks, "ben", "/end") == "no: not-host"


def test_an_answer_to_another_question_is_no_answer() -> None:
    desk = family()
    row = desk.arrival(desk.envelope("ben", Said("/end"), "family"))
    desk.do(lambda tx: tx.receive(row))
    waiting = desk.do(lambda tx: tx.next_inbox(desk.now, ()))
    assert waiting is not None
    asked = desk.do(lambda tx: handle(desk.house, tx, waiting, desk.now))
    assert isinstance(asked, AskRank)
    other = Ranking(replace(asked, user=User(NET, "ann")), manages=True)
    assert desk.do(lambda tx: handle(desk.house, tx, waiting, desk.now, other)) == asked
