"""The far end of the kit for a fake network: an example for whoever writes a wire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from uno_chat.contract import Adapter, Address, Capabilities, Conversation, Request, Said, User
from uno_chat.testing.fake_adapter import HEADER
from uno_chat.testing.fake_chats import chat_of
from uno_chat.testing.fake_network import BOT, LIKE_TELEGRAM, FakeNetwork
from uno_chat.testing.faults import Fault
from uno_chat.testing.socket_network import SocketNetworkServer, socket_adapter

POSTED_WITH: Final = "known-to-the-network-alone"
_BROKEN: Final = ("", "{", "[]", "null", '{"id": "e9"}', "\x00\ufffd")
_NOON: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)


def network_with_ann(capabilities: Capabilities = LIKE_TELEGRAM) -> FakeNetwork:
    """A network on which Ann is in contact with us and in the group "family", which has a thread
    "cards" and another member.
    """
    network = FakeNetwork(lambda: _NOON, capabilities=capabilities)
    network.contact("ann")
    for member, group in (("ann", "family"), ("ann", "family/cards"), ("ben", "family")):
        network.join(member, group)
    return network


class FakeWire:
    """What Ann does and sees on ``network_with_ann``, whatever adapter is connected to it.

    With a ``server`` the adapter is one that reaches the network through it.
    """

    def __init__(
        self, network: FakeNetwork, adapter: Adapter, server: SocketNetworkServer | None = None
    ) -> None:
        self.network = network
        self._adapter = adapter
        self._server = server
        self.impossible: Mapping[str, str] = {}
        self._before = len(network.log.texts())

    @property
    def adapter(self) -> Adapter:
        return self._adapter

    @property
    def ann(self) -> User:
        return User(self.network.name, "ann")

    @property
    def group(self) -> Conversation:
        return Conversation(self.network.name, "family")

    @property
    def thread(self) -> Conversation:
        return Conversation(self.network.name, "family", "cards")

    @property
    def elsewhere(self) -> Conversation:
        return Conversation(self.network.name, "clan")

    @property
    def cursor(self) -> str | None:
        return str(self._before)

    async def start(self) -> None:
        if self._server is not None:
            self._adapter = socket_adapter(await self._server.start())

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop()

    async def say(self, text: str, *, private: bool) -> None:
        self.network.say("ann", text, group=None if private else "family")

    async def say_in_thread(self, text: str) -> None:
        self.network.say("ann", text, group=chat_of(self.thread))

    async def press(self, label: str) -> None:
        self.network.press("ann", label)

    async def press_in_group(self, label: str) -> None:
        self.network.press("ann", label, group="family")

    async def react(self, number: int) -> bool:
        self.network.react("ann", number)
        return True

    async def bridge(self, text: str) -> bool:
        self.network.ghosts.add("ghost of ben")
        self.network.say("ghost of ben", text, group="family")
        return True

    async def garble(self) -> None:
        for number, raw in enumerate(_BROKEN):
            self.network.log.add(f"broken{number}", raw)

    async def echo(self) -> None:
        newest = self.network.pages("family")[-1]
        self.network.send(BOT, Said(newest.text), group="family")

    def requests(self) -> Sequence[Request]:
        return self.network.requests(POSTED_WITH, since=self._before)

    def forged(self) -> Sequence[Request]:
        self.network.say("ann", "r7")
        body = self.requests()[-1].body
        keys: list[dict[str, str]] = [{}, {HEADER: ""}, {HEADER: POSTED_WITH[:-1]}]
        return [Request(key, body) for key in keys]

    async def seen(self, where: Address) -> Sequence[str]:
        chat = f"@{where.id}" if isinstance(where, User) else chat_of(where)
        return [page.all_text for page in self.network.pages(chat)]

    async def toasts(self) -> Sequence[str]:
        return [s.page.text for s in self.network.seen_by("ann") if s.kind == "toast"]

    async def peeked(self) -> Sequence[str]:
        return [s.page.all_text for s in self.network.seen_by("ann") if s.kind == "peek"]

    async def seen_by_others(self) -> Sequence[str]:
        return [showing.page.all_text for showing in self.network.seen_by("ben")]

    async def expose(self) -> None:
        self.network.discreet = False

    async def fail(self, fault: Fault) -> None:
        self.network.fail_writes(fault)
