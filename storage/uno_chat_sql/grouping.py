"""Bodies that wait for a file at the same moment run in one transaction, which is synced once.

None of them is answered before the commit. If anything goes wrong with any of them, nothing of it
is done, and each runs in a transaction of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from uno_chat.contract import Transaction
from uno_chat_sql.sqlite import SqliteFile

T = TypeVar("T")

AT_ONCE: Final = 8
"""Bodies in one transaction, at the most: the first of them waits for the last."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A body that waits, and what came of it."""

    body: Callable[[Transaction], Any]
    end: Future[Any] = field(default_factory=Future)


@dataclass(slots=True)
class Group:
    """Those that wait for a file, in the order in which they were asked for: in any thread, but
    they run in that of the file. Who is not waited for any more before that, does not run.
    """

    file: SqliteFile
    waiting: deque[Asked] = field(default_factory=deque)

    def ask(self, body: Callable[[Transaction], T]) -> Future[T]:
        """To be followed by ``work_off`` in the thread of the file."""
        asked = Asked(body)
        self.waiting.append(asked)
        return asked.end

    def work_off(self) -> None:
        """Run what waits at this moment; nothing, if those before it were followed by this one."""
        most = min(AT_ONCE, len(self.waiting))
        asked = [one for one in (self.waiting.popleft() for _ in range(most)) if _is_wanted(one)]
        done = self._together(asked) if len(asked) > 1 else None
        if done is None:
            for one in asked:
                self._alone(one)
        else:
            for one, result in zip(asked, done, strict=True):
                one.end.set_result(result)

    def _together(self, asked: Sequence[Asked]) -> list[Any] | None:
        try:
            return self.file.transact_all([one.body for one in asked])
        except BaseException:  # noqa: BLE001 - whose it is, and what it means, is seen when each runs alone
            return None

    def _alone(self, asked: Asked) -> None:
        try:
            result = self.file.transact(asked.body)
        except BaseException as error:  # noqa: BLE001 - it is raised where somebody waits for it
            asked.end.set_exception(error)
        else:
            asked.end.set_result(result)


def _is_wanted(asked: Asked) -> bool:
    return asked.end.set_running_or_notify_cancel()
