"""Whatever somebody writes in private is answered there, or the table shows what came of it."""

from __future__ import annotations

from random import Random

import pytest

from uno_chat import game
from uno_chat.contract import Capabilities
from uno_chat.testing.desk import Desk
from uno_chat.testing.fake_network import LIKE_MATRIX, LIKE_TELEGRAM
from uno_chat.views import vocabulary
from uno_chat.views.tokens import words_of

WORDS = sorted(vocabulary("en"))
CARDS = sorted(code.lower() for code in game.CARDS)
PEOPLE = ("ann", "bob", "cat", "eve")
FOR_GOOD = ("forget", "language", "langue")


def best_words(desk: Desk, luck: Random) -> tuple[str, str]:
    """Whoever is to move does what can be done."""
    play = desk.table().play
    if play is None or play.owner is None:
        return "ann", "ready"
    number = play.order.index(play.owner)
    moves = game.choices(play.round, number)
    who = desk.table().seat(play.owner).name.lower()
    return who if who in PEOPLE else "ann", words_of(luck.choice(moves), play.order)


def any_words(luck: Random) -> str:
    """What somebody types who does not know better."""
    if luck.random() < 0.2:
        return luck.choice(CARDS) + luck.choice(("", " uno", "!", " green"))
    words = [luck.choice(WORDS) for _ in range(luck.choice((1, 1, 1, 2, 3)))]
    return " ".join((*words, *luck.choice(((), (), ("#1",), ("please",), ("bob",)))))


@pytest.mark.parametrize("able", [LIKE_TELEGRAM, LIKE_MATRIX], ids=["buttons", "words"])
@pytest.mark.parametrize("seed", range(8))
def test_no_line_is_met_with_silence(able: Capabilities, seed: int) -> None:
    luck, desk = Random(seed), Desk(able)
    desk.family("ann", "bob", "cat", settings="hold=0s tie=0s")
    desk.lobby("bob", "ann")
    for _ in range(60):
        who, line = best_words(desk, luck) if luck.random() < 0.3 else ("", any_words(luck))
        who = who or luck.choice(PEOPLE)
        if line.startswith(FOR_GOOD):
            continue
        before = len(desk.sent)
        desk.say(who, line)
        told = [sent for sent in desk.sent[before:] if sent.chat in {f"@{who}", "family"}]
        assert told, f"{who} wrote {line!r}"


def test_who_is_ready_before_anybody_deals_is_told_who_does() -> None:
    desk = Desk()
    desk.lobby("ann", "bob")
    desk.say("bob", "ready")
    assert desk.to("@bob")[-1].text.endswith("You are ready. Ann deals.")
    desk.say("ann", "ready")
    assert desk.to("@ann")[-1].text.endswith("You are ready: “deal” begins the round.")


def test_who_is_ready_for_the_next_round_is_told_that_it_waits_for_others() -> None:
    desk = Desk()
    desk.family("ann", "bob", "cat")
    desk.win("ann")
    for who in ("ann", "bob"):
        desk.say(who, "ready")
    ready = "You are ready. The next deal is when the others are, too."
    assert any(sent.text.endswith(ready) for sent in desk.to("@bob"))


@pytest.mark.parametrize("who", ["ann", "bob"])
def test_a_question_is_shown_at_once_also_while_somebody_thinks_about_a_drawn_card(
    who: str,
) -> None:
    desk = Desk(LIKE_MATRIX)
    desk.family("ann", "bob", "cat", settings="hold=0s tie=0s")
    desk.lay("ann", "R4", {"ann": "B5 B6 B7", "bob": "Y1 Y2", "cat": "Y3 Y4"}, stock="R1 R2 R3")
    desk.say("ann", "draw")
    before = len(desk.sent)
    desk.say(who, "pause 1d")
    assert any(sent.name == "table" for sent in desk.to("family", before))


def test_who_says_the_same_again_is_told_so() -> None:
    desk = Desk()
    desk.family("ann", "bob", "cat")
    desk.say("ann", "pause 1d")
    assert desk.say("ann", "yes") == "no"
    assert "You have said that already" in desk.to("@ann")[-1].text


def test_what_is_no_part_of_a_turn_shows_while_somebody_thinks_about_a_drawn_card() -> None:
    desk = Desk(LIKE_MATRIX)
    desk.family("ann", "bob", "cat", settings="hold=0s tie=0s")
    desk.lay("ann", "R4", {"ann": "B5 B6 B7", "bob": "Y1 Y2", "cat": "Y3 Y4"}, stock="R1 R2 R3")
    desk.say("ann", "draw")
    before = len(desk.sent)
    desk.say("bob", "leave after")
    assert "Bob leaves after this round" in desk.to("family", before)[-1].text
