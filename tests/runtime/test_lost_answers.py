"""The store did what it was told, and its answer was lost: what was claimed waits for no lease."""

from __future__ import annotations

import asyncio

import pytest

from uno_chat import game
from uno_chat.contract import Settled
from uno_chat.coordinator import Think
from uno_chat.runtime import working
from uno_chat.runtime.patience import PatientStore
from uno_chat.runtime.working import Did, Worker
from uno_chat.testing.desk import Desk
from uno_chat.testing.lost_answers import LostAnswers
from uno_chat.testing.office import BOB, notice, office

# --- sending ------------------------------------------------------------------------------------


async def test_what_was_claimed_is_sent_at_once_and_once(desk: Desk) -> None:
    async with office(desk) as here:
        rows = [notice("1"), notice("2"), notice("3", BOB)]
        await here.put(*rows)
        here.store = lost = LostAnswers(here.store.rows, 1)
        await lost.open()
        patient = PatientStore(lost, (0,))
        postman = here.sender.postman
        here.sender.store = postman.store = postman.settling.store = patient
        await here.send()
        assert [here.ended(row) for row in rows] == [Settled.SENT] * 3
        assert len(here.network.shown) == 3


async def test_whoever_serves_a_network_no_more_gives_nothing_back_on_it(desk: Desk) -> None:
    async with office(desk) as here:
        await here.put(notice("1"))
        lost = LostAnswers(here.store.rows, 1)
        await lost.open()
        here.sender.store = PatientStore(lost, (0,))
        serves = iter([True])
        here.sender.serves = lambda _network: next(serves, False)
        assert not await here.sender.step()
        assert [queued.attempts for queued in lost.rows.outbox.values()] == [1]


# --- working ------------------------------------------------------------------------------------


async def test_a_row_that_was_kept_is_thought_about_at_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.lobby("ann", settings="pause=0s hold=0s")
    desk.say("ann", "/add hard", "family")
    desk.say("ann", "/deal", "family")
    desk.lay("abacus", "R4", {"abacus": "R5 R6 B1", "ann": "R7 R8"})
    asked: list[Think] = []

    def think(what: Think) -> game.Move:
        asked.append(what)
        return what.sight.choices[0]

    monkeypatch.setattr(working, "think", think)
    lost = LostAnswers(desk.rows)
    await lost.open()
    patient = PatientStore(lost, (0,))
    worker = Worker(desk.house, patient, lambda: desk.now, lambda _: None, shares=True)
    assert await worker.step() is Did.RANG
    lost.lost = 1
    assert await worker.step() is Did.SOMETHING
    await asyncio.wait(worker.thoughts.values())
    assert len(asked) == 1
    assert not lost.rows.inbox
