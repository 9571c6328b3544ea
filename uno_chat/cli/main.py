"""Find the command, let it read its arguments, run it, turn its errors into a sentence."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import version
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
        "db": "bring the database up to date, move it, make it smaller",
        "people": "hand out what is kept of a person, or forget one",
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
        raise BadUse(f"{message}; see {self.prog} --help")

    def refuse_strangers(self, words: Sequence[str]) -> None:
        """Raise BadUse for words that nobody took, with the option that may be meant."""
        for word in words:
            if word.startswith("--"):
                near = nearest(word.partition("=")[0], re.findall(r"--[\w-]+", self.format_usage()))
                raise BadUse(f"there is no {word}; did you mean {near}?")
        if words:
            self.error(f"nothing is known to do with {' '.join(words)}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        args = _read(words)
        return int(args.run(args))
    except BadUse as error:
        return say(str(error), BAD_USE)
    except StoreError as error:
        return say(str(error), NO)
    except SystemExit:  # of --help
        raise
    except KeyboardInterrupt:
        return 128 + 2
    except BrokenPipeError:
        # Whoever read our output has gone; Python must not complain about it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO
    except OSError as error:
        return _unwritten(error)
    except _configuration_error() as error:
        return say(str(error), BAD_USE)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is most like this one."""
    return get_close_matches(word, list(known), n=1, cutoff=0)[0]


def _read(words: Sequence[str]) -> argparse.Namespace:
    """The arguments, with the command's `run`; loads the module of that command alone."""
    parser = _Parser(prog="uno-chat", description="UNO, played by message.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"uno-chat {version('uno-chat')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    asked = parser
    for name, text in COMMANDS.items():
        sub = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        if name in words[:1]:
            command = _load(name)
            command.arguments(sub)
            sub.set_defaults(run=command.run)
            asked = sub
    if words and asked is parser and not words[0].startswith("-"):
        near = nearest(words[0], COMMANDS)
        raise BadUse(f"there is no command {words[0]!r}; did you mean {near!r}?")
    args, strangers = parser.parse_known_args(words)
    asked.refuse_strangers(strangers)
    return args


def _unwritten(error: OSError) -> int:
    """The output could not be written, or something beside the database could not be reached."""
    with contextlib.suppress(OSError):
        sys.stdout.close()  # what is left in its buffer would only fail again at the end
    place = f" {error.filename}" if error.filename else ""
    return say(f"the system refused{place}: {error.strerror}", NO)


def _load(name: str) -> Command:
    return cast("Command", import_module(f"uno_chat.cli.{name}"))


def _configuration_error() -> type[Exception]:
    """Asked for only when something has gone wrong, so that every command starts quickly."""
    from uno_chat.runtime.configuration import ConfigurationError  # noqa: PLC0415 - see above

    return ConfigurationError


def say(sentence: str, code: int) -> int:
    """One sentence on standard error, and the exit code."""
    print(f"uno-chat: {in_one_line(sentence)}", file=sys.stderr)
    return code


def in_one_line(text: str) -> str:
    """A text that quotes a file or whoever called us, without signs that a terminal would obey."""
    return "".join(s if s.isprintable() else s.encode("unicode_escape").decode() for s in text)
