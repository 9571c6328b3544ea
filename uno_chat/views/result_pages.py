"""A finished round with all hands face up, and a finished match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from uno_chat import game
from uno_chat.contract import Block, Cards, Choices, Document, Heading, line
from uno_chat.table.state import Phase, Result, Table
from uno_chat.views.cards import face_of, faces_of
from uno_chat.views.clauses import laid
from uno_chat.views.pieces import button, points, strong, table_name
from uno_chat.views.project import TableView, table_view
from uno_chat.views.reader import Reader
from uno_chat.views.table_pages import totals, unsealed, winners


def result_page(table: Table, result: Result, reader: Reader) -> Document:
    """Who won a round, with what, the points card by card, the totals, the seed. A page that is
    late leaves out what would be the totals of the match after.
    """
    match = table.match
    going_on = (
        match is not None and not match.over and result.number > table.rounds - match.round_no
    )
    return Document(tuple(_result(table_view(table), result, reader, going_on=going_on)))


def match_page(table: Table, reader: Reader) -> Document:
    """Who won the match, and the totals."""
    return Document(tuple(_match(table_view(table), reader)))


def _result(view: TableView, result: Result, reader: Reader, *, going_on: bool) -> Iterator[Block]:
    over = reader.t("the round is over")
    yield Heading(f"{table_name(view, reader)} · {over}")
    yield strong(_won(view, result, reader))
    counted, own = view.settings.options.counted, _side(view, result)
    for seat, hand in zip(result.order, result.hands, strict=True):
        if hand and counted:
            yield _open_hand(view.name(seat), hand, reader, counts=seat not in own)
        elif hand:
            cards = game.in_order(map(game.card, hand))
            yield Cards(view.name(seat), faces_of(cards, reader))
    if counted:
        yield line(_sum(view, result, reader))
    if counted and going_on:
        yield totals(view, reader, ready=False)
    if view.next_dealer is not None:
        yield line(reader.t("Next dealer: {name}", name=view.name(view.next_dealer)))
    yield from unsealed(result.seed, reader)
    if view.phase is Phase.BETWEEN:
        yield Choices((button(view, reader.t("Next round"), "ready"),))


def _side(view: TableView, result: Result) -> tuple[str, ...]:
    """Who has won the round: a seat, or two that play together."""
    place = result.order.index(result.winner)
    return game.side_of(view.settings.options, result.order, place)


def _won(view: TableView, result: Result, reader: Reader) -> str:
    """With which card, if the last one is still remembered."""
    name = view.name(result.winner)
    last = next((f for f in reversed(view.happenings) if f.code == "played"), None)
    if last is None or last.card is None or (last.seat, last.number) != (result.winner, 0):
        return reader.t("{name} won the round.", name=name)
    card = laid(replace(last, colour=None), reader)
    return reader.t("{name} won the round with {card}.", name=name, card=card)


def _open_hand(name: str, hand: tuple[str, ...], reader: Reader, *, counts: bool) -> Cards:
    """What a card counts stands beside it, unless that is what it shows. Whoever won because all
    others left holds cards that count for nobody.
    """
    cards = game.in_order(map(game.card, hand))
    if not counts:
        return Cards(reader.t("{name}, not counted", name=name), faces_of(cards, reader))
    worth = game.hand_points(cards)
    label = reader.t("{name}, {points}", name=name, points=points(worth, reader))
    faces = tuple(
        face_of(card, reader, note=_worth(card, count)) for card, count in Counter(cards).items()
    )
    return Cards(label, faces)


def _worth(card: game.Card, count: int) -> str:
    if count > 1:
        return f"{count} × {card.points}"
    return "" if card.symbol == str(card.points) else str(card.points)


def _sum(view: TableView, result: Result, reader: Reader) -> str:
    options = view.settings.options
    if options.scoring is game.Scoring.LOWEST:
        return reader.t("Everybody writes down their own cards; the lowest total wins.")
    if options.scoring is game.Scoring.ELIMINATION:
        return reader.t(
            "Everybody writes down their own cards; whoever has {goal} is out.", goal=options.goal
        )
    own = _side(view, result)
    others = (
        hand
        for seat, hand in zip(result.order, result.hands, strict=True)
        if hand and seat not in own
    )
    parts = [game.hand_points(tuple(map(game.card, hand))) for hand in others]
    won = result.points[result.order.index(result.winner)]
    terms = [str(part) for part in parts]
    if won > sum(parts):
        terms.append(reader.t("{count} of those who left", count=won - sum(parts)))
    name = reader.all_of(map(view.name, own))
    if len(terms) < 2:
        return reader.t("{points} for {name}", points=points(won, reader), name=name)
    added = f"{' + '.join(terms)} = {points(won, reader)}"
    return reader.t("{points} for {name}", points=added, name=name)


def _match(view: TableView, reader: Reader) -> Iterator[Block]:
    over = reader.t("the match is over")
    yield Heading(f"{table_name(view, reader)} · {over}")
    yield strong(winners(view, reader))
    yield line(reader.tn("After {count} round:", "After {count} rounds:", view.round_no))
    yield totals(view, reader, ready=False)
    yield from map(line, _fun(view, reader))
    if view.phase is Phase.MATCH_OVER:
        yield Choices((button(view, reader.t("Rematch"), "ready"),))


def _fun(view: TableView, r: Reader) -> Iterator[str]:
    """What a match is remembered for: nothing that shames."""
    if not view.tallies:
        return
    best = max(view.tallies, key=lambda one: one.best)
    if best.best and view.settings.options.counted:
        name, count = view.name(best.seat), points(best.best, r)
        yield r.t("Best round: {name}, {points}", name=name, points=count)
    watchful = max(view.tallies, key=lambda one: one.catches)
    if watchful.catches:
        name = view.name(watchful.seat)
        yield r.tn(
            "Sharpest eye: {name}, {count} catch",
            "Sharpest eye: {name}, {count} catches",
            watchful.catches,
            name=name,
        )
    longest = max(view.tallies, key=lambda one: one.longest)
    if longest.longest:
        name, time = view.name(longest.seat), r.span(longest.longest)
        yield r.t("Longest thought: {name}, {time}", name=name, time=time)
