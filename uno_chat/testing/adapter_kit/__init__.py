"""The promises of an adapter as tests. Subclass ``AdapterConformance`` and give it a ``Wire``.

    class TestPigeon(AdapterConformance):
        @pytest.fixture
        def wire(self) -> Wire:
            return PigeonWire()

Each test gets a new wire and a loop of its own, and fails when nothing comes back for
``PATIENCE`` seconds. What a network cannot do is skipped with the reason in sight; no test can
be overridden.
"""

from __future__ import annotations

from typing import Final

from uno_chat.testing.adapter_kit.failing import FailingPromises
from uno_chat.testing.adapter_kit.hearing import HearingPromises
from uno_chat.testing.adapter_kit.living import LivingPromises
from uno_chat.testing.adapter_kit.placing import PlacingPromises
from uno_chat.testing.adapter_kit.promising import Test, promise
from uno_chat.testing.adapter_kit.showing import ShowingPromises
from uno_chat.testing.wire import Discreet, Threaded, Wire

__all__ = ["AdapterConformance", "Discreet", "Threaded", "Wire"]


class AdapterConformance(
    HearingPromises, ShowingPromises, PlacingPromises, FailingPromises, LivingPromises
):
    """Everything that the core relies on in an adapter."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        changed = [name for name in TESTS if getattr(cls, name, None) is not TESTS[name]]
        if changed:
            raise TypeError(
                f"{cls.__name__} replaces {', '.join(changed)}: a promise is kept, not rewritten. "
                "Declare what the network cannot do in Wire.impossible, with the reason."
            )

    @promise
    async def test_only_promises_can_be_impossible(self, wire: Wire) -> None:
        assert {f"test_{name}" for name in wire.impossible} <= TESTS.keys()


TESTS: Final[dict[str, Test[AdapterConformance]]] = {
    name: getattr(AdapterConformance, name)
    for name in dir(AdapterConformance)
    if name.startswith("test_")
}
"""The tests of the kit, by name."""
