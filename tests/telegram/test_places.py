"""How deep a message is buried: told in supergroups, where messages are numbered one by one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from uno_chat.contract import Conversation, Delivery, Document, Envelope, User
from uno_chat.testing.telegram import Bot, Group, Kind, LocalTelegram, Person
from uno_chat_telegram import TelegramAdapter

Heard = Callable[[], Awaitable[list[Envelope]]]
PageOf = Callable[[str], Document]


def room(group: Group) -> Conversation:
    return Conversation("telegram", str(group.chat.id))


async def test_in_a_supergroup_ours_and_theirs_are_counted_together(
    adapter: TelegramAdapter, family: Group, ann: Person, heard: Heard, page: PageOf
) -> None:
    sent = (await adapter.deliver(Delivery("1", room(family), page("The table")))).message
    assert sent is not None
    assert sent.place is not None
    for _ in range(3):
        ann.say("what a day", family)  # with privacy on nobody tells us
    ann.command("table", family)
    (envelope,) = await heard()
    assert envelope.place == sent.place + 4


async def test_an_edit_has_the_place_of_what_it_edits(
    adapter: TelegramAdapter, family: Group, page: PageOf
) -> None:
    sent = (await adapter.deliver(Delivery("1", room(family), page("The table")))).message
    assert sent is not None
    edit = Delivery("2", room(family), page("The table now"), replaces=sent)
    edited = (await adapter.deliver(edit)).message
    assert edited is not None
    assert (edited, edited.place) == (sent, sent.place)
    assert sent.place is not None


async def test_elsewhere_numbers_tell_nothing(
    adapter: TelegramAdapter,
    local: LocalTelegram,
    bot: Bot,
    ann: Person,
    heard: Heard,
    page: PageOf,
) -> None:
    small = local.group("Small", ann, bot, kind=Kind.GROUP)
    forum = local.group("Forum", ann, bot, forum=True)
    bot.updates.drop()
    for to in (room(small), room(forum), User("telegram", str(ann.id))):
        sent = (await adapter.deliver(Delivery(f"{to}", to, page("A page")))).message
        assert sent is not None
        assert sent.place is None
    ann.command("table", small)
    ann.command("table", forum)
    ann.say("hand")
    assert [envelope.place for envelope in await heard()] == [None, None, None]
