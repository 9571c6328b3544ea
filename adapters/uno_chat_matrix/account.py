"""An account that is open: the client that calls for it, and what it has learnt on the way."""

from __future__ import annotations

from dataclasses import dataclass

from uno_chat_matrix.client import Client
from uno_chat_matrix.direct import Direct
from uno_chat_matrix.doors import Doors
from uno_chat_matrix.knowing import Knowing
from uno_chat_matrix.private import PrivateRooms
from uno_chat_matrix.session import Me
from uno_chat_matrix.values import Json, text
from uno_chat_matrix.writing import ENCRYPTED, Pen, Secrecy


@dataclass(frozen=True, slots=True)
class Account:
    """Everything but ``client`` and ``me`` can be learnt again."""

    client: Client
    me: Me
    direct: Direct
    private: PrivateRooms
    knowing: Knowing
    doors: Doors
    pen: Pen


def account(client: Client, me: Me, secrecy: Secrecy | None = None) -> Account:
    """An account that knows nothing yet; with ``secrecy`` it can work in encrypted rooms."""
    direct = Direct(client, me.id)
    private = PrivateRooms(client, me.id, direct, encrypted=secrecy is not None)
    knowing = Knowing(client, me, direct, private)
    doors, pen = Doors(client, direct), Pen(client, secrecy)
    return Account(client, me, direct, private, knowing, doors, pen)


async def readable(here: Account, room: str, event: Json) -> Json:
    """An event as without encryption, where we can read it; raises RetryLater."""
    if here.pen.secrecy is None or text(event, "type") != ENCRYPTED:
        return event
    return await here.pen.secrecy.read(room, event) or event
