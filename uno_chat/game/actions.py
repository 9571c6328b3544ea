"""What a played card does to the others, and to whom the turn passes (rules.md 1.7, 1.9)."""

from uno_chat.game import deflect
from uno_chat.game.cards import Effect
from uno_chat.game.demands import demand, owed
from uno_chat.game.draft import Draft
from uno_chat.game.events import Reversed, Skipped, Why
from uno_chat.game.state import Evidence


def act(
    draft: Draft, seat: int, effect: Effect | None, evidence: Evidence | None, count: int
) -> None:
    """The card of this seat, or so many of a kind, takes effect and the turn passes."""
    if effect is None:
        draft.pass_turn(seat)
    elif effect.draw:
        demand(draft, seat, owed(draft.pending) + effect.draw * count, evidence)
    elif draft.options.deflect and owed(draft.pending):
        deflect.turn_away(draft, effect)
        demand(draft, seat, owed(draft.pending), evidence)
    elif effect.skips:
        _skip(draft, seat, count)
    elif effect.reverses:
        _reverse(draft, seat, count)
    else:
        _shower(draft, seat, effect)
        draft.pass_turn(seat)


def act_last(draft: Draft, seat: int, effect: Effect, count: int) -> None:
    """What the last card of a seat still does before the count: others draw, nothing else."""
    total = owed(draft.pending) + effect.draw * count
    if total:
        deflect.turn_away(draft, effect)
        draft.give(draft.after(seat), total, Why.DRAW_FOUR if effect.challenged else Why.DRAW_TWO)
    _shower(draft, seat, effect)


def _skip(draft: Draft, seat: int, count: int) -> None:
    """So many seats miss their turn, the one who laid the cards never."""
    missing = draft.after(seat)
    for _ in range(count - 1):
        if draft.after(missing) != seat:
            draft.say(Skipped(missing))
            missing = draft.after(missing)
    draft.skip(missing)


def _reverse(draft: Draft, seat: int, count: int) -> None:
    """Play turns round; of two players the same one moves again. An even number does nothing."""
    if count % 2 == 0:
        draft.pass_turn(seat)
        return
    draft.direction = -draft.direction
    draft.say(Reversed(draft.direction))
    two = draft.deal.seats - len(draft.gone) == 2
    draft.turn_to(seat if two else draft.after(seat))


def _shower(draft: Draft, seat: int, effect: Effect) -> None:
    """Every other seat draws, beginning with the next; nobody misses a turn for it."""
    target = draft.after(seat)
    while effect.shower and target != seat:
        draft.give(target, effect.shower, Why.DOWNPOUR)
        target = draft.after(target)
