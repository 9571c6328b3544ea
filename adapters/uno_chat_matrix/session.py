"""Who we are on the homeserver: by a token that was given, or by logging in once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from uno_chat.contract import AccountRefused
from uno_chat_matrix.bridges import USUAL
from uno_chat_matrix.client import Client, NoAnswer, Refused
from uno_chat_matrix.errors import account_error, login_error
from uno_chat_matrix.places import device_of, localpart_of
from uno_chat_matrix.settings import Settings
from uno_chat_matrix.values import text

_SHOWN_AS: Final = "Uno Chat"


@dataclass(frozen=True, slots=True)
class Me:
    """An account: its id, the name that people see, the device from which we write; whether it
    ``reads`` what is encrypted, and how accounts are named that it takes for ``bridged``.
    """

    id: str
    name: str = ""
    device: str = ""
    reads: bool = False
    bridged: tuple[str, ...] = USUAL


async def enter(client: Client, settings: Settings) -> Me:
    """Let the client call as the account; raises RetryLater or AccountRefused."""
    token = settings.token or await log_in(client, settings, device_of(settings.user))
    client.authorize(token)
    return await identified(client, settings)


async def identified(client: Client, settings: Settings) -> Me:
    """Whose token it is; raises RetryLater or AccountRefused."""
    try:
        if settings.called_with:
            await _register(client, settings)
        whoami = await client.get("account", "whoami")
        me = text(whoami, "user_id")
        if me != settings.user:
            raise AccountRefused(f"The access token is of {me}: correct matrix_user or the token.")
        name = text(await client.look("profile", me), "displayname")
        device, bridged = text(whoami, "device_id"), (*USUAL, *settings.bridged)
        return Me(me, name, device, settings.encrypts, bridged)
    except (NoAnswer, Refused) as error:
        raise account_error(error) from error


async def _register(client: Client, settings: Settings) -> None:
    """Make the account of an application service, which has no password; it may be there."""
    body = {"type": "m.login.application_service", "username": localpart_of(settings.user)}
    try:
        await client.post("register", body=body)
    except Refused as error:
        if error.code != "M_USER_IN_USE":
            raise


async def log_in(client: Client, settings: Settings, device: str) -> str:
    """A token for this device. What was sent is known again by the device, so it is always the
    same; the token itself is kept nowhere. Raises RetryLater or AccountRefused.
    """
    body = {
        "type": "m.login.password",
        "identifier": {"type": "m.id.user", "user": settings.user},
        "password": settings.password,
        "device_id": device,
        "initial_device_display_name": _SHOWN_AS,
    }
    try:
        return text(await client.post("login", body=body), "access_token")
    except (NoAnswer, Refused) as error:
        raise login_error(error) from error
