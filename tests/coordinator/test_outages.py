"""A turn ends only for somebody who was told of it and could have answered."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from uno_chat.contract import Said
from uno_chat.coordinator.outages import missed, watch
from uno_chat.coordinator.serving import NEVER_TOLD
from uno_chat.testing.desk import NET, Desk, decisive

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def playing(desk: Desk, *, told: bool = True) -> None:
    """Bob is to move, and knows it or does not yet."""
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 B6 B7 B8", "bob": "R7 Y8 Y9"})
    desk.show_all()
    said = desk.arrival(desk.envelope("ann", Said("r5"), None))
    desk.do(lambda tx: tx.receive(said))
    assert desk.work() == ["done"]
    if told:
        desk.show_all()


def owner(desk: Desk) -> str | None:
    """Who is to move."""
    play = desk.table().play
    return None if play is None else play.owner


def deadline(desk: Desk) -> datetime | None:
    """Until when."""
    play = desk.table().play
    return None if play is None else play.clock.deadline


def test_what_was_missed_is_made_up_before_a_deadline_is_looked_at(desk: Desk) -> None:
    playing(desk)
    began = desk.now
    desk.do(lambda tx: watch(tx, None, desk.now + HOUR))
    desk.now += DAY + HOUR
    desk.do(lambda tx: watch(tx, began + HOUR, desk.now))
    assert desk.later() == ["remind", "stale"]
    assert owner(desk) == "s2"
    assert deadline(desk) == began + 2 * DAY
    assert decisive(desk.later(DAY - HOUR)) == ["deadline"]
    assert owner(desk) == "s3"


def test_a_page_shows_the_time_that_is_made_up_before_anything_is_saved(desk: Desk) -> None:
    playing(desk)
    desk.do(lambda tx: missed(tx, NET, desk.now, desk.now + 2 * HOUR))
    desk.now += 2 * HOUR
    desk.say("bob", "hand")
    assert any("Mon 14:00" in sent.text for sent in desk.to("@bob")[-2:])


def test_another_network_that_was_away_changes_nothing(desk: Desk) -> None:
    playing(desk)
    began = desk.now
    desk.do(lambda tx: missed(tx, "elsewhere", began, began + 2 * HOUR))
    desk.now += 3 * HOUR
    desk.say("bob", "r7")
    assert owner(desk) == "s3"
    assert deadline(desk) == desk.now + DAY


@pytest.mark.reported("T58")
def test_who_could_not_be_told_of_a_turn_does_not_lose_it_for_days(desk: Desk) -> None:
    playing(desk, told=False)
    assert decisive(desk.later(DAY)) == ["deadline"]
    assert (owner(desk), deadline(desk)) == ("s2", desk.now + DAY)
    assert decisive(desk.later(DAY)) == ["deadline"]
    assert owner(desk) == "s3"


def test_who_can_never_be_told_does_not_keep_the_table_for_ever(desk: Desk) -> None:
    playing(desk, told=False)
    assert decisive(desk.later(NEVER_TOLD + MINUTE)) == ["deadline"]
    assert owner(desk) == "s3"


@pytest.mark.parametrize("late", [MINUTE, 30 * MINUTE])
def test_time_counts_from_when_the_notice_was_taken(desk: Desk, late: timedelta) -> None:
    playing(desk, told=False)
    began = desk.now
    desk.now += late
    desk.show_all()
    assert deadline(desk) == began + DAY + (late if late > MINUTE else timedelta(0))


@pytest.mark.parametrize("words", ["hand", "next", "#1"])
def test_who_asks_for_the_hand_again_gains_no_time(desk: Desk, words: str) -> None:
    playing(desk)
    until = deadline(desk)
    desk.later(HOUR)
    before = len(desk.sent)
    desk.say("bob", words)
    assert desk.to("@bob", before)[0].notify
    assert deadline(desk) == until


@pytest.mark.parametrize("late", [MINUTE, 30 * MINUTE])
def test_a_hand_that_was_shown_while_the_table_waited_for_uno_tells_of_no_turn(
    desk: Desk, late: timedelta
) -> None:
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 B6", "bob": "R7 Y8 Y9"})
    desk.say("ann", "r5")
    desk.say("bob", "hand")  # the hold runs, so nothing is asked there
    desk.now += desk.settings.hold
    while desk.do(lambda tx: tx.ring(desk.now)):
        desk.work()
    began = desk.now
    assert deadline(desk) == began + DAY
    desk.now += late
    assert any(sent.chat == "@bob" and sent.notify for sent in desk.show_all())
    until = began + DAY + (late if late > MINUTE else timedelta(0))
    assert deadline(desk) == until
    desk.later(HOUR)
    desk.say("bob", "hand")
    assert deadline(desk) == until


def test_who_saw_the_hand_only_while_the_table_waited_for_uno_was_not_told(desk: Desk) -> None:
    desk.family("ann", "bob", "cat")
    desk.lay("ann", "R4", {"ann": "R5 B6", "bob": "R7 Y8 Y9"})
    desk.say("ann", "r5")
    desk.say("bob", "hand")
    desk.now += desk.settings.hold
    while desk.do(lambda tx: tx.ring(desk.now)):
        desk.work()
    desk.now += DAY
    while desk.do(lambda tx: tx.ring(desk.now)):
        desk.work()
    assert owner(desk) == "s2"
