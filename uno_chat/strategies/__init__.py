"""Computer players: one function from what a seat may see, and luck, to a move.

`choose(level, sight, luck, budget)` is all that a table needs; `LEVELS` names the levels. A
player gets a `Sight` and nothing else, so it cannot know more than a person on its seat, and
keeps no memory, so it can be asked again after a restart. We do not wait like people do, and we
do not watch for others' missed calls: a table does. A new player is a `Level` in levels.py; it
sits down at tables once table/seats.py names it, too.
"""

from uno_chat.strategies.budget import Budget
from uno_chat.strategies.contest import Result, contest, play_round
from uno_chat.strategies.levels import LEVELS, Level, choose
from uno_chat.strategies.luck import Luck, luck_from
from uno_chat.strategies.manners import Manners

__all__ = [
    "LEVELS",
    "Budget",
    "Level",
    "Luck",
    "Manners",
    "Result",
    "choose",
    "contest",
    "luck_from",
    "play_round",
]
