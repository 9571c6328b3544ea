"""``uno-chat replay RECORD``: plays a record again, believing nothing, and prints how it stands."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from uno_chat.cli.main import DONE, NO, BadUse, in_one_line, say
from uno_chat.game import Replayed, ReplayError, in_order, replay, sight

MOST: Final = 2**24
"""Bytes of a record; the longest round has a hundredth of it."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``replay``."""
    parser.add_argument("record", type=Path, help="a file of JSON lines, as written by `record`")
    parser.add_argument(
        "--at", type=int, metavar="N", help="stop after event N, with what belongs to it (the end)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the state; NO with the line that does not fit."""
    if args.at is not None and args.at < 0:
        raise BadUse(f"--at is the number of an event, from 0, not {args.at}.")
    try:
        state = _state(replay(_lines(args.record), args.at))
    except ReplayError as error:
        return say(f"{args.record}: {error}", NO)
    print(json.dumps(state, ensure_ascii=False) if args.json else _text(state))
    return DONE


def _lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            found = file.read(MOST + 1)
        if len(found) > MOST:
            raise BadUse(f"{path} is no record: it has more than {MOST} bytes.")
        return found.decode().splitlines()
    except OSError as error:
        raise BadUse(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadUse(f"{path} is no record: it is not text in UTF-8.") from None


def _state(replayed: Replayed) -> dict[str, object]:
    """All that lies on the table, with seats by name."""
    match, round_ = replayed.match, replayed.round
    seats, seen = match.seats, sight(round_, None)
    return {
        "at": replayed.at,
        "round_no": match.round_no,
        "dealer": seats[seen.dealer],
        "turn": None if seen.owner is None else seats[seen.owner],
        "pending": seen.decision.value,
        "top": None if seen.top is None else seen.top.code,
        "colour": None if seen.colour is None else seen.colour.value,
        "direction": "clockwise" if seen.direction > 0 else "counterclockwise",
        "hands": {
            name: [card.code for card in in_order(hand)]
            for name, hand in zip(seats, round_.hands, strict=True)
        },
        "stock_size": seen.stock_size,
        "discard_size": len(seen.discard),
        "winner": None if seen.winner is None else seats[seen.winner],
        "points": dict(zip(seats, seen.points, strict=False)),
        "scores": dict(match.scores),
        "match_over": match.over,
    }


def _text(state: Mapping[str, object]) -> str:
    """The same for reading: one line for everything there is to say."""
    said = {key.replace("_", " "): _words(value) for key, value in state.items()}
    return "\n".join(f"{key + ':':<14}{words}" for key, words in said.items() if words)


def _words(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(
                f"{in_one_line(name)} {_words(part)}".rstrip() for name, part in value.items()
            )
        case list():
            return in_one_line(" ".join(map(str, value)))
        case _:
            return in_one_line(str(value))
