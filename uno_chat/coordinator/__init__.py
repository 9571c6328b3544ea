"""One envelope or one alarm in one transaction: interpret, load, decide, save, queue.

No I/O of its own: every function gets a transaction and the time. What is said is queued by
name and rendered only when it is sent, from the newest state and for its one reader; so pages
coalesce, nothing hidden rests in the outbox, and a crash between any two steps loses nothing.

A button's words and typed words are read by one grammar. Who acts is who sent the envelope,
never what a button claims. A refusal is an outcome like any other: a private sentence.
"""

from uno_chat.coordinator.accounts_of_ours import keep_account
from uno_chat.coordinator.announcing import tells_turn
from uno_chat.coordinator.claiming import claimed
from uno_chat.coordinator.crowds import CountedCrowd
from uno_chat.coordinator.durations import duration
from uno_chat.coordinator.echoes import hears_itself
from uno_chat.coordinator.exporting import exported
from uno_chat.coordinator.failing import failed
from uno_chat.coordinator.forgetting import forget, is_farewell, let_go, tidy
from uno_chat.coordinator.handling import handle
from uno_chat.coordinator.house import KEPT, KEPT_TABLES, House, Pulse, Seeds
from uno_chat.coordinator.lanes import lane_of
from uno_chat.coordinator.outages import EVERY, fails, fails_since, missed, watch, watched
from uno_chat.coordinator.questions import (
    Answer,
    AskRank,
    Later,
    Question,
    Ranking,
    Think,
    Thought,
)
from uno_chat.coordinator.reaching import arrived, unreached
from uno_chat.coordinator.reading import concerns_us
from uno_chat.coordinator.serving import turn_told
from uno_chat.coordinator.setup import BadSetting, agreed
from uno_chat.coordinator.shelf import UnknownSchema, UnreadableTable, from_stored
from uno_chat.coordinator.showing import Shown, show, spared
from uno_chat.coordinator.silencing import silence

__all__ = [
    "EVERY",
    "KEPT",
    "KEPT_TABLES",
    "Answer",
    "AskRank",
    "BadSetting",
    "CountedCrowd",
    "House",
    "Later",
    "Pulse",
    "Question",
    "Ranking",
    "Seeds",
    "Shown",
    "Think",
    "Thought",
    "UnknownSchema",
    "UnreadableTable",
    "agreed",
    "arrived",
    "claimed",
    "concerns_us",
    "duration",
    "exported",
    "failed",
    "fails",
    "fails_since",
    "forget",
    "from_stored",
    "handle",
    "hears_itself",
    "is_farewell",
    "keep_account",
    "lane_of",
    "let_go",
    "missed",
    "show",
    "silence",
    "spared",
    "tells_turn",
    "tidy",
    "turn_told",
    "unreached",
    "watch",
    "watched",
]
