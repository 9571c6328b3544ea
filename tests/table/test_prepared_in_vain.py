"""What ends a list for one's next turn before it is played, and what does not."""

from datetime import timedelta

import pytest

from uno_chat import game
from uno_chat.table import Code, End, Fact, Kind, Settings, ToPlayer, Void
from uno_chat.testing.positions import choices_ahead
from uno_chat.testing.sitting import Sitting, dealt, lay, person

SECOND = timedelta(seconds=1)
NOTHING = timedelta(0)


def told(at: Sitting, seat: str) -> list[str]:
    """Why lists of this seat were given up, as its owner was told."""
    return [
        one.fact.why
        for one in at.told
        if isinstance(one, ToPlayer) and one.player == person(seat)
        if isinstance(one.fact, Fact) and one.fact.code == Code.PREPARED_VOID
    ]


def test_a_hand_that_others_change_ends_the_list() -> None:
    at = choices_ahead(s1="R+2 B5 Y5")
    at.prepares("s2", "R1")
    at.prepares("s3", "R4")
    at.acts("s1", "R+2")
    assert told(at, "s2") == [Void.HAND_CHANGED]
    assert told(at, "s3") == []
    assert [one.seat for one in at.play.prepared] == ["s3"]
    at.ring(Kind.PREPARED)
    assert at.top() == "R4"


def test_a_penalty_ends_the_list() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "R7 R8", "s2": "R1 R2 B3", "s3": "R4 R6 B9"})
    at.acts("s1", "R7")
    at.prepares("s1", "R8")
    at.catch("s3", "s1")
    assert told(at, "s1") == []
    at.wait(10 * SECOND)
    assert told(at, "s1") == [Void.HAND_CHANGED]


def test_a_skip_and_a_turn_of_direction_do_not_end_a_list() -> None:
    at = choices_ahead(s1="RS B5", s3="RR R6 B9")
    at.prepares("s2", "R1")
    at.acts("s1", "RS")
    assert at.play.owner == "s3"
    assert at.wake(Kind.PREPARED) is None
    at.acts("s3", "RR")
    at.ring(Kind.PREPARED)
    assert at.top() == "R1"


@pytest.mark.reported("T65")
def test_only_what_happens_afterwards_can_end_a_list() -> None:
    at = choices_ahead(s1="R+2 B5 Y5")
    at.acts("s1", "R+2")
    at.prepares("s2", "R1")
    at.acts("s3", "R4")
    at.acts("s1", "draw")
    if at.play.owner == "s1":
        at.acts("s1", "keep")
    at.ring(Kind.PREPARED)
    assert at.top() == "R1"


def test_who_acts_first_needs_no_list() -> None:
    at = choices_ahead()
    at.prepares("s2", "R1")
    at.acts("s1", "R7")
    at.acts("s2", "G7")
    assert told(at, "s2") == [Void.ACTED]
    assert (at.play.prepared, at.wake(Kind.PREPARED)) == ((), None)


def test_who_plays_early_in_the_hold_needs_no_list() -> None:
    at = dealt(3)
    lay(at, "s1", "R5", {"s1": "R7 R8", "s2": "R1 R2 B3", "s3": "R4 R6 B9"})
    at.prepares("s2", "R1")
    at.acts("s1", "R7")
    at.acts("s2", "R2")
    assert told(at, "s2") == [Void.ACTED]


def test_who_jumps_in_takes_a_turn_away_but_not_the_list_for_the_next() -> None:
    at = choices_ahead(Settings(game.Options(jump_in=True), hold=NOTHING), s3="R7 R6 B9")
    at.prepares("s2", "R1")
    at.prepares("s3", "R6")
    at.moves("s1", "R7")
    assert at.wake(Kind.PREPARED) is not None
    at.acts("s3", "R7")
    assert told(at, "s3") == [Void.ACTED]
    assert (told(at, "s2"), at.wake(Kind.PREPARED)) == ([], None)
    assert at.play.prepared[0].due is None


def test_the_end_of_the_round_ends_all_lists() -> None:
    at = choices_ahead(s1="R7")
    at.prepares("s2", "R1")
    at.acts("s1", "R7")
    assert told(at, "s2") == [Void.ROUND_OVER]
    at = choices_ahead()
    at.prepares("s2", "R1")
    at.done(End(1))
    assert told(at, "s2") == [Void.ROUND_OVER]


def test_a_list_that_wins_the_round_was_not_in_vain() -> None:
    at = choices_ahead(s2="R1")
    at.prepares("s2", "R1")
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert at.table.play is None
    assert told(at, "s2") == []


def test_nothing_is_left_of_the_list_of_who_leaves() -> None:
    at = choices_ahead()
    at.prepares("s2", "R1")
    at.acts("s2", "leave")
    assert at.play.prepared == ()


def test_calling_and_catching_is_no_turn_and_ends_no_list() -> None:
    at = choices_ahead()
    at.prepares("s2", "R1")
    at.catch("s2")
    at.act("s2", "uno")
    at.acts("s1", "R7")
    at.ring(Kind.PREPARED)
    assert at.top() == "R1"
