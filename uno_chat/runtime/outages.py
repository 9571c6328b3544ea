"""What is away for a while is told when that begins, when its reason changes and when it ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Outage:
    """One for each thing that may be away; ``why`` it is at the moment, as it was told."""

    why: str | None = None

    def is_news(self, why: str) -> bool:
        """Whether it was not told yet that it is away for this reason."""
        new, self.why = why != self.why, why
        return new

    def ends(self) -> bool:
        """Whether it was away until now."""
        was, self.why = self.why is not None, None
        return was
