"""From an intent to the table's own command, with names turned into seats; and back to words."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final, assert_never

from uno_chat.coordinator import intents
from uno_chat.coordinator.asking import Asker
from uno_chat.coordinator.durations import duration
from uno_chat.coordinator.finding import seat_named
from uno_chat.coordinator.messages import Puzzled
from uno_chat.coordinator.owing import in_full
from uno_chat.coordinator.reading import Request
from uno_chat.coordinator.setup import BadSetting, agreed
from uno_chat.game import Move, Play, Swap
from uno_chat.table import (
    Act,
    AddComputer,
    Answer,
    Ask,
    AtTable,
    Back,
    CatchSeat,
    Choice,
    Choose,
    Configure,
    Deal,
    Doing,
    DrawAndPlay,
    End,
    GiveTime,
    HostPause,
    Invite,
    Item,
    Join,
    Kick,
    Leave,
    LeaveAfter,
    Motion,
    Nudge,
    Phase,
    Prepare,
    Ready,
    Table,
    TakeSeat,
)
from uno_chat.views import LONGEST_TEXT, SettingFault, Token, Trouble, cut, encode, words_of

COMPUTERS: Final = (
    *("Abacus", "Bolt", "Chip", "Dynamo", "Echo"),
    *("Flux", "Gizmo", "Helix", "Iota"),
)
"""Names of computer players, the same in every language."""

Asked = (
    intents.Rest | intents.Halt | intents.Repace | intents.PassOver | intents.TakeOver | intents.Say
)
"""What people ask of each other."""

Explicit = (
    intents.Do
    | intents.Plan
    | intents.SwapWith
    | intents.CatchOne
    | intents.SetUp
    | intents.AddOne
    | intents.KickOne
    | intents.NudgeOne
    | intents.Connect
    | intents.Wish
    | intents.Rest
    | intents.Halt
    | intents.Repace
    | intents.TakeOver
)
Ordered = Explicit | intents.Brief
"""Intents that a table decides."""

USUAL_PAUSE: Final = timedelta(days=1)
EMERGENCY: Final = timedelta(days=1)
"""How long the host stops a table who names no time."""

_ANY_TABLE: Final = 999_999_999


def command_of(who: Asker, intent: Ordered, request: Request, table: Table) -> AtTable | Puzzled:
    """The table's command, or what is puzzling about the words."""
    match _in_full(who, intent, request, table):
        case Puzzled() as asked:
            return asked
        case meant:
            return _command(who, meant, request, table)


def _in_full(
    who: Asker, intent: Ordered, request: Request, table: Table
) -> Explicit | intents.Say | intents.PassOver | Puzzled:
    """A button that says yes answers a question, and nothing else."""
    if isinstance(intent, intents.Say) and request.button:
        return intent
    return in_full(intent, table, who.player.id) if isinstance(intent, intents.Brief) else intent


def _command(
    who: Asker, intent: Explicit | intents.Say | intents.PassOver, request: Request, table: Table
) -> AtTable | Puzzled:
    by = who.player.id
    match intent:
        case intents.Do() | intents.SwapWith():
            move = _move(table, intent, by_id=request.button)
            if isinstance(move, Puzzled):
                return move
            return Act(by, move, _meant_for(request, table), who.sent)
        case intents.Plan(wanted):
            return _prepare(table, by, wanted, by_id=request.button)
        case intents.CatchOne(whom):
            seat = seat_named(table, whom, by_id=request.button) if whom else None
            if isinstance(seat, Puzzled):
                return seat
            return CatchSeat(by, seat.id if seat else None, who.sent)
        case intents.KickOne(whom):
            seat = seat_named(table, whom, by_id=request.button)
            return seat if isinstance(seat, Puzzled) else Kick(by, seat.id)
        case intents.NudgeOne(whom):
            seat = seat_named(table, whom, by_id=request.button) if whom else None
            if isinstance(seat, Puzzled):
                return seat
            return Nudge(by, seat.id if seat else None)
        case intents.AddOne(level):
            return AddComputer(by, computer_name(table), level)
        case intents.Connect():
            return Invite(by)
        case intents.SetUp(words):
            settings = agreed(table.settings, words)
            if isinstance(settings, BadSetting):
                return settings.puzzled
            return Configure(by, settings)
        case intents.Wish():
            return _wish(who, intent)
        case _:
            return _among_people(who, intent, table, by_id=request.button)


def _meant_for(request: Request, table: Table) -> int | None:
    """The decision that a button answers. A number is typed like words: of the decision that is
    still owed, it counts only if that turn had begun when it was written.
    """
    now = None if table.play is None else table.play.clock.number
    return None if request.line and request.decision == now else request.decision


def _among_people(who: Asker, intent: Asked, table: Table, *, by_id: bool) -> AtTable | Puzzled:
    by = who.player.id
    match intent:
        case intents.Rest(length):
            return _pause(by, length)
        case intents.Halt(words):
            return _halt(by, words)
        case intents.Repace(pace):
            settings = agreed(table.settings, (f"pace={pace}",))
            if isinstance(settings, BadSetting):
                return settings.puzzled
            if table.phase is Phase.LOBBY:
                return Configure(by, settings)
            return Ask(by, Motion.PACE, settings=settings)
        case intents.PassOver(whom):
            seat = seat_named(table, whom, by_id=by_id)
            return seat if isinstance(seat, Puzzled) else Ask(by, Motion.SKIP, seat=seat.id)
        case intents.TakeOver(""):
            return TakeSeat(by, "", who.name, who.network)
        case intents.TakeOver(whom):
            seat = seat_named(table, whom, by_id=by_id)
            if isinstance(seat, Puzzled):
                unknown = seat.trouble is Trouble.NO_SUCH_PLAYER
                return replace(seat, trouble=Trouble.NO_SUCH_SEAT) if unknown else seat
            return TakeSeat(by, seat.id, who.name, who.network)
        case intents.Say(agree, vote):
            return Answer(by, agree, vote)
    assert_never(intent)


def _pause(by: int, length: str) -> Ask | Puzzled:
    try:
        return Ask(by, Motion.PAUSE, duration(length) if length else USUAL_PAUSE)
    except ValueError:
        parts = {"name": "pause", "value": length}
        return BadSetting(SettingFault.NOT_A_TIME, parts).puzzled


def _halt(by: int, words: tuple[str, ...]) -> HostPause:
    """A length may stand in front of the reason."""
    try:
        length, words = duration(words[0] if words else ""), words[1:]
    except ValueError:
        length = EMERGENCY
    return HostPause(by, length, cut(" ".join(words), LONGEST_TEXT))


def _prepare(
    table: Table, by: int, wanted: tuple[intents.Planned, ...], *, by_id: bool
) -> Prepare | Puzzled:
    items: list[Item] = []
    for one in wanted:
        wish = one.doing
        doing = _move(table, wish, by_id=by_id) if isinstance(wish, intents.Do) else wish
        if isinstance(doing, Puzzled):
            return doing
        assert isinstance(doing, Doing)
        items.append(Item(doing, one.colour))
    return Prepare(by, tuple(items))


def _move(table: Table, intent: intents.Do | intents.SwapWith, *, by_id: bool) -> Move | Puzzled:
    """The move of the game, with whom hands are traded by the number in the round."""
    if isinstance(intent, intents.Do) and not intent.swap:
        return intent.move
    whom = intent.whom if isinstance(intent, intents.SwapWith) else intent.swap
    number = _number(table, whom, by_id=by_id)
    if isinstance(number, Puzzled):
        return number
    if isinstance(intent, intents.Do) and isinstance(intent.move, Play):
        return replace(intent.move, swap=number)
    return Swap(number)


def _number(table: Table, name: str, *, by_id: bool) -> int | Puzzled:
    """The number in the round of a seat that is named; -1, which no seat has, without a round."""
    if table.play is None:
        return -1
    seat = seat_named(table, name, by_id=by_id)
    if isinstance(seat, Puzzled):
        return seat
    number = table.play.index(seat.id)
    if number is not None:
        return number
    playing = tuple(table.seat(one).name for one in table.play.order)
    return Puzzled(Trouble.NO_SUCH_PLAYER, name, names=playing)


def _wish(who: Asker, wish: intents.Wish) -> AtTable:
    by = who.player.id
    match wish:
        case intents.Wish.JOIN:
            return Join(by, who.name, who.network)
        case intents.Wish.LEAVE | intents.Wish.LEAVE_NOW:
            return Leave(by)
        case intents.Wish.DEAL:
            return Deal(by)
        case intents.Wish.READY:
            return Ready(by)
        case intents.Wish.END | intents.Wish.END_NOW:
            return End(by)
        case intents.Wish.BACK:
            return Back(by)
        case intents.Wish.MORE_TIME:
            return GiveTime(by)
        case intents.Wish.RESUME:
            return Ask(by, Motion.RESUME)
        case intents.Wish.CLAIM:
            return Choose(by, Choice.CLAIM)
        case intents.Wish.GO_ON:
            return Choose(by, Choice.GO_ON)
        case intents.Wish.LEAVE_AFTER:
            return LeaveAfter(by)
        case intents.Wish.KEEP_WAITING:
            return Choose(by, Choice.WAIT)
    assert_never(wish)


def at_stake(who: Asker, intent: Ordered, table: Table) -> Puzzled | None:
    """What to ask before a match or a part in a round is lost for good; None for nothing."""
    if table.dormant is not None:
        return None
    match intent:
        case intents.Wish.END if table.phase in {Phase.PLAYING, Phase.BETWEEN}:
            return Puzzled(Trouble.SURE_TO_END, tables=(table.id,))
        case intents.Wish.LEAVE:
            seat, play = table.seat_of(who.player.id), table.play
            if seat is not None and play is not None and play.plays(seat.id):
                return Puzzled(Trouble.SURE_TO_LEAVE, tables=(table.id,))
    return None


def computer_name(table: Table) -> str:
    """A name for a computer that nobody has at the table."""
    taken = {seat.name for seat in table.seats}
    return next((name for name in COMPUTERS if name not in taken), COMPUTERS[0])


def _planned(one: intents.Planned) -> str:
    doing = one.doing
    words = "draw play" if isinstance(doing, DrawAndPlay) else "wait"
    if isinstance(doing, intents.Do):
        words = _words(doing)
    elif isinstance(doing, DrawAndPlay) and doing.uno:
        words += " uno"
    return words if one.colour is None else f"{words} if {one.colour.lower()}"


def words_for(intent: intents.Intent) -> str:
    """What a button would have to say for the same at another table; empty where none can."""
    words = _words(intent)
    try:
        encode(Token(_ANY_TABLE, None, words))
    except ValueError:
        return ""
    return words


def _words(intent: intents.Intent) -> str:
    match intent:
        case intents.Do(move, swap):
            return f"{words_of(move)} swap {swap}" if swap else words_of(move)
        case intents.Plan(items):
            return f"next {' | '.join(map(_planned, items)) or 'off'}"
        case intents.SwapWith(whom):
            return f"swap {whom}"
        case intents.CatchOne(whom):
            return f"catch {whom}".strip()
        case intents.KickOne(whom):
            return f"kick {whom}".strip()
        case intents.NudgeOne(whom):
            return f"nudge {whom}".strip()
        case intents.AddOne(level):
            return f"add {level}"
        case intents.Connect(""):
            return "connect"
        case intents.Disconnect(which):
            return f"disconnect {which}".strip()
        case intents.SetUp(words):
            return " ".join(("settings", *words))
        case intents.Rest(length):
            return f"pause {length}".strip()
        case intents.Halt(words):
            return " ".join(("emergency", *words))
        case intents.TakeOver(whom):
            return f"sit {whom}".strip()
        case intents.Repace(pace):
            return f"pace {pace}"
        case intents.PassOver() | intents.Say() | intents.NoColour() | intents.Drawn():
            return _brief(intent)
        case intents.Wish() | intents.Look():
            return intent.value
        case _:
            return ""


def _brief(intent: intents.Brief) -> str:
    match intent:
        case intents.PassOver(_, intents.Do() as card):
            return _words(card)
        case intents.PassOver(whom):
            return f"without {whom}"
        case intents.Say(agree, vote):
            return f"{'yes' if agree else 'no'} {vote or ''}".strip()
        case intents.NoColour(sign):
            return sign
        case intents.Drawn(colour, uno, _):
            named = "" if colour is None else f" {colour.lower()}"
            return f"play it{named}{' uno' if uno else ''}"
    assert_never(intent)
