"""The garbage collector stops everything while it walks over all that lives."""

from __future__ import annotations

import gc


def spare_what_is_there() -> None:
    """Never walk again over what is there now: modules, translations, statements. They are nine in
    ten of all things, live until the end, and made everybody wait for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
