"""The plain terminal: lines in, lines out, and nothing in a name that a terminal would obey."""

import asyncio
import io
import os
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.contract import (
    Batch,
    Cards,
    Choice,
    Choices,
    Contacted,
    Conversation,
    Delivery,
    Divider,
    Document,
    Envelope,
    Face,
    Heading,
    Link,
    Players,
    Rejected,
    RetryLater,
    Row,
    Said,
    Unreachable,
    User,
    line,
)
from uno_chat_terminal import GROUP, TerminalAdapter, plugin, private_chat, user
from uno_chat_terminal.visible import visible

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def terminal(*names: str, typed: str = "", title: str = "") -> tuple[TerminalAdapter, io.StringIO]:
    out = io.StringIO()
    streams = (io.StringIO(typed), out)
    adapter = TerminalAdapter(names, plain=True, title=title, clock=lambda: NOW, streams=streams)
    return adapter, out


def pipe() -> tuple[io.TextIOWrapper, io.TextIOWrapper]:
    read, write = os.pipe()
    return os.fdopen(read, encoding="utf-8"), os.fdopen(write, "w", encoding="utf-8")


async def typed(lines: str, *names: str) -> tuple[Envelope, ...]:
    adapter, _ = terminal(*names, typed=lines)
    await adapter.run_face()
    return (await adapter.source.pull(None)).envelopes


async def printed(document: Document, *, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding)
    adapter = TerminalAdapter(["one"], plain=True, streams=(io.StringIO(), out))
    await adapter.open()
    await adapter.deliver(Delivery("k", user("one"), document))
    return raw.getvalue().decode(encoding)


async def test_a_line_is_said_in_private_and_a_command_in_the_group() -> None:
    r7, new, old = await typed("r7\n/new\n\n  !uno new \n", "one")
    assert (r7.event, r7.conversation, r7.private) == (Said("r7"), private_chat("one"), True)
    assert (new.event, new.conversation, new.private) == (Said("/new"), GROUP, False)
    assert (old.event, old.conversation) == (Said("!uno new", to_us=True), GROUP)
    assert {(e.sender, e.name, e.at) for e in (r7, new, old)} == {(user("one"), "one", NOW)}


async def test_several_people_share_it_by_saying_who_speaks() -> None:
    lines = await typed("one: r7\nTWO : /table\none: catch two: now\n", "one", "two")
    assert [(e.name, e.event) for e in lines] == [
        ("one", Said("r7")),
        ("two", Said("/table")),
        ("one", Said("catch two: now")),
    ]


async def test_the_begin_of_a_name_is_enough_and_the_whole_name_needs_no_colon() -> None:
    lines = await typed(
        "ü: r7\nÜNAL PAŞA draw\nann lena uno\nAnn keep\n", "Ünal Paşa", "Ann", "Ann Lena"
    )
    assert [(e.name, e.event) for e in lines] == [
        ("Ünal Paşa", Said("r7")),
        ("Ünal Paşa", Said("draw")),
        ("Ann Lena", Said("uno")),
        ("Ann", Said("keep")),
    ]


async def test_who_is_alone_needs_no_name_and_loses_no_word() -> None:
    lines = await typed("one draw\no: draw\nOne: draw\n", "one")
    assert [e.event for e in lines] == [Said("one draw"), Said("o: draw"), Said("draw")]


async def test_a_line_that_nobody_says_is_answered_with_how_to_say_it() -> None:
    adapter, out = terminal("one", "two", typed="r7\nnobody: r7\n: r7\ntwofold: r7\n")
    await adapter.run_face()
    assert out.getvalue() == 4 * "Say who speaks, for example: one: help\n\n"


async def test_each_line_waits_until_all_is_quiet() -> None:
    adapter, _ = terminal("one", typed="r7\ndraw\n")
    seen: list[int] = []

    async def quiet() -> None:
        seen.append(len((await adapter.source.pull(None)).envelopes) if seen else 0)

    await adapter.run_face(quiet)
    assert seen == [0, 1, 2]
    assert adapter.finished.is_set()


async def test_what_was_not_confirmed_is_pulled_again_and_ids_are_of_this_process() -> None:
    adapter, _ = terminal("one", typed="a\nb\n")
    await adapter.run_face()
    first = await adapter.source.pull(None)
    assert await adapter.source.pull("another-7") == first
    adapter.arrive("one", Contacted())
    later = await adapter.source.pull(first.cursor)
    assert [e.event for e in later.envelopes] == [Contacted()]
    other, _ = terminal("one", typed="a\n")
    await other.run_face()
    ids = [e.id for b in (first, later, await other.source.pull(None)) for e in b.envelopes]
    assert len(set(ids)) == 4


async def test_a_pull_waits_for_the_next_line() -> None:
    adapter, _ = terminal("one")
    pull: asyncio.Task[Batch] = asyncio.create_task(adapter.source.pull(None))
    await asyncio.sleep(0)
    assert not pull.done()
    adapter.arrive("one", Said("draw"))
    assert [e.event for e in (await pull).envelopes] == [Said("draw")]


async def test_all_is_taken_once_the_one_who_pulls_has_confirmed_it() -> None:
    adapter, _ = terminal("one")
    await adapter.taken()
    adapter.arrive("one", Said("draw"))
    waiting = asyncio.create_task(adapter.taken())
    batch = await adapter.source.pull(None)
    await asyncio.sleep(0)
    assert not waiting.done()
    pull = asyncio.create_task(adapter.source.pull(batch.cursor))
    await waiting
    pull.cancel()


async def test_lines_come_from_a_pipe_byte_for_byte_or_replaced() -> None:
    read, write = pipe()
    with write:
        write.buffer.write(b"r7\r\n\xff\xfe\nlast without an end")
    with read:
        adapter = TerminalAdapter(["one"], plain=True, streams=(read, io.StringIO()))
        await adapter.run_face()
    said = [e.event for e in (await adapter.source.pull(None)).envelopes]
    assert said == [Said("r7"), Said("\ufffd\ufffd"), Said("last without an end")]


async def test_a_delivery_is_headed_by_where_it_appears() -> None:
    adapter, out = terminal("one", "two", title="Family")
    await adapter.open()
    page = Document((line("hello"),))
    await adapter.deliver(Delivery("k1", GROUP, page))
    await adapter.deliver(Delivery("k2", user("two"), page))
    await adapter.deliver(Delivery("k3", private_chat("one"), page))
    assert out.getvalue() == (
        "-- Family --\nhello\n\n-- To two --\nhello\n\n-- To one --\nhello\n\n"
    )


async def test_every_block_reads_as_text() -> None:
    document = Document(
        (
            Heading('UNO in "Family"'),
            Cards("Your hand (2)", (Face("R7", "red 7", note="fits"), Face("W", "Wild"))),
            Players((Row("North", ("7 cards", "120")), Row("East", ("1 card",), active=True))),
            Choices((Choice("R7", "t", name="play red 7"), Choice("Draw", "u")), "Answer so."),
            Divider(),
            Link("Rules", "https://example.org"),
        )
    )
    assert await printed(document) == (
        "-- To one --\n"
        'UNO in "Family"\n'
        "Your hand (2): red 7 (fits), Wild\n"
        "  North, 7 cards, 120\n"
        "> East, 1 card\n"
        "1 play red 7\n"
        "2 Draw\n"
        "Answer so.\n"
        "\n"
        "Rules: https://example.org\n"
        "\n"
    )


async def test_a_name_cannot_steer_the_terminal_nor_begin_a_line() -> None:
    text = await printed(Document((line("\x1b[31mred\x07 \n-- To two --\u202e\u2028\x9b1m"),)))
    assert text == "-- To one --\n␛[31mred␇ ␊-- To two --\ufffd\ufffd1m\n\n"


async def test_a_terminal_without_unicode_shows_a_question_mark() -> None:
    assert "R7 ? Zo?" in await printed(Document((line("R7 🟥 Zoë"),)), encoding="ascii")


@given(st.text(st.characters()))
def test_visible_text_has_one_line_and_no_controls(text: str) -> None:
    shown = visible(text)
    assert len(shown.splitlines()) <= 1
    shown.encode()
    assert visible(shown) == shown


async def test_who_is_not_here_is_unreachable_and_nothing_is_printed() -> None:
    adapter, out = terminal("one")
    await adapter.open()
    with pytest.raises(Unreachable):
        await adapter.deliver(Delivery("k", user("two"), Document(())))
    with pytest.raises(Rejected):
        await adapter.deliver(Delivery("k", Conversation("terminal", "other"), Document(())))
    with pytest.raises(Unreachable):
        await adapter.deliver(Delivery("k", User("terminal", "group"), Document(())))
    assert out.getvalue() == ""


async def test_nothing_is_shown_to_nobody() -> None:
    adapter, out = terminal("one")
    page = Delivery("k", user("one"), Document((line("hand"),)))
    with pytest.raises(RetryLater):
        await adapter.deliver(page)
    await adapter.open()
    await adapter.run_face()
    with pytest.raises(RetryLater):
        await adapter.deliver(page)
    assert out.getvalue() == ""


async def test_a_closed_pipe_ends_the_terminal() -> None:
    read, write = pipe()
    read.close()
    adapter = TerminalAdapter(["one"], plain=True, streams=(io.StringIO(), write))
    await adapter.open()
    with pytest.raises(RetryLater):
        await adapter.deliver(Delivery("k", GROUP, Document((line("hi"),))))
    assert adapter.finished.is_set()
    with pytest.raises(BrokenPipeError):
        write.close()


@pytest.mark.parametrize("names", [[], [""], ["a", "A"], ["a:b"], ["\u202e"]])
def test_bad_names_are_refused_with_a_sentence(names: list[str]) -> None:
    with pytest.raises(ValueError, match=r"terminal .*\.$"):
        TerminalAdapter(names, plain=True)


def test_the_plugin_reads_its_settings() -> None:
    adapter = plugin({"names": "one, two", "plain": "true", "word_to": "Für {name}"})
    assert adapter.names == ("one", "two")
    with pytest.raises(ValueError, match="no word called 'zu'"):
        plugin({"plain": "true", "word_zu": "x"})
