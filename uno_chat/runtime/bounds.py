"""How long anything may be that comes from outside, and is kept or read into memory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from uno_chat.contract import Contacted, Envelope, Pressed, Said, Unreadable

LINE: Final = 4096
"""Characters of a line that somebody wrote: more than networks let people write at once, and far
more than means anything here.
"""
NAME: Final = 256
"""Characters of a name, a title, a language, and of what a link or a button carries."""
RAW: Final = 2**16
"""Characters that are kept of what nobody can read."""
FILE: Final = 2**20
"""Bytes of a file that a host configures us with."""


def bounded(envelope: Envelope) -> Envelope:
    """An envelope of which nothing is longer than it may be; what is cut off means nothing."""
    event = envelope.event
    match event:
        case Said(text) if len(text) > LINE:
            event = replace(event, text=text[:LINE])
        case Pressed(token) if len(token) > NAME:
            event = replace(event, token=token[:NAME])
        case Contacted(payload) if len(payload) > NAME:
            event = replace(event, payload=payload[:NAME])
    return replace(
        envelope,
        event=event,
        name=envelope.name[:NAME],
        title=envelope.title[:NAME],
        language=None if envelope.language is None else envelope.language[:NAME],
    )


def kept_aside(unreadable: Unreadable) -> Unreadable:
    """What nobody can read, as far as it is kept to be looked at."""
    return replace(unreadable, raw=unreadable.raw[:RAW])


def read_small(path: Path) -> bytes:
    """All of a file; raises ValueError if that is more than anybody means, and OSError."""
    with path.open("rb") as file:
        found = file.read(FILE + 1)
    if len(found) > FILE:
        raise ValueError(f"it has more than {FILE} bytes")
    return found
