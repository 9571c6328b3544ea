"""Uno Chat on XMPP: tables in rooms, hands by messages to the account behind a nickname.

Everything is read from the archives that servers keep of our account and of each room; their last
ids are the cursor, and what comes in live only says that there is something to read.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from uno_chat_xmpp.adapter import XmppAdapter
from uno_chat_xmpp.session import Settings

CONTRACT = "1.0"


def plugin(settings: Mapping[str, str]) -> XmppAdapter:
    """Make the adapter; raises ValueError with a sentence on bad settings."""
    rooms = tuple(filter(None, map(str.strip, settings.get("rooms", "").split(","))))
    host, _, port = settings.get("server", "").rpartition(":")
    for jid in (settings.get("jid", ""), *rooms):
        if not all(jid.partition("@")) or "/" in jid:
            raise ValueError(f"UNO_CHAT_XMPP_JID and _ROOMS are like name@host, not {jid!r}.")
    if not settings.get("password"):
        raise ValueError("It needs UNO_CHAT_XMPP_PASSWORD.")
    if settings.get("server") and not (host and port.isdigit()):
        raise ValueError("UNO_CHAT_XMPP_SERVER is like 127.0.0.1:5222.")
    server = (host, int(port)) if host else None
    logging.getLogger("slixmpp").setLevel(logging.WARNING)  # below, it writes down what is said
    return XmppAdapter(Settings(settings["jid"], settings["password"], rooms, server))
