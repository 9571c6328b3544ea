"""What goes wrong on the way, by script."""

import asyncio
from datetime import timedelta
from random import Random

import pytest
import telegram
from telegram.error import (
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TimedOut,
)
from telegram.request import HTTPXRequest

from uno_chat.testing.telegram import (
    ApiError,
    Bot,
    BotApiServer,
    Dropped,
    Group,
    LocalTelegram,
    Person,
    Silent,
    flood,
    forbidden,
    migrated,
)


def shown(ann: Person, family: Group) -> list[str]:
    return [page.text for page in ann.pages(family) if page.text.startswith("table")]


@pytest.mark.parametrize("code", [500, 502, 503, 504])
async def test_an_error_of_the_server_has_no_effect(
    client: telegram.Bot, local: LocalTelegram, family: Group, ann: Person, code: int
) -> None:
    """3.3 [L]"""
    local.faults.plan(ApiError(code))
    with pytest.raises(NetworkError):
        await client.send_message(family.id, "table")
    assert shown(ann, family) == []
    await client.send_message(family.id, "table")
    assert shown(ann, family) == ["table"]
    assert [call.code for call in local.calls[-2:]] == [code, 200]


@pytest.mark.parametrize("done", [False, True])
async def test_a_connection_drops_before_or_after_the_effect(
    client: telegram.Bot, local: LocalTelegram, family: Group, ann: Person, *, done: bool
) -> None:
    """3.3 [L]; the client cannot tell one from the other [X]"""
    local.faults.plan(Dropped(done=done))
    with pytest.raises(NetworkError, match="RemoteProtocolError"):
        await client.send_message(family.id, "table")
    assert shown(ann, family) == (["table"] if done else [])
    assert local.calls[-1].code == 0


@pytest.mark.parametrize("done", [False, True])
async def test_an_answer_never_comes(
    client: telegram.Bot, local: LocalTelegram, family: Group, ann: Person, *, done: bool
) -> None:
    """3.3 [L], 2.4 [C]: timed out, and shown all the same"""
    local.faults.plan(Silent(done=done))
    with pytest.raises(TimedOut):
        await client.send_message(family.id, "table", read_timeout=0.05)
    await local.until(lambda: any(call.code == 0 for call in local.calls))
    assert shown(ann, family) == (["table"] if done else [])


async def test_refusals_come_by_script_as_the_client_knows_them(
    client: telegram.Bot, local: LocalTelegram, family: Group
) -> None:
    """3.3 [L], 2.1 [P]"""
    refusals = (
        flood(timedelta(seconds=17)),
        forbidden("bot was blocked by the user"),
        migrated(-7),
    )
    local.faults.plan(*refusals)
    with pytest.raises(RetryAfter) as late:
        await client.send_message(family.id, "x")
    assert late.value.retry_after == timedelta(seconds=17)
    with pytest.raises(Forbidden):
        await client.send_message(family.id, "x")
    with pytest.raises(ChatMigrated) as moved:
        await client.send_message(family.id, "x")
    assert moved.value.new_chat_id == -7


async def test_a_fault_may_be_meant_for_one_method_and_one_chat(
    client: telegram.Bot, local: LocalTelegram, family: Group, ann: Person
) -> None:
    """3.3 [L]"""
    local.faults.plan(ApiError(502), method="sendMessage", chat=family.id)
    await client.send_message(ann.id, "x")
    await client.get_chat(family.id)
    with pytest.raises(NetworkError):
        await client.send_message(family.id, "x")


async def test_polling_meets_only_what_names_it(
    client: telegram.Bot, local: LocalTelegram, ann: Person
) -> None:
    """3.3 [L]: lost answers to polls lose nothing"""
    local.faults.plan(ApiError(502))
    local.faults.plan(Dropped(done=True), method="getUpdates")
    ann.say("r7")
    with pytest.raises(NetworkError):
        await client.get_updates(timeout=0)
    (update,) = await client.get_updates(timeout=0)
    assert update.message is not None
    with pytest.raises(NetworkError):
        await client.get_me()


async def test_a_place_in_the_script_may_stay_free(
    client: telegram.Bot, local: LocalTelegram
) -> None:
    """3.3 [L]"""
    local.faults.plan(None, ApiError(500))
    await client.get_me()
    with pytest.raises(NetworkError):
        await client.get_me()


async def test_a_share_of_all_calls_fails_the_same_way_every_time(
    client: telegram.Bot, local: LocalTelegram
) -> None:
    """3.3 [L]"""
    local.faults.often(0.2, [ApiError(502)], Random(1))
    failed = 0
    for _ in range(100):
        try:
            await client.get_me()
        except NetworkError:
            failed += 1
    assert failed == local.faults.met == 17


async def test_during_an_outage_nothing_is_heard_and_the_world_goes_on(
    ann: Person, bot: Bot, local: LocalTelegram
) -> None:
    """3.3 [L]"""
    server = BotApiServer(local)
    url = await server.start()
    async with telegram.Bot(bot.token, base_url=f"{url}/bot") as client:
        poll = asyncio.ensure_future(client.get_updates(timeout=10))
        await local.until(lambda: bot.polling)
        await server.stop()
        with pytest.raises(NetworkError):
            await poll
        ann.say("r7")
        with pytest.raises(NetworkError, match="ConnectError"):
            await client.get_updates(timeout=0)
        await server.start(int(url.rpartition(":")[2]))
        (update,) = await client.get_updates(timeout=0)
        assert update.message is not None
        assert update.message.text == "r7"
    await server.stop()


async def test_calls_are_counted_by_method_without_polls(
    client: telegram.Bot, local: LocalTelegram, family: Group
) -> None:
    """5 [L]"""
    since = len(local.calls)
    sent = await client.send_message(family.id, "table")
    await client.edit_message_text("table 2", family.id, sent.message_id)
    await client.edit_message_text("table 3", family.id, sent.message_id)
    await client.get_updates(timeout=0)
    assert local.counted(since) == {"sendMessage": 1, "editMessageText": 2}
    assert local.calls[-2].params["text"] == "table 3"


async def test_a_token_must_be_known(local: LocalTelegram, url: str) -> None:
    """2.1 [P]: 404 for what is no token, 401 for one that is not valid"""
    async with HTTPXRequest(httpx_kwargs={"verify": False}) as request:
        for token, why in (("nonsense", "Not Found"), (f"123456789:{'A' * 35}", "Unauthorized")):
            with pytest.raises(InvalidToken, match=why):
                await request.post(f"{url}/bot{token}/getMe")
    assert local.calls == []
