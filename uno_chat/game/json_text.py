"""JSON that somebody hands us: records and scenarios."""

from __future__ import annotations

import json


def read_json(text: str) -> object:
    """What it says; raises ValueError also where nothing could write it down again: half a
    character, or nesting without end.
    """
    try:
        found: object = json.loads(text)
        json.dumps(found, ensure_ascii=False).encode()  # raises on half a character
    except RecursionError:
        raise ValueError("it is nested without end") from None
    return found
