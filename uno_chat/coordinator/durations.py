"""Times as people write them: 90s, 10m, 8h, 2d (2j in French), 1w, 1h30m, or ISO 8601 (PT36H)."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

_SHORT: Final = re.compile(r"(?:(\d+)w)?(?:(\d+)[dj])?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?")
_ISO: Final = re.compile(
    r"p(?:(\d+)w)?(?:(\d+)d)?(?:t(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?)?"
)
_LONGEST: Final = timedelta(days=366)


def duration(text: str) -> timedelta:
    """Read a duration; raises ValueError for anything else and for more than a year."""
    match = _SHORT.fullmatch(text.casefold()) or _ISO.fullmatch(text.casefold())
    parts = match.groups() if match else ()
    if not any(parts):
        raise ValueError(text)
    weeks, days, hours, minutes, seconds = (float(part or 0) for part in parts)
    try:
        found = timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    except OverflowError:
        raise ValueError(text) from None
    if found > _LONGEST:
        raise ValueError(text)
    return found
