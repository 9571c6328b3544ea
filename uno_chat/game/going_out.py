"""The end of a round: the last card is out and whatever it still demands has been drawn.

House rule: nobody goes out on an action or a wild card (rules.md 3.1). It may be laid and does
what it does, but its seat draws two first and is still in the round.
"""

from uno_chat.game.cards import Card
from uno_chat.game.draft import Draft
from uno_chat.game.events import RoundWon, Why
from uno_chat.game.scoring import round_points
from uno_chat.game.state import Over

NO_FINISH_PENALTY = 2


def is_out(draft: Draft, seat: int) -> bool:
    return not draft.hands[seat]


def goes_out(draft: Draft, seat: int, card: Card) -> bool:
    """Whether the last card of this seat may be its last; if not, it has drawn."""
    if draft.options.no_action_finish and (card.wild or card.effect is not None):
        draft.give(seat, NO_FINISH_PENALTY, Why.NO_FINISH)
        return False
    return True


def win(draft: Draft, winner: int) -> None:
    points = round_points(draft.options, winner, draft.hands, draft.gone)
    draft.pending = Over(winner, points)
    draft.window = None
    draft.smack = None
    draft.announced = False
    draft.say(RoundWon(winner, points))
