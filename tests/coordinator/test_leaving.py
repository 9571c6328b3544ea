"""Somebody leaves: whoever stays sees who it was, and the one who left sees no cards any more."""

from __future__ import annotations

import pytest

from uno_chat.contract import OutKind
from uno_chat.table import Phase
from uno_chat.testing.desk import Desk, Sent
from uno_chat.views import decode


@pytest.mark.reported("51")
def test_who_leaves_is_named_to_the_others_and_they_play_on(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 B1 B2", "bob": "R7 R8 R9", "cat": "Y1 Y2 Y3"})
    before = len(desk.sent)
    desk.say("cat", "leave now")
    assert "Cat left the table" in desk.to("family", before)[-1].text
    assert all(sent.chat in {"family", "@cat"} for sent in desk.sent[before:])
    assert "yellow" not in "".join(sent.text for sent in desk.sent[before:])
    assert desk.press("ann", "r5") == "done"
    assert "Cat left the table" in desk.to("@bob")[-1].text
    assert "Cat (" not in desk.to("@bob")[-1].text


LOST = "the match ends for everybody and nobody wins it"


def carried(desk: Desk, who: str) -> list[str]:
    """What the buttons of the last private message say."""
    return [token.words for token in map(decode, question(desk, who).tokens) if token]


def question(desk: Desk, who: str) -> Sent:
    """The last private message that was no answer to a press."""
    return [sent for sent in desk.to(f"@{who}") if sent.kind is OutKind.NOTICE][-1]


def test_a_match_is_closed_only_when_its_host_says_so_twice(desk: Desk) -> None:
    desk.family("ann", "bob")
    before = desk.table()
    assert desk.say("ann", "/end", "family") == "puzzled"
    assert desk.table() == before
    assert LOST in desk.to("@ann")[-1].text
    assert carried(desk, "ann") == ["endnow"]
    assert desk.press_token("ann", question(desk, "ann").tokens[0]) == "done"
    assert desk.table().phase is Phase.ENDED


def test_between_two_rounds_closing_is_asked_as_well(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.win("ann")
    assert desk.table().phase is Phase.BETWEEN
    assert desk.say("ann", "/end", "family") == "puzzled"
    assert desk.say("ann", "/close now", "family") == "done"


def test_an_admin_is_asked_like_the_host_and_nobody_else_is(desk: Desk) -> None:
    desk.family("ann", "bob")
    desk.admins = {("bob", "family")}
    assert desk.say("bob", "/end", "family") == "puzzled"
    assert LOST in desk.to("@bob")[-1].text
    assert desk.say("bob", "/end now", "family") == "done"
    desk.family("ann", "cat")
    assert desk.say("cat", "/#2 end", "family") == "no"
    assert desk.say("cat", "/#2 end now", "family") == "no"


def test_where_no_match_is_lost_a_table_is_closed_at_once(desk: Desk) -> None:
    desk.lobby("ann", "bob")
    assert desk.say("ann", "/end", "family") == "done"
    desk.family("ann", "bob", settings="goal=0")
    assert desk.table(2).phase is Phase.PLAYING
    others = {s.name.casefold(): "B1 B2 B3" for s in desk.table(2).seats}
    desk.lay("ann", "R4", {**others, "ann": "R5"}, table=2)
    desk.say("ann", "#2 r5")
    assert desk.table(2).phase is Phase.MATCH_OVER
    assert desk.press("ann", "end", "family", table=2) == "done"


def test_whoever_holds_cards_leaves_only_when_sure(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    assert desk.press("cat", "leave") == "puzzled"
    assert len(desk.table().present) == 3
    assert "“leave after” you play it to its end first" in desk.to("@cat")[-1].text
    assert carried(desk, "cat") == ["leavenow"]
    assert desk.press_token("cat", question(desk, "cat").tokens[0]) == "done"
    assert [seat.name for seat in desk.table().present] == ["Ann", "Bob"]


def test_whoever_holds_no_cards_leaves_at_once(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.say("dan", "/join", "family")
    assert desk.say("dan", "leave") == "done"
    desk.win("ann")
    assert desk.say("cat", "leave") == "done"


def test_it_is_asked_and_answered_in_french(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.say("ann", "language fr")
    assert desk.say("ann", "fin") == "puzzled"
    assert "la partie s’arrête pour tout le monde" in desk.to("@ann")[-1].text
    assert desk.say("ann", "partir") == "puzzled"
    assert "«\u00a0partir après\u00a0»" in desk.to("@ann")[-1].text
    assert desk.say("ann", "partir maintenant") == "done"
    desk.say("bob", "language fr")
    assert desk.say("bob", "fin maintenant") == "done"
