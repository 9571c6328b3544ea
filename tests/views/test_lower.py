"""A page fits the network: buttons within its limits, numbers where there are none."""

from __future__ import annotations

from collections import Counter
from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_chat.contract import (
    Buttons,
    Capabilities,
    Cards,
    Choice,
    Choices,
    Divider,
    Document,
    Face,
    Heading,
    Link,
    Mark,
    Paragraph,
    Players,
    Row,
    Span,
    Tint,
    line,
)
from uno_chat.views import Reader, Typed, as_text, lower, short
from uno_chat.views.names import size

HAND = Choices(
    (
        Choice("R4", "1.7.3.r4", Tint.RED, "cards", "red 4"),
        Choice("B7", "1.7.3.b7", Tint.BLUE, "cards", "blue 7"),
        Choice("W R", "1.7.3.w r", Tint.RED, "W", "Wild (red)"),
        Choice("W Y", "1.7.3.w y", Tint.YELLOW, "W", "Wild (yellow)"),
        Choice("Draw", "1.7.3.draw", None, "turn"),
    ),
    "Answer with a number.",
)
PAGE = Document((Heading("Family"), line("Your turn"), HAND))


def test_without_buttons_every_choice_is_a_number() -> None:
    lowered = lower(PAGE, Capabilities())
    assert as_text(lowered.document).splitlines() == [
        "Family",
        "Your turn",
        "1) red 4 · 2) blue 7",
        "3) Wild (red) · 4) Wild (yellow)",
        "5) Draw",
        "Answer with a number.",
    ]
    assert lowered.menu == tuple(option.token for option in HAND.options)


def test_with_buttons_there_are_no_numbers() -> None:
    lowered = lower(PAGE, Capabilities(buttons=Buttons(8, 100, 64)))
    (choices,) = [block for block in lowered.document.blocks if isinstance(block, Choices)]
    assert [option.label for option in choices.options] == ["R4", "B7", "W R", "W Y", "Draw"]
    assert choices.prompt == ""
    assert lowered.menu == ()


def test_what_no_button_can_hold_is_numbered() -> None:
    lowered = lower(PAGE, Capabilities(buttons=Buttons(8, 3, 64)))
    assert lowered.menu == ("1.7.3.w y", "1.7.3.draw")
    assert "1) Wild (yellow)" in as_text(lowered.document)
    small = lower(PAGE, Capabilities(buttons=Buttons(8, 100, 8)))
    assert small.menu == ("1.7.3.w r", "1.7.3.w y", "1.7.3.draw")


def test_several_lists_are_numbered_through() -> None:
    page = Document((Choices(HAND.options[:2]), Choices(HAND.options[2:3])))
    lowered = lower(page, Capabilities())
    assert as_text(lowered.document) == "1) red 4 · 2) blue 7\n3) Wild (red)"
    assert len(lowered.menu) == 3


def test_a_long_row_is_dealt_evenly() -> None:
    options = tuple(Choice(f"R{i}", f"1.7.3.r{i}", Tint.RED, "cards") for i in range(9))
    lowered = lower(Document((Choices(options),)), Capabilities(buttons=Buttons(8, 100, 64)))
    (choices,) = lowered.document.blocks
    assert isinstance(choices, Choices)
    assert list(Counter(option.group for option in choices.options).values()) == [5, 4]


def test_a_mark_that_the_network_has_not_is_left_out() -> None:
    both = Paragraph((Span("seed", frozenset({Mark.CODE, Mark.BOLD})),))
    lowered = lower(Document((both,)), Capabilities(marks=frozenset({Mark.BOLD})))
    assert lowered.document.blocks == (Paragraph((Span("seed", frozenset({Mark.BOLD})),)),)


_TEXT = st.text(max_size=80)
_CHOICE = st.builds(
    Choice,
    _TEXT,
    st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=64),
    st.none(),
    st.sampled_from(["", "cards", "W", "turn"]),
    _TEXT,
)
_BLOCK = st.one_of(
    st.builds(Heading, st.text(max_size=20)),
    st.builds(line, _TEXT),
    st.builds(
        Cards, st.text(max_size=8), st.lists(st.builds(Face, st.just("R7"), _TEXT)).map(tuple)
    ),
    st.builds(
        Players,
        st.lists(st.builds(Row, st.text(max_size=12), st.lists(_TEXT, max_size=3).map(tuple))).map(
            tuple
        ),
    ),
    st.builds(Choices, st.lists(_CHOICE, max_size=30).map(tuple), _TEXT),
    st.just(Divider()),
)
_PAGES = st.lists(_BLOCK, max_size=6).map(lambda blocks: Document(tuple(blocks)))
_BUTTONS = st.builds(
    Buttons, st.integers(1, 8), st.integers(1, 40), st.integers(1, 64), st.integers(1, 40)
)


@given(_PAGES, st.none() | _BUTTONS)
def test_every_choice_is_a_button_or_a_number_and_no_limit_is_passed(
    page: Document, buttons: Buttons | None
) -> None:
    lowered = lower(page, Capabilities(buttons=buttons))
    pressed = [
        option
        for block in lowered.document.blocks
        if isinstance(block, Choices)
        for option in block.options
    ]
    wanted = [o.token for b in page.blocks if isinstance(b, Choices) for o in b.options]
    assert sorted([*lowered.menu, *(option.token for option in pressed)]) == sorted(wanted)
    if buttons is None:
        assert not pressed
        return
    for block in lowered.document.blocks:
        if isinstance(block, Choices):
            assert len(block.options) <= buttons.total
            rows = Counter(option.group for option in block.options)
            assert max(rows.values()) <= buttons.per_row
    assert all(len(option.token) <= buttons.payload_bytes for option in pressed)
    assert all(size(option.label) <= buttons.label_chars for option in pressed)


def test_a_page_that_fits_is_not_touched() -> None:
    assert (
        lower(PAGE, Capabilities(buttons=Buttons(8, 100, 64))).document.blocks[:2]
        == (PAGE.blocks[:2])
    )


@pytest.mark.parametrize("limit", [160, 400, 1000])
def test_a_page_that_is_too_long_gives_way_in_its_longest_blocks(limit: int) -> None:
    faces = tuple(Face(f"R{i}", f"red {i}", Tint.RED) for i in range(60))
    rows = tuple(Row(f"Seat {i}", ("7 cards", "120 points"), active=i == 2) for i in range(10))
    page = Document(
        (
            Heading("Family"),
            line("Your turn until Tue 18:30"),
            line("North drew. " * 200),
            Cards("Your hand (60)", faces),
            Players(rows),
        )
    )
    trimmed = lower(page, Capabilities(text_limit=limit)).document
    text = as_text(trimmed)
    assert size(text) <= limit
    assert text.startswith("Family\nYour turn until Tue 18:30\nNorth drew.")
    assert "…" in text
    assert "Seat 2" in text


@given(_PAGES, st.integers(0, 300))
def test_cutting_a_page_ends_and_keeps_its_headings(page: Document, limit: int) -> None:
    trimmed = lower(page, Capabilities(text_limit=limit)).document
    headings = [block for block in page.blocks if isinstance(block, Heading)]
    assert [block for block in trimmed.blocks if isinstance(block, Heading)] == headings


def test_a_toast_has_the_cards_first_by_their_short_names() -> None:
    page = Document((Heading("Family"), line("Your turn"), Cards("Hand", (Face("R7", "red 7"),))))
    assert short(page, 200) == "Hand: R7\nYour turn"
    assert short(page, 15) == "Hand: R7"
    assert short(Document((line("Your turn"),)), 8) == "Your tu…"


def test_what_is_said_once_tells_words_instead_of_numbers_that_nobody_remembers(
    reader: Reader,
) -> None:
    page = Document((line("Which table do you mean?"), Choices(HAND.options[:2])))
    lowered = lower(page, Capabilities(), typed_by=Typed(reader, "!uno "))
    assert as_text(lowered.document).splitlines() == [
        "Which table do you mean?",
        "!uno #7 r4 – red 4",
        "!uno #7 b7 – blue 7",
    ]
    assert lowered.menu == ()
    with_buttons = Capabilities(buttons=Buttons(8, 1, 64))
    assert as_text(lower(page, with_buttons, typed_by=Typed(reader)).document).splitlines()[1:] == [
        "#7 b7 – blue 7",
        "[R4]",
    ]


def test_the_words_to_type_are_the_readers_own() -> None:
    page = Document((Choices((Choice("Revanche", "1.7..ready"), Choice("R4", "1.7.3.r4 uno"))),))
    typed = Typed(Reader("fr", UTC, "!uno "), "!uno ")
    assert as_text(lower(page, Capabilities(), typed_by=typed).document).splitlines() == [
        "!uno #7 prêt – Revanche",
        "!uno #7 r4 uno – R4",
    ]


def test_a_link_and_its_place_are_text() -> None:
    assert as_text(Document((Link("Play in private", "t.me/x"),))) == "Play in private: t.me/x"
