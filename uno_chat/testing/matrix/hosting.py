"""What a host needs to be served by a Matrix that outlives it."""

from __future__ import annotations

from uno_chat.testing.matrix.api import Account
from uno_chat.testing.matrix.homeserver import Homeserver


def given(server: Homeserver, uno: Account) -> dict[str, str]:
    """The variables of an account whose server does not limit it, beside ``adapters``."""
    return {
        "matrix_homeserver": server.url,
        "matrix_user": uno.user,
        "matrix_access_token": uno.token,
        "matrix_limits": "lifted",
    }
