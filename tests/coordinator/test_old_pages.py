"""What is left of pages that are over: no card, and nothing that could be pressed in vain."""

from __future__ import annotations

from datetime import timedelta
from operator import methodcaller

from uno_chat.contract import OutKind
from uno_chat.testing.desk import Desk, Sent

FURTHER_DOWN = "Family #1\nYour hand is further down."
LEFT = "Family #1\nYou have no seat at this table any more."


def standing(desk: Desk, chat: str) -> dict[str, Sent]:
    """The messages of a chat as they read now, by the message that was sent first."""
    pages: dict[str, Sent] = {}
    for number, sent in enumerate(desk.sent, 1):
        if sent.chat == chat and sent.kind is not OutKind.TOAST:
            pages[sent.edits or f"m{number}"] = sent
    return pages


def hands(desk: Desk, chat: str) -> list[Sent]:
    return [page for page in standing(desk, chat).values() if page.name == "hand"]


def decisions(desk: Desk, chat: str) -> list[list[str]]:
    """Of each hand that stands in a chat, the buttons that answer a decision."""
    return [[t for t in page.tokens if t.split(".")[2]] for page in hands(desk, chat)]


def test_whoever_leaves_in_a_round_keeps_neither_cards_nor_buttons(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.say("bob", "leave now")
    assert [(page.text, page.tokens) for page in hands(desk, "@bob")] == [(LEFT, ())]


def test_whoever_leaves_the_lobby_keeps_no_buttons(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    desk.say("bob", "hand")
    desk.press("bob", "leave")
    assert [(page.text, page.tokens) for page in hands(desk, "@bob")] == [(LEFT, ())]


def test_whoever_is_sent_away_keeps_no_buttons(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    desk.say("bob", "hand")
    desk.say("ann", "/kick bob", "family")
    assert [(page.text, page.tokens) for page in hands(desk, "@bob")] == [(LEFT, ())]


def test_whoever_comes_back_has_a_page_again(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.say("bob", "leave now")
    desk.say("bob", "/join", "family")
    desk.say("bob", "hand")
    assert "You play from the next round on." in hands(desk, "@bob")[-1].text


def test_a_table_that_is_closed_leaves_nothing_to_press(desk: Desk) -> None:
    for deal in (False, True):
        desk = Desk()
        desk.lobby("ann", "bob")
        if deal:
            desk.say("ann", "/deal", "family")
        for who in ("ann", "bob"):
            desk.say(who, "hand")
        desk.say("ann", "/end now", "family")
        assert {page.tokens for page in standing(desk, "family").values()} == {()}
        for chat in ("@ann", "@bob"):
            assert {page.tokens for page in hands(desk, chat)} == {()}
            assert hands(desk, chat)[-1].text == "Family #1\nThis table is closed."


def test_a_finished_round_leaves_a_result_without_buttons(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.win("ann")
    result = next(sent for sent in desk.to("family") if "the round is over" in sent.text)
    assert result.tokens == ()
    offered = [token for page in standing(desk, "family").values() for token in page.tokens]
    assert "1.1..ready" in offered  # on the page of the table, just above it


def test_in_a_plain_turn_the_old_hand_asks_nothing_any_more_and_costs_nothing(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6 R7 B1", "bob": "R8 R9 B2 B3"})
    for who, card in (("ann", "r5"), ("bob", "r8"), ("ann", "r6"), ("bob", "r9")):
        before = len(desk.sent)
        desk.press(who, card)
        assert not [sent for sent in desk.sent[before:] if "further down" in sent.text], card
    *old, newest = decisions(desk, "@ann")
    assert old == [[], []]
    assert newest


def test_after_a_turn_that_the_clock_ended_the_old_hand_takes_leave(desk: Desk) -> None:
    desk.family("ann", "bob", settings="pace=1h")
    desk.lay("ann", "R4", {"ann": "R5 R6 R7 B1", "bob": "R8 R9 B2 B3"})
    desk.say("ann", "hand")
    assert desk.to("@ann")[-1].text == FURTHER_DOWN
    assert desk.to("@ann")[-1].tokens == ()
    desk.later(timedelta(hours=1))
    desk.press("bob", "r8")
    *old, newest = decisions(desk, "@ann")
    assert old == [[]]
    assert newest


def test_whoever_answers_and_is_to_move_again_looks_at_the_same_message(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "RS R6 R7 B1", "bob": "R8 R9 B2 B3"})
    desk.say("ann", "hand")
    before = len(desk.sent)
    desk.press("ann", "rs")
    (hand,) = [sent for sent in desk.to("@ann", before) if sent.name == "hand"]
    assert hand.edits is not None
    assert "Your turn" in hands(desk, "@ann")[-1].text


def test_a_hand_whose_last_edit_never_came_takes_leave_when_a_new_one_is_sent(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6 R7 B1", "bob": "R8 R9 B2 B3"})
    desk.say("ann", "hand")
    for who, card in (("ann", "r5"), ("bob", "r8")):  # both before anything is shown
        envelope = desk.pressing(who, desk.token(card))
        desk.do(methodcaller("receive", desk.arrival(envelope)))
        desk.work()
    desk.show_all()
    *old, newest = decisions(desk, "@ann")
    assert old == [[], []]
    assert newest


def table_of(desk: Desk) -> str:
    """The message where the page of the table stands."""
    tables = {mid: page for mid, page in standing(desk, "family").items() if page.name == "table"}
    return next(mid for mid, page in reversed(tables.items()) if page.tokens)


def test_a_table_out_of_sight_moves_to_the_bottom_when_something_happens(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6 R7 B1", "bob": "R8 R9 B2 B3"})
    old, before = table_of(desk), len(desk.sent)
    desk.buried = {old}
    desk.press("ann", "r5")
    new, farewell = desk.to("family", before)
    assert (new.edits, new.notify) == (None, False)  # the next player is told in private
    assert "To move: Bob" in new.text
    assert (farewell.edits, farewell.tokens) == (old, ())
    before = len(desk.sent)
    desk.press("bob", "r8")
    assert [sent.edits for sent in desk.to("family", before)] == [table_of(desk)]


def test_a_table_out_of_sight_stays_there_while_nothing_happens(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.buried = {table_of(desk)}
    before = len(desk.sent)
    desk.say("ann", "/language fr", "family")
    assert [sent.edits for sent in desk.to("family", before) if sent.name == "table"] == [
        *desk.buried
    ]


def test_a_table_that_is_closed_does_not_come_back(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.buried = {table_of(desk)}
    before = len(desk.sent)
    desk.say("ann", "/end now", "family")
    assert [sent.edits for sent in desk.to("family", before)] == [*desk.buried]
