"""A desk with three networks, and a table that people of several of them see."""

from __future__ import annotations

import re
from typing import Final

from uno_chat.contract import Capabilities
from uno_chat.testing.desk import Desk

EDITED: Final = Capabilities(edits=True, prefix="!uno ", ranks=True)
"""No buttons, but edits and admins."""
BARE: Final = Capabilities(prefix="!uno ")
"""Nothing but text."""


def three_networks() -> Desk:
    """Buttons and edits, edits alone, nothing but text: "ann", "matrix:bo", "irc:bo"."""
    return Desk(others={"matrix": EDITED, "irc": BARE})


def code(desk: Desk, who: str = "ann", group: str | None = "family") -> str:
    """A new code of a table, as its host reads it in private."""
    since = len(desk.sent)
    assert desk.say(who, "/connect", group) == "done"
    (told,) = desk.sent[since:]
    assert told.chat == f"@{who}"
    found = re.search(r"/connect (\S+?)”", told.text)
    assert found is not None, told.text
    return found[1]


def connect(desk: Desk, group: str = "irc:clan", who: str = "irc:bo") -> None:
    """The family's table is shown in another group, too."""
    assert desk.say(who, f"!uno connect {code(desk)}", group) == "connected"


def playing(desk: Desk) -> None:
    """Ann and Bo play, each in a group of their own."""
    desk.lobby("ann")
    connect(desk)
    desk.say("irc:bo", "!uno join", "irc:clan")
    desk.say("ann", "/deal", "family")
    desk.lay("ann", "R4", {"ann": "R5 R6 B6", "bo": "R7 R8 B8"})


def rooms(desk: Desk, number: int = 1) -> list[str]:
    """Where a table is shown."""
    return [str(one) for one in desk.rows.tables[number].rooms]


def texts(desk: Desk, chat: str, since: int = 0) -> str:
    """All that was shown in a chat."""
    return "\n".join(sent.text for sent in desk.to(chat, since))
