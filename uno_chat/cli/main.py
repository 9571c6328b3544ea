"""Find the command, let it read its arguments, run it, turn its errors into a sentence."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Final, NoReturn, Protocol, cast

from uno_chat.contract import StoreError

DONE: Final = 0
NO: Final = 1
BAD_USE: Final = 2

COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "play": "play at this terminal, with computer players or with whoever sits beside you",
        "run": "serve the configured networks until stopped",
        "check": "test the configuration, one line each with the remedy",
        "db": "bring the database up to date",
        "record": "write the record of a finished round",
        "replay": "replay a record and check every move of it",
        "scenario": "run rule cases from files",
        "simulate": "play many rounds among computers and print what happens on average",
    }
)


class BadUse(Exception):
    """The command was called in a way it does not know; the text says how to call it."""


class Command(Protocol):
    """What a command's module offers."""

    @staticmethod
    def arguments(parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments to its parser."""
        ...

    @staticmethod
    def run(args: argparse.Namespace) -> int:
        """Do it and return the exit code; raises BadUse and the errors of the rooms below."""
        ...


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USE, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = _Parser(prog="uno-chat", description="UNO, played by message.", allow_abbrev=False)
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    for name, text in COMMANDS.items():
        sub = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        if name in words[:1]:
            command = _load(name)
            command.arguments(sub)
            sub.set_defaults(run=command.run)
    args = parser.parse_args(words)
    return _ended(args)


def _load(name: str) -> Command:
    return cast("Command", import_module(f"uno_chat.cli.{name}"))


def _ended(args: argparse.Namespace) -> int:
    from uno_chat.runtime.configuration import ConfigurationError  # noqa: PLC0415 - help stays quick

    try:
        return int(args.run(args))
    except (BadUse, ConfigurationError) as error:
        return _say(str(error), BAD_USE)
    except StoreError as error:
        return _say(str(error), NO)
    except KeyboardInterrupt:
        return 128 + 2
    except BrokenPipeError:
        # Whoever read our output has gone; Python must not complain about it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO


def _say(sentence: str, code: int) -> int:
    print(f"uno-chat: {sentence}", file=sys.stderr)
    return code
