"""The plain face: every delivery is printed below the last, every line typed is said."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TextIO, assert_never

from uno_chat.contract import (
    Block,
    Cards,
    Choices,
    Divider,
    Document,
    Face,
    Heading,
    Link,
    Message,
    Paragraph,
    Players,
    Row,
)
from uno_chat_terminal.arrivals import Arrivals
from uno_chat_terminal.lines import lines_of
from uno_chat_terminal.places import GROUP, private_chat
from uno_chat_terminal.visible import visible


class PlainFace:
    """Lines in, lines out. What is printed stays as it is: there are no edits and no buttons."""

    def __init__(
        self,
        names: tuple[str, ...],
        arrivals: Arrivals,
        words: Mapping[str, str],
        title: str,
        streams: tuple[TextIO, TextIO],
    ) -> None:
        self._names = names
        self._arrivals = arrivals
        self._words = words
        self._input, self._output = streams
        self._heads = {GROUP: visible(title or words["group"])}
        self._heads |= {private_chat(n): words["to"].format(name=n) for n in names}

    def show(self, message: Message, document: Document, *, notify: bool) -> None:
        """Print a page under the name of the chat where it appears; raises OSError."""
        del notify  # a new line is as loud as a pipe or a screen reader gets
        chat = message.conversation
        self._print(f"-- {self._heads[chat]} --", *plain_lines(document), "")

    def toast(self, name: str, text: str) -> None:
        """Print an answer; raises OSError."""
        self._print(f"-- {self._heads[private_chat(name)]} --", visible(text), "")

    def holds(self, message: Message) -> bool:
        """Never: what is printed cannot be edited."""
        del message
        return False

    async def run(self, quiet: Callable[[], Awaitable[None]]) -> None:
        """Say each line of the input, each when all is quiet after the one before."""
        async for line in lines_of(self._input):
            await quiet()
            self._say(line.strip())
        await quiet()

    def _say(self, line: str) -> None:
        if not line:
            return
        found = _speaker(line, self._names)
        if found is not None:
            self._arrivals.say(*found)
        elif len(self._names) == 1:
            self._arrivals.say(self._names[0], line)
        else:
            self._print(self._words["who"].format(name=self._names[0]), "")

    def _print(self, *lines: str) -> None:
        text = "".join(f"{line}\n" for line in lines)
        encoding = self._output.encoding or "utf-8"  # an ASCII terminal shows "?" for the rest
        self._output.write(text.encode(encoding, "replace").decode(encoding))
        self._output.flush()


def _speaker(line: str, names: tuple[str, ...]) -> tuple[str, str] | None:
    """Who speaks, and what: before a colon the name, or how only one of several begins; without a
    colon the whole name, the longest first. Whoever is alone may say so, too.
    """
    several = len(names) > 1
    head, colon, rest = line.partition(":")
    said = head.strip().casefold()
    same = [name for name in names if name.casefold() == said]
    if several and said and not same:
        same = [name for name in names if name.casefold().startswith(said)]
    if colon and len(same) == 1:
        return same[0], rest.strip()
    for name in sorted(names, key=len, reverse=True) if several else ():
        front, after = line[: len(name)], line[len(name) :]
        if front.casefold() == name.casefold() and after[:1].isspace():
            return name, after.strip()
    return None


def plain_lines(document: Document) -> tuple[str, ...]:
    """A document as lines that read well aloud and cannot steer a terminal."""
    return tuple(visible(line) for block in document.blocks for line in _lines(block))


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Heading() | Paragraph():
            yield block.text
        case Cards():
            yield f"{block.label}: {', '.join(map(_face, block.faces))}"
        case Players():
            yield from map(_row, block.rows)
        case Choices():
            for number, option in enumerate(block.options, 1):
                yield f"{number} {option.name or option.label}"
            if block.prompt:
                yield block.prompt
        case Link():
            yield f"{block.label}: {block.target}"
        case Divider():
            yield ""
        case _:
            assert_never(block)


def _face(face: Face) -> str:
    return f"{face.name} ({face.note})" if face.note else face.name


def _row(row: Row) -> str:
    return ("> " if row.active else "  ") + ", ".join((row.name, *row.cells))
