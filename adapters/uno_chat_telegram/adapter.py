"""The adapter: one account, opened and closed, and one call for every delivery."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, assert_never

from telegram.error import TelegramError

from uno_chat.contract import (
    Buttons,
    Capabilities,
    Conversation,
    Delivery,
    Finding,
    Mark,
    Private,
    Puller,
    Quota,
    Receipt,
    RetryLater,
    Toast,
    Toasts,
    User,
    Webhook,
)
from uno_chat_telegram.client import PATIENCE, client
from uno_chat_telegram.decode import KINDS, Decoder
from uno_chat_telegram.ephemeral import Whisper
from uno_chat_telegram.errors import SOON, account_error
from uno_chat_telegram.examine import examined
from uno_chat_telegram.places import NETWORK
from uno_chat_telegram.profile import register
from uno_chat_telegram.rank import manages
from uno_chat_telegram.render import LONGEST
from uno_chat_telegram.said import NOBODY, Me
from uno_chat_telegram.send import answer, show
from uno_chat_telegram.settings import Settings
from uno_chat_telegram.sources import Polling, Posted

CAPABILITIES: Final = Capabilities(
    text_limit=LONGEST,
    marks=frozenset(Mark),
    buttons=Buttons(per_row=8, total=100, payload_bytes=64),
    edits=True,
    threads=True,
    toast=Toasts(chars=200, seconds=10),
    private=Private.AFTER_CONTACT,
    trusted_time=True,  # in whole seconds; of a press it is when it came in
    per_conversation=Quota(18, 60),  # Telegram allows 20; edits count
    per_account=Quota(28, 1),  # of about 30
    prefix="/",
    contact_links=True,
    ranks=True,
)


def _utc_now() -> datetime:
    return datetime.now(UTC)


class TelegramAdapter:
    """One bot account. ``patience``: seconds after which an answer is taken for lost."""

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], datetime] = _utc_now,
        patience: float = PATIENCE,
    ) -> None:
        self._settings = settings
        self._now = now
        self._client = client(settings.token, settings.api_url, patience)
        self._me = NOBODY
        self._whisper = Whisper(self._client.bot)

    @property
    def network(self) -> str:
        return NETWORK

    @property
    def capabilities(self) -> Capabilities:
        return replace(CAPABILITIES, peeks=self._settings.ephemeral)

    @property
    def source(self) -> Webhook | Puller:
        decoder = Decoder(self._me, self._now)
        hook = self._settings.hook
        if hook is None:
            return Polling(self._client.updates, decoder)
        return Posted(hook.secret, decoder)

    @property
    def found_as(self) -> str:
        return f"@{self._me.name}" if self._me.name else ""

    async def open(self) -> None:
        await self._client.open()
        try:
            me = await self._client.bot.get_me()
            await register(self._client.bot, self._settings.profile)
            await self._set_hook()  # last: what waited is posted at once
        except TelegramError as error:
            raise account_error(error) from error
        self._me = Me(me.id, me.username or "")

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        if self._me is NOBODY:
            raise RetryLater(SOON, "the account is not open")
        match delivery:
            case Toast(ack=ack, peek=peek) if peek is not None:
                await self._whisper.show(self._me, peek, ack)
                return await answer(self._client.bot, replace(delivery, text="", alert=False))
            case Toast():
                return await answer(self._client.bot, delivery)
            case Delivery():
                return await show(self._client.bot, self._me, delivery)
            case _:
                assert_never(delivery)

    async def manages(self, user: User, conversation: Conversation) -> bool:
        """Whether somebody is an admin of a group, or owns it."""
        if self._me is NOBODY:
            raise RetryLater(SOON, "the account is not open")
        return await manages(self._client.bot, user, conversation)

    async def examine(self) -> tuple[Finding, ...]:
        """What works and what does not; raises RetryLater or AccountRefused."""
        await self._client.open()
        try:
            return await examined(self._client.bot, self._settings.hook)
        except TelegramError as error:
            raise account_error(error) from error

    async def close(self) -> None:
        self._me = NOBODY
        await self._client.close()

    async def _set_hook(self) -> None:
        """What waits for us at Telegram is never dropped. Nothing is deleted that is not there:
        it would cut off whoever asks for updates now, another worker of ours perhaps.
        """
        bot, hook = self._client.bot, self._settings.hook
        if hook is None:
            if (await bot.get_webhook_info()).url:
                await bot.delete_webhook(drop_pending_updates=False)
        else:
            await bot.set_webhook(
                hook.url,
                secret_token=hook.secret,
                allowed_updates=KINDS,
                drop_pending_updates=False,
            )
