"""A page in plain text and in HTML: both say the same, nothing in it is markup or calls anybody."""

from __future__ import annotations

import html
import json
import re

import pytest

from uno_chat.contract import (
    Cards,
    Divider,
    Document,
    Face,
    Link,
    Mark,
    Paragraph,
    Players,
    Row,
    Span,
    Tint,
    User,
    line,
)
from uno_chat.testing.sample_page import HOSTILE, SAMPLE
from uno_chat_matrix.render import HEAVIEST, LONGEST, content_of

ANN = User("matrix", "@ann:example.org")
BOB = User("telegram", "7")


def text_of(formatted: object) -> str:
    """How HTML reads."""
    assert isinstance(formatted, str)
    return html.unescape(re.sub(r"<[^>]*>", "", formatted.replace("<br>", "\n")))


def test_both_texts_of_a_page_say_the_same() -> None:
    content = content_of(SAMPLE, notify=False)
    assert text_of(content["formatted_body"]) == content["body"]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_is_markup(name: str) -> None:
    document = Document((line(name), Players((Row(name, (name,), active=True),))))
    content = content_of(document, notify=True)
    assert content["body"] == f"{name}\n▸ {name}: {name}"
    assert text_of(content["formatted_body"]) == content["body"]
    assert content["m.mentions"] == {}


def test_a_page_with_a_sound_is_a_text_and_calls_whom_it_mentions_once() -> None:
    called = Span("Ann", mentions=ANN)
    document = Document((Paragraph((called, Span(" and "), called)), line("play")))
    content = content_of(document, notify=True)
    assert (content["msgtype"], content["m.mentions"]) == ("m.text", {"user_ids": [ANN.id]})
    assert '<a href="https://matrix.to/#/%40ann%3Aexample.org">Ann</a>' in str(
        content["formatted_body"]
    )
    assert content["body"] == "Ann and Ann\nplay"


def test_a_page_without_a_sound_is_a_notice_and_calls_nobody() -> None:
    content = content_of(Document((Paragraph((Span("Ann", mentions=ANN),)),)), notify=False)
    assert (content["msgtype"], content["m.mentions"]) == ("m.notice", {})


def test_people_of_other_networks_are_names() -> None:
    content = content_of(Document((Paragraph((Span("Bob", mentions=BOB),)),)), notify=True)
    assert (content["formatted_body"], content["m.mentions"]) == ("Bob", {})


def test_a_card_has_its_colour_beside_its_words() -> None:
    cards = Cards("Hand", (Face("R7", "red 7", Tint.RED, "×2", 2), Face("W", "wild")))
    content = content_of(Document((cards,)), notify=False)
    assert content["body"] == "Hand: red 7 (×2), wild"
    assert re.search(
        r'<font data-mx-color="#[0-9a-f]{6}" data-mx-bg-color="#[0-9a-f]{6}">red 7</font> \(×2\)',
        str(content["formatted_body"]),
    )


def test_marks_stand_around_their_text() -> None:
    span = Span("all", frozenset(Mark))
    content = content_of(Document((Paragraph((span,)),)), notify=False)
    assert content["formatted_body"] == (
        "<span data-mx-spoiler><strong><code>all</code></strong></span>"
    )


def test_lines_stay_lines() -> None:
    document = Document((line("one\ntwo"), Divider(), Link("three", "https://example.org/?a&b")))
    content = content_of(document, notify=False)
    assert content["body"] == "one\ntwo\n\nthree: https://example.org/?a&b"
    assert text_of(content["formatted_body"]) == content["body"]


def test_half_a_character_becomes_a_question_mark() -> None:
    assert content_of(Document((line("\ud83d"),)), notify=False)["body"] == "?"


@pytest.mark.parametrize("sign", ["a", "あ", "🂡", "&", "\\"])
def test_a_page_at_the_limit_fits_into_an_event(sign: str) -> None:
    units = len(sign.encode("utf-16-le")) // 2
    content = content_of(Document((line(sign * (LONGEST // units)),)), notify=True)
    assert len(json.dumps(content, ensure_ascii=False).encode()) <= HEAVIEST
