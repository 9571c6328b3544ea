"""The easy player: any card that fits, each as likely as the other; it draws only if none does.

It never bluffs, always plays a drawn card that fits and names any colour. This is the policy of
the reference figures, so the simulator is checked with it.
"""

from uno_chat.game import Move, Play, Sight
from uno_chat.strategies.budget import Budget
from uno_chat.strategies.luck import Luck, pick
from uno_chat.strategies.reading import sound


def easy(sight: Sight, luck: Luck, _budget: Budget) -> Move:
    """One of the choices of the sight."""
    moves = sound(sight)
    plays = [move for move in moves if isinstance(move, Play)]
    if len(plays) < 2:
        return plays[0] if plays else pick(luck, moves)
    playable = [play.card for play in plays]
    card = pick(luck, [card for card in sight.hand if card in playable])
    return pick(luck, [play for play in plays if play.card is card])
