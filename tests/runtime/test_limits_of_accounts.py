"""Few calls for a whole account: who waits goes first, who looks on goes soon, nobody too often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush

from hypothesis import given
from hypothesis import strategies as st

from uno_chat.contract import Capabilities, Conversation, Quota
from uno_chat.runtime.limits import LATE, PATIENCE, Limits

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
FEW = Capabilities(per_account=Quota(10, 50, refills=True))
STEP = timedelta(seconds=5)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def room(number: int) -> Conversation:
    return Conversation("fake", f"room{number}")


def spent(limits: Limits) -> None:
    """The account has just said all that it may at once."""
    for number in range(10):
        assert limits.admit(room(1000 + number), FEW, NOON) is None


def test_a_quota_that_refills_gives_all_at_once_and_then_one_after_the_other() -> None:
    limits = Limits()
    places = [limits.admit(room(n), FEW, NOON) for n in range(13)]
    assert places == [*[None] * 10, at(5), at(10), at(15)]
    assert [limits.admit(room(9 + n), FEW, at(5 * n)) for n in (1, 2, 3)] == [None] * 3
    assert limits.admit(room(20), FEW, at(16)) == at(20)


def test_what_was_not_used_is_saved_up_to_the_whole_and_no_further() -> None:
    limits = Limits()
    spent(limits)
    assert [limits.admit(room(n), FEW, at(3600)) for n in range(11)] == [*[None] * 10, at(3605)]


def test_who_is_patient_leaves_half_to_the_others() -> None:
    limits = Limits()
    places = [limits.admit(room(n), FEW, NOON, patient=True) for n in range(7)]
    assert places == [*[at(1)] * 5, at(6), at(11)]
    assert [limits.admit(room(n), FEW, at(1), patient=True) for n in range(5)] == [None] * 5
    assert [limits.admit(room(20 + n), FEW, at(1)) for n in range(3)] == [None] * 3


def test_who_is_patient_lets_those_pass_who_come_in_the_same_moment() -> None:
    limits = Limits()
    assert limits.admit(room(0), FEW, NOON, patient=True) == at(1)
    assert [limits.admit(room(n), FEW, NOON) for n in range(1, 11)] == [None] * 10
    assert limits.admit(room(0), FEW, at(1), patient=True) not in {None, at(1)}


def test_who_cannot_wait_takes_the_place_of_whoever_can_and_all_behind_move_by_one() -> None:
    limits = Limits()
    spent(limits)
    assert [limits.admit(room(n), FEW, NOON, patient=True) for n in range(3)] == [
        *(at(30), at(35), at(40))
    ]
    urgent = [limits.admit(room(10 + n), FEW, at(1)) for n in range(7)]
    assert urgent == [at(5 * n) for n in range(1, 8)]
    moved = [limits.admit(room(n), FEW, at(2), patient=True) for n in range(3)]
    assert moved == [at(40), at(45), at(50)]


def test_nobody_is_passed_any_more_who_has_waited_long_enough() -> None:
    limits = Limits()
    spent(limits)
    assert limits.admit(room(0), FEW, NOON, patient=True) == at(30)
    for number in range(1, 13):  # each of them comes before the next call can be made
        assert limits.admit(room(number), FEW, at(5 * number - 1)) == at(5 * number)
        assert limits.admit(room(0), FEW, at(5 * number), patient=True) != at(5 * number)
        assert limits.admit(room(number), FEW, at(5 * number)) is None
    assert limits.admit(room(13), FEW, at(64)) == at(70)
    assert limits.admit(room(0), FEW, at(65), patient=True) is None


def test_a_page_that_calls_somebody_now_waits_like_one_that_always_did() -> None:
    limits = Limits()
    spent(limits)
    assert limits.admit(room(0), FEW, NOON, patient=True) == at(30)
    assert limits.admit(room(0), FEW, at(1)) == at(5)
    assert limits.admit(room(1), FEW, at(1)) == at(10)


def test_who_comes_late_every_time_is_not_sent_away_for_ever() -> None:
    limits = Limits()
    assert limits.admit(room(0), FEW, NOON, patient=True) == at(1)
    assert limits.admit(room(0), FEW, at(15), patient=True) is None
    assert limits.admit(room(0), FEW, at(16), patient=True) == at(17)


def test_an_account_that_was_put_off_calls_once_when_it_may_and_then_as_its_quota_refills() -> None:
    limits = Limits()
    for number in range(3):
        assert limits.admit(room(number), FEW, NOON) is None
    limits.hold("fake", FEW, at(4), spent=True)
    assert [limits.admit(room(n), FEW, at(1)) for n in range(3)] == [at(4)] * 3
    assert [limits.admit(room(n), FEW, at(4)) for n in range(3)] == [None, at(9), at(14)]
    assert limits.admit(room(9), Capabilities(per_account=Quota(5, 1)), at(4)) is not None


def test_whoever_has_a_place_loses_it_when_the_account_is_put_off_but_not_the_rank() -> None:
    limits = Limits()
    spent(limits)
    assert limits.admit(room(0), FEW, NOON) == at(5)
    limits.hold("fake", FEW, at(60), spent=True)
    assert limits.admit(room(0), FEW, at(5)) == at(60)
    assert limits.admit(room(1), FEW, at(59), patient=True) == at(60)
    assert limits.admit(room(1), FEW, at(60), patient=True) == at(60 + 25)
    assert limits.admit(room(0), FEW, at(60)) is None


def test_an_account_that_is_not_reached_calls_as_its_quota_allows_when_it_is() -> None:
    limits = Limits()
    spent(limits)
    assert [limits.admit(room(n), FEW, NOON) for n in range(2)] == [at(5), at(10)]
    limits.hold("fake", FEW, at(8))
    assert [limits.admit(room(n), FEW, at(5)) for n in range(2)] == [at(8)] * 2
    assert [limits.admit(room(n), FEW, at(8)) for n in range(2)] == [None, at(10)]


def test_an_account_of_another_network_is_not_held() -> None:
    limits = Limits()
    limits.hold("fake", FEW, at(60))
    assert limits.admit(Conversation("other", "family"), FEW, NOON) is None


def test_a_call_that_was_not_made_is_given_back() -> None:
    limits = Limits()
    spent(limits)
    assert limits.admit(room(0), FEW, NOON) == at(5)
    limits.release(room(0), FEW)
    assert limits.admit(room(1), FEW, NOON) == at(5)
    limits.release(room(1000), FEW)
    assert limits.admit(room(2), FEW, NOON) is None


@dataclass
class Queue:
    """People who come, are told when to come again, and then do."""

    limits: Limits = field(default_factory=Limits)
    due: list[tuple[datetime, int, bool]] = field(default_factory=list)
    came: dict[int, datetime] = field(default_factory=dict)
    made: dict[int, datetime] = field(default_factory=dict)

    def comes(self, who: int, now: datetime, *, patient: bool) -> None:
        self.came.setdefault(who, now)
        place = self.limits.admit(room(who), FEW, now, patient=patient)
        if place is None:
            self.made[who] = now
        else:
            assert place > now
            heappush(self.due, (place, who, patient))

    def until(self, now: datetime) -> None:
        while self.due and self.due[0][0] <= now:
            place, who, patient = heappop(self.due)
            self.comes(who, place, patient=patient)

    def waits(self) -> Iterator[timedelta]:
        return (at - self.came[who] for who, at in self.made.items())


@given(st.lists(st.tuples(st.integers(0, 300), st.booleans()), max_size=80))
def test_no_quota_is_overdrawn_and_nobody_waits_for_ever(comers: list[tuple[int, bool]]) -> None:
    queue, now = Queue(), NOON
    for who, (tenths, patient) in enumerate(comers):
        now += timedelta(seconds=tenths / 10)
        queue.until(now)
        queue.comes(who, now, patient=patient)
    queue.until(now + timedelta(hours=2))
    assert len(queue.made) == len(comers)
    paid = NOON
    for made in sorted(queue.made.values()):
        assert paid - made <= 9 * STEP
        paid = max(paid, made) + STEP
    urgent = sum(not patient for _, patient in comers)
    for who, (_, patient) in enumerate(comers):
        longest = STEP * (len(comers) if patient else urgent)
        slack = PATIENCE + 6 * STEP if patient else 2 * STEP + LATE
        assert queue.made[who] - queue.came[who] <= longest + slack
