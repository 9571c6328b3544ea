"""Two accounts of a desk become one player's, as people do it: by what they read in private."""

from __future__ import annotations

import re

from uno_chat.contract import Capabilities
from uno_chat.testing.desk import Desk
from uno_chat.testing.fake_network import LIKE_TELEGRAM

BARE = "bare"
"""A network with nothing but text, beside the one of every desk."""


def two_networks() -> Desk:
    """A desk with one network like Telegram, and one with nothing but text."""
    return Desk(LIKE_TELEGRAM, others={BARE: Capabilities(prefix="!uno ")})


def link(desk: Desk, owner: str, guest: str) -> None:
    """The owner asks for a code, the guest writes it, the owner writes the number."""
    desk.say(guest, f"link {code_for(desk, owner)}")
    desk.say(owner, f"link {number_for(desk, guest)}")


def code_for(desk: Desk, who: str) -> str:
    """A new code for somebody."""
    desk.say(who, "link")
    return _last(desk, who, r"^\w+ ([A-Z]{6})$")


def number_for(desk: Desk, who: str) -> str:
    """The number that somebody was told last."""
    return _last(desk, who, r"^\w+ (\d{4})$")


def _last(desk: Desk, who: str, pattern: str) -> str:
    texts = (sent.text for sent in reversed(desk.to(f"@{who}")))
    found = (re.search(pattern, text, re.MULTILINE) for text in texts)
    return next(match[1] for match in found if match)
