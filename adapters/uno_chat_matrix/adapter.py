"""The adapter: one account, opened and closed, and one call for every delivery."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, assert_never

from uno_chat.contract import (
    Address,
    Capabilities,
    Conversation,
    Delivery,
    Finding,
    Mark,
    Memory,
    Private,
    Puller,
    Quota,
    Receipt,
    Rejected,
    RetryLater,
    Toast,
    User,
    Webhook,
)
from uno_chat_matrix.account import Account, account
from uno_chat_matrix.client import PATIENCE, Client, NoAnswer, Refused
from uno_chat_matrix.errors import SOON, account_error, read_error
from uno_chat_matrix.examine import examined
from uno_chat_matrix.parting import part
from uno_chat_matrix.places import NETWORK, conversation
from uno_chat_matrix.rank import manages
from uno_chat_matrix.render import LONGEST
from uno_chat_matrix.send import show
from uno_chat_matrix.session import Me, enter
from uno_chat_matrix.settings import Settings
from uno_chat_matrix.sync import Syncing
from uno_chat_matrix.transactions import Transactions
from uno_chat_matrix.writing import Secrecy

CAPABILITIES: Final = Capabilities(
    text_limit=LONGEST,
    marks=frozenset(Mark),
    edits=True,
    threads=True,
    private=Private.BY_INVITE,
    idempotent_sends=True,
    trusted_time=True,
    per_account=Quota(10, 50, refills=True),  # Synapse's own, of messages, edits and reactions
    ranks=True,
    prefix="!uno ",
)

LIFTED: Final = Quota(1000, 10)
"""More than is ever sent. That there is one says whose limit it is, should the homeserver set one.
"""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class MatrixAdapter:
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
        self._patience = patience
        self._account: Account | None = None
        self._memory: Memory | None = None
        self._source = self._source_of(settings.called_with)

    @property
    def network(self) -> str:
        return NETWORK

    @property
    def capabilities(self) -> Capabilities:
        if self._settings.lifted:
            return replace(CAPABILITIES, per_account=LIFTED)
        return CAPABILITIES

    @property
    def found_as(self) -> str:
        return "" if self._account is None else self._account.me.id

    @property
    def source(self) -> Puller | Webhook:
        return self._source

    def _source_of(self, secret: str) -> Puller | Webhook:
        if secret:
            return Transactions(secret, lambda: self._account, self._kept, self._now)
        return Syncing(lambda: self._account, self._now)

    def _kept(self) -> Memory:
        assert self._memory is not None, "a host gives us one before it opens us"
        return self._memory

    def remember_in(self, memory: Memory) -> None:
        self._memory = memory

    async def open(self) -> None:
        if self._account is not None:
            return
        client = self._client()
        try:
            me = await enter(client, self._settings)
            self._account = account(client, me, await self._secrecy(client, me))
        finally:
            if self._account is None:
                await client.close()

    async def _secrecy(self, client: Client, me: Me) -> Secrecy | None:
        """Our device, if the host wants encryption. Imported only then: few do."""
        if not self._settings.encrypts:
            return None
        from uno_chat_matrix.encryption import open_cipher  # noqa: PLC0415 - an extra

        try:
            return await open_cipher(client, self._kept(), me.id, me.device, self._now)
        except (NoAnswer, Refused) as error:
            raise account_error(error) from error

    async def deliver(self, delivery: Delivery | Toast) -> Receipt:
        here = self._account
        if here is None:
            raise RetryLater(SOON, "the account is not open")
        match delivery:
            case Toast():
                raise Rejected("nothing can be pressed on Matrix")
            case Delivery():
                where = await self._where(here, delivery.to)
                return await show(here.pen, here.me.id, delivery, where)
            case _:
                assert_never(delivery)

    async def _where(self, here: Account, to: Address) -> Conversation:
        """A conversation, for a person the room that nobody else is in; raises DeliveryError."""
        if isinstance(to, Conversation):
            return to
        return conversation(await here.private.room_of(to.id, self._now()))

    async def manages(self, user: User, conversation: Conversation) -> bool:
        """Whether somebody may put people out of a room."""
        here = self._account
        if here is None:
            raise RetryLater(SOON, "the account is not open")
        return await manages(here.client, user.id, conversation.id)

    async def part(self, user: User) -> None:
        """Leave the private rooms of somebody, and forget the keys; raises DeliveryError."""
        here = self._account
        if here is None:
            raise RetryLater(SOON, "the account is not open")
        try:
            await part(here, self._memory, user.id)
        except (NoAnswer, Refused) as error:
            raise read_error(error) from error

    async def examine(self) -> tuple[Finding, ...]:
        """What works and what does not; raises RetryLater or AccountRefused."""
        client = self._client()
        try:
            return await examined(client, self._settings)
        finally:
            await client.close()

    async def close(self) -> None:
        here, self._account = self._account, None
        if here is not None:
            await here.client.close()

    def _client(self) -> Client:
        return Client(self._settings.homeserver, patience=self._patience)
