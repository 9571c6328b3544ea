"""Who stands behind a user, and how a conversation is called."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, bindparam, func, insert, select, update

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
_USERS: Final = (
    select(_ACCOUNT.c.who)
    .where(_ACCOUNT.c.player_id == bindparam("player"))
    .order_by(_ACCOUNT.c.who)
)
_NEW_PLAYER: Final = insert(_PLAYER).returning(_PLAYER.c.id)
_NEW_ACCOUNT: Final = insert(_ACCOUNT)
_THIS_PLAYER: Final = update(_PLAYER).where(_PLAYER.c.id == bindparam("player"))
_RENAME: Final = _THIS_PLAYER.values(name=bindparam("called"), language=bindparam("reads"))
_LANGUAGE: Final = _THIS_PLAYER.values(language=bindparam("reads"))
_PROFILE: Final = _THIS_PLAYER.values(profile=bindparam("told"))

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
        users = self._run(_USERS, {"player": row.id}).scalars()
        who = tuple(map(User.parse, users))
        private = User.parse(row.private)
        return Player(row.id, row.name, row.language, who, private, row.profile)

    def remember_player(self, user: User, name: str, language: str | None) -> Player:
        known = self.player(user)
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
