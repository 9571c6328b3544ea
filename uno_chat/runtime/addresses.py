"""Where a host is reached: the address that it listens on, and the one that the world sees."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

INBOUND: Final = "/in/"
"""Below it stands one place for each network, so that several never collide."""

_BIND: Final = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<host>[\w.-]+)):(?P<port>\d{1,5})")
_HIGHEST_PORT: Final = 65535


@dataclass(frozen=True, slots=True)
class Bind:
    """A host and a port of this machine."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


LOOPBACK: Final = Bind("127.0.0.1", 8080)
"""The default: only this machine gets through to it, and on it a reverse proxy."""


def read_bind(text: str, key: str = "http_bind") -> Bind:
    """Read ``host:port``, an IPv6 address in brackets; raises ValueError with a sentence."""
    found = _BIND.fullmatch(text.strip())
    if found is None or int(found["port"]) > _HIGHEST_PORT:
        raise ValueError(f"{key} is written like {LOOPBACK} or [::1]:8080, not {text!r}.")
    return Bind(found["v6"] or found["host"], int(found["port"]))


def hook_url(base: str, network: str) -> str:
    """The address that a network is told to post to; raises ValueError with a sentence."""
    place = f"{INBOUND}{network}"
    if not _is_base(base) or base.rstrip("/").endswith(place):
        raise ValueError(
            f"webhook_url is the address of this server as the world sees it, like "
            f"https://uno.example.org, without {place} (that is added), not {base!r}."
        )
    return base.rstrip("/") + place


def _is_base(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = parts.port  # reading it checks it
    except ValueError:
        return False
    whole = text.isascii() and text.isprintable() and not set(text) & set(" ?#@")
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and whole and port != 0
