"""Only what a configuration names is loaded, and what is missing says how to get it."""

from __future__ import annotations

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


@pytest.mark.usefixtures("installed")
def test_without_any_store_nothing_can_be_kept() -> None:
    with pytest.raises(ConfigurationError, match="No store is installed"):
        make_store("sqlite:///x")
