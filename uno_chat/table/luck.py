"""Small chances of a table, from the seed of its round: the same round, the same delays."""

from __future__ import annotations

from datetime import timedelta

from uno_chat import game
from uno_chat.table.state import Play

_FINE = 1_000_000


def _share(play: Play, label: str) -> float:
    return game.pick(range(_FINE), play.round.deal.seed, f"table {label}") / _FINE


def between(span: tuple[timedelta, timedelta], play: Play, label: str) -> timedelta:
    """A time in ``span``; the label makes each use its own."""
    low, high = span
    return low + (high - low) * _share(play, label)


def happens(chance: float, play: Play, label: str) -> bool:
    """True with probability ``chance``."""
    return _share(play, label) < chance
