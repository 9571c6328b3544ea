"""``uno-chat run`` as a process of its own, killed while two people play over Telegram."""

from __future__ import annotations

import json
import re
import signal
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from uno_chat import game
from uno_chat.contract import Transaction
from uno_chat.coordinator import from_stored
from uno_chat.table import Phase, Table
from uno_chat.testing.audit import record_faults, records_of
from uno_chat.testing.hosting import TWELVE
from uno_chat.testing.people import card_names, own_hand
from uno_chat.testing.telegram import LocalTelegram, Person, Showing, going
from uno_chat.testing.telegram.hosting import hosts
from uno_chat.testing.telegram.pressing import IDLE, gathered
from uno_chat_sql import plugin

KILLED_AFTER = (3, 3, 3)
"""Decisions; three more end the match."""
NO_CARD = {*IDLE, "accept"}
OPEN = {"opened", "opening-returned", "opening-ignored", "played"}
SQUARES = re.compile("[🟥🟨🟩🟦] ")
TIMES = re.compile(r"\((×\d+)\)")
COLOURED = {name: card.code for name, card in card_names("en").items() if not card.wild}
NAMED = re.compile(rf"(?<![+\w])(?:{'|'.join(map(re.escape, COLOURED))})(?!\w)")


def audited(tx: Transaction) -> tuple[Table, dict[int, tuple[str, ...]]]:
    stored = tx.table(1)
    assert stored is not None
    return from_stored(stored), records_of(tx, 1)


def laid(lines: tuple[str, ...], table: Table) -> Counter[tuple[str, str]]:
    """Who laid which card, by the record."""
    events = [json.loads(line) for line in lines[1:]]
    order = table.match.seats if table.match else ()
    return Counter(
        (table.seat(order[event["seat"]]).name, event["card"])
        for event in events
        if event["event"] == "played"
    )


def hands(records: dict[int, tuple[str, ...]], table: Table) -> set[tuple[str, str]]:
    """Every hand that somebody held at any time."""
    found = set()
    for lines in records.values():
        for stop in range(1, len(lines)):
            at = game.replay(lines, stop)
            for seat, hand in zip(at.match.seats, at.round.hands, strict=True):
                found.add((table.seat(seat).name, game.text_of(game.in_order(hand))))
    return found


def hand_on(showing: Showing) -> str | None:
    """The hand that a page shows, as tests write hands."""
    return own_hand(TIMES.sub(r"\1", SQUARES.sub("", showing.page.text)))


def secrets_told(
    shown: tuple[Showing, ...], owner: Person, held: set[tuple[str, str]]
) -> Iterator[str]:
    """Hands that a viewer reads and that were never in the viewer's own hand."""
    for showing in shown:
        hand = hand_on(showing)
        if hand is None:
            continue
        if showing.viewers != {owner.id} or (owner.account.first_name, hand) not in held:
            yield f"{owner.account.first_name} reads {hand}"


def cards_on(showing: Showing) -> list[str]:
    """The coloured cards that a page names. (The names of wild cards stand in many sentences.)"""
    return [COLOURED[name] for name in NAMED.findall(showing.page.all_text)]


def told_too_soon(shown: tuple[Showing, ...], lines: tuple[str, ...]) -> Iterator[str]:
    """Cards that an onlooker reads before they lay open. (In the end all hands do.)"""
    events = [json.loads(line) for line in lines[1:]]
    laid_at = [(event["at"], event["card"]) for event in events if event["event"] in OPEN]
    for showing in shown:
        if showing.at >= datetime.fromisoformat(events[-1]["at"]):
            return
        now = showing.at.isoformat()
        for card in cards_on(showing):
            if not any(code == card and at <= now for at, code in laid_at):
                yield f"{card} is read at {now}"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill like that")
async def test_a_match_over_telegram_survives_kills_and_shows_nobody_anything(folder: Path) -> None:
    telegram = LocalTelegram(clock=going())
    bot = telegram.bot("uno_test_bot")
    async with hosts(telegram, bot, folder, program=TWELVE) as (host,):
        match = gathered(telegram, bot)
        await host.start()
        await match.deal()
        for decisions in KILLED_AFTER:
            await match.play(decisions)
            await host.kill()  # right after a press, before anybody could see an answer
            await host.start()
        await match.play(3)
        await match.is_over()
        assert await host.stop() == 0
    store = plugin(host.url)
    await store.open()
    table, records = await store.transact(audited)
    await store.close()
    assert table.phase is Phase.MATCH_OVER
    assert list(record_faults(table, records)) == []
    pressed = Counter(
        (who, words.split()[0].upper())
        for who, words in match.done.values()
        if words not in NO_CARD
    )
    assert sum((laid(lines, table) for lines in records.values()), Counter()) == pressed
    held = hands(records, table)
    for owner in (match.ann, match.ben):
        assert any(map(hand_on, owner.seen)), "hands are read off pages"
        assert list(secrets_told(owner.seen, owner, held)) == []
    assert any(cards_on(showing) for showing in match.eve.seen), "cards are read off pages"
    assert list(told_too_soon(match.eve.seen, records[1])) == []
    assert not any(map(hand_on, match.eve.seen))
    assert "Traceback" not in host.log
