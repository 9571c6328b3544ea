"""``uno-chat scenario PATH…``: rule cases from files, one line each."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from uno_chat.game.scenario import run_paths


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``scenario``."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file or a folder")


def run(args: argparse.Namespace) -> int:
    """0 if all pass, 1 if not, 2 if a file cannot be read."""
    return run_paths(args.paths, sys.stdout, sys.stderr)
