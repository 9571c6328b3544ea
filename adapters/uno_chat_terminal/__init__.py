"""The terminal as a chat network: a group and a private chat for each person who sits at it.

It has two faces. The plain one reads and prints lines, for pipes and screen readers; the other
fills the terminal with two panes. Both are one adapter like any other: they know no game, try
once, and answer with a receipt. A terminal is adapter and network at once, so what a network
remembers (what stands on the screen) is kept here while it runs, and nothing after that.
"""

from collections.abc import Mapping

from uno_chat_terminal.adapter import TerminalAdapter
from uno_chat_terminal.places import GROUP, private_chat, user
from uno_chat_terminal.words import ENGLISH

__all__ = ["ENGLISH", "GROUP", "TerminalAdapter", "plugin", "private_chat", "user"]


def plugin(settings: Mapping[str, str]) -> TerminalAdapter:
    """Make the terminal from ``names`` ("one,two"), ``title`` (of the group), ``plain``
    ("true" or "false") and ``word_KEY`` (its own words, see ``ENGLISH``); raises ValueError.
    """
    words = {k.removeprefix("word_"): v for k, v in settings.items() if k.startswith("word_")}
    return TerminalAdapter(
        settings.get("names", "you").split(","),
        plain=settings.get("plain", "false") == "true",
        title=settings.get("title", ""),
        words=words,
    )
