"""What scenarios cannot say: evidence, windows closed by time, and states no rule leads to."""

from dataclasses import replace

import pytest

from uno_chat.game import (
    Accept,
    AnswerFour,
    Catch,
    Challenge,
    Colour,
    Draw,
    Drew,
    Evidence,
    HandShown,
    IllegalMove,
    Leave,
    Options,
    Over,
    Play,
    Reason,
    Round,
    Smack,
    Turn,
    Unopened,
    apply,
    card,
    cards,
    check,
    close_window,
    deal,
    end_smack,
    expire,
    seed_from_int,
    sight,
    with_uno,
)


def table(*hands: str, top: str = "R7", **rules: object) -> Round:
    """A round with these hands and seat 0 to move; the stock is what a fresh deal left."""
    round_ = deal(Options.of(rules), len(hands), 0, seed_from_int(6)).round
    return round_._replace(
        hands=tuple(map(cards, hands)),
        discard=cards(top),
        colour=card(top).colour,
        pending=Turn(0),
        direction=1,
    )


def four(round_: Round, colour: Colour = Colour.GREEN) -> Round:
    return apply(round_, 0, Play(card("W+4"), colour)).round


def test_only_the_challenger_sees_the_hand_of_the_author() -> None:
    step = apply(four(table("B7 R2 W+4", "Y3 G2", "G3 G4")), 1, Challenge())
    shown = next(event for event in step.events if isinstance(event, HandShown))
    assert shown.cards == cards("B7 R2")
    seen = [sight(step.round, seat).shown for seat in (None, 0, 1, 2)]
    assert [one is not None for one in seen] == [False, False, True, False]


@pytest.mark.reported("B6", "G5")
def test_the_hand_shown_is_the_one_of_the_play_not_the_one_of_the_answer() -> None:
    round_ = four(table("R2 W+4", "Y3 G2", "G3 G4"))
    caught = apply(round_, 2, Catch(0)).round
    assert len(caught.hands[0]) == 3
    challenged = apply(caught, 1, Challenge()).round
    assert challenged.shown is not None
    assert challenged.shown.cards == cards("R2")
    assert len(challenged.hands[0]) == 7


def test_a_last_wild_draw_four_that_is_found_guilty_brings_its_author_back() -> None:
    round_ = four(table("W+4", "Y3 G2", "G3 G4"))
    pending = round_.pending
    assert isinstance(pending, AnswerFour)
    held = Evidence(Colour.RED, cards("R2"))  # no rule played here leads to this
    round_ = round_._replace(pending=replace(pending, evidence=held))
    after = apply(round_, 1, Challenge()).round
    assert after.pending == Turn(1)
    assert len(after.hands[0]) == 4
    assert after.colour is Colour.GREEN


def test_a_last_wild_draw_four_found_guilty_with_nothing_to_draw_has_won() -> None:
    round_ = four(table("W+4", "Y3 G2"))._replace(stock=(), discard=cards("W+4"))
    pending = round_.pending
    assert isinstance(pending, AnswerFour)
    held = Evidence(Colour.RED, cards("R2"))
    after = apply(round_._replace(pending=replace(pending, evidence=held)), 1, Challenge())
    assert isinstance(after.round.pending, Over)


def test_a_window_is_closed_by_the_number_of_its_play() -> None:
    round_ = apply(table("R5 Y6", "R2 Y3", "G3 G4"), 0, Play(card("R5"))).round
    assert round_.window is not None
    assert close_window(round_, round_.window.play_no + 1).round is round_
    step = close_window(round_, round_.window.play_no)
    assert step.round.window is None
    refusal = check(step.round, 1, Catch(0))
    assert refusal is not None
    assert refusal.reason is Reason.NOTHING_TO_CATCH
    assert close_window(step.round, 1).events == ()


def test_when_the_time_to_press_is_over_all_who_have_not_draw_two() -> None:
    round_ = table("R6 Y6 Y7", "R2 Y3", "G3 G4", smackdown=True)
    round_ = apply(round_, 0, Play(card("R6"))).round
    assert round_.smack is not None
    number = round_.smack.play_no
    round_ = apply(round_, 1, Smack()).round
    assert end_smack(round_, number + 1).round is round_
    after = end_smack(round_, number)
    assert [len(hand) for hand in after.round.hands] == [4, 2, 4]
    assert end_smack(after.round, number).events == ()


def test_uno_in_a_wrong_card_is_no_call() -> None:
    round_ = table("G9 R1", "Y2 Y3", strict=True)
    after = apply(round_, 0, with_uno(Play(card("G9")))).round
    assert after.called == frozenset()


def test_time_runs_out_only_for_somebody() -> None:
    over = apply(table("R5", "R2"), 0, Play(card("R5"))).round
    with pytest.raises(IllegalMove, match="round-over"):
        expire(over)
    with pytest.raises(IllegalMove, match="not-opened"):
        expire(over._replace(pending=Unopened()))


def test_an_illegal_move_names_its_reason_and_no_card() -> None:
    with pytest.raises(IllegalMove) as caught:
        apply(table("G9 R1", "Y2 Y3"), 0, Play(card("G9")))
    assert str(caught.value) == "does-not-fit"
    refusal = caught.value.refusal
    assert (refusal.card, refusal.colour, refusal.top) == (card("G9"), Colour.RED, card("R7"))


def test_a_refusal_says_whose_turn_it_is() -> None:
    refusal = check(table("G9 R1", "Y2 Y3"), 1, Draw())
    assert refusal is not None
    assert (refusal.reason, refusal.seat) == (Reason.NOT_YOUR_TURN, 0)


def test_a_decision_has_a_number_of_its_own() -> None:
    round_ = table("W+4 R1 R2", "Y2 Y3")
    answered = apply(four(round_), 1, Accept()).round
    assert [four(round_).turn_no, answered.turn_no] == [round_.turn_no + 1, round_.turn_no + 2]
    drawn = round_._replace(stock=cards("R9 B1"))
    assert apply(drawn, 0, Draw()).round.turn_no == drawn.turn_no


def test_the_target_of_a_jumped_in_draw_two_does_not_draw() -> None:
    round_ = table("R+2 Y6 Y7", "R2 Y3", "R+2 G3 G4", top="R1", jump_in=True)
    step = apply(apply(round_, 0, Play(card("R+2"))).round, 2, Play(card("R+2")))
    assert not any(isinstance(event, Drew) for event in step.events)
    assert sight(round_, 2).jump is None
    seen = sight(apply(round_, 0, Play(card("R+2"))).round, 2)
    assert seen.jump == Play(card("R+2"))


def test_a_leavers_hand_counts_as_it_was_when_leaving() -> None:
    round_ = table("R5", "W+4 Y4", "G1")
    round_ = apply(round_, 1, Leave()).round
    after = apply(round_, 0, Play(card("R5"))).round
    assert isinstance(after.pending, Over)
    assert after.pending.points == (55, 0, 0)


def test_the_cards_of_a_leaver_lie_face_down() -> None:
    seen = sight(apply(table("R5", "W+4 Y4", "G1"), 1, Leave()).round, None)
    assert seen.discard == cards("R7")
    assert (seen.buried, seen.gone, seen.sizes) == (2, (1,), (1, 0, 1))


def test_the_hands_are_open_when_the_round_is_over() -> None:
    round_ = table("R5", "W+4 Y4")
    assert sight(round_, 0).hands == ()
    assert sight(apply(round_, 0, Play(card("R5"))).round, None).hands == ((), cards("W+4 Y4"))


@pytest.mark.reported("4")
@pytest.mark.parametrize(("hand", "bluff"), [("W+4 R1", True), ("W+4 G1", False), ("R1 R2", False)])
def test_a_seat_is_told_whether_its_wild_draw_four_would_be_a_bluff(
    hand: str, *, bluff: bool
) -> None:
    assert sight(table(hand, "Y2"), 0).bluff is bluff
    assert sight(table(hand, "Y2", wd4="always"), 0).bluff is False
