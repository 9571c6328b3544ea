"""Nobody is dealt in whom no hand reaches; the table says what such a person has to do."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from unittest.mock import Mock, patch

import pytest

from uno_chat.contract import Joined, Left, Pressed, Private, Transaction, User
from uno_chat.coordinator.reaching import heard_from
from uno_chat.testing.desk import NET, Desk
from uno_chat.testing.fake_network import LIKE_TELEGRAM

BOB = "@bob"
ASK_ANN = "Family #1\nOnly the host can do that: ask Ann."


@pytest.fixture
def desk() -> Desk:
    """A network where contact comes first, and links lead to it."""
    return Desk(replace(LIKE_TELEGRAM, contact_links=True))


def remedies(desk: Desk) -> list[str]:
    return [seat.unreachable for seat in desk.table().seats]


def page(desk: Desk) -> str:
    """The page of the table, not what is left of an older one."""
    pages = [sent.text for sent in desk.to("family") if "further down" not in sent.text]
    return pages[-1]


def test_whoever_sits_down_in_the_group_is_written_to_at_once(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    assert "You have a seat." in desk.to(BOB)[-1].text
    assert remedies(desk) == ["", ""]


@pytest.mark.reported("60")
def test_a_seat_is_not_ready_before_its_hand_arrives(desk: Desk) -> None:
    desk.beyond[BOB] = "start"
    desk.lobby("ann", "bob")
    assert remedies(desk) == ["", "start"]
    assert "Bob, must press Start in the private chat" in page(desk)
    assert "[Play in private]" in page(desk)


def test_a_seat_waits_while_its_first_page_is_under_way(desk: Desk) -> None:
    desk.lobby("ann")
    row = desk.arrival(desk.pressing("bob", desk.token("join"), "family"))
    desk.do(lambda tx: tx.receive(row))
    desk.work()
    assert remedies(desk) == ["", "start"]
    desk.show_all()
    assert remedies(desk) == ["", ""]
    assert "Bob, ready" in page(desk)


@pytest.mark.reported("60")
def test_nobody_is_dealt_in_who_cannot_be_reached(desk: Desk) -> None:
    desk.beyond[BOB] = "start"
    desk.lobby("ann", "bob")
    desk.press("ann", "deal", "family")
    assert desk.table().play is None
    assert desk.sent[-1].text == (
        "No cards can be sent to Bob yet: the table says what has to be done."
    )


@pytest.mark.parametrize("payload", ["", "hand-1"])
def test_whoever_opens_the_private_chat_is_shown_the_hand(desk: Desk, payload: str) -> None:
    desk.beyond[BOB] = "start"
    desk.lobby("ann", "bob")
    del desk.beyond[BOB]
    desk.contact("bob", payload)
    assert remedies(desk) == ["", ""]
    assert any("You have a seat." in sent.text and sent.notify for sent in desk.to(BOB))
    desk.press("ann", "deal", "family")
    assert desk.table().play is not None


@pytest.mark.reported("T55")
def test_who_blocks_us_in_mid_round_is_named_and_shown_the_hand_afterwards(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6", "bob": "R7 R8"})
    desk.beyond[BOB] = "unblock"
    desk.say("ann", "r5 uno")
    desk.later(desk.table().settings.hold)
    assert remedies(desk) == ["", "unblock"]
    assert "must unblock me in the private chat" in page(desk)
    del desk.beyond[BOB]
    since = len(desk.sent)
    desk.take(desk.envelope("bob", Joined(User(NET, "bot")), None))
    assert remedies(desk) == ["", ""]
    assert "Your hand (2)" in desk.to(BOB, since)[-1].text
    assert "must unblock" not in page(desk)


def test_when_one_hand_arrives_those_of_all_other_tables_are_shown_too(desk: Desk) -> None:
    desk.family("ann", "bob")
    for group in ("club", "clan"):
        desk.lobby("ann", "bob", group=group)
    desk.say("ann", "/deal", "club")
    desk.beyond[BOB] = "unblock"
    for group in ("family", "club", "clan"):
        desk.say("bob", "/hand", group)
    desk.beyond.clear()
    before = len(desk.sent)
    desk.say("bob", "/hand", "club")
    shown = [
        sent.text.split(" · ")[0].split("\n")[0] for sent in desk.to(BOB, before) if sent.notify
    ]
    assert shown == ["Club #2", "Family #1", "Clan #3"]
    assert not any(desk.table(n).seats[1].unreachable for n in (1, 2, 3))


def test_it_is_said_once_however_often_it_fails(desk: Desk) -> None:
    desk.beyond[BOB] = "unblock"
    desk.lobby("ann", "bob")
    since = len(desk.sent)
    desk.say("bob", "/hand", "family")
    assert desk.to("family", since) == []


def test_the_next_round_begins_when_the_last_one_can_be_reached(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.win("ann")
    desk.beyond[BOB] = "unblock"
    desk.press("bob", "ready", "family")
    desk.press("ann", "hand", "family")
    desk.say("bob", "/hand", "family")
    desk.press("ann", "ready", "family")
    assert desk.table().play is None
    assert "Bob, " in page(desk)
    del desk.beyond[BOB]
    desk.contact("bob")
    assert desk.table().play is not None
    assert any("Your hand (7)" in sent.text for sent in desk.to(BOB))


def test_a_link_takes_a_seat_and_nobody_has_to_wait(desk: Desk) -> None:
    desk.lobby("ann")
    assert "[Join]" in page(desk)
    assert not any("join" in token for token in desk.to("family")[-1].tokens)
    desk.contact("bob", f"join-1-{desk.table().door}")
    assert [seat.name for seat in desk.table().seats] == ["Ann", "Bob"]
    assert "You have a seat." in desk.to(BOB)[-1].text


def test_an_old_button_still_takes_a_seat(desk: Desk) -> None:
    desk.lobby("ann")
    desk.take(desk.envelope("bob", Pressed(desk.token("join"), None, "ack"), "family"))
    assert [seat.name for seat in desk.table().seats] == ["Ann", "Bob"]


def test_without_links_there_is_a_button_as_before() -> None:
    desk = Desk(LIKE_TELEGRAM)
    desk.lobby("ann")
    assert any("join" in token for token in desk.to("family")[-1].tokens)
    desk.press("bob", "join", "family")
    assert remedies(desk) == ["", ""]
    assert desk.to(BOB) == [sent for sent in desk.to(BOB) if sent.kind == "toast"]


@pytest.mark.reported("B15")
def test_whoever_leaves_the_group_keeps_the_seat_and_plays_on_in_private(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lay("bob", "R4", {"ann": "R5 R6", "bob": "R7 R8"})
    desk.take(desk.envelope("bob", Left(User(NET, "bob")), "family"))
    desk.say("bob", "r7 uno")
    assert [seat.gone for seat in desk.table().seats] == [False, False]
    assert "Bob played" in page(desk)


def test_whoever_comes_for_a_hand_is_shown_no_list_beside_it(desk: Desk) -> None:
    desk.beyond[BOB] = "start"
    desk.lobby("ann", "bob")
    del desk.beyond[BOB]
    assert desk.contact("bob", "") == "shown"
    assert ["Your tables" in sent.text for sent in desk.to(BOB)] == [False]
    desk.contact("bob", "")
    assert "Your tables" in desk.to(BOB)[-1].text


@pytest.fixture
def inviting() -> Desk:
    """A network where we open the private room and a person has to come in."""
    return Desk(replace(LIKE_TELEGRAM, private=Private.BY_INVITE))


def test_whoever_sits_down_is_invited_at_once_and_waited_for(inviting: Desk) -> None:
    inviting.beyond[BOB] = "accept"
    inviting.lobby("ann", "bob")
    assert "You have a seat." in inviting.to("@ann")[-1].text
    assert remedies(inviting) == ["", "accept"]
    assert "Bob, must accept my invitation to a private room" in page(inviting)
    inviting.press("ann", "deal", "family")
    assert inviting.table().play is None


def test_whoever_accepts_is_shown_the_seat_and_can_be_dealt_in(inviting: Desk) -> None:
    inviting.beyond[BOB] = "accept"
    inviting.lobby("ann", "bob")
    del inviting.beyond[BOB]
    inviting.contact("bob")
    assert remedies(inviting) == ["", ""]
    assert any("You have a seat." in sent.text for sent in inviting.to(BOB))


def test_whoever_came_in_before_is_not_invited_again(inviting: Desk) -> None:
    inviting.lobby("ann", "bob")
    inviting.press("bob", "leave", "family")
    said = len(inviting.to(BOB))
    inviting.press("bob", "join", "family")
    inviting.show_all()
    assert remedies(inviting)[-1] == ""
    assert not [sent for sent in inviting.to(BOB)[said:] if "You have a seat." in sent.text]


def test_whoever_asks_before_the_private_chat_is_open_is_answered_in_it(desk: Desk) -> None:
    desk.lobby("ann")
    desk.beyond[BOB] = "start"
    desk.say("bob", "/connect", "family")
    desk.say("bob", "/deal", "family")
    del desk.beyond[BOB]
    since = len(desk.sent)
    desk.contact("bob")
    assert [sent.text for sent in desk.to(BOB, since)] == [ASK_ANN]
    desk.contact("bob")
    assert ASK_ANN not in desk.to(BOB)[-1].text


def test_an_answer_that_nobody_waits_for_any_more_is_not_given(desk: Desk) -> None:
    desk.lobby("ann")
    desk.beyond[BOB] = "start"
    desk.say("bob", "/deal", "family")
    desk.later(timedelta(minutes=11))
    del desk.beyond[BOB]
    desk.contact("bob")
    assert all(ASK_ANN not in sent.text for sent in desk.to(BOB))
    assert "UNO by message" in desk.to(BOB)[-1].text


def tables_read(desk: Desk) -> list[int]:
    """Which tables are read when Bob writes in private."""

    def body(tx: Transaction) -> list[int]:
        with patch.object(tx, "table", Mock(side_effect=tx.table)) as read:
            heard_from(desk.house, tx, User(NET, "bob"), desk.now)
        return [call.args[0] for call in read.call_args_list]

    return desk.do(body)


def test_tables_are_not_looked_through_for_whoever_is_reached_everywhere(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lobby("cid", "bob", group="club")
    desk.contact("bob")
    assert tables_read(desk) == []
    desk.lay("ann", "R4", {"ann": "R5 R6", "bob": "R7 R8"})
    desk.beyond[BOB] = "unblock"
    desk.say("ann", "r5 uno")
    desk.later(desk.table().settings.hold)
    assert remedies(desk) == ["", "unblock"]
    del desk.beyond[BOB]
    assert [tables_read(desk) for _ in range(3)] == [[1, 2], [1, 2], []]
    assert remedies(desk) == ["", ""]
