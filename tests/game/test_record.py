"""A record replays to the same round, and whatever is changed in it is found."""

import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uno_chat.game import (
    CallUno,
    Catch,
    Leave,
    Match,
    Move,
    Options,
    Over,
    Play,
    Round,
    Smack,
    Step,
    apply,
    begin_match,
    check,
    check_fine,
    choices,
    close_window,
    deal_round,
    end_smack,
    expire,
    fine,
    finish_round,
    owner,
    seed_from_int,
)
from uno_chat.game.record import Cause, Entry, record_lines
from uno_chat.game.recorded import ReplayError
from uno_chat.game.replaying import replay
from uno_chat.testing.agreements import some_options, some_seats

GOLDEN = Path(__file__).parent / "golden"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SEED = seed_from_int(11)


class Table:
    """Plays a round at random, with all that can happen at a table, and writes it down."""

    def __init__(self, match: Match, luck: random.Random) -> None:
        self.match, self.luck = match, luck
        self.entries: list[Entry] = []
        self.round = self.note(deal_round(match, SEED), None, Cause.SYSTEM)

    def note(self, step: Step, actor: int | None, cause: Cause) -> Round:
        at = NOON + timedelta(seconds=7 * len(self.entries))
        self.entries += [Entry(at, actor, cause, event) for event in step.events]
        return step.round

    def go_on(self) -> bool:
        """One more step; False when the round is over."""
        seat = owner(self.round)
        if seat is None:
            return False
        dice = self.luck.random()
        if dice < 0.1:
            self.round = self.note(expire(self.round), seat, Cause.TIMEOUT)
        elif dice < 0.15 and self.round.window is not None:
            step = close_window(self.round, self.round.window.play_no)
            self.round = self.note(step, None, Cause.SYSTEM)
        elif dice < 0.16 and self.round.smack is not None:
            step = end_smack(self.round, self.round.smack.play_no)
            self.round = self.note(step, None, Cause.SYSTEM)
        elif dice < 0.17 and check_fine(self.round, seat) is None:
            self.round = self.note(fine(self.round, seat), None, Cause.SYSTEM)
        elif dice < 0.4:
            self.speak()
        else:
            offered = choices(self.round, seat)
            likely = offered if dice > 0.9 else offered[:-1] or offered
            move = self.luck.choice(likely)
            self.round = self.note(apply(self.round, seat, move), seat, Cause.PLAYER)
        return True

    def speak(self) -> None:
        seat = self.luck.randrange(len(self.match.seats))
        window = self.round.window
        said: list[Move] = [CallUno(), Catch(window.seat if window else 0), Smack()]
        said += [Play(card) for card in (*self.round.hands[seat][:2], self.round.discard[-1])]
        if self.luck.random() < 0.02:
            said.append(Leave())
        move = self.luck.choice(said)
        if check(self.round, seat, move) is None:
            self.round = self.note(apply(self.round, seat, move), seat, Cause.COMPUTER)

    def lines(self) -> list[str]:
        return list(record_lines(self.match, SEED, self.entries, NOON, {"table": "kitchen"}))


def played(number: int, **options: object) -> Table:
    return played_by(2 + number % 3, Options.of(options), number)


def played_by(seats: int, options: Options, number: int) -> Table:
    names = ["ann", "bo", "cy", "dee", "eli", "flo", "gus", "hal", "ida", "jo"][:seats]
    table = Table(begin_match(options, names, names[0]), random.Random(number))
    while table.go_on():
        pass
    return table


def changed(lines: list[str], place: int, **entries: object) -> list[str]:
    line = json.loads(lines[place]) | entries
    return [*lines[:place], json.dumps(line), *lines[place + 1 :]]


@pytest.mark.parametrize("number", range(12))
def test_a_record_replays_to_the_same_round(number: int) -> None:
    table = played(number)
    replayed = replay(table.lines())
    assert replayed.round == table.round
    assert replayed.match == finish_round(table.match, table.round)
    assert replayed.at == len(table.entries)


@pytest.mark.parametrize(
    "options",
    [
        {"strict": True, "false_catch": 2, "false_uno": 2},
        {"uno_mode": "auto"},
        {"uno_mode": "auto_penalty"},
        {"uno_mode": "none", "wd4": "always"},
        {"force_play": True, "must_play": True, "wd4": "no_bluff", "scoring": "lowest"},
        {"stacking": "cross", "seven_o": True, "multi_play": True, "edition": "pack112_2018"},
        {"stacking": "same", "jump_in": True, "smackdown": True, "edition": "h2o"},
        {"keep_drawing": True, "seven_o": True, "jump_in": True, "edition": "pack112_2015"},
        {"edition": "mattel2001", "jump_in": True, "smackdown": True},
        {"auto_draw": True, "jump_in": True, "jump_in_fours": True, "false_catch": 1},
        {"deflect": True, "no_action_finish": True, "seven_o": True, "last_card_trades": True},
        {"edition": "first_out_2022", "uno_mode": "auto_penalty", "multi_play": True},
    ],
)
def test_a_record_under_other_options_replays(options: dict[str, object]) -> None:
    for number in range(4):
        table = played(number, **options)
        assert replay(table.lines()).round == table.round


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_a_record_under_any_options_replays(number: int) -> None:
    luck = random.Random(number)
    options = some_options(luck)
    table = played_by(some_seats(options, luck), options, number)
    replayed = replay(table.lines())
    assert replayed.round == table.round
    assert replayed.match == finish_round(table.match, table.round)


def test_replaying_stops_where_it_is_told() -> None:
    table = played(1)
    lines = table.lines()
    stops = [*range(30), len(table.entries)]
    seen = [replay(lines, stop_at=number) for number in stops]
    assert all(later.at >= earlier.at for earlier, later in pairwise(seen))
    assert all(number <= one.at for number, one in zip(stops, seen, strict=True))
    assert seen[-1].round == table.round
    assert not isinstance(seen[20].round.pending, Over)


def test_blank_lines_do_no_harm() -> None:
    table = played(2)
    assert replay(["", *table.lines(), " "]).round == table.round


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.glob("*.jsonl")))
def test_a_record_of_the_past_still_replays(name: str) -> None:
    end = json.loads((GOLDEN / name).with_suffix(".json").read_text(encoding="utf-8"))
    replayed = replay((GOLDEN / name).read_text(encoding="utf-8").splitlines())
    assert replayed.match.scores == end["scores"]
    assert replayed.at == end["events"]
    assert isinstance(replayed.round.pending, Over)


def swap_two_events(lines: list[str]) -> list[str]:
    one, other = json.loads(lines[9]), json.loads(lines[10])
    one["n"], other["n"] = other["n"], one["n"]
    return [*lines[:9], json.dumps(other), json.dumps(one), *lines[11:]]


def forget_a_line(lines: list[str]) -> list[str]:
    return [*lines[:9], *lines[10:]]


@pytest.mark.parametrize("change", [swap_two_events, forget_a_line])
def test_a_changed_order_is_found_where_it_begins(
    change: Callable[[list[str]], list[str]],
) -> None:
    with pytest.raises(ReplayError) as caught:
        replay(change(played(1).lines()))
    assert caught.value.line == 10


def test_every_single_changed_entry_is_found() -> None:
    lines = played(6).lines()
    for place in range(1, len(lines) - 1, max(1, len(lines) // 25)):
        entries = json.loads(lines[place])
        for key, value in entries.items():
            if key == "at":
                continue
            other = changed(lines, place, **{key: 1 if value != 1 else 0})
            with pytest.raises(ReplayError):
                replay(other)


def test_another_seed_is_not_the_one_committed_to() -> None:
    lines = played(1).lines()
    forged = json.dumps(json.loads(lines[-1]) | {"seed": seed_from_int(12).hex()})
    with pytest.raises(ReplayError, match="not the one committed to") as caught:
        replay([*lines[:-1], forged])
    assert caught.value.line == len(lines)


def test_a_seed_with_its_own_commitment_deals_other_cards_and_is_found() -> None:
    table, other = played(1), played(2)
    forged = list(record_lines(table.match, seed_from_int(12), table.entries, NOON))
    with pytest.raises(ReplayError, match="the rules give"):
        replay(forged)
    assert replay(other.lines()).round == other.round


@pytest.mark.parametrize("card", ["", "R5 R6"])
def test_a_play_of_no_card_or_of_two_is_named(card: str) -> None:
    lines = played(1).lines()
    place = next(n for n, line in enumerate(lines) if json.loads(line).get("event") == "played")
    with pytest.raises(ReplayError, match=rf"Line {place + 1}: card is one card"):
        replay(changed(lines, place, card=card))


@pytest.mark.parametrize(
    ("place", "entries", "sentence"),
    [
        (0, {"record": 2}, "Line 1: the record has version 2; this program reads version 1."),
        (0, {"options": {"gaol": 1}}, "Line 1: options: There is no option 'gaol'"),
        (0, {"seats": []}, "Line 1: it must hold options, seats, dealer"),
        (0, {"scores": 3}, "Line 1: it must hold options, seats, dealer"),
        (0, {"round_no": float("inf")}, "Line 1: it must hold options, seats, dealer"),
        (0, {"seats": ["a"], "dealer": 0}, "Line 1: A round has 2 to 10 seats"),
        (5, {"cause": {}}, "Line 6: there is no cause {}."),
        (5, {"cause": "magic"}, "Line 6: there is no cause 'magic'."),
        (5, {"actor": "ann"}, "Line 6: actor is the number of a seat or null."),
        (5, {"n": 7}, "Line 6: event 5 belongs here, not 7."),
    ],
)
def test_a_line_of_the_wrong_form_is_named(
    place: int, entries: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ReplayError) as caught:
        replay(changed(played(1).lines(), place, **entries))
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "Line 1: the record is empty."),
        (["[]"], "Line 1: this is not a JSON object."),
        (["{"], "Line 1: this is not a JSON object."),
        (['{"record": "\\ud800"}'], "Line 1: this is not a JSON object."),
    ],
)
def test_what_is_no_record_is_refused(lines: list[str], sentence: str) -> None:
    with pytest.raises(ReplayError) as caught:
        replay(lines)
    assert str(caught.value) == sentence


def test_a_record_without_its_seed_cannot_be_checked() -> None:
    with pytest.raises(ReplayError, match="does not reveal the seed"):
        replay(played(1).lines()[:-1])
