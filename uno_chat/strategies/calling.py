"""Whether a play asks for UNO: with one card left after it, also where it trades hands."""

from uno_chat.game import NO_FINISH_PENALTY, Play, Sight, Symbol, Trade
from uno_chat.strategies.reading import own_seat, seat_after, seated


def leaves_one(sight: Sight, play: Play) -> bool:
    """Whether the seat will hold one card, or may, when the play and its trade are complete."""
    options, effect, left = sight.options, play.card.effect, left_after(sight, play)
    if not options.seven_o and (effect is None or effect.hands is None):
        return left == 1
    if left == 0:  # any other trade of a last card ends the round
        shuffles = effect is not None and effect.hands is Trade.SHUFFLE
        return options.last_card_trades and shuffles and 1 in _sizes_after(sight, play, left)
    return 1 in _sizes_after(sight, play, left)


def left_after(sight: Sight, play: Play) -> int:
    """How many cards the seat holds before hands are traded; a last card that may be none has
    cost two."""
    left = len(sight.hand) - 1 - len(play.more)
    stays = sight.options.no_action_finish and (play.card.wild or play.card.effect is not None)
    return NO_FINISH_PENALTY if left == 0 and stays else left


def _sizes_after(sight: Sight, play: Play, left: int) -> list[int]:
    """How many cards the seat may hold then; a seven does not say yet whose it will get."""
    effect, symbol = play.card.effect, play.card.symbol
    if effect is not None and effect.hands is Trade.SHUFFLE:
        laid = len(sight.hand) - left
        return [(sum(sight.sizes) - laid) // len(seated(sight))]
    if play.swap is not None:
        return [sight.sizes[play.swap]]
    if sight.options.seven_o and symbol is Symbol.SEVEN:
        return [sight.sizes[seat] for seat in seated(sight) if seat != own_seat(sight)]
    if sight.options.seven_o and symbol is Symbol.ZERO:
        giver = seat_after(sight, -1 - len(play.more))
        return [left if giver == sight.seat else sight.sizes[giver]]
    return [left]
