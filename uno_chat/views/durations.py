"""Times as they are typed: 90s, 10m, 8h, 2d, and quiet hours."""

from __future__ import annotations

from datetime import time, timedelta


def length(length: timedelta | None) -> str:
    """A duration, none for no limit."""
    if length is None:
        return "none"
    seconds = length.total_seconds()
    for unit, size in (("d", 86400), ("h", 3600), ("m", 60)):
        if seconds and seconds % size == 0:
            return f"{seconds / size:g}{unit}"
    return f"{seconds:g}s"


def typed_hours(quiet: tuple[time, time]) -> str:
    """Quiet hours: ``22:30-08:00``."""
    return f"{quiet[0]:%H:%M}-{quiet[1]:%H:%M}"
