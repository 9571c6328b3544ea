"""The choices of a seat in a round: one tap plays, with the colour of a wild card in it."""

from __future__ import annotations

from collections.abc import Iterator

from uno_chat import game
from uno_chat.contract import Choice, Choices, Tint
from uno_chat.views.cards import TINTS, colour_name, face_of, letter, named, short_name
from uno_chat.views.pieces import button, calls, catches
from uno_chat.views.project import HandView, RoundView
from uno_chat.views.reader import Reader
from uno_chat.views.tokens import words_of


def choices(view: HandView, round_: RoundView, reader: Reader) -> Choices:
    """What answers the decision, if this seat owes it; then what can be said at any time."""
    answers = tuple(_answers(view, round_, reader))
    always = tuple(_always(view, reader))
    return Choices((*answers, *always), _prompt(answers, view, reader) if answers else "")


def _answers(view: HandView, round_: RoundView, reader: Reader) -> Iterator[Choice]:
    for play in _plays(view):
        yield _play(view, round_, play, reader)
    for move in view.choices:
        if not isinstance(move, game.Play):
            yield _other(view, round_, move, reader)


def _plays(view: HandView) -> list[game.Play]:
    """By colour, then number; a wild card by the colours it can name."""
    return sorted((m for m in view.choices if isinstance(m, game.Play)), key=_place)


def _place(play: game.Play) -> tuple[int, int]:
    return play.card.order, 0 if play.colour is None else list(game.Colour).index(play.colour)


def _play(view: HandView, round_: RoundView, play: game.Play, reader: Reader) -> Choice:
    card, colour = play.card, play.colour
    face = face_of(card, reader)
    label, tint = face.short, face.tint
    if view.drawn is not None:
        label = reader.t("Play {card}", card=label)
    if colour is not None:
        label, tint = f"{label} {letter(colour, reader)}", TINTS[colour]
    return button(
        view.table,
        label,
        words_of(play),
        decision=round_.clock,
        group=short_name(card, reader) if card.wild else "cards",
        name=named(card, colour, reader),
        tint=tint,
    )


def _other(view: HandView, round_: RoundView, move: game.Move, reader: Reader) -> Choice:
    label, tint = _label(move, round_, reader)
    group = "colours" if isinstance(move, game.NameColour) else "turn"
    return button(view.table, label, words_of(move), decision=round_.clock, group=group, tint=tint)


def _label(move: game.Move, round_: RoundView, reader: Reader) -> tuple[str, Tint | None]:
    match move:
        case game.NameColour(colour):
            return colour_name(colour, reader), TINTS[colour]
        case game.Keep():
            return reader.t("Keep it"), None
        case game.Accept():
            return reader.t("Take {count}", count=round_.total), None
        case game.Challenge():
            return reader.t("Challenge"), None
        case _:
            return reader.t("Draw"), None


def _always(view: HandView, reader: Reader) -> Iterator[Choice]:
    """At every hand size and always the same, so that a button never is a hint."""
    if calls(view.table):
        yield button(view.table, reader.t("UNO!"), "uno", group="say")
    if catches(view.table):
        yield button(view.table, reader.t("Catch"), "catch", group="say")


def _prompt(answers: tuple[Choice, ...], view: HandView, reader: Reader) -> str:
    """How to answer in words, with examples from what can be done now."""
    plays = _plays(view)
    first = plays[:1] + [play for play in plays if play.colour][:1]
    typed = [_typed(play, reader) for play in dict.fromkeys(first)]
    if typed and calls(view.table):
        typed.append(reader.t("{card} uno", card=typed[0]))
    typed += [answer.label.lower() for answer in answers if answer.group == "turn"]
    examples = ", ".join(map(reader.quoted, typed))
    return reader.t("Answer with a number or in words, like {examples}.", examples=examples)


def _typed(play: game.Play, reader: Reader) -> str:
    words = [short_name(play.card, reader)]
    if play.colour is not None:
        words.append(colour_name(play.colour, reader))
    return " ".join(words).lower()
