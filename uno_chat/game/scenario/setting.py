"""Lay out the table that a scenario describes."""

import hashlib
from collections import Counter

from uno_chat.game.cards import Card, Colour, UnknownCard, cards
from uno_chat.game.dealing import check_seats
from uno_chat.game.match import Match
from uno_chat.game.option_faults import OptionsError
from uno_chat.game.options import Options
from uno_chat.game.scenario.files import Scenario, ScenarioError, mapping, number, switch, text
from uno_chat.game.shuffle import shuffled
from uno_chat.game.state import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    TURNS,
    Deal,
    Hand,
    Round,
    Unopened,
)

DIRECTIONS = {"clockwise": CLOCKWISE, "counterclockwise": COUNTERCLOCKWISE}


def lay_out(scenario: Scenario) -> tuple[Match, Round]:
    """The match with its earlier points, and the round as it stands before the first step."""
    table, players = scenario.table, scenario.players
    options = _options(scenario)
    try:
        check_seats(options, len(players))
    except ValueError as error:
        raise ScenarioError(str(error)) from None
    dealer = text(table, "dealer", players[-1])
    scores = dict.fromkeys(players, 0) | _scores(scenario)
    match = Match(options, players, dealer, scores, number(table, "round", 1))
    seed = hashlib.sha256(scenario.id.encode()).digest()
    deal = Deal(options, len(players), seat_of(scenario, dealer), seed)
    return match, _round(scenario, deal)


def refused_rules(scenario: Scenario) -> str | None:
    """The name of what is wrong with the options; None if they can be played."""
    try:
        _options(scenario)
    except ScenarioError as error:
        if isinstance(error.__cause__, OptionsError):
            return error.__cause__.fault
        raise
    return None


def _options(scenario: Scenario) -> Options:
    try:
        return Options.of(mapping(scenario.table.get("rules", {}), "rules"))
    except OptionsError as error:
        raise ScenarioError(f"rules: {error}") from error


def seat_of(scenario: Scenario, name: str) -> int:
    if name not in scenario.players:
        raise ScenarioError(f"{name!r} is not one of the players {', '.join(scenario.players)}.")
    return scenario.players.index(name)


def read_cards(table_text: str) -> Hand:
    try:
        return cards(table_text)
    except UnknownCard as error:
        raise ScenarioError(str(error)) from None


def _round(scenario: Scenario, deal: Deal) -> Round:
    table = scenario.table
    named = mapping(table.get("hands", {}), "hands")
    for name in named:
        seat_of(scenario, name)
    hands = tuple(read_cards(text(named, name, "")) for name in scenario.players)
    discard, stock = (read_cards(text(table, pile, "")) for pile in ("discard", "stock"))
    rest = _rest(deal, (*hands, discard, stock))
    if not switch(table, "exact"):
        stock += rest
    colour = _colour(scenario, discard)
    direction = DIRECTIONS.get(text(table, "direction", "clockwise"))
    if direction is None:
        raise ScenarioError("direction is clockwise or counterclockwise.")
    if not discard:
        return Round(deal, hands, stock, discard, None, direction, Unopened())
    first = scenario.players[(deal.dealer + 1) % deal.seats]
    turn = TURNS[seat_of(scenario, text(table, "turn", first))]
    return Round(deal, hands, stock, discard, colour, direction, turn, turn_no=1)


def _rest(deal: Deal, named: tuple[Hand, ...]) -> Hand:
    """The cards of the pack that the scenario does not name; it cannot name more than there are."""
    left = Counter(deal.options.pack)
    left.subtract(card for hand in named for card in hand)
    for card, count in left.items():
        if count < 0:
            raise ScenarioError(f"the pack has no more than {_there(deal, card)} of {card.code}.")
    return shuffled(tuple(left.elements()), deal.seed, "deal")


def _there(deal: Deal, card: Card) -> int:
    return deal.options.pack.count(card)


def _colour(scenario: Scenario, discard: tuple[Card, ...]) -> Colour | None:
    named = text(scenario.table, "colour", "").upper()
    if named and named not in set(Colour):
        raise ScenarioError(f"colour is one of {', '.join(Colour)}.")
    if not discard:
        return None
    if discard[-1].wild and not named:
        raise ScenarioError("the top is a wild card, so colour must say which colour it named.")
    own = discard[-1].colour
    if own and named not in {"", own}:
        raise ScenarioError(f"the top is {discard[-1].code}, so colour cannot be {named}.")
    return own or Colour(named)


def _scores(scenario: Scenario) -> dict[str, int]:
    scores = {}
    for name, points in mapping(scenario.table.get("scores", {}), "scores").items():
        seat_of(scenario, name)
        if not isinstance(points, int) or isinstance(points, bool) or points < 0:
            raise ScenarioError(f"scores: the points of {name} are a whole number.")
        scores[name] = points
    return scores
