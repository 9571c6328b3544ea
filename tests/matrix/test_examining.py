"""What ``uno-chat check`` tells of an account, and how one is refused."""

from __future__ import annotations

from typing import Protocol

import pytest

from uno_chat.contract import AccountRefused, Finding, RetryLater
from uno_chat.testing.ear import Ear
from uno_chat.testing.matrix import Account, Api, Gateway, LocalMatrix
from uno_chat_matrix import MatrixAdapter, read_settings


class Uno(Protocol):
    account: Account
    ear: Ear
    gateway: Gateway
    api: Api


def adapter(uno: Uno, matrix: LocalMatrix, **changes: str) -> MatrixAdapter:
    given = {"homeserver": matrix.server.url, "user": uno.account.user}
    return MatrixAdapter(read_settings(given | changes))


def told(findings: tuple[Finding, ...]) -> str:
    assert [finding.trouble for finding in findings] == [None] * len(findings)
    return "\n".join(finding.name for finding in findings)


async def test_an_account_that_works_is_described(uno: Uno, matrix: LocalMatrix) -> None:
    lines = told(await adapter(uno, matrix, access_token=uno.account.token).examine())
    for words in (f"token of {uno.account.user}", "'Uno'", "Synapse's: 10 messages at once"):
        assert words in lines
    lifted = adapter(uno, matrix, access_token=uno.account.token, limits="lifted")
    assert "limits are lifted" in told(await lifted.examine())


async def test_looking_by_password_leaves_the_one_that_serves_alone(
    uno: Uno, matrix: LocalMatrix
) -> None:
    serves = adapter(uno, matrix, password=uno.account.password)
    await serves.open()
    devices = await uno.api.call("GET", "/_matrix/client/v3/devices")
    assert f"password of {uno.account.user}" in told(
        await adapter(uno, matrix, password=uno.account.password).examine()
    )
    assert await uno.api.call("GET", "/_matrix/client/v3/devices") == devices
    await Ear(serves).pull()
    await serves.close()


async def test_every_start_by_password_has_the_same_device(uno: Uno, matrix: LocalMatrix) -> None:
    for _ in range(2):
        serves = adapter(uno, matrix, password=uno.account.password)
        await serves.open()
        await serves.close()
    devices = (await uno.api.call("GET", "/_matrix/client/v3/devices"))["devices"]
    assert len(devices) == 2  # that of the token, and this one


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"access_token": "syt_wrong"}, "Log in again and set matrix_access_token"),
        ({"password": "wrong"}, "correct them, or set matrix_access_token"),
    ],
)
async def test_a_secret_that_is_wrong_is_not_repeated(
    uno: Uno, matrix: LocalMatrix, changes: dict[str, str], sentence: str
) -> None:
    for attempt in ("open", "examine"):
        with pytest.raises(AccountRefused, match=sentence) as refused:
            await getattr(adapter(uno, matrix, **changes), attempt)()
        assert "wrong" not in str(refused.value)


async def test_a_token_of_another_account_is_named(uno: Uno, matrix: LocalMatrix) -> None:
    other = await matrix.account("Other")
    with pytest.raises(AccountRefused, match=f"is of {other.user}"):
        await adapter(uno, matrix, access_token=other.token).open()


async def test_a_homeserver_that_is_away_is_only_away() -> None:
    given = {"homeserver": "http://127.0.0.1:9", "user": "@uno:localhost", "access_token": "x"}
    for attempt in ("open", "examine"):
        with pytest.raises(RetryLater):
            await getattr(MatrixAdapter(read_settings(given)), attempt)()


async def test_what_is_no_homeserver_is_said_to_be_none(uno: Uno, matrix: LocalMatrix) -> None:
    elsewhere = adapter(uno, matrix, access_token="x", homeserver=f"{matrix.server.url}/elsewhere")
    with pytest.raises(AccountRefused, match="matrix_homeserver"):
        await elsewhere.examine()
