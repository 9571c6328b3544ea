"""Accounts that can be known again and not read."""

from __future__ import annotations

from hashlib import sha256

from uno_chat.contract import User


def mark(user: User) -> str:
    """The same for the same account; whoever has it must guess whose it is."""
    return sha256(str(user).encode()).hexdigest()[:32]
