"""Rounds and matches as JSON data and back: what is read goes on exactly as what was written.

The version stands in the data. A version this code does not know is refused, so that a newer
table is never half understood.
"""

from collections.abc import Mapping
from typing import Any, assert_never

from uno_chat.game.cards import Colour, card, cards, text_of
from uno_chat.game.match import Match
from uno_chat.game.options import Options
from uno_chat.game.state import (
    AnswerDraw,
    AnswerFour,
    ChooseColour,
    ChooseSwap,
    Deal,
    Evidence,
    Gone,
    Over,
    Pending,
    PlayOrKeep,
    Round,
    Shown,
    SmackOpen,
    Turn,
    Unopened,
    UnoWindow,
)

VERSION = 1
Data = dict[str, Any]


class StoredError(ValueError):
    """The data is not a round or match that this version can read."""


def round_to_data(round_: Round) -> Data:
    deal, window, shown, smack = round_.deal, round_.window, round_.shown, round_.smack
    return {
        "version": VERSION,
        "options": deal.options.as_mapping(),
        "dealer": deal.dealer,
        "seed": deal.seed.hex(),
        "hands": [text_of(hand) for hand in round_.hands],
        "stock": text_of(round_.stock),
        "discard": text_of(round_.discard),
        "colour": round_.colour,
        "direction": round_.direction,
        "pending": _pending_to_data(round_.pending),
        "turn_no": round_.turn_no,
        "play_no": round_.play_no,
        "window": window and [window.seat, window.play_no],
        "called": sorted(round_.called),
        "announced": round_.announced,
        "buried": text_of(round_.buried),
        "gone": [[gone.seat, gone.points] for gone in round_.gone],
        "reshuffles": round_.reshuffles,
        "smack": smack and [smack.play_no, sorted(smack.pressed)],
        "laid_turn": round_.laid_turn,
        "shown": shown and [shown.to, shown.author, text_of(shown.cards)],
    }


def round_from_data(data: Mapping[str, Any]) -> Round:
    """Raises StoredError."""
    _known_version(data)
    try:
        return _round(data)
    except (LookupError, TypeError, ValueError) as error:
        raise StoredError(f"This is not a stored round: {type(error).__name__}.") from None


def match_to_data(match: Match) -> Data:
    return {
        "version": VERSION,
        "options": match.options.as_mapping(),
        "seats": list(match.seats),
        "dealer": match.dealer,
        "scores": dict(match.scores),
        "round_no": match.round_no,
        "winners": list(match.winners),
    }


def match_from_data(data: Mapping[str, Any]) -> Match:
    """Raises StoredError."""
    _known_version(data)
    try:
        return Match(
            options=Options.of(data["options"]),
            seats=tuple(data["seats"]),
            dealer=data["dealer"],
            scores=dict(data["scores"]),
            round_no=data["round_no"],
            winners=tuple(data["winners"]),
        )
    except (LookupError, TypeError, ValueError) as error:
        raise StoredError(f"This is not a stored match: {type(error).__name__}.") from None


def _known_version(data: Mapping[str, Any]) -> None:
    version = data.get("version")
    if version != VERSION:
        raise StoredError(
            f"This was stored as version {version!r}; this program reads version {VERSION}."
            " Use the program that stored it, or a newer one."
        )


def _round(data: Mapping[str, Any]) -> Round:
    hands = tuple(cards(hand) for hand in data["hands"])
    seed = bytes.fromhex(data["seed"])
    return Round(
        deal=Deal(Options.of(data["options"]), len(hands), data["dealer"], seed),
        hands=hands,
        stock=cards(data["stock"]),
        discard=cards(data["discard"]),
        colour=data["colour"] and Colour(data["colour"]),
        direction=data["direction"],
        pending=_pending(data["pending"]),
        turn_no=data["turn_no"],
        play_no=data["play_no"],
        window=data["window"] and UnoWindow(*data["window"]),
        called=frozenset(data["called"]),
        announced=data["announced"],
        buried=cards(data["buried"]),
        gone=tuple(Gone(seat, points) for seat, points in data["gone"]),
        reshuffles=data["reshuffles"],
        shown=data["shown"] and _shown(*data["shown"]),
        smack=data["smack"] and _smack(*data["smack"]),
        laid_turn=data["laid_turn"],
    )


def _shown(to: int, author: int, hand: str) -> Shown:
    return Shown(to, author, cards(hand))


def _smack(play_no: int, pressed: list[int]) -> SmackOpen:
    return SmackOpen(play_no, frozenset(pressed))


def _pending_to_data(pending: Pending) -> Data:
    match pending:
        case Unopened():
            return {"is": "unopened"}
        case Turn():
            return {"is": "turn", "seat": pending.seat}
        case PlayOrKeep():
            return {"is": "play-or-keep", "seat": pending.seat, "card": pending.card.code}
        case ChooseColour():
            return {"is": "colour", "seat": pending.seat}
        case AnswerFour(seat, author, evidence, total):
            held = {"colour": evidence.colour, "rest": text_of(evidence.rest)}
            return {"is": "four", "seat": seat, "author": author, "total": total, **held}
        case AnswerDraw():
            return {"is": "draw", "seat": pending.seat, "total": pending.total}
        case ChooseSwap():
            return {"is": "swap", "seat": pending.seat}
        case Over():
            return {"is": "over", "winner": pending.winner, "points": list(pending.points)}
    assert_never(pending)


def _pending(data: Data) -> Pending:
    match data:
        case {"is": "unopened"}:
            return Unopened()
        case {"is": "turn", "seat": seat}:
            return Turn(seat)
        case {"is": "play-or-keep", "seat": seat, "card": code}:
            return PlayOrKeep(seat, card(code))
        case {"is": "colour", "seat": seat}:
            return ChooseColour(seat)
        case {"is": "four", "seat": seat, "author": author, "total": total, **held}:
            evidence = Evidence(Colour(held["colour"]), cards(held["rest"]))
            return AnswerFour(seat, author, evidence, total)
        case {"is": "draw", "seat": seat, "total": total}:
            return AnswerDraw(seat, total)
        case {"is": "swap", "seat": seat}:
            return ChooseSwap(seat)
        case {"is": "over", "winner": winner, "points": points}:
            return Over(winner, tuple(points))
    raise StoredError("This decision is not known.")
