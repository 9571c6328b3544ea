"""Groups: who comes, goes and administrates, what becomes of the group, and its topics."""

from __future__ import annotations

from dataclasses import dataclass, field

from uno_chat.testing.telegram.accounts import ANONYMOUS, TELEGRAM, Account, Json
from uno_chat.testing.telegram.chats import ADMIN_RIGHTS, Chat, Kind, Topic
from uno_chat.testing.telegram.messages import Content, Message
from uno_chat.testing.telegram.transcript import Showing, page_of
from uno_chat.testing.telegram.world import World


@dataclass(slots=True)
class Group:
    """A group, also after it has become a supergroup: ``chat`` is what it is now."""

    world: World = field(repr=False)
    chat: Chat
    owner: Account

    @property
    def id(self) -> int:
        return self.chat.id

    def let_in(self, *accounts: Account, by: Account | None = None) -> None:
        """People or bots come in, by themselves or brought by somebody (the owner)."""
        for account in accounts:
            self.world.seat(self.chat, by or self.owner, account, status="member")
            self._history_for(account)
        users = [account.as_json() for account in accounts]
        self._happened(by or self.owner, "new_chat_members", users)

    def put_out(self, account: Account, by: Account | None = None) -> None:
        """Somebody leaves (``by`` themselves) or is removed (by the owner)."""
        actor = by or self.owner
        status = "left" if actor.id == account.id else "kicked"
        self.world.seat(self.chat, actor, account, status=status, rights=frozenset())
        self._happened(actor, "left_chat_member", account.as_json())

    def promote(self, account: Account, *rights: str, anonymous: bool = False) -> None:
        """Make somebody an administrator, with these rights or all."""
        self.world.seat(
            self.chat,
            self.owner,
            account,
            status="administrator",
            rights=frozenset(rights or ADMIN_RIGHTS),
            anonymous=anonymous,
        )

    def demote(self, account: Account) -> None:
        """Make somebody a plain member again."""
        self.world.seat(self.chat, self.owner, account, status="member", rights=frozenset())

    def restrict(self, account: Account, *may: str) -> None:
        """Leave a member nothing but these permissions."""
        self.world.seat(self.chat, self.owner, account, status="restricted", rights=frozenset(may))

    def rename(self, title: str) -> None:
        """Give the group another title."""
        self.chat.title = title
        self._happened(self.owner, "new_chat_title", title)

    def open_topic(self, name: str) -> int:
        """Begin a topic; its message_thread_id."""
        topic = self.chat.next_id
        self.chat.topics[topic] = Topic(topic, name)
        made = {"name": name, "icon_color": 0x6FB9F0}
        self._happened(self.owner, "forum_topic_created", made, topic)
        return topic

    def close_topic(self, topic: int) -> None:
        """Let only administrators write in a topic; 0 is the general one."""
        self._set_closed(topic, closed=True)

    def reopen_topic(self, topic: int) -> None:
        """Let everybody write in a topic again."""
        self._set_closed(topic, closed=False)

    def _set_closed(self, topic: int, *, closed: bool) -> None:
        if topic == 0:
            self.chat.general_closed = closed
        else:
            self.chat.topics[topic].closed = closed
            what = "forum_topic_closed" if closed else "forum_topic_reopened"
            self._happened(self.owner, what, {}, topic)

    def delete_topic(self, topic: int) -> None:
        """Delete a topic with everything in it."""
        del self.chat.topics[topic]
        for message in [m for m in self.chat.messages.values() if m.thread == topic]:
            self.world.deleted(self.chat, message)

    def migrate(self, *, announce: bool = True) -> Chat:
        """Become a supergroup, with another id and no messages; returns what it was.

        With ``announce`` off nobody is told before ``announce_move``: until then a bot learns of
        it only by the error that the old id gives.
        """
        old = self.chat
        new = Chat(
            id=self.world.new_chat_id(Kind.SUPERGROUP),
            kind=Kind.SUPERGROUP,
            title=old.title,
            history=False,
            members=dict(old.members),
        )
        old.moved_to, self.chat = self.world.add_chat(new), new
        if announce:
            self.announce_move(old)
        return old

    def announce_move(self, old: Chat) -> None:
        """Post the two service messages that tell of the move."""
        owner = self.owner
        self.world.post(old, owner, Content("", service={"migrate_to_chat_id": self.chat.id}))
        self.world.post(
            self.chat,
            ANONYMOUS,
            Content("", service={"migrate_from_chat_id": old.id}),
            sender_chat=self.chat.as_json(),
        )

    def forward(self, text: str, channel: Json) -> Message:
        """The channel that is linked to the group posts something (a Chat of the Bot API)."""
        return self.world.post(self.chat, TELEGRAM, Content(text), sender_chat=channel)

    def _happened(self, by: Account, what: str, value: object, topic: int = 0) -> None:
        self.world.post(self.chat, by, Content("", service={what: value}), thread=topic)

    def _history_for(self, newcomer: Account) -> None:
        if not self.chat.history or newcomer.is_bot:
            return
        for message in self.chat.messages.values():
            page = page_of(self.chat.id, message)
            moment = Showing("history", self.world.clock.now(), page, frozenset({newcomer.id}))
            self.world.transcript.show(moment)
