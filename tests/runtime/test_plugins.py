"""Only what a configuration names is loaded, and what is missing says how to get it."""

from __future__ import annotations

import re
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from uno_chat.runtime import ConfigurationError, adapter_names, make_adapter, make_store, plugins


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Three adapters: one that works, one whose library is missing, one that must not be loaded."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "pigeon_x.py").write_text(
        "def plugin(settings):\n"
        "    if 'token' not in settings:\n"
        "        raise ValueError('it needs a token: set pigeon_token.')\n"
        "    return ('pigeon', settings)\n"
    )
    (tmp_path / "owl_x.py").write_text("import no_such_library_of_owls\n")
    (tmp_path / "bear_x.py").write_text("raise AssertionError('nobody asked for the bear')\n")
    points = EntryPoints(
        [
            EntryPoint("pigeon", "pigeon_x:plugin", plugins.ADAPTERS),
            EntryPoint("owl", "owl_x:plugin", plugins.ADAPTERS),
            EntryPoint("bear", "bear_x:plugin", plugins.ADAPTERS),
        ]
    )

    def found(*, group: str) -> EntryPoints:
        return points.select(group=group)

    monkeypatch.setattr(plugins, "entry_points", found)
    for module in ("pigeon_x", "owl_x", "bear_x"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return tmp_path


@pytest.mark.usefixtures("installed")
def test_an_adapter_is_made_from_its_settings_and_no_other_is_imported() -> None:
    assert adapter_names() == ("bear", "owl", "pigeon")
    made: object = make_adapter("pigeon", {"token": "x"})
    assert made == ("pigeon", {"token": "x"})
    assert "bear_x" not in sys.modules
    assert "owl_x" not in sys.modules


NO_TOKEN = "Adapter pigeon: it needs a token: set pigeon_token."
NO_LIBRARY = (
    "owl needs no_such_library_of_owls, which is not installed: pip install 'uno-chat[owl]'"
)
NO_ADAPTER = (
    "There is no adapter 'pigeno'; did you mean 'pigeon'? Installed are: bear, owl, pigeon."
)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "sentence"), [("pigeon", NO_TOKEN), ("owl", NO_LIBRARY), ("pigeno", NO_ADAPTER)]
)
def test_what_is_wrong_is_said_in_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        make_adapter(name, {})
    assert str(caught.value) == sentence


NEWER = (
    "was written for {} of the contract, and this Uno Chat has only 1.0: update Uno Chat, with pip"
)
WRITTEN_FOR = {
    "CONTRACT = '1.1'": NEWER.format("version 1.1"),
    "CONTRACT = '2.0'": NEWER.format("version 2.0"),
    "from uno_chat.contract import Hologram": NEWER.format("a later version"),
    "from uno_chat import contract; contract.Hologram": NEWER.format("a later version"),
    "CONTRACT = '0.9'": "which this Uno Chat, with 1.0, does not keep any more: update pigeon.",
    "CONTRACT = 'new'": "pigeon has CONTRACT = 'new', which is no version like '1.0'.",
    "CONTRACT = 1.0": "pigeon has CONTRACT = 1.0, which is no version like '1.0'.",
}


@pytest.mark.parametrize("line", WRITTEN_FOR)
def test_what_was_written_for_another_contract_says_what_to_update(
    installed: Path, line: str
) -> None:
    with (installed / "pigeon_x.py").open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(ConfigurationError, match=re.escape(WRITTEN_FOR[line])):
        make_adapter("pigeon", {"token": "x"})


@pytest.mark.parametrize("line", ["CONTRACT = '1.0'", ""])
def test_what_was_written_for_this_contract_or_says_nothing_is_loaded(
    installed: Path, line: str
) -> None:
    with (installed / "pigeon_x.py").open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    made: object = make_adapter("pigeon", {"token": "x"})
    assert made == ("pigeon", {"token": "x"})


def test_a_fault_of_an_adapter_itself_is_not_taken_for_an_old_contract(installed: Path) -> None:
    (installed / "pigeon_x.py").write_text("import sys\nsys.no_such_thing\n")
    with pytest.raises(AttributeError, match="no_such_thing"):
        make_adapter("pigeon", {})


def test_what_an_adapter_from_elsewhere_lacks_is_brought_by_its_own_distribution(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = installed / "uno_chat_owl-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: uno-chat-owl\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[uno_chat.adapters]\nowl = owl_x:plugin\n")
    monkeypatch.undo()
    monkeypatch.syspath_prepend(installed)
    with pytest.raises(ConfigurationError, match="not installed: pip install 'uno-chat-owl'"):
        make_adapter("owl", {})


@pytest.mark.usefixtures("installed")
def test_without_any_store_nothing_can_be_kept() -> None:
    with pytest.raises(ConfigurationError, match="No store is installed"):
        make_store("sqlite:///x")
