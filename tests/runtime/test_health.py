"""Turns end only where people could have answered."""

from datetime import UTC, datetime, timedelta

import pytest

from uno_chat.runtime.health import FEW, SICK, SILENCE, Health

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def test_a_network_that_fails_ends_no_turn_until_it_works_again() -> None:
    health = Health(heard=NOON)
    health.fails(NOON)
    assert health.may_end(NOON + SICK - SECOND)
    assert not health.may_end(NOON + SICK)
    health.fails(NOON + SICK)
    health.works(NOON + SICK + SECOND)
    assert health.may_end(NOON + SICK + SECOND)


def test_only_a_failure_that_anybody_would_notice_is_remembered() -> None:
    health = Health()
    health.fails(NOON)
    health.works(NOON + 59 * SECOND)
    health.fails(NOON + 100 * SECOND)
    health.works(NOON + 200 * SECOND)
    assert health.over == [(NOON + 100 * SECOND, NOON + 200 * SECOND)]


@pytest.mark.reported("T28")
def test_when_nobody_is_heard_few_turns_end() -> None:
    health = Health()
    assert [health.may_end(NOON) for _ in range(FEW + 2)] == [True] * FEW + [False] * 2
    assert health.may_end(NOON + SILENCE)


def test_where_people_are_heard_any_number_of_turns_ends() -> None:
    health = Health(heard=NOON)
    assert all(health.may_end(NOON + SECOND) for _ in range(100))
