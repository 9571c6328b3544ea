"""Who and where: the references of a terminal, which are the names of those who sit at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uno_chat.contract import Address, Conversation, User
from uno_chat_terminal.visible import visible

NETWORK: Final = "terminal"
GROUP: Final = Conversation(NETWORK, "group")


def user(name: str) -> User:
    """The person of this name."""
    return User(NETWORK, name)


def private_chat(name: str) -> Conversation:
    """Where the person of this name reads alone."""
    return Conversation(NETWORK, f"private-{name}")


def chat_of(to: Address) -> Conversation:
    """Where something for ``to`` is shown."""
    return private_chat(to.id) if isinstance(to, User) else to


def proper_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, as they can be printed; raises ValueError with a sentence on a bad one."""
    proper = tuple(visible(name).strip() for name in names)
    if not all(proper) or any(":" in name for name in proper):
        raise ValueError("A name at the terminal needs at least one letter and no colon.")
    if len({name.casefold() for name in proper}) < len(proper) or not proper:
        raise ValueError("Everybody at the terminal needs a name of their own.")
    return proper
