"""What is told about the accounts of one player on several networks, and where hands arrive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from uno_chat.contract import Block, Choice, Document, Heading, Mark, Paragraph, Span, line
from uno_chat.table.state import Table
from uno_chat.views.names import shown
from uno_chat.views.pieces import answered, chosen, loose, table_name
from uno_chat.views.places import network_name
from uno_chat.views.project import table_view
from uno_chat.views.reader import Reader
from uno_chat.views.remark import Remark
from uno_chat.views.words import spoken


@dataclass(frozen=True, slots=True)
class Accounts:
    """The networks where a player has an account, and the one of them where hands arrive."""

    networks: tuple[str, ...]
    hands: str


def hands_here(r: Reader) -> str:
    """What brings hands to where it is written."""
    here = r.tc("word", "here")
    return f"{spoken('hands', r)} {here}"


def elsewhere_page(table: Table, here: str, network: str, reader: Reader) -> Document:
    """What is left of a hand on one network when hands arrive on another."""
    back = loose(reader.t("Send my cards here"), f"hands {here}")
    return Document(
        (
            Heading(table_name(table_view(table), reader)),
            line(reader.t("Your cards are on {network} now.", network=network_name(network))),
            answered((back,), reader),
        )
    )


def accounts_line(accounts: Accounts, r: Reader) -> str:
    """On which networks somebody plays, and where hands arrive."""
    names = r.all_of(map(network_name, accounts.networks))
    if len(accounts.networks) < 2:
        return r.t("Account: {networks}", networks=names)
    hands = network_name(accounts.hands)
    return r.t("Accounts: {networks}; your cards arrive on {hands}", networks=names, hands=hands)


def account_hints(r: Reader) -> tuple[str, ...]:
    """What accounts on several networks are good for."""
    return (
        r.t("Play as the same player from several networks, and choose where your cards arrive."),
    )


def account_choices(accounts: Accounts, r: Reader) -> Iterator[Choice]:
    """Where hands shall arrive, which account to part with, and another one."""
    several = len(accounts.networks) > 1
    for network in accounts.networks if several else ():
        label = r.t("My cards on {network}", network=network_name(network))
        is_so = network == accounts.hands
        yield loose(chosen(label, is_so=is_so), f"hands {network}", group="hands")
    for network in accounts.networks if several else ():
        label = r.t("Unlink {network}", network=network_name(network))
        yield loose(label, f"unlink {network}", group="unlink")
    if {*r.networks} - {*accounts.networks}:
        yield loose(r.t("Link an account"), "link", group="link")


def link_page(
    remark: Remark, parts: Mapping[str, str], r: Reader, now: datetime
) -> Document | None:
    """What is said about linking accounts; None if this is about something else."""
    match remark:
        case Remark.LINK_CODE:
            return Document(tuple(_code(parts, r)))
        case Remark.LINK_NUMBER:
            return Document(tuple(_number(parts, r)))
        case Remark.EXPORT_LATER:
            later = r.moment(datetime.fromisoformat(parts["when"]), now)
            return _said(r.t("You had all of it not long ago: ask again at {time}.", time=later))
        case Remark.LINK_LATER:
            later = r.moment(datetime.fromisoformat(parts["when"]), now)
            return _said(r.t("Too many wrong codes: try again at {time}.", time=later))
    text = _wrong(remark, parts, r) or _refused(remark, parts, r) or _done(remark, parts, r)
    return _said(text) if text else None


def _said(text: str) -> Document:
    return Document((line(text),))


def _typed(words: str, r: Reader) -> Paragraph:
    return Paragraph((Span(spoken(words, r), frozenset({Mark.CODE})),))


def _code(parts: Mapping[str, str], r: Reader) -> Iterator[Block]:
    yield line(
        r.t(
            "Write this to me in private on {networks}, within {minutes} minutes:",
            networks=_either(parts["networks"], r),
            minutes=parts["minutes"],
        )
    )
    yield _typed(f"link {parts['code']}", r)
    for network in parts["networks"].split("|"):
        if f"on {network}" in parts:
            yield _found_as(network, parts[f"on {network}"], r)
    yield line(r.t("You get a number there, which you write to me here. Tell nobody the code."))


def _found_as(network: str, name: str, r: Reader) -> Paragraph:
    """In code: what looks like a name here may be that of somebody else."""
    label = r.t("On {network} I am", network=network_name(network))
    return Paragraph((Span(f"{label} "), Span(name, frozenset({Mark.CODE}))))


def _number(parts: Mapping[str, str], r: Reader) -> Iterator[Block]:
    who = {"name": shown(parts["name"]), "network": network_name(parts["network"])}
    yield line(r.t("Now write this to me on {network}, where {name} got the code:", **who))
    yield _typed(f"link {parts['number']}", r)
    yield line(
        r.t(
            "From then on {name} on {network} and this account are one player: both see your cards"
            " and play them. If that is not you, do nothing and tell nobody the number.",
            **who,
        )
    )


def _wrong(remark: Remark, parts: Mapping[str, str], r: Reader) -> str:
    """A code or a number that does not lead on."""
    link = r.quoted(spoken("link", r))
    match remark:
        case Remark.LINK_WRONG:
            return r.t(
                "I know no such code, or its time is over. {link}, written on your other network,"
                " gets a new one.",
                link=link,
            )
        case Remark.LINK_HERE:
            return r.t("That code is for another network: write it to me there, in private.")
        case Remark.LINK_NO_NUMBER:
            return r.t("I wait for no number from you. {link} begins.", link=link)
        case Remark.LINK_NOT_IT if parts.get("left"):
            left = int(parts["left"])
            return r.tn(
                "That is not the number. You may try once more.",
                "That is not the number. You may try {count} times more.",
                left,
            )
        case Remark.LINK_NOT_IT:
            return r.t(
                "That is not the number, and the code is void. {link} begins anew.", link=link
            )
        case Remark.ONLY_PRIVATE if parts.get("void"):
            return r.t("That is for our private chat. What you wrote here is void now.")
        case Remark.ONLY_PRIVATE:
            return r.t("That is for our private chat: write it to me there.")
    return ""


def _refused(remark: Remark, parts: Mapping[str, str], r: Reader) -> str:
    match remark:
        case Remark.LINK_NO_NETWORK:
            return r.t("You can play from no other network here.")
        case Remark.LINK_ALREADY:
            return r.t("These accounts are one player already.")
        case Remark.LINK_TWICE:
            network = network_name(parts["network"])
            command = r.quoted(spoken(f"unlink {parts['network']}", r))
            return r.t(
                "Both have an account on {network}, and a player has one on each network. {command}"
                " parts with it.",
                network=network,
                command=command,
            )
        case Remark.LINK_SEATS:
            return r.t(
                "Both accounts have a seat at {tables}. Leave one of them there, then write the"
                " number again.",
                tables=r.all_of(map(shown, parts["tables"].split("|"))),
            )
        case Remark.UNLINK_LAST:
            return r.t("This is your only account: there is nothing to unlink.")
        case Remark.NO_ACCOUNT:
            return r.t(
                "You have no account on “{text}”, but on {networks}.",
                text=shown(parts["text"]),
                networks=_all(parts["networks"], r),
            )
    return ""


def _done(remark: Remark, parts: Mapping[str, str], r: Reader) -> str:
    match remark:
        case Remark.LINK_ASKED:
            return r.t(
                "{name} on {network} ({id}) has written your code. If that is you, write {link} and"
                " the number that you got there. If not, do nothing.",
                name=shown(parts["name"]),
                network=network_name(parts["network"]),
                id=shown(parts["id"]),
                link=r.quoted(spoken("link", r)),
            )
        case Remark.LINKED:
            return " ".join(
                (
                    r.t(
                        "Your account {name} on {network} is linked.",
                        name=shown(parts["name"]),
                        network=network_name(parts["network"]),
                    ),
                    _hands(parts, r),
                )
            )
        case Remark.UNLINKED:
            network = network_name(parts["network"])
            text = r.t("Your account on {network} is not linked any more.", network=network)
            return f"{text} {_hands(parts, r)}"
        case Remark.FORGOTTEN:
            return r.t("I have forgotten you. If you write to me again, you begin as somebody new.")
        case Remark.PARTED:
            return r.t("This account is a player of its own again, without a seat.")
    return _about_hands(remark, parts, r)


def _about_hands(remark: Remark, parts: Mapping[str, str], r: Reader) -> str:
    match remark:
        case Remark.HANDS:
            return _hands(parts, r)
        case Remark.HANDS_ELSEWHERE:
            return r.t(
                "Your cards are on {network}, further down. {command} brings them here.",
                network=network_name(parts["hands"]),
                command=r.quoted(hands_here(r)),
            )
        case Remark.HANDS_BACK:
            network = network_name(parts["network"])
            return r.t(
                "I cannot write to you on {network}, so your cards arrive here now.",
                network=network,
            )
    return ""


def _hands(parts: Mapping[str, str], r: Reader) -> str:
    """Where hands arrive from now on."""
    if not parts.get("hands"):
        return r.t("Your cards arrive here.")
    return r.t(
        "Your cards arrive on {network}; {command} brings them here.",
        network=network_name(parts["hands"]),
        command=r.quoted(hands_here(r)),
    )


def _all(networks: str, r: Reader) -> str:
    return r.all_of(_names(networks))


def _either(networks: str, r: Reader) -> str:
    return r.either(_names(networks))


def _names(networks: str) -> Iterable[str]:
    return map(network_name, networks.split("|"))
