"""What an operator should know about the account: its name, its rights, its webhook."""

from __future__ import annotations

from collections.abc import Iterator

import telegram

from uno_chat.contract import Finding
from uno_chat_telegram.settings import Hook


async def examined(bot: telegram.Bot, hook: Hook | None) -> tuple[Finding, ...]:
    """Look without changing anything; raises TelegramError."""
    me = await bot.get_me()
    info = await bot.get_webhook_info()
    return (*_account(me), *_receiving(info, hook))


def _account(me: telegram.User) -> Iterator[Finding]:
    yield Finding(f"token of @{me.username}")
    groups = "it may not be added to groups: tell @BotFather /setjoingroups, Enable."
    yield Finding("groups", None if me.can_join_groups else groups)
    if me.can_read_all_group_messages:
        yield Finding("privacy mode is off: more is heard in groups than is needed")
    else:
        yield Finding("privacy mode is on: only what is meant for the bot is heard in groups")


def _receiving(info: telegram.WebhookInfo, hook: Hook | None) -> Iterator[Finding]:
    waiting = f"{info.pending_update_count} updates wait"
    if hook is None:
        yield Finding(f"polling, {waiting}")
    elif info.last_error_message:
        yield Finding(
            "webhook",
            f"Telegram could not post to {hook.url} ({info.last_error_message}), {waiting}: make"
            " sure that it is reached from outside by https.",
        )
    else:
        yield Finding(f"webhook at {hook.url}, {waiting}")
