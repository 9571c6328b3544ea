"""Whatever a host configures, and whatever is posted at the door: used or refused in a sentence."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from uno_chat.cli.house import adapter_of, language_of, store_of, zone_of
from uno_chat.runtime import Configuration, ConfigurationError, read_configuration
from uno_chat.runtime.configuration import KEYS
from uno_chat.runtime.receiving import Account
from uno_chat.runtime.web import Door, Event
from uno_chat.testing.desk import NOON
from uno_chat.testing.fuzzing import (
    DEPTHS,
    TAKEN,
    Tally,
    Target,
    mangled,
    search,
    texts,
    written,
)
from uno_chat.testing.memory_store import MemoryStore
from uno_chat_telegram import TelegramAdapter, read_settings

SECRET: Final = "s-e_c-0123456789abcdef"
TOKEN: Final = "123456:AAbbCCddEEffGGhh"
ADAPTERS: Final = ("telegram", "matrix")
NAMES: Final = sorted(
    {
        *KEYS,
        *(f"telegram_{key}" for key in ("token", "api_url", "mode", "ephemeral", "profile")),
        *(f"matrix_{key}" for key in ("homeserver", "user", "access_token", "password", "mode")),
        *(f"matrix_{key}" for key in ("limits", "bridged", "encryption")),
        *("telegram_token_file", "webhook_secret_file", "colour", "telegram_", "matrix"),
    }
)
UPDATES: Final = list(
    json.loads(
        (Path(__file__).parents[1] / "telegram" / "updates.json").read_text(encoding="utf-8")
    ).values()
)

hosts = st.sampled_from(("example.org", "[::1]", "[::", "", "exa mple", "é.org", "a" * 300, "%"))
ports = st.sampled_from(("", ":0", ":80", ":65535", ":65536", ":99999999", ":x", ":٣", ":-1"))
tails = st.sampled_from(("", "/", "/in/telegram", "?a=b", "#x", "//", "/\0", "/é", "@b", "/x y"))
schemes = st.sampled_from(
    ("https://", "http://", "HTTPS://", "ftp://", "://", "", "sqlite:///", "postgresql+asyncpg://")
)
people = st.sampled_from(("", "", "u:p@", "u@", ":@", "u:p:q@", "@"))
urls = st.builds("{}{}{}{}{}".format, schemes, people, hosts, ports, tails)
usual = st.sampled_from(
    (
        *("on", "off", "polling", "webhook", "sync", "appservice", "synapse", "lifted", "*"),
        *("telegram", "matrix", "telegram, telegram", "@uno:example.org", "UTC", "Europe/Lisbon"),
        *("en", "fr", "fr-CA", "DEBUG", "info", "127.0.0.1:8080", "[::1]:8080"),
        *("/", "/etc", ".", "/nowhere", "sqlite:////tmp/uno.db", "sqlite://", "[]", "{}", "[1]"),
    )
)
values = usual | urls | texts | texts.map(lambda text: f"https://{text}")
secrets = {"webhook_secret": SECRET, "telegram_token": TOKEN, "matrix_password": SECRET[::-1]}
settings = st.builds(
    lambda some, hidden: some | {key: secrets[key] for key in hidden},
    st.dictionaries(st.sampled_from(NAMES), values, max_size=5),
    st.sets(st.sampled_from(sorted(secrets))),
)
complete = {
    "telegram_token": TOKEN,
    "matrix_homeserver": "https://matrix.example.org",
    "matrix_user": "@uno:example.org",
    "matrix_access_token": "syt_x",
}
given = settings.map(lambda more: {**complete, **more})


def configured(case: tuple[dict[str, str], bool]) -> str:
    """From the environment, or from a file."""
    named, in_file = case
    try:
        config = _read(named, in_file=in_file)
        _ = config.log_level, config.http_bind, zone_of(config), language_of(config)
        _ = config.database_url, config.adapters
        store_of(config)
        for name in ADAPTERS:
            _close(adapter_of(config, name))
    except ConfigurationError as error:
        said = str(error)
        assert said
        assert not [one for one in secrets.values() if one in said], "a secret is told"
        return "one sentence"
    assert SECRET not in repr(config)
    return TAKEN


def _close(adapter: Any) -> None:  # noqa: ANN401 - of either network
    asyncio.run(adapter.close())


def _read(named: dict[str, str], *, in_file: bool) -> Configuration:
    if not in_file:
        environment = {f"UNO_CHAT_{key.upper()}": value for key, value in named.items()}
        return read_configuration(None, environment, ADAPTERS)
    return filed("\n".join(f"{key} = {json.dumps(value)}" for key, value in named.items()).encode())


def filed(body: bytes) -> Configuration:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "uno.toml"
        path.write_bytes(body)
        return read_configuration(str(path), {}, ADAPTERS)


def from_file(body: bytes) -> str:
    try:
        config = filed(body)
    except ConfigurationError as error:
        return "one sentence" if str(error) else "nothing said"
    assert all(isinstance(value, str) for value in config.values.values())
    return TAKEN


def called(case: tuple[Event, list[Event]]) -> str:
    """The door under any call that a server would let through."""
    scope, body = case
    return asyncio.run(_called(scope, body))


async def _called(scope: Event, body: list[Event]) -> str:
    store = MemoryStore()
    await store.open()
    hook = {"mode": "webhook", "webhook_url": "https://a.b/in/telegram", "webhook_secret": SECRET}
    account = Account(TelegramAdapter(read_settings({"token": TOKEN, **hook})), is_open=True)
    door = Door({"telegram": account}, store, lambda: NOON, lambda: None, lambda: False)
    waiting, sent = list(body), []

    async def receive() -> Event:
        return waiting.pop(0) if waiting else {"type": "http.disconnect"}

    async def send(event: Event) -> None:
        sent.append(event)

    await door(scope, receive, send)
    await account.adapter.close()
    assert [one["type"] for one in sent] == ["http.response.start", "http.response.body"]
    assert SECRET.encode() not in sent[1]["body"]
    status = HTTPStatus(sent[0]["status"])
    assert status is not HTTPStatus.SERVICE_UNAVAILABLE, "it would be posted for ever"
    if store.rows.inbox or store.rows.unreadable:
        assert (b"x-telegram-bot-api-secret-token", SECRET.encode()) in [
            (name.lower(), value) for name, value in scope["headers"]
        ]
    return TAKEN if status is HTTPStatus.OK else f"{status.value}"


lengths = st.sampled_from((b"5", b"-1", b"9" * 30, b"9" * 5000, "²".encode("latin-1"), b"", b"x"))
headers = st.lists(
    st.tuples(st.just(b"x-telegram-bot-api-secret-token"), st.just(SECRET.encode()))
    | st.tuples(st.just(b"x-telegram-bot-api-secret-token"), st.binary(max_size=30))
    | st.tuples(st.just(b"content-length"), lengths)
    | st.tuples(st.binary(max_size=20), st.binary(max_size=20)),
    max_size=3,
)
places = st.sampled_from(
    ("/in/telegram", "/in/telegram/", "/in/matrix", "/livez", "/readyz", "/in")
)
scopes = st.fixed_dictionaries(
    {
        "type": st.just("http"),
        "method": st.sampled_from(("POST", "POST", "POST", "GET", "HEAD", "PUT", "", "BREW")),
        "path": places | st.just("/in/telegram") | texts,
        "headers": headers,
    }
)
chunks = st.builds(
    lambda body, more: {"type": "http.request", "body": body, "more_body": more},
    st.builds(written, mangled(UPDATES), st.sampled_from(DEPTHS)) | st.binary(max_size=20),
    st.booleans(),
)
tomls = st.binary(max_size=60) | st.builds(
    lambda parts: "\n".join(parts).encode(errors="replace"),
    st.lists(
        st.builds(
            "{} = {}".format,
            st.sampled_from(NAMES),
            st.sampled_from(
                ("1", "-1", "true", "1.5", "nan", "[1, 'a']", "{a = 1}", "1979-05-27", "''")
            )
            | texts.map(json.dumps)
            | st.just("[" * 3000 + "]" * 3000),
        )
        | texts,
        max_size=4,
    ),
)

TARGETS: Final = (
    Target("host: settings", st.tuples(given | settings, st.booleans()), configured),
    Target("host: a file of settings", tomls, from_file),
    Target("host: a call at the door", st.tuples(scopes, st.lists(chunks, max_size=2)), called),
)


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_whatever_is_set_or_called_is_used_or_refused(target: Target[Any]) -> None:
    tally = Tally()
    search(target, 200, 1, tally)
    assert 0 < tally.words[TAKEN] < tally.inputs
