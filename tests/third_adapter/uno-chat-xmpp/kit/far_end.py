"""A real Prosody on the loopback interface, people with clients on it, and a line to it that can
be cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import Element, SubElement

from slixmpp import JID, ClientXMPP
from slixmpp.xmlstream.handler import Callback
from slixmpp.xmlstream.matcher import StanzaPath

from uno_chat.testing.faults import Lost
from uno_chat.testing.patience import PATIENCE
from uno_chat.testing.ports import free_port

CONFIG: Final = """
run_as_root = true
pidfile = "{folder}/pid"
data_path = "{folder}"
log = {{ warn = "{folder}/log" }}
interfaces = {{ "127.0.0.1" }}
c2s_ports = {{ {port} }}
modules_enabled = {{ "saslauth", "disco", "roster", "ping", "mam", "blocklist" }}
modules_disabled = {{ "s2s" }}
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
authentication = "internal_plain"
storage = "internal"
VirtualHost "localhost"
Component "rooms.localhost" "muc"
    modules_enabled = {{ "muc_mam" }}
"""
PASSWORD: Final = "known-to-the-test"
_NUMBERS: Final = count(1)
_STYLES: Final = re.compile(r"[*_`~]")


@dataclass(frozen=True, slots=True)
class Server:
    """A Prosody that runs."""

    folder: Path
    port: int

    def account(self, name: str) -> str:
        """Make an account of a name that nobody has yet; its address."""
        name = f"{name}{next(_NUMBERS)}"
        accounts = self.folder / "localhost" / "accounts"
        accounts.mkdir(parents=True, exist_ok=True)
        (accounts / f"{name}.dat").write_text(f'return {{ password = "{PASSWORD}" }};')
        return f"{name}@localhost"


@contextmanager
def prosody(folder: Path) -> Iterator[Server]:
    """Run one in an empty folder."""
    program = shutil.which("prosody")
    assert program, "there is no prosody here: apt-get install prosody"
    port = free_port()
    config = folder / "prosody.cfg.lua"
    config.write_text(CONFIG.format(folder=folder, port=port), encoding="utf-8")
    with (folder / "out").open("wb") as out:
        process = subprocess.Popen([program, "--config", config, "-F"], stdout=out, stderr=out)
    try:
        _await_port(port, process)
        yield Server(folder, port)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _await_port(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        assert process.poll() is None, "prosody has ended"
        assert time.monotonic() < end, "prosody does not listen"
        time.sleep(0.02)


@dataclass(frozen=True, slots=True)
class Page:
    """A message as a client shows it now, and who said it where."""

    id: str
    sender: str
    room: str
    text: str


@dataclass(slots=True)
class Person:
    """Somebody with a client that shows corrections in place and reads the usual styling."""

    client: ClientXMPP
    name: str
    pages: list[Page] = field(default_factory=list)
    came: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def jid(self) -> str:
        """The account."""
        return str(self.client.boundjid.bare)

    @classmethod
    async def signed_in(cls, server: Server, name: str) -> Person:
        """Somebody with a new account."""
        lax = {"feature_mechanisms": {"unencrypted_plain": True, "unencrypted_scram": True}}
        client = ClientXMPP(
            JID(f"{server.account(name.lower())}/phone"), PASSWORD, plugin_config=lax
        )
        client.enable_direct_tls = client.enable_starttls = False
        client.enable_plaintext = True
        client.register_plugin("xep_0045")
        client.register_plugin("xep_0199")
        person = cls(client, name)
        client.register_handler(Callback("read", StanzaPath("message"), person._read))
        client.add_event_handler("groupchat_presence", lambda _: person.came.set())
        begun = asyncio.ensure_future(client.wait_until("session_start", 10))
        client.connect("127.0.0.1", server.port)
        await begun
        client.send_presence()
        return person

    async def make(self, room: str) -> None:
        """Make a room in which everybody sees who people are."""
        await self.enter(room)
        await self.configure(room, whois="anyone")

    async def configure(self, room: str, *, whois: str) -> None:
        """Say who may see who people are, in a room of one's own that stays."""
        form = self.client.plugin["xep_0004"].make_form(ftype="submit")
        form.add_field("FORM_TYPE", value="http://jabber.org/protocol/muc#roomconfig")
        form.add_field("muc#roomconfig_whois", value=whois)
        form.add_field("muc#roomconfig_persistentroom", value="1")
        await self.client.plugin["xep_0045"].set_room_config(room, form)

    async def enter(self, room: str) -> None:
        """Come into a room."""
        joining = self.client.plugin["xep_0045"].join_muc_wait
        await joining(JID(room), self.name, maxstanzas=0)

    def say(self, text: str, to: str, *more: Element) -> None:
        """Say something in a room or to an account."""
        kind = "groupchat" if "@rooms." in to else "chat"
        message = self.client.make_message(JID(to), text, mtype=kind)
        message.xml.extend(more)
        message.send()

    def whisper(self, text: str, room: str, nick: str) -> None:
        """Say something to one of a room alone."""
        self.client.make_message(JID(f"{room}/{nick}"), text, mtype="chat").send()

    async def block(self, jid: str) -> None:
        """Hear no more from somebody."""
        iq = self.client.make_iq_set()
        SubElement(
            SubElement(iq.xml, "{urn:xmpp:blocking}block"), "{urn:xmpp:blocking}item", jid=jid
        )
        await iq.send()

    async def close(self, room: str, altroom: str) -> None:
        """Close a room of one's own and send everybody to another."""
        await self.client.plugin["xep_0045"].destroy(room, altroom=altroom)

    async def look(self) -> None:
        """Read all that the server has for us so far."""
        await self.client.plugin["xep_0199"].ping(JID("localhost"))

    async def until(self, text: str, room: str = "") -> Page:
        """Wait for a page with this text, in a room or in private."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self.came.clear()
                for page in reversed(self.pages):
                    if text in page.text and page.room == room:
                        return page
                await self.came.wait()

    async def until_inside(self, jid: str, room: str) -> None:
        """Wait until somebody has come into a room."""
        async with asyncio.timeout(PATIENCE):
            while jid not in self._inside(room):
                self.came.clear()
                await self.came.wait()

    def _inside(self, room: str) -> set[str]:
        rooms = self.client.plugin["xep_0045"].rooms[None].get(room, {})
        return {JID(who["jid"]).bare for who in rooms.values()}

    async def leave(self) -> None:
        """Sign out."""
        await self.client.disconnect(wait=1.0)

    def _read(self, message: Any) -> None:  # noqa: ANN401 - the library does not type stanzas
        if message["type"] == "error" or not message["body"]:
            return
        text, sender = message["body"], message["from"]
        if message.xml.find("{urn:xmpp:styling:0}unstyled") is None:
            text = _STYLES.sub("", text)
        room = sender.bare if message["type"] == "groupchat" else ""
        page = Page(message["id"], sender.full, room, text)
        corrects = message.xml.find("{urn:xmpp:message-correct:0}replace")
        for place, old in enumerate(self.pages):
            told = corrects is not None and old.id == corrects.get("id")
            if told and (old.sender, old.room) == (page.sender, room):
                self.pages[place] = Page(old.id, old.sender, room, text)
                break
        else:
            self.pages.append(page)
        self.came.set()


@dataclass(slots=True)
class Line:
    """A way to a server that somebody can cut: at once (``cut``), or with the next message, before
    it arrives or before anything comes back (``lose``).
    """

    port: int
    lose: Lost | None = None
    answers: bool = True
    server: asyncio.Server | None = None
    ends: list[asyncio.StreamWriter] = field(default_factory=list)
    carried: set[asyncio.Task[None]] = field(default_factory=set)

    async def start(self) -> int:
        """Let callers in; returns where."""
        self.server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        port: int = self.server.sockets[0].getsockname()[1]
        return port

    async def cut(self) -> None:
        """Nobody gets through, and who did is thrown out and has noticed."""
        assert self.server is not None
        self.server.close()
        await self.drop()

    async def drop(self) -> None:
        """Who got through is thrown out and has noticed, and may come again."""
        carried = [*self.carried]
        self._hang_up()
        await asyncio.gather(*carried, return_exceptions=True)

    def _hang_up(self) -> None:
        for end in self.ends:
            end.close()
        self.ends.clear()

    async def _carry(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.carried.add(task)
        far, on = await asyncio.open_connection("127.0.0.1", self.port)
        self.ends += (back, on)
        await asyncio.gather(self._up(near, on), self._down(far, back))
        self.carried.discard(task)

    async def _up(self, near: asyncio.StreamReader, on: asyncio.StreamWriter) -> None:
        while data := await near.read(65536):
            if self.lose is not None and b"<message" in data:
                self.answers, lose, self.lose = False, self.lose, None
                if not lose.shown:
                    self.answers = True
                    self._hang_up()
                    return
            on.write(data)
        on.close()

    async def _down(self, far: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await far.read(65536):
                if not self.answers:
                    self.answers = True
                    self._hang_up()
                back.write(data)
        back.close()
