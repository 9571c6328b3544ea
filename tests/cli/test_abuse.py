"""A host keeps the limits against abuse that the README promises."""

from __future__ import annotations

from pathlib import Path

from uno_chat.cli.replay import MOST
from uno_chat.cli.run import _service
from uno_chat.coordinator import CountedCrowd
from uno_chat.coordinator.crowds import WITHIN
from uno_chat.coordinator.customs import IN_A_GROUP
from uno_chat.coordinator.ordering import A_DAY_IN_A_GROUP, A_DAY_OF_ONE, OF_ONE
from uno_chat.runtime import adapter_names, read_configuration
from uno_chat.runtime.bounds import FILE, LINE, NAME
from uno_chat.runtime.roles import ALL
from uno_chat.runtime.web import LARGEST

README = Path(__file__).parents[2] / "README.md"
MEGABYTE = 2**20


def test_the_limits_of_a_host_are_those_of_the_readme(tmp_path: Path) -> None:
    variables = {
        "UNO_CHAT_ADAPTERS": "telegram",
        "UNO_CHAT_TELEGRAM_TOKEN": f"123456:{'A' * 35}",
        "UNO_CHAT_DATABASE_URL": f"sqlite:///{tmp_path}/uno.db",
    }
    crowd = _service(read_configuration(None, variables, adapter_names()), ALL).house.crowd
    assert isinstance(crowd, CountedCrowd)
    assert WITHIN.total_seconds() == 60
    text = " ".join(README.read_text(encoding="utf-8").split())
    for promise in (
        f"Of one person {crowd.of_one} inputs a minute are answered",
        f"of one conversation {crowd.of_all};",
        f"One person opens {A_DAY_OF_ONE} a day and sits at {OF_ONE} that are open",
        f"one conversation opens {A_DAY_IN_A_GROUP} a day and has {IN_A_GROUP} that are open",
        f"A line counts as far as {LINE:,} characters, a name {NAME};",
        f"a request has {LARGEST // MEGABYTE} MiB at most",
        f"a record {MOST // MEGABYTE} MiB, a configuration {FILE // MEGABYTE} MiB.",
    ):
        assert promise in text
