"""Words that say less than a move, and are one for whoever owes a decision: "play it", "draw 4"."""

from __future__ import annotations

from typing import assert_never

from uno_chat import game
from uno_chat.coordinator.finding import is_called
from uno_chat.coordinator.intents import Brief, Do, Drawn, NoColour, PassOver, Say
from uno_chat.coordinator.messages import Puzzled
from uno_chat.table import Table
from uno_chat.views import Trouble


def in_full(said: Brief, table: Table, player: int) -> Do | PassOver | Say | Puzzled:
    """What somebody who plays here means, as the round stands now; or a question back."""
    owed = _owed(table, player)
    match said, owed:
        case Drawn(colour, uno, _), game.PlayOrKeep(_, card):
            return Do(game.Play(card, colour, uno=uno))
        case Drawn(None, _, _), game.Turn():
            return Do(game.Keep())  # which is refused: nothing was drawn
        case Drawn(_, _, text), _:
            return Puzzled(Trouble.NO_SUCH_CARD, text)
        case NoColour("+2" | "+4"), game.AnswerFour() | game.AnswerDraw():
            return Do(game.Accept())
        case NoColour("+4"), _:
            return Do(game.Play(game.card("W+4")))
        case NoColour(sign), _:
            return Puzzled(Trouble.NO_COLOUR, parts=(("card", f"R{_SIGNS[sign]}"),))
        case Say(agree, None), game.PlayOrKeep(_, card) if table.vote is None:
            return Do(game.Play(card) if agree else game.Keep())
        case Say(_, None), game.AnswerFour() if table.vote is None:
            return Do(game.Draw())  # which is refused with what can be done
        case Say(), _:
            return said
        case PassOver(whom, Do(game.Play(card)) as play), _:
            return _whom_or_card(table, whom, card) or play
        case PassOver(), _:
            return said
    assert_never(said)


_SIGNS = {"s": "S", "rev": "R", "+2": "+2"}


def _owed(table: Table, player: int) -> game.Pending | None:
    """What the round waits for from this person."""
    play, seat = table.play, table.seat_of(player)
    if play is None or seat is None or play.owner != seat.id:
        return None
    return play.round.pending


def _whom_or_card(table: Table, whom: str, card: game.Card) -> Puzzled | None:
    """A question back where somebody is called like the colour of a card."""
    named = next((seat.name for seat in table.present if is_called(seat, whom)), None)
    if named is None:
        return None
    return Puzzled(Trouble.CARD_OR_PLAYER, parts=(("card", card.code), ("name", named)))
