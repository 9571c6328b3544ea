"""The rules as data: scenarios in JSON files, run against the engine and reported one a line.

A scenario lays out a table, makes moves and says what must hold. It is how people who do not
read the code check the rules, so a mistake in a file is an error with its place, never a pass.
"""

from uno_chat.game.scenario.files import Scenario, ScenarioError, read_scenarios
from uno_chat.game.scenario.run import Verdict, run, run_paths

__all__ = ["Scenario", "ScenarioError", "Verdict", "read_scenarios", "run", "run_paths"]
