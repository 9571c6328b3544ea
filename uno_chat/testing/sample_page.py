"""A page with every kind of block, and names that only a careful adapter shows as they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from uno_chat.contract import (
    Block,
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
)

SAMPLE: Final = Document(
    (
        Heading("UNO in “Family”"),
        Paragraph((Span("On top: "), Span("red 7", frozenset({Mark.BOLD})))),
        Players((Row("North", ("7 cards", "120")), Row("East", ("1 card", "45"), active=True))),
        Divider(),
        Cards(
            "Your hand (2)",
            (
                Face("R7", "red 7", Tint.RED, "fits"),
                Face("W+4", "Wild Draw Four"),
            ),
        ),
        Link("Rules of the house", "https://example.org/rules"),
        Choices(
            (
                Choice("Red seven", "t1", Tint.RED, "cards"),
                Choice("Four in green", "t2", Tint.GREEN, "cards"),
                Choice("Draw a card", "t3"),
            ),
            "Answer with a card.",
        ),
    )
)

HOSTILE: Final = (
    "<b>Ann</b>",
    "&amp; &lt;",
    "*Ann* _Ann_ ~~Ann~~ __Ann__",
    "`Ann` ```Ann```",
    "[bold]Ann[/bold] [/] [@click=app.bell]Ann[/]",
    "[Ann](https://example.org)",
    "||Ann|| > Ann # Ann",
    "\\*Ann\\* {Ann} $Ann %s {0}",
    "@everyone @room",
    "<script>Ann</script>",
    "שלום 阿姨 \U0001f469\u200d\U0001f469\u200d\U0001f467",
)


def words_of(document: Document) -> Iterator[tuple[str, ...]]:
    """What has to be readable on the page; of several ways to say it one is enough."""
    for block in document.blocks:
        yield from _words(block)


def _words(block: Block) -> Iterator[tuple[str, ...]]:
    match block:
        case Heading() | Paragraph():
            yield (block.text,)
        case Cards():
            yield (block.label,)
            for face in block.faces:
                yield face.name, face.short
                yield (face.note,)
        case Players():
            for row in block.rows:
                yield from ((cell,) for cell in (row.name, *row.cells))
        case Choices():
            yield from ((option.label,) for option in block.options)
            yield (block.prompt,)
        case Link():
            yield (block.label,)
            yield (block.target,)
        case Divider():
            return
        case _:
            assert_never(block)
