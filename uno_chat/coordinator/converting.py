"""Values to JSON and back: the converter that everything at rest begins with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any

import cattrs


def converter(*, strict: bool = True) -> cattrs.Converter:
    """One that knows times and leaves out what is as usual; a ``strict`` one refuses what it does
    not know.
    """
    made = cattrs.Converter(forbid_extra_keys=strict, omit_if_default=True)
    plain(made, datetime, datetime.isoformat, datetime.fromisoformat)
    plain(made, time, time.isoformat, time.fromisoformat)
    plain(made, timedelta, timedelta.total_seconds, lambda seconds: timedelta(seconds=seconds))
    return made


def plain(
    made: cattrs.Converter, kind: type, out: Callable[[Any], object], back: Callable[[Any], Any]
) -> None:
    """Teach a converter a kind of value that is one value at rest."""
    made.register_unstructure_hook(kind, out)
    made.register_structure_hook(kind, lambda data, _: back(data))
