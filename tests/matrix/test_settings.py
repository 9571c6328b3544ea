"""Bad settings get one sentence, and none of them repeats a secret."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Final

import pytest

from uno_chat_matrix import CAPABILITIES, plugin, read_settings

GOOD: Final = {
    "homeserver": "https://matrix.example.org",
    "user": "@uno:example.org",
    "access_token": "syt_secret",
}
SERVICE: Final = {"mode": "appservice", "webhook_secret": "0123456789abcdef"}


def test_an_account_by_token() -> None:
    settings = read_settings(GOOD)
    assert (settings.homeserver, settings.user) == ("https://matrix.example.org", GOOD["user"])
    assert (settings.token, settings.password, settings.lifted) == ("syt_secret", "", False)


def test_an_account_by_password() -> None:
    given = {**GOOD, "access_token": "", "password": "of the bot"}
    assert read_settings(given).password == "of the bot"


def test_no_secret_is_in_a_repr() -> None:
    for settings in (GOOD, {**GOOD, "access_token": "", "password": "syt_secret"}):
        assert "syt_secret" not in repr(read_settings(settings))
        assert "syt_secret" not in repr(plugin(settings))


def test_what_every_adapter_is_given_is_taken() -> None:
    read_settings({**GOOD, "webhook_url": "https://uno.example.org/in/matrix", "profile": "{}"})


def test_relay_accounts_are_named_by_the_host() -> None:
    given = {**GOOD, "bridged": " @relay:example.org,@ghost_*:example.org, "}
    assert read_settings(given).bridged == ("@relay:example.org", "@ghost_*:example.org")


def test_a_host_who_lifted_the_limits_says_so() -> None:
    assert plugin(GOOD).capabilities == CAPABILITIES
    lifted = plugin({**GOOD, "limits": "lifted"}).capabilities
    assert not lifted.thrifty
    assert lifted == replace(CAPABILITIES, per_account=lifted.per_account)


def test_an_application_service_is_known_by_two_secrets_and_not_limited() -> None:
    settings = read_settings({**GOOD, **SERVICE})
    assert (settings.called_with, settings.lifted) == ("0123456789abcdef", True)
    assert "0123456789abcdef" not in repr(settings)
    assert "0123456789abcdef" not in repr(plugin({**GOOD, **SERVICE}).source)


def test_encryption_without_its_library_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert read_settings({**GOOD, "encryption": "on"}).encrypts
    monkeypatch.setitem(sys.modules, "vodozemac", None)
    with pytest.raises(ValueError, match="uno-chat\\[matrix-e2ee\\]"):
        read_settings({**GOOD, "encryption": "on"})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"homeserver": "example.org"}, "matrix_homeserver must be the address"),
        ({"homeserver": "https://matrix.example.org?x=1"}, "matrix_homeserver must be the address"),
        ({"homeserver": "http://localhost:8448x"}, "matrix_homeserver must be the address"),
        ({"homeserver": "http://localhost:99999"}, "matrix_homeserver must be the address"),
        ({"homeserver": "http://[::1"}, "matrix_homeserver must be the address"),
        ({"access_token": '{"access_token": "syt_secret"}'}, "matrix_access_token must be the"),
        ({"access_token": "syt_secreté"}, "matrix_access_token must be the token alone"),
        ({"user": "uno"}, "matrix_user must be a whole id like @uno:example.org, not 'uno'."),
        ({"user": "@uno"}, "matrix_user must be a whole id"),
        ({"access_token": ""}, "matrix needs either matrix_access_token or matrix_password."),
        ({"password": "too"}, "matrix needs either matrix_access_token or matrix_password."),
        ({"limits": "none"}, "matrix_limits is synapse, or lifted"),
        ({"bridged": "@relay:example.org, relay"}, "matrix_bridged is a list of user ids"),
        ({"mode": "webhook"}, "matrix_mode is sync or appservice, not 'webhook'."),
        ({**SERVICE, "webhook_secret": "syt_secret"}, "an application service needs the as_token"),
        ({**SERVICE, "access_token": "", "password": "x"}, "an application service needs"),
        ({**SERVICE, "encryption": "on"}, "an application service cannot read what is encrypted"),
        ({"encryption": "yes"}, "matrix_encryption is on or off, not 'yes'."),
        ({"acces_token": "x"}, "there is no key matrix_acces_token; did you mean"),
        ({"colour": "red"}, "there is no key matrix_colour."),
    ],
)
def test_a_bad_setting_gets_a_sentence(change: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}".replace("(", r"\(")) as told:
        read_settings({**GOOD, **change})
    assert "syt_secret" not in str(told.value)
