"""The rules as data: scenarios in JSON files, run against the engine and reported one a line.

A scenario lays out a table, makes moves and says what must hold. It is how people who do not
read the code check the rules, so a mistake in a file is an error with its place, never a pass.

Beside what players do a step may be what the table does: `open`, `A timeout`, `fine A` (advice, in
strict play), `uno-over` and `smack-over` (the time to catch or to press). `round` is the number of
the round in its match. After a round `match_winners` and `eliminated` may be expected; of options
that are refused only `rules_refused` is, with the name of the fault.
"""

from uno_chat.game.scenario.files import Scenario, ScenarioError, read_scenarios
from uno_chat.game.scenario.run import Verdict, run, run_paths

__all__ = ["Scenario", "ScenarioError", "Verdict", "read_scenarios", "run", "run_paths"]
