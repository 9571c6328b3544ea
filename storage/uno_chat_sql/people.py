"""Who stands behind a user, and how a conversation is called."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from uno_chat.contract import Conversation, Player, Room, User
from uno_chat_sql.columns import AnyRow
from uno_chat_sql.dialect import upsert
from uno_chat_sql.models import table

_PLAYER: Final = table("player")
_ACCOUNT: Final = table("account")
_ROOM: Final = table("room")

_COLUMNS: Final = (
    *(_PLAYER.c.id, _PLAYER.c.name, _PLAYER.c.language),
    *(_PLAYER.c.private, _PLAYER.c.profile),
)
_BY_ID: Final = select(*_COLUMNS).where(_PLAYER.c.id == bindparam("player"))
_BY_USER: Final = (
    select(*_COLUMNS)
    .join(_ACCOUNT, _ACCOUNT.c.player_id == _PLAYER.c.id)
    .where(_ACCOUNT.c.who == bindparam("who"))
)
_USERS: Final = select(_ACCOUNT.c.who).where(_ACCOUNT.c.player_id == bindparam("player"))
# Whoever acts for a player keeps others from moving the user away: else a seat could be nobody's.
_WHOSE: Final = (
    select(_ACCOUNT.c.player_id)
    .where(_ACCOUNT.c.who == bindparam("who"))
    .with_for_update(read=True)
)
_NEW_PLAYER: Final = insert(_PLAYER).returning(_PLAYER.c.id)
_NEW_ACCOUNT: Final = insert(_ACCOUNT)
_THIS_PLAYER: Final = update(_PLAYER).where(_PLAYER.c.id == bindparam("player"))
_RENAME: Final = _THIS_PLAYER.values(name=bindparam("called"), language=bindparam("reads"))
_LANGUAGE: Final = _THIS_PLAYER.values(language=bindparam("reads"))
_PROFILE: Final = _THIS_PLAYER.values(profile=bindparam("told"))
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
_ROOM_PROFILE: Final = _THIS_ROOM.values(profile=bindparam("told"))


class People:
    """The players and rooms of a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._run = connection.execute

    def player(self, user: User) -> Player | None:
        found = self._run(_BY_USER, {"who": str(user)}).first()
        return None if found is None else self._player(found)

    def player_by_id(self, player: int) -> Player | None:
        found = self._run(_BY_ID, {"player": player}).first()
        return None if found is None else self._player(found)

    def _player(self, row: AnyRow) -> Player:
        users = tuple(map(User.parse, self._users(row.id)))
        private = User.parse(row.private)
        return Player(row.id, row.name, row.language, users, private, row.profile)

    def _users(self, player: int) -> list[str]:
        """Databases order texts as their country does."""
        return sorted(self._run(_USERS, {"player": player}).scalars())

    def remember_player(self, user: User, name: str, language: str | None) -> Player:
        number = self._run(_WHOSE, {"who": str(user)}).scalar()
        known = None if number is None else self.player_by_id(number)
        if known is None:
            return self._new_player(user, name, language)
        called, reads = name or known.name, known.language or language
        if (called, reads) == (known.name, known.language):
            return known
        self._run(_RENAME, {"player": known.id, "called": called, "reads": reads})
        return self._player(self._run(_BY_ID, {"player": known.id}).one())

    def _new_player(self, user: User, name: str, language: str | None) -> Player:
        row = {"name": name, "language": language, "private": str(user)}
        id_ = self._run(_NEW_PLAYER, row).scalar_one()
        self._run(_NEW_ACCOUNT, {"who": str(user), "player_id": id_})
        return self._player(self._run(_BY_ID, {"player": id_}).one())

    def move_user(self, user: User, player: int | None) -> Player:
        left = self.player(user)
        if left is None or (player is not None and self.player_by_id(player) is None):
            raise LookupError(f"no user {user} or no player {player}")
        if player is None:
            row = {"name": left.name, "language": left.language, "private": str(user)}
            player = self._run(_NEW_PLAYER, row).scalar_one()
        self._run(_MOVE, {"user": str(user), "to": player})
        self._settle(left.id, str(left.private))
        return self._player(self._run(_BY_ID, {"player": player}).one())

    def _settle(self, left: int, private: str) -> None:
        """Whoever was left has hands at one of the users, or is no more."""
        users = self._users(left)
        if not users:
            self._run(_NO_MORE, {"player": left})
        elif private not in users:
            self._run(_PRIVATE, {"player": left, "there": users[0]})

    def set_private(self, player: int, user: User) -> None:
        if str(user) in self._users(player):
            self._run(_PRIVATE, {"player": player, "there": str(user)})

    def set_language(self, player: int, language: str) -> None:
        self._run(_LANGUAGE, {"player": player, "reads": language})

    def set_profile(self, player: int, profile: str) -> None:
        self._run(_PROFILE, {"player": player, "told": profile})

    def room(self, conversation: Conversation) -> Room | None:
        found = self._run(_ROOM_OF, {"conversation": str(conversation)}).first()
        return None if found is None else Room(conversation, *found)

    def remember_room(self, conversation: Conversation, title: str) -> Room:
        row = {"conversation": str(conversation), "title": title, "language": None}
        return Room(conversation, *self._run(_SAVE_ROOM, row).one())

    def set_room_language(self, conversation: Conversation, language: str) -> None:
        self._run(_ROOM_LANGUAGE, {"which": str(conversation), "reads": language})

    def set_room_profile(self, conversation: Conversation, profile: str) -> None:
        self._run(_ROOM_PROFILE, {"which": str(conversation), "told": profile})
