"""A row of the outbox is shown as things are now, to its one reader, as far as the network can."""

from __future__ import annotations

from dataclasses import replace

from uno_chat.contract import (
    Conversation,
    Outgoing,
    OutKind,
    User,
)
from uno_chat.coordinator.messages import Message, Page, Silence, to_payload
from uno_chat.table import Phase
from uno_chat.testing.desk import NET, Desk
from uno_chat.testing.fake_network import LIKE_TELEGRAM


def queue(desk: Desk, out: Outgoing) -> None:
    desk.do(lambda tx: tx.queue(out, desk.now))


def hand_of_bob(desk: Desk, to: User | Conversation) -> Outgoing:
    return Outgoing(OutKind.SLOT, to, 1, "hand", revision=desk.rows.tables[1].version)


def test_a_page_that_waited_shows_the_newest_state(desk: Desk) -> None:
    desk.family("ann", "bob")
    queue(desk, hand_of_bob(desk, User(NET, "bob")))
    desk.lay("ann", "R4", {"ann": "R5 R6", "bob": "G1 G2 G3"})
    desk.show_all()
    assert "Your hand (3): green 1, green 2, green 3" in desk.to("@bob")[-1].text


def test_a_hand_is_shown_to_nobody_but_its_owner(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.contact("eve")
    shown = len(desk.sent)
    queue(desk, hand_of_bob(desk, Conversation(NET, "family")))
    queue(desk, hand_of_bob(desk, User(NET, "eve")))
    assert desk.show_all() == []
    assert len(desk.sent) == shown
    assert desk.rows.outbox == {}


def test_what_is_there_no_more_is_dropped(desk: Desk) -> None:
    desk.contact("ann")
    ann, shown = User(NET, "ann"), len(desk.sent)
    hand, silence = to_payload(Message(Page("hand"))), to_payload(Message(Silence()))
    queue(desk, Outgoing(OutKind.SLOT, ann, 99, "hand"))
    queue(desk, Outgoing(OutKind.SLOT, ann, 99, "no such page"))
    queue(desk, Outgoing(OutKind.NOTICE, ann, 99, "a", payload=hand))
    queue(desk, Outgoing(OutKind.NOTICE, ann, None, "b", payload=silence))
    queue(desk, Outgoing(OutKind.TOAST, ann, None, "c", payload=silence))
    desk.show_all()
    assert desk.sent[shown:] == []
    assert desk.rows.outbox == {}


def test_where_pages_can_be_edited_but_have_no_buttons_nothing_takes_leave(desk: Desk) -> None:
    desk.able = replace(LIKE_TELEGRAM, buttons=None)
    desk.family("ann", "bob")
    desk.say("ann", "/table", "family")
    assert not [sent for sent in desk.sent if sent.text == "The table is further down."]


def test_a_press_where_no_toast_exists_is_answered_only_if_there_is_something_to_say(
    desk: Desk,
) -> None:
    desk.able = replace(LIKE_TELEGRAM, toast=None)
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6", "bob": "G1 G2 G3"})
    shown = len(desk.sent)
    assert desk.press("bob", "g1") == "no"
    assert [(sent.kind, sent.chat) for sent in desk.sent[shown:]] == [(OutKind.NOTICE, "@bob")]
    shown = len(desk.sent)
    assert desk.press("bob", "hand", "family") == "hand"
    assert {(sent.kind, sent.chat) for sent in desk.sent[shown:]} == {(OutKind.SLOT, "@bob")}
    shown = len(desk.sent)
    assert desk.press("ann", "r5") == "done"
    assert {sent.kind for sent in desk.sent[shown:]} == {OutKind.SLOT}


def test_the_answer_to_a_press_waits_for_nothing_else_of_the_same_person(desk: Desk) -> None:
    desk.family("ann", "bob")
    token = desk.token("hand")
    rows = desk.rows
    desk.do(lambda tx: tx.queue(hand_of_bob(desk, User(NET, "bob")), desk.now))
    row = desk.do(lambda tx: tx.next_outbox((NET,), desk.now, (), desk.now + desk.settings.hold))
    assert row is not None  # under way, and its lane with it
    desk.press_token("bob", token, "family")
    assert desk.sent[-1].kind is OutKind.TOAST
    assert row.id in rows.outbox


def test_the_end_of_a_round_that_nobody_remembers_any_more_is_a_sentence(desk: Desk) -> None:
    desk.family("ann", "bob", settings="goal=0")
    desk.win("ann")
    assert desk.table().phase is Phase.MATCH_OVER
    over = [sent.text for sent in desk.to("family") if "the round is over" in sent.text]
    assert len(over) == 1


def test_a_group_without_buttons_is_told_words_with_their_prefix(bare: Desk) -> None:
    bare.lobby("ann", "bob")
    bare.say("ann", "!uno deal", "family")
    bare.win("ann")
    result = next(sent for sent in bare.to("family") if "the round is over" in sent.text)
    assert result.text.splitlines()[-1] == "!uno #1 ready – Next round"
    assert bare.say("bob", "!uno #1 ready", "family") == "done"
