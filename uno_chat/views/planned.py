"""What a seat has prepared for its next turn, in words; told to its owner alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from uno_chat import game
from uno_chat.contract import Block, Choice, line
from uno_chat.table.facts import Refused, Void
from uno_chat.table.prepared import Doing, DrawAndPlay, Item, Wait
from uno_chat.views.cards import colour_name, full_names, named
from uno_chat.views.pieces import button
from uno_chat.views.project import HandView, RoundView
from uno_chat.views.reader import Reader
from uno_chat.views.refusals import refusal


def planned(view: HandView, round_: RoundView, reader: Reader) -> Iterator[Block]:
    """The list as it stands, or why nothing came of it."""
    if view.planned:
        yield line(reader.t("Prepared: {doings}", doings=_all(view, round_, reader)))
    if view.failed:
        yield line(reader.t("Nothing of what you had prepared could be done:"))
    for failed in view.failed:
        doing, why = _doing(failed.item, view, round_, reader), _why(failed.why, view, reader)
        yield line(f"– {doing}: {why}")


def taking_back(view: HandView, reader: Reader) -> Iterator[Choice]:
    """A button as long as there is something to take back."""
    if view.planned:
        yield button(view.table, reader.t("Do not play it"), "next off", group="next")


def _all(view: HandView, round_: RoundView, reader: Reader) -> str:
    *others, text = (_doing(item, view, round_, reader) for item in view.planned)
    for doing in reversed(others):
        text = reader.t("{doing}, else {others}", doing=doing, others=text)
    return text


def _doing(item: Item, view: HandView, round_: RoundView, reader: Reader) -> str:
    doing = _plain(item.doing, view, round_, reader)
    if isinstance(item.doing, game.Play | DrawAndPlay) and item.doing.uno:
        doing = reader.t("{doing} with UNO", doing=doing)
    if item.colour is None:
        return doing
    colour = colour_name(item.colour, reader)
    return reader.t("{doing} if {colour} counts", doing=doing, colour=colour)


def _plain(doing: Doing, view: HandView, round_: RoundView, reader: Reader) -> str:
    match doing:
        case game.Play():
            return _play(doing, view, round_, reader)
        case game.Draw():
            return reader.t("draw")
        case DrawAndPlay():
            return reader.t("draw and play that card if it fits")
        case game.Accept():
            return reader.t("accept")
        case game.Challenge():
            return reader.t("challenge")
        case Wait():
            return reader.t("wait")
    assert_never(doing)


def _play(play: game.Play, view: HandView, round_: RoundView, reader: Reader) -> str:
    if play.more:
        return full_names((play.card, *play.more), reader)
    card = named(play.card, play.colour, reader)
    if play.swap is None or play.swap not in range(len(round_.order)):
        return card
    name = view.table.name(round_.order[play.swap])
    return reader.t("{card}, swap with {name}", card=card, name=name)


def _why(why: game.Refusal | Void, view: HandView, reader: Reader) -> str:
    if isinstance(why, Void):
        round_ = view.table.round
        colour = round_.colour if round_ else None
        return reader.t("{colour} counts", colour=colour_name(colour, reader) if colour else "?")
    card = None if why.card is None else why.card.code
    return refusal(view.table, None, Refused(why.reason, card=card), reader)
