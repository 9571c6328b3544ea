"""What is kept of a person: told on a page, handed out in parts, and what is lost with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from uno_chat.contract import Block, Choices, Document, Heading, Mark, Paragraph, Span, line
from uno_chat.views.names import cut
from uno_chat.views.pieces import answered, loose, table_name, written
from uno_chat.views.places import network_name
from uno_chat.views.project import TableEntry
from uno_chat.views.reader import Reader
from uno_chat.views.words import spoken

LONGEST_CONTACT = 120


@dataclass(frozen=True, slots=True)
class Keeping:
    """On which networks a person has accounts; who runs the house, as they want to be reached, if
    they told; for how many days is kept what has ended.
    """

    networks: tuple[str, ...]
    operator: str
    days: int


@dataclass(frozen=True, slots=True)
class PartOf:
    """Which part this is, of how many, and how many are written at most."""

    number: int
    count: int
    most: int


def privacy_page(keeping: Keeping, reader: Reader) -> Document:
    """What is kept, what for, how long, by whom, and what one can do about it."""
    export = loose(reader.t("Export my data"), "export", group="data")
    forget = loose(reader.t("Forget me"), "forget", group="data")
    return Document(
        (
            Heading(reader.t("What I keep of you")),
            *map(line, _kept(keeping, reader)),
            line(_who(keeping, reader)),
            *_ways(reader),
            *([] if reader.typed else [answered((export, forget), reader)]),
        )
    )


def _kept(keeping: Keeping, r: Reader) -> Iterator[str]:
    names = r.all_of(map(network_name, keeping.networks))
    yield r.t(
        "Your account on {networks}: its id, the name you go by there and your language, to know"
        " whose cards are whose.",
        networks=names,
    )
    yield r.t("What you have told me: time zone, hours, reminders, vacations, to keep to them.")
    yield r.t(
        "Your seats and what you played: rounds that are over are kept, so that anybody can check"
        " that the shuffle was fair."
    )
    yield r.t("How much you have played and won in each group, to tell it there.")
    yield r.t("Which of my messages to you shows which page, to change it there.")
    yield r.t("All this stays until you have me forget you.")
    yield r.t("A group that has banned you keeps a mark of your account that does not name you.")
    yield r.t(
        "What you write is kept until it is done, mostly for seconds. If something goes wrong with"
        " it, it stays for {days} days at most; so does what I could not read at all.",
        days=keeping.days,
    )
    yield r.t(
        "What is said in a chat also stays on {networks}, where I cannot delete it.", networks=names
    )


def _who(keeping: Keeping, r: Reader) -> str:
    if not keeping.operator.strip():
        return r.t("Whoever runs this bot keeps it on a server of theirs and has not said who.")
    name = cut(" ".join(keeping.operator.split()), LONGEST_CONTACT)  # no stranger's name
    return r.t("This bot is run by {name}: ask there for anything else.", name=name)


def _ways(r: Reader) -> Iterator[Block]:
    yield written(spoken("export", r), r.t("sends you all of it, here in private"))
    yield written(spoken("forget", r), r.t("asks once, then forgets you"))


def part_page(lines: Sequence[str], place: PartOf, reader: Reader) -> Document:
    """Lines of JSON, to be copied; the first says what they are, the last if there are more."""
    of = {"number": place.number, "count": place.count}
    title = reader.t("Your data, part {number} of {count}", **of)
    left = place.number == place.most < place.count
    more = reader.t("There is more than I can write here: ask whoever runs this bot for the rest.")
    code = frozenset({Mark.CODE})
    return Document(
        (
            Heading(title),
            *(Paragraph((Span(one, code),)) for one in lines),
            *([line(more)] if left else ()),
        )
    )


def forget_page(tables: Sequence[TableEntry], reader: Reader) -> Document:
    """What is lost for good, and the button that does it all the same."""
    return Document(tuple(_sure(tables, reader)))


def _sure(tables: Sequence[TableEntry], r: Reader) -> Iterator[Block]:
    yield line(
        r.t(
            "If I forget you, your name, accounts, settings and vacations are gone for good, here"
            " and on every network that you have linked. Rounds that are over stay, without you."
        )
    )
    if tables:
        names = r.all_of(table_name(entry, r) for entry in tables)
        yield line(
            r.t("You lose your seat at {tables}. In a round a computer plays on.", tables=names)
        )
    yield Choices((loose(r.t("Forget me now"), "forgetnow"),))
    yield line(r.t("To do it, write {words}.", words=r.quoted(spoken("forgetnow", r))))
