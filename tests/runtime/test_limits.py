"""No span of a quota ever holds more calls than it may, and everybody who waits has a place."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from uno_chat.contract import Capabilities, Conversation, Quota, User
from uno_chat.runtime.limits import LATE, Limits

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ROOM = Conversation("fake", "family")
ABLE = Capabilities(per_conversation=Quota(3, 60), per_account=Quota(5, 1))


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def room(number: int) -> Conversation:
    return Conversation("fake", f"room{number}")


def test_without_a_quota_nobody_waits() -> None:
    limits = Limits()
    assert [limits.admit(ROOM, Capabilities(), NOON) for _ in range(100)] == [None] * 100
    assert limits.tallies == {}


def test_a_conversation_that_had_its_share_waits_until_the_oldest_is_past() -> None:
    limits = Limits()
    for second in (0, 10, 20):
        assert limits.admit(ROOM, ABLE, at(second)) is None
    assert limits.admit(ROOM, ABLE, at(30)) == at(60)
    assert limits.admit(ROOM, ABLE, at(60)) is None
    assert limits.admit(ROOM, ABLE, at(61)) == at(70)


def test_a_place_that_was_promised_is_kept_and_not_counted_twice() -> None:
    limits = Limits()
    for _ in range(3):
        assert limits.admit(ROOM, ABLE, NOON) is None
    for second in (1, 2, 3, 59.9):
        assert limits.admit(ROOM, ABLE, at(second)) == at(60)
    assert limits.admit(ROOM, ABLE, at(60.5)) is None
    assert [limits.admit(ROOM, ABLE, at(61 + n)) for n in range(2)] == [None, None]
    assert limits.admit(ROOM, ABLE, at(63)) == at(120)


def test_a_place_that_nobody_took_is_given_back() -> None:
    limits, able = Limits(), Capabilities(per_conversation=Quota(1, 60))
    assert limits.admit(ROOM, able, NOON) is None
    assert limits.admit(ROOM, able, at(1)) == at(60)
    late = at(60) + LATE + timedelta(seconds=1)
    assert limits.admit(ROOM, able, late) is None
    assert {key: tally.calls for key, tally in limits.tallies.items()} == {ROOM: [late]}
    assert limits.places == {}


def test_those_who_wait_for_an_account_have_a_time_each() -> None:
    limits = Limits()
    places = [limits.admit(room(n), ABLE, NOON) for n in range(15)]
    assert places == [*[None] * 5, *[at(1)] * 5, *[at(2)] * 5]
    assert [limits.admit(room(n), ABLE, at(1)) for n in range(5, 10)] == [None] * 5
    assert limits.admit(room(20), ABLE, at(1)) == at(3)


def test_other_accounts_and_conversations_have_quotas_of_their_own() -> None:
    limits = Limits()
    for _ in range(3):
        limits.admit(ROOM, ABLE, NOON)
    assert limits.admit(room(1), ABLE, NOON) is None
    for _ in range(3):
        assert limits.admit(Conversation("other", "family"), ABLE, NOON) is None


def test_many_who_wait_for_their_own_quota_hold_up_nobody_else() -> None:
    limits = Limits()
    for number in range(20):
        for second in range(4):
            limits.admit(room(number), ABLE, at(10 * number + second))
    assert len(limits.places) == 20
    assert limits.admit(ROOM, ABLE, at(200)) is None


def test_what_is_spread_comes_a_few_at_once_and_then_evenly() -> None:
    limits, able, made = Limits(), Capabilities(per_conversation=Quota(18, 60)), list[float]()
    for tenth in range(1800):
        if limits.admit(ROOM, able, at(tenth / 10), spread=True) is None:
            made.append(tenth / 10)
    assert made[:5] == [0, 0.1, 0.2, 4, 8]
    assert max(later - one for one, later in pairwise(made)) <= 4
    for begin in made:
        assert sum(begin <= time < begin + 60 for time in made) <= 18


def test_what_cannot_wait_holds_up_what_is_spread_by_one_step_at_most() -> None:
    limits, able = Limits(), Capabilities(per_conversation=Quota(18, 60))
    for _ in range(12):
        assert limits.admit(ROOM, able, NOON) is None
    assert limits.admit(ROOM, able, NOON, spread=True) == at(4)


def test_what_is_spread_leaves_room_for_what_is_not() -> None:
    limits, able = Limits(), Capabilities(per_conversation=Quota(18, 60))
    for second in range(20):
        limits.admit(ROOM, able, at(second), spread=True)
    limits.places.clear()
    assert [limits.admit(ROOM, able, at(20)) for _ in range(6)] == [None] * 6


_CALLS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 40)), max_size=60)


@given(_CALLS)
def test_no_quota_is_ever_overdrawn(calls: list[tuple[int, int]]) -> None:
    """Whoever is put off comes again at the time that was named, and then may go."""
    able = Capabilities(per_conversation=Quota(2, 10), per_account=Quota(3, 4))
    limits, waiting, made = Limits(), dict[int, datetime](), list[tuple[datetime, int]]()
    now = NOON
    for who, tenths in calls:
        now += timedelta(seconds=tenths / 10)
        for late in sorted(
            (w for w, due in waiting.items() if due <= now), key=waiting.__getitem__
        ):
            due = waiting.pop(late)
            assert limits.admit(room(late), able, due) is None
            made.append((due, late))
        if who not in waiting:
            place = limits.admit(room(who), able, now)
            if place is None:
                made.append((now, who))
            else:
                assert place > now
                waiting[who] = place
    for begin, _ in made:
        account = [at for at, _ in made if begin <= at < begin + timedelta(seconds=4)]
        assert len(account) <= 3
        for one in range(4):
            own = [at for at, w in made if w == one and begin <= at < begin + timedelta(seconds=10)]
            assert len(own) <= 2


def test_what_is_past_is_forgotten() -> None:
    limits = Limits()
    for hour in range(100):
        limits.admit(ROOM, ABLE, at(3600 * hour))
    assert sum(len(tally.calls) for tally in limits.tallies.values()) <= 2


def test_who_has_long_been_quiet_is_forgotten() -> None:
    limits = Limits()
    for hour in range(50):
        for number in range(5):
            limits.admit(room(100 * hour + number), ABLE, at(3600 * hour + number))
    assert len(limits.tallies) < 20
    assert limits.places == {}


def test_whoever_takes_over_begins_at_the_pace_of_the_quota_and_not_with_a_burst() -> None:
    limits, able = Limits(), Capabilities(per_conversation=Quota(20, 60))
    limits.take_over("fake", NOON)
    assert limits.admit(ROOM, able, NOON) is None
    assert limits.admit(ROOM, able, at(1)) == at(3)
    assert limits.admit(ROOM, able, at(3)) is None
    assert [limits.admit(room(1), able, at(64)) for _ in range(20)] == [None] * 20


def test_whoever_takes_over_again_forgets_what_it_had_counted() -> None:
    limits, able = Limits(), Capabilities(per_conversation=Quota(2, 60))
    other = Conversation("other", "family")
    for to in (ROOM, other):
        assert [limits.admit(to, able, NOON) for _ in range(3)] == [None, None, at(60)]
    limits.take_over("fake", at(59))
    assert limits.admit(ROOM, able, at(59)) is None
    assert limits.admit(ROOM, able, at(59)) == at(89)
    assert limits.admit(other, able, at(59)) == at(60)


@given(st.lists(st.integers(0, 90), min_size=1, max_size=60))
def test_two_workers_together_do_not_overdraw_a_quota_that_the_first_has_used(
    seconds: list[int],
) -> None:
    limits, able = Limits(), Capabilities(per_conversation=Quota(6, 60))
    calls = [at(-10 * n) for n in range(20, 0, -1)]  # as often as one may
    limits.take_over("fake", NOON)
    calls += [at(s) for s in sorted(seconds) if limits.admit(ROOM, able, at(s)) is None]
    for first, later in zip(calls, calls[6:], strict=False):
        assert later - first >= timedelta(seconds=60)


def test_a_person_alone_is_answered_as_always() -> None:
    limits, able, ann = Limits(), Capabilities(per_conversation=Quota(20, 60)), User("fake", "ann")
    limits.take_over("fake", NOON)
    assert [limits.admit(ann, able, NOON) for _ in range(20)] == [None] * 20


def test_of_a_quota_that_refills_nothing_is_assumed() -> None:
    limits, able = Limits(), Capabilities(per_account=Quota(10, 50, refills=True))
    limits.take_over("fake", NOON)
    assert [limits.admit(room(n), able, NOON) for n in range(10)] == [None] * 10
