"""Who stands behind a user, and how a conversation is called.

A player or a room is read once in a transaction. What is told of them, a text, is written by
comparing it with what was read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, select, update

from uno_chat.contract import Conversation, Player, Room, User
from uno_chat_sql.columns import AnyRow, as_kept
from uno_chat_sql.dialect import among, upsert
from uno_chat_sql.models import table
from uno_chat_sql.overtaken import Overtaken
from uno_chat_sql.statements import Statements

_PLAYER: Final = table("player")
_ACCOUNT: Final = table("account")
_ROOM: Final = table("room")

_WITH_USERS: Final = (
    select(
        *(_PLAYER.c.id, _PLAYER.c.name, _PLAYER.c.language, _PLAYER.c.private, _PLAYER.c.profile),
        _ACCOUNT.c.who,
    )
    .join_from(_PLAYER, _ACCOUNT, isouter=True)
    .order_by(_PLAYER.c.id)
)
_THESE: Final = _WITH_USERS.where(among(_PLAYER.c.id, "players"))
_number = select(_ACCOUNT.c.player_id).where(_ACCOUNT.c.who == bindparam("who"))
_BEHIND: Final = _WITH_USERS.where(_PLAYER.c.id == _number.scalar_subquery())
# Whoever acts for a player keeps others from moving the user away: else a seat could be nobody's.
_WHOSE: Final = _number.with_for_update(read=True)
_WHOSE_ALONE: Final = _number.with_for_update()
_LOCK: Final = (
    select(_PLAYER.c.id)
    .where(among(_PLAYER.c.id, "players"))
    .order_by(_PLAYER.c.id)
    .with_for_update()
)
_NEW_PLAYER: Final = insert(_PLAYER).returning(_PLAYER.c.id)
_NEW_ACCOUNT: Final = insert(_ACCOUNT)
_THIS_PLAYER: Final = update(_PLAYER).where(_PLAYER.c.id == bindparam("player"))
_RENAME: Final = _THIS_PLAYER.values(name=bindparam("called"), language=bindparam("reads"))
_LANGUAGE: Final = _THIS_PLAYER.values(language=bindparam("reads"))
_PROFILE: Final = _THIS_PLAYER.where(_PLAYER.c.profile == bindparam("before")).values(
    profile=bindparam("told")
)
_PRIVATE: Final = _THIS_PLAYER.values(private=bindparam("there"))
_MOVE: Final = (
    update(_ACCOUNT).where(_ACCOUNT.c.who == bindparam("user")).values(player_id=bindparam("to"))
)
_NO_MORE: Final = delete(_PLAYER).where(_PLAYER.c.id == bindparam("player"))

_ABOUT: Final = (_ROOM.c.title, _ROOM.c.language, _ROOM.c.profile)
_ROOM_OF: Final = select(*_ABOUT).where(_ROOM.c.conversation == bindparam("conversation"))
_put_room = upsert(_ROOM)
_SAVE_ROOM: Final = _put_room.on_conflict_do_update(
    index_elements=[_ROOM.c.conversation],
    set_={"title": func.coalesce(func.nullif(_put_room.excluded.title, ""), _ROOM.c.title)},
).returning(*_ABOUT)
_THIS_ROOM: Final = update(_ROOM).where(_ROOM.c.conversation == bindparam("which"))
_ROOM_LANGUAGE: Final = _THIS_ROOM.values(language=bindparam("reads"))
_ROOM_PROFILE: Final = _THIS_ROOM.where(_ROOM.c.profile == bindparam("before")).values(
    profile=bindparam("told")
)


class People:
    """The players and rooms of a transaction."""

    def __init__(self, statements: Statements) -> None:
        self._run, self._count = statements.run, statements.count
        self._players: dict[int, Player] = {}
        self._soon: set[int] = set()
        self._rooms: dict[Conversation, Room] = {}

    def expect(self, players: Iterable[int]) -> None:
        """These will be asked for, most likely: let them come with the first of them."""
        self._soon.update(players)

    # players

    def player(self, user: User) -> Player | None:
        known = self._known(user)
        if known is None and self._soon:
            self._fetch(())
            known = self._known(user)
        if known is not None:
            return known
        found = _players(self._run(_BEHIND, {"who": str(user)}).all())
        return self._keep(found[0]) if found else None

    def player_by_id(self, player: int) -> Player | None:
        if player not in self._players:
            self._fetch((player,))
        return self._players.get(player)

    def _known(self, user: User) -> Player | None:
        return next((one for one in self._players.values() if user in one.users), None)

    def _fetch(self, players: Iterable[int]) -> None:
        """Read these, and those that were expected."""
        these = {*players, *self._soon} - self._players.keys()
        self._soon.clear()
        if these:
            for found in _players(self._run(_THESE, {"players": sorted(these)}).all()):
                self._keep(found)

    def _keep(self, player: Player) -> Player:
        self._players[player.id] = player
        return player

    def remember_player(self, user: User, name: str, language: str | None) -> Player:
        number = self._run(_WHOSE, {"who": str(user)}).scalar()
        if any(user in known.users for known in self._players.values() if known.id != number):
            self._players.clear()  # whoever was read there before was moved meanwhile
        known = None if number is None else self.player_by_id(number)
        if known is None:
            return self._new_player(user, as_kept(name), language)
        called, reads = as_kept(name) or known.name, known.language or language
        if (called, reads) == (known.name, known.language):
            return known
        self._run(_RENAME, {"player": known.id, "called": called, "reads": reads})
        return self._keep(replace(known, name=called, language=reads))

    def _new_player(self, user: User, name: str, language: str | None) -> Player:
        row = {"name": name, "language": language, "private": str(user)}
        id_: int = self._run(_NEW_PLAYER, row).scalar_one()
        self._run(_NEW_ACCOUNT, {"who": str(user), "player_id": id_})
        return self._keep(Player(id_, name, language, (user,), user))

    def move_user(self, user: User, player: int | None) -> Player:
        number = self._run(_WHOSE_ALONE, {"who": str(user)}).scalar()
        both = sorted({one for one in (number, player) if one is not None})
        self._run(_LOCK, {"players": both})
        self._players.clear()
        left = None if number is None else self.player_by_id(number)
        if left is None or (player is not None and self.player_by_id(player) is None):
            raise LookupError(f"no user {user} or no player {player}")
        if player is None:
            row = {"name": left.name, "language": left.language, "private": str(user)}
            player = int(self._run(_NEW_PLAYER, row).scalar_one())
        self._run(_MOVE, {"user": str(user), "to": player})
        self._players.clear()
        self.settle(left)
        return _players(self._run(_THESE, {"players": [player]}).all())[0]

    def settle(self, left: Player) -> None:
        """Whoever was left has hands at one of the users, or is no more."""
        now = self.player_by_id(left.id)
        users = () if now is None else now.users
        if not users:
            self._players.pop(left.id, None)
            self._run(_NO_MORE, {"player": left.id})
        elif left.private not in users:
            self.set_private(left.id, users[0])

    def set_private(self, player: int, user: User) -> None:
        known = self.player_by_id(player)
        if known is not None and user in known.users:
            self._run(_PRIVATE, {"player": player, "there": str(user)})
            self._keep(replace(known, private=user))

    def set_language(self, player: int, language: str) -> None:
        self._run(_LANGUAGE, {"player": player, "reads": language})
        if (known := self._players.get(player)) is not None:
            self._keep(replace(known, language=language))

    def set_profile(self, player: int, profile: str) -> None:
        known, kept = self.player_by_id(player), as_kept(profile)
        if known is not None and known.profile != kept:
            row = {"player": player, "before": known.profile, "told": kept}
            _or_overtaken(self._count(_PROFILE, row))
            self._keep(replace(known, profile=kept))

    # rooms

    def room(self, conversation: Conversation) -> Room | None:
        if conversation not in self._rooms:
            found = self._run(_ROOM_OF, {"conversation": str(conversation)}).first()
            if found is not None:
                self._rooms[conversation] = Room(conversation, *found)
        return self._rooms.get(conversation)

    def remember_room(self, conversation: Conversation, title: str) -> Room:
        known, kept = self.room(conversation), as_kept(title)
        if known is None or kept not in {"", known.title}:
            row = {"conversation": str(conversation), "title": kept, "language": None}
            known = Room(conversation, *self._run(_SAVE_ROOM, row).one())
            self._rooms[conversation] = known
        return known

    def set_room_language(self, conversation: Conversation, language: str) -> None:
        self._run(_ROOM_LANGUAGE, {"which": str(conversation), "reads": language})
        self._rooms.pop(conversation, None)

    def set_room_profile(self, conversation: Conversation, profile: str) -> None:
        known, kept = self.room(conversation), as_kept(profile)
        if known is not None and known.profile != kept:
            row = {"which": str(conversation), "before": known.profile, "told": kept}
            _or_overtaken(self._count(_ROOM_PROFILE, row))
            self._rooms[conversation] = replace(known, profile=kept)

    def forget(self) -> None:
        """Something else has written there."""
        self._players.clear()
        self._rooms.clear()


def _players(rows: Iterable[AnyRow]) -> list[Player]:
    """One of each, from rows of players with a user each."""
    return [_player(list(group)) for _, group in groupby(rows, key=lambda row: row.id)]


def _player(rows: Sequence[AnyRow]) -> Player:
    """Databases order texts as their country does, so we do it."""
    users = sorted(row.who for row in rows if row.who is not None)
    id_, name, language, private, profile, _ = rows[0]
    return Player(id_, name, language, tuple(map(User.parse, users)), User.parse(private), profile)


def _or_overtaken(changed: int) -> None:
    if not changed:
        raise Overtaken("profile")
