"""How earlier versions acted for a seat whose time was up, so that what they recorded replays.

They named a colour by lot and swapped with the next seat; the rest is as it was.
"""

from uno_chat.game import engine, opening, turn
from uno_chat.game.cards import Colour
from uno_chat.game.draft import Draft, Step
from uno_chat.game.shuffle import pick
from uno_chat.game.state import ChooseColour, ChooseSwap, Round


def expire(round_: Round) -> Step:
    """Raises IllegalMove if nobody owes a decision."""
    draft = Draft(round_)
    match round_.pending:
        case ChooseColour(seat):
            colour = pick(tuple(Colour), draft.deal.seed, "colour")
            opening.name_colour(draft, seat, colour)
        case ChooseSwap(seat):
            turn.choose_swap(draft, seat, draft.after(seat))
        case _:
            return engine.expire(round_)
    return draft.done()
