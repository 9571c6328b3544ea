"""Find adapters and stores by entry point, and load only those that a configuration names."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Final, cast

from uno_chat.contract import Adapter, AdapterPlugin, Store, StorePlugin
from uno_chat.runtime.configuration import ConfigurationError, nearest

ADAPTERS: Final = "uno_chat.adapters"
STORES: Final = "uno_chat.stores"
SQL: Final = "sql"


def adapter_names() -> tuple[str, ...]:
    """What could be loaded; nothing is imported."""
    return tuple(sorted(entry_points(group=ADAPTERS).names))


def make_adapter(name: str, settings: Mapping[str, str]) -> Adapter:
    """Load and make an adapter; raises ConfigurationError with a sentence."""
    found = [point for point in entry_points(group=ADAPTERS) if point.name == name]
    if not found:
        known = ", ".join(adapter_names())
        hint = nearest(name, adapter_names())
        raise ConfigurationError(
            f"There is no adapter {name!r}{hint or '.'} Installed are: {known}."
        )
    try:
        return cast("AdapterPlugin", _load(found[0]))(settings)
    except ValueError as error:
        raise ConfigurationError(f"Adapter {name}: {error}") from None


def make_store(url: str) -> Store:
    """The store for a database URL; raises ConfigurationError with a sentence."""
    found = [point for point in entry_points(group=STORES) if point.name == SQL]
    if not found:
        raise ConfigurationError("No store is installed: pip install --force-reinstall uno-chat")
    try:
        return cast("StorePlugin", _load(found[0]))(url)
    except ValueError as error:
        raise ConfigurationError(str(error)) from None


def _load(point: EntryPoint) -> object:
    """Import a plug-in; a missing dependency names the extra that brings it."""
    try:
        return point.load()
    except ImportError as error:
        raise ConfigurationError(
            f"{point.name} needs {error.name or point.module}, which is not installed: "
            f"pip install 'uno-chat[{point.name}]'"
        ) from None
