"""The hard player: guesses the hidden cards many times and sees which move wins most often.

Every guess is played to the end once for each move, by the policy of the normal player on all
seats, so the moves are compared under the same luck. It draws only when no card fits. Where hands
are traded and demands are answered, which playouts leave out, it moves like the normal player.
"""

from collections.abc import Sequence

from uno_chat.game import Decision, Draw, Keep, Move, NameColour, Play, Sight
from uno_chat.strategies.budget import Budget
from uno_chat.strategies.faces import COLOURS
from uno_chat.strategies.guess import Known, guess, known, places_of, playout
from uno_chat.strategies.luck import Luck
from uno_chat.strategies.normal import normal, worth
from uno_chat.strategies.playout import Playout
from uno_chat.strategies.reading import sound

PONDERED = (Decision.PLAY, Decision.PLAY_OR_KEEP, Decision.COLOUR)


def hard(sight: Sight, luck: Luck, budget: Budget) -> Move:
    """One of the choices of the sight: which wins most, among equals what is worth most."""
    moves: list[Move] = [move for move in sound(sight) if not isinstance(move, Draw)]
    if len(moves) < 2 or len(sight.hand) == 1 or not _is_pondered(sight):
        return normal(sight, luck, budget)
    moves.sort(key=lambda move: worth(sight, move), reverse=True)
    wins = _wins(known(sight), moves, luck, budget)
    return moves[wins.index(max(wins))]


def _is_pondered(sight: Sight) -> bool:
    trades = any(card.effect is not None and card.effect.hands is not None for card in sight.hand)
    return sight.decision in PONDERED and not sight.options.seven_o and not trades


def _wins(known: Known, moves: Sequence[Move], luck: Luck, budget: Budget) -> list[int]:
    """How often each move has led to a win."""
    wins = [0] * len(moves)
    laid = [_laid(known, move) for move in moves]
    for _ in range(budget.samples):
        hands, rest = guess(known, luck)
        for number, move in enumerate(moves):
            play = playout(known, hands, rest, luck)
            _begin(play, move, laid[number])
            wins[number] += play.winner() in known.side
    return wins


def _laid(known: Known, move: Move) -> list[int]:
    return places_of(known, (move.card, *move.more)) if isinstance(move, Play) else []


def _begin(play: Playout, move: Move, laid: list[int]) -> None:
    """Make the move that is tried; of several cards only the last one acts."""
    match move:
        case Play():
            for place in laid[:-1]:
                play.put_under(place)
            play.lay(laid[-1], 0 if move.colour is None else COLOURS.index(move.colour))
        case NameColour():
            play.colour = COLOURS.index(move.colour)
        case Keep():
            play.pass_on()
