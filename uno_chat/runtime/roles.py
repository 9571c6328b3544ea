"""What a worker does: receive, work, send, or all of it, where several share a store."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Role(Enum):
    """``RECEIVE``: take in what networks post and pull what they keep for us. ``WORK``: handle it,
    and what is due. ``SEND``: bring what is to be said.
    """

    RECEIVE = "receive"
    WORK = "work"
    SEND = "send"


Roles = frozenset[Role]

ALL: Final[Roles] = frozenset(Role)
NONE: Final[Roles] = frozenset()
