"""Reminders on their way: once, only while they are true, not too many, in private."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from uno_chat.contract import OutKind
from uno_chat.table import Habits, Pause, PauseReason
from uno_chat.table.pausing import paused
from uno_chat.testing.desk import Desk, Sent
from uno_chat.testing.positions import unheld

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = 24 * HOUR
AWAKE = Habits("UTC", None)
HALF = "Still your turn, 2 days left (until Wed 12:00 UTC)."


@pytest.fixture
def slow() -> Desk:
    """Ann is to move at a table with a day a turn and two in reserve; nobody sleeps."""
    desk = Desk(settings=unheld())
    waits(desk)
    return desk


def waits(desk: Desk, number: int = 1, habits: Habits = AWAKE, group: str = "") -> None:
    """One more table that waits for Ann."""
    group = group or ("family" if number == 1 else f"family{number}")
    desk.lobby("ann", "bob", "cat", group=group)
    desk.say("ann", f"/#{number} deal", group)
    table = desk.table(number)
    desk.put(replace(table, seats=tuple(replace(s, habits=habits) for s in table.seats)))
    hands = {"ann": "R5 B1 B2", "bob": "R7 R8 R9"}
    desk.lay("ann", "R4", hands, table=number)


GROUPS = ("family", "family4")


def lines(sent: list[Sent]) -> list[str]:
    """What was said in private, without what names the table and what can be done."""
    said = (one.text.splitlines() for one in sent if one.kind is OutKind.NOTICE)
    return [text[1] for text in said if len(text) > 1]


@pytest.mark.reported("T51", "T60")
def test_whoever_does_not_come_is_reminded_in_private_and_no_page_changes(slow: Desk) -> None:
    before = len(slow.sent)
    assert slow.later(12 * HOUR) == ["remind"]
    (sent,) = slow.sent[before:]
    assert (sent.chat, sent.notify) == ("@ann", True)
    assert sent.text.splitlines() == [
        "Family #1",
        "Still your turn, 2 days left (until Wed 12:00 UTC).",
        "No time now? The others can give you more with “/time”; “vacation 3d” is for longer.",
        "[Open my hand]",
    ]


def test_the_button_of_a_reminder_shows_the_hand(slow: Desk) -> None:
    slow.later(12 * HOUR)
    (token,) = slow.to("@ann")[-1].tokens
    before = len(slow.sent)
    slow.press_token("ann", token)
    assert "Your hand (3)" in slow.to("@ann", before)[0].text


@pytest.mark.reported("T25")
def test_the_whole_of_a_turn_that_nobody_takes(slow: Desk) -> None:
    before = len(slow.sent)
    for _ in range(72):
        slow.later(HOUR)
    assert lines(slow.to("@ann", before)) == [
        "Still your turn, 2 days left (until Wed 12:00 UTC).",
        "Still your turn, 2 days left (until Wed 12:00 UTC).",
        "Still your turn. Your reserve runs now: 2 days left (until Wed 12:00 UTC).",
        "Your turn ends soon: 7 hours left (until 12:00 UTC).",
    ]
    assert lines(slow.to("family", before)) == ["Ann is using reserve time (until Wed 12:00 UTC)."]


@pytest.mark.reported("T56", "T57")
def test_a_restart_and_a_second_worker_remind_nobody_again(slow: Desk) -> None:
    old = slow.rows.alarms[1]
    slow.later(12 * HOUR)
    slow.do(lambda tx: tx.set_alarms(1, [*old, *slow.rows.alarms[1]]))
    again = Desk(now=slow.now, rows=slow.rows.copy(), settings=slow.settings)
    assert again.later() == []
    assert again.sent == []


@pytest.mark.reported("T54")
def test_a_reminder_that_was_not_sent_before_the_move_is_not_sent(slow: Desk) -> None:
    slow.now += 12 * HOUR
    slow.do(lambda tx: tx.ring(slow.now))
    slow.work()
    before = len(slow.sent)
    slow.press("ann", "r5")
    assert lines(slow.sent[before:]) == []


@pytest.mark.reported("T54")
@pytest.mark.parametrize(("wait", "sent"), [(3 * DAY - HOUR, 1), (3 * DAY, 0)])
def test_nor_is_one_that_could_not_be_sent_before_its_deadline(
    slow: Desk, wait: timedelta, sent: int
) -> None:
    slow.now += 2.9 * DAY
    slow.do(lambda tx: tx.ring(slow.now))
    slow.work()
    slow.now += wait - 2.9 * DAY
    assert len(lines(slow.show_all())) == sent


def test_nor_is_one_while_the_table_stands_still(slow: Desk) -> None:
    slow.now += 12 * HOUR
    slow.do(lambda tx: tx.ring(slow.now))
    slow.work()
    slow.put(paused(slow.table(), Pause(PauseReason.HOST, slow.now), slow.now))
    assert lines(slow.show_all()) == []


@pytest.mark.reported("T59")
def test_time_that_was_given_is_told_of_by_a_reminder_on_its_way_and_by_the_hand(
    slow: Desk,
) -> None:
    slow.now += 12 * HOUR
    slow.do(lambda tx: tx.ring(slow.now))
    slow.work()
    slow.say("bob", "/time", "family")
    assert lines(slow.to("@ann")) == ["Still your turn, 4 days left (until Thu 12:00 UTC)."]
    assert "Your turn until Thu 12:00 UTC" in slow.to("@ann")[-1].text


@pytest.mark.reported("T52")
def test_after_eight_reminders_on_a_day_there_is_one_list(slow: Desk) -> None:
    for number in range(2, 12):
        waits(slow, number)
    before = len(slow.sent)
    slow.later(11 * HOUR + 59 * timedelta(minutes=1))
    assert slow.to("@ann", before) == []
    slow.now -= 12 * HOUR
    slow.later(24 * HOUR)
    heads = [one.text.splitlines()[0] for one in slow.to("@ann", before)]
    assert len(heads) == 9
    assert heads[8] == "11 tables wait for you"
    assert all(text.startswith("Still your turn") for text in lines(slow.to("@ann", before))[:8])
    slow.later(13 * HOUR)
    assert len(slow.to("@ann", before)) > 9


def test_a_last_call_comes_however_many_there_were(slow: Desk) -> None:
    for number in range(2, 12):
        waits(slow, number)
    before = len(slow.sent)
    slow.later(65 * HOUR)
    assert len(slow.to("@ann", before)) == 11


def test_a_day_is_a_day_where_somebody_lives(slow: Desk) -> None:
    slow.say("ann", "zone Apia")
    slow.say("ann", "quiet off")
    slow.later(12 * HOUR)
    (name,) = [sent.name for sent in slow.to("@ann") if sent.name.startswith("reminder")]
    assert name.startswith("reminder 2026-03-02 ")
    assert "until Thu 01:00, Apia" in slow.to("@ann")[-1].text


@pytest.mark.reported("T55")
def test_whom_nothing_reaches_is_called_in_the_group(slow: Desk) -> None:
    slow.beyond["@ann"] = "unblock"
    slow.say("ann", "hand")
    before = len(slow.sent)
    for _ in range(72):
        slow.later(HOUR)
    said = [one for one in slow.to("family", before) if one.kind is OutKind.NOTICE]
    assert [one.text.splitlines()[1] for one in said] == [
        "Ann, it is your turn: 2 days left (until Wed 12:00 UTC).",
        "Ann is using reserve time (until Wed 12:00 UTC).",
        "Ann, your turn ends soon: 7 hours left (until 12:00 UTC).",
    ]
    assert [one.mentions for one in said] == [("ann",), (), ("ann",)]


@pytest.mark.reported("T61")
def test_a_group_hears_a_name_once_whichever_of_its_tables_calls() -> None:
    desk = Desk(settings=unheld())
    waits(desk)
    waits(desk, 2, group="family")
    desk.now += 5 * MINUTE
    waits(desk, 3, group="family")
    waits(desk, 4)
    desk.beyond["@ann"] = "unblock"
    desk.say("ann", "#1 hand")
    before = len(desk.sent)
    for _ in range(780):
        desk.later(5 * MINUTE)
    called = {chat: [one for one in desk.to(chat, before) if one.mentions] for chat in GROUPS}
    assert [len(said) for said in called.values()] == [2, 2]
    assert all("Ann, " in one.text for said in called.values() for one in said)


# --- seen ---------------------------------------------------------------------------------------


def test_whoever_is_awaited_and_speaks_in_the_group_is_told_once(slow: Desk) -> None:
    slow.say("ann", "/table", "family")
    slow.now += 30 * timedelta(minutes=1)
    before = len(slow.sent)
    slow.say("bob", "/table", "family")
    slow.say("ann", "/rules", "family")
    slow.say("ann", "/table", "family")
    assert [text for text in lines(slow.to("@ann", before)) if "your turn" in text] == [
        "While you are here: it is your turn, 3 days left (until Wed 12:00 UTC)."
    ]
    slow.later(12 * HOUR)
    assert HALF not in lines(slow.to("@ann", before))


def test_whoever_looks_at_the_hand_or_plays_is_told_nothing(slow: Desk) -> None:
    slow.now += HOUR
    before = len(slow.sent)
    slow.press("ann", "hand", "family")
    slow.press("ann", "catch", "family")
    slow.press("ann", "r5", "family")
    assert not any("While you are here" in one.text for one in slow.sent[before:])


# --- nudges -------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["/nudge", "/nudge Ann", "/remind", "/nudge ann"])
def test_anybody_at_the_table_nudges(slow: Desk, words: str) -> None:
    assert slow.say("bob", words, "family") == "done"
    assert lines(slow.to("@ann")) == [
        "Bob asks you to play: still your turn, 3 days left (until Wed 12:00 UTC)."
    ]
    assert lines(slow.to("@bob"))[-1] == "Ann is reminded."


def test_a_nudge_in_french(slow: Desk) -> None:
    slow.say("bob", "/language fr")
    assert slow.say("bob", "relancer Ann") == "done"
    assert lines(slow.to("@bob"))[-1] == "Ann reçoit un rappel."


def test_a_nudge_at_night_says_so_and_comes_in_the_morning(slow: Desk) -> None:
    slow.say("ann", "zone Kathmandu")
    slow.say("ann", "quiet 17:00-23:00")
    before = len(slow.sent)
    slow.say("bob", "/nudge", "family")
    said = lines(slow.to("@bob"))[-1]
    assert said == "It is night where Ann lives: the reminder comes in the morning."
    assert lines(slow.to("@ann", before)) == []
    slow.later(6 * HOUR)
    assert lines(slow.to("@ann", before)) == [
        "Bob asks you to play: still your turn, 3 days left (until Wed 17:45, Kathmandu)."
    ]


def test_a_nudge_too_many_says_when_it_may_be(slow: Desk) -> None:
    slow.say("bob", "/nudge", "family")
    assert slow.say("cat", "/nudge", "family") == "no"
    assert lines(slow.to("@cat"))[-1] == (
        "Somebody was reminded here not long ago. You can do it again at 14:24:00."
    )
