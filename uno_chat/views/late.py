"""What came too late: an old button, the number of an old page.

Whoever pressed is shown the hand as it is now; whoever typed may ask for it.
"""

from __future__ import annotations

from uno_chat.table.facts import Refused
from uno_chat.views.reader import Reader


def stale(refused: Refused, r: Reader) -> str:
    """Which turn it was about, which one it is now, and where the hand is."""
    asked = r.quoted(r.t("hand"))
    if refused.then is None or refused.sent is None or refused.number < 1:
        if not r.typed:
            return r.t("That was for an earlier round. Here is your hand now.")
        return r.t(
            "That was for an earlier round. {command} shows what you hold now.", command=asked
        )
    parts = {
        "old": refused.number,
        "new": refused.current,
        "time": r.moment(refused.then, refused.sent),
    }
    if not r.typed:
        return r.t(
            "That was for turn {old}; turn {new} began at {time}. Here is your hand now.", **parts
        )
    return r.t(
        "That was for turn {old}; turn {new} began at {time}. {command} shows what you hold now.",
        command=asked,
        **parts,
    )
