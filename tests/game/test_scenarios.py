"""Every scenario passes, and a scenario that makes no sense is an error, never a pass."""

import io
import json
from pathlib import Path

import pytest

from uno_chat.game.scenario import Scenario, read_scenarios, run, run_paths

FOLDER = Path(__file__).parents[1] / "scenarios"
SCENARIOS = [one for one in read_scenarios([FOLDER]) if isinstance(one, Scenario)]
TABLE = {
    "id": "one",
    "players": ["A", "B"],
    "turn": "A",
    "hands": {"A": "R5 G9 W", "B": "Y1 Y2"},
    "discard": "R1",
    "stock": "B1 B2",
}


def report(tmp_path: Path, *entries: object) -> tuple[int, str, str]:
    file = tmp_path / "some.json"
    file.write_text(json.dumps(entries), encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    code = run_paths([file], out, err)
    return code, out.getvalue(), err.getvalue().replace(str(file), "some.json")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.id)
def test_scenario(scenario: Scenario) -> None:
    assert run(scenario).fault is None


def test_every_scenario_has_a_name_of_its_own_and_says_what_it_stands_on() -> None:
    assert len(SCENARIOS) == len(list(read_scenarios([FOLDER])))
    assert len({scenario.id for scenario in SCENARIOS}) == len(SCENARIOS)
    assert all(scenario.table.get("basis") for scenario in SCENARIOS)


def test_the_report_has_a_line_for_each_and_a_sum(tmp_path: Path) -> None:
    wrong = {**TABLE, "id": "two", "expect": {"turn": "B"}}
    code, out, _ = report(tmp_path, {**TABLE, "do": ["A play R5"]}, wrong)
    assert code == 1
    assert out.splitlines() == [
        "PASS one",
        'FAIL two: expected turn "B", found "A"',
        "1 passed, 1 failed",
    ]


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ("A play G9", "expected to be accepted, found refused as does-not-fit"),
        ({"try": "A play R5", "refused": True}, "expected to be refused, found accepted"),
        (
            {"try": "A play G9", "refused": "not-your-turn"},
            "expected to be refused, found refused as does-not-fit, not as not-your-turn",
        ),
    ],
)
def test_a_step_that_goes_otherwise_fails(tmp_path: Path, step: object, fault: str) -> None:
    code, out, _ = report(tmp_path, {**TABLE, "do": [step]})
    assert (code, fault in out) == (1, True), out


@pytest.mark.reported("15")
@pytest.mark.parametrize(
    "step",
    [
        {"try": "A play G9", "refused": True},
        {"try": "A play G9", "refused": "does-not-fit"},
        {"try": "A play W", "refused": "needs-a-colour"},
        {"try": "A play W:X", "refused": "not-a-colour"},
        {"try": "A play R5:G", "refused": "takes-no-colour"},
        {"try": "open", "refused": "already-opened"},
        {"try": "B timeout", "refused": "not-your-turn"},
        {"maybe": "A keep"},
        {"maybe": "A play R5"},
        "A play w:g",
    ],
)
def test_a_step_that_goes_as_it_must_passes(tmp_path: Path, step: object) -> None:
    assert report(tmp_path, {**TABLE, "do": [step]})[0] == 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"id": 3}, "id is a text."),
        ({"players": "A B"}, "players is a list of names."),
        ({"players": []}, "a table has 2 to 10 players."),
        ({"players": list("ABCDEFGHIJK")}, "a table has 2 to 10 players."),
        ({"players": ["A", "A"]}, "each of the players has a name of its own, in one word."),
        ({"players": ["A", "B C"]}, "each of the players has a name of its own, in one word."),
        ({"hands": {"A": "R5 R5"}, "stock": "R5"}, "the pack has no more than 2 of R5."),
        ({"hands": {"A": "WS"}, "exact": True}, "the pack has no more than 0 of WS."),
        ({"exact": 1}, "exact is true or false."),
        ({"colour": "B"}, "the top is R1, so colour cannot be B."),
        ({"scores": {"A": -1}}, "scores: the points of A are a whole number."),
        ({"colur": "R"}, "there is no key 'colur'; did you mean 'colour'?"),
        ({"expect": {"tun": "A"}}, "there is no expectation 'tun'; did you mean 'turn'?"),
        ({"expect": {"hands": {"X": "R1"}}}, "'X' is not one of the players A, B."),
        ({"expect": []}, "expect is a JSON object."),
        ({"rules": {"gaol": 3}}, "rules: There is no option 'gaol'; did you mean 'goal'?"),
        ({"hands": {"C": "R1"}}, "'C' is not one of the players A, B."),
        ({"stock": "R1 X9"}, "There is no card 'X9'; cards are written like R7, GS or W+4."),
        ({"direction": "left"}, "direction is clockwise or counterclockwise."),
        ({"discard": "W"}, "the top is a wild card, so colour must say which colour it named."),
        ({"colour": "P"}, "colour is one of R, Y, G, B."),
        ({"scores": {"A": "many"}}, "scores: the points of A are a whole number."),
        ({"do": "A draw"}, "do is a list of steps."),
        ({"do": [{"try": "A draw"}]}, '{"try": "A draw"} is no step.'),
        ({"do": ["draw"]}, "'draw' is no move: say who does what."),
        ({"do": ["A dance"]}, "'dance' is no move."),
        ({"do": ["X draw"]}, "'X' is not one of the players A, B."),
    ],
)
def test_what_makes_no_sense_is_named_with_its_place(
    tmp_path: Path, change: dict[str, object], sentence: str
) -> None:
    code, out, err = report(tmp_path, {**TABLE, **change})
    assert (code, out) == (2, "")
    assert err == f"some.json: scenario {change.get('id', 'one')}: {sentence}\n"


def test_what_cannot_be_read_keeps_nothing_else_from_being_run(tmp_path: Path) -> None:
    wrong = {**TABLE, "id": "two", "expect": {"turn": "B"}}
    report(tmp_path, {"id": "odd"}, {**TABLE, "players": []}, TABLE, wrong)
    for name, content in (("a", "[{"), ("b", "{}")):
        (tmp_path / f"{name}.json").write_text(content, encoding="utf-8")
    (tmp_path / "empty").mkdir()
    out, err = io.StringIO(), io.StringIO()
    assert run_paths([tmp_path / "none.json", tmp_path / "empty", tmp_path], out, err) == 2
    assert out.getvalue().splitlines() == [
        "PASS one",
        'FAIL two: expected turn "B", found "A"',
        "1 passed, 1 failed",
    ]
    said = err.getvalue().replace(str(tmp_path), "").splitlines()
    assert [line.partition(": ")[0] for line in said] == [
        *("/none.json", "/empty", "/a.json", "/b.json", "/some.json", "/some.json")
    ]
    for line, sentence in zip(
        said,
        (
            "No such file or directory.",
            "there is no .json file in this folder.",
            "this is not JSON",
            "a file holds a list of scenarios.",
            "scenario odd: players is a list of names.",
            "scenario one: a table has 2 to 10 players.",
        ),
        strict=True,
    ):
        assert sentence in line
