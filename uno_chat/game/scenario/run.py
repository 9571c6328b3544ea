"""Run scenarios and report them, one line each."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from uno_chat.game.match import finish_round
from uno_chat.game.refusals import IllegalMove
from uno_chat.game.scenario.expectations import mismatch
from uno_chat.game.scenario.files import Scenario, ScenarioError, Step, read_scenarios
from uno_chat.game.scenario.setting import lay_out, refused_rules
from uno_chat.game.scenario.steps import make
from uno_chat.game.state import Over, Round

PASSED, FAILED, UNREADABLE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """`fault` says what was expected and what was found; None if the scenario passes."""

    id: str
    fault: str | None

    def __str__(self) -> str:
        return f"PASS {self.id}" if self.fault is None else f"FAIL {self.id}: {self.fault}"


def run_paths(paths: Sequence[Path], out: TextIO, err: TextIO) -> int:
    """Run files and folders: 0 if all pass, 1 if not, 2 if something cannot be read.

    What cannot be read keeps nothing else from being run.
    """
    found = [_run(one) for one in read_scenarios(paths)]
    for one in found:
        print(one, file=out if isinstance(one, Verdict) else err)
    faults = [one.fault for one in found if isinstance(one, Verdict)]
    passed = faults.count(None)
    if faults:
        print(f"{passed} passed, {len(faults) - passed} failed", file=out)
    if len(faults) < len(found):
        return UNREADABLE
    return PASSED if passed == len(faults) else FAILED


def _run(scenario: Scenario | ScenarioError) -> Verdict | ScenarioError:
    try:
        return scenario if isinstance(scenario, ScenarioError) else run(scenario)
    except ScenarioError as error:
        return error


def run(scenario: Scenario) -> Verdict:
    """Raises ScenarioError where the scenario makes no sense."""
    try:
        return Verdict(scenario.id, _fault(scenario))
    except ScenarioError as error:
        raise ScenarioError(f"{scenario.place}: {error}") from None


def _fault(scenario: Scenario) -> str | None:
    if "rules_refused" in scenario.expect:
        expected, found = scenario.expect["rules_refused"], refused_rules(scenario)
        return None if expected == found else f"expected rules_refused {expected}, found {found}"
    match, round_ = lay_out(scenario)
    for number, step in enumerate(scenario.steps, 1):
        after, fault = _take(scenario, round_, step)
        if fault is not None:
            return f"step {number}, {step.text!r}: expected to {step.must}, {fault}"
        round_ = after
    if isinstance(round_.pending, Over):
        match = finish_round(match, round_)
    return mismatch(scenario, match, round_)


def _take(scenario: Scenario, round_: Round, step: Step) -> tuple[Round, str | None]:
    """The round after the step, and what was found instead of what must be."""
    try:
        after = make(scenario, round_, step.text).round
    except IllegalMove as error:
        reason = error.refusal.reason
        if step.must == "be accepted":
            return round_, f"found refused as {reason}"
        if step.reason not in (None, reason):
            return round_, f"found refused as {reason}, not as {step.reason}"
        return round_, None
    return after, "found accepted" if step.must == "be refused" else None
