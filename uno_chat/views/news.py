"""What happened since somebody last looked, in a few lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from uno_chat.contract import Block, Document, Heading, line
from uno_chat.table.facts import Code, Fact
from uno_chat.table.state import Table
from uno_chat.views.asked import smacking
from uno_chat.views.happenings import lines
from uno_chat.views.pieces import strong, table_name, timed
from uno_chat.views.project import TableView, table_view
from uno_chat.views.reader import Reader
from uno_chat.views.summary import summary
from uno_chat.views.table_pages import owed

MOST_LINES = 5


def table_news(table: Table, since: int, reader: Reader, now: datetime) -> Document | None:
    """For a chat where nothing is edited: what happened after the first ``since`` of
    ``table.happened``, oldest first, and whose move it is; None if there is nothing to tell.
    """
    view = table_view(table)
    news = folded(view, table.since(since), reader)
    if not news:
        return None
    blocks = (*map(line, (*news, *_played(table, since, reader))), *_now(view, reader, now))
    return Document((Heading(table_name(view, reader)), *blocks))


def _played(table: Table, since: int, reader: Reader) -> Iterator[str]:
    """What is played now, where that was changed: no page with it is edited here."""
    if any(fact.code == Code.SETTINGS_CHANGED for fact in table.since(since)):
        yield summary(table.settings, reader)


def folded(view: TableView, facts: Iterable[Fact], reader: Reader) -> tuple[str, ...]:
    """At most five lines, oldest first; of what was before that, only how much it was."""
    news = lines(view, facts, reader)
    earlier = len(news) - MOST_LINES
    if earlier <= 0:
        return news
    more = reader.tn("{count} earlier act", "{count} earlier acts", earlier + 1)
    return (more, *news[earlier + 1 :])


def _now(view: TableView, reader: Reader, now: datetime) -> Iterator[Block]:
    """Who has to do what."""
    round_ = view.round
    if round_ is not None:
        yield timed(strong(owed(view, round_, reader, now)), round_.deadline, reader, now)
        if round_.smack:
            yield smacking(view, round_, reader, now)
    elif view.waits_for:
        names = reader.all_of(map(view.name, view.waits_for))
        yield line(reader.t("Waiting for {names}.", names=names))
