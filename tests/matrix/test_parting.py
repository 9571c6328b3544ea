"""Whoever is forgotten shares no room with us any more, and no key of theirs is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import cast

import pytest

from uno_chat_matrix.account import account
from uno_chat_matrix.client import Client, Refused
from uno_chat_matrix.parting import part
from uno_chat_matrix.session import Me
from uno_chat_matrix.values import Json

UNO, ANN, BEN = "@uno:localhost", "@ann:localhost", "@ben:localhost"


@dataclass(slots=True)
class House:
    """A homeserver that knows private rooms, from which one can be out already."""

    direct: Json = field(default_factory=lambda: {ANN: ["!one:x", "!two:x"], BEN: ["!ben:x"]})
    left: list[str] = field(default_factory=list)
    refuses: dict[str, Refused] = field(default_factory=dict)

    async def look(self, *path: str) -> Json:
        assert path == ("user", UNO, "account_data", "m.direct")
        return self.direct

    async def put(self, *path: str, body: Json) -> Json:
        assert path == ("user", UNO, "account_data", "m.direct")
        self.direct = body
        return {}

    async def post(self, *path: str) -> Json:
        kind, room, doing = path
        assert (kind, doing) == ("rooms", "leave")
        if room in self.refuses:
            raise self.refuses[room]
        self.left.append(room)
        return {}


@dataclass(slots=True)
class Kept:
    """The texts of an account."""

    texts: dict[str, str]

    async def read(self, begins: str = "") -> Mapping[str, str]:
        return {name: text for name, text in self.texts.items() if name.startswith(begins)}

    async def write(self, changes: Mapping[str, str | None]) -> None:
        for name, text in changes.items():
            if text is None:
                del self.texts[name]
            else:
                self.texts[name] = text


async def test_the_rooms_are_left_and_nobody_elses() -> None:
    house = House()
    await part(account(cast("Client", house), Me(UNO)), None, ANN)
    assert house.left == ["!one:x", "!two:x"]
    assert house.direct == {BEN: ["!ben:x"]}
    await part(account(cast("Client", house), Me(UNO)), None, ANN)
    assert house.left == ["!one:x", "!two:x"]


async def test_a_room_that_we_are_not_in_any_more_holds_nothing_up() -> None:
    house = House(refuses={"!one:x": Refused("POST rooms", 403, {"errcode": "M_FORBIDDEN"})})
    await part(account(cast("Client", house), Me(UNO)), None, ANN)
    assert house.left == ["!two:x"]
    assert house.direct == {BEN: ["!ben:x"]}


async def test_whoever_is_put_off_has_parted_with_nothing_yet() -> None:
    later = Refused("POST rooms", 429, {"errcode": "M_LIMIT_EXCEEDED"}, timedelta(seconds=1))
    house = House(refuses={"!one:x": later})
    with pytest.raises(Refused):
        await part(account(cast("Client", house), Me(UNO)), None, ANN)
    assert ANN in house.direct


async def test_keys_of_the_person_and_of_the_rooms_are_forgotten() -> None:
    ours = {"account": "", f"device {BEN} B": "", "heard !ben:x s": "", "spoken !ben:x": ""}
    longer = {"spoken !one:xyz": "", "heard !one:xyz s": "", f"device {ANN}.org A": ""}
    theirs = {f"device {ANN} A": "", "heard !one:x s": "", "spoken !two:x": ""}
    kept = Kept(ours | longer | theirs)
    await part(account(cast("Client", House()), Me(UNO)), kept, ANN)
    assert kept.texts == ours | longer
