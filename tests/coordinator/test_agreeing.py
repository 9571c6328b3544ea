"""Pauses and votes as people ask for them and see them: in words, by buttons, in their language."""

from __future__ import annotations

from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.contract import OutKind
from uno_chat.table import PauseReason
from uno_chat.testing.desk import Desk

HOUR = timedelta(hours=1)


def daily(desk: Desk, *people: str) -> None:
    """A slow table, Ann to move with nothing that fits."""
    desk.family(*people, settings="pace=daily hold=0s")
    desk.lay("ann", "R4", {"ann": "B5 B6 B7"}, stock="G9 G8 G7")


def read(desk: Desk, chat: str, since: int = 0) -> str:
    """All that was shown in a chat."""
    return "\n".join(one.text for one in desk.to(chat, since))


def draws(desk: Desk, who: str) -> None:
    """Draws, and keeps the card if it fits."""
    desk.say(who, "draw")
    owner = desk.table().play
    if owner is not None and isinstance(owner.round.pending, game.PlayOrKeep):
        desk.say(who, "keep")


def test_a_pause_is_asked_for_answered_by_buttons_and_shown_to_all(desk: Desk) -> None:
    daily(desk, "ann", "bob", "cat")
    before = len(desk.sent)
    assert desk.say("bob", "/pause 2d", "family") == "done"
    asked = [one for one in desk.to("@cat", before) if one.kind is OutKind.NOTICE]
    assert "Bob asks for a pause of 2 days.\nWhoever says nothing until Mon 00:00" in asked[0].text
    assert [token.split(".", 3)[3] for token in asked[0].tokens] == ["yes 1", "no 1"]
    page = desk.to("family", before)[-1].text
    assert "Bob asks for a pause of 2 days." in page
    assert "Whoever says nothing until Mon 00:00 UTC (in 12 hours) agrees." in page
    assert desk.press_token("cat", asked[0].tokens[0]) == "done"
    page = read(desk, "family", before)
    assert "Paused until Tue 12:00 UTC (in 2 days): agreed by a vote\nTo move: Ann\n" in page
    assert "The table stands still for 2 days, by a vote" in page
    assert "Paused until" in desk.to("@ann")[-1].text
    assert desk.press_token("cat", asked[0].tokens[1]) == "no"


def test_a_host_says_why_and_ends_the_own_pause(desk: Desk) -> None:
    daily(desk, "ann", "bob")
    desk.say("ann", "/pause host 8h The lights are out", "family")
    assert desk.table().pauses[0].reason is PauseReason.HOST
    page = read(desk, "family")
    assert "Paused until 20:00 UTC (in 8 hours): The lights are out" in page
    assert "Ann made the table stand still for 8 hours: The lights are out" in page
    assert desk.say("ann", "/resume", "family") == "done"
    assert desk.table().pauses == ()


def test_a_pause_of_the_host_without_a_time_is_a_day_long(desk: Desk) -> None:
    daily(desk, "ann", "bob")
    desk.say("ann", "/emergency no power", "family")
    (pause,) = desk.table().pauses
    assert pause.until is not None
    assert (pause.until - pause.since, pause.text) == (24 * HOUR, "no power")


def test_another_pace_is_set_in_the_lobby_and_voted_on_later(desk: Desk) -> None:
    desk.lobby("ann", "bob", settings="pace=daily")
    desk.say("ann", "/pace 8h", "family")
    assert desk.table().settings.pace.base == 8 * HOUR
    desk.say("ann", "/deal", "family")
    desk.say("ann", "/pace 24h+48h", "family")
    pace = "24 hours a turn, 2 days in reserve"
    asked = [one.text for one in desk.to("@bob") if one.kind is OutKind.NOTICE][-1]
    assert f"Ann asks for another pace: {pace}.\nAll have to agree, until" in asked
    assert f"Ann asks for another pace: {pace}." in read(desk, "family")
    desk.say("bob", "yes")
    assert desk.table().agreed is not None
    said = [one.text for one in desk.to("family") if one.kind is OutKind.NOTICE][-1]
    assert said.endswith(f"from the next turn on\n{pace}")
    assert f"From the next turn on: {pace}." in read(desk, "family")
    draws(desk, "ann")
    assert "From the next turn on" not in desk.to("family")[-1].text
    assert desk.say("bob", "pace soon") == "puzzled"


def test_times_that_are_none_are_answered_with_what_is_one(desk: Desk) -> None:
    daily(desk, "ann", "bob")
    desk.say("ann", "pause soon")
    assert "pause is a time like 90s, 10m, 8h or 2d, not “soon”" in desk.to("@ann")[-1].text


@pytest.mark.reported("T34", "T44")
def test_the_others_pass_over_somebody_by_name(desk: Desk) -> None:
    daily(desk, "ann", "bob", "cat")
    desk.say("bob", "skip ann")
    assert "Ann still has the time of this turn." in desk.to("@bob")[-1].text
    desk.now += 25 * HOUR
    desk.say("bob", "skip ann")
    desk.say("cat", "yes")
    assert desk.table().seat("s1").away is not None
    assert "away, a computer plays" in desk.to("family")[-1].text
    assert "A computer plays for you" in desk.to("@ann")[-1].text
    assert desk.press("ann", "back") == "done"
    assert desk.table().seat("s1").away is None


@pytest.mark.reported("T21")
def test_a_time_that_ran_out_is_told_with_what_comes_of_it(desk: Desk) -> None:
    daily(desk, "ann", "bob", "cat")
    draws(desk, "ann")
    texts = []
    for _ in range(3):
        draws(desk, "bob")
        draws(desk, "cat")
        before = len(desk.sent)
        desk.later(75 * HOUR)
        texts.append(read(desk, "@ann", before))
    assert "Your time ran out, and the least was done for you.\n" in texts[0]
    assert "If it runs out once more, a computer plays for you" in texts[1]
    assert "Your time ran out, and the least was done for you.\n" in texts[2]
    assert "Ann is away: a computer plays from now on" in texts[2]
    assert "[I am back]" in texts[2]


@pytest.mark.reported("T23")
def test_of_two_the_one_who_is_there_is_asked_what_becomes_of_the_round(desk: Desk) -> None:
    daily(desk, "ann", "bob")
    desk.lay("bob", "R4", {"bob": "B5 B6 B7", "ann": "Y1 Y2"}, stock="G9 G8 G7 G6 Y9")
    for _ in range(2):
        draws(desk, "bob")
        desk.later(75 * HOUR)
    asked = [one for one in desk.to("@bob") if one.kind is OutKind.NOTICE][-1]
    assert "Ann does not come. Claim the round" in asked.text
    words = [token.split(".", 3)[3] for token in asked.tokens]
    assert words == ["claim", "onward", "patience"]
    desk.press("bob", "claim")
    assert desk.table().play is None


def test_a_round_that_nobody_plays_says_until_when_it_waits_and_is_woken_by_a_button(
    desk: Desk,
) -> None:
    daily(desk, "ann", "bob")
    for _ in range(8):
        desk.later(75 * HOUR)
    assert desk.table().dormant is not None
    page = desk.to("family")[-1]
    assert "Nobody is there: the round waits for somebody to come back; closed" in page.text
    assert [token for token in page.tokens if token.endswith(".back")]
    assert desk.press("bob", "back", "family") == "done"
    assert desk.table().dormant is None


def test_in_french_one_asks_for_a_pause_too(desk: Desk) -> None:
    daily(desk, "ann", "bob")
    desk.say("ann", "language fr")
    desk.say("ann", "/pause 1d", "family")
    desk.say("bob", "no")
    assert "La demande de Ann n’a pas été acceptée" in read(desk, "@ann")
