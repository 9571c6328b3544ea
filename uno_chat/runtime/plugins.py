"""Find adapters and stores by entry point, and load only those that a configuration names."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from string import digits
from typing import Final, cast

from uno_chat import contract
from uno_chat.contract import (
    STORE_VERSION,
    VERSION,
    Adapter,
    AdapterPlugin,
    Store,
    StorePlugin,
)
from uno_chat.runtime.configuration import ConfigurationError, nearest
from uno_chat.runtime.renaming import Renamed

ADAPTERS: Final = "uno_chat.adapters"
STORES: Final = "uno_chat.stores"
SQL: Final = "sql"
FIRST: Final = "1.0"
"""The version of the contract that a plug-in was written for if it says nothing."""
OURS: Final = "uno-chat"
"""The distribution with everything of ours; what is written elsewhere has another one."""


def adapter_names() -> tuple[str, ...]:
    """What could be loaded; nothing is imported."""
    return tuple(sorted(entry_points(group=ADAPTERS).names))


def make_adapter(name: str, settings: Mapping[str, str]) -> Adapter:
    """Load and make an adapter; "telegram2" is another account on the network of "telegram". Raises
    ConfigurationError with a sentence.
    """
    kind = name.rstrip(digits)
    if name in adapter_names() or kind not in adapter_names():
        return _make_adapter(name, settings)
    adapter = _make_adapter(kind, settings)
    return Renamed(adapter, f"{adapter.network}{name.removeprefix(kind)}")


def _make_adapter(name: str, settings: Mapping[str, str]) -> Adapter:
    found = [point for point in entry_points(group=ADAPTERS) if point.name == name]
    if not found:
        known = ", ".join(adapter_names())
        hint = nearest(name, adapter_names())
        raise ConfigurationError(
            f"There is no adapter {name!r}{hint or '.'} Installed are: {known}."
        )
    try:
        return cast("AdapterPlugin", _load(found[0], VERSION))(settings)
    except ValueError as error:
        raise ConfigurationError(f"Adapter {name}: {error}") from None


def make_store(url: str) -> Store:
    """The store for a database URL; raises ConfigurationError with a sentence."""
    found = [point for point in entry_points(group=STORES) if point.name == SQL]
    if not found:
        raise ConfigurationError("No store is installed: pip install --force-reinstall uno-chat")
    try:
        return cast("StorePlugin", _load(found[0], STORE_VERSION))(url)
    except ValueError as error:
        raise ConfigurationError(str(error)) from None


def _load(point: EntryPoint, version: str) -> object:
    """Import a plug-in. What it lacks is named with what brings it, be it a library or a newer
    contract than the ``version`` that we have.
    """
    try:
        plugin: object = point.load()
    except ImportError as error:
        if error.name == contract.__name__:
            raise _too_new(point, "a later version", version) from None
        home = point.dist.name if point.dist is not None else OURS
        brings = f"{home}[{point.name}]" if home == OURS else home
        raise ConfigurationError(
            f"{point.name} needs {error.name or point.module}, which is not installed: "
            f"pip install '{brings}'"
        ) from None
    except AttributeError as error:
        if error.obj is contract:
            raise _too_new(point, "a later version", version) from None
        raise
    _check(point, getattr(sys.modules[point.module], "CONTRACT", FIRST), version)
    return plugin


def _check(point: EntryPoint, written_for: str, version: str) -> None:
    """Whether what a plug-in was written for is what we have."""
    try:
        wanted, have = _numbers(written_for), _numbers(version)
    except (ValueError, AttributeError):
        raise ConfigurationError(
            f"{point.name} has CONTRACT = {written_for!r}, which is no version like {FIRST!r}."
        ) from None
    if wanted > have:
        raise _too_new(point, f"version {written_for}", version)
    if wanted[0] != have[0]:
        raise ConfigurationError(
            f"{point.name} was written for version {written_for} of the contract, which this Uno "
            f"Chat, with {version}, does not keep any more: update {point.name}."
        )


def _numbers(version: str) -> tuple[int, int]:
    first, _, second = version.partition(".")
    return int(first), int(second)


def _too_new(point: EntryPoint, written_for: str, version: str) -> ConfigurationError:
    return ConfigurationError(
        f"{point.name} was written for {written_for} of the contract, and this Uno Chat has only "
        f"{version}: update Uno Chat, with pip install --upgrade {OURS}"
    )
