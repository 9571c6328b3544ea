"""``uno-chat record TABLE``: the record of a finished round, to be kept, read and replayed."""

from __future__ import annotations

import argparse
import asyncio
import json

from uno_chat.cli.house import config_argument, configuration, store_of
from uno_chat.cli.main import DONE, BadUse
from uno_chat.contract import Store, Transaction

MOST = 1 << 53
"""No database numbers tables as high as that."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``record``."""
    parser.add_argument("table", type=int, help="the number of the table")
    parser.add_argument(
        "--round", type=int, metavar="N", help="which round of the table (the last finished one)"
    )
    config_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print the lines of the record."""
    for line in asyncio.run(_lines(store_of(configuration(args)), args.table, args.round)):
        print(line)
    return DONE


def _complete(lines: tuple[str, ...]) -> bool:
    """Whether the last line reveals the seed; before that a record would tell the hands."""
    return bool(lines) and json.loads(lines[-1])["event"] == "seed"


async def _lines(store: Store, table: int, round_no: int | None) -> tuple[str, ...]:
    await store.open()
    try:
        return await store.transact(lambda tx: _finished(tx, table, round_no))
    finally:
        await store.close()


def _finished(tx: Transaction, table: int, round_no: int | None) -> tuple[str, ...]:
    """The lines of the round asked for, or of the last one whose seed is revealed."""
    last = (tx.last_round(table) or 0) if 0 < table < MOST else 0
    if not last and not (0 < table < MOST and tx.table(table)):  # records outlive their table
        raise BadUse(f"There is no table {table} in this database.")
    wanted = range(last, 0, -1) if round_no is None else (min(round_no, last + 1),)
    for number in wanted:
        lines = tx.record(table, number)
        if _complete(lines):
            return lines
    raise BadUse(
        f"Table {table} has no finished round yet."
        if round_no is None
        else f"Round {round_no} of table {table} is not finished: a record would tell the hands."
    )
