"""Our own device on the homeserver: its keys, and those that are used up one by one."""

from __future__ import annotations

from typing import Final

from vodozemac import Account

from uno_chat.contract import AccountRefused, Memory
from uno_chat_matrix.client import Client
from uno_chat_matrix.encryption.kept import ACCOUNT, account_in, pickled_account
from uno_chat_matrix.encryption.pairs import OLM, ONE_TIME, Us
from uno_chat_matrix.encryption.signing import signed
from uno_chat_matrix.values import Json, number, text

MEGOLM: Final = "m.megolm.v1.aes-sha2"
FEW: Final = 20
"""One-time keys on the homeserver below which more are brought."""
ENOUGH: Final = 50


async def our_device(client: Client, memory: Memory, user: str, device: str) -> Us:
    """Our device, made and shown to the homeserver if it is new. Raises NoAnswer, Refused, and
    AccountRefused if its keys are lost: nobody would believe new ones.
    """
    try:
        account = await account_in(memory)
    except ValueError as error:
        raise AccountRefused(_lost(device)) from error
    shown = await _shown(client, user, device)
    if shown and (account is None or account.curve25519_key.to_base64() != shown):
        raise AccountRefused(_lost(device))
    if account is None:
        account = Account()
        await memory.write({ACCOUNT: pickled_account(account)})
    us = Us(user, device, account)
    if not shown:
        await client.post("keys", "upload", body={"device_keys": _our_keys(us)})
    return us


def _lost(device: str) -> str:
    return (
        f"The database does not hold the keys with which the homeserver knows the device {device}:"
        " restore the backup that has them, or log that device out and log in anew."
    )


async def _shown(client: Client, user: str, device: str) -> str:
    """The key by which the homeserver knows our device, empty if it knows none."""
    answer = await client.post("keys", "query", body={"device_keys": {user: []}})
    return text(answer, "device_keys", user, device, "keys", f"curve25519:{device}")


def _our_keys(us: Us) -> Json:
    keys = {
        "user_id": us.user,
        "device_id": us.device,
        "algorithms": [OLM, MEGOLM],
        "keys": {f"curve25519:{us.device}": us.key, f"ed25519:{us.device}": us.sign},
    }
    return signed(us.account, us.user, us.device, keys)


async def refill(client: Client, memory: Memory, us: Us, left: int) -> None:
    """Bring one-time keys if few are left; raises NoAnswer or Refused. They are kept before anybody
    can use them.
    """
    account = us.account
    if left >= FEW:
        return
    if not account.one_time_keys:
        account.generate_one_time_keys(ENOUGH - left)
        await memory.write({ACCOUNT: pickled_account(account)})
    keys = {
        f"{ONE_TIME}:{name}": signed(account, us.user, us.device, {"key": key.to_base64()})
        for name, key in account.one_time_keys.items()
    }
    await client.post("keys", "upload", body={"one_time_keys": keys})
    account.mark_keys_as_published()
    await memory.write({ACCOUNT: pickled_account(account)})


async def left_there(client: Client) -> int:
    """How many one-time keys the homeserver holds; raises NoAnswer or Refused."""
    answer = await client.post("keys", "upload", body={})
    return number(answer, "one_time_key_counts", ONE_TIME) or 0
