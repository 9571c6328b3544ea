"""A configuration is read whole, or refused in one sentence that says where and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from uno_chat.runtime import ConfigurationError, read_configuration
from uno_chat.runtime.configuration import Configuration, data_folder, nearest

ADAPTERS = ("matrix", "telegram", "terminal")


def read(path: Path | None = None, **environment: str) -> Configuration:
    return read_configuration(None if path is None else str(path), environment, ADAPTERS)


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "uno.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path | None = None, **environment: str) -> str:
    with pytest.raises(ConfigurationError) as caught:
        read(path, **environment)
    return str(caught.value)


def test_the_environment_overrides_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, 'adapters = ["telegram", "matrix"]\nlog_level = "debug"\n')
    config = read(path, UNO_CHAT_ADAPTERS="telegram, terminal,", HOME="/x")
    assert config.adapters == ("telegram", "terminal")
    assert config.log_level == "DEBUG"
    assert read(path).adapters == ("telegram", "matrix")


def test_a_network_that_is_named_twice_is_served_once(tmp_path: Path) -> None:
    path = written(tmp_path, 'adapters = ["matrix", "telegram", "matrix"]\n')
    assert read(path).adapters == ("matrix", "telegram")


@pytest.mark.parametrize(
    ("kind", "key", "secret"), [("telegram", "TOKEN", "1:abc"), ("matrix", "USER", "@uno:here")]
)
def test_an_account_that_two_would_serve_is_named(kind: str, key: str, secret: str) -> None:
    names = {
        "UNO_CHAT_ADAPTERS": f"{kind},{kind}2",
        f"UNO_CHAT_{kind.upper()}_{key}": secret,
        f"UNO_CHAT_{kind.upper()}2_{key}": f"{secret}\n",
    }
    told = refused(None, **names)
    assert told.startswith(f"{kind}2_{key.lower()} is that of {kind}, too: give {kind}2 an account")
    assert secret not in told
    assert read(None, **names | {"UNO_CHAT_ADAPTERS": kind}).adapters == (kind,)
    assert read(None, **names | {f"UNO_CHAT_{kind.upper()}2_{key}": "other"}).adapters[1:]


def test_the_file_may_be_named_in_the_environment(tmp_path: Path) -> None:
    path = written(tmp_path, 'language = "fr"\n')
    assert read(UNO_CHAT_CONFIG=str(path)).values["language"] == "fr"


def test_an_adapter_gets_its_own_keys_and_those_of_the_web(tmp_path: Path) -> None:
    path = written(tmp_path, 'telegram_token = "12:ab"\ntelegram_ids = [1, 2]\nhttp_bind = "x"\n')
    config = read(path, UNO_CHAT_WEBHOOK_URL="https://x", UNO_CHAT_MATRIX_USER="@uno:x")
    assert config.settings_of("telegram") == {
        "token": "12:ab",
        "ids": "1,2",
        "webhook_url": "https://x/in/telegram",
    }
    matrix = {"user": "@uno:x", "webhook_url": "https://x/in/matrix"}
    assert config.settings_of("matrix") == matrix


def test_values_are_texts_numbers_switches_and_lists(tmp_path: Path) -> None:
    path = written(tmp_path, "telegram_a = 1\ntelegram_b = true\ntelegram_c = [1, 2]\n")
    assert read(path).settings_of("telegram") == {"a": "1", "b": "true", "c": "1,2"}
    path = written(tmp_path, "[telegram]\ntoken = 1\n")
    assert refused(path) == f"{path}: telegram must be a text, a number or a list."


@pytest.mark.parametrize(
    ("name", "nearest_one"),
    [
        ("UNO_CHAT_DATABASE_ULR", "database_url"),
        ("UNO_CHAT_ADAPTER", "adapters"),
        ("UNO_CHAT_LOGLEVEL", "log_level"),
        ("UNO_CHAT_TELEGRAMTOKEN", "telegram_token"),
    ],
)
def test_an_unknown_key_names_the_nearest_known_one(name: str, nearest_one: str) -> None:
    key = name.removeprefix("UNO_CHAT_").lower()
    with pytest.raises(ConfigurationError) as caught:
        read_configuration(None, {name: "x"}, ADAPTERS)
    assert str(caught.value) == (
        f"Unknown key '{key}' in environment variable {name}; did you mean '{nearest_one}'?"
    )


@pytest.mark.parametrize("empty", ["", " \n"])
@pytest.mark.parametrize(
    "key", ["DATABASE_URL", "OPERATOR", "TELEGRAM_MODE", "WEBHOOK_SECRET_FILE"]
)
def test_a_setting_without_a_value_is_no_setting(tmp_path: Path, key: str, empty: str) -> None:
    """Not even where a default would be at hand: whoever forgot it means another database."""
    told = refused(None, **{f"UNO_CHAT_{key}": empty})
    assert told == (
        f"{key.lower()} in environment variable UNO_CHAT_{key} is empty: give it a value, or leave"
        " it out."
    )
    path = written(tmp_path, f'{key.lower()} = """{empty}"""\n')
    assert refused(path).startswith(f"{key.lower()} in {path} is empty: give it a value")


def test_a_configuration_without_a_name_is_none() -> None:
    for told in (refused(None, UNO_CHAT_CONFIG=""), refused_config("")):
        assert told.startswith("The name of the configuration file, in --config or UNO_CHAT_CONFIG")


def refused_config(path: str) -> str:
    with pytest.raises(ConfigurationError) as caught:
        read_configuration(path, {}, ADAPTERS)
    return str(caught.value)


def test_an_unknown_key_in_the_file_names_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "xyzzy = 1\n")
    assert refused(path) == f"Unknown key 'xyzzy' in {path}."
    assert nearest("xyzzy", ("a", "b")) == ""


def test_a_secret_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    secret = tmp_path / "token"
    secret.write_text("12:ab\n", encoding="utf-8")
    config = read(UNO_CHAT_TELEGRAM_TOKEN_FILE=str(secret))
    assert config.settings_of("telegram") == {"token": "12:ab"}
    path = written(tmp_path, f'telegram_token_file = "{secret}"\n')
    assert read(path).settings_of("telegram") == {"token": "12:ab"}


def test_the_file_of_a_secret_counts_where_both_are_set(tmp_path: Path) -> None:
    secret = tmp_path / "token"
    secret.write_text("of the file\n", encoding="utf-8")
    given = read(UNO_CHAT_TELEGRAM_TOKEN_FILE=str(secret), UNO_CHAT_TELEGRAM_TOKEN="plain")
    path = written(tmp_path, f'telegram_token_file = "{secret}"\ntelegram_token = "plain"\n')
    for config in (given, read(path)):
        assert config.settings_of("telegram") == {"token": "of the file"}


def test_a_secret_that_cannot_be_read_says_which_file_and_why(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    sentence = refused(UNO_CHAT_TELEGRAM_TOKEN_FILE=str(missing))
    assert sentence.startswith(f"Cannot read {missing}, named by telegram_token_file in")
    assert sentence.endswith("No such file or directory.")
    missing.write_bytes(b"\xff\xfe\xff")
    assert "it is not text" in refused(UNO_CHAT_TELEGRAM_TOKEN_FILE=str(missing))
    missing.write_text(
        " \n", encoding="utf-8"
    )  # else a house would begin anew in a place of its own
    for key in ("DATABASE_URL", "TELEGRAM_TOKEN"):
        assert refused(None, **{f"UNO_CHAT_{key}_FILE": str(missing)}).endswith("it is empty.")
    assert refused(UNO_CHAT_NO_SUCH_FILE="x").startswith("Unknown key 'no_such_file'")


def test_a_file_that_is_not_toml_or_not_there_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "telegram_token = \n")
    assert refused(path).startswith(f"{path} is not TOML: ")
    path.write_bytes(b"\xff")
    assert refused(path).startswith(f"{path} is not TOML: ")
    missing = tmp_path / "missing.toml"
    assert refused(missing) == (
        f"Cannot read the configuration {missing}: No such file or directory. "
        "Give another with --config."
    )


def test_a_file_of_lists_in_lists_and_a_path_that_is_none_are_named(tmp_path: Path) -> None:
    deep = "adapters = " + "[" * 5000 + "]" * 5000
    assert "lists in lists" in refused(written(tmp_path, deep))
    no_path = 'webhook_secret_file = "a\\u0000b"'
    assert "it is not text" in refused(written(tmp_path, no_path))


def test_no_secret_is_in_its_repr() -> None:
    config = read(
        UNO_CHAT_TELEGRAM_TOKEN="12:secret", UNO_CHAT_DATABASE_URL="postgresql://u:pw@x/y"
    )
    assert repr(config) == "Configuration(database_url, telegram_token)"
    assert "secret" not in f"{config}"


def test_a_log_level_is_one_of_four() -> None:
    assert read().log_level == "INFO"
    with pytest.raises(ConfigurationError, match="log_level is one of DEBUG, INFO"):
        _ = read(UNO_CHAT_LOG_LEVEL="loud").log_level


def test_games_are_kept_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert str(data_folder()) == "/data/uno-chat"
    assert read().database_url == "sqlite:////data/uno-chat/uno-chat.db"
    assert read(UNO_CHAT_DATABASE_URL="sqlite:///x").database_url == "sqlite:///x"
