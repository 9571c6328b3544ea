"""The hard player: guesses the hidden cards many times and sees which move wins most often.

Every guess is played to the end once for each move, by the policy of the normal player on all
seats, so the moves are compared under the same luck. It draws only when no card fits.
"""

from uno_chat.game import Card, Draw, Keep, Move, NameColour, Play, Sight
from uno_chat.strategies.budget import Budget
from uno_chat.strategies.faces import COLOURS
from uno_chat.strategies.guess import Known, guess, known, playout
from uno_chat.strategies.luck import Luck
from uno_chat.strategies.normal import worth
from uno_chat.strategies.reading import honest


def hard(sight: Sight, luck: Luck, budget: Budget) -> Move:
    """One of the choices of the sight: which wins most, among equals the normal player's."""
    plays: tuple[Move, ...] = tuple(move for move in honest(sight) if not isinstance(move, Draw))
    moves = sorted(plays or sight.choices, key=lambda move: worth(sight, move), reverse=True)
    if len(moves) == 1 or len(sight.hand) == 1:
        return moves[0]
    wins = _wins(known(sight), moves, luck, budget)
    return moves[wins.index(max(wins))]


def _wins(known: Known, moves: list[Move], luck: Luck, budget: Budget) -> list[int]:
    """How often each move has led to a win."""
    wins = [0] * len(moves)
    for _ in range(budget.samples):
        if budget.spent():
            break
        hands, rest = guess(known, luck)
        for place, move in enumerate(moves):
            wins[place] += _wins_with(move, known, hands, rest, luck)
    return wins


def _wins_with(
    move: Move, known: Known, hands: tuple[int, ...], rest: list[int], luck: Luck
) -> bool:
    play = playout(known, hands, rest, luck)
    match move:
        case Play():
            named = 0 if move.colour is None else COLOURS.index(move.colour)
            play.lay(_place(known, move.card), named)
        case NameColour():
            play.colour = COLOURS.index(move.colour)
        case Keep():
            play.pass_on()
    return play.winner() == known.me


def _place(known: Known, card: Card) -> int:
    """Where one of these cards lies in the own hand."""
    own = known.certain[known.me]
    return next(
        place for place, face in enumerate(known.faces.cards) if face is card and own >> place & 1
    )
