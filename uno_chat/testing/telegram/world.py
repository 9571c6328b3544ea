"""Everything that is so on the network: accounts, chats, and what becomes of what is done.

Nobody acts here; people, groups and the methods of the Bot API do, and this is where their doings
become messages, updates and showings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Final

from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.telegram.accounts import Account, Json
from uno_chat.testing.telegram.bots import Bot
from uno_chat.testing.telegram.chats import Chat, Kind
from uno_chat.testing.telegram.clock import Clock, stamp
from uno_chat.testing.telegram.limits import Limit, Quotas
from uno_chat.testing.telegram.messages import Content, Message
from uno_chat.testing.telegram.transcript import Showing, Transcript, page_of

_PEOPLE: Final = 7_100_000_000  # beyond 32 bits, as ids of today are
_GROUPS: Final = -4_900_000_000
_SUPERGROUPS: Final = -1_003_100_000_000


class World:
    """The state of the network. ``limit`` is the quota of every chat (None: there is none)."""

    def __init__(self, clock: Clock, rng: Random, limit: Limit | None) -> None:
        self.clock = clock
        self.rng = rng
        self.quotas = Quotas(clock, limit)
        self.transcript = Transcript()
        self.accounts: dict[int, Account] = {}
        self.bots: dict[int, Bot] = {}
        self.chats: dict[int, Chat] = {}
        self.revision = 0
        self._private: dict[tuple[int, int], Chat] = {}
        self._made = 0
        self._messages = 0
        self._changed = asyncio.Event()

    # who is there

    def account(self, account: Account) -> Account:
        """Make an account known."""
        self.accounts[account.id] = account
        return account

    def new_person_id(self) -> int:
        self._made += 1
        return _PEOPLE + self._made

    def new_chat_id(self, kind: Kind) -> int:
        self._made += 1
        return (_GROUPS if kind is Kind.GROUP else _SUPERGROUPS) - self._made

    def add_chat(self, chat: Chat) -> Chat:
        """Make a group known."""
        self.chats[chat.id] = chat
        return chat

    def private(self, bot: Bot, person: Account) -> Chat:
        """The private chat of a person with a bot, opened or not."""
        key = (bot.id, person.id)
        if key not in self._private:
            chat = Chat(id=person.id, kind=Kind.PRIVATE, person=person, bot=bot.id)
            self._private[key] = chat
        return self._private[key]

    # what happens

    def changed(self) -> None:
        """Something happened: whoever waits for the world looks again."""
        self.revision += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, check: Callable[[], bool], *, within: float = PATIENCE) -> None:
        """Wait until something is so; raises TimeoutError after so many real seconds."""
        async with asyncio.timeout(within):
            while not check():
                await self._changed.wait()

    def number(self, chat: Chat) -> int:
        """The next message's id: counted by chat in supergroups, elsewhere all together."""
        if chat.kind in (Kind.PRIVATE, Kind.GROUP):
            self._messages += 1
            return self._messages
        chat.next_id += 1
        return chat.next_id - 1

    def post(
        self,
        chat: Chat,
        sender: Account,
        content: Content,
        *,
        sender_chat: Json | None = None,
        reply_to: Message | None = None,
        thread: int = 0,
        silent: bool = False,
    ) -> Message:
        """A new message: people in the chat see it, bots hear it if they may."""
        message = Message(
            id=self.number(chat),
            at=self.clock.now(),
            sender=sender,
            content=content,
            sender_chat=sender_chat,
            reply_to=reply_to,
            thread=thread,
            silent=silent,
            seen_by=chat.people(),
        )
        chat.messages[message.id] = message
        if sender.id in self.bots:
            chat.last_from = sender.id
        self.show("new", chat, message, notify=not silent)
        self._tell(chat, message, "channel_post" if chat.kind is Kind.CHANNEL else "message")
        self.changed()
        return message

    def edited(self, chat: Chat, message: Message) -> None:
        """A message reads otherwise now. Bots hear of it unless they did it themselves."""
        message.edited = self.clock.now()
        self.show("edit", chat, message)
        channel = chat.kind is Kind.CHANNEL
        self._tell(chat, message, "edited_channel_post" if channel else "edited_message")
        self.changed()

    def deleted(self, chat: Chat, message: Message) -> None:
        """A message is gone. No bot is told."""
        del chat.messages[message.id]
        self.show("delete", chat, message)
        self.changed()

    def show(self, kind: str, chat: Chat, message: Message, *, notify: bool = False) -> None:
        """People in the chat see something of a message."""
        viewers = chat.people() if kind == "new" or chat.history else message.seen_by
        viewers &= chat.people()
        page = page_of(chat.id, message)
        others = bool(viewers - {message.sender.id})
        self.transcript.show(
            Showing(kind, self.clock.now(), page, viewers, notify=notify and others)
        )

    def _tell(self, chat: Chat, message: Message, kind: str) -> None:
        payload = message.as_json(chat.as_json())
        for bot in self._hearers(chat, message):
            if bot.hears(chat, message):
                bot.heard.add((chat.id, message.id))
                bot.tell(kind, payload, f"chat{chat.id}")

    def _hearers(self, chat: Chat, message: Message) -> list[Bot]:
        """The bots in a chat, and the one that has just been put out of it."""
        gone = message.content.service.get("left_chat_member", {}).get("id")
        return self._bots_in(chat) + [bot for bot in self.bots.values() if bot.id == gone]

    def _bots_in(self, chat: Chat) -> list[Bot]:
        return [self.bots[bot] for bot in chat.bots() if bot in self.bots]

    def seat(self, chat: Chat, by: Account, account: Account, **changes: object) -> None:
        """Somebody's place in a chat changes; that bot, or bots that administrate, are told."""
        old, new = chat.seat(account, **changes)
        payload = {
            "chat": chat.as_json(),
            "from": by.as_json(),
            "date": stamp(self.clock.now()),
            "old_chat_member": old.as_json(),
            "new_chat_member": new.as_json(),
        }
        if account.id in self.bots:
            self.bots[account.id].tell("my_chat_member", payload, f"my{chat.id}")
        for bot in self._bots_in(chat):
            if chat.member(bot.account).admin and bot.id != account.id:
                bot.tell("chat_member", payload, f"member{account.id}")
        self.changed()
