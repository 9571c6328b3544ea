"""How conversations are called on a page, and the line that says where else a table is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from string import digits
from typing import Final

from uno_chat.contract import Document, Heading, Paragraph, line
from uno_chat.table.state import Table
from uno_chat.views.names import shown
from uno_chat.views.pieces import table_name
from uno_chat.views.project import table_view
from uno_chat.views.reader import Reader

_NAMES: Final = {"irc": "IRC", "xmpp": "XMPP"}


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation as readers elsewhere know it; ``network`` is empty where it is their own.
    ``lost``: nothing arrives there now.
    """

    title: str
    network: str = ""
    lost: bool = field(default=False, kw_only=True)


def network_name(network: str) -> str:
    """What people call a network, the same in all languages; "telegram2" is our second account."""
    name = network.rstrip(digits) or network
    return _NAMES.get(name, name.title())


def place_name(place: Place, r: Reader) -> str:
    """``“Family” on Matrix``."""
    if place.title and place.network:
        return r.t(
            "“{title}” on {network}",
            title=shown(place.title),
            network=network_name(place.network),
        )
    if place.title:
        return r.quoted(shown(place.title))
    if place.network:
        return r.t("a group on {network}", network=network_name(place.network))
    return r.t("another group")


def also_in(places: Iterable[Place], r: Reader) -> Paragraph | None:
    """Where else a table is shown; None for nowhere."""
    names = [_with_fate(place, r) for place in places]
    return line(r.t("Also in {places}.", places=r.all_of(names))) if names else None


def _with_fate(place: Place, r: Reader) -> str:
    name = place_name(place, r)
    return r.t("{place} (nothing arrives there)", place=name) if place.lost else name


def farewell_page(table: Table, places: Iterable[Place], r: Reader) -> Document:
    """What is left of a page in a conversation where the table is shown no longer."""
    names = r.all_of(place_name(place, r) for place in places)
    text = r.t(
        "This table is not shown here any more; it goes on in {places}. Whoever sits there plays "
        "on in private.",
        places=names,
    )
    return Document((Heading(table_name(table_view(table), r)), line(text)))
