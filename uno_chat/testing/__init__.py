"""Stand-ins for the world, and the kits that hold adapters and stores to the contract.

We ship the kits inside the package, because whoever writes a store or an adapter elsewhere needs
exactly the tests that ours pass. A kit is a class to subclass with fixtures; it says in failing
tests which promise is broken. The fakes keep the promises themselves (the kits run over them
too), so that a test of the core over a fake means what it means in earnest. No other room
imports this one.

Import a kit from its own module, so that pytest can explain its failing asserts:
``from uno_chat.testing.store_kit import StoreConformance``.
"""

import importlib.util

if importlib.util.find_spec("pytest") is not None:
    import pytest

    pytest.register_assert_rewrite("uno_chat.testing.adapter_kit", "uno_chat.testing.store_kit")
