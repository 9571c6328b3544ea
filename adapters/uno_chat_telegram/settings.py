"""What the adapter is made from, checked before anything is tried."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final
from urllib.parse import urlsplit

import httpx

from uno_chat_telegram.profile import Words, read_profile

API_URL: Final = "https://api.telegram.org"
KEYS: Final = ("token", "api_url", "mode", "webhook_url", "webhook_secret", "ephemeral", "profile")

_TOKEN: Final = re.compile(r"\d{3,20}:[A-Za-z0-9_-]{10,}")
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{16,256}")
_URL: Final = re.compile(r"https?://[^\s/]+\S*")


@dataclass(frozen=True, slots=True)
class Hook:
    """Where Telegram posts updates to, and the secret by which we know it."""

    url: str
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Settings:
    """One account. Without a ``hook`` it is polled. The repr holds no secret."""

    token: str = field(repr=False)
    api_url: str = API_URL
    hook: Hook | None = None
    ephemeral: bool = False
    profile: tuple[Words, ...] = ()


def read_settings(settings: Mapping[str, str]) -> Settings:
    """Read ``token``, ``api_url`` (without "/bot"), ``mode`` ("polling" or "webhook"),
    ``webhook_url`` (the address that leads to this adapter), ``webhook_secret``, ``ephemeral``
    ("on" or "off": hands may be shown in groups, to one person each) and ``profile`` (see
    ``read_profile``). Raises ValueError with one sentence that repeats no secret.
    """
    _check_keys(settings)
    token = settings.get("token", "").strip()
    if not _TOKEN.fullmatch(token):
        raise ValueError(
            "telegram_token must be a token like 123456:ABC…; @BotFather in Telegram gives you one."
        )
    api_url = (settings.get("api_url") or API_URL).rstrip("/")
    if not _is_address(api_url):
        raise ValueError(
            "telegram_api_url must be an address that begins with https:// or http://, like"
            f" {API_URL}."
        )
    profile = read_profile(settings.get("profile", ""))
    return Settings(token, api_url, _hook(settings), _ephemeral(settings), profile)


def _is_address(url: str) -> bool:
    """Whether it can be called at all: what looks like an address may have a port that is none."""
    try:
        return bool(_URL.fullmatch(url) and httpx.URL(url).host and urlsplit(url).port != 0)
    except (ValueError, httpx.InvalidURL):
        return False


def _ephemeral(settings: Mapping[str, str]) -> bool:
    wanted = settings.get("ephemeral", "off")
    if wanted not in {"on", "off"}:
        raise ValueError(f"telegram_ephemeral is on or off, not {wanted!r}.")
    return wanted == "on"


def _check_keys(settings: Mapping[str, str]) -> None:
    for key in sorted(settings.keys() - set(KEYS)):
        close = get_close_matches(key, KEYS, n=1)
        hint = f"; did you mean telegram_{close[0]}?" if close else "."
        raise ValueError(f"there is no key telegram_{key}{hint}")


def _hook(settings: Mapping[str, str]) -> Hook | None:
    mode = settings.get("mode", "polling")
    if mode == "polling":
        return None
    if mode != "webhook":
        raise ValueError(f"telegram_mode is polling or webhook, not {mode!r}.")
    url, secret = settings.get("webhook_url", ""), settings.get("webhook_secret", "")
    if not _is_address(url):
        raise ValueError("in webhook mode webhook_url must be the https:// address of this server.")
    if not _SECRET.fullmatch(secret):
        raise ValueError(
            "in webhook mode webhook_secret must be 16 to 256 letters, digits, _ and -, known to"
            " nobody else, like what openssl rand -hex 32 prints."
        )
    return Hook(url, secret)
