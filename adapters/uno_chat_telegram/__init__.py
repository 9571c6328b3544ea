"""Telegram: one bot account, by long polling or by webhook.

python-telegram-bot is used as a client only (``Bot``, ``Update.de_json``, its HTTP layer). Its
application keeps updates, jobs and limits in memory and confirms what nobody has handled yet; here
an update is confirmed by the pull that follows the commit which stored it. Errors are sorted by
what they say about the effect, because Telegram has no idempotent sends. What a person is not
meant to see in the group never goes to a chat other than the person's own; with ``ephemeral`` on
a hand is also shown in the group to its owner, where the server has proven that nobody else sees
it.
"""

from collections.abc import Mapping

from uno_chat_telegram.adapter import CAPABILITIES, TelegramAdapter
from uno_chat_telegram.places import NETWORK
from uno_chat_telegram.settings import Settings, read_settings

__all__ = ["CAPABILITIES", "NETWORK", "Settings", "TelegramAdapter", "plugin", "read_settings"]


def plugin(settings: Mapping[str, str]) -> TelegramAdapter:
    """Make the adapter from its settings, see ``read_settings``; raises ValueError."""
    return TelegramAdapter(read_settings(settings))
