"""What a table agreed on before it dealt: the rules, the clock, how UNO is policed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from uno_chat.game import Options

OFFICIAL = Options()


@dataclass(frozen=True, slots=True)
class Settings:
    """Frozen when the first round is dealt.

    ``capped`` closes the catch window after a time, too; ``hold`` is how long the hand-off waits
    after a play that leaves one card; ``tie`` how long a late call still beats a catch; ``pause``
    the shortest and longest time a computer thinks.
    """

    options: Options = OFFICIAL
    turn_limit: timedelta | None = timedelta(hours=24)
    capped: bool = False
    hold: timedelta = timedelta(seconds=60)
    tie: timedelta = timedelta(seconds=10)
    pause: tuple[timedelta, timedelta] = (timedelta(seconds=20), timedelta(seconds=90))

    @property
    def window_limit(self) -> timedelta | None:
        """How long a window stays open at most; None where only play closes it."""
        if not self.capped or self.turn_limit is None:
            return None
        return max(timedelta(minutes=10), self.turn_limit / 20)
