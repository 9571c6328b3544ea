"""What goes wrong between a bot and Telegram, by script or by chance."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from uno_chat.testing.http import Dropped, Silent
from uno_chat.testing.telegram.errors import ApiError

Fault = ApiError | Dropped | Silent
"""An ApiError is answered instead, and the call has no effect."""


@dataclass(frozen=True, slots=True)
class _Planned:
    fault: Fault | None
    method: str
    chat: int

    def meets(self, method: str, chat: object) -> bool:
        polled = not self.method and method == "getUpdates"
        return not polled and self.method in ("", method) and self.chat in (0, chat)


@dataclass(slots=True)
class Faults:
    """What the next calls meet. getUpdates meets only what names it."""

    planned: deque[_Planned] = field(default_factory=deque)
    met: int = 0
    _share: float = 0
    _kinds: Sequence[Fault] = ()
    _polls: Sequence[Fault] = ()
    _rng: Random = field(default_factory=Random)

    def plan(self, *faults: Fault | None, method: str = "", chat: int = 0) -> None:
        """The next calls meet these, one each (None: nothing goes wrong); of one method or in
        one chat only, if named.
        """
        self.planned.extend(_Planned(fault, method, chat) for fault in faults)

    def often(
        self,
        share: float,
        kinds: Sequence[Fault],
        rng: Random,
        polls: Sequence[Fault] | None = None,
    ) -> None:
        """From now on this share of all calls (0 to 1) meets one of these; getUpdates one of
        ``polls``, if they are given.
        """
        self._share, self._kinds, self._rng = share, kinds, rng
        self._polls = kinds if polls is None else polls

    def drawn(self, method: str, chat: object) -> Fault | None:
        """What this call meets."""
        fault = self._next(method, chat)
        self.met += fault is not None
        return fault

    def _next(self, method: str, chat: object) -> Fault | None:
        for plan in self.planned:
            if plan.meets(method, chat):
                self.planned.remove(plan)
                return plan.fault
        if self._share and self._rng.random() < self._share:
            return self._rng.choice(self._polls if method == "getUpdates" else self._kinds)
        return None
