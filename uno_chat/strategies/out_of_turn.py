"""What players among themselves do while somebody else is to move: jump in, press after a six.

At a table people and computers race, and the table is the judge of it. Here nobody is quicker than
anybody else: a jump-in and the next turn are as likely to come first, and all press in an order
that is drawn.
"""

from uno_chat.game import Move, Round, Smack, is_gone, sight, with_uno
from uno_chat.strategies.calling import leaves_one
from uno_chat.strategies.luck import Luck, pick

FIRST = 0.5
"""How often who can jump in comes before the seat to move."""


def aside(round_: Round, luck: Luck, *, fresh: bool) -> tuple[int, Move] | None:
    """Who does something out of turn now; `fresh` where a card was laid since the last look."""
    if round_.smack is not None:
        pressed = round_.smack.pressed
        slow = [seat for seat in _seated(round_) if seat not in pressed]
        return pick(luck, slow), Smack()
    if fresh and round_.deal.options.jump_in:
        return _jump(round_, luck)
    return None


def _jump(round_: Round, luck: Luck) -> tuple[int, Move] | None:
    able = [
        (seat, with_uno(jump) if leaves_one(seen, jump) else jump)
        for seat in _seated(round_)
        if (jump := (seen := sight(round_, seat)).jump)
    ]
    if not able or luck.random() >= FIRST:
        return None
    return pick(luck, able)


def _seated(round_: Round) -> list[int]:
    return [seat for seat in range(round_.deal.seats) if not is_gone(round_, seat)]
