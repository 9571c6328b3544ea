"""Somebody is forgotten: nothing that is kept says who it was, and those who play on play on."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from uno_chat.contract import Arrival, Contacted, Outgoing, OutKind, Pressed, Said, Transaction
from uno_chat.coordinator.forgetting import LATE, tidy
from uno_chat.table import Phase
from uno_chat.testing.desk import Desk, user
from uno_chat.testing.pairing import link, two_networks

ASKED = "If I forget you, your name, accounts, settings and vacations are gone for good"
DONE = "I have forgotten you. If you write to me again, you begin as somebody new."


def everything(desk: Desk) -> str:
    """All that the store holds, as a text."""
    return repr([getattr(desk.rows, name) for name in desk.rows.__dataclass_fields__]).casefold()


def receive(row: Arrival, tx: Transaction) -> bool:
    return tx.receive(row)


def last(desk: Desk, who: str) -> str:
    return desk.to(f"@{who}")[-1].text


def forgotten(desk: Desk, *names: str) -> bool:
    """Whether nothing that is kept says any of these names."""
    return not any(name.casefold() in everything(desk) for name in names)


def test_one_is_asked_first_and_told_what_is_lost(desk: Desk) -> None:
    desk.family("ann", "zelda", "cat")
    assert desk.say("zelda", "forget me") == "puzzled"
    assert last(desk, "zelda").startswith(ASKED)
    assert "You lose your seat at Family #1. In a round a computer plays on." in last(desk, "zelda")
    assert desk.table().seat_of(desk.player("zelda")) is not None


def test_who_is_forgotten_is_named_nowhere_and_the_others_play_on(desk: Desk) -> None:
    desk.family("ann", "zelda", "cat")
    desk.say("zelda", "quiet 22:00-08:00")
    number = desk.player("zelda")
    assert not forgotten(desk, "zelda")
    assert desk.say("zelda", "forget me now") == "forgotten"
    assert forgotten(desk, "zelda")
    assert desk.table().seat_of(number) is None
    assert last(desk, "zelda") == DONE
    assert "Abacus" in desk.to("family")[-1].text
    assert "Zelda" not in desk.to("family")[-1].text
    desk.say("ann", "/table", "family")
    pages = [sent.text for sent in desk.to("family")]
    assert any("Ann, somebody who left and Cat sat down" in page for page in pages)
    assert desk.say("cat", "hand") == "hand"


def test_a_button_does_it_as_well_and_its_press_is_answered(desk: Desk) -> None:
    desk.lobby("ann", "zelda")
    desk.say("zelda", "forget me")
    token = desk.to("@zelda")[-1].tokens[0]
    assert desk.press_token("zelda", token) == "forgotten"
    assert {sent.kind for sent in desk.to("@zelda")[-2:]} == {OutKind.NOTICE, OutKind.TOAST}
    assert forgotten(desk, "zelda")


def test_it_is_read_in_the_language_that_was_forgotten(desk: Desk) -> None:
    desk.say("zelda", "language fr")
    desk.say("zelda", "oublie-moi maintenant")
    assert last(desk, "zelda").startswith("Je t’ai oublié.")


def test_in_a_group_nobody_is_forgotten(desk: Desk) -> None:
    desk.family("ann", "zelda")
    for words in ("/forget me now", "/forget me", "/export my data"):
        assert desk.say("zelda", words, "family") == "remarked"
        assert last(desk, "zelda") == "That is for our private chat: write it to me there."
    assert desk.table().seat_of(desk.player("zelda")) is not None


def test_a_later_message_is_of_somebody_new(desk: Desk) -> None:
    desk.family("ann", "zelda")
    before = desk.player("zelda")
    desk.say("zelda", "forget me now")
    desk.now += timedelta(seconds=1)
    assert desk.say("zelda", "tables") == "tables"
    assert desk.player("zelda") != before
    assert "You sit at no table" in last(desk, "zelda")


def test_what_was_written_before_and_is_handled_later_does_nothing(desk: Desk) -> None:
    desk.family("ann", "zelda")
    press = desk.arrival(desk.pressing("zelda", desk.token("draw")))
    word = desk.arrival(desk.envelope("zelda", Said("/new", to_us=True), "club"))
    desk.say("zelda", "forget me now")
    for row in (press, word):
        desk.do(partial(receive, row))
        assert desk.work() == ["forgotten"]
    assert forgotten(desk, "zelda")
    assert len(desk.rows.tables) == 1


def test_that_somebody_was_forgotten_is_forgotten_soon(desk: Desk) -> None:
    desk.say("zelda", "forget me now")
    assert desk.rows.memories[""]
    desk.now += LATE + timedelta(seconds=1)
    desk.do(lambda tx: tidy(tx, desk.now))
    assert desk.rows.memories[""] == {}


def test_a_stranger_who_opens_the_chat_later_is_welcome(desk: Desk) -> None:
    desk.say("zelda", "forget me now")
    desk.now += timedelta(seconds=1)
    assert desk.take(desk.envelope("zelda", Contacted(), None)) == "start"


@pytest.mark.parametrize("where", ["ann", "bare:bea"])
def test_all_accounts_of_a_person_are_forgotten_at_once(where: str) -> None:
    desk = two_networks()
    desk.family("ann", "cat", "dora")
    desk.lobby("bare:bea", "bare:dan", group="bare:club")
    link(desk, "ann", "bare:bea")
    desk.say("bare:bea", "/#2 leave", "bare:club")
    assert desk.say(where, "forget me now") == "forgotten"
    assert last(desk, "ann") == last(desk, "bare:bea") == DONE
    assert forgotten(desk, "ann'", ":ann", "@ann", '"ann"', "bea")
    assert not {user("ann"), user("bare:bea")} & {*desk.rows.users}


def test_a_code_that_is_out_is_void() -> None:
    desk = two_networks()
    desk.say("zelda", "link")
    desk.say("zelda", "forget me now")
    assert forgotten(desk, "zelda")


def test_records_stay_without_the_name_and_can_be_replayed(desk: Desk) -> None:
    desk.family("ann", "zelda", "cat")
    desk.win("zelda")
    desk.say("zelda", "forget me now")
    first = desk.rows.records[1, 1][0]
    assert '"names":{"s1":"Ann","s2":"?","s3":"Cat"}' in first
    assert forgotten(desk, "zelda")


def test_of_rounds_before_a_seat_was_taken_over_each_forgets_the_own(desk: Desk) -> None:
    desk.family("ann", "zelda", "cat", settings="absent=substitute")
    desk.say("zelda", "forget me now")
    desk.say("dora", "/sit", "family")
    assert desk.table().seat_of(desk.player("dora")) is not None
    desk.say("dora", "forget me now")
    assert forgotten(desk, "zelda", "dora")


def test_tables_of_several_groups_and_closed_ones_forget(desk: Desk) -> None:
    desk.family("ann", "zelda", "cat")
    desk.say("ann", "/end now", "family")
    desk.lobby("zelda", "cat", group="club")
    desk.lobby("ann", "zelda", group="choir")
    desk.say("zelda", "/#3 leave", "choir")
    desk.say("zelda", "forget me now")
    assert forgotten(desk, "zelda")
    assert desk.table(1).phase is Phase.ENDED
    assert [seat.name for seat in desk.table(2).seats] == ["Cat"]
    assert desk.table(2).host == desk.player("cat")


def test_who_played_alone_leaves_no_open_table(desk: Desk) -> None:
    desk.family("zelda", computers=2)
    desk.say("zelda", "forget me now")
    assert desk.table().phase is Phase.ENDED
    assert forgotten(desk, "zelda")


def test_a_vacation_that_stops_a_table_ends(desk: Desk) -> None:
    desk.family("ann", "zelda", "cat", settings="vacation=pause")
    desk.say("zelda", "vacation 3d")
    desk.say("zelda", "forget me now")
    assert desk.table().pauses == ()
    assert forgotten(desk, "zelda")


def test_what_waits_to_be_sent_is_not_sent(desk: Desk) -> None:
    desk.family("ann", "zelda")
    to = user("zelda")
    desk.do(lambda tx: tx.queue(Outgoing(OutKind.SLOT, to, 1, "hand", 99, fresh=True), desk.now))
    desk.do(
        lambda tx: tx.receive(desk.arrival(desk.envelope("zelda", Said("forget me now"), None)))
    )
    desk.work()
    before = len(desk.sent)
    desk.show_all()
    assert [sent.text for sent in desk.to("@zelda", before)] == [DONE]


def test_a_farewell_that_cannot_arrive_leaves_no_address(desk: Desk) -> None:
    desk.family("ann", "zelda")
    desk.beyond["@zelda"] = "unblock"
    desk.say("zelda", "forget me now")
    assert forgotten(desk, "zelda")


def test_who_comes_back_before_the_farewell_is_said_is_not_forgotten_again(desk: Desk) -> None:
    desk.do(
        lambda tx: tx.receive(desk.arrival(desk.envelope("zelda", Said("forget me now"), None)))
    )
    desk.work()
    desk.now += timedelta(seconds=1)
    back = desk.arrival(desk.envelope("zelda", Said("tables"), None))
    desk.do(lambda tx: tx.receive(back))
    desk.work()
    desk.show_all()
    assert desk.say("zelda", "tables") == "tables"
    assert user("zelda") in desk.rows.users


def test_an_old_button_of_who_was_forgotten_does_nothing(desk: Desk) -> None:
    desk.family("ann", "zelda")
    token = desk.token("draw")
    desk.say("zelda", "forget me now")
    desk.now += timedelta(seconds=1)
    before = desk.table()
    desk.take(desk.envelope("zelda", Pressed(token, None, "ack"), None))
    assert desk.table() == before


def test_what_somebody_queued_meanwhile_for_who_was_forgotten_leaves_no_address(desk: Desk) -> None:
    desk.lobby("ann", "zelda")
    desk.say("zelda", "forget me now")
    late = Outgoing(OutKind.NOTICE, user("zelda"), 1, "told 1 9 0", payload="{}")
    desk.do(lambda tx: tx.queue(late, desk.now))
    before = len(desk.sent)
    desk.show_all()
    assert desk.sent[before:] == []
    assert forgotten(desk, "zelda")


def test_who_sat_there_before_is_named_when_a_substitute_is_forgotten(desk: Desk) -> None:
    desk.family("ann", "bob", "cat", settings="absent=substitute hold=0s")
    desk.lay("bob", "R4", {"ann": "B5 B6 B7", "bob": "R1 R2 R3", "cat": "Y2 Y3 Y4"})
    desk.say("bob", "r1")
    desk.say("cat", "draw")
    desk.say("cat", "/ban bob", "family")
    desk.say("ann", "/ban bob", "family")
    desk.say("zelda", "/sit Abacus", "family")
    desk.say("zelda", "forget me now")
    (page,) = [sent.text for sent in desk.to("family")[-1:]]
    assert "Bob played red 1" in page
    assert "Zelda" not in page
