"""Moves per second of this engine beside RLCard's game layer, with two players, in one run.

    python tests/benchmarks/engine_vs_rlcard.py [--rounds 1000] [--repeat 5] [--python PATH]

RLCard is installed into a temporary environment and thrown away; `--python` names an interpreter
that has it. Both engines play in turns on the same core and the best of each counts. A move is
one turn of a seat that acts, the policy a uniform pick among what the engine offers. RLCard's
game is a smaller one (no challenge, no UNO, no points, no record of what happened).
"""

import argparse
import random
import runpy
import subprocess
import sys
import tempfile
import time
import venv
from importlib import import_module
from pathlib import Path

ENGINE = Path(__file__).with_name("engine_speed.py")
SEATS = 2


def theirs(rounds: int) -> float:
    """Moves per second of RLCard; runs where it is installed."""
    game_class = import_module("rlcard.games.uno").Game
    numpy_random = import_module("numpy.random")
    luck, moves = random.Random(SEATS), 0
    start = time.process_time()
    for number in range(rounds):
        game = game_class(num_players=SEATS)
        game.np_random = numpy_random.RandomState(number)
        state, _ = game.init_game()
        while not game.is_over():
            offered = state["legal_actions"]
            state, _ = game.step(offered[int(luck.random() * len(offered))])
            moves += 1
    return moves / (time.process_time() - start)


def ours(rounds: int) -> float:
    return float(runpy.run_path(str(ENGINE))["moves_per_second"](SEATS, rounds))


def measured(python: str, whose: str, rounds: int) -> float:
    """One measurement in a process of its own, so that both begin alike."""
    command = [python, __file__, "--measure", whose, "--rounds", str(rounds)]
    return float(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def compare(python: str, rounds: int, repeat: int) -> None:
    pairs = [
        (measured(sys.executable, "ours", rounds), measured(python, "theirs", rounds))
        for _ in range(repeat)
    ]
    best, other = max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
    print(f"uno_chat.game  {best:9,.0f} moves/s")
    print(f"RLCard         {other:9,.0f} moves/s")
    print(f"ratio          {best / other:9.2f}")


def installed(folder: str) -> str:
    """The interpreter of a new environment with RLCard; raises CalledProcessError."""
    venv.create(folder, with_pip=True)
    python = str(Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "rlcard"]
    subprocess.run(pip, check=True, capture_output=True)
    return python


def main() -> None:
    parser = argparse.ArgumentParser(description="this engine beside RLCard's game layer")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--python", help="an interpreter that has rlcard (a temporary one)")
    parser.add_argument("--measure", choices=["ours", "theirs"], help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        print((ours if given.measure == "ours" else theirs)(given.rounds))
    elif given.python:
        compare(given.python, given.rounds, given.repeat)
    else:
        with tempfile.TemporaryDirectory() as folder:
            try:
                python = installed(folder)
            except subprocess.CalledProcessError:
                sys.exit("Not compared: RLCard could not be installed; name a --python with it.")
            compare(python, given.rounds, given.repeat)


if __name__ == "__main__":
    main()
