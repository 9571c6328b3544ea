"""Answers to what did not even reach a table: which one is meant, what was not understood."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final

from uno_chat import game
from uno_chat.contract import Block, Choices, Document, Heading, line
from uno_chat.views.cards import colour_name, full_name, letter, short_name
from uno_chat.views.catalogue import languages, nearest, own_name
from uno_chat.views.names import cut, shown
from uno_chat.views.pieces import button, table_name
from uno_chat.views.privacy_pages import forget_page
from uno_chat.views.project import TableEntry
from uno_chat.views.reader import Reader
from uno_chat.views.setting_faults import why_not
from uno_chat.views.tokens import DOOR
from uno_chat.views.words import nearest_words, spoken

_QUOTED = 40


class Trouble(StrEnum):
    """What was wrong with the words, before any table was asked."""

    NO_TABLE_HERE = "no-table-here"
    NO_TABLES = "no-tables"
    NO_SUCH_TABLE = "no-such-table"
    NO_TABLE_TO_JOIN = "no-table-to-join"
    WHICH_TABLE = "which-table"
    NOT_UNDERSTOOD = "not-understood"
    NO_SUCH_CARD = "no-such-card"
    NO_PLAN = "no-plan"
    NO_SUCH_LEVEL = "no-such-level"
    NO_SUCH_NUMBER = "no-such-number"
    NO_COLOUR = "no-colour"
    CARD_OR_NUMBER = "card-or-number"
    CARD_OR_PLAYER = "card-or-player"
    NO_SUCH_PLAYER = "no-such-player"
    NO_SUCH_SEAT = "no-such-seat"
    WHICH_PLAYER = "which-player"
    OLD_BUTTON = "old-button"
    OLD_PAGE = "old-page"
    ONLY_IN_GROUP = "only-in-group"
    TOO_MANY_TABLES = "too-many-tables"
    BAD_OPTION = "bad-option"
    UNKNOWN_LANGUAGE = "unknown-language"
    LANGUAGE_SET = "language-set"
    ANONYMOUS = "anonymous"
    ENCRYPTED = "encrypted"
    KEY_MISSING = "key-missing"
    BRIDGED = "bridged"
    ECHO = "echo"
    RANK_UNKNOWN = "rank-unknown"
    FAULT = "fault"
    SURE_TO_END = "sure-to-end"
    SURE_TO_LEAVE = "sure-to-leave"
    SURE_TO_FORGET = "sure-to-forget"


def trouble_page(
    code: Trouble,
    reader: Reader,
    *,
    text: str = "",
    names: Sequence[str] = (),
    tables: Sequence[TableEntry] = (),
    parts: Sequence[tuple[str, str]] = (),
) -> Document:
    """What to do instead.

    ``tables`` are those that could be meant, or the one that somebody has to be sure about.
    ``text`` is what was typed; for WHICH_TABLE the canonical words that each button will say at
    its table ("hand" without), for BAD_OPTION the fault, for LANGUAGE_SET the code of the language.
    ``parts`` come along by name: those of a fault; a ``card`` as an example, or the ``card`` and
    the ``number`` or ``name`` of what could mean either. ``names`` are people that could be meant.
    """
    if code is Trouble.BAD_OPTION:
        return Document((line(why_not(text, dict(parts), reader)),))
    if code in _ABOUT_A_CARD:
        return Document((line(_ABOUT_A_CARD[code](reader, **dict(parts))),))
    if code is Trouble.SURE_TO_FORGET:
        return forget_page(tables, reader)
    if code in _SURE:
        return Document(tuple(_sure(code, reader, tables)))
    said = cut(shown(text), _QUOTED) if text else ""
    people = reader.either(map(shown, names)) if names else ""
    sentence = (
        _about_words(code, reader, said)
        or _about_moves(code, reader, said)
        or _about_places(code, reader, said)
        or _about_people(code, reader, people)
        or _about_choices(code, reader, said, people, text)
    )
    if code is not Trouble.WHICH_TABLE or not tables:
        return Document((line(sentence),))
    buttons = (button(entry, table_name(entry, reader), _at(entry, text)) for entry in tables)
    return Document((line(sentence), Choices(tuple(buttons))))


def _at(entry: TableEntry, words: str) -> str:
    """The words for a table; those that sit down carry what its link does, for they may be said
    where the table is not shown.
    """
    sits = words.partition(" ")[0] in {"join", "sit"} and entry.door
    return f"{words}{DOOR}{entry.door}" if sits else words or "hand"


def _seven(r: Reader) -> str:
    return short_name(game.card("R7"), r).lower()


def _no_colour(r: Reader, card: str) -> str:
    """What to write instead of a sign that is on a card of every colour."""
    meant = game.card(card)
    return r.t(
        "Write the colour with it: {long} or {short}.",
        long=r.quoted(full_name(meant, r).lower()),
        short=r.quoted(short_name(meant, r).lower()),
    )


def _card_or_number(r: Reader, number: str, card: str) -> str:
    """What to write instead of words that say two things in this language."""
    meant = game.card(card)
    assert meant.colour is not None
    return r.t(
        "That could be your {name}, or number {number} in {colour}. Write {card} for the card, or"
        " {line} for the other.",
        name=full_name(meant, r),
        number=number,
        colour=colour_name(meant.colour, r),
        card=r.quoted(short_name(meant, r).lower()),
        line=r.quoted(f"{number} {letter(meant.colour, r).lower()}"),
    )


def _card_or_player(r: Reader, card: str, name: str) -> str:
    """The same where somebody is called like a colour."""
    meant, short = game.card(card), short_name(game.card(card), r).lower()
    return r.t(
        "That could be your {card}, or a computer playing for {name}. Write {short} for the card,"
        " or {line} for the other.",
        card=full_name(meant, r),
        name=shown(name),
        short=r.quoted(short),
        line=r.quoted(f"{spoken('without', r)} {shown(name)}"),
    )


_ABOUT_A_CARD: Final[Mapping[Trouble, Callable[..., str]]] = {
    Trouble.NO_COLOUR: _no_colour,
    Trouble.CARD_OR_NUMBER: _card_or_number,
    Trouble.CARD_OR_PLAYER: _card_or_player,
}

_SURE: Final = frozenset({Trouble.SURE_TO_END, Trouble.SURE_TO_LEAVE})


def _sure(code: Trouble, r: Reader, tables: Sequence[TableEntry]) -> Iterator[Block]:
    """What would be lost, and the button that does it all the same."""
    yield from (Heading(table_name(entry, r)) for entry in tables)
    if code is Trouble.SURE_TO_END:
        text = r.t("If you close the table now, the match ends for everybody and nobody wins it.")
        ways = [button(entry, r.t("Close the table"), "endnow") for entry in tables]
    else:
        text = r.t(
            "If you leave now, you give up your cards in this round. With {command} you play it to"
            " its end first.",
            command=r.quoted(r.t("leave after")),
        )
        ways = [button(entry, r.t("Leave now"), "leavenow") for entry in tables]
    yield line(text)
    if ways:
        yield Choices(tuple(ways))


def _about_words(code: Trouble, r: Reader, said: str) -> str:
    match code:
        case Trouble.NOT_UNDERSTOOD if near := nearest_words(said, r.language):
            return r.t(
                "“{text}” means nothing here. Do you mean {words}? {command} tells what does.",
                text=said,
                words=r.quoted(near),
                command=r.command("help"),
            )
        case Trouble.NOT_UNDERSTOOD:
            return r.t(
                "“{text}” means nothing here. {command} tells what does.",
                text=said,
                command=r.command("help"),
            )
        case Trouble.ENCRYPTED:
            return r.t(
                "I cannot read what is encrypted, so I do not see what is written here. Invite me"
                " to a room without encryption."
            )
        case Trouble.KEY_MISSING:
            return r.t("I could not read that, for its key has not come. Please write it again.")
        case Trouble.NO_SUCH_NUMBER:
            return r.t("There is no number {text} in what was last shown here.", text=said)
        case Trouble.OLD_PAGE:
            return r.t(
                "Numbers count only on the newest page of a table, so nothing was done. {command}"
                " shows it again.",
                command=r.quoted(r.t("hand")),
            )
        case Trouble.OLD_BUTTON:
            return r.t("That button is old; nothing was done.")
        case Trouble.FAULT:
            return r.t("Something went wrong here, so this was not done. Nothing else is lost.")
    return ""


def _about_moves(code: Trouble, r: Reader, said: str) -> str:
    match code:
        case Trouble.NO_SUCH_CARD if near := nearest_words(said, r.language):
            return r.t(
                "There is no card “{text}”. Do you mean {words}?", text=said, words=r.quoted(near)
            )
        case Trouble.NO_SUCH_CARD:
            return r.t(
                "There is no card “{text}”. Cards are written like {examples}.",
                text=said,
                examples=_examples(r),
            )
        case Trouble.NO_PLAN:
            return r.t(
                "“{text}” cannot be prepared. What can is like {example}.",
                text=said,
                example=r.quoted(r.t("next {card}, else draw", card=_seven(r))),
            )
        case Trouble.NO_SUCH_LEVEL:
            return r.t("A computer is easy, normal or hard, not “{text}”.", text=said)
    return ""


def _about_places(code: Trouble, r: Reader, said: str) -> str:
    match code:
        case Trouble.NO_TABLE_HERE:
            return r.t("There is no table here. {command} opens one.", command=r.command("new"))
        case Trouble.NO_TABLES:
            return r.t(
                "You sit at no table. In a group, {command} opens one.", command=r.command("new")
            )
        case Trouble.NO_SUCH_TABLE:
            return r.t("There is no table #{number} where you sit.", number=said)
        case Trouble.NO_TABLE_TO_JOIN if not said:
            return r.t(
                "You sit at no table. One joins in the group where a table is shown, with"
                " {command} or the button under it.",
                command=r.command("join"),
            )
        case Trouble.NO_TABLE_TO_JOIN:
            return r.t(
                "There is no table #{number} here. One joins in the group where a table is shown,"
                " or with the button under it.",
                number=said,
            )
        case Trouble.RANK_UNKNOWN:
            return r.t("I could not find out whether you manage this group. Try again in a moment.")
        case Trouble.ONLY_IN_GROUP:
            return r.t("That is done in the group where the table is.")
        case Trouble.TOO_MANY_TABLES:
            return r.t(
                "There are too many open tables already: close one first. Those that nobody uses "
                "close by themselves."
            )
    return ""


def _about_people(code: Trouble, r: Reader, people: str) -> str:
    match code:
        case Trouble.ANONYMOUS:
            return r.t(
                "I cannot see who wrote this, so nobody could be dealt in. Write as yourself, or"
                " use the buttons."
            )
        case Trouble.ECHO:
            return r.t(
                "A bridge repeats here what is said in another group of a table. I read and write"
                " in both myself, so what it brings counts for nothing: whoever is there writes"
                " there."
            )
        case Trouble.BRIDGED:
            return r.t(
                "{name} writes over a bridge, and no hand can be shown to anybody behind one. Join"
                " with an account of this network, or where you are, if I am there.",
                name=people,
            )
    return ""


def _about_choices(code: Trouble, r: Reader, said: str, people: str, text: str) -> str:
    match code:
        case Trouble.WHICH_TABLE:
            return r.t("Which table do you mean?")
        case Trouble.NO_SUCH_PLAYER if people:
            return r.t(
                "Nobody at the table is called “{text}”. Do you mean {names}?",
                text=said,
                names=people,
            )
        case Trouble.NO_SUCH_PLAYER:
            return r.t("Nobody at the table is called “{text}”.", text=said)
        case Trouble.NO_SUCH_SEAT:
            return r.t(
                "Nobody at the table is called “{text}”. {command} takes a free seat.",
                text=said,
                command=r.command("join"),
            )
        case Trouble.WHICH_PLAYER:
            return r.t("Whom do you mean: {names}?", names=people)
        case Trouble.UNKNOWN_LANGUAGE if said:
            return r.t("I do not speak “{text}” yet. I speak {names}.", text=said, names=_spoken(r))
        case Trouble.UNKNOWN_LANGUAGE:
            return r.t(
                "I speak {names}. Choose one: {command}",
                names=_spoken(r),
                command=r.command(f"language {r.t('CODE')}"),
            )
        case Trouble.LANGUAGE_SET:
            return r.t("I speak {language} here from now on.", language=own_name(nearest(text)))
    return ""


def _spoken(reader: Reader) -> str:
    return reader.all_of(f"{own_name(code)} ({code})" for code in languages())


def _examples(reader: Reader) -> str:
    typed = [short_name(game.card(code), reader).lower() for code in ("R7", "BS")]
    wild = short_name(game.card("W"), reader).lower()
    typed.append(f"{wild} {colour_name(game.Colour.GREEN, reader)}")
    return reader.either(map(reader.quoted, typed))
