"""What is asked of a seat beyond the next card, and what either answer costs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from uno_chat import game
from uno_chat.contract import Block, Paragraph, line
from uno_chat.views.cards import colour_name, full_name
from uno_chat.views.pieces import card_count, strong, timed
from uno_chat.views.project import HandView, RoundView, TableView
from uno_chat.views.reader import Reader


def asked(view: HandView, round_: RoundView, reader: Reader, now: datetime) -> Iterator[Block]:
    """The decision of this seat, if it is not simply the next card; what house rules offer it."""
    if view.mine:
        yield from _decision(view, round_, reader)
    elif view.jump is not None:
        yield strong(reader.t("You hold the very card that lies on top: you may jump in."))
    if view.seat.id in round_.smack:
        yield smacking(view.table, round_, reader, now)


def smacking(view: TableView, round_: RoundView, reader: Reader, now: datetime) -> Paragraph:
    """Who has not yet smacked, and what it costs to be last."""
    names = reader.all_of(view.name(seat) for seat in round_.smack)
    if round_.smack_closes is None:
        text = reader.t("Smack! The last one draws two cards. Not yet: {names}", names=names)
        return strong(text)
    text = reader.t(
        "Smack! The last one draws two cards, and so does whoever has not by {time}. "
        "Not yet: {names}",
        time=reader.moment(round_.smack_closes, now),
        names=names,
    )
    return timed(strong(text), round_.smack_closes, reader, now)


def _decision(view: HandView, round_: RoundView, reader: Reader) -> Iterator[Block]:
    match round_.decision:
        case game.Decision.PLAY_OR_KEEP if view.drawn is not None:
            yield strong(reader.t("You drew {card}. It fits.", card=full_name(view.drawn, reader)))
        case game.Decision.COLOUR:
            yield strong(reader.t("A Wild opened the round: name the colour, then play."))
        case game.Decision.CHALLENGE:
            yield from _challenge(view, round_, reader)
        case game.Decision.STACK:
            text = reader.t("{count} cards are meant for you.", count=round_.total)
            yield strong(text)
            yield from _costs(view, round_, reader)
        case game.Decision.SWAP:
            yield strong(reader.t("You played a 7: whose hand do you take for yours?"))
        case _:
            return


def _challenge(view: HandView, round_: RoundView, reader: Reader) -> Iterator[Block]:
    author, total = view.table.name(round_.author), round_.total
    yield strong(reader.t("{name} played Wild Draw Four: accept or challenge?", name=author))
    yield from _costs(view, round_, reader)
    yield line(
        reader.t(
            "Challenge, if {name} held {colour}: {name} draws {count} and it is your turn.",
            name=author,
            colour=colour_name(round_.doubted, reader) if round_.doubted else "?",
            count=card_count(total, reader),
        )
    )
    yield line(
        reader.t(
            "Challenge, if not: you draw {count} and miss your turn.",
            count=card_count(total + game.WRONG_CHALLENGE, reader),
        )
    )


def _costs(view: HandView, round_: RoundView, reader: Reader) -> Iterator[Block]:
    """To take what is demanded, or to pass it on."""
    yield line(reader.t("Take {count}: you draw them and miss your turn.", count=round_.total))
    plays = (move for move in view.choices if isinstance(move, game.Play))
    cards = [full_name(card, reader) for card in dict.fromkeys(play.card for play in plays)]
    if not cards:
        return
    if view.table.settings.options.stacking is game.Stacking.OFF:
        text = reader.t("Pass them on: lay {cards}.", cards=reader.either(cards))
    else:
        text = reader.t("Add to them and pass them on: lay {cards}.", cards=reader.either(cards))
    yield line(text)
