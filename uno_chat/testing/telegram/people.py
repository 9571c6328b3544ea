"""People on the network, who do what a client lets them do and see what it shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qs, urlsplit

from uno_chat.testing.telegram.accounts import ANONYMOUS, CHANNEL, Account, Json
from uno_chat.testing.telegram.bots import Bot, Press, scopes_of
from uno_chat.testing.telegram.chats import Chat
from uno_chat.testing.telegram.clock import stamp
from uno_chat.testing.telegram.ephemeral import Ephemerals
from uno_chat.testing.telegram.groups import Group
from uno_chat.testing.telegram.markup import plain_entities
from uno_chat.testing.telegram.messages import Content, Message
from uno_chat.testing.telegram.transcript import Button, Page, Showing, page_of
from uno_chat.testing.telegram.world import World

_PAYLOAD: Final = re.compile(r"[A-Za-z0-9_-]{0,64}")

Place = Group | Bot
"""Where somebody does something: in a group, or in the private chat with a bot."""


@dataclass(frozen=True, slots=True)
class Person:
    """One person. What needs no ``place`` is done in the private chat with the first bot."""

    world: World = field(repr=False)
    account: Account
    ephemerals: Ephemerals = field(repr=False)

    @property
    def id(self) -> int:
        return self.account.id

    # what people do

    def say(
        self,
        text: str,
        place: Place | None = None,
        *,
        topic: int = 0,
        reply_to: int = 0,
        anonymous: bool = False,
        channel: Json | None = None,
    ) -> Message:
        """Say something; in a group also as its anonymous administrator or as a channel (a Chat
        of the Bot API). Raises LookupError where the client would not let one.
        """
        chat = self._chat(place)
        self._may_write(chat, topic, by_admin=anonymous)
        sender, face = self.account, channel
        if anonymous and isinstance(place, Group):
            sender, face = ANONYMOUS, chat.as_json()
        elif channel is not None:
            sender = CHANNEL
        content = Content(text, plain_entities(text))
        above = chat.messages.get(reply_to)
        return self.world.post(
            chat, sender, content, sender_chat=face, reply_to=above, thread=topic
        )

    def command(self, text: str, place: Place | None = None, *, topic: int = 0) -> Message | None:
        """Tap a command ("new", "catch Ben"): in a group clients add the bot's name to it, and
        only the bot hears it if it is an ephemeral one; then there is no message.
        """
        word, _, rest = text.removeprefix("/").partition(" ")
        bot = self._bot(place)
        at = f"@{bot.name}" if isinstance(place, Group) else ""
        whole = f"/{word}{at} {rest}".strip()
        if isinstance(place, Group) and self.ephemerals.on and bot.keeps_quiet(word):
            content = Content(whole, plain_entities(whole))
            self.ephemerals.command(bot, place.chat, self.account, content)
            return None
        return self.say(whole, place, topic=topic)

    def start(self, payload: str = "", bot: Bot | None = None) -> Message:
        """Open the private chat: press Start, or follow a deep link with its payload (up to
        64 letters, digits, _ and -).
        """
        if not _PAYLOAD.fullmatch(payload):
            raise ValueError(f"no deep link can carry the payload {payload!r}")
        bot = self._bot(bot)
        chat = self.world.private(bot, self.account)
        chat.started = True
        if chat.blocked:
            self.unblock(bot)
        return self.say(f"/start {payload}".strip(), bot)

    def block(self, bot: Bot | None = None) -> None:
        """Stop and block the bot."""
        self._set_blocked(self._bot(bot), blocked=True)

    def unblock(self, bot: Bot | None = None) -> None:
        """Let the bot write again."""
        self._set_blocked(self._bot(bot), blocked=False)

    def _set_blocked(self, bot: Bot, *, blocked: bool) -> None:
        chat = self.world.private(bot, self.account)
        chat.blocked = blocked
        was, is_now = ("member", "kicked") if blocked else ("kicked", "member")
        user = bot.account.as_json()
        until = {"until_date": 0}
        payload = {
            "chat": chat.as_json(),
            "from": self.account.as_json(),
            "date": stamp(self.world.clock.now()),
            "old_chat_member": {"status": was, "user": user} | (until if was == "kicked" else {}),
            "new_chat_member": {"status": is_now, "user": user} | (until if blocked else {}),
        }
        bot.tell("my_chat_member", payload, f"my{chat.id}")
        self.world.changed()

    def join(self, group: Group) -> None:
        """Come into a group by its link."""
        group.let_in(self.account, by=self.account)

    def leave(self, group: Group) -> None:
        """Leave a group."""
        group.put_out(self.account, by=self.account)

    def rename(self, first_name: str, last_name: str = "", username: str = "") -> None:
        """Take another name. No bot is told."""
        self.account.first_name, self.account.last_name = first_name, last_name
        self.account.username = username

    def delete_account(self) -> None:
        """Be gone for good."""
        self.account.deleted = True

    def edit(self, message: Message, text: str, place: Place | None = None) -> None:
        """Change what one has said; nothing happens if it is the same."""
        if message.content.text == text:
            return
        message.content = Content(text, plain_entities(text))
        self.world.edited(self._chat(place), message)

    def delete(self, message: int, place: Place | None = None) -> None:
        """Delete a message for all; raises LookupError if it is not there."""
        chat = self._chat(place)
        if message not in chat.messages:
            raise LookupError(f"there is no message {message}")
        self.world.deleted(chat, chat.messages[message])

    def press(
        self, label: str, place: Place | None = None, *, message: int | None = None
    ) -> str | None:
        """Press the newest button whose label contains this; returns the callback query's id.

        A link to a bot is followed, which opens the private chat and presses Start there. Raises
        LookupError that lists what could be pressed.
        """
        for page in self._newest(place):
            for button in page.buttons if message in (None, page.id) else ():
                if label.casefold() in button.label.casefold() and button.does != "disabled":
                    return self._use(button, page, place)
        there = [button.label for page in self.pages(place) for button in page.buttons]
        raise LookupError(f"no button like {label!r} for {self.account.first_name}: {there}")

    def _use(self, button: Button, page: Page, place: Place | None) -> str | None:
        if button.does == "url":
            self.follow(button.what)
            return None
        if button.does != "callback_data":
            raise LookupError(f"nothing here knows how to use {button}")
        return self.press_data(button.what, page, place)

    def press_data(self, data: str, page: Page, place: Place | None = None) -> str:
        """Press a button by what it carries, be it shown or not; the callback query's id."""
        chat = self._chat(place)
        bot = self.world.bots.get(page.sender) or self._bot(place)
        query = str(self.world.rng.getrandbits(62))
        bot.presses[query] = Press(self.id, chat, self.world.clock.now(), page.id, page.ephemeral)
        payload = {
            "id": query,
            "from": self.account.as_json(),
            "message": self._pressed(chat, bot, page),
            "chat_instance": str(abs(chat.id) * 31 + bot.id),
            "data": data,
        }
        bot.tell("callback_query", payload, f"user{self.id}")
        self.world.changed()
        return query

    def _pressed(self, chat: Chat, bot: Bot, page: Page) -> Json:
        if page.ephemeral:
            return self.ephemerals.as_json(bot, chat, self.account, page.id)
        message = chat.messages.get(page.id)
        if message is None:
            return {"chat": chat.as_json(), "message_id": page.id, "date": 0}
        return message.as_json(chat.as_json())

    def follow(self, link: str) -> Message:
        """Open a link to a bot, https://t.me/NAME?start=PAYLOAD, and press Start."""
        parts = urlsplit(link)
        name = parts.path.strip("/").casefold()
        for bot in self.world.bots.values():
            if parts.netloc == "t.me" and bot.name.casefold() == name:
                return self.start(parse_qs(parts.query).get("start", [""])[0], bot)
        raise LookupError(f"{link} leads to no bot here")

    # what people see

    def pages(self, place: Place | None = None) -> tuple[Page, ...]:
        """What stands in a chat now as this person sees it, oldest first."""
        return tuple(reversed(tuple(self._newest(place))))

    def _newest(self, place: Place | None) -> Iterator[Page]:
        chat = self._chat(place)
        yield from reversed(self.ephemerals.pages(self._bot(place), chat, self.account))
        yield from (page_of(chat.id, message) for message in chat.visible(self.id))

    def menu(self, place: Place | None = None) -> dict[str, str]:
        """The commands with their descriptions that a client offers here in this language: those
        of the narrowest scope that has any.
        """
        chat, bot, language = self._chat(place), self._bot(place), self.account.language[:2]
        for scope in scopes_of(chat, chat.member(self.account)):
            for code in (language, ""):
                commands = bot.commands.get((scope, code), [])
                if commands:
                    return {each["command"]: each["description"] for each in commands}
        return {}

    @property
    def seen(self) -> tuple[Showing, ...]:
        """Everything this person was ever shown, in order."""
        return self.world.transcript.of(self.id)

    @property
    def toasts(self) -> tuple[str, ...]:
        """The answers to presses that this person has seen, alerts among them."""
        return tuple(s.page.text for s in self.seen if s.kind in ("toast", "alert"))

    def _bot(self, place: Place | None) -> Bot:
        if isinstance(place, Bot):
            return place
        inside = place.chat.bots() if isinstance(place, Group) else ()
        for bot in inside:
            return self.world.bots[bot]
        return next(iter(self.world.bots.values()))

    def _chat(self, place: Place | None) -> Chat:
        if isinstance(place, Group):
            return place.chat
        return self.world.private(self._bot(place), self.account)

    def _may_write(self, chat: Chat, topic: int, *, by_admin: bool) -> None:
        if chat.private:
            if not chat.started or chat.blocked:
                raise LookupError(f"{self.account.first_name} must press Start first")
            return
        member = chat.member(self.account)
        closed = topic in chat.topics and chat.topics[topic].closed
        if not member.inside or ((closed or by_admin) and not member.admin):
            raise LookupError(f"{self.account.first_name} cannot write in {chat.title}")
