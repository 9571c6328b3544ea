"""People and a bot on a homeserver, for one test and in its loop."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from uno_chat.testing.matrix.api import CLIENT, Account, Api
from uno_chat.testing.matrix.homeserver import Homeserver
from uno_chat.testing.matrix.people import Person


@dataclass(frozen=True, slots=True)
class LocalMatrix:
    """Everybody here is new on the server and knows nobody."""

    server: Homeserver
    api: Api = field(repr=False)
    people: dict[str, Person] = field(default_factory=dict)

    async def account(self, name: str = "Uno") -> Account:
        """An account for a bot, which is logged in and does nothing."""
        return await self.server.register(self.api, name)

    async def login(self, account: Account) -> Account:
        """The same account at another device."""
        asked = {
            "type": "m.login.password",
            "identifier": {"type": "m.id.user", "user": account.user},
            "password": account.password,
        }
        told = await self.api.call("POST", f"{CLIENT}/login", asked)
        return replace(account, token=told["access_token"], device=told["device_id"])

    async def logout(self, account: Account) -> None:
        """The device is gone, with its keys."""
        await Api(self.api.http, account.token).call("POST", f"{CLIENT}/logout", {})

    async def person(self, name: str, *, joins: bool = True) -> Person:
        """Somebody new, who reads everything and, with ``joins``, comes when invited."""
        account = await self.server.register(self.api, name)
        person = Person(name, account, Api(self.api.http, account.token), joins)
        await person.begin()
        self.people[name] = person
        return person

    async def family(self, title: str, *people: Person, bot: str = "", version: str = "") -> str:
        """A room opened by the first, in which all these people are; the bot is invited."""
        host, *guests = people
        invited = (*(guest.id for guest in guests), *((bot,) if bot else ()))
        room = await host.opens(title, *invited, version=version)
        for guest in guests:
            await guest.inside(room)
        return room

    async def limit(self, user: str, *, per_second: int = 0, burst: int = 0) -> None:
        """What an account may send at most; 0 is no limit."""
        await self.server.limit(self.api, user, per_second=per_second, burst=burst)


@asynccontextmanager
async def local_matrix(server: Homeserver) -> AsyncIterator[LocalMatrix]:
    """A place on a server that runs; afterwards nobody reads any more."""
    async with server.api() as api:
        matrix = LocalMatrix(server, api)
        try:
            yield matrix
        finally:
            for person in matrix.people.values():
                await person.end()
