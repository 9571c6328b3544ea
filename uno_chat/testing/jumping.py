"""An event loop that never waits: when nothing is left to do, its clock jumps to what comes next.

Whole services live through weeks in it, with their own loops, limits of time and pauses.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

T = TypeVar("T")

SWEEP: Final = 15.0
_LEAST: Final = 0.01


class _Jumping(selectors.SelectSelector):
    """It asks for events without waiting; the loop's time is in ``seconds``."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if not found and timeout is None:
            raise RuntimeError("Everybody waits, and nothing will ever come.")
        if not found and timeout:
            self.seconds += max(timeout, 0.0)
        return found


class _JumpingLoop(asyncio.SelectorEventLoop):
    """asyncio offers no other way to a time of one's own."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.seconds


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run this to its end, however long it takes, at once."""
    with asyncio.Runner(loop_factory=_JumpingLoop) as runner:
        return runner.run(main)


def now_since(start: datetime) -> datetime:
    """What time it is if the loop began then, to the millisecond like ``utc_now``."""
    return start + timedelta(milliseconds=int(asyncio.get_running_loop().time() * 1000))


@dataclass(slots=True)
class Wakes:
    """Stands in for ``runtime.AlarmClock``, which asks what time it really is."""

    bells: Mapping[str, Callable[[], None]]
    armed: dict[str, tuple[datetime, asyncio.TimerHandle]] = field(default_factory=dict)
    _sweeps: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._sweeps = asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def arm(self, bell: str, due: datetime | None, now: datetime) -> None:
        before = self.armed.get(bell)
        if before is not None:
            if before[0] == due:
                return
            self.armed.pop(bell)[1].cancel()
        if due is not None:
            wait = max((due - now).total_seconds(), _LEAST)
            self.armed[bell] = due, asyncio.get_running_loop().call_later(wait, self._ring, bell)

    def stop(self) -> None:
        for _, handle in self.armed.values():
            handle.cancel()
        if self._sweeps is not None:
            self._sweeps.cancel()

    def _ring(self, bell: str) -> None:
        del self.armed[bell]
        self.bells[bell]()

    def _sweep(self) -> None:
        self.start()
        for ring in self.bells.values():
            ring()
