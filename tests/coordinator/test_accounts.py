"""A player of several accounts: hands arrive at one of them, answers where was asked."""

from datetime import timedelta

import pytest

from uno_chat.contract import Conversation, Message, OutKind, Pressed, Said
from uno_chat.testing.desk import NET, Desk, Sent, user
from uno_chat.testing.fake_network import LIKE_TELEGRAM
from uno_chat.testing.pairing import code_for, link, two_networks

HAND = "Your hand (3)"


@pytest.fixture
def desk() -> Desk:
    """Ann and Bob play in the family; Ann is Bea on another network, where no hand arrives."""
    desk = two_networks()
    desk.family("ann", "bob")
    link(desk, "ann", "bare:bea")
    desk.lay("ann", "R5", {"ann": "R7 B5 Y1", "bob": "R1 G7 Y2"})
    return desk


def last(desk: Desk, chat: str) -> str:
    return desk.to(chat)[-1].text


def hands(desk: Desk, since: int) -> list[Sent]:
    return [sent for sent in desk.sent[since:] if "Your hand" in sent.text]


# choosing


def test_hands_arrive_where_was_chosen(desk: Desk) -> None:
    since = len(desk.sent)
    desk.say("bare:bea", "hands here")
    (shown,) = hands(desk, since)
    assert (shown.chat, shown.notify) == ("@bare:bea", True)
    assert last(desk, "@bare:bea") == "Your cards arrive here."
    since = len(desk.sent)
    desk.say("bare:bea", "r7")
    desk.say("bob", "r1")
    assert {sent.chat for sent in hands(desk, since)} == {"@bare:bea", "@bob"}


def test_no_card_stays_where_hands_were(desk: Desk) -> None:
    (shown,) = (sent for sent in desk.to("@ann") if sent.name == "hand" and sent.edits is None)
    since = len(desk.sent)
    desk.say("ann", "hands bare")
    (left,) = (sent for sent in desk.to("@ann", since) if sent.name == "hand")
    assert left.text == "Family #1\nYour cards are on Bare now.\n[Send my cards here]"
    place = next(n for n, sent in enumerate(desk.sent) if sent == shown)
    assert left.edits == f"m{place + 1}"
    assert last(desk, "@ann") == "Your cards arrive on Bare; “hands here” brings them here."


def test_the_button_of_the_old_place_brings_hands_back(desk: Desk) -> None:
    desk.say("ann", "hands bare")
    (back,) = next(sent.tokens for sent in desk.to("@ann") if "now." in sent.text)
    since = len(desk.sent)
    desk.press_token("ann", back)
    assert {sent.chat for sent in hands(desk, since)} == {"@ann"}


@pytest.mark.parametrize("words", ["hands bare", "hands BA", "accounts bare"])
def test_a_network_may_be_named_by_its_begin(desk: Desk, words: str) -> None:
    desk.say("ann", words)
    assert last(desk, "@ann").startswith("Your cards arrive on Bare")


def test_an_account_that_is_not_theirs_is_none(desk: Desk) -> None:
    desk.say("ann", "hands matrix")
    assert last(desk, "@ann") == "You have no account on “matrix”, but on Bare and Fake."


def test_hands_are_sent_nowhere_from_a_group(desk: Desk) -> None:
    since = len(desk.sent)
    desk.say("bare:bea", "!uno hands here", "bare:club")
    assert [sent.chat for sent in desk.sent[since:]] == ["@bare:bea"]
    assert last(desk, "@bare:bea") == "That is for our private chat: write it to me there."


def tap(desk: Desk, words: str, on: str) -> list[Sent]:
    """Ann presses a button that says these words under a message; what was shown."""
    before = len(desk.sent)
    message = Message(Conversation(NET, "@ann"), on)
    desk.take(desk.envelope("ann", Pressed(f"1.0..{words}", message, f"ack{before}"), None))
    return desk.to("@ann", before)


def test_the_page_of_accounts_shows_where_hands_arrive(desk: Desk) -> None:
    desk.say("ann", "settings")
    assert "Accounts: Bare and Fake; your cards arrive on Fake" in last(desk, "@ann")
    (_, page) = tap(desk, "hands", "m99")
    assert page.edits == "m99"
    assert "[My cards on Bare] [✓ My cards on Fake] [Unlink Bare] [Unlink Fake]" in page.text
    page = tap(desk, "hands bare", "m99")[-1]
    assert page.edits == "m99"
    assert "[✓ My cards on Bare] [My cards on Fake]" in page.text
    page = tap(desk, "unlink bare", "m99")[-1]
    assert page.edits == "m99"
    assert "Account: Fake" in page.text


def test_nothing_is_sent_anew_where_hands_arrive_already(desk: Desk) -> None:
    since = len(desk.sent)
    desk.say("ann", "hands here")
    assert [sent.text for sent in desk.sent[since:]] == ["Your cards arrive here."]


# asking here, playing there


def test_answers_go_where_was_asked(desk: Desk) -> None:
    desk.say("ann", "hands bare")
    for who, chat in (("ann", "@ann"), ("bare:bea", "@bare:bea")):
        for words in ("g9", "tables", "zone atlantis", "#9 r7", "settings"):
            since = len(desk.sent)
            desk.say(who, words)
            assert {sent.chat for sent in desk.sent[since:]} == {chat}, words


@pytest.mark.parametrize("group", [None, "bare:club"])
def test_a_hand_that_is_asked_for_elsewhere_is_shown_where_hands_arrive(
    desk: Desk, group: str | None
) -> None:
    since = len(desk.sent)
    desk.say("bare:bea", "!uno hand" if group is None else "!uno #1 hand", group)
    assert {sent.chat for sent in hands(desk, since)} == {"@ann"}
    assert last(desk, "@bare:bea").startswith("Your cards are on Fake, further down.")


def test_the_number_of_a_line_is_read_where_the_page_stands(desk: Desk) -> None:
    desk.say("ann", "hands bare")
    assert desk.say("ann", "1") == "puzzled"
    assert desk.say("bare:bea", "1") == "done"
    assert desk.table().happenings[-1].seat == "s1"


def test_a_press_is_answered_where_it_was_made(desk: Desk) -> None:
    desk.say("ann", "hands bare")
    since = len(desk.sent)
    desk.press("ann", "hand", "family")
    (toast,) = desk.sent[since:]
    assert (toast.kind, toast.chat) == (OutKind.TOAST, "@ann")
    assert "R7" in toast.text


def test_another_leaf_of_a_hand_is_turned_to_where_hands_arrive(desk: Desk) -> None:
    desk.say("ann", "hands bare")
    since = len(desk.sent)
    desk.press("ann", "page 2")
    assert {sent.chat for sent in hands(desk, since)} == {"@bare:bea"}


def test_a_page_of_the_hand_under_way_shows_no_card_where_hands_do_not_arrive(desk: Desk) -> None:
    row = desk.arrival(desk.pressing("ann", desk.token("page 1")))
    desk.do(lambda tx: tx.receive(row))
    desk.work()
    desk.do(lambda tx: tx.set_private(desk.player("ann"), user("bare:bea")))
    assert HAND not in "".join(sent.text for sent in desk.show_all())


def test_everybody_reads_in_the_way_of_the_network(desk: Desk) -> None:
    desk.say("ann", "nonsense")
    assert "/help" in last(desk, "@ann")
    desk.say("bare:bea", "nonsense")
    assert "!uno help" in last(desk, "@bare:bea")


def test_another_time_zone_is_told_where_hands_arrive(desk: Desk) -> None:
    desk.say("bare:bea", "language fr")
    (page,) = (sent for sent in desk.to("@ann") if sent.text.startswith("Family #1 · manche"))
    assert page.edits is not None


# where nothing arrives


def test_where_nothing_arrives_hands_arrive_at_the_other_account(desk: Desk) -> None:
    desk.beyond["@ann"] = "unblock"
    since = len(desk.sent)
    desk.say("ann", "/hand", "family")
    (shown,) = hands(desk, since)
    assert (shown.chat, shown.notify) == ("@bare:bea", True)
    texts = [sent.text for sent in desk.to("@bare:bea", since)]
    assert "I cannot write to you on Fake, so your cards arrive here now." in texts
    assert desk.table().seats[0].unreachable == ""


def test_what_was_to_be_said_there_is_said_at_the_other_account(desk: Desk) -> None:
    desk.beyond["@ann"] = "unblock"
    desk.later(timedelta(hours=20))
    reminders = [sent for sent in desk.to("@bare:bea") if "Still your turn" in sent.text]
    assert len(reminders) == 1


def test_a_player_who_is_reached_nowhere_is_called_in_the_group_by_the_account_there(
    desk: Desk,
) -> None:
    desk.beyond |= {"@ann": "unblock", "@bare:bea": "gone"}
    desk.say("ann", "hand")
    assert desk.table().seats[0].unreachable == "gone"
    desk.beyond["@bare:bea"] = "start"
    desk.say("ann", "r7")
    since = len(desk.sent)
    desk.say("bob", "r1")
    calls = [sent.mentions for sent in desk.to("family", since) if sent.mentions]
    assert calls == [("ann",)]


def test_whoever_writes_from_an_account_again_gets_the_hands_there(desk: Desk) -> None:
    desk.beyond |= {"@ann": "unblock", "@bare:bea": "gone"}
    desk.say("ann", "/hand", "family")
    assert desk.table().seats[0].unreachable != ""
    del desk.beyond["@ann"]
    since = len(desk.sent)
    desk.contact("ann")
    assert {sent.chat for sent in hands(desk, since)} == {"@ann"}
    assert desk.table().seats[0].unreachable == ""


def test_a_place_is_tried_again_when_it_is_chosen(desk: Desk) -> None:
    desk.beyond["@ann"] = "unblock"
    desk.say("ann", "/hand", "family")
    del desk.beyond["@ann"]
    desk.say("bare:bea", "hands fake")
    desk.beyond["@bare:bea"] = "gone"
    desk.say("ann", "hands bare")
    since = len(desk.sent)
    desk.say("ann", "hand")
    assert {sent.chat for sent in hands(desk, since)} == {"@ann"}


# parting


def test_an_account_that_is_unlinked_is_a_new_player_without_a_seat(desk: Desk) -> None:
    desk.say("bare:bea", "unlink")
    assert desk.player("bare:bea") != desk.player("ann")
    assert desk.table().seat_of(desk.player("bare:bea")) is None
    assert last(desk, "@bare:bea") == "This account is a player of its own again, without a seat."
    assert last(desk, "@ann") == (
        "Your account on Bare is not linked any more. Your cards arrive here."
    )


def test_another_account_is_unlinked_by_the_name_of_its_network(desk: Desk) -> None:
    desk.say("ann", "unlink bare")
    assert desk.player("bare:bea") != desk.player("ann")
    assert last(desk, "@ann") == (
        "Your account on Bare is not linked any more. Your cards arrive here."
    )
    assert last(desk, "@bare:bea") == "This account is a player of its own again, without a seat."


def test_the_last_account_cannot_be_unlinked(desk: Desk) -> None:
    desk.say("bob", "unlink")
    assert last(desk, "@bob") == "This is your only account: there is nothing to unlink."


def test_nobody_is_unlinked_in_a_group_or_elsewhere(desk: Desk) -> None:
    desk.say("ann", "/unlink bare", "family")
    desk.say("ann", "unlink matrix")
    assert desk.player("bare:bea") == desk.player("ann")


def test_seats_stay_with_the_account_that_is_left_and_hands_arrive_there(desk: Desk) -> None:
    since = len(desk.sent)
    desk.say("ann", "unlink")
    (left,) = (sent for sent in desk.to("@ann", since) if sent.name == "hand")
    assert left.text == "Family #1\nYou have no seat at this table any more."
    assert {sent.chat for sent in hands(desk, since)} == {"@bare:bea"}
    since = len(desk.sent)
    assert desk.say("ann", "r7") == "puzzled"
    assert desk.say("bare:bea", "r7") == "done"
    desk.say("bob", "r1")
    assert "@ann" not in {sent.chat for sent in hands(desk, since)}
    assert not [sent for sent in desk.to("@ann", since) if sent.edits]


def test_what_was_under_way_to_an_account_that_is_unlinked_shows_no_card(desk: Desk) -> None:
    envelopes = (
        desk.pressing("ann", desk.token("hand"), "family"),
        desk.pressing("ann", desk.token("page 1")),
        desk.envelope("ann", Said("hand", to_us=False), None),
    )
    desk.do(lambda tx: [tx.receive(desk.arrival(envelope)) for envelope in envelopes])
    desk.work()
    desk.do(lambda tx: tx.move_user(user("ann"), None))
    shown = [sent for sent in desk.show_all() if sent.chat == "@ann"]
    assert all("R7" not in sent.text and HAND not in sent.text for sent in shown)


def test_an_account_can_be_linked_again(desk: Desk) -> None:
    desk.say("ann", "unlink")
    link(desk, "ann", "bare:bea")
    assert desk.table().seat_of(desk.player("ann")) is not None


def test_a_code_of_an_account_that_is_unlinked_is_void(desk: Desk) -> None:
    desk.others["third"] = LIKE_TELEGRAM
    code = code_for(desk, "ann")
    desk.say("bare:bea", "unlink fake")
    desk.say("third:eve", f"link {code}")
    assert last(desk, "@third:eve").startswith("I know no such code")
