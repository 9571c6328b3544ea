"""How a fault is told to the operator: by its place, without a word of what it was about."""

from __future__ import annotations

import logging
import traceback
from typing import Final

_INNERMOST: Final = 6


def places(error: BaseException) -> str:
    """Functions and lines of a traceback, innermost last, without any text of the error: it may
    quote names, words or hands.
    """
    frames = traceback.extract_tb(error.__traceback__)
    return " > ".join(f"{frame.name}:{frame.lineno}" for frame in frames[-_INNERMOST:])


def tell(log: logging.Logger, what: str, error: BaseException) -> None:
    """One line for the operator: ``what`` raised which kind of error, and where."""
    log.error("%s raised %s at %s", what, type(error).__name__, places(error))
