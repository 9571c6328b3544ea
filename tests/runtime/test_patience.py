"""A database that cannot be used for a moment is asked again; one that stays so is told of."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import TypeVar

import pytest

from uno_chat.contract import StoreError, Transaction
from uno_chat.runtime.patience import PatientStore
from uno_chat.testing.memory_store import MemoryStore

T = TypeVar("T")
SENTENCE = "The disk is full: free some space."


class Moody(MemoryStore):
    """Cannot be used so many times."""

    def __init__(self, troubles: int) -> None:
        super().__init__()
        self.troubles = troubles
        self.sentences: Iterator[str] = repeat(SENTENCE)

    async def transact(self, body: Callable[[Transaction], T]) -> T:
        if self.troubles:
            self.troubles -= 1
            raise StoreError(next(self.sentences))
        return await super().transact(body)


async def opened(troubles: int) -> PatientStore:
    patient = PatientStore(Moody(troubles), (0, 0, 0))
    await patient.open()
    return patient


@pytest.mark.parametrize("troubles", [0, 1, 3])
async def test_it_is_asked_again(troubles: int, caplog: pytest.LogCaptureFixture) -> None:
    patient = await opened(troubles)
    assert await patient.transact(lambda tx: tx.new_table_id()) == 1
    assert (
        caplog.messages == [f"the database could not be used, trying again: {SENTENCE}"][:troubles]
    )
    await patient.close()


async def test_an_outage_is_told_once_and_that_it_is_over_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    patient = await opened(5)
    bodies = (patient.transact(lambda tx: tx.new_table_id()) for _ in range(3))
    assert sorted(await asyncio.gather(*bodies)) == [1, 2, 3]
    assert caplog.messages == [
        f"the database could not be used, trying again: {SENTENCE}",
        "the database can be used again",
    ]


async def test_another_reason_and_another_outage_are_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    patient = await opened(2)
    assert isinstance(patient.store, Moody)
    patient.store.sentences = iter(["It is lost.", "It is full.", "It is full."])
    await patient.transact(lambda tx: tx.new_table_id())
    patient.store.troubles = 1
    await patient.transact(lambda tx: tx.new_table_id())
    assert [text.rpartition(": ")[-1] for text in caplog.messages] == [
        "It is lost.",
        "It is full.",
        "It is full.",
    ]


async def test_in_the_end_the_sentence_is_raised() -> None:
    patient = await opened(4)
    with pytest.raises(StoreError, match=SENTENCE):
        await patient.transact(lambda tx: tx.new_table_id())


async def test_what_a_body_raises_is_nobody_elses_business() -> None:
    patient = await opened(0)
    bodies = 0

    def body(_: Transaction) -> None:
        nonlocal bodies
        bodies += 1
        raise KeyError("x")

    with pytest.raises(KeyError):
        await patient.transact(body)
    assert bodies == 1
