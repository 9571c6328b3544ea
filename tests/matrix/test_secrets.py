"""Neither a secret nor a hand nor a person gets into a log, an error or a repr."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Protocol

import pytest

from uno_chat.contract import DeliveryError, RetryLater, User
from uno_chat.testing.ear import Ear
from uno_chat.testing.matrix import (
    BAD_GATEWAY,
    Account,
    Api,
    Dropped,
    Gateway,
    LocalMatrix,
    flood,
)
from uno_chat_matrix import MatrixAdapter, read_settings

HAND = "Your hand: red 7 and a Wild"


class Uno(Protocol):
    account: Account
    ear: Ear
    gateway: Gateway
    api: Api


@pytest.mark.parametrize("by", ["access_token", "password"])
async def test_at_the_highest_level_of_logging_nothing_is_given_away(
    uno: Uno, matrix: LocalMatrix, caplog: pytest.LogCaptureFixture, by: str
) -> None:
    ann = await matrix.person("Ann")
    room = await ann.direct(uno.account.user)
    await uno.ear.hear()
    caplog.set_level(logging.DEBUG)
    secret = uno.account.token if by == "access_token" else uno.account.password
    given = {"homeserver": f"http://127.0.0.1:{uno.gateway.port}", "user": uno.account.user}
    ear = Ear(MatrixAdapter(read_settings(given | {by: secret})))
    await ear.begin()
    await ear.say(User("matrix", ann.id), HAND)
    told = []
    for fault in (flood(timedelta(seconds=5)), BAD_GATEWAY, Dropped(done=True)):
        uno.gateway.plan(fault, path="/send/")
        with pytest.raises(DeliveryError) as failed:
            await ear.say(User("matrix", ann.id), HAND)
        told.append(f"{failed.value!r} {failed.value.__cause__!r}")
    await ann.say("r7", room)
    uno.gateway.plan(BAD_GATEWAY, path="/sync")
    with pytest.raises(RetryLater) as later:
        await ear.pull()
    told.append(f"{later.value!r} {later.value.__cause__!r}")
    await ear.hear()
    await ann.leave(room)
    with pytest.raises(DeliveryError) as failed:
        await ear.say(User("matrix", ann.id), HAND)
    told += [repr(failed.value), repr(ear.adapter), repr(ear.adapter.source), caplog.text]
    for text in told:
        for hidden in (secret, uno.account.token, HAND, ann.id, "r7"):
            assert hidden not in text
    await ear.adapter.close()
