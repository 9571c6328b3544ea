"""The world from outside, as JSON over HTTP, for tests whose server is another process.

POST /control/VERB with a JSON object; the answer is {"ok": true, "result": …}, or 400 with "why".
Bots, people and groups are called by the names that the caller gives them with "as":

    bot, person, group   {"as": "ann", "first_name": "Ann"}       as LocalTelegram makes them
    do                   {"who": "ann", "what": "press", "label": "Join", "place": "family"}
    pages, seen          {"who": "ann", "place": "family"}        what somebody sees, or saw
    calls                {"since": 0}                             what the bots asked for
    advance              {"seconds": 60}
    plan, often          {"faults": [{"code": 502}, {"dropped": true}, {"silent": false}, null]}
    wait                 {"revision": 7, "seconds": 5}            until something more happened
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, is_dataclass
from datetime import timedelta
from random import Random
from typing import Final

from uno_chat.testing.http import Dropped, Silent
from uno_chat.testing.telegram.accounts import Json
from uno_chat.testing.telegram.bots import Bot
from uno_chat.testing.telegram.chats import Chat, Kind
from uno_chat.testing.telegram.errors import ApiError
from uno_chat.testing.telegram.faults import Fault
from uno_chat.testing.telegram.groups import Group
from uno_chat.testing.telegram.local import LocalTelegram
from uno_chat.testing.telegram.messages import Message
from uno_chat.testing.telegram.people import Person

_DOINGS: Final = {
    Person: (
        *("say", "command", "start", "block", "unblock", "join", "leave", "rename"),
        *("delete_account", "press", "press_data", "follow", "edit", "delete"),
    ),
    Group: (
        *("let_in", "put_out", "promote", "demote", "restrict", "rename", "open_topic"),
        *("close_topic", "reopen_topic", "delete_topic", "migrate", "announce_move"),
    ),
}
_ACCOUNTS: Final = ("account", "by")
_CAST: Final = (*_ACCOUNTS, "place", "group", "bot")


class Control:
    """Answers the verbs over one LocalTelegram."""

    def __init__(self, telegram: LocalTelegram) -> None:
        self._telegram = telegram
        self._cast: dict[str, Person | Group | Bot] = {}
        self._verbs: Mapping[str, Callable[[Json], object]] = {
            "bot": self._bot,
            "person": self._person,
            "group": self._group,
            "do": self._do,
            "pages": self._pages,
            "seen": self._seen,
            "calls": self._calls,
            "advance": self._advance,
            "plan": self._plan,
            "often": self._often,
        }

    async def answer(self, verb: str, asked: Json) -> object:
        """Do what is asked; raises LookupError, TypeError or ValueError that says why not."""
        if verb == "wait":
            return await self._wait(asked["revision"], asked["seconds"])
        if verb not in self._verbs:
            raise LookupError(f"no verb {verb!r}; there are wait, {', '.join(self._verbs)}")
        return self._verbs[verb](asked)

    async def _wait(self, revision: int, seconds: float) -> int:
        world = self._telegram.world
        with suppress(TimeoutError):
            await world.until(lambda: world.revision > revision, within=seconds)
        return world.revision

    # who is there

    def _bot(self, asked: Json) -> Json:
        name = asked.pop("as")
        self._cast[name] = bot = self._telegram.bot(**asked)
        return {"id": bot.id, "token": bot.token}

    def _person(self, asked: Json) -> Json:
        name = asked.pop("as")
        self._cast[name] = person = self._telegram.person(**asked)
        return {"id": person.id}

    def _group(self, asked: Json) -> Json:
        name, title = asked.pop("as"), asked.pop("title")
        cast = [self._find(member) for member in asked.pop("members")]
        inside = [member for member in cast if not isinstance(member, Group)]
        kind = Kind(asked.pop("kind", "supergroup"))
        self._cast[name] = group = self._telegram.group(title, *inside, kind=kind, **asked)
        return {"id": group.id}

    def _find(self, name: str) -> Person | Group | Bot:
        if name not in self._cast:
            raise LookupError(f"nobody is called {name!r}; there are {', '.join(self._cast)}")
        return self._cast[name]

    def _who(self, asked: Json) -> Person:
        person = self._find(asked["who"])
        if isinstance(person, Person):
            return person
        raise LookupError(f"{asked['who']!r} is no person")

    # what they do and see

    def _do(self, asked: Json) -> object:
        who, what = asked.pop("who"), asked.pop("what")
        actor = self._find(who)
        if what not in _DOINGS.get(type(actor), ()):
            raise LookupError(f"{who!r} cannot {what!r}")
        rights = asked.pop("rights", ())
        chosen = {name: self._meant(name, value) for name, value in asked.items()}
        first = (chosen.pop("account"),) if "account" in chosen else ()
        return _plain(getattr(actor, what)(*first, *rights, **chosen))

    def _meant(self, name: str, value: object) -> object:
        """Names of the cast become whom they mean."""
        if name in _CAST:
            found = self._find(str(value))
            return found.account if name in _ACCOUNTS and not isinstance(found, Group) else found
        if name == "old":
            return next(c for c in self._telegram.world.chats.values() if c.id == value)
        return value

    def _pages(self, asked: Json) -> list[object]:
        return [_plain(page) for page in self._who(asked).pages(self._place(asked))]

    def _place(self, asked: Json) -> Group | Bot | None:
        match self._find(asked["place"]) if "place" in asked else None:
            case Person():
                raise LookupError(f"{asked['place']!r} is no place")
            case place:
                return place

    def _seen(self, asked: Json) -> list[Json]:
        return [showing.as_json() for showing in self._who(asked).seen]

    # what passes and goes wrong

    def _calls(self, asked: Json) -> list[Json]:
        return [call.as_json() for call in self._telegram.calls[asked.get("since", 0) :]]

    def _advance(self, asked: Json) -> None:
        self._telegram.advance(timedelta(seconds=asked["seconds"]))

    def _plan(self, asked: Json) -> None:
        planned = [_fault(fault) if fault else None for fault in asked["faults"]]
        method, chat = asked.get("method", ""), asked.get("chat", 0)
        self._telegram.faults.plan(*planned, method=method, chat=chat)

    def _often(self, asked: Json) -> None:
        faults = [_fault(fault) for fault in asked["faults"]]
        self._telegram.faults.often(asked["share"], faults, Random(asked.get("seed", 0)))


def _fault(plain: Json) -> Fault:
    match plain:
        case {"code": int(code)}:
            return ApiError(code, plain.get("why", ""), **plain.get("parameters", {}))
        case {"dropped": bool(done)}:
            return Dropped(done=done)
        case {"silent": bool(done)}:
            return Silent(done=done)
    raise ValueError(f"no fault: {plain}")


def _plain(result: object) -> object:
    match result:
        case Message() | Chat():
            return {"id": result.id}
    if is_dataclass(result) and not isinstance(result, type):
        return asdict(result)
    return result
