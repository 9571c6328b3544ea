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


def tell(log: logging.Logger, error: BaseException, what: str, *about: object) -> None:
    """One line for the operator: ``what`` we did ``about`` this raised which error, and where."""
    event = f"{what} raised %s at %s"
    log.error(event, *about, type(error).__name__, places(error))
