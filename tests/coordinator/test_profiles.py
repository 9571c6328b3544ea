"""What people and groups have told comes back as it was, also from another version."""

from datetime import UTC, datetime, time, timedelta

import pytest

from uno_chat.contract import Conversation, Player, Room, User
from uno_chat.coordinator.profiles import (
    Custom,
    Person,
    Starters,
    custom,
    keep_custom,
    keep_person,
    person,
    place,
)
from uno_chat.table import Habits, Kept, Told
from uno_chat.testing.desk import NET, Desk

ANN = User(NET, "ann")
FAMILY = Conversation(NET, "family")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
OWN = Habits(
    "Asia/Kathmandu",
    (time(23), time(6, 30)),
    (4, 5),
    (timedelta(hours=8), timedelta(minutes=90)),
    pokes=False,
    nudges=False,
)


def of(profile: str) -> Player:
    return Player(1, "Ann", None, (ANN,), ANN, profile)


@pytest.mark.parametrize(
    "told", [Person(), Person(Told(OWN, Kept(Habits(quiet=None), NOON), NOON), asked=True)]
)
def test_a_person_comes_back_as_kept(told: Person) -> None:
    desk = Desk()
    ann = desk.do(lambda tx: tx.remember_player(ANN, "Ann", None))
    desk.do(lambda tx: keep_person(tx, ann.id, told))
    kept = desk.do(lambda tx: tx.player(ANN))
    assert kept is not None
    assert person(kept) == told


def test_a_group_comes_back_as_kept() -> None:
    desk = Desk()
    agreed = Custom("Europe/Lisbon", Starters.ADMINS, ("pace=hours", "goal=200"))
    desk.do(lambda tx: tx.remember_room(FAMILY, "Family"))
    desk.do(lambda tx: keep_custom(tx, FAMILY, agreed))
    assert custom(desk.do(lambda tx: tx.room(FAMILY))) == agreed


def test_who_told_nothing_is_as_usual() -> None:
    assert person(of("")) == Person()
    assert custom(None) == custom(Room(FAMILY, "Family", None)) == Custom()


def test_what_a_newer_version_has_added_is_left_out() -> None:
    assert person(of('{"asked": true, "colour": "red"}')) == Person(asked=True)


def test_a_zone_that_is_not_known_where_we_run_is_none() -> None:
    assert place("Mars/Olympus", None, "../etc/passwd") is None
    assert str(place("Mars/Olympus", "Asia/Tokyo", "UTC")) == "Asia/Tokyo"
