"""A refusal says why and what can be done, in the asker's language, from the asker's own cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from uno_chat import game
from uno_chat.contract import Choices, Document, Heading
from uno_chat.table import Act, CatchSeat, Refused, Settings, Table, Why, decide
from uno_chat.views import Reader, as_text, decode, refusal_page

SEED = bytes(32)
WITHOUT_TABLE = (Why.TABLE_FULL, Why.TABLE_OVER, Why.NO_SUCH_SEAT)


def holding(table: Table, cards: str, top: str = "R4", colour: str = "R") -> Table:
    """The same table, but the seat to move holds these cards, and this card lies on top."""
    play = table.play
    assert play is not None
    assert play.owner is not None
    hands = list(play.round.hands)
    hands[play.order.index(play.owner)] = game.cards(cards)
    round_ = play.round._replace(
        hands=tuple(hands),
        discard=(game.card(top),),
        colour=game.Colour(colour),
        pending=game.Turn(play.order.index(play.owner)),
    )
    return replace(table, play=replace(play, round=round_))


def owner(table: Table) -> tuple[int, str]:
    """Player and seat of whoever is to move."""
    assert table.play is not None
    assert table.play.owner is not None
    player = table.seat(table.play.owner).player
    assert player is not None
    return player, table.play.owner


def sentence(page: Document) -> str:
    """The text under the name of the table."""
    assert isinstance(page.blocks[0], Heading)
    return as_text(Document(page.blocks[1:]))


def refused(table: Table, move: game.Move, reader: Reader, now: datetime) -> str:
    """What whoever is to move is told about this move."""
    player, seat = owner(table)
    out = decide(table, Act(player, move), now, SEED)
    assert isinstance(out, Refused)
    return sentence(refusal_page(table, out, seat, reader))


@pytest.mark.parametrize("reason", [*game.Reason, *Why])
def test_every_reason_has_a_sentence_in_every_language(
    deal: Callable[..., Table], reader: Reader, french: Reader, now: datetime, reason: str
) -> None:
    table = deal(3)
    _, seat = owner(table)
    bare = Refused(reason, text="x.")
    full = Refused(reason, seat="s1", card="B7", text="x.", then=now, sent=now, names=("East",))
    for one in (bare, full):
        said = [sentence(refusal_page(table, one, seat, who)) for who in (reader, french)]
        assert said[0].split("\n")[0].endswith((".", "?")), said
        assert said[0] != said[1]
        assert "{" not in said[0] + said[1]


@pytest.mark.parametrize("reason", WITHOUT_TABLE)
def test_some_refusals_come_without_a_table(reader: Reader, reason: str) -> None:
    assert as_text(refusal_page(None, Refused(reason, text="x."), None, reader)).endswith(".")


def test_a_reason_that_nobody_gave_words_to_is_noticed(
    deal: Callable[..., Table], reader: Reader
) -> None:
    with pytest.raises(KeyError, match="unheard-of"):
        refusal_page(deal(2), Refused("unheard-of"), None, reader)
    with pytest.raises(KeyError, match="unheard-of"):
        refusal_page(None, Refused("unheard-of"), None, reader)


def test_a_card_that_does_not_fit_is_answered_with_those_that_do(
    deal: Callable[..., Table], reader: Reader, french: Reader, now: datetime
) -> None:
    table, move = holding(deal(3), "B7 R4 W"), game.Play(game.card("B7"))
    assert refused(table, move, reader, now) == (
        "Blue 7 does not fit on red 4. You can play red 4 or Wild, or draw."
    )
    assert refused(table, move, french, now) == (
        "7 bleu ne va pas sur 4 rouge. Tu peux jouer 4 rouge ou Joker, ou piocher."
    )


def test_the_colour_of_a_wild_card_on_top_is_told(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = holding(deal(3), "B7 B8", top="W", colour="G")
    assert refused(table, game.Play(game.card("B7")), reader, now) == (
        "Blue 7 does not fit on Wild (green). Nothing of yours fits: draw a card."
    )


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (
            game.Play(game.card("Y9")),
            "Yellow 9 is not in your hand. You can play red 4 or Wild, or draw.",
        ),
        (game.Play(game.card("W")), "Say the colour with it: “wild green”."),
        (
            game.Play(game.card("R4"), game.Colour.RED),
            "Red 4 has its colour already: play it without naming one.",
        ),
        (game.Keep(), "There is no card just drawn: play one of your hand, or draw."),
        (game.Accept(), "Nothing is asked of you that could be accepted or challenged."),
    ],
)
def test_a_move_that_is_not_possible_is_answered_with_one_that_is(
    deal: Callable[..., Table], reader: Reader, now: datetime, move: game.Move, said: str
) -> None:
    assert refused(holding(deal(3), "B7 R4 W"), move, reader, now) == said


def test_after_drawing_only_that_card_can_be_played(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = holding(deal(3), "B7 R4 R9")
    assert table.play is not None
    number = table.play.index(owner(table)[1])
    assert number is not None
    pending = game.PlayOrKeep(number, game.card("R9"))
    table = replace(
        table, play=replace(table.play, round=table.play.round._replace(pending=pending))
    )
    assert refused(table, game.Play(game.card("R4")), reader, now) == (
        "You drew red 9: only this card can be played now, or kept."
    )


def test_whose_turn_it_is_is_told_with_what_could_be_prepared(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = deal(3)
    _, seat = owner(table)
    assert table.play is not None
    place, other = next((n, s) for n, s in enumerate(table.seats) if s.id != seat)
    hands = [*table.play.round.hands]
    hands[place] = game.cards("W B3 G7")
    round_ = table.play.round._replace(
        hands=tuple(hands), discard=game.cards("Y7"), colour=game.Colour.YELLOW
    )
    table = replace(table, play=replace(table.play, round=round_))
    assert other.player is not None
    out = decide(table, Act(other.player, game.Play(game.card("R7"))), now, SEED)
    assert isinstance(out, Refused)
    name = table.seat(seat).name
    assert sentence(refusal_page(table, out, other.id, reader)) == (
        f"It is {name}'s turn. You may prepare a move: “next g7”."
    )
    assert sentence(refusal_page(table, out, None, reader)) == f"It is {name}'s turn."
    late = replace(out, then=now, sent=now + timedelta(days=1))
    assert sentence(refusal_page(table, late, None, reader)) == (
        f"Your turn ended at Tue 18:30 UTC; now it is {name}'s turn."
    )


def test_an_old_button_is_told_its_turn_and_the_turn_that_it_is(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    old = Refused(Why.STALE, then=now, sent=now, number=12, current=14)
    assert sentence(refusal_page(deal(3), old, "s1", reader)) == (
        "That was for turn 12; turn 14 began at 18:30 UTC. Here is your hand now."
    )
    older = replace(old, number=-3)
    assert sentence(refusal_page(deal(3), older, "s1", reader)) == (
        "That was for an earlier round. Here is your hand now."
    )


def test_who_is_late_for_a_round_is_told_when_it_ended(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    late = Refused(Why.NO_ROUND, then=now, sent=now)
    assert sentence(refusal_page(deal(3), late, "s1", reader)) == (
        "The round ended at 18:30 UTC. The next one begins when all are ready."
    )


def test_a_catch_that_came_too_late_is_told_with_both_times(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    late = Refused(Why.CATCH_TOO_LATE, seat="s2", then=now, sent=now + timedelta(seconds=2))
    assert sentence(refusal_page(deal(3), late, "s1", reader)) == (
        "Too late: East began the turn at 18:30:00, your catch came at 18:30:02."
    )


def test_a_catch_that_could_mean_several_asks_with_a_button_for_each(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    """Whether somebody called makes no difference: only the counts do, which all can see."""
    table = deal(4, 1, Settings(hold=timedelta(0)))
    assert table.play is not None
    player, seat = owner(table)
    ones = [one for one in table.play.order if one != seat][:2]
    hands = [
        hand[:1] if one in ones else hand
        for one, hand in zip(table.play.order, table.play.round.hands, strict=True)
    ]
    round_ = table.play.round._replace(hands=tuple(hands))
    table = replace(table, play=replace(table.play, round=round_))
    out = decide(table, CatchSeat(player), now, SEED)
    assert isinstance(out, Refused)
    page = refusal_page(table, out, seat, reader)
    choices = page.blocks[-1]
    assert isinstance(choices, Choices)
    tokens = [decode(option.token) for option in choices.options]
    assert {token.words for token in tokens if token} == {f"catch {one}" for one in ones}


def test_strangers_are_told_no_card(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table = deal(3)
    out = decide(table, Act(99, game.Play(game.card("R7"))), now, SEED)
    assert isinstance(out, Refused)
    assert sentence(refusal_page(table, out, None, reader)) == (
        "You have no seat at this table. Sit down with “join”."
    )


@pytest.mark.parametrize(
    ("rules", "pending", "said"),
    [
        ({"must_play": True}, game.Turn, "You can play red 4."),
        (
            {"force_play": True},
            lambda seat: game.PlayOrKeep(seat, game.card("W")),
            "You can play Wild.",
        ),
    ],
)
def test_what_must_be_played_is_named(
    deal: Callable[..., Table],
    reader: Reader,
    now: datetime,
    rules: dict[str, object],
    pending: Callable[[int], game.Pending],
    said: str,
) -> None:
    cards = "R4 B7" if pending is game.Turn else "R4 W"
    table = holding(deal(3, 1, Settings(options=game.Options.of(rules))), cards)
    assert table.play is not None
    number = table.play.index(owner(table)[1])
    assert number is not None
    round_ = table.play.round._replace(pending=pending(number))
    table = replace(table, play=replace(table.play, round=round_))
    move = game.Draw() if pending is game.Turn else game.Keep()
    assert refused(table, move, reader, now) == (
        f"You have a card that fits, and at this table it has to be played. {said}"
    )


def test_a_window_that_time_closed_names_nobody(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    late = Refused(Why.CATCH_TOO_LATE, then=now, sent=now + timedelta(seconds=2))
    assert sentence(refusal_page(deal(3), late, "s1", reader)) == (
        "Too late: the time was over at 18:30:00, your catch came at 18:30:02."
    )


def test_a_table_that_lost_its_host_still_says_who_may(
    deal: Callable[..., Table], reader: Reader
) -> None:
    nobody = replace(deal(2), host=99)
    assert sentence(refusal_page(nobody, Refused(Why.NOT_HOST), "s1", reader)) == (
        "Only the host can do that."
    )
