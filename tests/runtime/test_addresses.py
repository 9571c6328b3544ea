"""An address is read whole, or refused in one sentence that shows how to write it."""

import pytest

from uno_chat.runtime import ConfigurationError
from uno_chat.runtime.addresses import Bind, hook_url, read_bind
from uno_chat.runtime.configuration import Configuration


@pytest.mark.parametrize(
    ("text", "bind"),
    [
        ("127.0.0.1:8080", Bind("127.0.0.1", 8080)),
        ("0.0.0.0:80", Bind("0.0.0.0", 80)),
        ("localhost:65535", Bind("localhost", 65535)),
        ("[::1]:8080", Bind("::1", 8080)),
        ("[::]:0", Bind("::", 0)),
        (" 127.0.0.1:1 ", Bind("127.0.0.1", 1)),
    ],
)
def test_where_to_listen_is_a_host_and_a_port(text: str, bind: Bind) -> None:
    assert read_bind(text) == bind
    assert str(bind) == text.strip()


@pytest.mark.parametrize(
    "text",
    [
        *("8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "::1:8080", "[::1]"),
        *("http://127.0.0.1:80", "127.0.0.1:80/in", "a b:80", "127.0.0.1:-1", "[::1]:x", ""),
    ],
)
def test_anything_else_is_answered_with_how_to_write_it(text: str) -> None:
    with pytest.raises(ValueError, match=r"http_bind is written like 127\.0\.0\.1:8080 or \[::1\]"):
        read_bind(text)


def test_the_loopback_is_the_default_also_for_an_empty_value() -> None:
    for values in ({}, {"http_bind": ""}):
        assert Configuration(values).http_bind == Bind("127.0.0.1", 8080)
    assert Configuration({"http_bind": "[::1]:9"}).http_bind == Bind("::1", 9)
    with pytest.raises(ConfigurationError, match="not 'nowhere'"):
        _ = Configuration({"http_bind": "nowhere"}).http_bind


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("https://uno.example.org", "https://uno.example.org/in/telegram"),
        ("https://uno.example.org/", "https://uno.example.org/in/telegram"),
        ("https://example.org:8443/uno/", "https://example.org:8443/uno/in/telegram"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/in/telegram"),
        ("https://[2001:db8::1]:443", "https://[2001:db8::1]:443/in/telegram"),
    ],
)
def test_every_network_is_told_a_place_of_its_own(base: str, url: str) -> None:
    assert hook_url(base, "telegram") == url
    other = Configuration({"webhook_url": base}).settings_of("matrix")["webhook_url"]
    assert other == url.replace("telegram", "matrix")


@pytest.mark.parametrize(
    "base",
    [
        *("uno.example.org", "ftp://uno.example.org", "https://", "https://a b", "https://x/?a=1"),
        *("https://x/#top", "https://x:port", "https://x:0", "https://x:99999", "https://[::1"),
        *("https://u:p@x", "https://x/in/telegram", "https://x/in/telegram/", "https://x\n.org"),
    ],
)
def test_what_is_no_address_of_a_server_is_answered_with_one(base: str) -> None:
    with pytest.raises(ConfigurationError, match=r"like https://uno\.example\.org, without /in/"):
        Configuration({"webhook_url": base}).settings_of("telegram")


def test_an_adapter_without_an_address_is_given_none() -> None:
    assert "webhook_url" not in Configuration({}).settings_of("telegram")
    assert Configuration({"webhook_url": ""}).settings_of("telegram") == {"webhook_url": ""}
