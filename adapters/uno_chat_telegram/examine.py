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
        away = f"; uno-chat run takes the webhook at {info.url} away" if info.url else ""
        yield Finding(f"polling, {waiting}{away}")
    elif info.url != hook.url:
        now = f"Telegram posts to {info.url}" if info.url else "no webhook is registered"
        yield Finding(
            f"{now}, {waiting}: uno-chat run registers {hook.url}; if it runs already, its log says"
            " why not, or another program uses this bot"
        )
    elif info.pending_update_count and info.last_error_message:
        yield Finding("webhook", _unreached(info, hook, waiting))
    else:
        yield Finding(f"webhook at {hook.url}, {waiting}{_last_error(info)}")


def _unreached(info: telegram.WebhookInfo, hook: Hook, waiting: str) -> str:
    return (
        f"Telegram cannot post to {hook.url}, {waiting}{_last_error(info)}: make sure that"
        " uno-chat run is running and reached there from outside by https."
    )


def _last_error(info: telegram.WebhookInfo) -> str:
    """Telegram goes on telling it long after all is well again."""
    if not info.last_error_message:
        return ""
    at = f" at {info.last_error_date:%Y-%m-%d %H:%M} UTC" if info.last_error_date else ""
    return f" (last error{at}: {info.last_error_message})"
