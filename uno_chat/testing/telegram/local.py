"""The local Telegram as a test holds it: whom it makes, what it looks at, what goes wrong.

telegram = LocalTelegram()
url = await BotApiServer(telegram).start()
bot = telegram.bot("uno_test_bot")
ann = telegram.person("Ann")
family = telegram.group("Family", ann, bot)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Final

from uno_chat.testing.telegram.accounts import Account, Json
from uno_chat.testing.telegram.bots import Bot
from uno_chat.testing.telegram.chats import Chat, Kind, Member
from uno_chat.testing.telegram.clock import Clock
from uno_chat.testing.telegram.ephemeral import Ephemerals
from uno_chat.testing.telegram.faults import Faults
from uno_chat.testing.telegram.groups import Group
from uno_chat.testing.telegram.limits import Limit
from uno_chat.testing.telegram.people import Person, Place
from uno_chat.testing.telegram.updates import Updates
from uno_chat.testing.telegram.world import World

PER_CHAT: Final = Limit()
"""What the FAQ and the maintainers say of every chat: 20 messages and edits in 60 seconds."""


@dataclass(frozen=True, slots=True)
class Called:
    """A call as it came, and the error's number (200: it was taken, 0: no answer was given) and
    words.
    """

    at: datetime
    bot: int
    method: str
    params: Json
    code: int
    why: str = ""

    def as_json(self) -> Json:
        """As plain data, for the control endpoint."""
        return asdict(self) | {"at": self.at.isoformat()}


class LocalTelegram:
    """A Telegram of one's own. Without a ``clock`` its time stands still at ``clock.NOON``."""

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        seed: int = 0,
        limit: Limit | None = PER_CHAT,
        ephemeral: bool = False,
    ) -> None:
        self.clock = clock or Clock()
        self.world = World(self.clock, Random(seed), limit)
        self.ephemerals = Ephemerals(self.world, on=ephemeral)
        self.faults = Faults()
        self.calls: list[Called] = []

    # who is there

    def bot(self, username: str, *, token: str = "", privacy: bool = True) -> Bot:
        """A new bot; its ``token`` is made unless given."""
        number = self.world.rng.randrange(10**9, 8 * 10**9)
        token = token or f"{number}:{self.world.rng.getrandbits(128):032x}"
        me = Account(int(token.partition(":")[0]), "Uno", username=username, is_bot=True)
        updates = Updates(self.clock, self.world.rng)
        self.world.account(me)
        self.world.bots[me.id] = Bot(me, token, updates, privacy=privacy)
        return self.world.bots[me.id]

    def person(
        self, first_name: str, last_name: str = "", *, username: str = "", language: str = "en"
    ) -> Person:
        """A new person, who has not started any bot."""
        me = Account(self.world.new_person_id(), first_name, last_name, username, language)
        return Person(self.world, self.world.account(me), self.ephemerals)

    def group(
        self,
        title: str,
        *members: Person | Bot,
        kind: Kind = Kind.SUPERGROUP,
        username: str = "",
        forum: bool = False,
    ) -> Group:
        """A new group; the first of its people owns it. Bots come in last, and are told."""
        owner = next(m.account for m in members if isinstance(m, Person))
        chat = Chat(
            id=self.world.new_chat_id(kind), kind=kind, title=title, username=username, forum=forum
        )
        group = Group(self.world, self.world.add_chat(chat), owner)
        for member in members:
            status = "creator" if member.account is owner else "member"
            if isinstance(member, Person):
                chat.members[member.id] = Member(member.account, status)
        for member in members:
            if isinstance(member, Bot):
                group.let_in(member.account)
        return group

    # what happens

    def advance(self, by: timedelta) -> None:
        """Put the world's clock forward."""
        self.clock.advance(by)
        self.world.changed()

    async def until(self, check: Callable[[], bool]) -> None:
        """Wait until something is so; raises TimeoutError if it does not become so."""
        await self.world.until(check)

    async def reads(self, person: Person, text: str, place: Place | None = None) -> None:
        """Wait until a page says this that somebody sees in a chat, be it the newest or not."""
        await self.until(lambda: any(text in page.all_text for page in person.pages(place)))

    def counted(self, since: int = 0) -> Counter[str]:
        """How often each method was called, from the ``since``-th call on, without getUpdates."""
        methods = (call.method for call in self.calls[since:])
        return Counter(method for method in methods if method != "getUpdates")
