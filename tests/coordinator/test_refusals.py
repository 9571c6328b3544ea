"""Whatever cannot be done changes nothing and gets one sentence, which the asker alone reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest

from uno_chat.contract import Arrival, OutKind, Said, envelope_to_json
from uno_chat.coordinator.customs import IN_A_GROUP
from uno_chat.testing.desk import Desk
from uno_chat.views import Trouble

Prepare = Callable[[Desk], None]


def nothing(desk: Desk) -> None:
    desk.contact("ann")
    desk.contact("bob")


def lobby(desk: Desk) -> None:
    desk.lobby("ann", "bob")


def playing(desk: Desk) -> None:
    """Ann's turn on red 4; Cat sits at no table."""
    desk.family("ann", "bob")
    desk.contact("cat")
    desk.lay("ann", "R4", {"ann": "R5 B6 W W+4", "bob": "G7 G8"})


def drew(desk: Desk) -> None:
    playing(desk)
    desk.lay("ann", "R4", {"ann": "B6 B7", "bob": "G7 G8"}, stock="R9")
    desk.say("ann", "draw")


def challenged(desk: Desk) -> None:
    playing(desk)
    desk.say("ann", "w+4 green")


def several(desk: Desk) -> None:
    playing(desk)
    desk.lobby("bob", "ann", group="club")
    desk.say("bob", "/#2 deal", "club")
    desk.lay("ann", "R4", {"ann": "R5 R6", "bob": "B1 B2"}, table=2)


def over(desk: Desk) -> None:
    playing(desk)
    desk.say("ann", "end now")


def alike(desk: Desk) -> None:
    desk.lobby("north", "nora")


def crowded(desk: Desk) -> None:
    """As many tables as a group may have."""
    for _ in range(IN_A_GROUP):
        desk.say("ann", "/new", "family")


@dataclass(frozen=True, slots=True)
class Case:
    """Who says what where, and what comes back; ``button``: also pressed; ``buttons``: the answer
    has some, so it is written as well where a button was pressed."""

    prepare: Prepare
    who: str
    words: str
    answer: str
    group: str | None = None
    button: bool = True
    buttons: bool = False


CASES = {
    # what did not reach a table
    Trouble.NO_TABLE_HERE: Case(
        nothing, "ann", "/deal", "There is no table here", "family", button=False
    ),
    Trouble.NO_TABLES: Case(nothing, "ann", "hand", "You sit at no table", button=False),
    Trouble.NO_SUCH_TABLE: Case(
        playing, "cat", "#1 hand", "no table #1 where you sit", button=False
    ),
    Trouble.NO_TABLE_TO_JOIN: Case(playing, "cat", "#1 join", "no table #1 here", button=False),
    Trouble.WHICH_TABLE: Case(several, "ann", "r5", "Which table do you mean?", button=False),
    Trouble.NOT_UNDERSTOOD: Case(playing, "ann", "frobnicate", "“frobnicate” means nothing"),
    Trouble.SURE_TO_END: Case(playing, "ann", "end", "nobody wins it", buttons=True),
    Trouble.SURE_TO_LEAVE: Case(playing, "ann", "leave", "you give up your cards", buttons=True),
    Trouble.SURE_TO_FORGET: Case(playing, "ann", "forget me", "gone for good", button=False),
    Trouble.NO_SUCH_LEVEL: Case(playing, "ann", "add superhard", "easy, normal or hard, not “su"),
    Trouble.NO_PLAN: Case(playing, "ann", "next 1", "“1” cannot be prepared", button=False),
    Trouble.NO_COLOUR: Case(playing, "ann", "skip", "colour with it: “red skip” or “rs”"),
    Trouble.NO_SUCH_CARD: Case(playing, "ann", "r12", "There is no card “r12”"),
    Trouble.NO_SUCH_NUMBER: Case(playing, "ann", "12", "There is no number 12"),
    Trouble.NO_SUCH_PLAYER: Case(
        playing, "ann", "catch zoe", "Nobody at the table is called “zoe”"
    ),
    Trouble.NO_SUCH_SEAT: Case(
        playing, "cat", "/sit zoe", "/join takes a free", "family", button=False
    ),
    Trouble.WHICH_PLAYER: Case(alike, "north", "kick n", "Whom do you mean: North or Nora?"),
    Trouble.OLD_BUTTON: Case(playing, "ann", "", "That button is old"),
    Trouble.ONLY_IN_GROUP: Case(
        nothing, "ann", "new", "in the group where the table is", button=False
    ),
    Trouble.TOO_MANY_TABLES: Case(
        crowded, "ann", "/new", "too many open tables already", "family", button=False
    ),
    Trouble.BAD_OPTION: Case(lobby, "ann", "settings goal=many", "goal is a whole number"),
    Trouble.UNKNOWN_LANGUAGE: Case(playing, "ann", "language xx", "I do not speak “xx”"),
    # what a table refuses
    "not-seated": Case(playing, "cat", "/leave", "You have no seat", "family"),
    "already-seated": Case(playing, "ann", "join", "a seat at this table already"),
    "not-host": Case(lobby, "bob", "deal", "Only the host can do that: ask Ann"),
    "not-in-lobby": Case(playing, "ann", "settings goal=200", "before the first card"),
    "not-between-rounds": Case(playing, "ann", "ready", "between two rounds"),
    "no-round": Case(lobby, "ann", "draw", "No round is being played"),
    "too-few": Case(lambda desk: desk.lobby("ann"), "ann", "deal", "A round needs two"),
    "table-over": Case(over, "ann", "#1 deal", "This table is closed", button=False),
    # what the game refuses
    "not-your-turn": Case(playing, "bob", "g7", "It is Ann's turn"),
    "not-in-hand": Case(playing, "ann", "g1", "Green 1 is not in your hand"),
    "does-not-fit": Case(playing, "ann", "b6", "Blue 6 does not fit on red 4"),
    "needs-a-colour": Case(playing, "ann", "w", "Say the colour with it"),
    "no-colour-owed": Case(playing, "ann", "green", "No colour is asked for"),
    "nothing-drawn": Case(playing, "ann", "keep", "There is no card just drawn"),
    "nothing-to-answer": Case(playing, "ann", "challenge", "accepted or challenged"),
    "nothing-to-catch": Case(playing, "ann", "catch", "Nothing to catch"),
    "already-drew": Case(drew, "ann", "draw", "You have drawn already"),
    "only-the-drawn-card": Case(drew, "ann", "b7", "You drew red 9: only this card"),
    "answer-first": Case(challenged, "bob", "g7", "First answer the Wild Draw Four"),
}
WAYS = [
    *((str(name), "typed") for name, case in CASES.items() if case.words),
    *((str(name), "pressed") for name, case in CASES.items() if case.button),
]


@pytest.mark.reported("B17")
@pytest.mark.parametrize(("name", "way"), WAYS)
def test_a_refusal_changes_nothing_and_reaches_the_asker_alone(name: str, way: str) -> None:
    case, desk = CASES[name], Desk()
    case.prepare(desk)
    tables, shown = dict(desk.rows.tables), len(desk.sent)
    if way == "typed":
        desk.say(case.who, case.words, case.group)
    else:
        words = case.words.removeprefix("/")
        desk.press_token(case.who, desk.token(words) if words else "1.x", case.group)
    assert desk.rows.tables == tables
    kind = OutKind.NOTICE if way == "typed" else OutKind.TOAST
    written = [(OutKind.NOTICE, f"@{case.who}")] if way == "pressed" and case.buttons else []
    said = [(sent.kind, sent.chat) for sent in desk.sent[shown:]]
    assert sorted(said) == sorted([(kind, f"@{case.who}"), *written])
    assert case.answer in desk.sent[shown].text


def test_every_trouble_was_tried() -> None:
    elsewhere = {Trouble.ANONYMOUS, Trouble.FAULT, Trouble.LANGUAGE_SET, Trouble.RANK_UNKNOWN}
    elsewhere |= {
        Trouble.BRIDGED,
        Trouble.ECHO,
        Trouble.OLD_PAGE,
        Trouble.CARD_OR_NUMBER,
        Trouble.CARD_OR_PLAYER,
        Trouble.ENCRYPTED,
        Trouble.KEY_MISSING,
    }
    assert {name for name in CASES if isinstance(name, Trouble)} | elsewhere == set(Trouble)


def test_a_press_that_can_no_longer_be_answered_is_answered_in_private(desk: Desk) -> None:
    playing(desk)
    shown, press = len(desk.sent), desk.pressing("bob", desk.token("g7"), "family")
    arrived = desk.now
    desk.now += timedelta(seconds=16)
    assert desk.take(press, arrived) == "no"
    assert [(sent.kind, sent.chat) for sent in desk.sent[shown:]] == [(OutKind.NOTICE, "@bob")]
    press = desk.pressing("bob", desk.token("hand"), "family")
    assert desk.take(press, arrived) == "hand"
    assert (desk.sent[-1].kind, desk.sent[-1].chat) == (OutKind.SLOT, "@bob")


def test_words_for_another_bot_are_answered_only_to_who_plays_there(desk: Desk) -> None:
    assert desk.say("ann", "/weather", "family") == "ignored"
    lobby(desk)
    shown = len(desk.sent)
    assert desk.say("cat", "/weather", "family") == "ignored"
    assert desk.sent[shown:] == []
    assert desk.say("cat", "!uno weather", "family") == "puzzled"
    assert desk.say("ann", "/weather", "family") == "puzzled"
    assert [sent.chat for sent in desk.sent[shown:]] == ["@cat", "@ann"]


def test_the_drawn_card_is_not_written_into_the_outbox(desk: Desk) -> None:
    drew(desk)
    desk.say("ann", "b7")
    said = [row for row in desk.rows.said if "reply" in row[1]]
    assert said
    assert desk.to("@ann")[-1].text.endswith(
        "You drew red 9: only this card can be played now, or kept."
    )


def test_what_was_drawn_is_not_told_when_it_is_kept_already(desk: Desk) -> None:
    drew(desk)
    row = desk.envelope("ann", Said("b7"), None)
    desk.do(lambda tx: tx.receive(Arrival("fake", row.id, "x", desk.now, envelope_to_json(row))))
    desk.work()
    desk.do(
        lambda tx: tx.receive(
            Arrival(
                "fake",
                "k",
                "x",
                desk.now,
                envelope_to_json(desk.envelope("ann", Said("keep"), None)),
            )
        )
    )
    desk.work()
    shown = desk.show_all()
    assert not [sent for sent in shown if "You drew" in sent.text and sent.kind is OutKind.NOTICE]


@pytest.mark.reported("15")
@pytest.mark.parametrize("words", ["w", "w wild", "wild wild", "w+4 wild"])
def test_what_is_no_colour_is_asked_for_again(desk: Desk, words: str) -> None:
    playing(desk)
    assert desk.say("ann", words) == "no"
    assert "Say the colour with it" in desk.to("@ann")[-1].text
    play = desk.table().play
    assert play is not None
    assert (play.round.discard[-1].code, play.round.colour) == ("R4", "R")
