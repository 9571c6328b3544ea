"""``uno-chat play``: a table in this terminal, stored, so that it goes on after any stop."""

from __future__ import annotations

import argparse
import asyncio
import locale
import os
import sys

from uno_chat.cli.house import config_argument, configuration, known_language, log_to, store_of
from uno_chat.cli.main import DONE, BadUse
from uno_chat.cli.playing import Wishes, play
from uno_chat.coordinator import BadSetting, agreed
from uno_chat.game import MOST_SEATS
from uno_chat.runtime.configuration import data_folder
from uno_chat.table import Level, Settings

SEATS = 4

LIVE = ("pace=untimed", "hold=4s", "tie=2s", "pause=1s-3s")
"""At a terminal people watch: computers take their time, a missed UNO can be caught."""
PIPED = ("pace=untimed", "hold=0s", "tie=0s", "pause=0s")
"""From a pipe nobody watches: nothing waits."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``play``."""
    config_argument(parser)
    parser.add_argument(
        "--players", type=int, metavar="N", help=f"seats, 2 to {MOST_SEATS} ({SEATS})"
    )
    parser.add_argument(
        "--level", choices=[level.value for level in Level], help="how computers play (normal)"
    )
    parser.add_argument("--names", default="", metavar="A,B", help="who sits at this terminal")
    parser.add_argument(
        "--seed", type=int, metavar="S", help="deal the same rounds again (not secret)"
    )
    parser.add_argument(
        "--pace", default="", metavar="PACE", help="daily, 2m, 24h+48h, … (untimed)"
    )
    parser.add_argument(
        "--rules", default="", metavar="K=V,…", help="what is played, like goal=200,strict=yes"
    )
    parser.add_argument("--language", default="", metavar="CODE", help="en or fr (your system's)")
    parser.add_argument(
        "--plain", action="store_true", help="lines in and out, for a pipe or a screen reader"
    )
    parser.add_argument(
        "--new", action="store_true", help="close the table that waits, open another"
    )


def run(args: argparse.Namespace) -> int:
    """Play until the people leave."""
    config = configuration(args)
    wishes = _wishes(args, config.values.get("language", ""))
    log_to(config, data_folder() / "play.log")
    asyncio.run(play(wishes, store_of(config)))
    return DONE


def _wishes(args: argparse.Namespace, configured: str) -> Wishes:
    people = tuple(name.strip() for name in args.names.split(",") if name.strip())
    players = SEATS if args.players is None else args.players
    if not 2 <= players <= MOST_SEATS:
        raise BadUse(f"--players is a number from 2 to {MOST_SEATS}, not {players}.")
    if len(people) > players:
        raise BadUse(f"{len(people)} names need --players {len(people)} at least.")
    # the panes are drawn on standard error
    plain = args.plain or not all(s.isatty() for s in (sys.stdin, sys.stdout, sys.stderr))
    piped = plain and not sys.stdin.isatty()
    special = (args.players, args.level, args.seed, args.pace or None, args.rules or None)
    return Wishes(
        people=people,
        players=players,
        level=Level(args.level or Level.NORMAL),
        settings=_settings(args, PIPED if piped else LIVE),
        seed=args.seed,
        plain=plain,
        new=args.new,
        special=any(wish is not None for wish in special),
        language=_language(args.language, configured),
    )


def _settings(args: argparse.Namespace, defaults: tuple[str, ...]) -> Settings:
    pace = (f"pace={args.pace}",) if args.pace else ()
    rules = tuple(rule.strip() for rule in args.rules.split(",") if rule.strip())
    settings = agreed(Settings(), (*defaults, *pace, *rules))
    if isinstance(settings, BadSetting):
        raise BadUse(settings.sentence)
    return settings


def _language(asked: str, configured: str) -> str:
    return known_language(asked, "--language") if asked else configured or _system_language()


def _system_language() -> str:
    named = os.environ.get("LANGUAGE") or locale.getlocale()[0] or os.environ.get("LANG") or "en"
    return named.replace("_", "-").split("-")[0].split(":")[0].lower()
