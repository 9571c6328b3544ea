"""Cards and settings from which several tests begin."""

from __future__ import annotations

from datetime import timedelta

from uno_chat.table import PRESETS, Settings
from uno_chat.testing.sitting import Sitting, dealt, lay


def unheld(pace: str = "daily") -> Settings:
    """A pace at which the turn is handed over as soon as a card is laid."""
    return Settings(pace=PRESETS[pace].pace, hold=timedelta(0))


def nothing_fits(at: Sitting) -> Sitting:
    """North is to move on red 5 with three blue cards, and draws nothing but green ones."""
    lay(at, "s1", "R5", {"s1": "B1 B2 B3"}, stock="G9 G8 G7 G6")
    return at


def choices_ahead(settings: Settings | None = None, stock: str = "", **hands: str) -> Sitting:
    """North is to move on red 5; East is next with a red and a green card, then South."""
    at = dealt(3, settings=settings or unheld())
    usual = {"s1": "R7 B5 Y5 W+4", "s2": "R1 G7 B3", "s3": "R4 R6 B9"}
    lay(at, "s1", "R5", usual | hands, stock=stock)
    return at
