"""Who is on the network: people and bots, as the Bot API names them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

Json = dict[str, Any]


@dataclass(slots=True)
class Account:
    """A person or a bot. Empty is what is not set."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language: str = ""
    is_bot: bool = False
    deleted: bool = False

    def as_json(self) -> Json:
        """The User of the Bot API."""
        optional = {
            "last_name": self.last_name,
            "username": self.username,
            "language_code": self.language,
        }
        user = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        return user | {key: value for key, value in optional.items() if value}


ANONYMOUS: Final = Account(1087968824, "Group", username="GroupAnonymousBot", is_bot=True)
"""The sender that stands for an administrator who hides behind the group."""
CHANNEL: Final = Account(136817688, "Channel", username="Channel_Bot", is_bot=True)
"""The sender that stands for a channel."""
TELEGRAM: Final = Account(777000, "Telegram")
"""The sender of what a linked channel posts into its group."""
