"""The files that a homeserver on the loopback interface starts from."""

from __future__ import annotations

import base64
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

SECRET: Final = "known-to-the-tests-alone"  # noqa: S105 - of a server that nobody else reaches
NAME: Final = "localhost"
_FREE: Final = {"per_second": 10000, "burst_count": 10000}
_LIMITS: Final = {
    "rc_message": _FREE,
    "rc_login": {"address": _FREE, "account": _FREE, "failed_attempts": _FREE},
    "rc_joins": {"local": _FREE, "remote": _FREE},
    "rc_joins_per_room": _FREE,
    "rc_invites": {"per_room": _FREE, "per_user": _FREE, "per_issuer": _FREE},
    "rc_room_creation": _FREE,
    "rc_admin_redaction": _FREE,
}


@dataclass(frozen=True, slots=True)
class AppService:
    """An application service as a homeserver knows it: called at ``url`` about the users whose
    names begin with ``prefix``, it speaks as ``sender``.
    """

    url: str
    sender: str
    prefix: str
    as_token: str = "as-token"  # noqa: S105 - known to the tests alone
    hs_token: str = "hs-token"  # noqa: S105 - known to the tests alone

    def as_json(self) -> dict[str, Any]:
        """The registration file; Synapse reads YAML, and JSON is YAML."""
        users = [{"exclusive": True, "regex": f"@{self.prefix}.*:{NAME}"}]
        aliases = [{"exclusive": True, "regex": f"#{self.sender}-.*:{NAME}"}]
        return {
            "id": self.sender,
            "url": self.url,
            "as_token": self.as_token,
            "hs_token": self.hs_token,
            "sender_localpart": self.sender,
            "rate_limited": False,
            "namespaces": {"users": users, "aliases": aliases, "rooms": []},
        }


def write(folder: Path, port: int, services: tuple[AppService, ...], *, limits: bool) -> Path:
    """Write everything into a folder, where a signing key that is there is kept; with ``limits``
    those of Synapse hold. Returns the path of the file to start from.
    """
    key = folder / "signing.key"
    if not key.exists():
        seed = base64.b64encode(os.urandom(32)).decode().rstrip("=")
        key.write_text(f"ed25519 a_test {seed}\n", encoding="ascii")
    files = [_json(folder / f"{each.sender}.json", each.as_json()) for each in services]
    config = _config(folder, port) | ({} if limits else _LIMITS)
    config["app_service_config_files"] = list(map(str, files))
    return _json(folder / "homeserver.json", config)


def _config(folder: Path, port: int) -> dict[str, Any]:
    listener = {
        "port": port,
        "type": "http",
        "tls": False,
        "bind_addresses": ["127.0.0.1"],
        "resources": [{"names": ["client"], "compress": False}],
    }
    return {
        "server_name": NAME,
        "pid_file": str(folder / "pid"),
        "report_stats": False,
        "listeners": [listener],
        "database": {"name": "sqlite3", "args": {"database": str(folder / "homeserver.db")}},
        "log_config": str(_json(folder / "log.json", _logging(folder))),
        "media_store_path": str(folder / "media"),
        "signing_key_path": str(folder / "signing.key"),
        "macaroon_secret_key": SECRET,
        "form_secret": SECRET,
        "registration_shared_secret": SECRET,
        "enable_registration": False,
        "suppress_key_server_warning": True,
        "trusted_key_servers": [],  # nobody else is asked for anything
        "federation_domain_whitelist": [],
        "url_preview_enabled": False,
        "presence": {"enabled": False},
        "bcrypt_rounds": 4,
        # Else a first sync is answered from memory for two minutes: rooms would be missing.
        "caches": {"sync_response_cache_duration": "0s"},
        "rc_registration": _FREE,
    }


def _logging(folder: Path) -> dict[str, Any]:
    handler = {
        "class": "logging.FileHandler",
        "filename": str(folder / "log"),
        "formatter": "plain",
    }
    return {
        "version": 1,
        "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
        "handlers": {"file": handler},
        "root": {"level": "WARNING", "handlers": ["file"]},
    }


def _json(path: Path, content: dict[str, Any]) -> Path:
    path.write_text(json.dumps(content, indent=1), encoding="utf-8")
    return path
