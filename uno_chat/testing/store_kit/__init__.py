"""The promises of a store as tests. Subclass ``StoreConformance`` and give it two fixtures.

    class TestShelf(StoreConformance):
        @pytest.fixture
        def store(self, tmp_path: Path) -> Store:
            return plugin(f"shelf://{tmp_path}/books")

        @pytest.fixture
        def reopen(self, tmp_path: Path) -> Reopen:
            return lambda store: ...  # another store over a copy of what is on the disk now

``store`` is new and empty for every test, and not open. No test can be overridden.
"""

from __future__ import annotations

from typing import Final

from uno_chat.testing.store_kit.alarms import AlarmPromises
from uno_chat.testing.store_kit.clearing import ClearingPromises
from uno_chat.testing.store_kit.inbox import InboxPromises
from uno_chat.testing.store_kit.lanes import LanePromises
from uno_chat.testing.store_kit.moves import MovePromises
from uno_chat.testing.store_kit.pages import PagePromises
from uno_chat.testing.store_kit.people import PeoplePromises
from uno_chat.testing.store_kit.personal import PersonalPromises
from uno_chat.testing.store_kit.shifts import ShiftPromises
from uno_chat.testing.store_kit.standings import StandingPromises
from uno_chat.testing.store_kit.steps import Reopen, Test
from uno_chat.testing.store_kit.tables import TablePromises
from uno_chat.testing.store_kit.whole import WholePromises

__all__ = ["Reopen", "StoreConformance"]


class StoreConformance(
    WholePromises,
    InboxPromises,
    ShiftPromises,
    PeoplePromises,
    PersonalPromises,
    TablePromises,
    StandingPromises,
    AlarmPromises,
    LanePromises,
    PagePromises,
    MovePromises,
    ClearingPromises,
):
    """Everything that the core relies on in a store."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        changed = [name for name in TESTS if getattr(cls, name, None) is not TESTS[name]]
        if changed:
            raise TypeError(
                f"{cls.__name__} replaces {', '.join(changed)}: a promise is kept, not rewritten."
            )


TESTS: Final[dict[str, Test[StoreConformance]]] = {
    name: getattr(StoreConformance, name)
    for name in dir(StoreConformance)
    if name.startswith("test_")
}
"""The tests of the kit, by name."""
