"""A person is forgotten: we leave the rooms that only the two of us were in, and keep no keys."""

from __future__ import annotations

from contextlib import suppress

from uno_chat.contract import Memory
from uno_chat_matrix.account import Account
from uno_chat_matrix.client import Refused


async def part(here: Account, memory: Memory | None, person: str) -> None:
    """Raises NoAnswer or Refused; what was done by then need not be done again."""
    rooms = await here.direct.of(person)
    for room in rooms:
        with suppress(Refused):  # we are not in it any more
            await here.client.post("rooms", room, "leave")
    await here.direct.forget(person)
    if memory is None:
        return
    ours = (
        f"device {person} ",
        *(f"{kind} {room}" for kind in ("heard", "spoken") for room in rooms),
    )
    names = [name for name in await memory.read() if name.startswith(ours)]
    if names:
        await memory.write(dict.fromkeys(names))
