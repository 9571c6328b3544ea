"""Compare a table with what a scenario expects of it."""

import json
from collections.abc import Mapping

from uno_chat.game.cards import in_order, text_of
from uno_chat.game.match import Match, next_dealer
from uno_chat.game.scenario.files import Scenario, mapping
from uno_chat.game.scenario.setting import DIRECTIONS, read_cards, seat_of
from uno_chat.game.sight import Sight, sight
from uno_chat.game.state import Hand, Over, Round


def mismatch(scenario: Scenario, match: Match, round_: Round) -> str | None:
    """The first expectation that does not hold, in words; None if all do."""
    found = _facts(scenario, match, round_)
    for key, wanted in scenario.expect.items():
        expected, actual = _comparable(scenario, key, wanted, found[key])
        if (expected == actual) is (key == "top_is_not"):
            return f"expected {key} {json.dumps(expected)}, found {json.dumps(actual)}"
    return None


def _comparable(
    scenario: Scenario, key: str, wanted: object, found: object
) -> tuple[object, object]:
    """Both sides in one form; of players only those that the scenario names."""
    if isinstance(found, Mapping):
        named = mapping(wanted, key)
        for name in named:
            seat_of(scenario, name)
        found = {name: found[name] for name in named}
        if key == "hands":
            wanted = {name: _hand(str(hand)) for name, hand in named.items()}
    elif key in ("top", "top_is_not", "colour"):
        wanted = wanted.upper() if isinstance(wanted, str) else wanted
    return wanted, found


def _hand(text: str) -> str:
    return text_of(in_order(read_cards(text)))


def _facts(scenario: Scenario, match: Match, round_: Round) -> dict[str, object]:
    """Everything that can be expected, by its name in a scenario."""
    players, seen = scenario.players, sight(round_, None)
    hands = dict(zip(players, round_.hands, strict=True))
    return {
        "top": seen.top.code if seen.top else None,
        "top_is_not": seen.top.code if seen.top else None,
        "colour": seen.colour,
        "turn": _name(players, seen.owner),
        "direction": next(word for word, way in DIRECTIONS.items() if way == seen.direction),
        "pending": seen.decision,
        "hands": {name: text_of(in_order(hand)) for name, hand in hands.items()},
        "hand_sizes": {name: len(hand) for name, hand in hands.items()},
        "stock_size": seen.stock_size,
        "discard_size": len(round_.discard) + len(round_.buried),
        "cards_in_all": _cards_in_all(round_),
        "uno_open": _name(players, seen.window.seat if seen.window else None),
        **_result(match, round_, seen),
    }


def _result(match: Match, round_: Round, seen: Sight) -> dict[str, object]:
    gone = {match.seats[seat] for seat in seen.gone}
    staying = [name for name in match.seats if name not in {*gone, *match.out}]
    over = isinstance(round_.pending, Over)
    return {
        "round_over": over,
        "winner": _name(match.seats, seen.winner),
        "round_points": seen.points[seen.winner] if seen.winner is not None else None,
        "scores": match.scores,
        "match_over": match.over,
        "match_winners": list(match.winners),
        "eliminated": list(match.out),
        "next_dealer": next_dealer(match, staying),
    }


def _name(players: tuple[str, ...], seat: int | None) -> str | None:
    return None if seat is None else players[seat]


def _cards_in_all(round_: Round) -> int:
    piles: tuple[Hand, ...] = (*round_.hands, round_.stock, round_.discard, round_.buried)
    return sum(map(len, piles))
