"""People at a table who do whatever comes to their mind, for tests of what must always hold."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from uno_chat import game
from uno_chat.table import (
    PRESETS,
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
    ComputerActs,
    Configure,
    Deal,
    Doing,
    DrawAndPlay,
    Dwell,
    End,
    Erase,
    GiveTime,
    Habits,
    HostPause,
    Invite,
    Item,
    Join,
    Kick,
    Kind,
    Leave,
    LeaveAfter,
    Level,
    Motion,
    Nudge,
    Oust,
    Outcome,
    Phase,
    Play,
    Prepare,
    Ready,
    Refused,
    Ring,
    Table,
    TakeSeat,
    Vacation,
    Wait,
    Wake,
    alarms,
    decide,
)
from uno_chat.testing.sitting import NOON

STEPS = 250
NAUGHT = timedelta(0)
SECOND = timedelta(seconds=1)
JUMPS = (NAUGHT, 0.0013 * SECOND, SECOND, 5 * SECOND, 11 * SECOND, 70 * SECOND, 3600 * SECOND)
HABITS = (Habits(), Habits(zone="Africa/Cairo"), Habits(zone="America/Chicago", weekend=(0, 1)))
PLAIN: tuple[game.Move, ...] = (
    game.Draw(),
    game.Keep(),
    game.Accept(),
    game.Challenge(),
    game.CallUno(),
    game.NameColour(game.Colour.RED),
    game.Smack(),
    game.Swap(1),
    game.Swap(11),
)


@dataclass(frozen=True, slots=True)
class Step:
    """What was decided when. ``wake`` is the alarm that was handled."""

    before: Table
    command: AtTable
    now: datetime
    out: Outcome | Refused
    wake: Wake | None = None

    @property
    def after(self) -> Table:
        return self.out.table if isinstance(self.out, Outcome) else self.before


@dataclass(slots=True)
class Walk:
    """People who do whatever comes to their mind, a clock, and alarms like a store's: an alarm
    that was rung is handled once, perhaps late and after something else. With ``short`` hands
    there is UNO at every corner, but no record that replays; ``talk`` is how much they ask of each
    other."""

    luck: random.Random
    table: Table
    short: bool = True
    talk: float = 0.03
    now: datetime = NOON
    waiting: list[Wake] = field(default_factory=list)

    def steps(self, count: int = STEPS) -> Iterator[Step]:
        """All that happens."""
        for _ in range(count):
            yield from self._time_passes()
            yield self._decide(self._command())
            if self.table.phase is Phase.ENDED:
                return

    def _decide(self, command: AtTable, wake: Wake | None = None) -> Step:
        now = self.now if wake is None else max(self.now, wake.due)
        out = decide(self.table, command, now, self.luck.randbytes(32))
        step = Step(self.table, command, now, out, wake)
        begun = step.after.rounds != self.table.rounds
        self.table = self._shortened(step.after) if begun and self.short else step.after
        return step

    def _shortened(self, table: Table) -> Table:
        """Most of every hand goes to the bottom of the stock."""
        play = table.play
        if play is None or isinstance(play.round.pending, game.PlayOrKeep):
            return table
        hands, size = play.round.hands, self.luck.randrange(1, 4)
        rest = tuple(card for hand in hands for card in hand[size:])
        round_ = play.round._replace(
            hands=tuple(hand[:size] for hand in hands), stock=play.round.stock + rest
        )
        return replace(table, play=replace(play, round=round_))

    def _time_passes(self) -> Iterator[Step]:
        self.now += self.luck.choice(JUMPS) * self.luck.random()
        if self.luck.random() < 0.02:
            self.now += timedelta(days=2)
        due = [wake for wake in alarms(self.table) if wake.due <= self.now]
        self.waiting += [wake for wake in due if wake not in self.waiting]
        self.luck.shuffle(self.waiting)
        while self.waiting and self.luck.random() < 0.8:
            wake = self.waiting.pop()
            yield self._decide(self._answer(wake), wake)

    def _answer(self, wake: Wake) -> AtTable:
        play = self.table.play
        if wake.kind is not Kind.COMPUTER or play is None or play.owner is None:
            return Ring(wake.kind, wake.number)
        return ComputerActs(play.owner, wake.number, self._move())

    def _command(self) -> AtTable:
        dice = self.luck.random()
        if self.table.play is None:
            return self._at_the_table() if dice < 0.2 else self._starting()
        if dice < 0.02:
            return self._at_the_table()
        if dice < 0.02 + self.talk:
            return self._among_people()
        if dice > 0.92:
            return self._prepare(self.table.play)
        if dice < self.talk + (0.4 if self.table.play.window else 0.05):
            return self._about_uno(self.table.play)
        return self._out_of_turn(self.table.play) or Act(
            self._who(), self._move(), self._decision(), self._sent()
        )

    def _prepare(self, play: Play) -> AtTable:
        """Somebody thinks ahead, mostly with own cards."""
        place = self.luck.randrange(len(play.order))
        who = self.table.seat(play.order[place]).player or self._person()
        cards = play.round.hands[place] or tuple(game.CARDS.values())
        return Prepare(who, tuple(self._item(cards) for _ in range(self.luck.randrange(5))))

    def _item(self, cards: tuple[game.Card, ...]) -> Item:
        card, colour = self.luck.choice(cards), self.luck.choice(tuple(game.Colour))
        uno = self.luck.random() < 0.5
        play = game.Play(card, colour if card.wild else None, uno)
        others: tuple[Doing, ...] = (game.Draw(), game.Challenge(), game.Accept(), Wait())
        doing = self.luck.choice((play, play, play, DrawAndPlay(uno), self.luck.choice(others)))
        return Item(doing, colour if self.luck.random() < 0.2 else None)

    def _out_of_turn(self, play: Play) -> AtTable | None:
        """Somebody jumps in or presses the button, where that is played."""
        options = play.round.deal.options
        if self.luck.random() < 0.7 or not (options.jump_in or options.smackdown):
            return None
        for place, seat in enumerate(play.order):
            jump = game.sight(play.round, place).jump
            if jump is not None and self.luck.random() < 0.5:
                return Act(self.table.seat(seat).player or 1, jump)
        return Act(self._person(), game.Smack())

    def _about_uno(self, play: Play) -> AtTable:
        """Somebody calls, catches or runs away."""
        dice, seat = self.luck.random(), play.window.seat if play.window else play.order[0]
        if dice < 0.25:
            return Act(self.table.seat(seat).player or 1, game.CallUno())
        if dice < 0.35:
            return Leave(self.table.seat(seat).player or self.luck.randrange(1, 11))
        whom = self.luck.choice((seat, None, self.luck.choice(self._seats())))
        return CatchSeat(self._person(), whom, self._sent())

    def _starting(self) -> AtTable:
        return Deal(self.table.host) if self.luck.random() < 0.3 else Ready(self._person())

    def _at_the_table(self) -> AtTable:
        who, seat = self._who(), self.luck.choice(self._seats())
        return self.luck.choice(
            (
                Join(self.luck.randrange(1, 13), self.luck.choice(("Anna", "anna", "Bo"))),
                Join(self.luck.randrange(1, 13), "Cleo"),
                Leave(who),
                AddComputer(who, "Bolt", Level.NORMAL),
                Kick(who, seat),
                Configure(who, self.table.settings),
                Adopt(who, self.luck.choice(HABITS)),
                Dwell(self.luck.choice((None, "Asia/Kathmandu"))),
                Invite(who),
                self.luck.choice((Erase(who, "Abacus"), Oust(who, "Abacus"))),
                End(self.luck.randrange(1, 40)),
            )
        )

    def _among_people(self) -> AtTable:
        """Somebody asks the others for something, or answers them."""
        by, settings = self._person(), self.table.settings
        pace = self.luck.choice(tuple(PRESETS.values())).pace
        wishes: tuple[AtTable, ...] = (
            Ask(by, Motion.PAUSE, self.luck.choice((timedelta(hours=1), timedelta(days=2)))),
            Ask(by, Motion.RESUME),
            Ask(by, Motion.PACE, settings=replace(settings, pace=pace)),
            Ask(by, Motion.SKIP, seat=self.luck.choice(self._seats())),
            *[Answer(by, agree) for agree in (True, True, False)],
            HostPause(self.table.host, timedelta(hours=2), "why"),
            *[Choose(by, choice) for choice in Choice],
            Back(by),
            LeaveAfter(by),
            GiveTime(by),
            Nudge(by),
            *[Vacation(by, until) for until in (None, self.now + timedelta(days=1))],
            TakeSeat(self.luck.randrange(1, 40), self.luck.choice(self._seats()), "Gus"),
        )
        return self.luck.choice(wishes)

    def _who(self) -> int:
        """Mostly whoever is to move, if it is a person."""
        play = self.table.play
        if play and play.owner and self.luck.random() < 0.85:
            return self.table.seat(play.owner).player or self._person()
        return self._person()

    def _person(self) -> int:
        """Mostly somebody who sits here."""
        people = [seat.player for seat in self.table.present if seat.player is not None]
        return self.luck.choice([*people, *people, *people, 12])

    def _seats(self) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.table.seats)

    def _move(self) -> game.Move:
        """Mostly one that is allowed."""
        play = self.table.play
        number = None if play is None else game.owner(play.round)
        dice = self.luck.random()
        if play is None or number is None or dice < 0.1:
            return self.luck.choice(PLAIN)
        if dice < 0.15:
            card = self.luck.choice(tuple(game.CARDS.values()))
            return game.Play(card, self.luck.choice((None, *game.Colour)))
        choices = game.choices(play.round, number)
        move = self.luck.choice(choices[:-1] or choices if dice < 0.8 else choices)
        forgets = self.luck.random() < 0.5
        return move if forgets or not isinstance(move, game.Play) else game.with_uno(move)

    def _decision(self) -> int | None:
        play = self.table.play
        if play is None or self.luck.random() < 0.5:
            return None
        return play.clock.number - (self.luck.random() < 0.1)

    def _sent(self) -> datetime | None:
        return None if self.luck.random() < 0.7 else self.now - self.luck.choice(JUMPS)
