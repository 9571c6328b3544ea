"""Codes are not found out by trying: whoever writes wrong ones has to wait, so that nobody else
has to.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from uno_chat.contract import Transaction
from uno_chat.coordinator.asking import Asker
from uno_chat.coordinator.messages import Remarked, remarked
from uno_chat.coordinator.profiles import keep_person, person
from uno_chat.views import Remark

GUESSES: Final = 5
"""How many wrong codes somebody may write within ``WITHIN``, of whatever kind."""
WITHIN: Final = timedelta(hours=1)


def guessed_wrong(tx: Transaction, who: Asker, now: datetime) -> None:
    """That code was none."""
    known = person(who.player)
    keep_person(tx, who.player.id, replace(known, guesses=(*known.guesses, now)[-GUESSES:]))


def too_many_guesses(who: Asker, now: datetime) -> Remarked | None:
    """What to tell somebody who may try no other code yet."""
    guesses = person(who.player).guesses
    if len(guesses) < GUESSES or now - guesses[0] >= WITHIN:
        return None
    return remarked(Remark.LINK_LATER, when=(guesses[0] + WITHIN).isoformat())
