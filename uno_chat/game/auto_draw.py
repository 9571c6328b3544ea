"""House rule of our own: who can lay nothing draws without being asked.

It is what a hurried table wants of a chat, part of our `speed`. While somebody can be caught the
next seat is asked as ever, or the draw would save whoever forgot to call. A card that could be
laid as a bluff is a card that can be laid, so that nothing is decided for anybody.
"""

from uno_chat.game import turn
from uno_chat.game.draft import Draft
from uno_chat.game.legal import may_lay
from uno_chat.game.state import Turn


def go_on(draft: Draft) -> None:
    """Draw for one seat after the other until one has a choice; once round without a card to draw
    is enough."""
    idle = 0
    while isinstance(draft.pending, Turn) and draft.window is None and idle < draft.deal.seats:
        seat = draft.pending.seat
        if _can_lay(draft, seat):
            return
        idle = 0 if draft.has_more() else idle + 1
        turn.draw(draft, seat)


def _can_lay(draft: Draft, seat: int) -> bool:
    hand, colour, top = draft.hands[seat], draft.colour, draft.discard[-1]
    return any(may_lay(draft.options, card, hand, colour, top) for card in hand)
