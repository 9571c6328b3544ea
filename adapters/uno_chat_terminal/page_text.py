"""The blocks of a page as coloured text. Every letter is literal: nothing is read as markup."""

from __future__ import annotations

from typing import Final, assert_never

from textual.content import Content

from uno_chat.contract import Cards, Divider, Face, Heading, Link, Mark, Paragraph, Players, Tint
from uno_chat_terminal.visible import visible

TextBlock = Heading | Paragraph | Cards | Players | Link | Divider

NAME_CELLS: Final = 24
CHIPS: Final = {
    Tint.RED: "bold #ffffff on #b3261e",
    Tint.YELLOW: "bold #1f1f1f on #e6b800",
    Tint.GREEN: "bold #ffffff on #1e7d34",
    Tint.BLUE: "bold #ffffff on #1f57b8",
    None: "bold #ffffff on #4a4a4a",
}
_STYLES: Final = {Mark.BOLD: "bold", Mark.CODE: "reverse", Mark.SPOILER: "dim"}


def block_text(block: TextBlock) -> Content:
    """One block as it is drawn."""
    match block:
        case Heading():
            return Content.styled(visible(block.text), "bold underline")
        case Paragraph():
            return _joined(
                "", [_styled(span.text, *map(_STYLES.get, span.marks)) for span in block.spans]
            )
        case Cards():
            return _joined(" ", [Content(f"{visible(block.label)}:"), *map(_face, block.faces)])
        case Players():
            return _players(block)
        case Link():
            return Content(f"{visible(block.label)}: {visible(block.target)}")
        case Divider():
            return Content("")
        case _:
            assert_never(block)


def chip(text: str, tint: Tint | None) -> Content:
    """A card or a choice: its letters on its colour."""
    return Content.styled(visible(text), CHIPS[tint])


def _face(face: Face) -> Content:
    note = f" ({visible(face.note)})" if face.note else ""
    return _joined("", [chip(face.short, face.tint), Content.styled(note, "dim")])


def _players(players: Players) -> Content:
    """Columns, as wide as the widest cell; a long name is cut so that the counts stay in line."""
    names = [_cut(row.name) for row in players.rows]
    width = max((name.cell_length for name in names), default=0)
    columns = max((len(row.cells) for row in players.rows), default=0)
    widths = [
        max(
            Content(visible(row.cells[c])).cell_length for row in players.rows if len(row.cells) > c
        )
        for c in range(columns)
    ]
    lines = []
    for row, name in zip(players.rows, names, strict=True):
        cells = [_right(visible(cell), w) for cell, w in zip(row.cells, widths, strict=False)]
        line = _joined("  ", [_left(name, width), *cells])
        mark = "▸ " if row.active else "  "
        lines.append(_joined("", [Content(mark), line.stylize("bold") if row.active else line]))
    return _joined("\n", lines)


def _cut(name: str) -> Content:
    return Content(visible(name)).truncate(NAME_CELLS, ellipsis=True)


def _left(content: Content, width: int) -> Content:
    return content.pad_right(width - content.cell_length)


def _right(text: str, width: int) -> Content:
    content = Content(text)
    return content.pad_left(width - content.cell_length)


def _styled(text: str, *styles: str | None) -> Content:
    return Content.styled(visible(text), " ".join(style for style in styles if style))


def _joined(between: str, parts: list[Content]) -> Content:
    return Content(between).join(parts)
