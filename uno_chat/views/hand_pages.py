"""The page of one seat, in private: the hand, what can be done with it, what happened meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from uno_chat import game
from uno_chat.contract import Block, Cards, Document, Heading, line
from uno_chat.table.facts import Code, Fact
from uno_chat.table.state import Phase, Table
from uno_chat.views.agreeing import mine, of_people, question, still
from uno_chat.views.answers import choices
from uno_chat.views.asked import asked
from uno_chat.views.cards import colour_name, faces_of, full_name
from uno_chat.views.names import shown
from uno_chat.views.news import folded
from uno_chat.views.offers import bluffs
from uno_chat.views.pieces import (
    button,
    card_count,
    heading,
    on_top,
    silence,
    strong,
    table_name,
    timed,
)
from uno_chat.views.planned import planned
from uno_chat.views.project import HandView, RoundView, TableView, hand_view, table_view
from uno_chat.views.reader import Reader
from uno_chat.views.summary import summary
from uno_chat.views.table_pages import owed, totals, winners
from uno_chat.views.typed import acts, has_numbers, numbered_hand


def hand_page(
    table: Table, seat_id: str, reader: Reader, now: datetime, *, leaf: int = 1
) -> Document:
    """The living page of a seat; a big hand has its plays on several leaves. Raises KeyError if
    there is no such seat.
    """
    view = hand_view(table, seat_id)
    return Document(tuple(_blocks(view, reader, now, leaf)))


def left_page(table: Table, reader: Reader) -> Document:
    """What is left of the page of somebody who has no seat any more: no card, nothing to press."""
    name = table_name(table_view(table), reader)
    return Document((Heading(name), line(reader.t("You have no seat at this table any more."))))


def older_page(table: Table, reader: Reader) -> Document:
    """What is left of a hand once a new one stands below it."""
    name = table_name(table_view(table), reader)
    return Document((Heading(name), line(reader.t("Your hand is further down."))))


def _blocks(view: HandView, reader: Reader, now: datetime, leaf: int) -> Iterator[Block]:
    round_ = view.table.round
    if round_ is None:
        yield from _no_round(view, reader)
    elif not view.plays:
        yield from _looking_on(view, round_, reader, now)
    else:
        yield from _playing(view, round_, reader, now)
        yield from choices(view, round_, reader, leaf)


def _playing(view: HandView, round_: RoundView, reader: Reader, now: datetime) -> Iterator[Block]:
    yield heading(view.table, reader)
    yield from still(view.table, reader, now)
    yield from mine(view, reader, now)
    yield from _status(view, round_, reader, now)
    yield on_top(round_, reader)
    yield line(_afterwards(view, round_, reader))
    yield from _meanwhile(view, reader)
    yield from _drawn(view, reader)
    yield from planned(view, round_, reader)
    yield from asked(view, round_, reader, now)
    yield _hand(view, round_, reader)
    yield from _risk(view, round_, reader)
    if view.shown is not None:
        name = view.table.name(view.shown_author)
        label = reader.t("{name}'s hand when you challenged", name=name)
        yield Cards(label, faces_of(view.shown.cards, reader))
    yield from question(view.table, reader, now)


def _status(view: HandView, round_: RoundView, reader: Reader, now: datetime) -> Iterator[Block]:
    if not view.mine:
        yield timed(line(owed(view.table, round_, reader, now)), round_.deadline, reader, now)
    elif view.soon:
        yield line(reader.t("Your turn. What you prepared is played in a moment."))
    elif round_.handed:
        yield timed(strong(_your_turn(round_, reader, now)), round_.deadline, reader, now)
    elif not view.noted:
        yield line(reader.t("You are next, in a moment. You may choose already."))
    if view.noted:
        yield line(reader.t("Noted: it is played as soon as that may be."))
    if view.announced:
        yield line(reader.t("You said UNO for this play."))


def _your_turn(round_: RoundView, reader: Reader, now: datetime) -> str:
    if round_.deadline is None:
        return reader.t("Your turn")
    return reader.t("Your turn until {time}", time=reader.until(round_.deadline, now))


def _afterwards(view: HandView, round_: RoundView, reader: Reader) -> str:
    """The other seats in the order of play: a hand is complete by itself, without the table."""
    if view.mine:
        return reader.t("After you: {names}", names=_next(view.table, round_.after, reader))
    names = _next(view.table, (round_.owner, *round_.after), reader, but=view.seat.id)
    return reader.t("The others: {names}", names=names)


def _next(view: TableView, seats: tuple[str, ...], reader: Reader, *, but: str = "") -> str:
    found = []
    for seat in map(view.seat, seats):
        if seat is None or seat.id == but or seat.cards is None:
            continue
        count = card_count(seat.cards, reader)
        told = reader.t("{count}, said UNO", count=count) if seat.called else count
        found.append(reader.t("{name} ({told})", name=shown(seat.name), told=told))
    return ", ".join(found)


def _meanwhile(view: HandView, reader: Reader) -> Iterator[Block]:
    """What happened since the last act of this seat in this round, in a few lines."""
    news = folded(view.table, _of_this_round(view.since), reader)
    if len(news) == 1:
        yield line(reader.t("Since your last turn: {news}.", news=news[0]))
    elif news:
        yield line(reader.t("Since your last turn:"))
        yield from (line(f"– {one}") for one in news)


def _drawn(view: HandView, reader: Reader) -> Iterator[Block]:
    """What the last turn of this seat brought, if it was a card that could not be played."""
    own = [fact for fact in view.table.happenings if fact.seat == view.seat.id]
    last = own[-1] if own else None
    if view.mine or not view.hand or last is None or last.code != game.Drew.kind:
        return
    if last.why == game.Why.TURN and last.number == 1:
        yield line(reader.t("You drew {card}.", card=full_name(view.hand[-1], reader)))


def _of_this_round(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    started = [place for place, fact in enumerate(facts) if fact.code == Code.ROUND_STARTED]
    return facts[started[-1] :] if started else facts


def _hand(view: HandView, round_: RoundView, reader: Reader) -> Cards:
    def note(card: game.Card) -> str:
        if not bluffs(view, card) or round_.colour is None:
            return ""
        return reader.t("a bluff: you hold {colour}", colour=colour_name(round_.colour, reader))

    label = reader.t("Your hand ({count})", count=len(view.hand))
    if reader.typed and has_numbers(view, round_):
        return numbered_hand(view, round_, label, reader)
    return Cards(label, faces_of(view.hand, reader, note))


def _risk(view: HandView, round_: RoundView, reader: Reader) -> Iterator[Block]:
    """What a bluff may cost, before it is played."""
    if round_.colour is not None and any(bluffs(view, card) for card in view.hand):
        colour = colour_name(round_.colour, reader)
        yield line(
            reader.t(
                "⚠ Wild Draw Four would be a bluff, for you hold {colour}: whoever has to draw may"
                " challenge it, and then the cards are yours.",
                colour=colour,
            )
        )


def _looking_on(
    view: HandView, round_: RoundView, reader: Reader, now: datetime
) -> Iterator[Block]:
    """A seat that came too late for this round."""
    yield heading(view.table, reader)
    if view.seat.out:
        yield line(reader.t("You are out of this match; the next one is open to you again."))
    else:
        yield line(reader.t("You play from the next round on."))
    yield on_top(round_, reader)
    yield timed(line(owed(view.table, round_, reader, now)), round_.deadline, reader, now)
    names = _next(view.table, (round_.owner, *round_.after), reader)
    yield line(reader.t("In this round: {names}", names=names))
    yield acts((button(view.table, reader.t("Leave"), "leave"),), reader)


def _no_round(view: HandView, reader: Reader) -> Iterator[Block]:
    table = view.table
    yield Heading(table_name(table, reader))
    match table.phase:
        case Phase.LOBBY:
            yield line(summary(table.settings, reader))
            yield line(reader.t("You have a seat. Your cards come here when the host deals."))
            yield from silence(reader)
            names = ", ".join(shown(seat.name) for seat in table.seats if not seat.gone)
            yield line(reader.t("At the table: {names}", names=names))
        case Phase.MATCH_OVER:
            yield strong(winners(table, reader))
            yield totals(table, reader, ready=True)
        case Phase.ENDED:
            yield line(reader.t("This table is closed."))
            return
        case _:
            yield line(reader.t("The round is over. Who is ready for the next one?"))
            yield totals(table, reader, ready=True)
    yield _between_choices(view, reader)


def _between_choices(view: HandView, reader: Reader) -> Block:
    table = view.table
    again = reader.t("Rematch") if table.phase is Phase.MATCH_OVER else reader.t("Next round")
    if view.seat.host and table.phase is Phase.LOBBY:
        first = [button(table, reader.t("Deal"), "deal")]
    elif not view.seat.ready:
        first = [button(table, again, "ready")]
    else:
        first = []
    first += of_people(view, reader)
    table_, leave = reader.t("Table"), reader.t("Leave")
    others = (button(table, table_, "table"), button(table, leave, "leave"))
    return acts((*first, *others), reader)
