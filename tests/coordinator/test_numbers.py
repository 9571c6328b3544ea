"""A number means a line of the page that was meant, as it stood there, and is refused else."""

from __future__ import annotations

from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.contract import (
    Capabilities,
    Conversation,
    Message,
    OutboxRow,
    Reacted,
    Receipt,
    Said,
    Settled,
    Transaction,
)
from uno_chat.coordinator import Later, handle, intents, show
from uno_chat.coordinator.words import parse
from uno_chat.testing.desk import NET, Desk
from uno_chat.testing.fake_network import LIKE_MATRIX
from uno_chat.views import vocabulary

EDITED = Capabilities(edits=True)
RED, GREEN = game.Colour.RED, game.Colour.GREEN


@pytest.fixture
def desk() -> Desk:
    """No buttons, but edits; Ann is to move and sees her hand."""
    desk = Desk(EDITED)
    desk.family("ann", "bob")
    return desk


def deal(desk: Desk, top: str, **hands: str) -> None:
    """Ann is to move, and both see their hands as they lie now."""
    desk.lay("ann", top, hands)
    for who in hands:
        desk.say(who, "hand")


def top(desk: Desk, table: int = 1) -> str:
    play = desk.table(table).play
    assert play is not None
    return play.round.discard[-1].code


def puts(desk: Desk, who: str, number: int, on: str, group: str | None = None) -> str:
    """Somebody puts a number on a message of ours."""
    chat = Conversation(NET, group or f"@{who}")
    return desk.take(desk.envelope(who, Reacted(number, Message(chat, on)), group))


def newest(desk: Desk, chat: str) -> str:
    """The message that was shown last as a new one in a chat."""
    return next(f"m{n}" for n, s in reversed([*enumerate(desk.sent, 1)]) if s.chat == chat)


def line_of(desk: Desk, chat: str, card: str) -> int:
    """The number of the line that lays a card, as it was last shown there."""
    slot = next(s for s in reversed(desk.rows.slots.values()) if s.to.id == chat.lstrip("@"))
    return 1 + [token.split(".", 3)[3] for token in slot.menu].index(card)


@pytest.mark.parametrize(
    ("text", "language", "picked"),
    [
        ("1", "en", intents.Pick(1)),
        ("4 green", "en", intents.Pick(4, GREEN, written_out=True)),
        ("4 in green", "en", intents.Pick(4, GREEN)),
        ("4 g", "en", intents.Pick(4, GREEN)),
        ("4 green please", "en", intents.Pick(4, GREEN, written_out=True)),
        ("1 uno", "en", intents.Pick(1, uno=True)),
        ("4 uno green", "en", intents.Pick(4, GREEN, uno=True, written_out=True)),
        ("4 green uno", "en", intents.Pick(4, GREEN, uno=True, written_out=True)),
        ("uno 4 red", "en", intents.Pick(4, RED, uno=True, written_out=True)),
        ("2 swap with Bob", "en", intents.Pick(2, swap="Bob")),
        ("2 swap Bob uno", "en", intents.Pick(2, uno=True, swap="Bob")),
        ("4 v", "fr", intents.Pick(4, GREEN)),
        ("4 uno vert", "fr", intents.Pick(4, GREEN, uno=True, written_out=True)),
        ("4 r uno", "fr", intents.Pick(4, RED, uno=True)),
        ("2 échange avec Bob", "fr", intents.Pick(2, swap="Bob")),
    ],
)
def test_a_number_takes_a_colour_uno_and_a_partner(
    text: str, language: str, picked: intents.Pick
) -> None:
    assert parse(text, vocabulary(language)) == picked


@pytest.mark.parametrize("text", ["1234", "4 purple", "4 green red", "1 2", "٣"])
def test_what_is_no_number_of_a_line_is_not_understood(text: str) -> None:
    assert not isinstance(parse(text, vocabulary("en")), intents.Pick)


def test_a_number_that_was_put_on_the_hand_is_like_typing_it(desk: Desk) -> None:
    deal(desk, "R4", ann="R5 R6 B1", bob="R7 B2 B3")
    assert puts(desk, "ann", line_of(desk, "@ann", "r6"), newest(desk, "@ann")) == "done"
    assert top(desk) == "R6"


def test_a_number_on_an_older_page_is_refused_kindly_and_plays_nothing(desk: Desk) -> None:
    deal(desk, "R4", ann="R5 R6 B1", bob="R7 B2 B3")
    older = newest(desk, "@ann")
    desk.say("ann", "hand")
    before = len(desk.sent)
    assert puts(desk, "ann", 1, older) == "puzzled"
    (answer,) = desk.to("@ann", before)
    assert "Numbers count only on the newest page" in answer.text
    assert top(desk) == "R4"


def test_a_number_on_the_page_of_another_table_is_for_that_table(desk: Desk) -> None:
    deal(desk, "R4", ann="R5 R6 B1", bob="R7 B2 B3")
    first = newest(desk, "@ann")
    desk.lobby("ann", "bob", group="club")
    desk.say("ann", "!uno deal", "club")
    desk.lay("ann", "B4", {"ann": "B5 B6 B7", "bob": "R1 R2 R3"}, table=2)
    desk.say("ann", "#2 hand")
    assert desk.say("ann", "2") == "done"
    assert (top(desk, 1), top(desk, 2)) == ("R4", "B6")
    assert puts(desk, "ann", 2, first) == "done"
    assert (top(desk, 1), top(desk, 2)) == ("R6", "B6")


def test_a_number_under_something_without_numbers_in_the_group_is_talk(desk: Desk) -> None:
    before = len(desk.sent)
    for on in ("m1", "m999"):
        assert puts(desk, "ann", 1, on, "family") == "ignored"
    assert desk.sent[before:] == []


def test_a_number_that_is_not_on_the_page_is_named(desk: Desk) -> None:
    deal(desk, "R4", ann="R5 R6 B1", bob="R7 B2 B3")
    assert puts(desk, "ann", 0, newest(desk, "@ann")) == "puzzled"
    assert "There is no number 0" in desk.to("@ann")[-1].text


def test_a_number_of_a_decision_that_is_over_plays_nothing(desk: Desk) -> None:
    deal(desk, "R4", ann="R5 R6 B1", bob="R7 B2 B3")
    slots = dict(desk.rows.slots)
    desk.say("ann", "r5")
    desk.say("bob", "r7")
    desk.rows.slots.update(slots)  # her hand of the turn before is what she saw last
    assert desk.say("ann", str(line_of(desk, "@ann", "r6"))) == "no"
    assert "That was for turn" in desk.to("@ann")[-1].text
    assert top(desk) == "R7"


def test_without_buttons_a_hand_is_always_the_newest_message(desk: Desk) -> None:
    deal(desk, "R4", ann="R5 R6 B1", bob="R7 B2 B3")
    before = len(desk.sent)
    desk.say("ann", "draw")
    desk.say("ann", "keep")
    hands = [s for s in desk.sent[before:] if s.name == "hand"]
    assert len(hands) >= 3
    assert {s.edits for s in hands} == {None}
    assert [s.edits is None for s in desk.to("family", before)] == [False] * 2


@pytest.mark.parametrize(
    ("said", "card"), [("{} green", "W"), ("{} green uno", "W"), ("{} uno green", "W")]
)
def test_a_wild_card_is_laid_by_its_number_and_a_colour(desk: Desk, said: str, card: str) -> None:
    deal(desk, "R4", ann="R5 W", bob="R7 B2 B3")
    number = line_of(desk, "@ann", "w")
    assert desk.say("ann", said.format(number)) == "done"
    assert top(desk) == card
    play = desk.table().play
    assert play is not None
    assert play.round.colour is GREEN


def test_a_colour_that_a_card_does_not_have_is_refused(desk: Desk) -> None:
    deal(desk, "R4", ann="R5 R6 B1", bob="R7 B2 B3")
    number = line_of(desk, "@ann", "r5")
    assert desk.say("ann", f"{number} green") == "no"
    assert "has its colour already" in desk.to("@ann")[-1].text
    assert desk.say("ann", f"{number} red") == "done"
    assert top(desk) == "R5"


def test_the_colour_of_its_own_card_changes_nothing_unless_another_card_is_called_so(
    desk: Desk,
) -> None:
    deal(desk, "R4", ann="R1 R5 R6 R8", bob="R7 B2 B3")
    assert line_of(desk, "@ann", "r6") == 3
    assert desk.say("ann", "3 red") == "done"
    deal(desk, "R4", ann="R1 R3 R6 R8", bob="R7 B2 B3")
    assert line_of(desk, "@ann", "r6") == 3
    assert desk.say("ann", "3 red") == "puzzled"
    assert "Write “r3” for the card, or “3 r” for the other." in desk.to("@ann")[-1].text
    assert desk.say("ann", "3 r") == "done"
    assert top(desk) == "R6"


def test_a_number_and_the_letter_of_a_colour_are_a_card_where_the_line_is_of_another_colour(
    desk: Desk,
) -> None:
    deal(desk, "G9", ann="R6 R8 R9 G1 G3", bob="R7 B2 B3")
    assert desk.say("ann", "3 g") == "done"
    assert top(desk) == "G3"


def test_a_number_and_a_colour_are_a_card_where_its_line_takes_no_such_colour(desk: Desk) -> None:
    deal(desk, "G9", ann="R6 R8 R9 G1 G3", bob="R7 B2 B3")
    assert desk.say("ann", "3 green") == "done"
    assert top(desk) == "G3"
    deal(desk, "G9", ann="R6 R8 G9", bob="R7 B2 B3")
    assert desk.say("ann", "nine green uno") == "done"  # there is no line 9
    assert top(desk) == "G9"


def test_a_number_and_a_colour_take_no_line_that_lays_no_card(desk: Desk) -> None:
    deal(desk, "R4", ann="R1 W+4", bob="G1 G2 B3")
    desk.say("ann", "w+4 green uno")
    desk.say("bob", "hand")
    assert desk.say("bob", "2 green") == "no"  # line 2 is the challenge
    assert top(desk) == "W+4"
    assert desk.say("bob", "2") == "done"


def test_the_number_of_a_table_where_one_does_not_sit_is_named(desk: Desk) -> None:
    deal(desk, "R4", ann="R5 R6 B1", bob="R7 B2 B3")
    assert desk.say("ann", "#99 1") == "puzzled"
    assert desk.to("@ann")[-1].text == "There is no table #99 where you sit."


@pytest.mark.parametrize("words", ["settings", "language", "zone", "zone europe", "quiet"])
def test_settings_have_no_numbers_and_say_that_one_still_means_a_card(words: str) -> None:
    desk = Desk(LIKE_MATRIX)
    desk.family("ann", "bob")
    deal(desk, "R4", ann="R5 R6 B1", bob="R7 B2 B3")
    assert desk.say("ann", words) == "sheet"
    told = desk.to("@ann")[-1].text
    assert "Write the words before a line: a number still means your cards." in told
    assert not any(line[:1].isdigit() for line in told.splitlines())
    assert desk.say("ann", "2") == "done"
    assert top(desk) == "R6"


def under_way(desk: Desk, who: str) -> OutboxRow:
    """The hand of somebody is sent anew, and nobody has heard yet that it arrived."""
    put(desk, who, "hand")
    desk.work()
    row = desk.do(lambda tx: tx.next_outbox((NET,), desk.now, (), desk.now + timedelta(minutes=1)))
    assert row is not None
    return row


def put(desk: Desk, who: str, words: str) -> None:
    """A line of somebody comes into the inbox."""
    row = desk.arrival(desk.envelope(who, Said(words), None))
    desk.do(lambda tx: tx.receive(row))


def arrives(desk: Desk, row: OutboxRow) -> None:
    """It is known what somebody sees."""

    def body(tx: Transaction) -> None:
        shown = show(desk.house, tx, row, desk.now)
        assert shown is not None
        message = Message(Conversation(NET, "@ann"), "m99")
        tx.settle(row, Settled.SENT, Receipt(message), shown.menu)

    desk.do(body)


def test_a_number_of_a_page_that_has_perhaps_arrived_waits_until_that_is_known(desk: Desk) -> None:
    deal(desk, "R4", ann="R5 B1", bob="R7 B2 B3")
    desk.lay("ann", "R4", {"ann": "R5 R6 R7 R8", "bob": "R7 B2 B3"})
    page = under_way(desk, "ann")
    put(desk, "ann", "4")
    row = desk.do(lambda tx: tx.next_inbox(desk.now, ()))
    assert row is not None
    asked = desk.do(lambda tx: handle(desk.house, tx, row, desk.now))
    assert isinstance(asked, Later)
    arrives(desk, page)
    word = desk.do(lambda tx: handle(desk.house, tx, row, asked.until))
    assert word == "done"
    assert top(desk) == "R8"


def test_a_number_of_a_page_that_never_arrives_is_refused_in_the_end(desk: Desk) -> None:
    deal(desk, "R4", ann="R5 B1", bob="R7 B2 B3")
    under_way(desk, "ann")
    began = desk.now
    assert desk.say("ann", "9") == "puzzled"
    assert desk.now - began == timedelta(seconds=10)


def test_a_number_that_is_known_waits_for_no_page(desk: Desk) -> None:
    deal(desk, "R4", ann="R5 R6 B1", bob="R7 B2 B3")
    under_way(desk, "ann")
    began = desk.now
    assert desk.say("ann", "2") == "done"
    assert desk.now == began
    assert top(desk) == "R6"


@pytest.fixture
def french() -> Desk:
    """The same in French."""
    desk = Desk(EDITED, language="fr")
    desk.family("ann", "bob")
    return desk


def test_in_french_a_number_and_a_colour_are_a_card_unless_the_line_is_wild(french: Desk) -> None:
    deal(french, "G9", ann="G1 G4 B9 W", bob="R7 B2 B3")
    assert french.say("ann", "1 vert") == "done"  # both the card and its line
    assert top(french) == "G1"
    deal(french, "G9", ann="G3 B9 W", bob="R7 B2 B3")
    number = line_of(french, "@ann", "w")
    assert french.say("ann", f"{number} v") == "done"
    assert top(french) == "W"


def test_a_number_of_a_wild_card_and_a_colour_that_name_another_are_asked_back(desk: Desk) -> None:
    deal(desk, "B2", ann="G2 W", bob="R7 B2 B3")
    for words in ("2 green", "two green", "2 green uno"):
        assert desk.say("ann", words) == "puzzled"
        assert "Write “g2” for the card, or “2 g” for the other." in desk.to("@ann")[-1].text
    assert top(desk) == "B2"
    assert desk.say("ann", "2 g") == "done"
    assert top(desk) == "W"
    deal(desk, "B2", ann="G2 W", bob="R7 B2 B3")
    assert desk.say("ann", "green 2") == "done"
    assert top(desk) == "G2"


def test_two_meanings_of_one_line_are_told_apart_by_whoever_wrote_it(french: Desk) -> None:
    """The card "2 vert" is on the page, and the second line is wild."""
    deal(french, "B2", ann="G2 W", bob="R7 B2 B3")
    assert french.say("ann", "2 vert") == "puzzled"
    told = french.to("@ann")[-1].text
    assert "«\xa0v2\xa0» pour la carte" in told
    assert "«\xa02 v\xa0» pour l’autre" in told
    assert top(french) == "B2"
    assert french.say("ann", "2 v") == "done"
    assert top(french) == "W"


def test_a_page_whose_answer_was_lost_is_shown_anew_if_its_lines_may_mean_something_else() -> None:
    """The network would show the older page once more, and we would remember the newer lines."""
    desk = Desk(LIKE_MATRIX)
    desk.family("ann", "bob")
    desk.lay("ann", "R4", {"ann": "R5 R6 B1", "bob": "R7 B2 B3"})
    desk.do(lambda tx: tx.receive(desk.arrival(desk.envelope("ann", Said("hand"), None))))
    desk.work()
    row = desk.do(lambda tx: tx.next_outbox((NET,), desk.now, (), desk.now + timedelta(minutes=1)))
    assert row is not None

    def key() -> str:
        shown = desk.do(lambda tx: show(desk.house, tx, row, desk.now))
        assert shown is not None
        return shown.delivery.key

    first = key()
    assert key() == first
    desk.do(lambda tx: tx.receive(desk.arrival(desk.envelope("ann", Said("r5"), None))))
    desk.work()
    assert key() != first


def test_a_refused_number_puts_no_card_into_the_outbox_and_is_called_by_its_number(
    desk: Desk,
) -> None:
    deal(desk, "R4", ann="R5 B1 W", bob="R7 B2 B3")
    line = desk.arrival(desk.envelope("ann", Said(str(line_of(desk, "@ann", "b1"))), None))
    desk.do(lambda tx: tx.receive(line))
    assert desk.work() == ["no"]
    (waits,) = [queued.out.payload for queued in desk.rows.outbox.values()]
    assert "B1" not in waits
    (told,) = desk.show_all()
    assert "The card at number 2 does not fit on red 4." in told.text
    assert "You can play red 5 or Wild, or draw." in told.text
    desk.say("ann", str(line_of(desk, "@ann", "w")))
    assert "Say the colour with it: “3 green”." in desk.to("@ann")[-1].text
