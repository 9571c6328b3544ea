"""How an account begins: settings, token, webhook, commands, and others who poll for it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from datetime import timedelta

import pytest

from uno_chat.contract import AccountRefused, Examined, Findable, Finding, Puller, RetryLater
from uno_chat.testing.telegram import (
    ApiError,
    Bot,
    BotApiServer,
    Dropped,
    LocalTelegram,
    Person,
    bad,
    flood,
)
from uno_chat_telegram import TelegramAdapter, plugin
from uno_chat_telegram.decode import KINDS

Connect = Callable[..., TelegramAdapter]

HOOKED = {
    "mode": "webhook",
    "webhook_url": "http://127.0.0.1:9/in",
    "webhook_secret": "s-e_c-r_e-t-0123",
}
TOKEN = "123456:AAbbCCddEEff-gg_hh"


# settings


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "BotFather"),
        ({"token": "secret!"}, "BotFather"),
        ({"token": TOKEN, "mode": "hook"}, "polling or webhook"),
        ({"token": TOKEN, "api_url": "127.0.0.1"}, "telegram_api_url"),
        ({"token": TOKEN, "api_url": "http://127.0.0.1:99999"}, "telegram_api_url"),
        ({"token": TOKEN, "api_url": "http://[::1"}, "telegram_api_url"),
        ({"token": TOKEN, "mode": "webhook"}, "webhook_url"),
        ({"token": TOKEN, "mode": "webhook", "webhook_url": "https://a.example"}, "webhook_secret"),
        ({"token": TOKEN, **HOOKED, "webhook_secret": "secret! of enough length"}, "openssl rand"),
        ({"token": TOKEN, **HOOKED, "webhook_secret": "a" * 15}, "webhook_secret"),
        ({"token": TOKEN, "tokn": "x"}, "did you mean telegram_token?"),
        ({"token": TOKEN, "profile": "{"}, "profile"),
        ({"token": TOKEN, "profile": "[]"}, "profile"),
        ({"token": TOKEN, "profile": '{"en": {"grop": {}}}'}, "grop"),
    ],
)
def test_a_bad_setting_is_told_in_one_sentence_without_secrets(
    settings: dict[str, str], words: str
) -> None:
    with pytest.raises(ValueError, match=words) as told:
        plugin(settings)
    assert "secret!" not in str(told.value)
    assert TOKEN not in str(told.value)


def test_a_token_is_enough_and_the_keys_of_other_modes_do_no_harm() -> None:
    for settings in (
        {"token": f" {TOKEN}\n"},
        {"token": TOKEN, "webhook_url": "https://a.example"},
    ):
        adapter = plugin(settings)
        assert adapter.network == "telegram"
        assert isinstance(adapter.source, Puller)


# the account


async def test_an_account_is_found_by_its_name_once_it_is_open(connect: Connect, bot: Bot) -> None:
    adapter = connect()
    assert isinstance(adapter, Findable)
    assert adapter.found_as == ""
    await adapter.open()
    assert adapter.found_as == f"@{bot.account.username}"


async def test_a_token_that_telegram_does_not_know_is_refused(connect: Connect, bot: Bot) -> None:
    adapter = connect(token=f"{bot.id}:not-the-token-of-this-bot")
    with pytest.raises(AccountRefused, match="@BotFather"):
        await adapter.open()


async def test_a_revoked_token_ends_the_pulling(adapter: TelegramAdapter, bot: Bot) -> None:
    bot.token = f"{bot.id}:another-token-of-the-bot"
    assert isinstance(adapter.source, Puller)
    with pytest.raises(AccountRefused, match="@BotFather"):
        await adapter.source.pull(None)


@pytest.mark.parametrize("fault", [ApiError(502), Dropped(done=False), flood(timedelta(seconds=9))])
async def test_a_telegram_in_trouble_is_tried_again_later(
    connect: Connect, local: LocalTelegram, ann: Person, fault: ApiError | Dropped
) -> None:
    adapter = connect()
    local.faults.plan(fault, method="getMe")
    with pytest.raises(RetryLater) as told:
        await adapter.open()
    assert told.value.after >= timedelta(seconds=1)
    await adapter.open()
    local.faults.plan(fault, method="getUpdates")
    assert isinstance(adapter.source, Puller)
    with pytest.raises(RetryLater):
        await adapter.source.pull(None)
    ann.say("r7")
    assert len((await adapter.source.pull(None)).envelopes) == 1


async def test_a_telegram_that_is_not_there_is_tried_again_later(
    connect: Connect, server: BotApiServer
) -> None:
    adapter = connect()
    await server.stop()
    with pytest.raises(RetryLater):
        await adapter.open()


async def test_two_who_poll_for_one_bot_are_told_apart(
    connect: Connect, adapter: TelegramAdapter, bot: Bot, local: LocalTelegram, ann: Person
) -> None:
    second = connect()
    await second.open()
    assert isinstance(adapter.source, Puller)
    assert isinstance(second.source, Puller)
    first_pull = asyncio.ensure_future(adapter.source.pull(None))
    await local.until(lambda: bot.polling)
    second_pull = asyncio.ensure_future(second.source.pull(None))
    with pytest.raises(AccountRefused, match=r"Another program receives .*: stop it"):
        await first_pull
    ann.say("r7")
    assert len((await second_pull).envelopes) == 1


async def test_a_webhook_that_somebody_sets_ends_the_polling(
    connect: Connect, adapter: TelegramAdapter
) -> None:
    await connect(**HOOKED).open()
    assert isinstance(adapter.source, Puller)
    with pytest.raises(AccountRefused, match="Another program has set a webhook"):
        await adapter.source.pull(None)


async def test_whoever_opens_without_pulling_lets_another_one_pull(
    connect: Connect, adapter: TelegramAdapter, bot: Bot, local: LocalTelegram, ann: Person
) -> None:
    """Several workers share an account: one pulls, one sends."""
    assert isinstance(adapter.source, Puller)
    pull = asyncio.ensure_future(adapter.source.pull(None))
    await local.until(lambda: bot.polling)
    await connect().open()
    ann.say("r7")
    assert len((await pull).envelopes) == 1


async def test_a_pull_that_is_given_up_leaves_everything_as_it_was(
    adapter: TelegramAdapter, bot: Bot, local: LocalTelegram, ann: Person
) -> None:
    assert isinstance(adapter.source, Puller)
    pull = asyncio.ensure_future(adapter.source.pull(None))
    await local.until(lambda: bot.polling)
    pull.cancel()
    await asyncio.gather(pull, return_exceptions=True)
    await local.until(lambda: not bot.polling)
    ann.say("r7")
    assert len((await adapter.source.pull(None)).envelopes) == 1


# the webhook


async def test_polling_takes_a_webhook_away_and_drops_nothing(
    connect: Connect, bot: Bot, ann: Person
) -> None:
    await connect(**HOOKED).open()
    ann.say("r7")
    adapter = connect()
    await adapter.open()
    assert bot.hook is None
    assert isinstance(adapter.source, Puller)
    assert len((await adapter.source.pull(None)).envelopes) == 1


async def test_a_webhook_is_set_with_its_secret_and_drops_nothing(
    connect: Connect, bot: Bot, ann: Person, local: LocalTelegram
) -> None:
    ann.say("r7")
    adapter = connect(**HOOKED)
    for _ in range(2):
        await adapter.open()
    assert bot.hook is not None
    assert (bot.hook.url, bot.hook.secret) == (HOOKED["webhook_url"], HOOKED["webhook_secret"])
    assert len(bot.updates.queue()) == 1
    assert not any(c.params.get("drop_pending_updates") == "true" for c in local.calls)


@pytest.mark.reported("68")
@pytest.mark.parametrize("mode", ["polling", "webhook"])
async def test_only_what_is_understood_is_asked_for(
    connect: Connect, bot: Bot, ann: Person, mode: str
) -> None:
    bot.updates.allow(["poll", "message"])
    adapter = connect(**(HOOKED if mode == "webhook" else {}))
    await adapter.open()
    ann.say("r7")
    if isinstance(adapter.source, Puller):
        await adapter.source.pull(None)
    assert bot.updates.allowed == frozenset(KINDS)


async def test_a_webhook_that_telegram_refuses_is_told_in_its_words(connect: Connect) -> None:
    adapter = connect(**HOOKED | {"webhook_url": "http://uno.example.org/in"})
    with pytest.raises(AccountRefused, match=r"(?i)https url must be provided"):
        await adapter.open()


# commands and descriptions

PROFILE = {
    "en": {
        "group": {"new": "opens a table", "join": "takes a seat"},
        "private": {"hand": "shows your cards"},
        "about": "Cards by message",
        "description": "A game of cards in this chat, at your own pace.",
    },
    "pt-BR": {
        "group": {"new": "abre uma mesa"},
        "private": {},
        "about": "Cartas por mensagem",
    },
}
GROUPS, PRIVATE = '{"type": "all_group_chats"}', '{"type": "all_private_chats"}'


async def test_commands_and_descriptions_are_registered_by_scope_and_language(
    connect: Connect, bot: Bot
) -> None:
    await connect(profile=json.dumps(PROFILE)).open()
    registered = {
        place: {command["command"]: command["description"] for command in commands}
        for place, commands in bot.commands.items()
    }
    english = PROFILE["en"]
    assert registered == {
        (GROUPS, ""): english["group"],
        (GROUPS, "en"): english["group"],
        (GROUPS, "pt"): PROFILE["pt-BR"]["group"],
        (PRIVATE, ""): english["private"],
        (PRIVATE, "en"): english["private"],
    }
    assert bot.texts["short_description", ""] == english["about"]
    assert bot.texts["short_description", "pt"] == PROFILE["pt-BR"]["about"]
    assert bot.texts["description", ""] == english["description"]
    assert ("description", "pt") not in bot.texts


async def test_what_is_registered_already_is_only_looked_at(
    connect: Connect, local: LocalTelegram
) -> None:
    await connect(profile=json.dumps(PROFILE)).open()
    calls = len(local.calls)
    await connect(profile=json.dumps(PROFILE)).open()
    assert not [name for name in local.counted(calls) if name.startswith("set")]


async def test_another_menu_gives_way_to_the_commands(connect: Connect, bot: Bot) -> None:
    bot.menu[0] = {"type": "web_app", "text": "x", "web_app": {"url": "https://a.example"}}
    await connect(profile=json.dumps(PROFILE)).open()
    assert bot.menu[0] == {"type": "commands"}


async def test_without_words_nothing_is_registered(connect: Connect, local: LocalTelegram) -> None:
    await connect().open()
    assert local.counted() == {"getMe": 1, "getWebhookInfo": 1}


@pytest.mark.parametrize("fault", [flood(timedelta(hours=1)), bad("BOT_COMMAND_INVALID")])
async def test_a_bot_without_its_adornments_works_all_the_same(
    connect: Connect,
    local: LocalTelegram,
    ann: Person,
    caplog: pytest.LogCaptureFixture,
    fault: ApiError,
) -> None:
    local.faults.plan(fault, method="setMyCommands")
    adapter = connect(profile=json.dumps(PROFILE))
    with caplog.at_level(logging.WARNING):
        await adapter.open()
    assert "not all registered" in caplog.text
    ann.say("r7")
    assert isinstance(adapter.source, Puller)
    assert len((await adapter.source.pull(None)).envelopes) == 1


# what an operator is told


async def test_an_account_in_order_has_no_trouble(adapter: TelegramAdapter, ann: Person) -> None:
    ann.say("r7")
    assert isinstance(adapter, Examined)
    assert await adapter.examine() == (
        Finding("token of @uno_test_bot"),
        Finding("groups"),
        Finding("privacy mode is on: only what is meant for the bot is heard in groups"),
        Finding("polling, 1 updates wait"),
    )


async def test_looking_changes_nothing_and_tells_what_a_start_will_do(
    connect: Connect, bot: Bot, local: LocalTelegram, ann: Person
) -> None:
    ann.say("r7")
    hooked, polled = connect(**HOOKED), connect()
    assert (await hooked.examine())[-1] == Finding(
        f"no webhook is registered, 1 updates wait: uno-chat run registers {HOOKED['webhook_url']};"
        " if it runs already, its log says why not, or another program uses this bot"
    )
    assert local.counted() == {"getMe": 1, "getWebhookInfo": 1}
    await connect(**HOOKED | {"webhook_url": "http://127.0.0.1:9/other"}).open()
    assert (await hooked.examine())[-1].name.startswith(
        "Telegram posts to http://127.0.0.1:9/other, 1 updates wait: uno-chat run registers"
    )
    assert (await polled.examine())[-1] == Finding(
        "polling, 1 updates wait; uno-chat run takes the webhook at http://127.0.0.1:9/other away"
    )
    assert bot.hook is not None


async def test_a_webhook_that_is_not_reached_is_trouble_as_long_as_something_waits(
    connect: Connect, bot: Bot, local: LocalTelegram, ann: Person
) -> None:
    adapter = connect(**HOOKED)
    await adapter.open()
    assert (await adapter.examine())[-1] == Finding(
        f"webhook at {HOOKED['webhook_url']}, 0 updates wait"
    )
    ann.say("r7")
    await local.until(lambda: bot.hook is not None and bool(bot.hook.error))
    assert (await adapter.examine())[-1] == Finding(
        "webhook",
        f"Telegram cannot post to {HOOKED['webhook_url']}, 1 updates wait (last error at"
        f" {local.clock.now():%Y-%m-%d %H:%M} UTC: Wrong response from the webhook: 0): make sure"
        " that uno-chat run is running and reached there from outside by https.",
    )
    bot.updates.drop()
    (*_, now) = await adapter.examine()
    assert now.trouble is None
    assert "0 updates wait (last error at" in now.name


async def test_a_bot_that_hears_more_than_it_needs_is_told_of(
    connect: Connect, local: LocalTelegram
) -> None:
    nosy = local.bot("nosy_bot", privacy=False)
    adapter = connect(token=nosy.token)
    await adapter.open()
    names = [finding.name for finding in await adapter.examine()]
    assert any("privacy mode is off" in name for name in names)


async def test_a_webhook_that_telegram_cannot_find_yet_is_registered_later(
    connect: Connect, local: LocalTelegram, bot: Bot
) -> None:
    local.faults.plan(
        bad("bad webhook: Failed to resolve host: Name or service not known"),
        method="setWebhook",
    )
    local.faults.plan(bad("bad webhook: IP address 10.0.0.1 is reserved"), method="setWebhook")
    adapter = connect(**HOOKED)
    for words in ("in the DNS", "from outside"):
        with pytest.raises(RetryLater, match=words):
            await adapter.open()
    await adapter.open()
    assert bot.hook is not None
