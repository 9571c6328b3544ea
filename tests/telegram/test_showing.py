"""What people see on Telegram of what is delivered, over the real HTTP stack."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.contract import (
    Cards,
    Choice,
    Choices,
    Conversation,
    Delivery,
    Divider,
    Document,
    Face,
    Heading,
    Link,
    Mark,
    Message,
    Paragraph,
    Players,
    Pressed,
    Puller,
    Rejected,
    Row,
    Span,
    Tint,
    Toast,
    User,
    contact_link,
    line,
)
from uno_chat.testing.sample_page import HOSTILE
from uno_chat.testing.telegram import Bot, Button, Group, LocalTelegram, Person
from uno_chat.testing.telegram import Page as Shown
from uno_chat.testing.telegram.markup import parsed
from uno_chat_telegram import TelegramAdapter
from uno_chat_telegram.keyboard import HEAVIEST, keyboard_of
from uno_chat_telegram.render import LONGEST, text_of

Page = Callable[[str], Document]

TABLE = Document(
    (
        Heading("UNO · <Family> #7"),
        Paragraph((Span("On top: "), Span("red 7", frozenset({Mark.BOLD})))),
        Cards("Your hand (3)", (Face("R7", "red 7", Tint.RED, "fits"), Face("W", "Wild"))),
        Divider(),
        Players((Row("Nörth & co", ("7 cards", "120")), Row("Éa", ("1 card",), active=True))),
        Link("Rules", "https://example.org/?a=1&b=2"),
        Choices((Choice("Draw", "d"),), "Answer with a card."),
    )
)


def to(person: Person) -> User:
    return User("telegram", str(person.id))


def room(group: Group, topic: int = 0) -> Conversation:
    return Conversation("telegram", str(group.id), str(topic or ""))


def newest(person: Person, group: Group | None = None) -> Shown:
    return person.pages(group)[-1]


async def test_a_page_reads_line_by_line(adapter: TelegramAdapter, ann: Person) -> None:
    await adapter.deliver(Delivery("k", to(ann), TABLE))
    assert newest(ann).text == (
        "UNO · <Family> #7\n"
        "On top: red 7\n"
        "Your hand (3): 🟥 red 7 (fits), Wild\n"
        "\n"
        "Nörth & co: 7 cards, 120\n"
        "▸ Éa: 1 card\n"
        "Rules: https://example.org/?a=1&b=2\n"
        "Answer with a card."
    )


def test_a_row_has_the_colon_of_its_language() -> None:
    rows = Document((Players((Row("Anne", ("hôte",)),), colon="\u00a0: "),))
    assert text_of(rows) == "Anne\u00a0: hôte"


def test_its_markup_is_little_and_whole() -> None:
    assert text_of(TABLE) == (
        "<b>UNO · &lt;Family&gt; #7</b>\n"
        "On top: <b>red 7</b>\n"
        "Your hand (3): 🟥 red 7 (fits), Wild\n"
        "\n"
        "Nörth &amp; co: 7 cards, 120\n"
        "▸ <b>Éa</b>: 1 card\n"
        "Rules: https://example.org/?a=1&amp;b=2\n"
        "Answer with a card."
    )


@pytest.mark.reported("64", "B19")
@pytest.mark.parametrize(
    "name",
    [
        *HOSTILE,
        "_a*b_",
        "</b><a href='tg://user?id=1'>",
        "&#60;b&#62;",
        "\u202egnp.exe",
        "a\u200bb\u2060c",
        "\u0627\u0644\u0639\u0631\u0628\u064a\u0629 12",
        "x" * 64,
        "🏴\U000e0067\U000e0062\U000e007f",
    ],
)
async def test_a_name_is_shown_as_it_is_wherever_it_stands(
    adapter: TelegramAdapter, family: Group, ann: Person, name: str
) -> None:
    document = Document(
        (
            Heading(f"[{name}]"),
            Paragraph((Span(f"[{name}]", frozenset(Mark)), Span(f"[{name}]"))),
            Cards(f"[{name}]", (Face("R7", f"[{name}]", Tint.RED, f"[{name}]"),)),
            Players((Row(f"[{name}]", (f"[{name}]",), active=True),)),
            Link(f"[{name}]", "https://example.org"),
            Choices((Choice(f"[{name}]", "t", Tint.YELLOW),), f"[{name}]"),
        )
    )
    await adapter.deliver(Delivery("k", room(family), document))
    assert newest(ann, family).text.count(f"[{name}]") == 10
    (button,) = newest(ann, family).buttons
    assert button.label == f"🟨 [{name}]"


@given(st.lists(st.tuples(st.text(), st.sets(st.sampled_from(Mark))), max_size=4))
def test_whatever_is_said_reads_back_the_same(parts: list[tuple[str, set[Mark]]]) -> None:
    spans = tuple(Span(text, frozenset(marks)) for text, marks in parts)
    text, _ = parsed(text_of(Document((Paragraph(spans),))), "HTML", [], lambda _: None)
    assert text == "".join(span.text for span in spans).strip()


def test_marks_become_entities_and_code_stands_alone() -> None:
    spans = [Span(mark, frozenset({mark})) for mark in Mark]
    spans.append(Span("all", frozenset(Mark)))
    _, entities = parsed(text_of(Document((Paragraph(tuple(spans)),))), "HTML", [], lambda _: None)
    assert [entity["type"] for entity in entities] == ["bold", "code", "spoiler", "code"]


def test_half_a_character_spoils_no_message() -> None:
    assert text_of(Document((line("a\ud83db"),))) == "a?b"


async def test_a_moment_and_a_person_are_more_than_text(
    adapter: TelegramAdapter, family: Group, ann: Person, local: LocalTelegram
) -> None:
    due = datetime(2026, 3, 3, 18, 30, tzinfo=UTC)
    spans = (Span("Ann", mentions=to(ann)), Span(", until "), Span("Tue 18:30", at=due))
    await adapter.deliver(Delivery("k", room(family), Document((Paragraph(spans),))))
    assert newest(ann, family).text == "Ann, until Tue 18:30"
    *_, message = family.chat.messages.values()
    person, moment = message.content.entities
    assert (person["type"], person["user"]["id"]) == ("text_mention", ann.id)
    assert (moment["type"], moment["unix_time"]) == ("date_time", int(due.timestamp()))
    assert local.calls[-1].params["link_preview_options"] == '{"is_disabled": true}'


@pytest.mark.reported("77")
def test_squares_give_way_to_words_when_there_is_no_room_for_both() -> None:
    full = "x" * (LONGEST - len("hand: red 7"))
    cards = Cards("hand", (Face("R7", "red 7", Tint.RED),))
    assert "🟥" in text_of(Document((cards, line("short"))))
    text = text_of(Document((line(full[:-1]), cards)))
    assert "🟥" not in text
    assert len(text) == LONGEST


# buttons


@pytest.mark.reported("G12")
async def test_colours_are_button_styles_and_yellow_has_a_square(
    adapter: TelegramAdapter, ann: Person
) -> None:
    options = (
        Choice("R7", "r", Tint.RED, "cards"),
        Choice("G7", "g", Tint.GREEN, "cards"),
        Choice("B7", "b", Tint.BLUE, "cards"),
        Choice("Y7", "y", Tint.YELLOW, "cards"),
        Choice("W", "w", None, "wild"),
        Choice("UNO!", "u", None, "say"),
    )
    await adapter.deliver(Delivery("k", to(ann), Document((line("hand"), Choices(options)))))
    assert newest(ann).rows == (
        (
            Button("R7", "callback_data", "r", "danger"),
            Button("G7", "callback_data", "g", "success"),
            Button("B7", "callback_data", "b", "primary"),
            Button("🟨 Y7", "callback_data", "y", ""),
        ),
        (Button("W", "callback_data", "w", ""),),
        (Button("UNO!", "callback_data", "u", ""),),
    )


async def test_no_row_is_longer_than_telegram_shows(adapter: TelegramAdapter, ann: Person) -> None:
    options = tuple(Choice(str(n), str(n), group="cards") for n in range(19))
    await adapter.deliver(Delivery("k", to(ann), Document((line("hand"), Choices(options)))))
    assert [len(row) for row in newest(ann).rows] == [8, 8, 3]


async def test_a_token_of_64_bytes_comes_back_and_a_longer_one_is_refused(
    adapter: TelegramAdapter, ann: Person
) -> None:
    for size in (64, 65):
        document = Document(
            (line("hand"), Choices((Choice("x", "é" * (size // 2) + "a" * (size % 2)),)))
        )
        if size == 65:
            with pytest.raises(Rejected):
                await adapter.deliver(Delivery("k", to(ann), document))
        else:
            await adapter.deliver(Delivery("k", to(ann), document))
    ann.press("x")
    assert isinstance(adapter.source, Puller)
    (press,) = (await adapter.source.pull(None)).envelopes
    assert isinstance(press.event, Pressed)
    assert press.event.token == "é" * 32


@pytest.mark.reported("B18")
async def test_a_heavy_keyboard_loses_its_colours_before_its_buttons(
    adapter: TelegramAdapter, ann: Person
) -> None:
    options = tuple(Choice("Wild Draw Four", f"1.777777.{n:023}", Tint.RED) for n in range(100))
    document = Document((line("hand"), Choices(options)))
    await adapter.deliver(Delivery("k", to(ann), document))
    assert len(newest(ann).buttons) == 100
    assert {button.style for button in newest(ann).buttons} == {""}
    light = keyboard_of(Document((Choices(options[:60]),)), "uno_test_bot")
    assert light is not None
    assert {button.style for row in light.inline_keyboard for button in row} == {"danger"}
    assert HEAVIEST == 10_000


async def test_links_to_the_private_chat_are_buttons_where_they_stand(
    adapter: TelegramAdapter, family: Group, ann: Person
) -> None:
    document = Document(
        (
            line("lobby"),
            contact_link("Join", "join-7"),
            Choices((Choice("Deal", "deal"),)),
            contact_link("Play in private"),
        )
    )
    await adapter.deliver(Delivery("k", room(family), document))
    page = newest(ann, family)
    assert page.text == "lobby"
    assert [(b.label, b.does, b.what) for b in page.buttons] == [
        ("Join", "url", "https://t.me/uno_test_bot?start=join-7"),
        ("Deal", "callback_data", "deal"),
        ("Play in private", "url", "https://t.me/uno_test_bot"),
    ]


@pytest.mark.parametrize("payload", ["a b", "ü", "x" * 65, "a=b&c"])
async def test_a_link_that_telegram_could_not_follow_is_refused(
    adapter: TelegramAdapter, family: Group, local: LocalTelegram, payload: str
) -> None:
    calls = len(local.calls)
    with pytest.raises(Rejected):
        await adapter.deliver(
            Delivery("k", room(family), Document((line("x"), contact_link("Join", payload))))
        )
    assert len(local.calls) == calls


# new messages and edits


async def test_only_what_asks_for_it_makes_a_sound(
    adapter: TelegramAdapter, ann: Person, page: Page
) -> None:
    for notify in (True, False):
        await adapter.deliver(Delivery(f"k{notify}", to(ann), page("your turn"), notify=notify))
    assert [showing.notify for showing in ann.seen[-2:]] == [True, False]


async def test_an_edit_takes_the_buttons_away_that_it_does_not_have(
    adapter: TelegramAdapter, family: Group, ann: Person, page: Page
) -> None:
    receipt = await adapter.deliver(Delivery("k", room(family), TABLE))
    assert newest(ann, family).buttons
    edit = Delivery("k2", room(family), page("over"), receipt.message)
    assert (await adapter.deliver(edit)).message == receipt.message
    assert newest(ann, family).all_text == "over"
    assert ann.seen[-1].kind == "edit"
    assert not ann.seen[-1].notify


async def test_the_same_page_again_is_a_success_and_shows_nothing(
    adapter: TelegramAdapter, family: Group, ann: Person
) -> None:
    receipt = await adapter.deliver(Delivery("k", room(family), TABLE))
    seen = len(ann.seen)
    edit = Delivery("k2", room(family), TABLE, receipt.message)
    assert (await adapter.deliver(edit)).message == receipt.message
    assert len(ann.seen) == seen


async def test_a_message_of_a_month_ago_is_edited(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, ann: Person, page: Page
) -> None:
    receipt = await adapter.deliver(Delivery("k", room(family), TABLE))
    local.advance(timedelta(days=31))
    await adapter.deliver(Delivery("k2", room(family), page("later"), receipt.message))
    assert newest(ann, family).text == "later"
    assert "deleteMessage" not in local.counted()


@pytest.mark.reported("B20")
async def test_a_page_in_a_topic_stays_there(
    adapter: TelegramAdapter, local: LocalTelegram, bot: Bot, ann: Person, page: Page
) -> None:
    forum = local.group("Forum", ann, bot, forum=True)
    topic = forum.open_topic("UNO")
    receipt = await adapter.deliver(Delivery("k", room(forum, topic), page("table")))
    assert receipt.message == Message(room(forum, topic), str(newest(ann, forum).id))
    await adapter.deliver(Delivery("k2", room(forum, topic), page("table 2"), receipt.message))
    assert (newest(ann, forum).text, newest(ann, forum).thread) == ("table 2", topic)
    await adapter.deliver(Delivery("k3", room(forum), page("general")))
    assert newest(ann, forum).thread == 0


# answers to a press


async def press(adapter: TelegramAdapter, ann: Person, family: Group, local: LocalTelegram) -> str:
    document = Document((line("table"), Choices((Choice("My hand", "hand"),))))
    await adapter.deliver(Delivery(f"k{len(local.calls)}", room(family), document))
    query = ann.press("My hand", family)
    assert query is not None
    return query


async def test_an_answer_is_seen_by_the_presser_alone(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, ann: Person, ben: Person
) -> None:
    for alert, kind in ((False, "toast"), (True, "alert")):
        ack = await press(adapter, ann, family, local)
        await adapter.deliver(Toast("k", ack, "🟥 R7 " * 28, alert=alert))
        assert (ann.seen[-1].kind, ann.toasts[-1]) == (kind, "🟥 R7 " * 28)
    assert ben.toasts == ()


async def test_an_empty_answer_only_ends_the_waiting(
    adapter: TelegramAdapter, local: LocalTelegram, family: Group, ann: Person
) -> None:
    ack = await press(adapter, ann, family, local)
    await adapter.deliver(Toast("k", ack, ""))
    assert local.counted()["answerCallbackQuery"] == 1
    assert ann.toasts == ()
