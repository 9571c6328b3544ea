"""Linking an account: a code goes from one private chat to the other, a number comes back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from uno_chat.contract import Player, Transaction
from uno_chat.coordinator import intents
from uno_chat.coordinator.accounts import choose_place, unlink, write_to
from uno_chat.coordinator.accounts_of_ours import accounts_of_ours
from uno_chat.coordinator.asking import Asker, answer, reply, say, write
from uno_chat.coordinator.finding import readable
from uno_chat.coordinator.guessing import guessed_wrong, too_many_guesses
from uno_chat.coordinator.house import House
from uno_chat.coordinator.joining import join
from uno_chat.coordinator.messages import Remarked, Silence, remarked
from uno_chat.coordinator.tickets import (
    LASTS,
    TRIES,
    Ticket,
    a_number,
    issue,
    keep,
    ticket_of,
    ticket_with,
    void,
)
from uno_chat.views import Remark


def with_accounts(
    house: House,
    tx: Transaction,
    who: Asker,
    wanted: intents.Link | intents.Unlink | intents.HandsAt,
    now: datetime,
) -> str:
    """What somebody wants with the own accounts."""
    match wanted:
        case intents.Link(word):
            return _link(house, tx, who, word, now)
        case intents.Unlink(place):
            return unlink(tx, who, place, now)
        case intents.HandsAt(place):
            return choose_place(tx, who, place, now)


def _link(house: House, tx: Transaction, who: Asker, word: str, now: datetime) -> str:
    """A step of it: begin, write the code on the other network, or the number where it began."""
    if who.room is not None:
        return say(tx, who, _told_aloud(tx, who, word, now), now)
    if not word:
        return _written(tx, who, _begun(house, tx, who, now), now)
    if word.isdigit():
        return _finish(tx, who, word, now)
    return say(tx, who, _claimed(house, tx, who, word, now), now)


def _written(tx: Transaction, who: Asker, saying: Remarked, now: datetime) -> str:
    """What is to be kept for a while is no answer to a press."""
    write(tx, who, saying, now)
    if who.press is not None:
        answer(tx, who, who.press, Silence(), now, None)
    return "remarked"


def _told_aloud(tx: Transaction, who: Asker, word: str, now: datetime) -> Remarked:
    """What others may have read is void."""
    ticket = ticket_of(tx, who.user, now) if word.isdigit() else None
    if word and not word.isdigit() and too_many_guesses(who, now) is None:
        ticket = _guessed(tx, who, word, now)
    if ticket is None:
        return remarked(Remark.ONLY_PRIVATE)
    void(tx, ticket)
    return remarked(Remark.ONLY_PRIVATE, void="yes")


def _begun(house: House, tx: Transaction, who: Asker, now: datetime) -> Remarked:
    others = {*house.networks} - {user.network for user in who.player.users}
    if not others:
        return remarked(Remark.LINK_NO_NETWORK)
    code = issue(tx, who.user, house.chance, now).code.upper()
    minutes = str(LASTS // timedelta(minutes=1))
    networks = "|".join(sorted(others))
    found = {f"on {network}": name for network, name in accounts_of_ours(tx, others).items()}
    return remarked(Remark.LINK_CODE, code=code, minutes=minutes, networks=networks, **found)


def _claimed(house: House, tx: Transaction, who: Asker, code: str, now: datetime) -> Remarked:
    """Somebody writes a code: the number for it, if the two accounts can be one player's."""
    late = too_many_guesses(who, now)
    if late is not None:
        return late
    ticket = _guessed(tx, who, code, now)
    owner = None if ticket is None else tx.player(ticket.owner)
    if ticket is None or owner is None or ticket.guest not in {None, who.user}:
        return remarked(Remark.LINK_WRONG)
    if ticket.owner.network == who.user.network:
        return remarked(Remark.LINK_HERE)
    refused = _why_not(owner, who.player)
    if refused is not None:
        return refused
    if ticket.guest is None:
        ticket = replace(ticket, guest=who.user, number=a_number(house.chance))
        keep(tx, ticket)
        asked = _named(Remark.LINK_ASKED, who.player, who.user.network, id=who.user.id)
        write_to(tx, ticket.owner, asked, f"asked {who.key}", now)
    return _named(Remark.LINK_NUMBER, owner, ticket.owner.network, number=ticket.number)


def _named(remark: Remark, player: Player, network: str, **parts: str) -> Remarked:
    return remarked(remark, name=player.name or "?", network=network, **parts)


def _guessed(tx: Transaction, who: Asker, code: str, now: datetime) -> Ticket | None:
    """The ticket with this code; one that is none counts against whoever wrote it."""
    ticket = ticket_with(tx, code, now)
    if ticket is None:
        guessed_wrong(tx, who, now)
    return ticket


def _why_not(owner: Player, guest: Player) -> Remarked | None:
    """Why two players cannot be one."""
    if owner.id == guest.id:
        return remarked(Remark.LINK_ALREADY)
    twice = {u.network for u in owner.users} & {u.network for u in guest.users}
    return remarked(Remark.LINK_TWICE, network=min(twice)) if twice else None


def _finish(tx: Transaction, who: Asker, number: str, now: datetime) -> str:
    ticket = ticket_of(tx, who.user, now)
    guest = None if ticket is None or ticket.guest is None else tx.player(ticket.guest)
    if ticket is None or guest is None:
        return say(tx, who, remarked(Remark.LINK_NO_NUMBER), now)
    if number != ticket.number:
        return say(tx, who, _missed(tx, ticket), now)
    refused = _why_not(who.player, guest) or _seated_twice(tx, who.player, guest)
    if refused is not None:
        return say(tx, who, refused, now)
    join(tx, who.player, guest, now)
    void(tx, ticket)
    _tell_both(tx, who, guest, ticket, now)
    return "linked"


def _missed(tx: Transaction, ticket: Ticket) -> Remarked:
    ticket = replace(ticket, tries=ticket.tries + 1)
    if ticket.tries >= TRIES:
        void(tx, ticket)
        return remarked(Remark.LINK_NOT_IT)
    keep(tx, ticket)
    return remarked(Remark.LINK_NOT_IT, left=str(TRIES - ticket.tries))


def _seated_twice(tx: Transaction, one: Player, other: Player) -> Remarked | None:
    """Nobody sits at a table twice: both would know two hands."""
    both = sorted({*tx.tables_of(one.id)} & {*tx.tables_of(other.id)})
    if not both:
        return None
    found = {
        stored.id: f"{table.title} #{stored.id}".strip() for stored, table in readable(tx, both)
    }
    names = (found.get(number, f"#{number}") for number in both)
    return remarked(Remark.LINK_SEATS, tables="|".join(names))


def _tell_both(tx: Transaction, who: Asker, guest: Player, ticket: Ticket, now: datetime) -> None:
    assert ticket.guest is not None
    hands = who.player.private
    here = "" if hands == who.user else hands.network
    reply(tx, who, _named(Remark.LINKED, guest, ticket.guest.network, hands=here), now)
    there = _named(Remark.LINKED, who.player, who.user.network, hands=hands.network)
    write_to(tx, ticket.guest, there, f"linked {who.key}", now)
