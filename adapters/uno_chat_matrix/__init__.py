"""Matrix: one account over the client-server API; encryption is an extra in a room of its own.

httpx is used directly, with a sync of our own. The libraries for bots save the token of a sync
before anybody has handled what came with it, so a crash loses moves; one ends at the first error
of a handler and asks a broken gateway two hundred times a second, the other runs the handlers of
one sync side by side, out of order, and neither fetches what a long absence left out. About a
dozen calls are needed. Here the token is the cursor, saved together with what came before it.

Ids are opaque: since room version 12 a room's id names no server. Nothing is kept but caches,
which the homeserver's own answers fill again: who shares a private room stands in ``m.direct``,
and a room that was made twice has the same alias. Transaction ids come from the key of a delivery,
so what was sent twice is shown once, as long as the account has the same device.
"""

from collections.abc import Mapping

from uno_chat_matrix.adapter import CAPABILITIES, MatrixAdapter
from uno_chat_matrix.places import NETWORK
from uno_chat_matrix.settings import Settings, read_settings

__all__ = ["CAPABILITIES", "NETWORK", "MatrixAdapter", "Settings", "plugin", "read_settings"]


def plugin(settings: Mapping[str, str]) -> MatrixAdapter:
    """Make the adapter from its settings, see ``read_settings``; raises ValueError."""
    return MatrixAdapter(read_settings(settings))
