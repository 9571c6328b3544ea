"""What holds in every round, whatever is played: tried on many random ones."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uno_chat.game import (
    Accept,
    AnswerFour,
    CallUno,
    Catch,
    Challenge,
    Colour,
    Draw,
    IllegalMove,
    Keep,
    Leave,
    Move,
    NameColour,
    Options,
    Over,
    Play,
    Round,
    Scoring,
    Smack,
    Swap,
    apply,
    cards,
    check,
    check_fine,
    choices,
    close_window,
    deal,
    end_smack,
    expire,
    fine,
    is_bluff,
    is_gone,
    owner,
    round_from_data,
    round_to_data,
    seed_from_int,
    side_of,
    sight,
)
from uno_chat.testing.agreements import some_options, some_seats
from uno_chat.testing.census import astray

LONGEST = 400
CLASSIC = Options()
numbers = st.integers(0, 2**32)


@dataclass(frozen=True)
class Setting:
    """What is played by how many, and the number of the shuffle and of all chance beside it."""

    options: Options
    seats: int
    number: int


def setting(number: int) -> Setting:
    """Any options that are not refused."""
    luck = random.Random(number)
    options = some_options(luck)
    return Setting(options, some_seats(options, luck), number)


tables = numbers.map(setting)
classic = st.builds(Setting, st.just(CLASSIC), st.integers(2, 10), numbers)


def start(table: Setting) -> tuple[Round, random.Random]:
    luck = random.Random(table.number)
    dealt = deal(table.options, table.seats, table.number % table.seats, seed(table))
    return dealt.round, luck


def seed(table: Setting) -> bytes:
    return seed_from_int(table.number)


def rounds(round_: Round, luck: random.Random, *, leaving: float = 0.0) -> Iterator[Round]:
    """The rounds on the way of random choices, with calls, catches and time-outs between."""
    for _ in range(LONGEST):
        yield round_
        seat = owner(round_)
        if seat is None:
            return
        dice = luck.random()
        if dice < 0.02:
            round_ = by_the_table(round_, luck)
            continue
        extra = some_move(round_, luck) if dice < 0.2 else Leave()
        speaker = luck.randrange(round_.deal.seats)
        aside = isinstance(extra, CallUno | Catch | Smack) or speaker != seat
        wanted = (dice < 0.2 and aside) or dice > 1 - leaving
        if wanted and check(round_, speaker, extra) is None:
            round_ = apply(round_, speaker, extra).round
        elif dice < 0.25:
            round_ = expire(round_).round
        else:
            offered = choices(round_, seat)
            round_ = apply(round_, seat, luck.choice(offered[:-1] or offered)).round


def by_the_table(round_: Round, luck: random.Random) -> Round:
    """The time to catch or to press is over, or advice is fined."""
    if round_.window is not None:
        return close_window(round_, round_.window.play_no).round
    if round_.smack is not None:
        return end_smack(round_, round_.smack.play_no).round
    seat = luck.randrange(round_.deal.seats)
    return round_ if check_fine(round_, seat) else fine(round_, seat).round


def some_move(round_: Round, luck: random.Random) -> Move:
    """Any move at all, sensible or not."""
    pack = round_.deal.options.pack
    swap, more = luck.choice([None, None, 1]), luck.choice([(), (), (luck.choice(pack),)])
    colour, uno = luck.choice([None, *Colour]), luck.random() < 0.5
    play = Play(luck.choice(pack), colour, uno, swap, more)
    moves: list[Move] = [
        play,
        play,
        Draw(),
        Keep(),
        Accept(),
        Challenge(),
        NameColour(luck.choice(list(Colour))),
        CallUno(),
        Catch(luck.randrange(-1, 11)),
        Smack(),
        Swap(luck.randrange(-1, 11)),
        replace(play, card=round_.discard[-1]),
    ]
    return luck.choice(moves)


def assert_sound(round_: Round) -> None:
    """All cards are there, a card of a colour brings its own, somebody decides or has won."""
    assert astray(round_) == {}
    top, seat = round_.discard[-1], owner(round_)
    assert round_.colour is top.colour or top.wild
    assert (seat is None) == isinstance(round_.pending, Over)
    assert seat is None or not is_gone(round_, seat)


@pytest.mark.reported("B8")
@given(tables)
@settings(max_examples=60)
def test_no_card_is_lost_or_doubled_and_somebody_owes_the_decision(
    table: Setting,
) -> None:
    round_, luck = start(table)
    for now in rounds(round_, luck, leaving=0.03):
        assert_sound(now)
        seat = owner(now)
        assert all(bool(choices(now, other)) == (other == seat) for other in range(now.deal.seats))


@given(tables)
@settings(max_examples=60)
def test_what_is_checked_is_applied_and_what_is_refused_changes_nothing(
    table: Setting,
) -> None:
    round_, luck = start(table)
    for now in rounds(round_, luck):
        seat, move = luck.randrange(-1, now.deal.seats + 1), some_move(now, luck)
        refusal = check(now, seat, move)
        before = repr(round_to_data(now))
        if refusal is None:
            assert_sound(apply(now, seat, move).round)
        else:
            with pytest.raises(IllegalMove) as caught:
                apply(now, seat, move)
            assert caught.value.refusal == refusal
        assert repr(round_to_data(now)) == before


@given(tables)
@settings(max_examples=40)
def test_every_choice_is_different_and_accepted(
    table: Setting,
) -> None:
    round_, luck = start(table)
    for now in rounds(round_, luck):
        seat = owner(now)
        offered = () if seat is None else choices(now, seat)
        assert len(set(offered)) == len(offered)
        assert all(check(now, seat or 0, move) is None for move in offered)


@given(classic)
@settings(max_examples=40)
def test_all_legal_plays_are_among_the_choices(table: Setting) -> None:
    round_, luck = start(table)
    for now in rounds(round_, luck):
        seat, move = owner(now), some_move(now, luck)
        if seat is not None and check(now, seat, move) is None:
            plain = replace(move, uno=False) if isinstance(move, Play) else move
            assert isinstance(move, CallUno | Catch) or plain in choices(now, seat)


@given(tables)
@settings(max_examples=30)
def test_a_round_that_was_stored_and_read_goes_on_alike(
    table: Setting,
) -> None:
    round_, luck = start(table)
    for now in rounds(round_, luck, leaving=0.01):
        read = round_from_data(round_to_data(now))
        assert read == now
        if owner(now) is not None:
            assert expire(read) == expire(now)


def assert_counted(round_: Round, over: Over) -> None:
    """The winners' side writes points, or everybody but the winner does; nobody less than none."""
    options, seats = round_.deal.options, range(round_.deal.seats)
    own = side_of(options, seats, over.winner)
    writing = [seat for seat in seats if over.points[seat]]
    winners = options.scoring is Scoring.WINNER
    assert set(writing) <= (set(own) if winners else set(seats) - set(own))
    assert min(over.points) >= 0


@given(tables)
@settings(max_examples=60)
def test_the_points_of_a_round_are_written_by_whom_the_options_say(table: Setting) -> None:
    round_, luck = start(table)
    for now in rounds(round_, luck, leaving=0.02):
        if isinstance(now.pending, Over):
            assert_counted(now, now.pending)
            assert not now.hands[now.pending.winner] or now.gone


@pytest.mark.reported("49")
@given(tables, st.integers(0, LONGEST), st.integers(0, 9))
@settings(max_examples=100)
def test_anybody_may_leave_at_any_time(table: Setting, moment: int, leaver: int) -> None:
    round_, luck = start(table)
    now = next(reversed(list(rounds(round_, luck))[: moment + 1]))
    seat = leaver % now.deal.seats
    if owner(now) is None:
        return
    after = apply(now, seat, Leave()).round
    assert_sound(after)
    assert after.hands[seat] == ()
    assert owner(after) != seat
    if now.deal.seats == 2:
        assert isinstance(after.pending, Over)
    elif isinstance(after.pending, Over):
        assert_counted(after, after.pending)


@given(classic)
@settings(max_examples=30)
def test_a_last_wild_draw_four_is_never_guilty(table: Setting) -> None:
    round_, luck = start(table)
    for now in rounds(round_, luck):
        if isinstance(now.pending, AnswerFour) and not now.hands[now.pending.author]:
            assert not now.pending.evidence.guilty


def honest(round_: Round, seat: int, luck: random.Random) -> Move:
    """Play if possible, say UNO, never bluff or challenge: what keeps a round moving."""
    hand = round_.hands[seat]
    offered = choices(round_, seat)
    plays = [
        move
        for move in offered
        if isinstance(move, Play) and not is_bluff(move.card, hand, round_.colour)
    ]
    if plays:
        return replace(luck.choice(plays), uno=len(hand) == 2)
    return offered[0 if offered[0] == Accept() else -1]


@given(tables)
@settings(max_examples=100)
def test_a_round_played_on_comes_to_its_end(table: Setting) -> None:
    round_, luck = start(table)
    for _ in range(10_000):
        seat = owner(round_)
        if seat is None:
            break
        round_ = apply(round_, seat, honest(round_, seat, luck)).round
    assert isinstance(round_.pending, Over)


@given(tables, st.integers(0, 9))
@settings(max_examples=60)
def test_a_seat_sees_the_same_whatever_the_others_hold(table: Setting, viewer: int) -> None:
    round_, luck = start(table)
    seat = viewer % round_.deal.seats
    for now in rounds(round_, luck, leaving=0.01):
        if owner(now) is None:
            continue
        other = with_other_cards(now, seat, luck)
        assert sight(other, seat) == sight(now, seat)
        assert repr(sight(now, seat)) == repr(sight(other, seat))


def with_other_cards(round_: Round, seat: int, luck: random.Random) -> Round:
    """The same table to this seat's eyes: hidden cards have changed places."""
    hidden = [*round_.stock, *round_.buried]
    hidden += [card for other, hand in enumerate(round_.hands) if other != seat for card in hand]
    luck.shuffle(hidden)
    deck = iter(hidden)
    hands = tuple(
        hand if other == seat else tuple(next(deck) for _ in hand)
        for other, hand in enumerate(round_.hands)
    )
    stock = tuple(next(deck) for _ in round_.stock)
    return round_._replace(hands=hands, stock=stock, buried=tuple(deck))


@given(tables)
@settings(max_examples=20)
def test_no_text_form_of_a_round_or_a_refusal_tells_a_card(
    table: Setting,
) -> None:
    round_, luck = start(table)
    seed = round_.deal.seed.hex()
    for now in rounds(round_, luck):
        shown = f"{now!r} {now!s} {now.deal!r} {sight(now, 0)!s}"
        assert seed not in shown
        assert "Card(" not in repr(now)
        if owner(now) is not None:
            drawn = expire(now).events
            assert all("cards" not in repr(event) for event in drawn)


def test_a_hand_of_sixty_cards_is_played_like_any_other() -> None:
    round_ = deal(Options(), 2, 0, seed_from_int(5)).round
    while len(round_.hands[0]) < 60:
        stock, card = round_.stock[1:], round_.stock[0]
        round_ = round_._replace(stock=stock, hands=((*round_.hands[0], card), round_.hands[1]))
    luck = random.Random(1)
    for _ in range(1000):
        seat = owner(round_)
        if seat is None:
            break
        assert sight(round_, 0).sizes == tuple(map(len, round_.hands))
        assert round_from_data(round_to_data(round_)) == round_
        round_ = apply(round_, seat, honest(round_, seat, luck)).round
    assert astray(round_) == {}


def test_with_nothing_left_to_draw_somebody_can_always_play() -> None:
    pack = Counter(Options().pack) - Counter(cards("R5"))
    rest = list(pack.elements())
    for number in range(30):
        luck = random.Random(number)
        luck.shuffle(rest)
        round_ = deal(Options(), 4, 0, seed_from_int(number)).round
        hands = tuple(tuple(rest[seat::4]) for seat in range(4))
        round_ = round_._replace(hands=hands, stock=(), discard=cards("R5"), colour=Colour.RED)
        circuit = 0
        while round_.play_no == 0:
            seat = owner(round_)
            assert seat is not None
            round_ = apply(round_, seat, honest(round_, seat, luck)).round
            circuit += 1
            assert circuit <= 5
