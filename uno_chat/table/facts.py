"""What is told about a table: a code and public data, without words (views/ has those)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from uno_chat.game import Cause


class Code(StrEnum):
    """What the table itself has to tell. What happened in the game keeps the game's own kind."""

    TIMED_OUT = "timed-out"
    SAT_DOWN = "sat-down"
    STOOD_UP = "stood-up"
    NEW_HOST = "new-host"
    DREW_FOR_DEAL = "drew-for-deal"
    HANDED_OVER = "handed-over"
    """Whoever has to move may do so, after a time in which nobody could."""
    ROUND_STARTED = "round-started"
    ROUND_OVER = "round-over"
    MATCH_OVER = "match-over"
    TABLE_ENDED = "table-ended"
    SETTINGS_CHANGED = "settings-changed"
    ASKED_READY = "asked-ready"
    READY_NOTED = "ready-noted"
    NOTED = "noted"
    CATCH_NOTED = "catch-noted"
    SMACK_NOTED = "smack-noted"
    UNO_FOR_THIS_PLAY = "uno-for-this-play"
    EARLY_DROPPED = "early-dropped"
    PLAYED_FOR = "played-for"
    RETURNED = "returned"
    TIME_GIVEN = "time-given"
    VACATION = "vacation"
    VACATION_OVER = "vacation-over"
    LEAVES_AFTER = "leaves-after"
    STAYS = "stays"
    SEAT_OFFERED = "seat-offered"
    SEAT_TAKEN = "seat-taken"
    REPLACED = "replaced"
    DROPPED = "dropped"
    TOO_FEW_READY = "too-few-ready"
    WAITS = "waits"
    DORMANT = "dormant"
    STANDOFF = "standoff"
    CLAIMED = "claimed"
    PAUSE_ASKED = "pause-asked"
    RESUME_ASKED = "resume-asked"
    PACE_ASKED = "pace-asked"
    SKIP_ASKED = "skip-asked"
    VOTE_FAILED = "vote-failed"
    PAUSED = "paused"
    RESUMED = "resumed"
    RESUMES_SOON = "resumes-soon"
    PACE_CHANGED = "pace-changed"
    PREPARED = "prepared"
    PREPARED_OFF = "prepared-off"
    PREPARED_VOID = "prepared-void"
    STILL_YOURS = "still-yours"
    RESERVE_RUNS = "reserve-runs"
    LAST_CALL = "last-call"
    SEEN = "seen"
    NUDGED = "nudged"
    NUDGE_SENT = "nudge-sent"
    NUDGE_KEPT = "nudge-kept"
    INVITED = "invited"
    SET_BACK = "set-back"


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing to say, without words and without a card that not everybody may see.

    ``code`` is a Code or the kind of a game event ("played"); seats are ids of the table;
    ``number`` counts cards, points, seats or steps; ``flag`` and ``text`` are what the code says
    they are (UNO said with the play, a challenge that was right; the cards laid with the first
    one; the seed of a round that was given up); ``cause`` is who moved; ``who`` is the player whose
    name, or whose words, the text is, -1 for a computer, 0 where that is not known.
    """

    code: str
    at: datetime
    seat: str | None = None
    other: str | None = None
    card: str | None = None
    colour: str | None = None
    number: int = 0
    flag: bool = False
    why: str = ""
    cause: Cause = Cause.PLAYER
    text: str = ""
    who: int = 0


class Why(StrEnum):
    """Why a table refuses; a refusal of the game itself keeps the game's own reason."""

    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    TABLE_FULL = "table-full"
    NOT_HOST = "not-host"
    NO_SUCH_SEAT = "no-such-seat"
    WHICH_SEAT = "which-seat"
    NOT_IN_LOBBY = "not-in-lobby"
    NOT_BETWEEN_ROUNDS = "not-between-rounds"
    NO_ROUND = "no-round"
    TOO_FEW = "too-few"
    TOO_MANY = "too-many"
    UNREACHABLE = "unreachable"
    TABLE_OVER = "table-over"
    STALE = "stale"
    AHEAD = "ahead"
    SENT_BEFORE = "sent-before"
    ALREADY_NOTED = "already-noted"
    CATCH_TOO_LATE = "catch-too-late"
    CATCH_RUNNING = "catch-running"
    CATCH_TOO_OFTEN = "catch-too-often"
    NOT_IN_THIS_ROUND = "not-in-this-round"
    OUT_OF_MATCH = "out-of-match"
    NOT_AWAY = "not-away"
    NO_CLOCK = "no-clock"
    NOT_TO_YOURSELF = "not-to-yourself"
    GAVE_ALREADY = "gave-already"
    VOTE_RUNNING = "vote-running"
    VOTE_TOO_SOON = "vote-too-soon"
    VOTE_ABOUT_YOU = "vote-about-you"
    NO_VOTE = "no-vote"
    VOTED_SO = "voted-so"
    PAUSED_ALREADY = "paused-already"
    PAUSE_LENGTH = "pause-length"
    PAUSE_REASON = "pause-reason"
    NOT_PAUSED = "not-paused"
    RESUME_TOO_SOON = "resume-too-soon"
    HOST_PAUSED_BEFORE = "host-paused-before"
    NO_VACATION = "no-vacation"
    SEAT_NOT_OFFERED = "seat-not-offered"
    SEAT_IS_YOURS = "seat-is-yours"
    LEAVES_ALREADY = "leaves-already"
    NO_STANDOFF = "no-standoff"
    SKIP_YOURSELF = "skip-yourself"
    SKIP_NOT_AWAITED = "skip-not-awaited"
    SKIP_TOO_FEW = "skip-too-few"
    SKIP_TOO_SOON = "skip-too-soon"
    YOUR_TURN = "your-turn"
    NOTHING_PREPARED = "nothing-prepared"
    TOO_MANY_PREPARED = "too-many-prepared"
    NOBODY_AWAITED = "nobody-awaited"
    NOT_AWAITED = "not-awaited"
    WAITS_FOR_YOU = "waits-for-you"
    NUDGED_ALREADY = "nudged-already"
    NO_NUDGES = "no-nudges"
    REMINDED_ENOUGH = "reminded-enough"
    ASLEEP = "asleep"


class Void(StrEnum):
    """Why something prepared was not done; a refusal of the game keeps the game's own reason."""

    HAND_CHANGED = "hand-changed"
    ACTED = "acted"
    TIMED_OUT = "timed-out"
    AWAY = "away"
    ROUND_OVER = "round-over"
    OTHER_COLOUR = "other-colour"


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing changed. ``reason`` is a Why or a reason of the game; the rest fills a sentence
    for whoever asked, and for nobody else (``card`` may be from that hand). ``number`` is the turn
    that was meant, ``current`` the one that it is, both as the round counts them."""

    reason: str
    seat: str | None = None
    card: str | None = field(default=None, repr=False)
    text: str = ""
    then: datetime | None = None
    sent: datetime | None = None
    names: tuple[str, ...] = ()
    number: int = 0
    current: int = 0
