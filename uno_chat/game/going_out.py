"""The end of a round: the last card is out and whatever it still demands has been drawn."""

from uno_chat.game.draft import Draft
from uno_chat.game.events import RoundWon
from uno_chat.game.scoring import round_points
from uno_chat.game.state import Over


def is_out(draft: Draft, seat: int) -> bool:
    return not draft.hands[seat]


def win(draft: Draft, winner: int) -> None:
    points = round_points(draft.options.scoring, winner, draft.hands, draft.gone)
    draft.pending = Over(winner, points)
    draft.window = None
    draft.smack = None
    draft.announced = False
    draft.say(RoundWon(winner, points))
