"""What a device has signed: JSON in the one form in which every client writes it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from vodozemac import Account, Ed25519PublicKey, Ed25519Signature

from uno_chat_matrix.values import Json, text

_UNSIGNED = ("signatures", "unsigned")


def canonical(value: object) -> bytes:
    """JSON as it is signed: sorted, without spaces, UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def signed(account: Account, user: str, device: str, value: Json) -> Json:
    """The value with our signature."""
    signature = account.sign(canonical(value)).to_base64()
    return {**value, "signatures": {user: {f"ed25519:{device}": signature}}}


def is_signed(value: Mapping[str, object], user: str, device: str, key: str) -> bool:
    """Whether a device has signed this with this key."""
    given = text(value, "signatures", user, f"ed25519:{device}")
    bare = {name: what for name, what in value.items() if name not in _UNSIGNED}
    try:
        signature = Ed25519Signature.from_base64(given)
        Ed25519PublicKey.from_base64(key).verify_signature(canonical(bare), signature)
    except (ValueError, RecursionError):
        return False
    return True
