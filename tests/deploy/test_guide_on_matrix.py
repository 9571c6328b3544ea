"""What the guide says to a homeserver, said to one by the shell."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Callable
from typing import Any

from uno_chat.contract import Conversation
from uno_chat.testing.ear import Ear
from uno_chat.testing.matrix import LocalMatrix
from uno_chat_matrix import MatrixAdapter, read_settings

Examples = Callable[[str], list[str]]
HOST, USER = "https://matrix.example.org", "@uno:example.org"


def calls(examples: Examples, *words: str) -> str:
    """The command of the guide in which these words are, without what is done around it."""
    (block,) = [block for block in examples("sh") if all(word in block for word in words)]
    lines = [line for line in block.splitlines() if not line.startswith(("sudo ", "read "))]
    return "\n".join(lines)


async def said(command: str, url: str, user: str, **environment: str) -> dict[str, Any]:
    command = command.replace(HOST, url).replace(USER, user).replace('"uno"', f'"{user}"')
    told = await asyncio.to_thread(
        subprocess.run,
        ["bash", "-euc", command],
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", **environment},
        capture_output=True,
        check=True,
    )
    answer: dict[str, Any] = json.loads(told.stdout)
    return answer


async def test_the_token_that_it_fetches_opens_the_account(
    examples: Examples, matrix: LocalMatrix
) -> None:
    account, url = await matrix.account("Uno"), matrix.server.url
    login = calls(examples, HOST, "m.login.password")
    token = (await said(login, url, account.user, PASSWORD=account.password))["access_token"]
    given = {"homeserver": url, "user": account.user, "access_token": token}
    adapter = MatrixAdapter(read_settings(given))
    await adapter.open()
    await adapter.close()


async def test_an_admin_who_does_as_it_says_lifts_the_limits(
    examples: Examples, matrix: LocalMatrix
) -> None:
    account, ann = await matrix.account("Uno"), await matrix.person("Ann")
    await matrix.limit(account.user, per_second=1, burst=1)
    admin = await matrix.server.register(matrix.api, "Admin", admin=True)
    lift = calls(examples, HOST, "override_ratelimit")
    await said(lift, matrix.server.url, account.user, ADMIN_TOKEN=admin.token)
    given = {"homeserver": matrix.server.url, "user": account.user, "access_token": account.token}
    ear = Ear(MatrixAdapter(read_settings(given | {"limits": "lifted"})))
    await ear.begin()
    room = Conversation("matrix", await ann.opens("Family", account.user))
    await ear.hear()
    for number in range(12):
        await ear.say(room, f"line {number}")
    await ear.adapter.close()
