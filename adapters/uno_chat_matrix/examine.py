"""What an operator should know about the account: whether it opens, how fast it may write, and who
can read what it writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from uno_chat.contract import AccountRefused, Finding
from uno_chat_matrix.client import Client, NoAnswer, Refused
from uno_chat_matrix.errors import NO_HOMESERVER, account_error
from uno_chat_matrix.places import device_of
from uno_chat_matrix.session import Me, identified, log_in
from uno_chat_matrix.settings import Settings

_SLOW: Final = (
    "limits are taken to be Synapse's: 10 messages at once, then one in 5 seconds for all tables"
    " together; deploy/README.md tells how to lift them"
)
_LIFTED: Final = "limits are lifted, says matrix_limits: if not, messages will be late"
_READABLE: Final = (
    "hands are sent without encryption: who runs the homeserver can read them; what is written in"
    " encrypted rooms cannot be read here"
)
_SEALED: Final = "private rooms are encrypted, says matrix_encryption"


async def examined(client: Client, settings: Settings) -> tuple[Finding, ...]:
    """Look without changing anything; raises RetryLater or AccountRefused."""
    try:
        await client.get("versions")
    except (NoAnswer, Refused) as error:
        if isinstance(error, NoAnswer) and error.heard:
            raise AccountRefused(NO_HOMESERVER) from error
        raise account_error(error) from error
    if settings.token:
        client.authorize(settings.token)
        me = await identified(client, settings)
    else:
        me = await _by_password(client, settings)
    return tuple(_findings(me, settings))


async def _by_password(client: Client, settings: Settings) -> Me:
    """Log in from a device of its own, and out: the one that serves keeps its token."""
    client.authorize(await log_in(client, settings, device_of(f"check {settings.user}")))
    me = await identified(client, settings)
    try:
        await client.post("logout")
    except (NoAnswer, Refused) as error:
        raise account_error(error) from error
    return me


def _findings(me: Me, settings: Settings) -> Iterator[Finding]:
    yield Finding(f"{'token' if settings.token else 'password'} of {me.id}")
    yield Finding(f"people see it as {me.name!r}" if me.name else f"people see it as {me.id}")
    yield Finding(_LIFTED if settings.lifted else _SLOW)
    yield Finding(_SEALED if settings.encrypts else _READABLE)
