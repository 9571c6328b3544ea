"""Where hands arrive: at one account of a player, and no card stays where they did before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from uno_chat.contract import Outgoing, OutKind, Player, Transaction, User
from uno_chat.coordinator.announcing import HAND, stale
from uno_chat.coordinator.asking import Asker, reply, say
from uno_chat.coordinator.finding import readable
from uno_chat.coordinator.messages import Message, Remarked, remarked, to_payload
from uno_chat.coordinator.profiles import keep_person, person
from uno_chat.coordinator.sheets import is_on_sheet, open_sheet
from uno_chat.coordinator.tickets import ticket_of, void
from uno_chat.views import Remark

HERE = "here"


def choose_place(tx: Transaction, who: Asker, place: str, now: datetime) -> str:
    """Hands arrive there from now on; without a place tell where they do."""
    if who.room is not None:
        return say(tx, who, remarked(Remark.ONLY_PRIVATE), now)
    if not place:
        return open_sheet(tx, who, "accounts", now)
    user = _named(who, place)
    if user is None:
        return say(tx, who, _no_account(who, place), now)
    known = person(who.player)
    if str(user) in known.closed:
        still = tuple(one for one in known.closed if one != str(user))
        keep_person(tx, who.player.id, replace(known, closed=still))
    if user != who.player.private:
        send_hands(tx, who.player, user, now)
    word = say(tx, who, remarked(Remark.HANDS, hands=_away(user, who.user)), now)
    if is_on_sheet(tx, who):
        open_sheet(tx, who, "accounts", now)
    return word


def send_hands(tx: Transaction, player: Player, to: User, now: datetime) -> None:
    """Hands arrive there from now on; where they did, they are shown no more."""
    tx.set_private(player.id, to)
    take_leave(tx, tx.tables_of(player.id), player.private, now)
    for _, table in readable(tx, tx.tables_of(player.id)):
        stale(tx, HAND, to, table, now, fresh=True)


def take_leave(tx: Transaction, numbers: Iterable[int], place: User, now: datetime) -> None:
    """What is shown of these tables at a user is not the hand any more."""
    for stored, table in readable(tx, numbers):
        if tx.slot(stored.id, HAND, place) is not None:
            stale(tx, HAND, place, table, now, fresh=False)


def unlink(tx: Transaction, who: Asker, place: str, now: datetime) -> str:
    """An account becomes a player of its own; whatever the player has stays with the others."""
    if who.room is not None:
        return say(tx, who, remarked(Remark.ONLY_PRIVATE), now)
    if len(who.player.users) < 2:
        return say(tx, who, remarked(Remark.UNLINK_LAST), now)
    user = _named(who, place or HERE)
    if user is None:
        return say(tx, who, _no_account(who, place), now)
    hands = _part(tx, who, user, now)
    to = who.user if user != who.user else hands
    gone = remarked(Remark.UNLINKED, network=user.network, hands=_away(hands, to))
    own, name = remarked(Remark.PARTED), f"parted {who.key}"
    if user == who.user:
        write_to(tx, hands, gone, name, now)
        who, gone = _as_now(tx, who), own
    else:
        write_to(tx, user, own, name, now)
    reply(tx, who, gone, now)
    if is_on_sheet(tx, who):
        open_sheet(tx, who, "accounts", now)
    return "unlinked"


def _part(tx: Transaction, who: Asker, user: User, now: datetime) -> User:
    """Take one of several users away; where hands arrive afterwards."""
    player = who.player
    ticket = ticket_of(tx, user, now)
    if ticket is not None:
        void(tx, ticket)
    hands = player.private
    if user == hands:
        hands = next(one for one in (who.user, *player.users) if one != user)
        send_hands(tx, player, hands, now)
    else:
        take_leave(tx, tx.tables_of(player.id), user, now)
    tx.move_user(user, None)
    return hands


def _as_now(tx: Transaction, who: Asker) -> Asker:
    """The asker, who is somebody else now."""
    player = tx.player(who.user)
    assert player is not None
    press = None if who.press is None else replace(who.press, player=player.id)
    return replace(who, player=player, press=press)


def write_to(tx: Transaction, user: User, saying: Remarked, name: str, now: datetime) -> None:
    """Say something to one of the users of somebody."""
    payload = to_payload(Message(saying))
    tx.queue(Outgoing(OutKind.NOTICE, user, None, name, payload=payload), now)


def _away(hands: User, reader: User) -> str:
    """The network where hands arrive, empty if it is the reader's."""
    return "" if hands == reader else hands.network


def _named(who: Asker, place: str) -> User | None:
    """The account that is meant: this one, or the one on the network that begins so."""
    if place == HERE:
        return who.user
    found = [user for user in who.player.users if user.network.casefold().startswith(place)]
    exact = [user for user in found if user.network.casefold() == place]
    return (exact or found)[0] if exact or len(found) == 1 else None


def _no_account(who: Asker, place: str) -> Remarked:
    networks = "|".join(user.network for user in who.player.users)
    return remarked(Remark.NO_ACCOUNT, text=place, networks=networks)
