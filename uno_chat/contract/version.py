"""Which version of the contract this is.

Within 1.x things are only added: names; fields at the end of a value, with a default that means
what was before; protocols that nobody need have; events that an adapter may tell of. What is
handed to an adapter and what it must have stay as they are. So what was written for 1.0 works with
every 1.x; anything else is 2.0.

An adapter or a store says in its module, beside its plug-in, which version it was written for:
``CONTRACT = "1.0"``, which is also what we take it for if it says nothing.
"""

from __future__ import annotations

from typing import Final

VERSION: Final = "1.0"
"""Of all that an adapter is written against."""
STORE_VERSION: Final = "1.0"
"""Of what a store is written against besides: ``Store``, ``Transaction`` and their rows."""
