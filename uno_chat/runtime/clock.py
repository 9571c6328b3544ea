"""The one place that asks what time it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Now = Callable[[], datetime]


def utc_now() -> datetime:
    """Aware UTC, cut to the millisecond, as stores keep it."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)
