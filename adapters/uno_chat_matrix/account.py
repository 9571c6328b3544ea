"""An account that is open: the client that calls for it, and what it has learnt on the way."""

from __future__ import annotations

from dataclasses import dataclass

from uno_chat_matrix.client import Client
from uno_chat_matrix.direct import Direct
from uno_chat_matrix.doors import Doors
from uno_chat_matrix.knowing import Knowing
from uno_chat_matrix.private import PrivateRooms
from uno_chat_matrix.session import Me


@dataclass(frozen=True, slots=True)
class Account:
    """Everything but ``client`` and ``me`` can be learnt again."""

    client: Client
    me: Me
    direct: Direct
    private: PrivateRooms
    knowing: Knowing
    doors: Doors


def account(client: Client, me: Me) -> Account:
    """An account that knows nothing yet."""
    direct = Direct(client, me.id)
    private = PrivateRooms(client, me.id, direct)
    knowing = Knowing(client, me, direct, private)
    return Account(client, me, direct, private, knowing, Doors(client, direct))
