"""A page that chat has buried is known to be, by places alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from uno_chat.contract import Batch, Conversation, Envelope, Message, Receipt, Said, User
from uno_chat.runtime.depths import DEEP, PAUSE, Depths

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
FAMILY, CLAN = Conversation("net", "family"), Conversation("net", "clan")
LATER = NOON + PAUSE


def at(place: int | None, room: Conversation = FAMILY) -> Message:
    return Message(room, f"m{place}", place)


def line(place: int | None, room: Conversation = FAMILY) -> Batch:
    ann = User("net", "ann")
    said = Said("what a day")
    return Batch((Envelope("e", NOON, ann, "Ann", room, private=False, event=said, place=place),))


def posted(place: int) -> Depths:
    depths = Depths()
    depths.shown(Receipt(at(place)), NOON)
    return depths


def test_a_page_is_buried_when_so_many_messages_are_below_it() -> None:
    depths = posted(7)
    depths.heard(line(7 + DEEP - 1))
    assert not depths.buried(at(7), LATER)
    depths.heard(line(7 + DEEP))
    assert depths.buried(at(7), LATER)


def test_it_stays_where_it_is_for_some_minutes_however_many_messages_come() -> None:
    depths = posted(7)
    depths.heard(line(1000))
    assert not depths.buried(at(7), LATER - timedelta(seconds=1))
    assert depths.buried(at(7), LATER)


def test_what_we_say_ourselves_counts_and_tells_how_much_was_said_unheard() -> None:
    depths = posted(7)
    depths.shown(Receipt(at(40)), NOON)
    assert depths.buried(at(7), LATER)
    assert not depths.buried(at(40), LATER)


def test_another_conversation_and_an_older_message_change_nothing() -> None:
    depths = posted(7)
    depths.heard(line(1000, CLAN))
    depths.heard(line(30))
    depths.heard(line(8))
    assert depths.buried(at(7), LATER)
    assert not posted(7).buried(at(7), LATER)


def test_where_no_places_are_told_nothing_is_ever_buried() -> None:
    depths = Depths()
    depths.shown(Receipt(at(None)), NOON)
    depths.shown(Receipt(None), NOON)
    depths.heard(line(None))
    assert not depths.buried(at(None), LATER)


def test_after_a_restart_the_first_message_tells_it_anew() -> None:
    depths = Depths()
    assert not depths.buried(at(7), NOON)
    depths.heard(line(60))
    assert depths.buried(at(7), NOON)


def test_it_remembers_no_more_messages_than_a_few_minutes_have() -> None:
    depths = Depths()
    for minute in range(100):
        depths.shown(Receipt(at(minute)), NOON + timedelta(minutes=minute))
    assert len(depths.sent) <= PAUSE / timedelta(minutes=1) + 1
