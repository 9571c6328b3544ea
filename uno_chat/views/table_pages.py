"""The page of a table that everybody reads: lobby, round, between rounds, end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import assert_never

from uno_chat import game
from uno_chat.contract import (
    Block,
    Choice,
    Choices,
    Divider,
    Document,
    Heading,
    Link,
    Players,
    Row,
    User,
    contact_link,
    line,
)
from uno_chat.table.facts import Code
from uno_chat.table.state import Phase, Table
from uno_chat.views.agreeing import free_seats, muster, question, still, votes, wakers
from uno_chat.views.asked import smacking
from uno_chat.views.happenings import newest_first
from uno_chat.views.names import shown
from uno_chat.views.pieces import (
    answered,
    button,
    card_count,
    catches,
    coded,
    heading,
    mentioning,
    missing,
    on_top,
    readiness,
    score,
    seat_kind,
    smack,
    strong,
    table_name,
    timed,
)
from uno_chat.views.places import Place, also_in
from uno_chat.views.project import RoundView, SeatView, TableView, table_view
from uno_chat.views.reader import Reader
from uno_chat.views.summary import differences, summary
from uno_chat.views.typed import acts

NEWEST = 5
"""How many happenings a page shows."""

NEWEST_BETWEEN = 2
"""How many while no round is played: how the last one ended, who came or went."""

_ENOUGH = 5 * NEWEST
"""How many facts make so many lines."""

_SHORT_COMMITMENT = 16


def table_page(
    table: Table,
    reader: Reader,
    now: datetime,
    *,
    calls: User | None = None,
    also: Iterable[Place] = (),
) -> Document:
    """The living page in a group. It ``calls`` whoever has to act and is reached nowhere else, and
    says where the table is shown ``also``.
    """
    heading_, *rest = _blocks(table_view(table), reader, now, calls)
    where = also_in(also, reader) if table.phase is not Phase.ENDED else None
    return Document((heading_, *filter(None, [where]), *rest))


def moved_page(reader: Reader) -> Document:
    """What is left of the page once a new one stands below it: nothing that could be pressed."""
    return Document((line(reader.t("The table is further down.")),))


def _blocks(view: TableView, reader: Reader, now: datetime, calls: User | None) -> Iterator[Block]:
    match view.phase:
        case Phase.LOBBY:
            yield from _lobby(view, reader, now)
        case Phase.PLAYING:
            yield from _playing(view, reader, now, calls)
        case Phase.BETWEEN:
            yield from _between(view, reader, now)
        case Phase.MATCH_OVER:
            yield from _match_over(view, reader, now)
        case Phase.ENDED:
            yield from _ended(view, reader)
        case phase:
            assert_never(phase)


def _lacking(view: TableView, reader: Reader) -> Iterator[Block]:
    """How many there must be before cards can be dealt."""
    sitting = sum(not seat.gone for seat in view.seats)
    lacking = view.settings.options.seats.start - sitting
    if lacking == 1:
        yield line(reader.t("One more is needed: ask somebody to join, or add a computer."))
    elif lacking > 1:
        text = reader.tn(
            "{count} more is needed: ask somebody to join, or add a computer.",
            "{count} more are needed: ask people to join, or add computers.",
            lacking,
        )
        yield line(text)


def _lobby(view: TableView, reader: Reader, now: datetime) -> Iterator[Block]:
    yield Heading(table_name(view, reader))
    yield line(summary(view.settings, reader))
    yield _players((_waiting(seat, reader) for seat in view.seats if not seat.gone), reader)
    yield from _lacking(view, reader)
    yield from muster(view, reader, now)
    join = _join(view, reader, "seats")
    free = _free(view)
    add = [button(view, reader.t("Add computer"), "add normal", group="seats")] if free else []
    yield from _ways(view, reader)
    yield _acts(
        (
            *join,
            *add,
            button(view, reader.t("Deal"), "deal", group="round"),
            button(view, reader.t("Rules"), "rules", group="more"),
            button(view, reader.t("Settings"), "settings", group="more"),
            button(view, reader.t("Leave"), "leave", group="more"),
        ),
        reader,
    )


def _players(rows: Iterable[Row], reader: Reader) -> Players:
    return Players(tuple(rows), reader.tc("between a name and what is said of it", ": "))


def _waiting(seat: SeatView, reader: Reader) -> Row:
    cells = [seat_kind(seat, reader), reader.t("host") if seat.host else ""]
    cells.append(readiness(seat, reader))
    return Row(shown(seat.name), tuple(filter(None, cells)))


def _playing(view: TableView, reader: Reader, now: datetime, calls: User | None) -> Iterator[Block]:
    round_ = view.round
    if round_ is None:
        return
    yield heading(view, reader)
    other = " · ".join(differences(view.settings, reader))
    if other:
        yield line(other[0].upper() + other[1:])
    yield on_top(round_, reader)
    yield from still(view, reader, now)
    to_move = timed(strong(owed(view, round_, reader, now)), round_.deadline, reader, now)
    yield mentioning(to_move, view.name(round_.owner), calls)
    if round_.smack:
        yield smacking(view, round_, reader, now)
    present = (seat for seat in view.seats if not seat.gone)
    scored = any(seat.score for seat in view.seats)
    yield _players((_seated(view, seat, reader, scored=scored) for seat in present), reader)
    if len(round_.after) > 1:
        down = reader.t("Play goes down this list ↓")
        up = reader.t("Play goes up this list ↑")
        yield line(down if round_.direction == game.CLOCKWISE else up)
    elif round_.turn <= len(round_.order):
        yield line(reader.t("Of two, who lays a Reverse moves again."))
    yield from _news(view, reader)
    yield sealed(round_, reader)
    yield from question(view, reader, now)
    yield _acts(_table_choices(view, round_, reader), reader)
    yield from _ways(view, reader)


def in_group(options: Iterable[Choice], reader: Reader) -> Choices:
    """Choices that all can read: in words they are written like any command there."""
    return answered(options, reader, before=reader.command(""))


def _acts(options: Iterable[Choice], reader: Reader) -> Block:
    return acts(options, reader, before=reader.command(""))


def owed(view: TableView, round_: RoundView, reader: Reader, now: datetime) -> str:
    """Who has to decide what, and until when."""
    name = view.name(round_.owner)
    if not round_.handed:
        return reader.t("Next: {name}, in a moment", name=name)
    match round_.decision:
        case game.Decision.CHALLENGE:
            who = reader.t(
                "{name} takes {count} cards or challenges {author}",
                name=name,
                count=round_.total,
                author=view.name(round_.author),
            )
        case game.Decision.STACK:
            who = reader.t(
                "{name} takes {count} cards or passes them on", name=name, count=round_.total
            )
        case game.Decision.SWAP:
            who = reader.t("{name} chooses whose hand to take", name=name)
        case game.Decision.COLOUR:
            who = reader.t("{name} names the colour", name=name)
        case _:
            who = reader.t("To move: {name}", name=name)
    if round_.deadline is None:
        return who
    return reader.t("{who}, until {time}", who=who, time=reader.until(round_.deadline, now))


def _seated(view: TableView, seat: SeatView, reader: Reader, *, scored: bool) -> Row:
    if seat.cards is None:
        later = reader.t("plays from the next round")
        cells = [reader.t("out of the match") if seat.out else later]
    else:
        cells = [card_count(seat.cards, reader)]
    if seat.called:
        cells.append(reader.t("UNO"))
    if scored:
        cells.append(score(view, seat.score, reader))
    if seat.unreachable:
        cells.append(missing(seat, reader))
    if seat.vacation:
        cells.append(reader.t("on vacation"))
    elif seat.away:
        cells.append(reader.t("away, a computer plays"))
    if seat.leaving:
        cells.append(reader.t("leaves after this round"))
    return Row(shown(seat.name), tuple(cells), active=seat.active)


def _news(view: TableView, reader: Reader, most: int = NEWEST) -> Iterator[Block]:
    """What happened last, newest first."""
    news = tuple(islice(newest_first(view, view.happenings[-_ENOUGH:], reader), most))
    if news:
        yield Divider()
        yield from map(line, news)
        yield Divider()


def sealed(round_: RoundView, reader: Reader) -> Block:
    """The commitment to the shuffle: whole until everybody has had a turn, later short (the rules
    have it whole).
    """
    code = round_.commitment
    if round_.turn > len(round_.order):
        code = f"{code[:_SHORT_COMMITMENT]}…"
    return coded(reader.t("Sealed shuffle:"), code)


def _table_choices(view: TableView, round_: RoundView, reader: Reader) -> Iterator[Choice]:
    if round_.smack:
        yield smack(view, reader)
    yield from wakers(view, reader)
    yield from votes(view, reader)
    yield from free_seats(view, reader)
    yield button(view, reader.t("My hand"), "hand", group="play")
    if catches(view):
        yield button(view, reader.t("Catch"), "catch", group="play")
    yield from _join(view, reader, "play")


def _between(view: TableView, reader: Reader, now: datetime) -> Iterator[Block]:
    yield Heading(table_name(view, reader))
    yield from _news(view, reader, NEWEST_BETWEEN)
    yield totals(view, reader, ready=True)
    if view.next_dealer is not None:
        yield line(reader.t("Next dealer: {name}", name=view.name(view.next_dealer)))
    yield from muster(view, reader, now)
    yield from question(view, reader, now)
    yield _acts(
        (
            *votes(view, reader),
            button(view, reader.t("Next round"), "ready", group="round"),
            *_join(view, reader, "round"),
            button(view, reader.t("Leave"), "leave", group="more"),
            button(view, reader.t("Rules"), "rules", group="more"),
        ),
        reader,
    )
    yield from _ways(view, reader)


def _match_over(view: TableView, reader: Reader, now: datetime) -> Iterator[Block]:
    yield Heading(table_name(view, reader))
    yield strong(winners(view, reader))
    yield totals(view, reader, ready=True)
    yield from muster(view, reader, now)
    yield _acts(
        (
            button(view, reader.t("Rematch"), "ready", group="round"),
            *_join(view, reader, "round"),
            button(view, reader.t("Statistics"), "stats", group="more"),
            button(view, reader.t("Leave"), "leave", group="more"),
            button(view, reader.t("Close the table"), "end", group="more"),
        ),
        reader,
    )
    yield from _ways(view, reader)


def winners(view: TableView, reader: Reader) -> str:
    """Who has won the match."""
    names = [view.name(seat) for seat in view.winners]
    return reader.tn(
        "{names} has won the match!",
        "{names} have won the match!",
        len(names),
        names=reader.all_of(names),
    )


def _ended(view: TableView, reader: Reader) -> Iterator[Block]:
    yield Heading(table_name(view, reader))
    yield line(reader.t("This table is closed."))
    if view.round_no:
        yield totals(view, reader, ready=False)
    given_up = [fact.text for fact in view.happenings if fact.code == Code.TABLE_ENDED]
    if any(given_up):
        yield from unsealed(bytes.fromhex(given_up[-1]), reader)


def unsealed(seed: bytes, reader: Reader) -> Iterator[Block]:
    """The seed of a shuffle that need not be secret any more, and what was said of it before."""
    yield coded(reader.t("Seed of the shuffle, now open:"), seed.hex())
    yield coded(reader.t("Sealed at the deal as:"), game.commitment(seed))


def totals(view: TableView, reader: Reader, *, ready: bool) -> Players:
    """The scores of everybody who played, the best first once the match is over."""
    seats = list(view.seats)
    if view.phase in {Phase.MATCH_OVER, Phase.ENDED}:
        lowest = view.settings.options.scoring is not game.Scoring.WINNER
        seats.sort(key=lambda seat: seat.score, reverse=not lowest)
    return _players((_total(view, seat, reader, ready=ready) for seat in seats), reader)


def _total(view: TableView, seat: SeatView, reader: Reader, *, ready: bool) -> Row:
    cells = []
    if view.settings.options.counted:
        cells.append(score(view, seat.score, reader))
    if seat.gone:
        cells.append(reader.t("left"))
    elif seat.out:
        cells.append(reader.t("out of the match"))
    elif ready and seat.unreachable:
        cells.append(missing(seat, reader))
    elif ready and view.phase is Phase.MATCH_OVER:
        cells += [reader.t("wants a rematch")] if seat.ready else []
    elif ready:
        cells.append(reader.t("ready") if seat.ready else reader.t("not ready yet"))
    return Row(shown(seat.name), tuple(cells))


def _join(view: TableView, reader: Reader, group: str) -> list[Choice]:
    """A button that sits down, where no link is the better one."""
    if reader.links or not _free(view):
        return []
    return [button(view, reader.t("Join"), "join", group=group)]


def _ways(view: TableView, reader: Reader) -> Iterator[Link]:
    """Ways into the private chat: only who takes one can be dealt in for certain."""
    if not reader.links:
        return
    if _free(view):
        yield contact_link(reader.t("Join"), f"join-{view.id}-{view.door}".rstrip("-"))
    if view.round is not None or any(seat.unreachable for seat in view.seats):
        yield contact_link(reader.t("Play in private"), f"hand-{view.id}")


def _free(view: TableView) -> bool:
    return sum(not seat.gone for seat in view.seats) < view.settings.options.seats[-1]
