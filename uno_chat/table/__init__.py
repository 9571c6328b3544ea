"""A table: people on seats, a match over rounds, one deadline per decision, the UNO window.

Pure: ``decide(table, command, now, seed) -> Outcome | Refused``. A table knows no chat, no
words and no stored form of its own moves; what it wants to be woken for is read off its state
(``alarms``), so a deadline can neither be forgotten nor outlive the decision it belongs to.

The game closes the catch window by what players do; the table adds what only a clock can: the
hold after every one-card play, the tie between a catch and a late call, the time limit. Early
input of the next player waits for the hand-off and is checked again there.
"""

from uno_chat.table.alarms import Kind, Wake, alarms
from uno_chat.table.commands import (
    Act,
    AddComputer,
    Adopt,
    Answer,
    Ask,
    AtTable,
    Back,
    CatchSeat,
    Choice,
    Choose,
    Command,
    ComputerActs,
    Configure,
    Deal,
    Dwell,
    End,
    GiveTime,
    HostPause,
    Join,
    Kick,
    Leave,
    Open,
    Prepare,
    Reach,
    Ready,
    Ring,
)
from uno_chat.table.decide import decide
from uno_chat.table.facts import Code, Fact, Refused, Void, Why
from uno_chat.table.habits import LONGEST_NIGHT, USUAL, Habits, Kept, Told, by_clock, told
from uno_chat.table.lobby import open_table
from uno_chat.table.motions import Motion, Standoff, Vote
from uno_chat.table.outages import NOTICED, Outage, made_up, noticed, overdue, put_off
from uno_chat.table.outcome import Lines, Outcome, ToAll, ToPlayer
from uno_chat.table.pace import PRESETS, Night, Pace, Preset, own
from uno_chat.table.prepared import Doing, DrawAndPlay, Item, Prepared, Wait
from uno_chat.table.preparing import why_not
from uno_chat.table.seats import Computer, Human, Level, Seat
from uno_chat.table.settings import IN_GROUPS, UNO_MODES, Settings
from uno_chat.table.state import (
    Catcher,
    Claim,
    Clock,
    Closed,
    Early,
    Pause,
    PauseReason,
    Phase,
    Play,
    Pressing,
    Result,
    Table,
    Tally,
    Window,
)

__all__ = [
    "IN_GROUPS",
    "LONGEST_NIGHT",
    "NOTICED",
    "PRESETS",
    "UNO_MODES",
    "USUAL",
    "Act",
    "AddComputer",
    "Adopt",
    "Answer",
    "Ask",
    "AtTable",
    "Back",
    "CatchSeat",
    "Catcher",
    "Choice",
    "Choose",
    "Claim",
    "Clock",
    "Closed",
    "Code",
    "Command",
    "Computer",
    "ComputerActs",
    "Configure",
    "Deal",
    "Doing",
    "DrawAndPlay",
    "Dwell",
    "Early",
    "End",
    "Fact",
    "GiveTime",
    "Habits",
    "HostPause",
    "Human",
    "Item",
    "Join",
    "Kept",
    "Kick",
    "Kind",
    "Leave",
    "Level",
    "Lines",
    "Motion",
    "Night",
    "Open",
    "Outage",
    "Outcome",
    "Pace",
    "Pause",
    "PauseReason",
    "Phase",
    "Play",
    "Prepare",
    "Prepared",
    "Preset",
    "Pressing",
    "Reach",
    "Ready",
    "Refused",
    "Result",
    "Ring",
    "Seat",
    "Settings",
    "Standoff",
    "Table",
    "Tally",
    "ToAll",
    "ToPlayer",
    "Told",
    "Void",
    "Vote",
    "Wait",
    "Wake",
    "Why",
    "Window",
    "alarms",
    "by_clock",
    "decide",
    "made_up",
    "noticed",
    "open_table",
    "overdue",
    "own",
    "put_off",
    "told",
    "why_not",
]
