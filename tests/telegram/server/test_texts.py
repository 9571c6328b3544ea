"""What Telegram takes as a text, and how it words what it does not take."""

import pytest
import telegram
from telegram.constants import ParseMode
from telegram.error import BadRequest

from uno_chat.testing.telegram import Group, Person


async def test_a_text_may_have_4096_characters(client: telegram.Bot, family: Group) -> None:
    """1.2 [O]"""
    sent = await client.send_message(family.id, "x" * 4096)
    assert sent.text == "x" * 4096
    with pytest.raises(BadRequest, match=r"^Message is too long$"):
        await client.send_message(family.id, "x" * 4097)


async def test_a_text_is_measured_after_its_markup_is_read(
    client: telegram.Bot, family: Group
) -> None:
    """1.2 [O]"""
    html = "<b>" + "x" * 4096 + "</b>"
    sent = await client.send_message(family.id, html, parse_mode=ParseMode.HTML)
    assert sent.text == "x" * 4096
    with pytest.raises(BadRequest, match=r"^Message is too long$"):
        await client.send_message(family.id, "x" * 4097, parse_mode=ParseMode.HTML)


async def test_a_character_beyond_the_basic_plane_counts_twice(
    client: telegram.Bot, family: Group
) -> None:
    """1.2 [O]: offsets are in UTF-16 units; the stricter reading for lengths too."""
    await client.send_message(family.id, "🟥" * 2048)
    with pytest.raises(BadRequest, match=r"^Message is too long$"):
        await client.send_message(family.id, "🟥" * 2049)


async def test_more_than_32768_bytes_are_refused_unread(
    client: telegram.Bot, family: Group
) -> None:
    """1.2 [S]"""
    html = "<b></b>" * 4681 + "x"
    assert len(html) == 32768
    await client.send_message(family.id, html, parse_mode=ParseMode.HTML)
    html += "x"
    with pytest.raises(BadRequest, match=r"^Message is too long$"):
        await client.send_message(family.id, html, parse_mode=ParseMode.HTML)


@pytest.mark.parametrize("text", ["", "   ", "\n\t "])
async def test_a_text_must_say_something(client: telegram.Bot, family: Group, text: str) -> None:
    """1.2 [O]"""
    with pytest.raises(BadRequest, match=r"^Message text is empty$"):
        await client.send_message(family.id, text)


async def test_white_space_around_a_text_is_cut_and_entities_follow(
    client: telegram.Bot, family: Group
) -> None:
    """1.2 [S]"""
    sent = await client.send_message(family.id, " \n <b>a</b> b \n", parse_mode=ParseMode.HTML)
    assert sent.text == "a b"
    assert [(e.type, e.offset, e.length) for e in sent.entities] == [("bold", 0, 1)]


async def test_a_caption_may_have_1024_characters(client: telegram.Bot, family: Group) -> None:
    """1.2 [O]"""
    sent = await client.send_photo(family.id, b"a picture", caption="x" * 1024)
    assert sent.caption == "x" * 1024
    assert sent.photo[0].file_size == len(b"a picture")
    with pytest.raises(BadRequest, match=r"^Message caption is too long$"):
        await client.send_photo(family.id, b"a picture", caption="x" * 1025)


async def test_a_file_may_come_without_a_caption(client: telegram.Bot, family: Group) -> None:
    """1.2 [O]"""
    sent = await client.send_document(family.id, b"\x00\r\n\xff--", filename="round 1.json")
    assert sent.document is not None
    assert (sent.document.file_name, sent.document.file_size) == ("round 1.json", 6)


async def test_html_becomes_entities_in_utf_16_units(client: telegram.Bot, family: Group) -> None:
    """1.2 [O]"""
    html = '🟥 <b>R4 <i>x</i></b> &lt;&amp;&quot; <a href="https://e.org/?a=1&amp;b=2">there</a>'
    sent = await client.send_message(family.id, html, parse_mode=ParseMode.HTML)
    assert sent.text == '🟥 R4 x <&" there'
    found = [(e.type, e.offset, e.length) for e in sent.entities]
    assert found == [("bold", 3, 4), ("italic", 6, 1), ("text_link", 12, 5)]
    assert sent.entities[-1].url == "https://e.org/?a=1&b=2"


async def test_a_quotation_may_be_folded(client: telegram.Bot, family: Group) -> None:
    """1.2 [O]"""
    for tag in ("blockquote", "blockquote expandable", "blockquote expandable "):
        html = f"<{tag}>once</blockquote>"
        sent = await client.send_message(family.id, html, parse_mode=ParseMode.HTML)
        assert sent.text == "once"
        assert [entity.length for entity in sent.entities] == [4]


async def test_a_time_is_shown_to_each_reader_in_their_own_zone(
    client: telegram.Bot, family: Group
) -> None:
    """0 [O]"""
    html = '<tg-time unix="1772452800" format="t">12:00</tg-time>'
    sent = await client.send_message(family.id, html, parse_mode=ParseMode.HTML)
    (entity,) = sent.entities
    assert (entity.type, entity.to_dict()["unix_time"]) == ("date_time", 1772452800)


@pytest.mark.parametrize(
    ("html", "why"),
    [
        ("<name>", 'Unsupported start tag "name" at byte offset 0'),
        ("a <", "Unclosed start tag at byte offset 2"),
        ("é <x>", 'Unsupported start tag "x" at byte offset 3'),
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        (
            "<b>a</i>",
            'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"',
        ),
        ("<a =x>a</a>", 'Empty attribute name in the tag "a" at byte offset 0'),
        (
            "<a href>a</a>",
            'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0',
        ),
        ("<a href=x/y>a</a>", "Unexpected end of name token at byte offset 8"),
        ('<a href="x>a</a>', "Unclosed start tag at byte offset 0"),
        ("<a href=x", "Unclosed start tag at byte offset 0"),
        (
            "<b expandable>a</b>",
            'Expected equal sign in declaration of an attribute of the tag "b" at byte offset 0',
        ),
        ("<a href=", 'Unclosed start tag "a" at byte offset 0'),
        ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
async def test_bad_html_is_refused_in_telegrams_words(
    client: telegram.Bot, family: Group, html: str, why: str
) -> None:
    """1.2 [S]"""
    with pytest.raises(BadRequest) as refused:
        await client.send_message(family.id, html, parse_mode=ParseMode.HTML)
    assert str(refused.value).casefold() == f"can't parse entities: {why}".casefold()


async def test_what_html_does_not_know_stays_as_it_is(client: telegram.Bot, family: Group) -> None:
    """1.2 [S]"""
    sent = await client.send_message(family.id, "a &apos; & &nbsp; &#65;", parse_mode="html")
    assert sent.text == "a &apos; & &nbsp; A"


async def test_a_name_that_was_escaped_reads_as_it_is(
    client: telegram.Bot, family: Group, ben: Person
) -> None:
    """1.5 [O]"""
    ben.rename("<b>&\u202e_*", "</a>")
    name = "&lt;b&gt;&amp;\u202e_* &lt;/a&gt;"
    html = f'<a href="tg://user?id={ben.id}">{name}</a>'
    sent = await client.send_message(family.id, html, parse_mode=ParseMode.HTML)
    assert sent.text == "<b>&\u202e_* </a>"
    (mention,) = sent.entities
    assert mention.type == "text_mention"
    assert mention.user is not None
    assert mention.user.id == ben.id


async def test_a_stranger_cannot_be_mentioned_by_id(client: telegram.Bot, family: Group) -> None:
    """1.5 [O]"""
    html = '<a href="tg://user?id=12345">Zoe</a>'
    sent = await client.send_message(family.id, html, parse_mode=ParseMode.HTML)
    assert (sent.text, sent.entities) == ("Zoe", ())


async def test_entities_may_be_given_apart(client: telegram.Bot, family: Group) -> None:
    """1.2 [O]"""
    bold = telegram.MessageEntity("bold", 0, 2)
    sent = await client.send_message(family.id, "R4 <b>", entities=[bold])
    assert sent.text == "R4 <b>"
    assert [(e.type, e.offset, e.length) for e in sent.entities] == [("bold", 0, 2)]
    for offset, length in ((0, 3), (-1, 1), (0, 0)):
        wrong = telegram.MessageEntity("bold", offset, length)
        with pytest.raises(BadRequest, match="parse entities"):
            await client.send_message(family.id, "R4", entities=[wrong])
    space = telegram.MessageEntity("bold", 2, 1)
    assert (await client.send_message(family.id, "R4 ", entities=[space])).entities == ()


async def test_a_message_keeps_100_entities(client: telegram.Bot, family: Group) -> None:
    """1.2 [P]"""
    html = "<b>a</b> " * 120
    sent = await client.send_message(family.id, html, parse_mode=ParseMode.HTML)
    assert len(sent.entities) == 100
