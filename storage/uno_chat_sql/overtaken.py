"""What another worker did first; the body has to look at it anew."""

from __future__ import annotations


class Overtaken(Exception):
    """Somebody else changed what this transaction has read and wants to write."""
