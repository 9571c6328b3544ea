"""The small parts that pages share: headings, counts, scores, buttons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from uno_chat import game
from uno_chat.contract import Cards, Choice, Choices, Heading, Mark, Paragraph, Span, Tint, User
from uno_chat.table.seats import Level
from uno_chat.views.cards import TINTS, colour_name, face_of
from uno_chat.views.catalogue import languages, nearest, own_name
from uno_chat.views.names import shown
from uno_chat.views.project import RoundView, SeatView, TableEntry, TableView
from uno_chat.views.reader import Reader
from uno_chat.views.tokens import Token, decode, encode
from uno_chat.views.words import spoken


def table_name(view: TableView | TableEntry, reader: Reader) -> str:
    """How a table is called: its title, and the number that no other table has."""
    if not view.title:
        return reader.t("Table {number}", number=view.id)
    return f"{shown(view.title)} #{view.id}"


def heading(view: TableView, reader: Reader) -> Heading:
    """The table, the round and what is played to."""
    parts = [table_name(view, reader)]
    if view.round is not None:
        parts.append(round_of(view, view.round.number, reader))
    return Heading(" · ".join(parts))


def round_of(view: TableView, number: int, reader: Reader) -> str:
    """``round 2, to 500``."""
    goal, best_of = view.settings.options.goal, view.settings.options.best_of
    if best_of:
        return reader.t("round {number}, best of {count}", number=number, count=best_of)
    if not goal:
        return reader.t("one round")
    return reader.t("round {number}, to {goal}", number=number, goal=goal)


def strong(text: str) -> Paragraph:
    """A line that stands out."""
    return Paragraph((Span(text, frozenset({Mark.BOLD})),))


def timed(
    paragraph: Paragraph, then: datetime | None, reader: Reader, now: datetime, *, said: str = ""
) -> Paragraph:
    """A line that tells a moment, which a network may show in the time of whoever reads; ``said``
    is how, if not as usual.
    """
    text, marks = paragraph.text, paragraph.spans[0].marks
    said = said or (reader.moment(then, now) if then else "")
    head, moment, tail = text.rpartition(said) if then else ("", "", text)
    spans = (Span(head, marks), Span(moment, marks, at=then), Span(tail, marks))
    return Paragraph(tuple(span for span in spans if span.text))


def mentioning(paragraph: Paragraph, name: str, user: User | None) -> Paragraph:
    """A line that calls somebody to it by the first mention of the name."""
    spans = list(paragraph.spans)
    place = next((at for at, span in enumerate(spans) if name in span.text), None)
    if user is None or place is None:
        return paragraph
    span = spans[place]
    head, _, tail = span.text.partition(name)
    parts = (
        replace(span, text=head),
        replace(span, text=name, mentions=user),
        replace(span, text=tail),
    )
    spans[place : place + 1] = [part for part in parts if part.text]
    return Paragraph(tuple(spans))


def coded(label: str, code: str) -> Paragraph:
    """A line with something in it that is to be copied."""
    return Paragraph((Span(f"{label} "), Span(code, frozenset({Mark.CODE}))))


def on_top(round_: RoundView, reader: Reader) -> Cards:
    """The top of the discard; on a wild card, the colour that counts."""
    face = face_of(round_.top, reader)
    if round_.top.wild and round_.colour is not None:
        note = reader.t("{colour} counts", colour=colour_name(round_.colour, reader))
        face = type(face)(face.short, face.name, TINTS[round_.colour], note)
    return Cards(reader.t("On top"), (face,))


def card_count(count: int, reader: Reader) -> str:
    """``5 cards``."""
    return reader.tn("{count} card", "{count} cards", count)


def score(view: TableView, count: int, reader: Reader) -> str:
    """What was written down in a match: points, or rounds that were won."""
    if view.settings.options.best_of:
        return reader.tn("{count} round won", "{count} rounds won", count)
    return points(count, reader)


def points(count: int, reader: Reader) -> str:
    """``45 points``."""
    return reader.tn("{count} point", "{count} points", count)


def seat_kind(seat: SeatView, reader: Reader) -> str:
    """How well a computer plays; nothing for a person."""
    match seat.level:
        case None:
            return ""
        case Level.EASY:
            return reader.t("computer, easy")
        case Level.NORMAL:
            return reader.t("computer, normal")
        case Level.HARD:
            return reader.t("computer, hard")
    assert_never(seat.level)


def readiness(seat: SeatView, reader: Reader) -> str:
    """Whether the next deal waits for a seat, and what for."""
    if seat.unreachable:
        return missing(seat, reader)
    return reader.t("ready") if seat.ready else reader.t("not ready yet")


def missing(seat: SeatView, reader: Reader) -> str:
    """What somebody has to do before a hand can arrive."""
    match seat.unreachable:
        case "":
            return ""
        case "start":
            return reader.t("must press Start in the private chat")
        case "accept":
            return reader.t("must accept my invitation to a private room")
        case "keys":
            return reader.t("needs an app that can read encrypted messages")
        case "unblock":
            return reader.t("must unblock me in the private chat")
        case "gone":
            return reader.t("has no account any more")
        case _:
            return reader.t("cannot be written to in private")


def button(
    view: TableView | TableEntry,
    label: str,
    words: str,
    *,
    decision: int | None = None,
    group: str = "",
    name: str = "",
    tint: Tint | None = None,
) -> Choice:
    """A choice that says ``words`` at this table."""
    token = encode(Token(view.id, decision, words))
    return Choice(label, token, tint, group, name)


def loose(label: str, words: str, *, group: str = "") -> Choice:
    """A choice that says ``words`` at no table in particular."""
    return Choice(label, encode(Token(0, None, words)), group=group)


def chosen(label: str, *, is_so: bool) -> str:
    """The label of a choice, marked if it is the one that holds."""
    return f"✓ {label}" if is_so else label


def language_choices(r: Reader) -> Iterator[Choice]:
    """The languages that we speak, by their own names."""
    for code in languages():
        label = chosen(own_name(code), is_so=code == nearest(r.language))
        yield loose(label, f"language {code}", group="languages")


def answered(options: Iterable[Choice], reader: Reader, *, before: str = "") -> Choices:
    """Choices with how to answer in words; in a group these stand behind ``before``."""
    offered = tuple(options)
    token = decode(offered[0].token) if offered else None
    if token is None:
        return Choices(offered)
    words = spoken(token.words, reader)
    examples = ", ".join(reader.quoted(f"{before}{word}") for word in ("1", words))
    text = reader.t("Answer with a number or in words, like {examples}.", examples=examples)
    return Choices(offered, text)


def written(words: str, does: str) -> Paragraph:
    """What can be written, and what it does."""
    return Paragraph((Span(words, frozenset({Mark.CODE})), Span(f" – {does}")))


def silence(reader: Reader) -> Iterator[Paragraph]:
    """Why nothing is heard of a card that was played, where that is so."""
    if reader.sparing:
        text = reader.t("What you play shows in the group; here I write when I need an answer.")
        yield Paragraph((Span(text),))


def calls(view: TableView) -> bool:
    """Whether people say UNO at this table."""
    return view.settings.options.uno_mode.by_players


def catches(view: TableView) -> bool:
    """Whether people catch each other at this table."""
    return view.settings.options.uno_mode is game.UnoMode.CALL


def smack(view: TableView, reader: Reader) -> Choice:
    """What everybody presses after a six, where that is played."""
    return button(view, reader.t("Smack!"), "smack", group="now")
