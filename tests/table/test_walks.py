"""What holds at every table, whatever people, computers and the clock do, in whatever order."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice

import pytest
from hypothesis import event, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from uno_chat import game
from uno_chat.table import (
    PRESETS,
    Absent,
    Act,
    Code,
    Fact,
    Kind,
    Outcome,
    Phase,
    Play,
    Prepare,
    Prepared,
    Ready,
    Refused,
    Ring,
    Settings,
    Table,
    Vacations,
    Wake,
    alarms,
    decide,
    why_not,
)
from uno_chat.table.clock import held
from uno_chat.testing.agreements import some_options
from uno_chat.testing.sitting import sit
from uno_chat.testing.walking import STEPS, Step, Walk

SECOND = timedelta(seconds=1)
NAUGHT = timedelta(0)
CODE = re.compile(r"(?<![A-Za-z0-9])(?:[RYGB](?:[0-9SR]|\+2)|W(?:\+4)?)(?![A-Za-z0-9+])")

_DECIDES = {"player", "computer", "autopilot"}
_OF_SOMEBODY = {Kind.DEADLINE, Kind.COMPUTER, Kind.REMIND, Kind.VOTE, Kind.STANDOFF, Kind.ABANDONED}
"""What rings only where somebody plays."""

walks = examples(max_examples=25)
few = examples(max_examples=10)


@st.composite
def settings(draw: st.DrawFn) -> Settings:
    """What a table may agree on, as far as it has to do with who may act when."""
    mode = draw(st.sampled_from((*[game.UnoMode.CALL] * 4, *game.UnoMode)))
    fines = st.sampled_from((0, 2)) if mode is game.UnoMode.CALL else st.just(0)
    house = st.booleans() if draw(st.booleans()) else st.just(value=False)
    options = game.Options(
        uno_mode=mode,
        stacking=draw(
            st.sampled_from(game.Stacking) if draw(house) else st.just(game.Stacking.OFF)
        ),
        seven_o=draw(house),
        jump_in=draw(house),
        smackdown=draw(house),
        keep_drawing=draw(house),
        multi_play=draw(house),
        goal=draw(st.sampled_from((0, 100))),
        false_catch=draw(fines),
        false_uno=draw(fines),
        strict=draw(st.booleans()),
        force_play=draw(st.booleans()),
        must_play=draw(st.booleans()),
    )
    anything = some_options(random.Random(draw(st.integers(0, 2**32))))
    return Settings(
        anything if draw(st.booleans()) else options,
        pace=draw(st.sampled_from([preset.pace for preset in PRESETS.values()])),
        capped=draw(st.booleans()),
        hold=draw(st.sampled_from((NAUGHT, 60 * SECOND))),
        tie=draw(st.sampled_from((NAUGHT, 10 * SECOND))),
        absent=draw(st.sampled_from(Absent)),
        vacation=draw(st.sampled_from(Vacations)),
        pause=draw(st.sampled_from(((NAUGHT, NAUGHT), (20 * SECOND, 90 * SECOND)))),
    )


@st.composite
def tables(draw: st.DrawFn, *, short: bool = True) -> Walk:
    """As many as may play, one person at least, and a long way before them."""
    agreed = draw(settings())
    seats = draw(st.sampled_from(agreed.options.seats))
    people = draw(st.integers(1, seats))
    table = sit(people, seats - people, agreed).table
    luck = random.Random(draw(st.integers(0, 2**32)))
    return Walk(luck, table, short, draw(st.sampled_from((0.03, 0.2))))


@walks
@given(tables())
def test_nothing_is_ever_raised_and_the_table_that_was_stays_as_it_was(walk: Walk) -> None:
    for step in walk.steps():
        match = step.before.match
        scores = dict(match.scores) if match else {}
        again = decide(step.before, step.command, step.now, bytes(32))
        assert isinstance(again, Refused) is isinstance(step.out, Refused)
        assert not match or match.scores == scores


@walks
@given(tables())
def test_an_alarm_that_was_handled_is_never_set_again(walk: Walk) -> None:
    handled: set[Wake] = set()
    for step in walk.steps():
        if step.wake is not None:
            handled.add(step.wake)
        wakes = alarms(step.after)
        assert handled.isdisjoint(wakes), step.wake
        assert len({(wake.kind, wake.number) for wake in wakes}) == len(wakes)
        assert all(wake.due.microsecond % 1000 == 0 for wake in wakes)


@walks
@given(tables())
def test_an_alarm_that_rings_again_changes_nothing(walk: Walk) -> None:
    rung: list[Ring] = []
    for step in walk.steps():
        if isinstance(step.command, Ring):
            rung.append(step.command)
        for command in rung[-20:]:
            out = decide(step.after, command, step.now, bytes(32))
            due = [
                wake.due for wake in alarms(step.after) if (wake.kind, wake.number) == _of(command)
            ]
            assert due or out == Outcome(step.after), command


def _of(command: Ring) -> tuple[str, int]:
    return command.kind, command.number


@pytest.mark.reported("49", "T45")
@walks
@given(tables())
def test_somebody_can_always_go_on(walk: Walk) -> None:
    for step in walk.steps():
        _check_progress(step.after, step.now)


def _check_progress(table: Table, now: datetime) -> None:
    if table.phase is Phase.ENDED:
        assert (table.play, alarms(table)) == (None, ())
        return
    assert table.seat_of(table.host) is not None
    if table.play is None:
        assert isinstance(decide(table, Ready(table.host), now, bytes(32)), Outcome)
        return
    play = table.play
    kinds = {wake.kind for wake in alarms(table)}
    assert table.vote is None or Kind.VOTE in kinds or table.dormant
    assert not table.pauses or kinds & {Kind.PAUSE, Kind.DORMANT, Kind.IDLE}
    assert play.owner is not None
    assert play.plays(play.owner)
    waits = held(play) or not play.clock.handed
    assert not waits or kinds & {Kind.HOLD, Kind.TIE}
    if table.dormant:
        assert Kind.DORMANT in kinds
        assert not kinds & _OF_SOMEBODY
        assert not table.voters
        return
    assert table.voters or all(table.seat(seat).pilot for seat in play.order if play.plays(seat))
    if waits:
        return
    assert play.early is None or Kind.HOLD in kinds
    runs = table.settings.pace.base is not None and not table.pauses
    assert (Kind.DEADLINE in kinds) is runs
    if table.seat(play.owner).pilot is not None:
        assert Kind.COMPUTER in kinds
    else:
        assert not table.seat(play.owner).gone
        assert Kind.COMPUTER not in kinds


@pytest.mark.reported("T14")
@walks
@given(tables())
def test_a_decision_has_one_number_and_its_deadline_moves_only_to_a_later_time(walk: Walk) -> None:
    deadlines: dict[int, datetime] = {}
    for step in walk.steps():
        before, after = step.before.play, step.after.play
        if after is None:
            continue
        number, deadline = after.clock.number, after.clock.deadline
        assert before is None or number >= before.clock.number
        if deadline is not None:
            assert deadline >= deadlines.get(number, deadline)
            deadlines[number] = deadline
        if before is None or not isinstance(after.round.pending, game.PlayOrKeep):
            continue
        same = (before.owner, before.round.turn_no) == (after.owner, after.round.turn_no)
        if same and isinstance(before.round.pending, game.Turn) and number - 1 in deadlines:
            assert deadline is not None
            assert deadline >= deadlines[number - 1]


@walks
@given(tables())
def test_the_window_of_the_table_is_the_window_of_the_game(walk: Walk) -> None:
    for step in walk.steps():
        play = step.after.play
        if play is None:
            continue
        called = play.round.deal.options.uno_mode is game.UnoMode.CALL
        ours, theirs = play.window, play.round.window
        assert (ours is not None) is (called and theirs is not None)
        if ours is not None and theirs is not None:
            assert (ours.play, ours.seat) == (theirs.play_no, play.order[theirs.seat])
        if play.closed is not None:
            assert len(play.round.hands[play.order.index(play.closed.seat)]) == 1


@walks
@given(tables())
def test_only_a_person_or_a_computer_gets_down_to_one_card_never_the_clock(walk: Walk) -> None:
    for step in walk.steps():
        new = step.after.happened - step.before.happened
        facts = step.after.happenings[-new:] if new else ()
        options = step.after.settings.options
        by_itself = options.auto_draw and options.force_play  # what the next one draws is played
        for fact in facts:
            assert fact.code != game.Played.kind or fact.cause in _DECIDES or by_itself


@walks
@given(tables())
def test_seats_and_names_are_told_apart(walk: Walk) -> None:
    for step in walk.steps():
        seats = step.after.seats
        assert len({seat.id for seat in seats}) == len(seats)
        assert len({seat.name.casefold() for seat in seats}) == len(seats)
        assert len(step.after.present) <= 10
        players = [seat.player for seat in step.after.present if seat.player is not None]
        assert len(set(players)) == len(players)


@few
@given(tables())
def test_no_hidden_card_is_told_or_stands_in_a_repr(walk: Walk) -> None:
    public: set[str] = set()
    for step in walk.steps():
        public |= _laid_open(step)
        assert set(CODE.findall(repr((step.out, step.command, step.after)))) <= public
        for fact in _told(step):
            assert fact.card is None or fact.card in public
        if isinstance(step.out, Refused) and step.out.card is not None:
            assert step.out.card in _own(step)


def _laid_open(step: Step) -> set[str]:
    """The cards that everybody may see by now: read off the game, not off what was told."""
    codes = set()
    play, result = step.after.play, step.after.result
    if play is not None:
        codes |= {card.code for card in play.round.discard}
    if result is not None:
        codes |= {code for hand in result.hands for code in hand}
    for part in step.out.record if isinstance(step.out, Outcome) else ():
        for line in part.lines:
            event = json.loads(line)
            if event.get("event") in {"played", "wrong-card", "opening-returned"}:
                codes |= {event["card"], *event.get("more", "").split()}
    for fact in step.after.happenings:
        if fact.code == Code.DREW_FOR_DEAL:
            codes |= set(CODE.findall(fact.text))
    return codes


def _told(step: Step) -> Iterator[Fact]:
    if isinstance(step.out, Refused):
        return
    yield from step.out.table.happenings
    for tell in step.out.tell:
        if isinstance(tell.fact, Fact):
            yield tell.fact
    if step.out.reply is not None:
        yield step.out.reply


def _own(step: Step) -> set[str]:
    """The cards that whoever asked may hear of: the own hand, and what was asked for."""
    assert isinstance(step.command, Act | Prepare)
    play, seat = step.before.play, step.before.seat_of(step.command.by)
    assert play is not None
    assert seat is not None
    asked = _asked(step.command)
    return asked | {card.code for card in play.round.hands[play.order.index(seat.id)]}


def _asked(command: Act | Prepare) -> set[str]:
    """The cards that stand in a command."""
    doings = [i.doing for i in command.items] if isinstance(command, Prepare) else [command.move]
    return {doing.card.code for doing in doings if isinstance(doing, game.Play)}


@pytest.mark.reported("T64")
@walks
@given(tables())
def test_what_was_prepared_is_done_once_in_its_own_turn_and_gone_after_it(walk: Walk) -> None:
    done = 0
    for step in walk.steps():
        before, after = step.before.play, step.after.play
        if before is None or before.owner is None:
            continue
        mine = before.prepared_by(before.owner)
        ran = step.after.happened != step.before.happened and isinstance(step.command, Ring)
        if ran and step.wake and step.wake.kind is Kind.PREPARED:
            assert mine is not None
            assert step.wake.number == before.clock.number
            _check_done(step, before, mine)
            done += 1
        if after is None or after.number != before.number:
            continue
        left = after.prepared_by(before.owner)
        same = after.clock.number == before.clock.number
        if not same and left is not None and left.due is not None:
            # Another turn of the same seat begins where somebody jumps in and it is next again.
            anew = after.owner == before.owner and after.round.deal.options.jump_in
            assert anew or isinstance(after.round.pending, game.PlayOrKeep)
        assert all(one.due is None or one.seat == after.owner for one in after.prepared)
    event("lists that were played" if done else "none was played")


def _check_done(step: Step, play: Play, mine: Prepared) -> None:
    """The first item that can be done was done, by the rules and with a card of the hand, and
    nobody is told that there was a list.
    """
    number = play.order.index(mine.seat)
    doing = next(i.doing for i in mine.items if why_not(play.round, number, i) is None)
    assert isinstance(step.out, Outcome)
    assert (Code.PREPARED_VOID, mine.seat) not in {(fact.code, fact.seat) for fact in _told(step)}
    events = [json.loads(line) for part in step.out.record for line in part.lines]
    done = next(event for event in events if event.get("cause") == game.Cause.PREMOVE)
    if done["event"] == game.Caught.kind:  # noticed by itself, before whoever is next acts
        done = next(event for event in events if event["n"] > done["n"] + 1)
    card = doing.card.code if isinstance(doing, game.Play) else None
    laid = done["event"] in {game.Played.kind, game.WrongCard.kind}
    assert (laid, done.get("card")) == (card is not None, card)
    if isinstance(doing, game.Play):
        assert doing.card in play.round.hands[number]
        answers = (game.AnswerFour, game.AnswerDraw)
        fits = game.fits(doing.card, play.round.colour, play.round.discard[-1].symbol)
        assert fits or isinstance(play.round.pending, answers)


@walks
@given(tables(short=False))
def test_every_finished_round_replays_from_its_record(walk: Walk) -> None:
    lines: dict[int, list[str]] = {}
    for step in walk.steps(3 * STEPS):
        if not isinstance(step.out, Outcome):
            continue
        for part in step.out.record:
            lines.setdefault(part.round_no, []).extend(part.lines)
        result = step.after.result
        if result is not step.before.result and result is not None and step.after.match:
            replayed = game.replay(lines[result.number])
            over = replayed.round.pending
            assert isinstance(over, game.Over)
            assert (result.order[over.winner], over.points) == (result.winner, result.points)
            assert replayed.match.scores.items() <= step.after.match.scores.items()


@walks
@given(tables(), st.integers(1, STEPS))
def test_a_round_that_was_stored_goes_on_exactly_as_if_it_had_not_been(
    walk: Walk, moment: int
) -> None:
    for _ in islice(walk.steps(), moment):
        pass
    luck = random.Random()
    luck.setstate(walk.luck.getstate())
    twin = replace(walk, luck=luck, table=_stored(walk.table), waiting=list(walk.waiting))
    for one, other in islice(zip(walk.steps(), twin.steps(), strict=True), 60):
        assert one == other


def _stored(table: Table) -> Table:
    """The table after its round and match were written down and read again."""
    play, match = table.play, table.match
    if play is not None:
        data = json.loads(json.dumps(game.round_to_data(play.round)))
        play = replace(play, round=game.round_from_data(data))
    if match is not None:
        match = game.match_from_data(json.loads(json.dumps(game.match_to_data(match))))
    return replace(table, play=play, match=match)
