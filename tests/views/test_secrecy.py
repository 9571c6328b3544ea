"""Nobody sees what nobody told them: whatever hidden cards are, a page looks the same.

At moments of whole random games the cards that a viewer cannot know are exchanged among the
places where they lie. Every page, notice and refusal for that viewer must stay the same to the
letter, with all its buttons.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

import pytest

from uno_chat import game
from uno_chat.contract import Capabilities, Document
from uno_chat.table import (
    Act,
    AtTable,
    CatchSeat,
    Fact,
    Phase,
    Play,
    Refused,
    Settings,
    Table,
    ToPlayer,
    decide,
)
from uno_chat.views import (
    Reader,
    fact_page,
    hand_page,
    hand_view,
    happening,
    lower,
    refusal_page,
    rules_page,
    settings_page,
    table_entry,
    table_page,
    table_view,
    tables_page,
)

MOMENTS = 120
SEED = bytes(range(32))
QUICK = Settings(hold=timedelta(0), tie=timedelta(0))
LOWEST = Settings(options=game.Options(scoring=game.Scoring.LOWEST, must_play=True))


def house(edition: str, **rules: object) -> Settings:
    options = game.Options.of({"edition": edition, **rules})
    return Settings(options=options, hold=timedelta(0))


TRADES = house("pack112_2015", seven_o=True, smackdown=True, multi_play=True)
WAITS = house("pack112_2018", jump_in=True, seven_o=True, stacking="same", wd4="always")
ADDS = house("h2o", stacking="cross", multi_play=True, jump_in=True)
DRAWS = house("classic108", stacking="same", keep_drawing=True, force_play=True)
GAMES = [
    (2, 11, QUICK),
    (2, 12, Settings()),
    (3, 13, QUICK),
    (4, 14, Settings()),
    (7, 15, LOWEST),
    (2, 16, TRADES),
    (4, 17, TRADES),
    (3, 18, WAITS),
    (5, 19, WAITS),
    (4, 20, ADDS),
    (3, 21, DRAWS),
]


def exchanged(table: Table, seat: str | None, chance: random.Random) -> Table:
    """The same table with all cards that this seat (None: no seat) cannot know dealt anew."""
    play = table.play
    assert play is not None
    round_, own = play.round, None if seat is None else play.index(seat)
    others = [number for number in range(len(play.order)) if number != own]
    pool = [*round_.stock, *round_.buried]
    for number in others:
        pool += round_.hands[number]
    chance.shuffle(pool)
    cards = iter(pool)
    hands = list(round_.hands)
    for number in others:
        hands[number] = tuple(next(cards) for _ in round_.hands[number])
    stock = tuple(next(cards) for _ in round_.stock)
    buried = tuple(next(cards) for _ in round_.buried)
    round_ = round_._replace(hands=tuple(hands), stock=stock, buried=buried)
    round_ = round_._replace(pending=_pending(round_, own), shown=_shown(round_, own))
    return replace(table, play=_unprepared(replace(play, round=round_), seat))


def _shown(round_: game.Round, own: int | None) -> game.Shown | None:
    """What others were shown at a challenge."""
    if round_.shown is None or round_.shown.to == own:
        return round_.shown
    return replace(round_.shown, cards=round_.hands[round_.shown.author])


def _pending(round_: game.Round, own: int | None) -> game.Pending:
    """A decision that fits to the new hands."""
    pending = round_.pending
    if isinstance(pending, game.AnswerFour) and pending.author != own:
        rest = round_.hands[pending.author]
        return replace(pending, evidence=replace(pending.evidence, rest=rest))
    if isinstance(pending, game.PlayOrKeep) and pending.seat != own:
        return replace(pending, card=round_.hands[pending.seat][-1])
    return pending


def _unprepared(play: Play, seat: str | None) -> Play:
    """What others chose in advance is hidden, too, and that they did."""
    lists = tuple(one for one in play.prepared if one.seat == seat)
    early = play.early if play.early is not None and play.early.seat == seat else None
    return replace(play, early=early, prepared=lists)


def pages(table: Table, seat: str | None, reader: Reader, now: datetime) -> Iterator[Document]:
    """Everything that a viewer can ask to see."""
    yield table_page(table, reader, now)
    yield rules_page(table, reader)
    yield settings_page(table, reader)
    for fact in table.happenings[-6:]:
        yield fact_page(table, fact, reader)
    if seat is None:
        return
    player = table.seat(seat).player
    assert player is not None
    yield hand_page(table, seat, reader, now)
    yield tables_page((table_entry(table, player),), reader, now)


def attempts(table: Table, seat: str) -> Iterator[AtTable]:
    """Whatever somebody could try."""
    player = table.seat(seat).player
    assert player is not None
    for card in game.CARDS.values():
        colour = game.Colour.RED if card.wild else None
        yield Act(player, game.Play(card, colour))
    yield Act(player, game.Play(game.card("W")))
    yield Act(player, game.Play(game.card("R7"), game.Colour.RED))
    for move in (game.Draw(), game.Keep(), game.Accept(), game.CallUno(), game.Smack()):
        yield Act(player, move)
    for number in range(len(table.seats)):
        yield Act(player, game.Swap(number))
        yield Act(player, game.Play(game.card("G7"), swap=number))
        yield Act(player, game.Play(game.card("WH"), game.Colour.RED, swap=number))
    yield Act(player, game.Play(game.card("R5"), more=game.cards("G5 B5")))
    yield Act(player, game.NameColour(game.Colour.BLUE))
    yield Act(player, game.Draw(), decision=0)
    for other in (None, *(one.id for one in table.seats)):
        yield CatchSeat(player, other)


def answers(table: Table, seat: str, reader: Reader, now: datetime) -> Iterator[object]:
    """What this seat would be told after each attempt, and what everybody else would."""
    for command in attempts(table, seat):
        out = decide(table, command, now, SEED)
        if isinstance(out, Refused):
            yield out
            yield refusal_page(table, out, seat, reader)
            continue
        if out.table.phase is not Phase.PLAYING:  # all cards are open now
            yield out.table.phase
            continue
        if isinstance(command, Act) and shows_cards(table.settings.options, command.move):
            continue
        yield [happening(out.table, fact, reader) for fact in _new(table, out.table)]
        yield [tell.fact for tell in out.tell if not isinstance(tell, ToPlayer)]
        yield out.reply


def shows_cards(options: game.Options, move: game.Move) -> bool:
    """Whether a rule lets all see something of hidden cards by what follows: that the next player
    can pass a demand on, how many cards had to be drawn, which one was played at once.
    """
    if isinstance(move, game.Draw):
        return options.keep_drawing or options.force_play
    stacks = options.stacking is not game.Stacking.OFF
    return stacks and isinstance(move, game.Play) and bool(move.card.effect)


def _new(before: Table, after: Table) -> tuple[Fact, ...]:
    count = after.happened - before.happened
    return after.happenings[-count:] if count else ()


@pytest.mark.parametrize(("players", "seed", "settings"), GAMES)
def test_no_page_depends_on_a_card_that_its_reader_cannot_know(
    play: Callable[..., Iterator[Any]],
    reader: Reader,
    french: Reader,
    players: int,
    seed: int,
    settings: Settings,
) -> None:
    chance, seen = random.Random(seed), 0
    for moment in islice(play(players, seed, settings, plans=True), MOMENTS):
        table, now = moment.table, moment.now
        if table.play is None or chance.random() > 0.5:
            continue
        seat = chance.choice([None, *table.play.order])
        other = exchanged(table, seat, chance)
        words = chance.choice((reader, french))
        seen += other != table
        for page, same in zip(
            pages(table, seat, words, now), pages(other, seat, words, now), strict=True
        ):
            assert page == same
            assert lower(page, Capabilities()) == lower(same, Capabilities())
    assert seen > 5


@pytest.mark.parametrize(("players", "seed", "settings"), GAMES)
def test_no_answer_depends_on_a_card_that_the_asker_cannot_know(
    play: Callable[..., Iterator[Any]], reader: Reader, players: int, seed: int, settings: Settings
) -> None:
    chance, seen = random.Random(seed), 0
    for moment in islice(play(players, seed, settings, plans=True), MOMENTS):
        table, now = moment.table, moment.now
        if table.play is None or chance.random() > 0.1:
            continue
        seat = chance.choice(table.play.order)
        other = exchanged(table, seat, chance)
        seen += 1
        told, same = answers(table, seat, reader, now), answers(other, seat, reader, now)
        assert list(told) == list(same)
    assert seen > 1


@pytest.mark.parametrize(("players", "seed", "settings"), GAMES)
def test_no_view_holds_what_its_owner_cannot_know(
    play: Callable[..., Iterator[Any]], players: int, seed: int, settings: Settings
) -> None:
    """Stronger than what can be read on a page: not even unread parts of a view may differ."""
    chance = random.Random(seed)
    for moment in islice(play(players, seed, settings, plans=True), MOMENTS):
        if moment.table.play is None:
            return
        for seat in moment.table.play.order:
            other = exchanged(moment.table, seat, chance)
            assert hand_view(moment.table, seat) == hand_view(other, seat)
        assert table_view(moment.table) == table_view(exchanged(moment.table, None, chance))


def test_a_page_does_depend_on_the_cards_that_its_reader_holds(
    deal: Callable[..., Table], reader: Reader, now: datetime
) -> None:
    table, chance = deal(3), random.Random(1)
    assert table.play is not None
    seat = table.play.order[0]
    other = exchanged(table, None, chance)
    assert hand_page(table, seat, reader, now) != hand_page(other, seat, reader, now)
    assert table_page(table, reader, now) == table_page(other, reader, now)


@pytest.mark.parametrize("seed", range(3))
def test_a_view_tells_no_hand_when_it_is_printed(
    play: Callable[..., Iterator[Any]], seed: int
) -> None:
    chance = random.Random(seed)
    for moment in play(3, seed, QUICK, plans=True):
        if moment.table.play is None:
            return
        seat = moment.table.play.order[0]
        other = exchanged(moment.table, None, chance)
        assert repr(hand_view(moment.table, seat)) == repr(hand_view(other, seat))


def test_only_the_challenger_sees_the_hand_that_was_shown(
    play: Callable[..., Iterator[Any]], reader: Reader, now: datetime
) -> None:
    """Found by trying rounds until one holds a challenge."""
    for seed in range(40):
        for moment in play(4, seed, QUICK):
            shown = moment.table.play and moment.table.play.round.shown
            if not shown or moment.table.play is None:
                continue
            order = moment.table.play.order
            for number, seat in enumerate(order):
                blocks = hand_page(moment.table, seat, reader, now).blocks
                told = [b for b in blocks if "when you challenged" in getattr(b, "label", "")]
                assert bool(told) == (number == shown.to)
            return
    pytest.fail("no round had a challenge")
