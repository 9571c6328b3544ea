"""A person is forgotten: we leave the rooms that only the two of us were in, and keep no keys."""

from __future__ import annotations

from uno_chat.contract import Memory
from uno_chat_matrix.account import Account
from uno_chat_matrix.client import Refused


async def part(here: Account, memory: Memory | None, person: str) -> None:
    """Raises NoAnswer or Refused; what was done by then need not be done again."""
    rooms = await here.direct.of(person)
    for room in rooms:
        try:
            await here.client.post("rooms", room, "leave")
        except Refused as error:  # else we are not in it any more
            if error.says_nothing:
                raise
    await here.direct.forget(person)
    if memory is None:
        return
    begins = (f"device {person} ", *(f"heard {room} " for room in rooms))
    spoken = {f"spoken {room}" for room in rooms}
    kept = await memory.read()
    names = [name for name in kept if name.startswith(begins) or name in spoken]
    if names:
        await memory.write(dict.fromkeys(names))
