"""What the adapter is made from, checked before anything is tried."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib.util import find_spec
from typing import Final
from urllib.parse import urlsplit

import httpx

KEYS: Final = (
    *("homeserver", "user", "access_token", "password"),
    *("limits", "bridged", "encryption", "mode"),
)
_SHARED: Final = ("webhook_url", "webhook_secret", "profile")
"""Every adapter is given these."""

_URL: Final = re.compile(r"https?://[^\s/?#]+[^\s?#]*")
_TOKEN: Final = re.compile(r"[!-~]*")
"""What a header can carry, and no more than one word."""
_LIFTED: Final = {"synapse": False, "lifted": True}
_SHORTEST: Final = 16
"""Characters of a secret that nobody guesses."""
_ENCRYPTS: Final = {"off": False, "on": True}


@dataclass(frozen=True, slots=True)
class Settings:
    """One account, known by a ``token`` or, if that is empty, by a ``password``. ``lifted``: the
    homeserver does not limit what it sends; ``bridged`` accounts stand for people of other
    networks, beside those that are named as usual; ``encrypts``: it reads and writes in encrypted
    rooms; ``called_with``: it is an application service, and this is what the homeserver knows. The
    repr holds no secret.
    """

    homeserver: str
    user: str
    token: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    lifted: bool = False
    bridged: tuple[str, ...] = ()
    encrypts: bool = False
    called_with: str = field(default="", repr=False)


def read_settings(settings: Mapping[str, str]) -> Settings:
    """Read ``homeserver`` (the address of its client API), ``user`` ("@uno:example.org"),
    ``access_token`` or ``password``, and ``limits``: "synapse" if the homeserver limits messages as
    Synapse does unless told otherwise, "lifted" if it does not limit this account; ``bridged``:
    user ids with commas between them, "*" for any text; ``encryption``: "off" or "on";
    ``mode``: "sync" or "appservice", which has the ``access_token`` that its registration calls
    as_token and the ``webhook_secret`` that it calls hs_token. Raises ValueError with one sentence
    that repeats no secret.
    """
    _check_keys(settings)
    homeserver = settings.get("homeserver", "").strip().rstrip("/")
    if not _is_address(homeserver):
        raise ValueError(
            "matrix_homeserver must be the address of the homeserver's client API, like"
            " https://matrix.example.org."
        )
    user = settings.get("user", "").strip()
    name, _, server = user.removeprefix("@").partition(":")
    if not (user.startswith("@") and name and server):
        raise ValueError(f"matrix_user must be a whole id like @uno:example.org, not {user!r}.")
    token, password = settings.get("access_token", "").strip(), settings.get("password", "")
    if bool(token) == bool(password):
        raise ValueError("matrix needs either matrix_access_token or matrix_password.")
    if not _TOKEN.fullmatch(token):
        raise ValueError(
            "matrix_access_token must be the token alone, without spaces or letters with"
            " accents: copy it again."
        )
    return Settings(
        homeserver,
        user,
        token,
        password,
        lifted=_lifted(settings) or bool(_called_with(settings)),
        bridged=_bridged(settings),
        encrypts=_encrypts(settings),
        called_with=_called_with(settings),
    )


def _is_address(url: str) -> bool:
    """Whether it can be called at all: what looks like an address may have a port that is none."""
    try:
        return bool(_URL.fullmatch(url) and httpx.URL(url).host and urlsplit(url).port != 0)
    except (ValueError, httpx.InvalidURL):
        return False


def _called_with(settings: Mapping[str, str]) -> str:
    mode, secret = settings.get("mode", "sync").strip(), settings.get("webhook_secret", "")
    if mode == "sync":
        return ""
    if mode != "appservice":
        raise ValueError(f"matrix_mode is sync or appservice, not {mode!r}.")
    if not settings.get("access_token") or len(secret) < _SHORTEST:
        raise ValueError(
            "an application service needs the as_token of its registration as matrix_access_token"
            f" and its hs_token, of {_SHORTEST} characters or more, as webhook_secret."
        )
    if settings.get("encryption", "off").strip() != "off":
        raise ValueError(
            "an application service cannot read what is encrypted: leave out matrix_encryption, or"
            " set matrix_mode to sync."
        )
    return secret


def _bridged(settings: Mapping[str, str]) -> tuple[str, ...]:
    named = tuple(one.strip() for one in settings.get("bridged", "").split(",") if one.strip())
    for one in named:
        if not one.startswith("@") or ":" not in one:
            raise ValueError(
                "matrix_bridged is a list of user ids like @relay:example.org or"
                f" @ghost_*:example.org, and {one!r} is none."
            )
    return named


def _lifted(settings: Mapping[str, str]) -> bool:
    limits = settings.get("limits", "synapse").strip()
    if limits not in _LIFTED:
        raise ValueError(
            "matrix_limits is synapse, or lifted where the homeserver does not limit this account,"
            f" not {limits!r}."
        )
    return _LIFTED[limits]


def _encrypts(settings: Mapping[str, str]) -> bool:
    encryption = settings.get("encryption", "off").strip()
    if encryption not in _ENCRYPTS:
        raise ValueError(f"matrix_encryption is on or off, not {encryption!r}.")
    if _ENCRYPTS[encryption] and find_spec("vodozemac") is None:
        raise ValueError(
            "matrix_encryption needs vodozemac, which is not installed:"
            " pip install 'uno-chat[matrix-e2ee]'"
        )
    return _ENCRYPTS[encryption]


def _check_keys(settings: Mapping[str, str]) -> None:
    for key in sorted(settings.keys() - {*KEYS, *_SHARED}):
        close = get_close_matches(key, KEYS, n=1)
        hint = f"; did you mean matrix_{close[0]}?" if close else "."
        raise ValueError(f"there is no key matrix_{key}{hint}")
