"""What a table agreed on before it dealt: the rules, the clock, how UNO is policed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from uno_chat.game import Options, UnoMode
from uno_chat.table.pace import DAILY, Pace

OFFICIAL = Options()
LEAST_WINDOW = timedelta(minutes=10)
A_DAY = Pace(timedelta(hours=24))
"""The plainest clock: a day a turn, and nothing else."""


class Absent(StrEnum):
    """What becomes of a seat whose person stays away: the computer keeps it, somebody else of the
    group may take it, or its cards go back into the game.
    """

    KEEP = "keep"
    SUBSTITUTE = "substitute"
    REMOVE = "remove"


class Vacations(StrEnum):
    """What the vacation of somebody does: a computer plays, the clock stands still for a while, or
    there is none at this table.
    """

    AUTOPILOT = "autopilot"
    PAUSE = "pause"
    NONE = "none"


UNO_MODES: Mapping[str, tuple[UnoMode, bool]] = {
    "official": (UnoMode.CALL, False),
    "capped": (UnoMode.CALL, True),
    "auto": (UnoMode.AUTO, False),
    "auto-penalty": (UnoMode.AUTO_PENALTY, False),
    "off": (UnoMode.NONE, False),
}
"""How UNO is policed: the word that is typed, the game's mode, whether the window is capped."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Frozen when the first round is dealt.

    ``capped`` closes the catch window after a time, too; ``hold`` is how long the hand-off waits
    after a play that leaves one card; ``tie`` how long a late call still beats a catch; ``pause``
    the shortest and longest time a computer thinks.
    """

    options: Options = OFFICIAL
    pace: Pace = A_DAY
    capped: bool = False
    hold: timedelta = timedelta(seconds=60)
    tie: timedelta = timedelta(seconds=10)
    pause: tuple[timedelta, timedelta] = (timedelta(seconds=20), timedelta(seconds=90))
    absent: Absent = Absent.KEEP
    vacation: Vacations = Vacations.AUTOPILOT

    @property
    def window_limit(self) -> timedelta | None:
        """How long a window stays open at most; None where only play closes it."""
        if not self.capped:
            return None
        return max(LEAST_WINDOW, (self.pace.base or LEAST_WINDOW) / 20)

    @property
    def wait(self) -> timedelta:
        """How long the hand-off waits after a play that leaves one card: not at all where the
        table says UNO itself, or nobody does."""
        return self.hold if self.options.uno_mode.by_players else timedelta(0)


IN_GROUPS = Settings(pace=DAILY)
"""What a table plays that agreed on nothing else."""
