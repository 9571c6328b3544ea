"""What only XMPP can do to an adapter."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from xml.etree.ElementTree import Element, SubElement

import pytest

from kit.wire import XmppWire
from uno_chat.contract import (
    AccountRefused,
    Batch,
    Conversation,
    Document,
    Findable,
    Moved,
    RetryLater,
    Said,
    Sealed,
    Unreachable,
    User,
    line,
)
from uno_chat.testing.patience import PATIENCE
from uno_chat_xmpp import plugin
from uno_chat_xmpp.adapter import XmppAdapter

MUC = "{http://jabber.org/protocol/muc#user}"


@pytest.fixture
async def far(wire: XmppWire) -> AsyncIterator[XmppWire]:
    """The far end, begun."""
    await wire.start()
    yield wire
    await wire.stop()


async def read(adapter: XmppAdapter, cursor: str | None, count: int) -> Batch:
    """So many envelopes behind a cursor, and the cursor behind them."""
    read = Batch(cursor=cursor)
    async with asyncio.timeout(PATIENCE):
        while len(read.envelopes) < count:
            try:
                batch = await adapter.pull(read.cursor)
            except RetryLater:
                continue  # as the core does, but at once
            read = replace(batch, envelopes=(*read.envelopes, *batch.envelopes))
    return read


async def test_people_look_for_the_account_by_its_address(far: XmppWire) -> None:
    assert isinstance(far.adapter, Findable)
    assert far.adapter.found_as == far.account


async def test_nobody_speaks_for_somebody_else(far: XmppWire) -> None:
    forged = Element(f"{MUC}x")
    SubElement(forged, f"{MUC}item", jid="ben@localhost", affiliation="owner")
    far.person.say("!uno join", far.group.id, forged)
    (envelope,) = (await read(far.adapter, far.cursor, 1)).envelopes
    assert envelope.sender == far.ann


async def test_who_hides_behind_a_nickname_is_anonymous(far: XmppWire) -> None:
    await far.person.configure(far.group.id, whois="moderators")
    await far.adapter.deliver(far.hello)
    far.person.say("in the room", far.group.id)
    await far.person.look()
    far.person.whisper("behind it", far.group.id, far.account.partition("@")[0])
    for envelope in (await read(far.adapter, far.cursor, 2)).envelopes:
        assert (envelope.anonymous, envelope.private) == (True, False)
        assert envelope.sender == User("xmpp", f"{far.group.id}/Ann")


async def test_what_is_said_while_we_are_away_is_read_once_and_in_order(far: XmppWire) -> None:
    before = (await far.adapter.pull(None)).cursor
    await far.adapter.close()
    words = [f"r{number}" for number in range(70)]  # more than a page
    for word in words:
        far.person.say(word, far.account)
    await far.person.look()
    envelopes = (await read(far.adapter, before, len(words))).envelopes
    assert [envelope.event for envelope in envelopes] == [Said(word) for word in words]


async def test_what_was_said_before_we_came_first_is_not_read(far: XmppWire) -> None:
    await far.say("an old word", private=True)
    begun = (await far.adapter.pull(None)).cursor
    await far.say("a new word", private=True)
    (envelope,) = (await read(far.adapter, begun, 1)).envelopes
    assert envelope.event == Said("a new word")


async def test_a_cursor_that_the_archive_has_forgotten_loses_nothing(far: XmppWire) -> None:
    await far.say("what is left", private=True)
    cursor = json.dumps({"": "of-long-ago", far.group.id: ""})
    (envelope,) = (await read(far.adapter, cursor, 1)).envelopes
    assert envelope.event == Said("what is left")


async def test_we_follow_a_room_that_moves(far: XmppWire) -> None:
    new = far.elsewhere
    await far.person.make(new.id)
    await far.person.close(far.group.id, new.id)
    far.person.say("here", new.id)
    moved, said = (await read(far.adapter, far.cursor, 2)).envelopes
    assert (moved.conversation, moved.event) == (far.group, Moved(new))
    assert (said.conversation, said.event) == (new, Said("here"))


async def test_what_is_encrypted_for_other_devices_is_sealed(far: XmppWire) -> None:
    encrypted = Element("{urn:xmpp:eme:0}encryption", name="OMEMO")
    far.person.say("I sent you an OMEMO encrypted message.", far.account, encrypted)
    (envelope,) = (await read(far.adapter, far.cursor, 1)).envelopes
    assert (envelope.event, envelope.private) == (Sealed(), True)


async def test_a_sign_that_no_server_takes_is_shown_as_another(far: XmppWire) -> None:
    page = Document((line("\x00 Ann \x1b[31m \ud83d \U0001f0a1"),))
    await far.adapter.deliver(replace(far.hello, document=page))
    assert (await far.seen(far.group))[-1] == "\ufffd Ann \ufffd[31m \ufffd \U0001f0a1"


async def test_reading_goes_on_after_the_connection_was_lost(far: XmppWire) -> None:
    begun = (await far.adapter.pull(None)).cursor
    waiting = asyncio.ensure_future(read(far.adapter, begun, 1))
    await far.person.look()
    await far.lose_connection()
    await far.say("still here", private=True)
    (envelope,) = (await waiting).envelopes
    assert envelope.event == Said("still here")


async def test_of_two_processes_the_older_stops(far: XmppWire) -> None:
    begun = (await far.adapter.pull(None)).cursor
    other = plugin(far.settings)
    await other.open()
    with pytest.raises(AccountRefused, match="Another process"):
        await far.adapter.pull(begun)
    await other.close()


async def test_a_wrong_password_is_told(far: XmppWire) -> None:
    with pytest.raises(AccountRefused, match="PASSWORD"):
        await plugin({**far.settings, "password": "another"}).open()


async def test_a_room_that_nobody_has_made_is_none(far: XmppWire) -> None:
    settings = {**far.settings, "rooms": "nobody@rooms.localhost"}
    adapter = plugin(settings)
    nobody = Conversation("xmpp", "nobody@rooms.localhost")
    with pytest.raises(Unreachable, match="invite"):
        await adapter.deliver(replace(far.hello, to=nobody))
    await adapter.close()


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({"jid": "uno"}, "are like name@host, not 'uno'"),
        ({"rooms": "a@b,c"}, "are like name@host, not 'c'"),
        ({"password": ""}, "needs UNO_CHAT_XMPP_PASSWORD"),
        ({"server": "here"}, "is like 127.0.0.1:5222"),
    ],
)
def test_bad_settings_are_told_in_a_sentence(setting: dict[str, str], sentence: str) -> None:
    good = {"jid": "uno@example.org", "password": "secret", "rooms": "a@b"}
    assert "secret" not in repr(plugin(good)._settings)
    with pytest.raises(ValueError, match=sentence):
        plugin({**good, **setting})
