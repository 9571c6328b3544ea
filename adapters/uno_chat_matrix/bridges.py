"""Accounts behind which somebody of another network is: ghosts that a bridge makes, one for each
person, and relay accounts that speak for all.

Nothing in an event says so. Bridges name their ghosts by the other network and the person's id
there, so that is what they are known by; relay accounts are known to the host alone. A bridge that
may write as somebody's own account marks what it writes so: that was said elsewhere, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Final

USUAL: Final = (
    "@_*:*",  # only an application service may make accounts that begin so
    "@telegram_[0-9]*:*",
    "@discord_[0-9]*:*",
    "@whatsapp_[0-9]*:*",
    "@whatsapp_lid-[0-9]*:*",
    "@signal_*-*-*-*-*:*",
    "@slack_*-*:*",
    "@meta_[0-9]*:*",
    "@facebook_[0-9]*:*",
    "@instagram_[0-9]*:*",
    "@googlechat_[0-9]*:*",
    "@twitter_[0-9]*:*",
    "@zulip_[0-9]*:*",
    "@irc_*_*:*",
)
"""How the ghosts of common bridges are named unless their host chose otherwise."""

PUPPET: Final = "fi.mau.double_puppet_source"
"""What bridges of the mautrix family put into what they write as the person's own account."""


def is_bridged(user_id: str, patterns: Iterable[str]) -> bool:
    """Whether an account is named like one of these, in which "*" is any text."""
    return any(fnmatchcase(user_id, pattern) for pattern in patterns)
