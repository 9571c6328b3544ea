"""What a played card does to the others, and to whom the turn passes (rules.md 1.7, 1.9)."""

from uno_chat.game.cards import Effect
from uno_chat.game.draft import Draft
from uno_chat.game.events import Reversed, Why
from uno_chat.game.state import Evidence
from uno_chat.game.wild_four import lay_before


def act(draft: Draft, seat: int, effect: Effect | None, evidence: Evidence | None) -> None:
    """The card of this seat takes effect and the turn passes."""
    if effect is None:
        draft.turn_to(draft.after(seat))
    elif evidence is not None:
        lay_before(draft, seat, evidence, effect.draw)
    elif effect.draw:
        _draw_and_miss(draft, draft.after(seat), effect.draw)
    elif effect.skips:
        draft.skip(draft.after(seat))
    elif effect.reverses:
        reverse(draft, seat)
    else:
        draft.turn_to(draft.after(seat))


def act_last(draft: Draft, seat: int, effect: Effect) -> None:
    """What the last card of a seat still does before the count: others draw, nothing else."""
    if effect.draw:
        draft.give(draft.after(seat), effect.draw, Why.DRAW_TWO)


def reverse(draft: Draft, seat: int) -> None:
    """Play turns round; of two players the same one moves again."""
    draft.direction = -draft.direction
    draft.say(Reversed(draft.direction))
    two = draft.deal.seats - len(draft.gone) == 2
    draft.turn_to(seat if two else draft.after(seat))


def _draw_and_miss(draft: Draft, seat: int, count: int) -> None:
    draft.give(seat, count, Why.DRAW_TWO)
    draft.skip(seat)
