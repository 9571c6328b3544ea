"""Messages in a group that one member sees (Bot API 10.2 and 10.3), if the network has them.

Nothing about them is sure: the bot is told True although nothing may have been shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from uno_chat.testing.telegram.accounts import Account, Json
from uno_chat.testing.telegram.bots import Bot, Press
from uno_chat.testing.telegram.chats import Chat
from uno_chat.testing.telegram.clock import stamp
from uno_chat.testing.telegram.errors import bad
from uno_chat.testing.telegram.messages import Content
from uno_chat.testing.telegram.transcript import Page, Showing, ephemeral_page
from uno_chat.testing.telegram.world import World

WITHIN: Final = timedelta(seconds=15)
"""How long after an action of a member a bot that is no administrator may send one."""


@dataclass(slots=True)
class Ephemeral:
    """One that stands, as far as the bot knows; ``sender`` is the member who typed it, else the
    bot sent it.
    """

    id: int
    bot: Bot
    chat: Chat
    to: Account
    at: datetime
    content: Content
    shown: bool
    sender: Account | None = None


class Ephemerals:
    """All of them. ``on``: the network has them; ``arrive``: they reach the one they are for."""

    def __init__(self, world: World, *, on: bool) -> None:
        self.on = on
        self.arrive = True
        self._world = world
        self._standing: dict[int, Ephemeral] = {}
        self._made = 0

    def send(self, bot: Bot, chat: Chat, wanted: Json, content: Content, answered: int) -> Json:
        """Show one, as an answer to the ephemeral message ``answered`` (0: none); the Message of
        the Bot API. Raises ApiError.
        """
        to = self._receiver(chat, wanted["receiver_user_id"])
        press = bot.presses.get(wanted.get("callback_query_id", ""))
        if not chat.member(bot.account).admin:
            self._check_just_acted(press, answered, chat, to)
        if wanted.get("replace_callback_query_message", False):
            self._replace(press)
        one = self._new(bot, chat, to, content, shown=self.arrive)
        return self._json(one)

    def _new(
        self, bot: Bot, chat: Chat, to: Account, content: Content, *, shown: bool
    ) -> Ephemeral:
        self._made += 1
        one = Ephemeral(self._made, bot, chat, to, self._world.clock.now(), content, shown)
        self._standing[one.id] = one
        self._show("new", one)
        return one

    def command(self, bot: Bot, chat: Chat, person: Account, content: Content) -> None:
        """A member types a command that only the bot gets to see."""
        one = self._new(bot, chat, person, content, shown=True)
        one.sender = person
        bot.tell("message", self._json(one), f"chat{chat.id}")
        self._world.changed()

    def _receiver(self, chat: Chat, user: int) -> Account:
        member = chat.members.get(user)
        if chat.kind not in ("group", "supergroup"):
            raise bad("ephemeral messages can be sent only to groups")
        if member is None or not member.inside or member.account.is_bot:
            raise bad("USER_NOT_PARTICIPANT")
        return member.account

    def _replace(self, press: Press | None) -> None:
        one = self._standing.get(press.message) if press and press.ephemeral else None
        if one is not None:
            self.delete(one)

    def _check_just_acted(
        self, press: Press | None, answered: int, chat: Chat, to: Account
    ) -> None:
        command = self._standing.get(answered)
        if command is not None and command.chat is chat and command.sender is to:
            at = command.at
        elif press is not None and press.chat is chat and press.person == to.id:
            at = press.at
        else:
            raise bad("CHAT_ADMIN_REQUIRED")
        if self._world.clock.now() - at > WITHIN:
            raise bad("query is too old and response timeout expired or query ID is invalid")

    def find(self, bot: Bot, chat: Chat, params: Json) -> Ephemeral:
        """The one that an edit means; raises ApiError."""
        one = self._standing.get(params["ephemeral_message_id"])
        theirs = one is not None and (one.bot, one.to.id) == (bot, params["receiver_user_id"])
        if one is None or not theirs or one.chat is not chat:
            raise bad("message to edit not found")
        return one

    def edit(self, one: Ephemeral, content: Content) -> None:
        """Show one otherwise."""
        one.content = content
        self._show("edit", one)

    def delete(self, one: Ephemeral) -> None:
        """Take one away."""
        del self._standing[one.id]
        self._show("delete", one)

    def expire(self) -> None:
        """All that stand are gone, as after a restart of the apps; bots are not told."""
        for one in tuple(self._standing.values()):
            self.delete(one)

    def pages(self, bot: Bot, chat: Chat, person: Account) -> tuple[Page, ...]:
        """Those that this person sees in a chat."""
        return tuple(
            self._page(one)
            for one in self._standing.values()
            if one.shown and one.chat is chat and one.bot is bot and one.to.id == person.id
        )

    def as_json(self, bot: Bot, chat: Chat, person: Account, number: int) -> Json:
        """The Message that a press on one carries."""
        return self._json(
            self.find(bot, chat, {"ephemeral_message_id": number, "receiver_user_id": person.id})
        )

    def _json(self, one: Ephemeral) -> Json:
        return {
            "message_id": 0,
            "ephemeral_message_id": one.id,
            "receiver_user": one.to.as_json(),
            "date": stamp(one.at),
            "chat": one.chat.as_json(),
            "from": (one.sender or one.bot.account).as_json(),
            **one.content.as_json(),
        }

    def _page(self, one: Ephemeral) -> Page:
        return ephemeral_page(one.chat.id, one.id, (one.sender or one.bot.account).id, one.content)

    def _show(self, kind: str, one: Ephemeral) -> None:
        viewers = frozenset({one.to.id}) if one.shown else frozenset()
        moment = Showing(kind, self._world.clock.now(), self._page(one), viewers)
        self._world.transcript.show(moment)
        self._world.changed()
